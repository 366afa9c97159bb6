"""Set-up, deployment, and who goes first."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from league.kernel.refusal import Refusal, Unreadable
from missions.battles.engine.contract import NO_UNIT, Event
from missions.battles.engine.dice import Dice, ScriptedDice, seeded_dice
from missions.battles.systems.red_alert.engine import setup
from missions.battles.systems.red_alert.engine.cards import COMMAND_NUMBER
from missions.battles.systems.red_alert.engine.choices import Kind, load_of, packed
from missions.battles.systems.red_alert.engine.combat import Course
from missions.battles.systems.red_alert.engine.field import LABELS, NEXT_TO
from missions.battles.systems.red_alert.engine.scenarios import battles
from missions.battles.systems.red_alert.engine.state import Phase, State
from tests.battles.systems.red_alert.play import play_out, unsound
from tests.battles.systems.red_alert.positions import faces


def built(name: str, forces: list[dict[str, Any]] | None = None, seed: str = "set-up") -> State:
    chosen = {"system": "red_alert", "version": "1", "scenario": name, "forces": forces or [{}, {}]}
    state, _ = setup.build(chosen, seeded_dice(seed))
    return state


def choose(state: State, side: int, order: tuple[int, int], dice: Dice | None = None) -> list[Event]:
    assert order in setup.choices(state, side)
    course = Course(side, dice or seeded_dice("choice"))
    setup.choose(state, order, course)
    return course.events


def show(state: State, first: str, second: str, rolled: str = "") -> list[Event]:
    """Both show a card, which is dealt to them if they do not hold it."""
    events: list[Event] = []
    for side, card in enumerate((first, second)):
        if COMMAND_NUMBER[card] not in state.hands[side][0]:
            state.hands[side][0][0] = COMMAND_NUMBER[card]
        order = (NO_UNIT, packed(Kind.SHOW, COMMAND_NUMBER[card]))
        events += choose(state, side, order, ScriptedDice(faces(rolled)))
    return events


def deploy(state: State, seed: int = 1) -> None:
    """Both deploy at random until everything is revealed."""
    random = Random(seed)
    while state.phase in (Phase.DEPLOYMENT, Phase.REINFORCEMENT):
        for side in setup.to_choose(state):
            choose(state, side, random.choice(setup.choices(state, side)))
            assert unsound_yet(state) == []


def unsound_yet(state: State) -> list[str]:
    """Facts that cannot be, apart from units that are still to be placed."""
    return [each for each in unsound(state) if not each.startswith("a unit without figures")]


# --- hands and stars --------------------------------------------------------------------------------


@pytest.mark.rule("RA-040", "RA-042", "RA-043", "RA-300")
def test_hands_and_stars_are_those_of_the_battle():
    state = built("opening_salvo")
    assert [[len(cards) for cards in hands] for hands in state.hands] == [[5, 2], [5, 2]]
    assert (state.stars, [len(deck) for deck in state.decks]) == ([4, 4], [50, 46])
    assert len(state.on_field(0)) == len(state.on_field(1)) == 8
    assert state.phase is Phase.FIRST_PLAYER


@pytest.mark.rule("RA-041")
def test_units_have_names_of_their_own():
    labels = [unit.label for unit in built("declaration_of_war").table.units]
    assert len(set(labels)) == len(labels) == 22 and labels[:2] == ["Cw-F1", "Cw-DD1"]


@pytest.mark.rule("RA-183", "RA-043")
def test_stars_follow_the_purchase():
    state = built("cardinals_belt", [{"card": 1, "bought": ["BB", "BB", "F"]}, {"card": 3, "bought": []}])
    assert state.stars == [7, 7]


# --- the first player -------------------------------------------------------------------------------


@pytest.mark.rule("RA-044")
def test_the_card_for_fewer_units_goes_first_and_both_have_to_be_played():
    """RX-001."""
    state = built("opening_salvo")
    events = show(state, "PR-L", "AT-C")
    assert (state.side, state.turn) == (0, 1)
    assert state.shown == [COMMAND_NUMBER["PR-L"], COMMAND_NUMBER["AT-C"]]
    assert [event[0] for event in events].count("shows") == 2


@pytest.mark.rule("RA-044")
def test_a_card_lies_face_down_until_both_have_chosen():
    state = built("opening_salvo")
    card = state.hands[1][0][0]
    events = choose(state, 1, (NO_UNIT, packed(Kind.SHOW, card)))
    assert [event[0] for event in events] == ["chosen", "laid"]
    assert setup.to_choose(state) == [0]


@pytest.mark.rule("RA-045", "RA-048")
@pytest.mark.parametrize(
    ("one", "other", "first"), [("AS-R", "GA", 0), ("GA", "FST", 1), ("FST", "AT-L", 1), ("GQ", "SOR", 0)]
)
def test_a_card_without_a_number_counts_five(one: str, other: str, first: int):
    """RX-002."""
    state = built("opening_salvo")
    show(state, one, other)
    assert state.side == first


@pytest.mark.rule("RA-046")
def test_equal_cards_are_decided_by_stars_on_five_dice():
    """RX-003: nobody gains tokens."""
    state = built("opening_salvo")
    show(state, "AS-R", "SOR", "* * F B R" + "* S S C B")
    assert (state.side, state.stars) == (0, [4, 4])
    again = built("opening_salvo")
    show(again, "AS-R", "SOR", "* S S C B" + "* S S C B" + "F F F F F" + "F F F F *")
    assert again.side == 1


@pytest.mark.rule("RA-047", "RA-305")
def test_a_battle_may_name_the_side_that_moves_first():
    """RX-005."""
    state = built("cardinals_belt_3", [{"card": 5, "bought": ["BB", "BB", "F"]}, {"card": 3}])
    deploy(state)
    assert (state.phase, state.side, state.shown) == (Phase.COMMAND, 0, [-1, -1])


# --- deployment -------------------------------------------------------------------------------------


@pytest.mark.rule("RA-185", "RA-187", "RA-008")
def test_markers_are_laid_in_step_and_tell_their_hexes_alone():
    state = built("cardinals_belt", [{"card": 3}, {"card": 4}])
    assert setup.to_choose(state) == [0, 1]
    unit, choice = setup.choices(state, 0)[0]
    assert [event[0] for event in choose(state, 0, (unit, choice))] == ["chosen", "laid"]
    assert setup.to_choose(state) == [1] and state.taken == 0
    events = choose(state, 1, setup.choices(state, 1)[0])
    assert [event[0] for event in events] == ["chosen", "laid", "marker", "marker"]
    assert LABELS[load_of(choice)] == "I2" and state.taken.bit_count() == 2


@pytest.mark.rule("RA-185")
def test_with_fewer_units_than_hexes_some_stay_empty():
    state = built("cardinals_belt", [{"card": 3}, {"card": 4}])
    deploy(state)
    assert state.phase is Phase.FIRST_PLAYER
    assert (len(state.on_field(0)), len(state.on_field(1))) == (7, 8)


@pytest.mark.rule("RA-185", "RA-186")
def test_only_a_side_with_more_units_than_hexes_places_some_openly():
    """RX-139: 9 units against 11, on ten hexes each."""
    forces = [{"card": 3, "bought": ["CR", "CR"]}, {"card": 4, "bought": ["DD", "DD", "F"]}]
    state = built("cardinals_belt", forces)
    lay_all(state)
    laid = [len(state.on_field(side)) for side in (0, 1)]
    assert (laid, len(setup.free_hexes(state, 0)), state.unplaced[0]) == ([9, 10], 1, [])
    assert (state.phase, setup.to_choose(state)) == (Phase.REINFORCEMENT, [1])
    choose(state, 1, setup.choices(state, 1)[0])
    assert state.phase is Phase.FIRST_PLAYER and len(state.on_field(1)) == 11


@pytest.mark.rule("RA-186")
def test_the_higher_card_places_the_units_that_are_left_over_first():
    """RX-138."""
    forces = [{"card": 7, "bought": ["CR", "DD", "DD"]}, {"card": 3, "bought": ["CR", "CR", "DD", "F"]}]
    state = built("cardinals_belt", forces)
    lay_all(state)
    assert (state.phase, state.side) == (Phase.REINFORCEMENT, 0)
    assert [len(units) for units in state.unplaced] == [2, 1]
    hexes = battles()["cardinals_belt"].deployment[0]
    for _, choice in setup.choices(state, 0):
        assert any(load_of(choice) in NEXT_TO[hex_] for hex_ in hexes)
    for side in (0, 0, 1):
        assert setup.to_choose(state) == [side]
        choose(state, side, setup.choices(state, side)[0])
    assert state.phase is Phase.FIRST_PLAYER


def lay_all(state: State, rolled: str = "") -> None:
    """Both lay the first unit on the first hex as long as there are any."""
    while state.phase is Phase.DEPLOYMENT:
        for side in setup.to_choose(state):
            choose(state, side, setup.choices(state, side)[0], ScriptedDice(faces(rolled)))


@pytest.mark.rule("RA-186", "RA-304")
def test_without_cards_fewer_stars_place_first(monkeypatch: pytest.MonkeyPatch):
    battle = battles()["triangulum_2"]
    narrow = replace(battle, deployment=tuple(hexes[:2] for hexes in battle.deployment))
    monkeypatch.setattr(setup, "battles", lambda: {"triangulum_2": narrow})
    state = built("triangulum_2", [{"bought": ["CR", "CR", "F"]}, {"bought": ["CR", "CR", "F"]}])
    lay_all(state, "* * F F F" + "* F F F F")
    assert (state.phase, state.side) == (Phase.REINFORCEMENT, 1)


@pytest.mark.rule("RA-187")
def test_everything_is_revealed_before_the_first_turn():
    state = built("cardinals_belt", [{"card": 3}, {"card": 4}])
    events: list[Event] = []
    while state.phase is Phase.DEPLOYMENT:
        for side in setup.to_choose(state):
            events += choose(state, side, setup.choices(state, side)[0])
    assert [event[0] for event in events].count("revealed") == 15


@pytest.mark.parametrize("name", [name for name, battle in battles().items() if battle.deployed])
def test_every_battle_is_deployed_and_fought(name: str):
    battle = battles()[name]
    bought = [["BB"] if points else [] for points in battle.support]
    cards = [5, 4] if battle.task_force else [None, None]
    forces = [{"card": card, "bought": some} for card, some in zip(cards, bought, strict=True)]
    state = built(
        name, [{key: value for key, value in force.items() if value is not None} for force in forces]
    )
    deploy(state, seed=7)
    for side in setup.to_choose(state) if state.phase is Phase.FIRST_PLAYER else ():
        choose(state, side, setup.choices(state, side)[0])
    play_out(state, name)


# --- what cannot be ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"scenario": "waterloo"}, "Choose one of the battles"),
        ({"version": "9"}, "Choose one of the battles"),
        ({"forces": [{}]}, "each of its two sides"),
        ({"forces": ["CR", "CR"]}, "each of its two sides"),
        ({"forces": [{"card": "one"}, {}]}, "is a number"),
        ({"forces": [{"card": 1, "bought": "CR"}, {}]}, "a list of their names"),
        ({"forces": [{"card": 3}, {"card": 3}]}, "the same task force card"),
    ],
)
def test_a_set_up_that_cannot_be_is_unreadable(changes: dict[str, Any], reason: str):
    chosen = {"system": "red_alert", "version": "1", "scenario": "cardinals_belt", **changes}
    with pytest.raises(Unreadable, match=reason):
        setup.build(chosen, seeded_dice("x"))


def test_a_fleet_that_breaks_a_rule_is_no_set_up():
    with pytest.raises(Refusal, match="is not for sale"):
        built("cardinals_belt", [{"card": 3, "bought": ["FS"]}, {"card": 4}])
