"""Sentences about whose move it is."""

import pytest

from missions.presenters.game.page import badges, status, steps
from missions.rules.game.secrets import view_for
from missions.rules.game.state import GameState
from missions.rules.game.waiting import Awaited, awaited
from missions.rules.orders import PressReady
from rosters.rules.state import FleetState
from tests.missions.rules.builders import ACTIVE, OPPOSING, ORGANISER, skirmish

FLEETS = {
    1: FleetState(1, 0, "Red Wing", "rebel", "hearts", slug="red-wing"),
    2: FleetState(2, 0, "Iron Fist", "imperial", "spades", slug="iron-fist"),
}
OWNERS = {1: ("Paul", ""), 2: ("", "")}


def status_of(night, me, *, organises=False):
    game = night.game
    viewer = {ACTIVE: "active", OPPOSING: "opposing"}.get(me, "organiser" if organises else "public")
    view = view_for(game, viewer)
    playing = dict(zip((game.active, game.opposing), FLEETS.values(), strict=True))
    fleets = badges(view, playing, OWNERS, "/campaigns/1/", organises=organises)
    return status(view, awaited(night.state, game), fleets, me=me, organises=organises)


@pytest.mark.parametrize(
    ("step", "states"),
    [
        ("draw", ["now", "", "", "", ""]),
        ("report", ["done", "done", "now", "", ""]),
        ("done", ["done"] * 5),
        ("void", [""] * 5),
    ],
)
def test_the_steps_show_how_far_the_game_is(step, states):
    assert [state for _, state in steps(step)] == states


def test_a_fleet_without_an_owner_is_nobodys():
    view = view_for(GameState(3, 1, 1, 2), "public")
    assert badges(view, FLEETS, OWNERS, "/campaigns/1/", organises=False)["opposing"].owner == "Nobody"


def test_only_the_own_buttons_may_be_pressed():
    view = view_for(GameState(3, 1, 1, 2), "active")
    own = badges(view, FLEETS, OWNERS, "/campaigns/1/", organises=False)
    all_of_them = badges(view, FLEETS, OWNERS, "/campaigns/1/", organises=True)
    assert [own[side].may_act for side in ("active", "opposing")] == [True, False]
    assert [all_of_them[side].may_act for side in ("active", "opposing")] == [True, True]


def test_my_own_move_is_said_first_and_to_me():
    night, *_ = skirmish()
    night.report()
    status = status_of(night, OPPOSING)
    assert status.moves[0].mine
    assert status.moves[0].text in (
        "Read the report: confirm it, or say which line is wrong.",
        "The result leaves you a choice. Read the report before you make it.",
    )


def test_others_are_waited_for_by_name():
    night, *_ = skirmish()
    status = status_of(night, ORGANISER, organises=True)
    assert [move.text for move in status.moves] == []
    assert status.sentence == "The game is on the table. Either player can report it."


def test_a_dispute_is_the_organisers_move():
    moves = [
        status(
            view_for(GameState(3, 1, 1, 2), viewer),
            [Awaited("settle", None)],
            badges(view_for(GameState(3, 1, 1, 2), viewer), FLEETS, OWNERS, "/", organises=organises),
            me=0,
            organises=organises,
        ).moves[0]
        for viewer, organises in (("organiser", True), ("active", False))
    ]
    assert [(move.text, move.mine) for move in moves] == [
        ("The sides do not agree on the report: settle it.", True),
        ("Waiting for an organiser to settle the disputed lines.", False),
    ]


def test_the_side_that_was_ready_first_waits_for_the_other():
    from tests.missions.rules.builders import TIE, XWING, Night

    night = Night()
    night.ship("active", XWING)
    night.ship("opposing", TIE)
    night.pair()
    night.act(PressReady(night.game_id, "active"), ACTIVE)
    status = status_of(night, ACTIVE)
    assert [(move.text, move.mine) for move in status.moves] == [
        ("Waiting for Nobody (Iron Fist) to press ready for the draw.", False)
    ]
