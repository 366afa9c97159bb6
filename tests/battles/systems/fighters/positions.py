"""Positions put together by hand, and what is asked of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from missions.battles.engine.contract import Event, Odds, Roll
from missions.battles.engine.dice import ScriptedDice
from missions.battles.engine.hexes import board, hex_at
from missions.battles.systems.fighters.engine import attack, movement, orders, shot_odds, turn
from missions.battles.systems.fighters.engine.loadouts import (
    ALL_ROUND,
    FIGHTER,
    MOUNT,
    STARSHIP,
    Mode,
    loadout,
)
from missions.battles.systems.fighters.engine.state import Fixed, State, Unit, new_state, place

X, Y, TIE, CORVETTE = "x_wing", "y_wing", "tie_fighter", "corvette_rebel"
MAP = board(40, 40)
ORIGIN = MAP.at(20, 20)
LOW = [1] * 400
HIGH = [6] * 400
MEDIUM_TURBOLASER = Mode(
    "medium", "medium turbolaser", MOUNT, STARSHIP, 1, 0, 0, ALL_ROUND,
    raking=True, step=5, free=3, vs_fighter=1, rule="FH-117",
)  # fmt: skip
"""No craft carries one and no damage is printed; only its range is a rule (FH-117)."""


def rapid_bonus(guns: int) -> int:
    """+1 for every doubling of the guns, rounded down (FH-098, FH-006)."""
    return guns.bit_length() - 1


def at(q: int, r: int) -> int:
    """The hex of axial coordinates counted from the middle of the map."""
    return ORIGIN + hex_at(q, r)


def axial(hex_: int) -> tuple[int, int]:
    """The other way round."""
    difference = hex_ - ORIGIN
    r = round(difference / 128)
    return difference - r * 128, r


def number(state: State, mode: str) -> int:
    """Number of the first unit's mode of that name."""
    return [one.id for one in state.loadouts[0].modes].index(mode)


def showing(sextant: int) -> int:
    """The facing of a target due east whose firer, at the origin, lies in that sextant of it."""
    return (3 - sextant) % 6


def through(sextant: int) -> int:
    """The facing of a firer at the origin that sees a target due east in that sextant."""
    return -sextant % 6


def craft(name: str, q: int = 0, r: int = 0, facing: int = 0, **more: Any) -> dict[str, Any]:
    """A unit for `stage`: `men`, `hull`, `upgrades`, `crew`, `role`, `free` if they matter."""
    return {"craft": name, "at": (q, r, facing), **more}


def stage(
    west: Sequence[dict[str, Any]],
    east: Sequence[dict[str, Any]],
    scenario: str = "free",
    turns: int = 12,
    clock: int = 0,
    **house: int,
) -> State:
    """A position in turn 1 with west to go first; units numbered west first."""
    lines = [(0, one) for one in west] + [(1, one) for one in east]
    units = tuple(_unit(seat, number, line) for number, (seat, line) in enumerate(lines))
    convoy = sum(unit.role == "convoy" for unit in units)
    zones = (frozenset(MAP.cells),) * len(units)
    state = new_state(Fixed(scenario, MAP, turns, units, zones, (0, 3), clock, convoy, **house))
    for number, (_, line) in enumerate(lines):
        q, r, facing = line["at"]
        place(state, number, at(q, r), facing)
    state.turn = 1
    return state


def _unit(seat: int, number: int, line: dict[str, Any]) -> Unit:
    made = loadout(line["craft"], tuple(line.get("upgrades", ())), line.get("crew", ""))
    if line.get("unarmed"):
        made = replace(made, modes=(), slots=0, sweep=0)
    men = line.get("men", made.craft if made.kind == FIGHTER else 1)
    label = f"{'WE'[seat]}{number + 1}"
    return Unit(
        seat, made, line.get("name", made.name), label, line.get("role", ""), 0,
        men, line.get("hull", made.hits), line.get("ref", ""), line.get("free", False),
    )  # fmt: skip


def shot(state: State, mode: str, unit: int = 0, target: int = 1) -> int:
    """The FIRE choice of a mode by its id."""
    modes = [one.id for one in state.loadouts[unit].modes]
    return orders.fire(modes.index(mode), target)


def may_fire(state: State, mode: str, unit: int = 0, target: int = 1) -> bool:
    """Whether that shot is legal."""
    return shot(state, mode, unit, target) in attack.choices(state, unit, [target])


def quote(state: State, mode: str, unit: int = 0, target: int = 1) -> Odds:
    """The odds of a shot."""
    found = shot_odds.of(state, (unit, shot(state, mode, unit, target)))
    assert found is not None
    return found


def roll(state: State, mode: str) -> Roll:
    """The dice of a shot at the only target."""
    return quote(state, mode).rolls[0]


def hits(odds: Odds) -> Fraction:
    """Expected successes, before saves."""
    return sum((n * p for n, p in enumerate(odds.successes)), Fraction(0))


def moves(state: State, unit: int = 0) -> set[tuple[int, int, int]]:
    """(q, r, facing) of every end that the unit may choose now."""
    state.phase = 2
    found = set()
    for choice in movement.choices(state, unit):
        if choice & 15 == orders.MOVE:
            pose = choice >> 7
            found.add((*axial(state.pos[unit] + (pose >> 3)), pose & 7))
    return found


def fly(state: State, choice: int, faces: Sequence[int] = (), unit: int = 0) -> list[Event]:
    """Carries one order of a move out."""
    out: list[Event] = []
    movement.apply(state, unit, choice, ScriptedDice(faces), out)
    return out


def shoot(state: State, mode: str, faces: Sequence[int], unit: int = 0, target: int = 1) -> list[Event]:
    """Fires once; the hits wait for the end phase."""
    out: list[Event] = []
    state.used = 0
    attack.apply(state, unit, shot(state, mode, unit, target), ScriptedDice(faces), out)
    return out


def pend(state: State, mode: str, count: int, unit: int = 0, target: int = 1) -> None:
    """Sets hits aside as if they had been rolled."""
    number = [one.id for one in state.loadouts[unit].modes].index(mode)
    state.pending.append((unit, number, target, count))


def end_phase(state: State, faces: Sequence[int] = (), more: Sequence[int] = (1, 2)) -> list[Event]:
    """Runs the end phase on scripted dice and into the next initiative (dice `more`)."""
    out: list[Event] = []
    turn.start_end(state, ScriptedDice([*faces, *more]), out)
    return out


def kinds(events: Sequence[Event]) -> list[str]:
    """The kinds of events."""
    return [event[0] for event in events]
