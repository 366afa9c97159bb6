"""Expected damage of one craft to another, in points, by how they stand to each other.

Worked out once for each pair of craft and each pose: full strength, plain guns, no special effects.
"""

from __future__ import annotations

from collections.abc import Callable

from missions.battles.engine.arcs import CLOSED, relative
from missions.battles.engine.hexes import DISTANCE
from missions.battles.systems.fighters.engine import attack
from missions.battles.systems.fighters.engine.damage import straddler_damage
from missions.battles.systems.fighters.engine.loadouts import (
    ANGLE,
    FIGHTER,
    LOCK,
    RUN,
    STRADDLER,
    Loadout,
    Mode,
)
from missions.battles.systems.fighters.engine.state import CONVOY, OUTPOST, PRIZE, TRANSPORT, State

FREE = 10
"""Points that a ship without a price counts at least."""


def worth(loadout: Loadout, damage: int) -> float:
    """Points that one unsaved hit takes."""
    if loadout.kind == FIGHTER:
        return loadout.cost / loadout.craft
    whole = loadout.hits if loadout.kind == STRADDLER else loadout.hits + loadout.shield
    return max(loadout.cost, FREE) * min(1.0, damage / whole)


WEIGHTS = {TRANSPORT: 3.0, CONVOY: 2.0, OUTPOST: 2.0, PRIZE: 0.0}
"""Extra value of a unit that decides its battle, beyond its points; the prize must survive."""


def weight(state: State, unit: int) -> float:
    """Extra value of a unit beyond its points in this battle (FH-162, FH-163, FH-164, FH-166)."""
    return WEIGHTS.get(state.fixed.units[unit].role, 1.0)


def hit_worth(loadout: Loadout, mode: Mode) -> float:
    """Points that one unsaved hit of this weapon takes."""
    return worth(loadout, straddler_damage(mode) if loadout.kind == STRADDLER else mode.damage)


def _mean(loadout: Loadout, aim: Loadout, mode: Mode, difference: int, facing: int, towards: int) -> float:
    """Expected points of one full attack between two poses, nothing special going on."""
    own = mode.arc[relative(difference, facing)]
    distance = DISTANCE[difference]
    if own == CLOSED or aim.kind not in mode.targets or (mode.most_range and distance > mode.most_range):
        return 0.0
    angle = ANGLE[relative(-difference, towards)] if aim.fighterlike else 0
    evasion = aim.evasion + aim.crew.piloting if aim.fighterlike else 0
    needed = (
        7 - loadout.crew.gunnery - mode.bonus + angle + evasion + own + attack.range_penalty(mode, distance)
    )
    dice = (aim.craft if aim.kind == FIGHTER else 1) if mode.raking else mode.attacks or loadout.craft
    chance = dice * min(6, 7 - max(1, needed)) / 6 if needed <= 6 else 1 / 6
    save = 1 - (7 - aim.save) / 6 if aim.save and aim.fighterlike else 1.0
    return chance * save * hit_worth(aim, mode)


class PoseTable(dict[int, float]):
    """Expected points by pose, as `(hex − other hex) · 8 + facing`; worked out when first asked for."""

    __slots__ = ("_work",)

    def __init__(self, work: Callable[[int, int], float]) -> None:
        super().__init__()
        self._work = work

    def __missing__(self, pose: int) -> float:
        found = self[pose] = self._work(pose >> 3, pose & 7)
        return found


class Matchup:
    """One craft against another that has a certain facing, by the first one's pose as seen from the other:
    what the best plain attack of the first takes (`shots`), and what the other's takes from it (`back`).
    """

    __slots__ = ("back", "shots")

    def __init__(self, loadout: Loadout, foe: Loadout, towards: int) -> None:
        self.shots = PoseTable(lambda away, facing: _best(loadout, foe, -away, facing, towards))
        self.back = PoseTable(lambda away, facing: _best(foe, loadout, away, towards, facing))


def _best(loadout: Loadout, aim: Loadout, difference: int, facing: int, towards: int) -> float:
    """Expected points of the best attack between two poses; `difference` is target minus firer."""
    means = [
        _mean(loadout, aim, mode, difference, facing, towards)
        for mode in loadout.modes
        if mode.kind not in (LOCK, RUN)
    ]
    return max(means, default=0.0)


_MATCHUPS: dict[tuple[Loadout, Loadout, int], Matchup] = {}


def matchup(loadout: Loadout, foe: Loadout, towards: int) -> Matchup:
    """Shots between `loadout` and a foe of that facing."""
    found = _MATCHUPS.get((loadout, foe, towards))
    if found is None:
        found = _MATCHUPS[loadout, foe, towards] = Matchup(loadout, foe, towards)
    return found
