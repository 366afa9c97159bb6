"""Worth of the poses in which a move can end, in points, for the greedy bot.

A hunter's pose is worth the best expected shot from it, less the shots it invites and the way to the nearest
enemy, from the odds of each pair of poses, worked out once for each pair of craft. Units with a task go by
it, unarmed ones keep away, and those that flee make for the nearest edge (`tasks`).
"""

from __future__ import annotations

from bisect import bisect_left as bisect
from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from itertools import repeat
from operator import add, mul, sub
from typing import Protocol

from missions.battles.engine.contract import Choice
from missions.battles.engine.hexes import DISTANCE, EAST, rotated
from missions.battles.systems.fighters.bots import tasks, turns
from missions.battles.systems.fighters.bots.matchups import Matchup, matchup, weight
from missions.battles.systems.fighters.engine import attack, orders
from missions.battles.systems.fighters.engine.plans import Open, Whole
from missions.battles.systems.fighters.engine.state import CONVOY, DOUBLE, State

HOPE = 0.1
"""Worth of a shot at an enemy that has not moved yet, beside a sure one."""
WORRY = 0.3
"""Weight of a shot of an enemy that has not moved yet, beside a sure one."""
APPROACH = 0.02
"""Points for each hex nearer to the nearest enemy."""
CARE = 0.1
"""Weight of an invited shot for a freighter, which is to run and not to dodge."""
STOPPING = 0.3
"""Cost of a full stop beside flying on."""
DOUBLING = 0.7
"""Cost of a double move beside an ordinary one (FH-076)."""
AWAY = -1000.0
SAVED, FLED = 100.0, 50.0
"""Worth of a freighter's exit, and of leaving for units that flee."""
CLOSE = 7
"""Hexes to an enemy that has moved within which sharper turns are thought of."""
MOST_ROWS, MOST_REACHES = 30_000, 3000
"""Pairs of rows of about a hundred numbers that are kept, and of three hundred: some 70 MB at most."""
FLOWN, DOUBLED = 7 << 4, DOUBLE << 4
"""The bits of a move that hold its style; a double move there."""


class Poses(Protocol):
    """Poses as `step · 8 + facing`, steps counted from where the unit is."""

    poses: list[int]

    def __hash__(self) -> int: ...


class Sheet:
    """A list of choices read for rating: how many moves come first, their poses (and that of a full stop at
    the end of the list), which of them are double moves. Sharper turns and a stop come after the moves;
    `rest` rates those for a hunter.
    """

    __slots__ = ("count", "doubled", "poses", "rest", "stops")

    def __init__(self, choices: Sequence[Choice], facing: int) -> None:
        self.count = bisect(choices, True, key=_is_no_move)
        self.rest = [_beside(choice, "", False) for choice in choices[self.count :]]
        moves = choices[: self.count]
        self.doubled = [number for number, move in enumerate(moves) if move & FLOWN == DOUBLED]
        self.stops = choices[-1] == orders.STOP
        self.poses = [move >> 7 for move in moves] + [facing] * self.stops


def _is_no_move(choice: Choice) -> bool:
    return choice & 15 != orders.MOVE


def _sheet(choices: Sequence[Choice], facing: int) -> Sheet:
    """Kept with a plan's choices, which all begin with the same facing."""
    if not isinstance(choices, Whole):
        return Sheet(choices, facing)
    if choices.sheet is None:
        choices.sheet = Sheet(choices, facing)
    found: Sheet = choices.sheet
    return found


def rated(state: State, seat: int, unit: int, choices: Sequence[Choice]) -> list[float]:
    """The rating of each choice of a move, in points.

    Rated for all choices of the plan; those that are not open now are left out afterwards.
    """
    whole = choices.whole if isinstance(choices, Open) else choices
    sheet = _sheet(whole, state.face[unit])
    flees = tasks.flees(state, seat, unit)
    found = _fleeing(state, seat, unit, sheet) if flees else _worth(state, seat, unit, sheet)
    stopped = found.pop() - STOPPING if sheet.stops else AWAY
    for number in sheet.doubled:
        found[number] -= DOUBLING
    role = state.fixed.units[unit].role
    if role or flees:
        found += [_beside(choice, role, flees) for choice in whole[sheet.count :]]
    else:
        found += sheet.rest
    if sheet.stops:
        found[-1] = stopped
    if isinstance(choices, Open):
        found = choices.cut(found)
    if not flees and not role and state.left is None and _is_close(state, seat, unit):
        _try_turns(state, seat, unit, choices, found)
    return found


def _beside(choice: Choice, role: str, flees: bool) -> float:
    """The rating of what is no move: leaving, sharper turns, free turns."""
    if choice & 15 != orders.LEAVE:
        return AWAY + 1
    if role == CONVOY and choice == orders.leave(EAST):
        return SAVED
    return FLED if flees else AWAY


def _is_close(state: State, seat: int, unit: int) -> bool:
    """Whether an enemy that has moved is so near that a sharper turn may bring a shot."""
    here, waiting = state.pos[unit], state.todo[1 - seat]
    if not state.loadouts[unit].fighterlike or not state.loadouts[unit].modes:
        return False
    return any(
        DISTANCE[state.pos[foe] - here] <= CLOSE for foe in attack.targets(state, seat) if foe not in waiting
    )


def _try_turns(state: State, seat: int, unit: int, choices: Sequence[Choice], found: list[float]) -> None:
    """Rates the best sharper turn by its odds; the others stay as they are (FH-074)."""
    whole, facing, plain = state.loadouts[unit].allowance, state.face[unit], max(found)
    level = turns.reach(whole, 0)
    if _best_shot(state, seat, unit, level) < plain + turns.WORTH:
        return
    worth = _worth(state, seat, unit, level, facing)
    listed = list(choices)
    chosen = turns.best(state, unit, turns.reach(whole, facing), worth, plain, listed.__contains__)
    if chosen:
        found[listed.index(chosen[0])] = chosen[1]


def _best_shot(state: State, seat: int, unit: int, level: Poses) -> float:
    """The best shot that any of the poses has, seen with the unit facing east."""
    loadouts, men, facing = state.loadouts, state.men, state.face[unit]
    here, loadout, waiting = state.pos[unit], loadouts[unit], state.todo[1 - seat]
    best = 0.0
    for foe in attack.targets(state, seat):
        against = matchup(loadout, loadouts[foe], (state.face[foe] - facing) % 6)
        most = _most(level, against, rotated(state.pos[foe] - here, -facing) << 3)
        best = max(best, most * weight(state, foe) * (HOPE if foe in waiting else 1.0))
    return best * men[unit] / loadout.craft


# --- what poses are worth ---------------------------------------------------------------------------


def _worth(state: State, seat: int, unit: int, sheet: Poses, turned: int = 0) -> list[float]:
    """Of each pose, for what the unit is there for. The poses count from a map that is turned to the right by
    so many facings.
    """
    shots, risk, way = _sums(state, seat, unit, sheet, turned)
    if tasks.is_bound(state, unit):
        here, care = state.pos[unit], CARE if state.fixed.units[unit].role == CONVOY else 1.0
        return [
            shot - care * invited + tasks.goal(state, unit, here + (pose >> 3), pose & 7)
            for pose, shot, invited in zip(sheet.poses, shots, risk, strict=True)
        ]
    if tasks.is_harmless(state, unit):
        return list(map(sub, way, risk))
    return list(map(sub, shots, map(add, risk, way)))


def _fleeing(state: State, seat: int, unit: int, sheet: Poses) -> list[float]:
    """Nearer to the nearest edge, out of the way of shots."""
    here, (_, risk, _) = state.pos[unit], _sums(state, seat, unit, sheet)
    return [
        -invited - tasks.to_edge(state, here + (pose >> 3))
        for pose, invited in zip(sheet.poses, risk, strict=True)
    ]


def _sums(
    state: State, seat: int, unit: int, sheet: Poses, turned: int = 0
) -> tuple[Iterable[float], Iterable[float], Iterable[float]]:
    """By pose: the best shot from it, all shots that it invites, and the way to the nearest enemy."""
    loadouts, pos, face, men = state.loadouts, state.pos, state.face, state.men
    loadout, here, waiting = loadouts[unit], pos[unit], state.todo[1 - seat]
    nearest, far = 0, 99.0
    dear = weight(state, unit)
    shots: list[Iterable[float]] = []
    risks: list[Iterable[float]] = []
    rows = _rows if isinstance(sheet, Sheet) else _reached
    for foe in attack.targets(state, seat):
        aim = loadouts[foe]
        away = rotated(pos[foe] - here, -turned) if turned else pos[foe] - here
        counts = weight(state, foe)
        if counts and DISTANCE[away] / counts < far:
            nearest, far = away, DISTANCE[away] / counts
        mine, back = rows(sheet, matchup(loadout, aim, (face[foe] - turned) % 6), away << 3)
        unseen = foe in waiting
        sure = counts * (HOPE if unseen else 1.0) * men[unit] / loadout.craft
        worst = dear * (WORRY if unseen else 1.0) * men[foe] / aim.craft
        shots.append(map(mul, mine, repeat(sure)))
        risks.append(map(mul, back, repeat(worst)))
    if not shots:
        none = [0.0] * len(sheet.poses)
        return none, none, none
    best = map(max, *shots) if len(shots) > 1 else shots[0]
    return best, reduce(_added, risks), _ways(sheet, nearest << 3)


def _added(first: Iterable[float], second: Iterable[float]) -> Iterable[float]:
    return map(add, first, second)


def _row(sheet: Poses, against: Matchup, base: int) -> tuple[list[float], list[float]]:
    """By pose: what the craft takes, and what it is to lose, where the other is `base / 8` away."""
    keys = [pose - base for pose in sheet.poses]
    shots, back = against.shots, against.back
    return [shots[key] for key in keys], [back[key] for key in keys]


_rows = lru_cache(maxsize=MOST_ROWS)(_row)
_reached = lru_cache(maxsize=MOST_REACHES)(_row)


@lru_cache(maxsize=MOST_REACHES)
def _most(sheet: Poses, against: Matchup, base: int) -> float:
    """The most that the craft takes from any of the poses."""
    return max(_reached(sheet, against, base)[0])


@lru_cache(maxsize=MOST_ROWS)
def _ways(sheet: Poses, base: int) -> list[float]:
    """Cost of the way to an enemy from each pose."""
    return [APPROACH * DISTANCE[(pose - base) >> 3] for pose in sheet.poses]
