"""Task forces, and units that are bought beside them (RA-006, RA-180 … RA-184, RA-188). Nothing here changes
a state.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from league.kernel.refusal import Finding, refuse_if
from missions.battles.systems.red_alert.engine.scenarios import Battle
from missions.battles.systems.red_alert.engine.units import BY_ID, DATA, FIGHTER, FIGURES, TYPES, UnitType

FULL = 100
"""Points of a task force. Those that its card leaves may be spent (RA-180)."""
MOST_OVER = 2
"""Points that a purchase may go over, each for a star (RA-183)."""
MOST_UNDER = 2
"""Stars at most that a side gains for points that it does not spend (RA-183)."""


@dataclass(frozen=True, slots=True)
class TaskForce:
    """A task force card: its number, its name, its units."""

    number: int
    title: str
    units: tuple[UnitType, ...]

    @property
    def points(self) -> int:
        """Cost of all its units."""
        return cost(self.units)

    @property
    def left(self) -> int:
        """Points that it leaves to be spent."""
        return FULL - self.points


def _read() -> dict[int, TaskForce]:
    with (DATA / "task_forces.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {
        int(row["number"]): TaskForce(
            int(row["number"]),
            row["title"],
            tuple(unit for unit in TYPES for _ in range(int(row[unit.id]))),
        )
        for row in rows
    }


TASK_FORCES: Mapping[int, TaskForce] = MappingProxyType(_read())
"""The twelve cards by number."""


def cost(units: Iterable[UnitType]) -> int:
    """Points that units cost together."""
    return sum(unit.cost for unit in units)


def allowance(battle: Battle, side: int, card: int | None) -> int:
    """Points that a side may spend: those of the battle, and what its card leaves (RA-181)."""
    return battle.support[side] + (TASK_FORCES[card].left if card is not None else 0)


def stars_for(allowed: int, spent: int) -> int:
    """Stars that a side gains, or loses if it is negative, for a purchase that does not fit (RA-183).

    Raises Refusal for one that goes too far over.
    """
    refuse_if(_too_dear(allowed, spent))
    return allowed - spent if spent > allowed else min(allowed - spent, MOST_UNDER)


def _too_dear(allowed: int, spent: int) -> Iterator[Finding]:
    if spent > allowed + MOST_OVER:
        text = (
            f"These units cost {spent} points, but {allowed} may be spent and {allowed + MOST_OVER} at most."
        )
        yield _wrong("points", text, "RA-183")


def _wrong(code: str, text: str, rule: str) -> Finding:
    return Finding(f"fleet.{code}", text, rule, about="force")


# --- limits of a fleet ------------------------------------------------------------------------------


def faults(units: Sequence[UnitType]) -> Iterator[Finding]:
    """Everything that is wrong with a whole fleet: more than the markers and figures of a faction make up,
    or more fighter units than others (RA-004, RA-006, RA-182).
    """
    yield from shortages(units)
    fighters = sum(unit.symbol == FIGHTER for unit in units)
    others = len(units) - fighters
    if fighters > others:
        text = f"A fleet with {others} other units has {others} fighter units at most, not {fighters}."
        yield _wrong("fighters", text, "RA-182")


def shortages(units: Iterable[UnitType]) -> Iterator[Finding]:
    """Markers and figures that a faction does not have enough of for these units (RA-004 … RA-006)."""
    count, figures = Counter[str](), Counter[str]()
    for unit in units:
        count[unit.id] += 1
        figures.update(unit.pool)
    for id_, needed in count.items():
        if needed > BY_ID[id_].markers:
            most = BY_ID[id_].counted(BY_ID[id_].markers)
            text = f"A faction fields {most} at most, and this fleet has {needed}."
            yield _wrong("markers", text, "RA-004")
    for figure, needed in figures.items():
        if needed > FIGURES[figure]:
            named = figure.replace("_", " ")
            text = f"These units need {needed} {named} figures, and a faction has {FIGURES[figure]}."
            yield _wrong("figures", text, "RA-006")


def check(units: Sequence[UnitType]) -> None:
    """Raises Refusal with all `faults` of a fleet if it has any."""
    refuse_if(faults(units))


# --- task force and purchase ------------------------------------------------------------------------


def findings(battle: Battle, side: int, card: int | None, bought: Sequence[str]) -> list[Finding]:
    """Everything that is wrong with a task force and a purchase."""
    if bool(battle.task_force) != (card is not None) or (card is not None and card not in TASK_FORCES):
        text = (
            "This battle has no task force cards." if not battle.task_force else "Choose a task force card."
        )
        return [_wrong("card", text, "RA-180")]
    if unknown := [each for each in bought if each not in BY_ID or not BY_ID[each].sold]:
        return [_wrong("unit", f"“{unknown[0][:20]}” is not for sale.", "RA-181")]
    if bought and not battle.support[side]:
        return [_wrong("support", "This side buys no units in this battle.", "RA-181")]
    spent = cost(BY_ID[each] for each in bought)
    placed = [unit for unit, _ in battle.units[side]]
    return [
        *_too_dear(allowance(battle, side, card), spent),
        *faults([*_units(card, bought), *placed]),
    ]


def _units(card: int | None, bought: Iterable[str]) -> list[UnitType]:
    return [*(TASK_FORCES[card].units if card is not None else ()), *(BY_ID[each] for each in bought)]


def fleet(battle: Battle, side: int, card: int | None, bought: Sequence[str]) -> list[UnitType]:
    """The units that a side brings, without those that are on the map already: its task force and what it has
    bought. Raises Refusal for a fleet that breaks a rule.
    """
    refuse_if(findings(battle, side, card, bought))
    return _units(card, bought)


def stars(battle: Battle, side: int, card: int | None, bought: Sequence[str]) -> int:
    """Stars that a side begins with (RA-043, RA-183); a side that may not buy has those of the battle."""
    if not battle.support[side]:
        return battle.stars[side]
    spent = cost(BY_ID[each] for each in bought)
    return max(0, battle.stars[side] + stars_for(allowance(battle, side, card), spent))
