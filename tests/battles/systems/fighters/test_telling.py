"""Events told in sentences: what a reader asks next is in them, each with the rule that says so."""

from typing import Any

import pytest

from missions.battles.engine.dice import ScriptedDice
from missions.battles.engine.hexes import EAST
from missions.battles.systems.fighters.engine import attack, narration, orders, score, turn
from missions.battles.systems.fighters.engine.state import (
    CAPTURED,
    DESTROYED,
    MANEUVER,
    MOVE,
    WITHDRAWN,
)
from tests.battles.marks import rule
from tests.battles.systems.fighters import positions as b
from tests.battles.systems.fighters.positions import CORVETTE, TIE, X, Y, craft, stage


def sentences(state: Any, events: Any) -> list[tuple[str, str]]:
    """Sentences with their rules."""
    return [(line.text, line.rule) for line in narration.tell(state.fixed, events)]


@rule("FH-093", "FH-096")
def test_a_shot_is_told_with_its_range_and_the_side_it_comes_from():
    state = stage([craft(X)], [craft(TIE, 4, facing=b.showing(2))])
    (line,) = sentences(state, b.shoot(state, "rapid", [6] * 4))
    assert line[0].startswith(
        "W1 X-wing fires at E2 TIE fighter with rapid fire, 4 hexes away, from its rear"
    )
    between = stage([craft(X)], [craft(TIE, 1, 1, 3)])
    (line,) = sentences(between, b.shoot(between, "rapid", [6] * 4))
    assert ", 2 hexes away, from between its front" in line[0]
    ship = stage([craft(Y)], [craft(CORVETTE, 1)])
    (line,) = sentences(ship, b.shoot(ship, "run", [6] * 4))
    assert line == (
        "W1 Y-wing fires at E2 Corellian Corvette in a torpedo attack run, 1 hex away: needs 3+, "
        "rolls 6 6 6 6: 4 hits.",
        "FH-125",
    )


@rule("FH-044", "FH-043")
def test_losses_tell_what_is_left_and_cite_a_save_only_where_there_is_one():
    state = stage([craft(X)], [craft(TIE, 2), craft(X, 9, 9)])
    b.pend(state, "rapid", 3)
    b.pend(state, "rapid", 1, target=2)
    lines = sentences(state, b.end_phase(state, [2]))
    assert ("E2 TIE fighter takes 3 hits. 3 fighters are lost, 1 is left.", "FH-043") in lines
    assert ("E3 X-wing takes 1 hit. Saves 2. 1 fighter is lost, 3 are left.", "FH-044") in lines


@rule("FH-043", "FH-047", "FH-156")
@pytest.mark.parametrize(
    ("target", "hits", "cited"),
    [(TIE, 4, "FH-043"), ("light_freighter", 40, "FH-047"), ("yt_1300", 6, "FH-156")],
)
def test_each_kind_of_unit_is_destroyed_by_a_rule_of_its_own(target: str, hits: int, cited: str):
    state = stage([craft(X), craft(X, 0, 9)], [craft(target, 2), craft(TIE, 15)])
    b.pend(state, "rapid", hits, target=2)
    lines = sentences(state, b.end_phase(state, [1] * hits))
    assert cited in [rule for text, rule in lines if text.endswith("is destroyed.")]


@rule("FH-140", "FH-131")
def test_eight_ion_hits_on_a_shield_are_one_sentence():
    state = stage([craft(Y, upgrades=("ion",)), craft(Y, 0, 1, upgrades=("ion",))], [craft(CORVETTE, 2)])
    b.pend(state, "ion", 4, target=2)
    b.pend(state, "ion", 1, unit=1, target=2)
    lines = [text for text, _ in sentences(state, b.end_phase(state)) if "ion hit" in text]
    assert lines == [
        "4 ion hits take 16 from the shields of E3 Corellian Corvette, 14 are left.",
        "An ion hit takes 4 from the shields of E3 Corellian Corvette, 10 are left.",
    ]


@rule("FH-131")
def test_the_hit_that_empties_a_shield_is_not_rolled_for():
    state = stage([craft(Y, upgrades=("ion",))], [craft(CORVETTE, 2), craft(TIE, 15)])
    state.shield[1] = 6
    b.pend(state, "ion", 3)
    lines = [text for text, _ in sentences(state, b.end_phase(state, [1])) if "ion hit" in text.lower()]
    assert lines == [
        "2 ion hits take 6 from the shields of E2 Corellian Corvette, none is left.",
        "An ion hit on E2 Corellian Corvette rolls 1: nothing vital hit.",
    ]


@rule("FH-140")
def test_damage_to_a_ship_tells_what_is_left_of_shield_and_hull():
    state = stage([craft(X)], [craft("light_freighter", 2), craft(TIE, 15)])
    b.pend(state, "linked", 3)
    lines = sentences(state, b.end_phase(state))
    assert (
        "E2 Light freighter takes 3 hits. The shields take 10, none is left; the hull loses 2, 4 are left.",
        "FH-140",
    ) in lines


@rule("FH-073", "FH-074")
def test_an_immelmann_is_told_by_its_name_and_read_again():
    state = stage([craft(TIE)], [craft(X, 15, 9)])
    state.phase, state.todo, state.seat = MOVE, ([0], [1]), 0
    choice = orders.move(MANEUVER, b.at(3, 0) - b.ORIGIN, 3)
    assert choice in turn.legal_orders(state, 0, 0)
    words = orders.words(state, (0, choice))
    assert words.startswith("W1 immelmann") and orders.parse(state, words) == (0, choice)
    assert orders.parse(state, words.replace("immelmann", "manoeuvre")) == (0, choice), (
        "as it was written once"
    )
    ((text, cited),) = sentences(state, turn.apply(state, 0, (0, choice), ScriptedDice([])))
    assert " flies an Immelmann from " in text and cited == "FH-073"


@rule("FH-074")
def test_the_end_of_a_move_with_a_sharper_turn_is_no_immelmann():
    state = stage([craft(TIE)], [craft(X, 15, 9)])
    state.phase, state.todo, state.seat = MOVE, ([0], [1]), 0
    turn.apply(state, 0, (0, orders.sharp(0, 0, 0, 0, 1, 2)), ScriptedDice([6]))
    choice = next(one for one in turn.legal_orders(state, 0, 0) if one & 15 == orders.MOVE)
    assert orders.words(state, (0, choice)).startswith("W1 manoeuvre")
    ((text, cited),) = sentences(state, turn.apply(state, 0, (0, choice), ScriptedDice([])))
    assert " ends its manoeuvre " in text and cited == "FH-074"


@rule("FH-115", "FH-096")
@pytest.mark.parametrize(("craft_", "mode", "cited"), [(CORVETTE, 0, "FH-115"), (X, 0, "FH-096")])
def test_extreme_range_cites_the_rule_of_the_weapon(craft_: str, mode: int, cited: str):
    upgrades = ("turbolaser",) if craft_ == CORVETTE else ()
    state = stage([craft(craft_, upgrades=upgrades)], [craft(TIE, 16)])
    found = attack.reasons(state, 0, state.loadouts[0].modes[mode], 1)
    assert [one.rule for one in found if one.text == "extreme range: luck only"] == [cited]


@rule("FH-166", "FH-164")
def test_docking_and_the_prize_cite_their_own_battles():
    west = [craft(CORVETTE, 0, role="transport"), craft(Y, 0, 5)]
    yard, prize = (
        craft("outpost", 5, role="outpost"),
        craft(CORVETTE, 1, role="prize", free=True) | {"name": "Prize"},
    )
    state = stage(west, [craft(TIE, 9, role="garrison"), yard, prize], "starship_theft")
    assert sentences(state, [("docked", 0, 4, 1), ("captured", 4, 0), ("captured", 0, 4)]) == [
        ("W1 Corellian Corvette is docked with E5 Prize from now on.", "FH-166"),
        ("E5 Prize is captured by W1 Corellian Corvette.", "FH-166"),
        ("W1 Corellian Corvette is captured by E5 Prize.", "FH-167"),
    ]
    held = [craft(CORVETTE, role="transport"), craft("outpost", 1, role="station", free=True, unarmed=True)]
    hostages = stage(held, [craft(TIE, 9)], "hostages")
    assert sentences(hostages, [("docked", 0, 1, 2)])[0][1] == "FH-164"


def after(state: Any) -> str:
    """The score of turn 1."""
    ((text, _),) = sentences(state, [score.event(state)])
    return text


@rule("FH-160", "FH-165")
def test_a_clash_is_scored_in_points_after_each_turn():
    state = stage([craft(X), craft(X, 0, 2)], [craft(TIE, 9)], "fighter_clash", concedes=True)
    state.men[0], state.men[2] = 1, 3
    assert after(state) == "After turn 1: West has lost 7.5 of 20 points; East has lost 2.5 of 10 points."
    state.status[1], state.pos[1], state.gone[1] = WITHDRAWN, -1, EAST
    assert "West has lost 17.5 of 20 points" in after(state)
    state.carried = 1 << 1
    assert "West has lost 7.5 of 20 points" in after(state)


@rule("FH-162")
def test_a_raid_is_scored_in_raiders_and_freighters():
    freighters = [craft("light_freighter", 9, n, role="convoy", free=True) for n in range(4)]
    state = stage([craft(X), craft(X, 0, 2)], freighters, "convoy_raid")
    state.status[0], state.status[2], state.status[3] = DESTROYED, DESTROYED, CAPTURED
    state.status[4], state.gone[4] = WITHDRAWN, EAST
    assert after(state) == "After turn 1: 1 of 2 raiders is lost; of 4 freighters 2 are down and 1 saved."


@rule("FH-163", "FH-164", "FH-166")
def test_other_battles_are_scored_by_what_decides_them():
    assault = stage([craft(X)], [craft("outpost", 9, role="outpost"), craft(TIE, 9, 5)], "outpost_assault")
    assault.hull[1] = 7
    assert after(assault) == "After turn 1: West has lost 0 of 10 points; the outpost has 7 of 20 hull left."
    held = [craft(CORVETTE, role="transport"), craft("outpost", 1, role="station", free=True, unarmed=True)]
    hostages = stage(held, [craft(TIE, 9)], "hostages")
    hostages.status[0] = DESTROYED
    assert after(hostages) == "After turn 1: West has lost 30 of 30 points; the transport is gone."
    raiders = [craft(CORVETTE, role="transport"), craft(Y, 0, 5)]
    yard, prize = craft("outpost", 5, role="outpost"), craft(CORVETTE, 1, role="prize", free=True)
    theft = stage(raiders, [craft(TIE, 9, role="garrison"), yard, prize], "starship_theft")
    assert after(theft) == (
        "After turn 1: 0 of 2 raiders are lost; the garrison has lost 0 of 10 points; "
        "the shipyard has 20 of 20 hull left."
    )


def test_the_score_of_a_turn_comes_before_the_next_and_before_the_end():
    state = stage([craft(X)], [craft(TIE, 9)], "fighter_clash")
    kinds = b.kinds(b.end_phase(state))
    assert kinds.index("score") < kinds.index("turn")
    last = stage([craft(X)], [craft(TIE, 9)], "fighter_clash", turns=1)
    assert b.kinds(b.end_phase(last))[-2:] == ["score", "over"]


def test_the_number_of_a_unit_is_said_once():
    state = stage([craft(X)], [craft(TIE, 9) | {"name": "Soontir Fel"}])
    assert [unit.title for unit in state.fixed.units] == ["W1 X-wing", "E2 Soontir Fel"]
