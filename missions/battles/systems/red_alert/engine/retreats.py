"""The ways on which a unit may retire (RA-110 … RA-116).

A retire is a path of hexes, each in the row nearer to the owner's baseline. Nothing here changes a state.
"""

from __future__ import annotations

from collections.abc import Iterator

from missions.battles.systems.red_alert.engine.field import APART, HOMEWARD
from missions.battles.systems.red_alert.engine.state import State
from missions.battles.systems.red_alert.engine.units import FIGHTER

HEXES_PER_ALERT = 2
"""Hexes to retire for each red alert (RA-110)."""

Path = tuple[int, ...]
"""Hexes of a retire in their order, the last one empty; () if the unit cannot leave its hex."""


def paths(state: State, unit: int, length: int) -> list[Path]:
    """Every way to retire so many hexes: of all that lead home, those that complete the most (RA-116).

    A way may lead through units, but ends on its last empty hex; debris and edges end it (RA-113, RA-115).
    Asteroids and planets do not (RA-114, RA-155).
    """
    found = set(_ways(state, unit, length))
    most = max(map(len, found))
    return sorted(way for way in found if len(way) == most)


def may_leave(state: State, unit: int, length: int) -> bool:
    """Whether a retire of so many hexes leads a unit out of its hex: `paths` has a way with a hex."""
    homeward, ahead = HOMEWARD[state.table.owners[unit]], {state.place[unit]}
    for _ in range(length):
        ahead = {each for here in ahead for each in homeward[here] if not state.debris >> each & 1}
        if any(not state.taken >> each & 1 for each in ahead):
            return True
    return False


def _ways(state: State, unit: int, length: int) -> Iterator[Path]:
    """Every way, cut off behind its last empty hex."""
    homeward = HOMEWARD[state.table.units[unit].side]
    waiting: list[tuple[Path, int]] = [((), state.place[unit])]
    while waiting:
        way, here = waiting.pop()
        ahead = [each for each in homeward[here] if not state.debris >> each & 1]
        if len(way) == length or not ahead:
            yield _cut(state, way)
            continue
        waiting += [((*way, each), each) for each in ahead]


def _cut(state: State, way: Path) -> Path:
    end = len(way)
    while end and state.taken >> way[end - 1] & 1:
        end -= 1
    return way[:end]


def may_disregard(state: State, unit: int, hits: int, alerts: int) -> bool:
    """Whether a unit may ignore a red alert for nothing: a flagship, or one that stands beside its own
    (RA-117, RA-118).
    """
    battle, here = state.table.battle, state.place[unit]
    features = battle.asteroids & ~state.debris | battle.planet_hexes
    if hits < 1 or alerts != 1 or features >> here & 1 or state.is_marked(unit):
        return False
    if state.table.units[unit].type.flagship:
        return True
    return any(not state.is_marked(flagship) for flagship in _own_flagships_beside(state, unit))


def _own_flagships_beside(state: State, unit: int) -> Iterator[int]:
    units, side = state.table.units, state.table.units[unit].side
    for other in state.on_field(side):
        if units[other].type.flagship and APART[state.place[other]][state.place[unit]] == 1:
            yield other


def may_repair(state: State, unit: int, hits: int, alerts: int) -> bool:
    """Whether stars may cancel a red alert: the only one, with a hit, on no fighter (RA-119)."""
    return hits >= 1 and alerts == 1 and state.table.units[unit].type.symbol != FIGHTER
