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
from operator import add, attrgetter, mul, sub
from typing import NamedTuple, Protocol

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
FAR = 99.0
"""Hexes to an enemy that counts for nothing."""
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
    level, foes = turns.reach(whole, 0), _foes(state, seat, unit, facing)
    likely = _likely(level, foes, plain + turns.WORTH)
    if not likely:
        return
    listed, worth = list(choices), Worth(level.poses, foes)
    chosen = turns.best(state, unit, turns.reach(whole, facing), likely, worth, plain, listed.__contains__)
    if chosen:
        found[listed.index(chosen[0])] = chosen[1]


def _likely(level: Poses, foes: Iterable[Foe], least: float) -> list[int]:
    """Places of the poses from which a shot is worth so much that the pose may be."""
    if least <= 0:
        return list(range(len(level.poses)))
    found: set[int] = set()
    for foe in foes:
        values, places = _ranked(level, foe.against, foe.base)
        for value, place in zip(values, places, strict=True):
            if value * foe.sure < least:
                break
            found.add(place)
    return sorted(found)


# --- what poses are worth ---------------------------------------------------------------------------


class Foe(NamedTuple):
    """An enemy as a unit sees it: the tables of the two, `8 ·` its difference, what a shot at it counts for,
    what its shots count for, and the hexes to it, fewer for one that is worth more.
    """

    against: Matchup
    base: int
    sure: float
    worst: float
    far: float


def _foes(state: State, seat: int, unit: int, turned: int = 0) -> list[Foe]:
    """The targets of a unit, on a map that is turned to the right by so many facings."""
    loadouts, pos, face, men = state.loadouts, state.pos, state.face, state.men
    loadout, here, waiting = loadouts[unit], pos[unit], state.todo[1 - seat]
    dear, found = weight(state, unit), []
    for foe in attack.targets(state, seat):
        aim, counts, unseen = loadouts[foe], weight(state, foe), foe in waiting
        away = rotated(pos[foe] - here, -turned) if turned else pos[foe] - here
        found.append(
            Foe(
                matchup(loadout, aim, (face[foe] - turned) % 6),
                away << 3,
                counts * (HOPE if unseen else 1.0) * men[unit] / loadout.craft,
                dear * (WORRY if unseen else 1.0) * men[foe] / aim.craft,
                DISTANCE[away] / counts if counts else FAR,
            )
        )
    return found


def _nearest(foes: Sequence[Foe]) -> int:
    """The base of the nearest, or of the unit's own hex if nobody counts."""
    nearest = min(foes, key=_far)
    return nearest.base if nearest.far < FAR else 0


_far = attrgetter("far")


class Worth(dict[int, float]):
    """Worth of poses for a hunter, by their place in a list; worked out when first asked for."""

    __slots__ = ("_foes", "_nearest", "_poses")

    def __init__(self, poses: Sequence[int], foes: list[Foe]) -> None:
        super().__init__()
        self._poses, self._foes, self._nearest = poses, foes, _nearest(foes)

    def __missing__(self, place: int) -> float:
        pose, shot, risk = self._poses[place], 0.0, 0.0
        for against, base, sure, worst, _ in self._foes:
            shot = max(shot, against.shots[pose - base] * sure)
            risk += against.back[pose - base] * worst
        found = self[place] = shot - (risk + _way(pose, self._nearest))
        return found


def _worth(state: State, seat: int, unit: int, sheet: Sheet) -> list[float]:
    """Worth of each pose for what the unit is there for."""
    shots, risk, way = _sums(state, seat, unit, sheet)
    if tasks.is_bound(state, unit):
        here, care = state.pos[unit], CARE if state.fixed.units[unit].role == CONVOY else 1.0
        return [
            shot - care * invited + tasks.goal(state, unit, here + (pose >> 3), pose & 7)
            for pose, shot, invited in zip(sheet.poses, shots, risk, strict=True)
        ]
    if tasks.is_harmless(state, unit):
        return list(map(sub, way, risk))
    return list(map(sub, shots, map(add, risk, way)))


def _fleeing(state: State, seat: int, unit: int, sheet: Sheet) -> list[float]:
    """Nearer to the nearest edge, out of the way of shots."""
    here, (_, risk, _) = state.pos[unit], _sums(state, seat, unit, sheet)
    return [
        -invited - tasks.to_edge(state, here + (pose >> 3))
        for pose, invited in zip(sheet.poses, risk, strict=True)
    ]


def _sums(
    state: State, seat: int, unit: int, sheet: Sheet
) -> tuple[Iterable[float], Iterable[float], Iterable[float]]:
    """Best shot, all shots that it invites, and the way to the nearest enemy, by pose."""
    foes = _foes(state, seat, unit)
    if not foes:
        none = [0.0] * len(sheet.poses)
        return none, none, none
    shots: list[Iterable[float]] = []
    risks: list[Iterable[float]] = []
    for against, base, sure, worst, _ in foes:
        mine, back = _rows(sheet, against, base)
        shots.append(map(mul, mine, repeat(sure)) if sure != 1 else mine)
        risks.append(map(mul, back, repeat(worst)) if worst != 1 else back)
    best = map(max, *shots) if len(shots) > 1 else shots[0]
    return best, reduce(_added, risks), _ways(sheet, _nearest(foes))


def _added(first: Iterable[float], second: Iterable[float]) -> Iterable[float]:
    return map(add, first, second)


@lru_cache(maxsize=MOST_ROWS)
def _rows(sheet: Sheet, against: Matchup, base: int) -> tuple[list[float], list[float]]:
    """Points that the craft takes and stands to lose, by pose, if the other is `base / 8` away."""
    keys = [pose - base for pose in sheet.poses]
    shots, back = against.shots, against.back
    return [shots[key] for key in keys], [back[key] for key in keys]


@lru_cache(maxsize=MOST_REACHES)
def _ranked(sheet: Poses, against: Matchup, base: int) -> tuple[list[float], list[int]]:
    """Points that the craft takes from the poses that have a shot, the most first, and their places."""
    shots = against.shots
    values = [shots[pose - base] for pose in sheet.poses]
    places = sorted(filter(values.__getitem__, range(len(values))), key=values.__getitem__, reverse=True)
    return [values[place] for place in places], places


@lru_cache(maxsize=MOST_ROWS)
def _ways(sheet: Sheet, base: int) -> list[float]:
    """Cost of the way to an enemy from each pose."""
    return [_way(pose, base) for pose in sheet.poses]


def _way(pose: int, base: int) -> float:
    return APPROACH * DISTANCE[(pose - base) >> 3]
