"""Forces of a set-up: whole fleets, further stars and cards, handicaps, the limit of turns, and fates."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from league.kernel.refusal import Refusal, Unreadable
from missions.battles.engine.contract import Fate
from missions.battles.engine.dice import seeded_dice
from missions.battles.systems.red_alert.engine import musters, setup
from missions.battles.systems.red_alert.engine.combat import Course, eliminate
from missions.battles.systems.red_alert.engine.reports import fates
from missions.battles.systems.red_alert.engine.scenarios import battles
from missions.battles.systems.red_alert.engine.state import STARS, Phase, State
from missions.battles.systems.red_alert.engine.units import TYPES

FLEET = {"units": [{"unit": "FS"}, {"unit": "CR", "ref": "7", "name": "Ace", "figures": 2}, {"unit": "F"}]}
WHOLE = [name for name, battle in battles().items() if musters.takes_whole_fleets(battle)]
PRINTED = ["opening_salvo", "declaration_of_war", "triangulum_2"]


def built(first: dict[str, Any], second: dict[str, Any], name: str = "cardinals_belt", **more: Any) -> State:
    chosen = {"version": "1", "scenario": name, "forces": [first, second], **more}
    return setup.build(chosen, seeded_dice("musters"))[0]


def test_a_whole_fleet_brings_its_units_with_names_refs_and_missing_figures():
    state = built(FLEET, {"card": 3})
    own = [unit for unit in state.table.units if unit.side == 0]
    assert [(unit.label, unit.ref, unit.name) for unit in own] == [
        ("Cw-FS1", "", ""), ("Cw-CR1", "7", "Ace"), ("Cw-F1", "", ""),
    ]  # fmt: skip
    assert state.figures[:3] == [4, 2, 3]
    assert state.table.cards == (0, 3) and len(state.unplaced[0]) == 3


@pytest.mark.rule("RA-042", "RA-043")
def test_a_whole_fleet_may_bring_further_stars_and_cards():
    state = built(FLEET | {"stars": 2, "combat": 1, "command": 1}, FLEET)
    assert state.stars == [7, 5]
    assert [[len(cards) for cards in hands] for hands in state.hands] == [[6, 5], [5, 4]]
    assert [len(deck) for deck in state.decks] == [60 - 11, 50 - 9]


@pytest.mark.rule("RA-043", "RA-163")
def test_a_handicap_is_further_stars_and_the_pool_is_enough_for_both():
    assert built(FLEET, {"card": 3}, stars_confederation=4).stars == [5, 11]
    most = FLEET | {"stars": 3}
    for name in WHOLE:
        state = built(most, most, name, stars_commonwealth=9, stars_confederation=9)
        assert [has - own for has, own in zip(state.stars, battles()[name].stars, strict=True)] == [12, 12]
        assert sum(state.stars) <= STARS and state.pool >= 0


@pytest.mark.rule("RA-203")
def test_a_battle_stops_after_the_limit_of_turns_that_was_agreed():
    assert built(FLEET, FLEET).table.turn_limit == 200
    assert built(FLEET, FLEET, turns=30).table.turn_limit == 30


@pytest.mark.rule("RA-203")
def test_a_limit_that_was_agreed_takes_the_place_of_the_battles_own():
    assert built({}, {}, "first_steps").table.turn_limit == 6
    assert built({}, {}, "first_steps", turns=50).table.turn_limit == 50


@pytest.mark.rule("RA-188")
@pytest.mark.parametrize("name", PRINTED)
def test_whole_fleets_do_not_fight_beside_units_of_the_battle(name: str):
    assert {*WHOLE, *PRINTED} == {name for name, each in battles().items() if not each.guided}
    with pytest.raises(Unreadable, match="brings units of its own"):
        built(FLEET, FLEET, name)


@pytest.mark.rule("RA-185", "RA-186")
@pytest.mark.parametrize("name", WHOLE)
def test_the_largest_fleets_find_hexes_in_every_battle(name: str):
    ids = ["FS", "BB", "BB", "CR", "CR", "CR", "CR", "DD", "DD", "DD", "DD", "F", "F", "F", "F"]
    fleet = {"units": [{"unit": each} for each in ids]}
    state, random = built(fleet, fleet, name), Random(3)
    while state.phase in (Phase.DEPLOYMENT, Phase.REINFORCEMENT):
        for side in setup.to_choose(state):
            course = Course(side, seeded_dice("places"))
            setup.choose(state, random.choice(setup.choices(state, side)), course)
    assert [len(state.on_field(side)) for side in (0, 1)] == [15, 15]


@pytest.mark.rule("RA-004", "RA-006", "RA-182")
def test_a_whole_fleet_keeps_the_limits_of_a_faction_and_hears_all_faults():
    ids = ["HBB", "BB", "F", "F", "F", "F"]
    with pytest.raises(Refusal) as refused:
        built({"units": [{"unit": each} for each in ids]}, FLEET)
    assert [found.rule for found in refused.value.findings] == ["RA-006", "RA-182"]
    with pytest.raises(Refusal, match="fields 1 Flagship at most, and this fleet has 2"):
        built({"units": [{"unit": "FS"}, {"unit": "FS"}]}, FLEET)


@pytest.mark.parametrize(
    ("force", "reason"),
    [
        ({"units": []}, "at least one unit"),
        ({"units": "CR"}, "at least one unit"),
        ({"units": ["CR"]}, "at least one unit"),
        ({"units": [{"unit": "X"}]}, "no unit “X”; the units are FS, HBB"),
        ({"units": [{}]}, "no unit “None”"),
        ({"units": [{"unit": "CR", "figures": 4}]}, "“figures” is a number from 1 to 3"),
        ({"units": [{"unit": "CR", "figures": 0}]}, "“figures” is a number from 1 to 3"),
        (FLEET | {"stars": 4}, "“stars” is a number from 0 to 3"),
        (FLEET | {"combat": "1"}, "“combat” is a number from 0 to 2"),
        (FLEET | {"command": True}, "“command” is a number from 0 to 1"),
    ],
)
def test_a_fleet_that_cannot_be_read_is_refused(force: dict[str, Any], reason: str):
    with pytest.raises(Unreadable, match=reason):
        built(force, FLEET)


@pytest.mark.parametrize("more", [{"turns": 19}, {"turns": 201}, {"stars_commonwealth": 10}, {"turns": "40"}])
def test_options_of_a_set_up_stay_within_their_bounds(more: dict[str, Any]):
    with pytest.raises(Unreadable, match=f"“{next(iter(more))}” is a number from"):
        built(FLEET, FLEET, **more)


# --- fates ------------------------------------------------------------------------------------------


def fate(word: str, left: int, *, damaged: bool = False, beyond: bool = False) -> list[Fate]:
    return [Fate("CR", "7", 0, "Ace", word, damaged, left, 2, beyond)]


def of_cards(state: State) -> list[Fate]:
    """Fates of the units that stand for ship cards."""
    return [each for each in fates(state) if each.ref]


def test_every_unit_has_a_fate_with_its_kind():
    state = built(FLEET, {"card": 3})
    assert [each.kind for each in fates(state)] == [unit.type.id for unit in state.table.units]
    assert [each.ref for each in fates(state)][:3] == ["", "7", ""]


def test_a_unit_of_a_ship_card_that_lost_nothing_is_intact():
    assert of_cards(built(FLEET, {"card": 3})) == fate("intact", 2)


def test_a_unit_that_lost_figures_is_damaged():
    state = built(FLEET, {"card": 3})
    state.figures[1] = 1
    assert of_cards(state) == fate("intact", 1, damaged=True)


@pytest.mark.rule("RA-105")
def test_a_unit_that_was_eliminated_is_destroyed():
    state = built(FLEET, {"card": 3})
    state.put(1, battles()["cardinals_belt"].deployment[0][0])
    state.figures[1] = 0
    eliminate(state, 1, 1, Course(1, seeded_dice("fate")))
    assert of_cards(state) == fate("destroyed", 0)


@pytest.mark.rule("RA-211")
def test_a_unit_that_broke_through_has_withdrawn_beyond_the_enemys_edge():
    state = built(FLEET, {"card": 3}, "uncharted_base")
    state.exited |= 1 << 1
    assert of_cards(state) == fate("withdrawn", 2, beyond=True)


def test_every_type_but_the_flagship_may_stand_for_a_ship_card():
    for type_ in TYPES:
        if type_.sold:
            fleet = {"units": [{"unit": "FS"}, {"unit": type_.id, "ref": "9", "name": "X"}]}
            (found,) = of_cards(built(fleet, FLEET | {"units": FLEET["units"][:1]}))
            assert (found.ref, found.start) == ("9", type_.figures)
