"""The draw as pictures and words."""

import pytest

from missions.presenters.game.draw import draw_page
from missions.presenters.game.page import badges
from missions.rules.game.secrets import view_for
from missions.rules.game.state import Draw, DrawnSquadron, GameState
from missions.rules.game.waiting import Awaited
from rosters.rules.state import FleetState

SEED = "5eed" * 16


def drawn(order, types, *, step="draw", waits=()):
    """A page about a draw; `types` says what stands behind each card."""
    draw = Draw("c0ffee", SEED, {"active": "a", "opposing": "o"}, {}, list(order), False)
    forces = [
        DrawnSquadron(1 if key.startswith("active") else 2, int(key.split(":")[1]), types[key], (7, 8), 60)
        for key in order
    ]
    game = GameState(3, 1, 1, 2, step, draw, forces)
    view = view_for(game, "public")
    fleets = {
        1: FleetState(1, 0, "Red Wing", "rebel", "hearts", slug="red-wing"),
        2: FleetState(2, 0, "Iron Fist", "imperial", "spades", slug="iron-fist"),
    }
    named = badges(view, fleets, {1: ("Paul", ""), 2: ("Rita", "")}, "/campaigns/1/", organises=False)
    return draw_page(view, named, waits)


EVEN = {"active:5": "standard", "opposing:3": "standard"}
UNEVEN = {"active:5": "recon", "opposing:3": "epic", "active:2": "standard"}


@pytest.mark.rule("CR-020")
def test_the_weights_are_those_of_the_types():
    page = drawn(UNEVEN, UNEVEN)
    assert [side.weight for side in page.sides] == [3, 4]
    assert [side.points for side in page.sides] == [120, 60]


def test_the_order_of_drawing_tells_the_weights_after_each_card():
    turns = drawn(UNEVEN, UNEVEN).turns
    assert [(turn.fleet, turn.card, turn.active, turn.opposing) for turn in turns] == [
        ("Red Wing", 5, 1, 0),
        ("Iron Fist", 3, 1, 4),
        ("Red Wing", 2, 3, 4),
    ]


def test_an_even_balance_is_level():
    balance = drawn(EVEN, EVEN).balance
    assert (balance.left == balance.right, balance.even) == (True, True)
    assert balance.label == "Red Wing weighs 2, Iron Fist 2: balanced."


def test_the_heavier_pan_sinks():
    balance = drawn(UNEVEN, UNEVEN).balance
    assert balance.right > balance.left
    assert balance.label == "Red Wing weighs 3, Iron Fist 4: not balanced."


def test_a_pan_never_sinks_out_of_the_picture():
    heavy = {"active:5": "recon"} | {f"opposing:{card}": "epic" for card in range(2, 11)}
    balance = drawn(heavy, heavy).balance
    assert 0 < balance.left < balance.right_pan < 108


def test_before_anybody_is_ready_there_is_nothing_to_show():
    view = view_for(GameState(3, 1, 1, 2), "public")
    fleets = {number: FleetState(number, 0, "F", "rebel", "hearts", slug="f") for number in (1, 2)}
    page = draw_page(view, badges(view, fleets, {1: ("Paul", ""), 2: ("Rita", "")}, "/", organises=False))
    assert (page.commitment, page.turns, page.balance, page.drawn) == ("", (), None, False)
    assert [side.ready for side in page.sides] == [False, False]


@pytest.mark.parametrize(("step", "seed"), [("draw", ""), ("confirm", ""), ("done", SEED), ("void", SEED)])
def test_the_seed_comes_when_the_game_is_over(step, seed):
    assert drawn(EVEN, EVEN, step=step).seed == seed


def test_each_side_is_asked_for_what_the_game_waits_for():
    waits = (Awaited("accept", "opposing", (2,)),)
    page = drawn(UNEVEN, UNEVEN, waits=waits)
    assert [side.asked for side in page.sides] == ["", "accept"]
