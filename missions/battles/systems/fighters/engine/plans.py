"""Plans of moves over hexes (FH-011): every end of a move from one pose, cached per pattern of nearby map
edges.

A fighter's plan holds one choice for each pose it can end in, flown with as few turns as possible (fewer
turns never cost anything), the edges it can leave by, and every sharper turn it may declare on the way
(FH-070 … FH-079). A plan ignores other units: `Plan.without` removes the ends that are occupied now.

Plans count from where the unit is: poses are `difference · 8 + facing`, sets of hexes are integers with a bit
for each difference (`hexes.bit`). Places from which the same hexes off the map can be felt share one plan.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, compress
from typing import Any, TypeVar, overload

from missions.battles.engine.contract import Choice
from missions.battles.engine.hexes import BASE, DISTANCE, HALF, STEPS, Board, place_set, shifted
from missions.battles.systems.fighters.engine import orders
from missions.battles.systems.fighters.engine.state import BANK, DOUBLE, MANEUVER, STOP, STRAIGHT, WEAVE

CONTINUED, TURNED, FRESH, SHIPLIKE = range(4)
"""A move under way; after a free turn; from the start; a ship's."""
MOST_SHAPES, MOST_FAMILIES = 100_000, 200

V = TypeVar("V")
Layers = list[dict[int, int]]
Edges = dict[int, int]
"""Hexes off the map, as differences, and the edge over which they lie."""
Need = tuple[int, int, int]
"""Hexes and facings left, and hexes still to fly at least."""


Ends = frozenset[int]
Risks = list[tuple[Ends, int]]
"""All ends of one outcome of a sharper turn, and the turn's place after the moves."""
Far = tuple[int, ...]
"""The most distant end of each outcome of a sharper turn; while nobody is there, the turn is open."""
ANYHOW: Far = ()
ALONE, FEW, MANY = 1, 2, 3
"""Outcomes with one end, up to FEWER ends, and more."""
FEWER = 3


class Whole(list[Choice]):
    """All choices of a plan. `sheet` keeps facts about them that were worked out once."""

    __slots__ = ("sheet",)

    def __init__(self, choices: Iterable[Choice]) -> None:
        super().__init__(choices)
        self.sheet: Any = None


class Plan:
    """All choices of one pose. The first `moves` of `choices` are moves sorted by end hex. `near` numbers the
    hexes that matter, by difference; 0 for all others.

    Choices that are closed are bits of an integer, the first choice the lowest. `_shut` has by number of a
    hex what a unit there closes alone: moves that end there, and sharper turns of which one outcome can end
    nowhere else; `UNKNOWN` until somebody asks. Sharper turns with an outcome that several units could close
    together stand in `_joint`. `_risks` tells of them, and is asked for those with many ends only when so
    many units are near (`_learnt`). `far` has for each choice after the moves an end of every outcome.
    """

    __slots__ = ("_alone", "_joint", "_learnt", "_risks", "_shut", "choices", "far", "moves", "near")

    def __init__(
        self,
        near: bytes,
        ends: dict[int, int],
        tail: list[Choice],
        far: list[Far],
        risks: Callable[[int], Risks],
    ) -> None:
        moves = [(pose << 3 | style) << 4 | orders.MOVE for pose, style in sorted(ends.items())]
        self.near, self.moves = near, len(moves)
        self.choices = Whole([_ONE.setdefault(move, move) for move in moves])
        self.choices += tail
        self.far = far
        self._shut = [UNKNOWN] * (max(near) + 1)
        self._joint: dict[int, Together] = {}
        self._risks, self._learnt = risks, ALONE
        self._alone: dict[int, int] = {}
        for (one,), place in risks(ALONE):
            self._alone[one] = self._alone.get(one, 0) | 1 << self.moves + place

    def is_free(self, at: int, places: list[int], here: int) -> bool:
        """True if the choice number `at`, which is no move, is open from `here` as far as a quick look tells;
        False if only `without` can tell.
        """
        for end in self.far[at - self.moves]:  # noqa: SIM110  a generator would double the time
            if here + end in places:
                return False
        return True

    def without(self, places: list[int], here: int) -> Sequence[Choice]:
        """The choices from `here` without moves that end where other units are, and without sharper turns
        that might not end (FH-013, FH-079). `places` are the hexes of all units; no plan ends off the map, so
        NOWHERE closes nothing.
        """
        near, hits = self.near, []
        for place in places:
            hit = near[place - here]
            if hit:
                hits.append(hit)
        if not hits:
            return self.choices
        shut, closed = self._shut, 0
        for hit in hits:
            closed |= shut[hit] if shut[hit] >= 0 else self._work_out(hit)
        if len(hits) > 1:
            closed |= self._together(hits)
        return Open(self.choices, closed)

    def _together(self, hits: list[int]) -> int:
        if self._learnt != MANY:
            self._learn(len(hits))
        joint, closed, all_ = self._joint, 0, 0
        for hit in hits:
            all_ |= 1 << hit
        for hit in hits:
            if hit in joint and all_ & joint[hit].last:
                closed |= joint[hit].closed(all_)
        return closed

    def _work_out(self, hit: int) -> int:
        place = self.near.index(hit)
        place = place if place < HALF else place - len(self.near)
        start = bisect_left(self.choices, place << ABOVE_HEX, 0, self.moves)
        stop = bisect_left(self.choices, (place + 1) << ABOVE_HEX, start, self.moves)
        found = self._shut[hit] = (1 << stop) - (1 << start) | self._alone.get(place, 0)
        return found

    def _learn(self, hits: int) -> None:
        """Looks so far as so many taken hexes need."""
        while self._learnt < (FEW if hits <= FEWER else MANY):
            self._learnt += 1
            found: dict[Ends, int] = {}
            for ends, place in self._risks(self._learnt):
                found[ends] = found.get(ends, 0) | 1 << self.moves + place
            for ends, turns in found.items():
                numbers = [self.near[end] for end in ends]
                self._joint.setdefault(min(numbers), Together()).add(numbers, turns)


UNKNOWN = -1


class Together:
    """Sharper turns that units on several hexes close, the same hex being the lowest of each; `last` has the
    highest ones. Sets of hexes are bits by their numbers.
    """

    __slots__ = ("_turns", "last")

    def __init__(self) -> None:
        self.last = 0
        self._turns: list[tuple[int, int]] = []

    def add(self, ends: list[int], turns: int) -> None:
        self.last |= 1 << max(ends)
        self._turns.append((sum(1 << end for end in ends), turns))

    def closed(self, taken: int) -> int:
        """The turns whose ends are all taken."""
        found = 0
        for ends, turns in self._turns:
            if ends & taken == ends:
                found |= turns
        return found


class Open(Sequence[Choice]):
    """A list of choices without the closed ones (bits), in the same order; listed when first needed."""

    __slots__ = ("_closed", "_left", "_length", "whole")

    def __init__(self, whole: Whole, closed: int) -> None:
        self.whole, self._closed = whole, closed
        self._length = len(whole) - closed.bit_count()
        self._left: list[Choice] | None = None

    def cut(self, values: list[V]) -> list[V]:
        """Values of the choices that are left, given one value for each choice of `whole`."""
        bits = f"{self._closed:0{len(values)}b}".encode()
        return list(compress(values, bits[::-1].translate(_STAYS)))

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
        if self._left is not None or isinstance(place, slice) or not 0 <= place < self._length:
            return self._listed()[place]
        closed, at = self._closed, place
        # The choice sought stands as many places further on as are closed up to it.
        while (further := place + (closed & (2 << at) - 1).bit_count()) != at:
            at = further
        return self.whole[at]

    def __iter__(self) -> Iterator[Choice]:
        return iter(self._listed())

    def __contains__(self, choice: object) -> bool:
        return choice in self._listed()

    def __eq__(self, other: object) -> bool:
        return self._listed() == (other._listed() if isinstance(other, Open) else other)

    __hash__ = None  # type: ignore[assignment]


_STAYS = bytes.maketrans(b"01", b"\1\0")
ABOVE_HEX = 10
"""Bits of a MOVE below its hex."""
_ONE: dict[Choice, Choice] = {}
"""One object for each move, however many plans offer it."""

Family = list[Plan | None]
"""Plans by pose, for one board and one kind of move."""
FAMILIES: dict[tuple[Board, Need, int], Family] = {}
_SHAPES: dict[tuple[int, ...], Plan] = {}


def family(board: Board, whole: Need, kind: int) -> Family:
    """Cache of the plans of one kind of move; `plan` fills it."""
    found = FAMILIES.get((board, whole, kind))
    if found is None:
        if len(FAMILIES) >= MOST_FAMILIES:
            FAMILIES.clear()
        found = FAMILIES[board, whole, kind] = [None] * (max(board.cells) + 1 << 3)
    return found


def plan(board: Board, whole: Need, pose: int, kind: int) -> Plan:
    """The plan from a pose."""
    known = family(board, whole, kind)
    found = known[pose]
    if found is None:
        found = known[pose] = _shape(board, whole, pose, kind)
    return found


def _shape(board: Board, whole: Need, pose: int, kind: int) -> Plan:
    place, facing = pose >> 3, pose & 7
    felt = _felt(whole, facing, kind)
    off = [(edge >> place) & felt for edge in board.off]
    key = (*whole, facing, kind, *off)
    found = _SHAPES.get(key)
    if found is None:
        if len(_SHAPES) >= MOST_SHAPES:
            _SHAPES.clear()
        make = _ship_plan if kind == SHIPLIKE else _fighter_plan
        found = _SHAPES[key] = make(whole, facing, kind, _listed(off))
    return found


@cache
def _felt(whole: Need, facing: int, kind: int) -> int:
    """All hexes that a plan asks about, as a set."""
    hexes = whole[0]
    if kind == SHIPLIKE:
        return place_set(pose >> 3 for pose, _, _ in _ship_poses(whole, facing, {})[0])
    branches = _flights(whole, facing, kind, {})[2]
    felt = place_set(STEPS[facing] * n for n in range(2 * hexes + 1)) if kind == FRESH else 0
    felt |= place_set(pose >> 3 for layers, _ in branches for layer in layers for pose in layer)
    for _, *areas, _ in _sharps(whole, branches):
        for _, touched in chain(*areas):
            felt |= touched
    return felt


@cache
def _near(whole: Need, facing: int, kind: int) -> bytes:
    """A number from 1 for each difference to a hex where a move, or the rest of one after a sharper turn, can
    end. The own hex is one of them for a move under way only, when another unit may be in it.
    """
    if kind == SHIPLIKE:
        near = {pose >> 3 for pose, _, _ in _ship_poses(whole, facing, {})[0]}
    else:
        ends, _, branches = _flights(whole, facing, kind, {})
        near = {pose >> 3 for pose in ends}
        for _, *areas, _ in _sharps(whole, branches):
            near.update(*(places for places, _ in chain(*areas)))
    chart = bytearray(len(DISTANCE))
    for number, place in enumerate(sorted(near if kind == CONTINUED else near - {0}), 1):
        chart[place] = number
    return bytes(chart)


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
"""Numbers that straight on, one left and one right add to a pose, and whether they turn, by facing."""


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
    """Flights with their turns, sharper turns on the way, the stop. Stop and double move stand alone;
    sharper turns follow an Immelmann within what it leaves (FH-077). A stop has no least way (FH-078).
    """
    ends, edges, branches = _flights(whole, facing, kind, off)
    tail = [orders.leave(edge) for edge in sorted(edges)]
    first = len(tail)
    turns = list(_sharps(whole, branches))
    tail += [turn[0] for turn in turns]
    far = [ANYHOW] * first + [turn[-1] for turn in turns]
    if kind != CONTINUED:
        tail.append(orders.FULL_STOP)
        far.append(ANYHOW)
    blocked, shared = place_set(off), kind == CONTINUED

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

    return Plan(_near(whole, facing, kind), ends, tail, far, risks)


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
"""A sharper turn as a choice, its outcomes (lists of Area) at ALONE, FEW and MANY, and its Far ends."""


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
            far = tuple(max(ends, key=DISTANCE.__getitem__) for ends, _ in areas)
            turn: Turn = [orders.sharp(at, total, place, facing, side, turns), [], [], [], far]
            for area in areas:
                turn[ALONE if len(area[0]) == 1 else FEW if len(area[0]) <= FEWER else MANY].append(area)
            found.append(turn)
    return tuple(found)


@cache
def _area(hexes: int, facings: int, need: int, facing: int, start: int) -> Area:
    """Ends of the plain rest of a move, and all hexes that it can touch, from its first hex."""
    if start:
        ends, touched = _area(hexes, facings, need, facing, 0)
        return frozenset([place + start for place in ends]), shifted(touched, start)
    layers, _ = _fly(hexes, facings, facing, {})
    places = [{pose >> 3 for pose in layer} for layer in layers]
    return frozenset().union(*places[need:]), place_set(set().union(*places))


def sharper(whole: Need, facing: int) -> Iterator[tuple[Choice, int, set[int], set[int]]]:
    """Each sharper turn open from the start of a move on a map without edges: the choice, its facings, and
    the poses in which the move can end once it is made, and once it has failed.
    """
    for choice, *_ in _sharps(whole, _flights(whole, facing, FRESH, {})[2]):
        hexes, facings, step, towards, side, turns = orders.sharp_parts(choice)
        ends = []
        for made in (turns, 1):
            ahead = (towards + made if side else towards - made) % 6
            pose = step + STEPS[ahead] << 3 | ahead
            layers, _ = _fly(whole[0] - hexes - 1, whole[1] - facings - made, pose, {})
            ends.append(set().union(*layers[max(0, whole[2] - hexes - 1) :]))
        yield choice, turns, ends[0], ends[1]


def _ship_plan(whole: Need, facing: int, kind: int, off: Edges) -> Plan:
    """Hexes and turns mixed freely, down to none of either (FH-080, FH-081)."""
    poses, edges = _ship_poses(whole, facing, off)
    ends = {pose: STOP if pose == facing else BANK for pose, _, _ in poses}
    near = _near(whole, facing, kind)
    tail = [orders.leave(edge) for edge in sorted(edges)]
    return Plan(near, ends, tail, [ANYHOW] * len(tail), lambda which: [])


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
