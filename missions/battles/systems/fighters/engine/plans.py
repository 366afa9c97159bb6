"""Where a craft can go: every end of a move from one pose, worked out once for each lie of the map's edges.

A fighter's plan holds one choice for each pose it can end in, flown with as few turns as possible (fewer
turns never cost anything), the edges it can leave by, and every sharper turn it may declare on the way
(FH-070 … FH-079). What other units do is not in a plan: `Plan.without` takes the ends away that are occupied
now.

Plans count from where the unit is: poses are `difference · 8 + facing`, sets of hexes are integers with a bit
for each difference (`hexes.bit`). Places from which the same hexes off the map can be felt share one plan.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any, TypeVar, overload

from missions.battles.engine.contract import Choice
from missions.battles.engine.hexes import BASE, STEPS, Board, bit, shifted
from missions.battles.systems.fighters.engine import orders
from missions.battles.systems.fighters.engine.state import BANK, DOUBLE, MANEUVER, STOP, STRAIGHT, WEAVE

CONTINUED, TURNED, FRESH, SHIPLIKE = range(4)
"""A move under way; after a free turn; from the start; a ship's."""
MOST_PLANS = 100_000

V = TypeVar("V")
Layers = list[dict[int, int]]
Edges = dict[int, int]
"""Hexes off the map, as differences, and the edge over which they lie."""
Need = tuple[int, int, int]
"""Hexes and facings left, and hexes still to fly at least."""


Ends = frozenset[int]
Risks = list[tuple[Ends, int]]
"""All ends of one outcome of a sharper turn, and the turn's place after the moves."""
ALONE, FEW, MANY = 1, 2, 3
"""Outcomes with one end, up to FEWER ends, and more."""
FEWER = 3


class Whole(list[Choice]):
    """All choices of a plan. What is worked out about them once can be kept in `sheet`."""

    __slots__ = ("sheet",)

    def __init__(self, choices: Iterable[Choice]) -> None:
        super().__init__(choices)
        self.sheet: Any = None


class Plan:
    """All choices of one pose. The first `moves` of `choices` are moves sorted by end hex. `near` holds every
    hex that matters.

    A sharper turn must not be if all ends of one of its outcomes are taken: `_alone` has such turns by the
    only end there is, `_joint` by one end with the others, as places in `choices`. `_risks` tells of them,
    and is asked for those with more ends only when so many units are near (`_known`).
    """

    __slots__ = ("_alone", "_cuts", "_joint", "_known", "_risks", "choices", "moves", "near")

    def __init__(
        self, near: Ends, ends: dict[int, int], tail: list[Choice], risks: Callable[[int], Risks]
    ) -> None:
        moves = [(pose << 3 | style) << 4 | orders.MOVE for pose, style in sorted(ends.items())]
        self.near, self.moves = near, len(moves)
        self.choices = Whole([_ONE.setdefault(move, move) for move in moves])
        self.choices += tail
        self._cuts: dict[int, tuple[list[Cut], int]] = {}
        self._alone: dict[int, list[int]] = {}
        self._joint: dict[int, list[tuple[Ends, list[int]]]] = {}
        self._risks, self._known = risks, ALONE
        for (one,), place in risks(ALONE):
            self._alone.setdefault(one, []).append(self.moves + place)

    def _learn(self, hits: int) -> None:
        """Looks so far as so many taken hexes need."""
        while self._known < (FEW if hits <= FEWER else MANY):
            self._known += 1
            found: dict[Ends, list[int]] = {}
            for ends, place in self._risks(self._known):
                found.setdefault(ends, []).append(self.moves + place)
            for ends, places in found.items():
                self._joint.setdefault(min(ends), []).append((ends, places))

    def without(self, hits: list[int]) -> Open:
        """The choices without moves that end on `hits`, which are all hexes of `near` that other units hold,
        and without sharper turns that might not end (FH-013, FH-079). Sorts `hits`.
        """
        if len(hits) == 1:
            cuts, left = self._cuts.get(hits[0]) or self._cut(hits[0])
            return Open(self.choices, cuts, left)
        if self._known != MANY:
            self._learn(len(hits))
        alone, joint, taken = self._alone, self._joint, set(hits)
        dead: set[int] = set()
        hits.sort()
        cuts = []
        for hit in hits:
            cuts.append((self._cuts.get(hit) or self._cut(hit))[0][0])
            if hit in alone:
                dead.update(alone[hit])
            if hit in joint:
                for ends, places in joint[hit]:
                    if ends <= taken:
                        dead.update(places)
        if dead:
            cuts += [(place, place + 1) for place in sorted(dead)]
        left = len(self.choices)
        for start, stop in cuts:
            left -= stop - start
        return Open(self.choices, cuts, left)

    def _cut(self, hit: int) -> tuple[list[Cut], int]:
        """What to leave out where one hex is taken, first the moves that end there; and how many are left."""
        start = bisect_left(self.choices, hit << ABOVE_HEX, 0, self.moves)
        stop = bisect_left(self.choices, (hit + 1) << ABOVE_HEX, start, self.moves)
        turns = sorted(set(self._alone.get(hit, ())))
        cuts = [(start, stop), *((place, place + 1) for place in turns)]
        left = len(self.choices) - (stop - start) - len(turns)
        self._cuts[hit] = cuts, left
        return cuts, left


Cut = tuple[int, int]
"""From one place to before another."""


class Open(Sequence[Choice]):
    """A list of choices without some parts, in the order of their places; cut out when first needed."""

    __slots__ = ("_cuts", "_left", "_length", "whole")

    def __init__(self, whole: Whole, cuts: list[Cut], length: int) -> None:
        self.whole, self._cuts, self._length = whole, cuts, length
        self._left: list[Choice] | None = None

    def cut(self, values: list[V]) -> list[V]:
        """Of one value for each choice of `whole`, those of the choices that are left."""
        values = values[:]
        for start, stop in reversed(self._cuts):
            del values[start:stop]
        return values

    def _listed(self) -> list[Choice]:
        if self._left is None:
            self._left = self.cut(self.whole)
        return self._left

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, place: int) -> Choice: ...
    @overload
    def __getitem__(self, place: slice) -> list[Choice]: ...
    def __getitem__(self, place: int | slice) -> Choice | list[Choice]:
        if self._left is not None or isinstance(place, slice) or place < 0:
            return self._listed()[place]
        for start, stop in self._cuts:
            if place < start:
                break
            place += stop - start
        return self.whole[place]

    def __iter__(self) -> Iterator[Choice]:
        return iter(self._listed())

    def __contains__(self, choice: object) -> bool:
        return choice in self._listed()

    def __eq__(self, other: object) -> bool:
        return self._listed() == (other._listed() if isinstance(other, Open) else other)

    __hash__ = None  # type: ignore[assignment]


ABOVE_HEX = 10
"""Bits of a MOVE below its hex."""
_ONE: dict[Choice, Choice] = {}
"""One object for each move, however many plans offer it."""

Family = dict[int, Plan]
"""Pose → plan, for one board and one kind of move."""
FAMILIES: dict[tuple[Board, Need, int], Family] = {}
_SHAPES: dict[tuple[int, ...], Plan] = {}


def plan(board: Board, whole: Need, pose: int, kind: int) -> Plan:
    """The plan from a pose, kept in its family."""
    known = FAMILIES.setdefault((board, whole, kind), {})
    found = known.get(pose)
    if found is None:
        if len(known) >= MOST_PLANS:
            known.clear()
        found = known[pose] = _shape(board, whole, pose, kind)
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
    for _, *areas in _sharps(whole, branches):
        for _, touched in chain(*areas):
            felt |= touched
    return felt


@cache
def _near(whole: Need, facing: int, kind: int) -> Ends:
    """All hexes where a move, or the rest of one after a sharper turn, can end. The own hex is one of them
    for a move under way only, when another unit may be in it.
    """
    if kind == SHIPLIKE:
        near = {pose >> 3 for pose, _, _ in _ship_poses(whole, facing, {})[0]}
    else:
        ends, _, branches = _flights(whole, facing, kind, {})
        near = {pose >> 3 for pose in ends}
        for _, *areas in _sharps(whole, branches):
            near.update(*(places for places, _ in chain(*areas)))
    return frozenset(near if kind == CONTINUED else near - {0})


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
    turns = list(_sharps(whole, branches))
    tail += [turn[0] for turn in turns]
    if kind != CONTINUED:
        tail.append(orders.FULL_STOP)
    blocked, shared = _set(off), kind == CONTINUED

    def risks(which: int) -> Risks:
        """The outcomes whose ends could all be taken: none that may leave the map, and none that may end on
        the own hex, which no other unit can hold before the move.
        """
        return [
            (ends, place)
            for place, turn in enumerate(turns, first)
            if (areas := turn[which])
            for ends, touched in areas
            if not touched & blocked and (shared or 0 not in ends)
        ]

    return Plan(_near(whole, facing, kind), ends, tail, risks)


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
Turn = list[Any]
"""A sharper turn as a choice, then its outcomes (lists of Area) at ALONE, FEW and MANY."""


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
            turn: Turn = [orders.sharp(at, total, place, facing, side, turns), [], [], []]
            for area in areas:
                turn[ALONE if len(area[0]) == 1 else FEW if len(area[0]) <= FEWER else MANY].append(area)
            found.append(turn)
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
    near = _near(whole, facing, kind)
    return Plan(near, ends, [orders.leave(edge) for edge in sorted(edges)], lambda which: [])


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
