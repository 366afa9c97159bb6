"""Where a craft can go: every end of a move from one pose, worked out once for each lie of the map's edges.

A fighter's plan holds one choice for each pose it can end in, flown with as few turns as possible (fewer
turns never cost anything), the edges it can leave by, and every sharper turn it may declare on the way
(FH-070 … FH-079). What other units do is not in a plan: `open_choices` takes the ends away that are
occupied now.

Plans count from where the unit is: poses are `difference · 8 + facing`, sets of hexes are integers with a bit
for each difference (`hexes.bit`). Places from which the same hexes off the map can be felt share one plan.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Literal

from missions.tactical.contract import Choice
from missions.tactical.hexes import BASE, STEPS, Board, bit, shifted
from missions.tactical.systems.fighters import orders
from missions.tactical.systems.fighters.state import BANK, DOUBLE, MANEUVER, STOP, STRAIGHT, WEAVE

CONTINUED, TURNED, FRESH, SHIPLIKE = range(4)
"""A move under way; after a free turn; from the start; a ship's."""
MOST_PLANS = 100_000

Layers = list[dict[int, int]]
Edges = dict[int, int]
"""Hexes off the map, as differences, and the edge over which they lie."""
Need = tuple[int, int, int]
"""Hexes and facings left, and hexes still to fly at least."""


Ends = frozenset[int]
Risks = list[tuple[Ends, int]]
"""All ends of one outcome of a sharper turn, and the turn's place after the moves."""


class Plan:
    """All choices of one pose. `choices` are first the moves sorted by end hex, then the rest. `near` gives
    every hex that matters the part of the moves that ends there. `risky` holds the turns that must not be if
    all ends of one of their outcomes are taken, by one of those ends: the others, and places in `choices`.
    Outcomes with more than FEW ends are asked of `_many` once so many units are near.
    """

    __slots__ = ("_many", "_moves", "choices", "near", "risky")

    def __init__(
        self, ends: dict[int, int], tail: list[Choice], risks: Risks, many: Callable[[], Risks]
    ) -> None:
        choices: list[Choice] = []
        near: dict[int, tuple[int, int]] = {}
        for at, pose in enumerate(sorted(ends)):
            step = pose >> 3
            choices.append((pose << 3 | ends[pose]) << 4 | orders.MOVE)
            near[step] = (near[step][0] if step in near else at, at + 1)
        self._moves = len(choices)
        choices += tail
        self.choices, self.near = choices, near
        self.risky: dict[int, list[tuple[Ends, list[int]]]] = {}
        self._index(risks)
        self._many: Callable[[], Risks] | None = many

    def _index(self, risks: Risks) -> None:
        found: dict[Ends, list[int]] = {}
        for ends, place in risks:
            found.setdefault(ends, []).append(self._moves + place)
        for ends, places in found.items():
            one = min(ends)
            for step in ends:
                self.near.setdefault(step, (0, 0))
            self.risky.setdefault(one, []).append((ends - {one}, places))

    def dead(self, hits: list[int]) -> set[int]:
        """Places in `choices` of sharper turns of which one outcome has all its ends in `hits`."""
        if len(hits) > FEW and self._many is not None:
            self._index(self._many())
            self._many = None
        risky, dead = self.risky, set()
        for hit in hits:
            if hit in risky:
                for others, turns in risky[hit]:
                    if not others or others.issubset(hits):
                        dead.update(turns)
        return dead


FEW = 3

Family = dict[int, Plan]
"""Pose → plan, for one board and one kind of move."""
FAMILIES: dict[tuple[Board, int, int, int, int], Family] = {}
_SHAPES: dict[tuple[int, ...], Plan] = {}


def plan(board: Board, hexes: int, facings: int, need: int, pose: int, kind: int) -> Plan:
    """The plan for so many hexes and facings, at least `need` hexes, from a pose; kept in its family."""
    known = FAMILIES.setdefault((board, hexes, facings, need, kind), {})
    found = known.get(pose)
    if found is None:
        if len(known) >= MOST_PLANS:
            known.clear()
        found = known[pose] = _shape(board, (hexes, facings, need), pose, kind)
    return found


def _shape(board: Board, whole: Need, pose: int, kind: int) -> Plan:
    place, facing = pose >> 3, pose & 7
    felt = _felt(whole, facing, kind)
    off = [(edge >> place) & felt for edge in board.off]
    key = (*whole, facing, kind, *off)
    found = _SHAPES.get(key)
    if found is None:
        if len(_SHAPES) >= MOST_PLANS:
            _SHAPES.clear()
        make = _ship_plan if kind == SHIPLIKE else _fighter_plan
        found = _SHAPES[key] = make(whole, facing, kind, _listed(off))
        if kind != CONTINUED:
            found.near.pop(0, None)
    return found


@cache
def _felt(whole: Need, facing: int, kind: int) -> int:
    """All hexes that a plan asks about, as a set."""
    hexes = whole[0]
    if kind == SHIPLIKE:
        return _set(pose >> 3 for pose, _, _ in _ship_poses(whole, facing, {})[0])
    branches = _flights(whole, facing, kind, {})[2]
    felt = _set(STEPS[facing] * n for n in range(2 * hexes + 1)) if kind == FRESH else 0
    felt |= _set(pose >> 3 for layers, _ in branches for layer in layers for pose in layer)
    for _, few, many in _sharps(whole, branches):
        for _, touched in few + many:
            felt |= touched
    return felt


def _set(places: Iterable[int]) -> int:
    found = 0
    for place in places:
        found |= bit(place)
    return found


def _listed(off: list[int]) -> Edges:
    edges: Edges = {}
    for edge, places in enumerate(off):
        while places:
            low = places & -places
            edges[low.bit_length() - 1 - BASE] = edge
            places ^= low
    return edges


def open_choices(found: Plan, here: int, places: Sequence[int]) -> list[Choice]:
    """The plan's choices from `here` without ends on `places`, and without sharper turns that might not end
    (FH-013, FH-079). Only a move under way can share its hex with another unit: only then must the own
    place not be among them.
    """
    near = found.near
    hits = [step for place in places if (step := place - here) in near]
    if not hits:
        return found.choices
    result = found.choices[:]
    if len(hits) > 1:
        hits.sort(reverse=True)
    dead = found.dead(hits)
    if dead:
        for place in sorted(dead, reverse=True):
            del result[place]
    for hit in hits:
        start, stop = near[hit]
        del result[start:stop]
    return result


_TURNS = tuple(
    tuple(
        (((STEPS[(facing + turn) % 6] << 3) + (facing + turn) % 6 - facing), turn != 0) for turn in (0, 1, 5)
    )
    for facing in range(6)
)
"""By facing: what straight on, one left and one right add to a pose, and whether they turn."""


def _fly(hexes: int, facings: int, pose: int, off: Edges) -> tuple[Layers, set[int]]:
    """Layer by hexes flown: pose → fewest facings spent; and the edges that can be crossed (FH-071)."""
    layers: Layers = [{pose: 0}]
    edges: set[int] = set()
    for _ in range(hexes):
        after: dict[int, int] = {}
        for here, spent in layers[-1].items():
            turns = _TURNS[here & 7]
            for more, turned in turns if spent < facings else turns[:1]:
                now, total = here + more, spent + turned
                if now >> 3 in off:
                    edges.add(off[now >> 3])
                elif total < after.get(now, 99):
                    after[now] = total
        layers.append(after)
    return layers, edges


def _fighter_plan(whole: Need, facing: int, kind: int, off: Edges) -> Plan:
    ends, edges, branches = _flights(whole, facing, kind, off)
    tail = [orders.leave(edge) for edge in sorted(edges)]
    first = len(tail)
    tail += [choice for choice, _, _ in _sharps(whole, branches)]
    if kind != CONTINUED:
        tail.append(orders.FULL_STOP)
    blocked = _set(off)

    def many() -> Risks:
        return _risks(_sharps(whole, _flights(whole, facing, kind, off)[2]), 2, first, blocked, kind)

    return Plan(ends, tail, _risks(_sharps(whole, branches), 1, first, blocked, kind), many)


def _risks(turns: Iterable[Turn], which: Literal[1, 2], first: int, blocked: int, kind: int) -> Risks:
    """The outcomes, few or many, whose ends could all be taken: none that may leave the map, and none that
    may end on the own hex, which no other unit can hold before the move.
    """
    shared = kind == CONTINUED
    return [
        (ends, place)
        for place, turn in enumerate(turns, first)
        for ends, touched in turn[which]
        if not touched & blocked and (shared or 0 not in ends)
    ]


Branches = list[tuple[Layers, int]]
"""Ways on which sharper turns can be declared: layers and the hexes (and facings) spent before."""


def _flights(whole: Need, facing: int, kind: int, off: Edges) -> tuple[dict[int, int], set[int], Branches]:
    """Ends of a move with the way each is flown, edges that it can cross, and its branches."""
    hexes, facings, need = whole
    ends: dict[int, int] = {}
    layers, edges = _fly(hexes, facings, facing, off)
    for flown in range(max(0, need), hexes + 1):
        for end, spent in layers[flown].items():
            style = MANEUVER if kind == CONTINUED else min(spent, WEAVE)
            ends[end] = min(style, ends.get(end, DOUBLE))
    branches = [(layers, 0)]
    ahead = [STEPS[facing] * n for n in range(2 * hexes + 1)]
    if kind != CONTINUED and hexes >= 3 <= facings and not any(place in off for place in ahead[:4]):
        beyond, more = _fly(hexes - 3, facings - 3, ahead[3] << 3 | (facing + 3) % 6, off)
        edges |= more
        for layer in beyond[max(0, need - 3) :]:
            for end in layer:
                ends.setdefault(end, MANEUVER)
        branches.append((beyond, 3))
    for flown, place in enumerate(ahead if kind == FRESH else ()):
        if place in off:
            edges.add(off[place])
            break
        if flown > hexes:
            ends[place << 3 | facing] = DOUBLE
    return ends, edges, branches


def _sharps(whole: Need, branches: Branches) -> Iterator[Turn]:
    """Each sharper turn on the way (FH-074)."""
    for layers, before in branches:
        for at, layer in enumerate(layers[:-1], before):
            for pose, turned in layer.items():
                yield from _turns(whole, at, before + turned, pose)


Area = tuple[Ends, int]
"""All ends of one outcome of a sharper turn, and all hexes that it can touch, as a set."""
Turn = tuple[Choice, list[Area], list[Area]]
"""A sharper turn with its outcomes that have FEW ends at most, and the others."""


@cache
def _turns(whole: Need, at: int, total: int, pose: int) -> tuple[Turn, ...]:
    """The sharper turns open after so many hexes and facings at a pose."""
    hexes, facings, need = whole
    place, facing = pose >> 3, pose & 7
    left, least = hexes - at - 1, max(0, need - at - 1)
    found = []
    for turns in (2, 3)[: max(0, facings - total - 1)]:
        for side in (1, 0):
            areas = []
            for made in (1, turns):
                ahead = (facing + made if side else facing - made) % 6
                areas.append(_area(left, facings - total - made, least, ahead, place + STEPS[ahead]))
            few = [area for area in areas if len(area[0]) <= FEW]
            many = [area for area in areas if len(area[0]) > FEW]
            found.append((orders.sharp(at, total, place, facing, side, turns), few, many))
    return tuple(found)


@cache
def _area(hexes: int, facings: int, need: int, facing: int, start: int) -> Area:
    """Where a plain rest of a move can end, and all that it can touch, from its first hex."""
    if start:
        ends, touched = _area(hexes, facings, need, facing, 0)
        return frozenset([place + start for place in ends]), shifted(touched, start)
    layers, _ = _fly(hexes, facings, facing, {})
    places = [{pose >> 3 for pose in layer} for layer in layers]
    return frozenset().union(*places[need:]), _set(set().union(*places))


def _ship_plan(whole: Need, facing: int, kind: int, off: Edges) -> Plan:
    """Hexes and turns mixed freely, down to none of either (FH-080, FH-081)."""
    poses, edges = _ship_poses(whole, facing, off)
    ends = {pose: STOP if pose == facing else BANK for pose, _, _ in poses}
    return Plan(ends, [orders.leave(edge) for edge in sorted(edges)], [], list)


def _ship_poses(whole: Need, facing: int, off: Edges) -> tuple[set[tuple[int, int, int]], set[int]]:
    """(pose, hexes flown, facings spent) of all that it can do, and the edges that it can cross."""
    hexes, facings, _ = whole
    edges: set[int] = set()
    seen = {(facing, 0, 0)}
    open_ = [(facing, 0, 0)]
    while open_:
        here, flown, spent = open_.pop()
        place, towards = here >> 3, here & 7
        steps = [(place << 3 | (towards + turn) % 6, flown, spent + 1) for turn in (1, 5) if spent < facings]
        if flown < hexes:
            there = place + STEPS[towards]
            if there in off:
                edges.add(off[there])
            else:
                steps.append((there << 3 | towards, flown + 1, spent))
        for step in steps:
            if step not in seen:
                seen.add(step)
                open_.append(step)
    return seen, edges


def straight(board: Board, movement: int, pose: int) -> tuple[Choice, int]:
    """The three hexes straight ahead of a panicked craft, and the end hex (−1: off the map; FH-155)."""
    here, facing = pose >> 3, pose & 7
    place = here
    for _ in range(min(3, movement)):
        place += STEPS[facing]
        if not board.inside[place]:
            return orders.leave(board.edge(place)), -1
    return orders.move(STRAIGHT, place - here, facing), place
