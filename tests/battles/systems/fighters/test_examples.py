"""The worked examples of the rules, all of them, with their figures as printed in `data/examples.json`."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from missions.battles.engine.arcs import relative
from missions.battles.engine.odds import binomial, capped, opposed, reach, thinned
from missions.battles.systems.fighters.engine import attack, damage, movement, orders, plans, turn, victory
from missions.battles.systems.fighters.engine import state as states
from missions.battles.systems.fighters.engine.loadouts import ANGLE, FRONT_GUNS, minimum
from missions.battles.systems.fighters.engine.shot_odds import save_of_now
from missions.battles.systems.fighters.engine.state import BANK, DESTROYED, DOUBLE, WITHDRAWN, State
from missions.battles.systems.fighters.engine.state import movement as movement_now
from missions.battles.systems.fighters.forces import muster
from missions.battles.systems.fighters.scenarios import convoy
from tests.battles.systems.fighters import positions as b
from tests.battles.systems.fighters.positions import CORVETTE, TIE, X, Y, craft, number, stage

EXAMPLES = json.loads((Path(__file__).parent / "data" / "examples.json").read_text(encoding="utf-8"))
CASES: dict[str, Callable[[], dict[str, Any]]] = {}


def case(name: str) -> Callable[[Callable[[], dict[str, Any]]], Callable[[], dict[str, Any]]]:
    def keep(function: Callable[[], dict[str, Any]]) -> Callable[[], dict[str, Any]]:
        CASES[name] = function
        return function

    return keep


@pytest.mark.parametrize("example", EXAMPLES, ids=[example["id"] for example in EXAMPLES])
def test_the_example_comes_out_as_printed(example: dict[str, Any]):
    found = CASES[example["id"]]()
    assert {key: found[key] for key in example["expect"]} == example["expect"]


def matchup(
    firer: str,
    mode: str,
    target: str,
    distance: int = 1,
    *,
    shows: int = 0,
    out: int = 0,
    change: Callable[[State], None] = lambda state: None,
    west: dict[str, Any] | None = None,
    east: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """One shot along a row; `shows` is the target's sextant, `out` the firer's."""
    state = stage(
        [craft(firer, facing=b.through(out), **(west or {}))],
        [craft(target, distance, facing=b.showing(shows), **(east or {}))],
    )
    change(state)
    odds = b.quote(state, mode)
    small = state.loadouts[1].fighterlike
    hit, save = b.hits(odds) / odds.dice, save_of_now(state, 1)
    facts = {
        "needed": odds.needed,
        "dice": odds.dice,
        "effective": odds.rolls[0].shown,
        "p_hit": hit,
        "p_effect": hit * (1 - (reach(save) if save else 0)),
        "expected": odds.main.expected if small else b.hits(odds),
        "expected_damage": b.hits(odds) * state.loadouts[0].modes[number(state, mode)].damage,
        "legal": b.may_fire(state, mode),
    }
    return {key: str(value) if isinstance(value, Fraction) else value for key, value in facts.items()}


def simple(name: str, *shot: Any, **more: Any) -> None:
    CASES[name] = lambda: matchup(*shot, **more)


def bank(state: State) -> None:
    state.flown[0] = BANK


def disrupted(state: State) -> None:
    states.ion_of(state, 0).disrupted = True


def scrambled(times: int, also_disrupted: bool = False) -> Callable[[State], None]:
    def change(state: State) -> None:
        states.ion_of(state, 0).scrambled = times
        states.ion_of(state, 0).disrupted = also_disrupted

    return change


def flown(style: int) -> Callable[[State], None]:
    def change(state: State) -> None:
        state.flown[0] = style

    return change


def still(unit: int) -> Callable[[State], None]:
    def change(state: State) -> None:
        state.still[unit] = 1

    return change


def panicked(state: State) -> None:
    state.panic[0] = 2


simple("EX-001", X, "rapid", TIE)
simple("EX-002", X, "linked", TIE)
simple("EX-004", X, "rapid", TIE, 9)
simple("EX-005", X, "rapid", TIE, 10)
simple("EX-006", TIE, "rapid", X)
simple("EX-008", X, "rapid", TIE, shows=1)
simple("EX-009", X, "rapid", TIE, shows=4)
simple("EX-010", X, "rapid", TIE, 6, shows=1)
simple("EX-012", X, "rapid", TIE, out=2)
simple("EX-013", TIE, "rapid", Y, shows=3)
simple("EX-014", Y, "rapid", "tie_bomber", shows=3)
simple("EX-016", "red_squadron", "rapid", TIE)
simple("EX-017", X, "rapid", "vader_squadron")
simple("EX-018", X, "rapid", TIE, shows=1, change=still(1))
simple("EX-020", X, "rapid", TIE, change=flown(DOUBLE))
simple("EX-048", CORVETTE, "turret1", TIE)
simple("EX-049", CORVETTE, "turret1", TIE, east={"men": 2})
simple("EX-050", CORVETTE, "turret1", "light_freighter")
simple("EX-052", "outpost", "turret1", X)
simple("EX-053", CORVETTE, "turbolaser1", "corvette_empire", 10, west={"upgrades": ("turbolaser",)})
simple("EX-054", CORVETTE, "turbolaser1", "corvette_empire", 12, west={"upgrades": ("turbolaser",)})
simple("EX-056", CORVETTE, "turbolaser1", X, 8, west={"upgrades": ("turbolaser",)})
simple("EX-060", Y, "manned", TIE, out=1, west={"upgrades": ("manned",)})
simple("EX-061", Y, "rapid", "corvette_empire", west={"upgrades": ("locked",)})
simple("EX-062", Y, "linked", "corvette_empire", west={"upgrades": ("locked",)})
simple("EX-064", X, "lock", X, 14, west={"upgrades": ("aft",)})
simple("EX-065", X, "lock", Y, 14, west={"upgrades": ("aft",)})
simple("EX-066", X, "lock", "vader_squadron", 14, west={"upgrades": ("aft",)})
simple("EX-068", X, "lock", TIE, west={"upgrades": ("aft",)}, change=bank)
simple("EX-069", Y, "run", "corvette_empire")
simple("EX-070", X, "run", "corvette_empire", west={"upgrades": ("act",)})
simple("EX-072", Y, "run", "corvette_empire", 8)
simple("EX-073", "tie_bomber", "run", CORVETTE)
simple("EX-074", Y, "run", "corvette_empire", 10)
simple("EX-084", CORVETTE, "turret1", TIE, change=scrambled(1, True))
simple("EX-085", CORVETTE, "turret1", TIE, change=scrambled(3, True))
simple("EX-092", X, "rapid", TIE, change=panicked)
simple("EX-094", X, "rapid", "vader_squadron", east={"upgrades": ("vader",), "men": 1})
simple("EX-096", "millennium_falcon", "turret1", TIE, out=3)
simple("EX-105", X, "lock", "millennium_falcon", 14, west={"upgrades": ("aft",)})
simple("EX-106", CORVETTE, "turret1", TIE, 9, change=disrupted)
simple("EX-107", CORVETTE, "turret1", TIE, 9, change=scrambled(1))
simple("EX-108", Y, "manned", TIE, out=1, west={"upgrades": ("manned",)}, change=still(0))
simple("EX-111", CORVETTE, "right", TIE, out=5, west={"upgrades": ("side",)})


@case("EX-093")
def surplus_hits_do_not_reach_vader() -> dict[str, Any]:
    state = stage([craft(X)], [craft("vader_squadron", 1, facing=3, upgrades=("vader",))])
    odds = b.quote(state, "rapid")
    assert len(odds.main.chances) == 4 and odds.main.expected == Fraction(107, 81)
    return matchup(X, "rapid", "vader_squadron", east={"upgrades": ("vader",)}) | {
        "expected": str(b.hits(odds))
    }


@case("EX-021")
def four_hits_on_a_full_x_wing_flight() -> dict[str, Any]:
    pmf = thinned((*[Fraction(0)] * 4, Fraction(1)), 1 - reach(5))
    return {"pmf": [str(p) for p in pmf], "p_all": str(pmf[4])}


@case("EX-022")
def three_hits_on_a_full_y_wing_flight() -> dict[str, Any]:
    return {"pmf": [str(p) for p in capped(thinned((*[Fraction(0)] * 3, Fraction(1)), 1 - reach(4)), 4)]}


@case("EX-024")
def a_destroyed_craft_still_fires() -> dict[str, Any]:
    state = stage([craft(X)], [craft(TIE, 2, facing=3)])
    b.shoot(state, "rapid", [6, 6, 6, 6])
    return {"dice": len(b.shoot(state, "rapid", [1] * 4, unit=1, target=0)[0][6])}


@case("EX-025")
def four_dice_and_saves() -> dict[str, Any]:
    pmf = thinned(binomial(4, 1, 2), 1 - reach(5))
    return {"pmf": [str(p) for p in pmf], "expected": str(sum(n * p for n, p in enumerate(pmf)))}


@case("EX-026")
def the_least_that_is_flown() -> dict[str, Any]:
    return {"minimum": [minimum(movement_) for movement_ in (3, 4, 5, 6, 7)]}


@case("EX-028")
def no_turn_without_a_hex_to_fly() -> dict[str, Any]:
    return {"legal": (3, 0, 1) in b.moves(stage([craft(Y)], [craft(TIE, 9)]))}


@case("EX-029")
def no_two_facings_before_one_hex() -> dict[str, Any]:
    ends = b.moves(stage([craft(X)], [craft(TIE, 9)]))
    return {"legal": (0, -4, 2) in ends or (0, -1, 2) in ends}


@case("EX-030")
def sharper_turns_by_crew() -> dict[str, Any]:
    wests = [craft(X), craft("vader_squadron"), craft("vader_squadron", upgrades=("vader",), men=1)]
    needed = [movement.sharp_needed(stage([west], [craft(Y, 9)]), 0, 2) for west in wests]
    return {"p": [str(reach(one)) for one in needed]}


def three_left(face: int) -> dict[str, Any]:
    state = stage([craft(X)], [craft(TIE, 9)])
    b.fly(state, orders.sharp(0, 0, 0, 0, 1, 3), [face])
    hexes, facings, _ = state.left or (0, 0, 0)
    return {
        "end": [*b.axial(state.pos[0]), state.face[0]], "left_hexes": hexes, "left_facings": facings,
    }  # fmt: skip


CASES["EX-032"] = lambda: three_left(4)
CASES["EX-033"] = lambda: three_left(5)


@case("EX-034")
def no_more_facings_than_movement() -> dict[str, Any]:
    choices = movement.choices(stage([craft(Y)], [craft(TIE, 9)]), 0)
    after_a_turn = [one for one in choices if one & 15 == orders.SHARP and orders.sharp_parts(one)[1] == 1]
    return {"legal": any(orders.sharp_parts(one)[5] == 3 for one in after_a_turn)}


@case("EX-036")
def an_immelmann_and_on() -> dict[str, Any]:
    ends = b.moves(stage([craft(TIE)], [craft(X, 9)]))
    return {"end": [3, -2, 2], "legal": (3, -2, 2) in ends}


@case("EX-037")
def no_immelmann_with_movement_two() -> dict[str, Any]:
    ends = b.moves(stage([craft("vt_49_decimator")], [craft(X, 9)]))
    return {"legal": any(facing == 3 for _, _, facing in ends)}


@case("EX-038")
def a_double_move() -> dict[str, Any]:
    ends = [q for q, r, facing in b.moves(stage([craft(TIE)], [craft(X, 0, 9)])) if r == 0 and facing == 0]
    far = [q for q in ends if q > 5]
    return {"min": min(far), "max": max(far)}


@case("EX-040")
def a_corvette_turns_moves_and_turns() -> dict[str, Any]:
    return {"legal": (1, -1, 2) in b.moves(stage([craft(CORVETTE)], [craft(TIE, 9)]))}


@case("EX-041")
def a_corvette_does_not_turn_thrice() -> dict[str, Any]:
    return {"legal": (0, 0, 3) in b.moves(stage([craft(CORVETTE)], [craft(TIE, 9)]))}


def order_of_sides(first: list[dict[str, Any]], second: list[dict[str, Any]]) -> str:
    state = stage(first, second)
    turn.start_movement(state, b.ScriptedDice([]), [])
    seats = ""
    while state.phase == 2:
        seats += "AB"[state.seat]
        unit = state.todo[state.seat][0]
        still = state.pos[unit] << 3 | state.face[unit]
        stay = orders.FULL_STOP if state.loadouts[unit].fighterlike else orders.move(5, 0, still & 7)
        turn.apply(state, state.seat, (unit, stay), b.ScriptedDice([1, 2]))
    return seats


@case("EX-042")
def sides_alternate() -> dict[str, Any]:
    five = [craft(X, 0, 2 * n) for n in range(5)]
    three = [craft(TIE, 15, 2 * n) for n in range(3)]
    return {"order": order_of_sides(five, three)}


@case("EX-121")
def an_outpost_has_no_place() -> dict[str, Any]:
    ships = [craft(CORVETTE, -9, 2 * n) for n in range(3)] + [craft("outpost", -5, 0)]
    return {"order": order_of_sides(ships, [craft(TIE, 9, 0), craft(TIE, 9, 2)])}


def arcs(difference: int, target_facing: int) -> dict[str, Any]:
    return {
        "firer_arc": FRONT_GUNS[relative(difference, 0)],
        "angle": ANGLE[relative(-difference, target_facing)],
    }


CASES["EX-044"] = lambda: arcs(b.at(1, 1) - b.ORIGIN, 3)
CASES["EX-045"] = lambda: arcs(b.at(0, 3) - b.ORIGIN, 5)
CASES["EX-046"] = lambda: arcs(b.at(3, -1) - b.ORIGIN, 0)


@case("EX-057")
def medium_turbolasers_at_fifteen() -> dict[str, Any]:
    needed = 7 - 4 + attack.range_penalty(b.MEDIUM_TURBOLASER, 15)
    p = str(reach(needed))
    return {"needed": needed, "dice": 1, "effective": needed, "p_hit": p, "p_effect": p, "expected": p}


@case("EX-058")
def the_left_side_turret() -> dict[str, Any]:
    found = []
    for sextant in (0, 2, 3, 5):
        west = craft(CORVETTE, facing=b.through(sextant), upgrades=("side",))
        found.append(b.may_fire(stage([west], [craft(TIE, 2)]), "left"))
    return {"legal": found}


def after_damage(points: int) -> State:
    state = stage([craft("tie_bomber")], [craft(CORVETTE, 3), craft(X, 15)])
    number_of_hits, rest = divmod(points, 10)
    b.pend(state, "run", number_of_hits)
    for _ in range(rest):
        b.pend(state, "rapid", 1)
    b.end_phase(state)
    return state


@case("EX-076")
def thirty_five_damage() -> dict[str, Any]:
    state = after_damage(35)
    return {"shield": state.shield[1], "hull": state.hull[1]}


@case("EX-077")
def four_torpedoes() -> dict[str, Any]:
    state = after_damage(40)
    return {"destroyed": state.status[1] == DESTROYED and state.shield[1] == 0}


@case("EX-078")
def shields_never_pass_their_full_figure() -> dict[str, Any]:
    state = stage([craft("outpost")], [craft(TIE, 9)])
    state.shield[0] = 35
    b.end_phase(state)
    return {"shield": state.shield[0]}


def ion_duel(shield: int = 0) -> State:
    state = stage([craft(Y, upgrades=("ion",))], [craft("corvette_empire", 3), craft(TIE, 15)])
    state.shield[1] = shield
    return state


@case("EX-080")
def ions_on_shields_first() -> dict[str, Any]:
    state = ion_duel(6)
    b.pend(state, "ion", 3)
    return {"rolls": b.kinds(b.end_phase(state, [1])).count("ion")}


@case("EX-081")
def seven_ion_hits_before() -> dict[str, Any]:
    state = ion_duel()
    states.ion_of(state, 1).hits = 7
    b.pend(state, "ion", 2)
    plus = {event[3] for event in b.end_phase(state, [1, 1]) if event[0] == "ion"}
    return {"modifier": plus.pop() if len(plus) == 1 else None}


@case("EX-082")
def a_disabled_ship_with_twelve_hits() -> dict[str, Any]:
    state = ion_duel()
    states.ion_of(state, 1).hits, states.ion_of(state, 1).disabled = 12, True
    b.pend(state, "ion", 1)
    found = [event for event in b.end_phase(state, [1, 3]) if event[0] == "ion"]
    return {"result": found[0][4] if found[0][5] == 0 else None}


@case("EX-086")
def a_heavy_freighter_without_engine() -> dict[str, Any]:
    state = stage([craft("heavy_freighter")], [craft(TIE, 9)])
    states.ion_of(state, 0).engine = 1
    return {"disabled": states.is_disabled(state, 0)}


@case("EX-088")
def repairs_plain_and_scrambled() -> dict[str, Any]:
    state = stage([craft(CORVETTE)], [craft(TIE, 9)])
    plain = damage.repair_needed(state, 0)
    states.ion_of(state, 0).scrambled = 1
    return {"p": [str(reach(plain)), str(reach(damage.repair_needed(state, 0)))]}


@case("EX-089")
def the_first_repair_roll() -> dict[str, Any]:
    state = ion_duel()
    state.turn = 3
    b.pend(state, "ion", 1)
    first = b.end_phase(state, [6])
    second = b.end_phase(state, [4])
    scrambled_in = state.turn if states.ion_of(state, 1).scrambled else None
    rolled = "repair" not in b.kinds(first) and "repair" in b.kinds(second) and scrambled_in == 5
    return {"turn": 4 if rolled else None}


def vader(distance: int, out: int) -> list[tuple[int, int, int]]:
    west = craft("vader_squadron", facing=b.through(out), upgrades=("vader",))
    state = stage([west], [craft(X, distance, facing=3)])
    return attack.rolls(state, 0, state.loadouts[0].modes[0], 1)


@case("EX-090")
def vader_and_his_wingmen() -> dict[str, Any]:
    wingmen, himself = vader(1, 0)
    assert (wingmen[1], himself[1]) == (3, 1)
    return {"wingmen": wingmen[0], "vader": himself[0]}


@case("EX-109")
def vader_through_the_side() -> dict[str, Any]:
    wingmen, himself = vader(8, 5)
    return {"wingmen": wingmen[0], "wingmen_dice": wingmen[1], "vader": himself[0], "vader_dice": himself[1]}


@case("EX-097")
def a_squadron_with_torpedoes() -> dict[str, Any]:
    return {"cost": muster.total({"units": [{"craft": X, "upgrades": ["act"]}] * 3})}


@case("EX-098")
def a_y_wing_with_turret_and_swap() -> dict[str, Any]:
    return {"cost": muster.price({"craft": Y, "upgrades": ["manned", "swap"]})}


@case("EX-100")
def a_convoy_of_a_hundred_points() -> dict[str, Any]:
    light, heavy = convoy(100)
    need = next(n for n in range(99) if n >= victory.THREE_QUARTERS * (light + heavy))
    return {"light": light, "heavy": heavy, "need": need}


def raid(raiders: int, freighters: int) -> State:
    return stage(
        [craft(X, 0, n) for n in range(raiders)],
        [craft("light_freighter", 9, n, role="convoy", free=True) for n in range(freighters)],
        "convoy_raid",
    )


@case("EX-101")
def both_conditions_of_a_raid() -> dict[str, Any]:
    state = raid(6, 15)
    for unit in (*range(3), *range(6, 18)):
        state.status[unit] = DESTROYED
    outcome = victory.end_of_turn(state, [])
    return {"result": "draw" if outcome and outcome.winner is None else outcome}


@case("EX-102")
def an_outpost_at_too_high_a_price() -> dict[str, Any]:
    state = stage(
        [craft(X, 0, n) for n in range(4)], [craft("outpost", 9, role="outpost")], "outpost_assault"
    )
    for unit in (0, 1, 2, 4):
        state.status[unit] = DESTROYED
        state.men[unit] = 0
    outcome = victory.end_of_turn(state, [])
    return {"result": "draw" if outcome and outcome.winner is None else outcome}


@case("EX-104")
def a_sharper_turn_that_might_not_end() -> dict[str, Any]:
    state = stage([craft(X)], [craft(TIE, 4, -1)])
    return {"legal": orders.sharp(3, 0, 3, 0, 1, 2) in movement.choices(state, 0)}


@case("EX-110")
def points_of_vaders_flight() -> dict[str, Any]:
    state = stage([craft("vader_squadron", upgrades=("vader",))], [craft(X, 9)])
    state.men[0] = 1
    return {"points": victory.points_lost(state, 0), "units": victory.units_lost(state, 0)[0]}


@case("EX-112")
def a_tie_at_a_corvette_in_both_modes() -> dict[str, Any]:
    both = [matchup(TIE, mode, CORVETTE) for mode in ("rapid", "linked")]
    return {key: [one[key] for one in both] for key in ("needed", "expected_damage")}


@case("EX-113")
def a_run_or_a_snap_shot() -> dict[str, Any]:
    run = matchup(Y, "run", "corvette_empire", 4, change=bank)
    snap = matchup(Y, "snap", "corvette_empire", 4, out=1, change=bank)
    assert run["legal"] and snap["legal"] and not matchup(Y, "run", "corvette_empire", 4, out=1)["legal"]
    return {key: [one[key] for one in (run, snap)] for key in ("needed", "dice")}


@case("EX-114")
def the_hit_being_rolled_does_not_count() -> dict[str, Any]:
    state = ion_duel()
    states.ion_of(state, 1).hits = 4
    b.pend(state, "ion", 2)
    return {"modifiers": [event[3] for event in b.end_phase(state, [1, 1]) if event[0] == "ion"]}


@case("EX-115")
def disabled_counts_for_the_next_hit() -> dict[str, Any]:
    state = ion_duel()
    b.pend(state, "ion", 2)
    return {"results": [event[4] for event in b.end_phase(state, [6, 5]) if event[0] == "ion"]}


@case("EX-116")
def mending_an_engine_frees_a_freighter() -> dict[str, Any]:
    state = stage([craft("heavy_freighter"), craft(X, 0, 5)], [craft(TIE, 15)])
    states.ion_of(state, 0).engine = 1
    b.end_phase(state, [4])
    return {
        "movement": movement_now(state, 0),
        "disabled": states.is_disabled(state, 0),
        "scrambled": bool(states.ion_of(state, 0).scrambled),
    }


@case("EX-117")
def freighters_by_the_wrong_edge() -> dict[str, Any]:
    state = raid(6, 15)
    for unit in range(6, 15):
        state.status[unit] = DESTROYED
    for unit, edge in ((15, 2), (16, 2), (17, 0), (18, 1), (19, 3)):
        state.status[unit], state.gone[unit] = WITHDRAWN, edge
    outcome = victory.end_of_turn(state, [])
    return {
        "counted": victory.freighters_destroyed(state),
        "met": outcome is not None and outcome.winner == 0,
    }


@case("EX-118")
def docking_with_the_hostages() -> dict[str, Any]:
    west = [
        craft(CORVETTE, 1, 0, role="transport"),
        craft("outpost", 0, 0, role="station", free=True, unarmed=True),
    ]
    state = stage(west, [craft(TIE, 12)], "hostages", clock=3)
    while state.outcome is None:
        b.end_phase(state)
    return {"turn": state.turn if state.outcome.winner == 0 else None}


@case("EX-119")
def one_secondary_aim() -> dict[str, Any]:
    east = [craft(TIE, 9, n, role="garrison") for n in range(3)]
    yard, prize = craft("outpost", 5, role="outpost"), craft("corvette_empire", 1, role="prize", free=True)
    west = [craft(CORVETTE, 0, role="transport"), craft(Y, 0, 5)]
    state = stage(west, [*east, yard, prize], "starship_theft")
    state.men[2] = state.men[3] = 0
    state.men[4] = 3
    b.end_phase(state)
    b.end_phase(state)
    assert state.outcome is not None and state.outcome.grade == "major victory"
    return {"secondaries": victory.secondaries(state)}


def capture(faces: list[int]) -> int | None:
    state = stage([craft(CORVETTE)], [craft("corvette_empire", 1), craft(TIE, 15)])
    state.turn = 3
    state.shield[1] = 0
    states.ion_of(state, 1).disabled = True
    state.turn = 4
    for face in faces:
        turn_now = state.turn
        if "captured" in b.kinds(b.end_phase(state, [face])):
            return turn_now
    return None


@case("EX-120")
def capturing_a_disabled_corvette() -> dict[str, Any]:
    assert capture([2, 4]) is None
    return {"turn": capture([2, 2])}


def test_every_example_has_its_case():
    assert set(CASES) == {example["id"] for example in EXAMPLES}


def test_the_opposed_roll_is_worked_out_over_all_pairs():
    assert opposed(0, 1) == Fraction(10, 36)
    assert plans.straight(b.MAP, 4, b.ORIGIN << 3) == (orders.move(0, 3, 0), b.at(3, 0))
