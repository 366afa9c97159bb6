"""Where a craft can go: every end of a move from one pose, worked out once for each map and kept.

A fighter's plan holds one choice for each pose it can end in, flown with as few turns as possible (fewer
turns never cost anything), the edges it can leave by, and every sharper turn it may declare on the way
(FH-070 … FH-079). What other units do is not in a plan: `open_choices` takes the ends away that are
occupied now.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from missions.tactical.contract import Choice
from missions.tactical.hexes import STEPS, Board
from missions.tactical.systems.fighters import orders
from missions.tactical.systems.fighters.state import BANK, DOUBLE, MANEUVER, STOP, STRAIGHT, WEAVE

CONTINUED, TURNED, FRESH, SHIPLIKE = range(4)
"""A move under way; after a free turn; from the start; a ship's."""
MOST_PLANS = 60_000

Layers = list[dict[int, int]]
Risky = dict[frozenset[int], list[int]]
"""All ends (differences) of an outcome of a sharper turn → places in `tail` of turns that must not be if all
of them are taken. A plan keeps them by their lowest end.
"""


class Plan:
    """All choices of one pose. `moves` is sorted by end hex; `near` gives every hex that matters (as a
    difference from the unit's own) the part of `moves` that ends there.
    """

    __slots__ = ("choices", "moves", "near", "risky", "tail")

    def __init__(self, here: int, ends: dict[int, int], tail: list[Choice], risky: Risky) -> None:
        self.moves: list[Choice] = []
        self.near: dict[int, tuple[int, int]] = {step: (0, 0) for mask in risky for step in mask}
        for pose in sorted(ends):
            step, at = (pose >> 3) - here, len(self.moves)
            self.moves.append(orders.move(ends[pose], step, pose & 7))
            start, stop = self.near.get(step, (0, 0))
            self.near[step] = (start if stop else at, at + 1)
        self.tail = tail
        self.choices = self.moves + tail
        self.risky: dict[int, list[tuple[frozenset[int], list[int]]]] = {}
        for mask, found in risky.items():
            self.risky.setdefault(min(mask), []).append((mask, found))


_PLANS: dict[tuple[Board, int, int, int, int, int], Plan] = {}
_SHAPES: dict[tuple[int, ...], Plan] = {}


def plan(board: Board, hexes: int, facings: int, need: int, pose: int, kind: int) -> Plan:
    """The plan for so many hexes and facings, at least `need` hexes, from a pose.

    Poses that see the edges of the map alike share one plan.
    """
    key = (board, pose, hexes, facings, need, kind)
    found = _PLANS.get(key)
    if found is None:
        if len(_PLANS) >= MOST_PLANS:
            _PLANS.clear()
            _SHAPES.clear()
        shape = (*_edges(board, hexes, pose), _ahead(board, hexes, pose, kind), hexes, facings, need, kind)
        found = _SHAPES.get(shape)
        if found is None:
            make = _ship_plan if kind == SHIPLIKE else _fighter_plan
            found = _SHAPES[shape] = make(board, hexes, facings, need, pose, kind)
        _PLANS[key] = found
    return found


def _edges(board: Board, hexes: int, pose: int) -> tuple[int, ...]:
    """How far the edges are, as far as the move could feel them, and which kind of row and facing it is."""
    column, row = board.offset(pose >> 3)
    most = hexes + 1
    sides = (column, board.columns - 1 - column, row, board.rows - 1 - row)
    west, east, north, south = (min(most, side) for side in sides)
    return west, east, north, south, row & 1 if min(west, east) < most else 0, pose & 7


def _ahead(board: Board, hexes: int, pose: int, kind: int) -> int:
    """Hexes straight ahead on the map, as far as a double move reaches."""
    if kind != FRESH:
        return 0
    place, step = pose >> 3, STEPS[pose & 7]
    for flown in range(2 * hexes):
        place += step
        if not board.inside[place]:
            return flown
    return 2 * hexes


def open_choices(found: Plan, here: int, others: list[int]) -> list[Choice]:
    """The plan's choices from `here` without ends on `others`, and without sharper turns that might not end
    (FH-013, FH-079).
    """
    near = found.near
    hits = [place - here for place in others if place - here in near]
    if not hits:
        return found.choices
    moves = found.moves
    taken = sorted([near[step] for step in hits])
    result, at = [], 0
    for start, stop in taken:
        if stop:
            result += moves[at:start]
            at = stop
    result += moves[at:]
    dead: set[int] = set()
    risky, count = found.risky, len(hits)
    for hit in hits:
        for ends, places in risky.get(hit, ()):
            if len(ends) <= count and ends.issubset(hits):
                dead.update(places)
    tail, at = found.tail, 0
    for index in sorted(dead):
        result += tail[at:index]
        at = index + 1
    result += tail[at:]
    return result


def _fly(board: Board, hexes: int, facings: int, pose: int) -> tuple[Layers, set[int]]:
    """Layer by hexes flown: pose → fewest facings spent; and the edges that can be crossed (FH-071)."""
    layers: Layers = [{pose: 0}]
    edges: set[int] = set()
    inside = board.inside
    for _ in range(hexes):
        after: dict[int, int] = {}
        for here, spent in layers[-1].items():
            place, facing = here >> 3, here & 7
            for turn in (0, 1, 5) if spent < facings else (0,):
                ahead = (facing + turn) % 6
                there = place + STEPS[ahead]
                if not inside[there]:
                    edges.add(board.edge(there))
                    continue
                now, total = there << 3 | ahead, spent + (turn != 0)
                if total < after.get(now, 99):
                    after[now] = total
        layers.append(after)
    return layers, edges


def _fighter_plan(board: Board, hexes: int, facings: int, need: int, pose: int, kind: int) -> Plan:
    ends: dict[int, int] = {}
    layers, edges = _fly(board, hexes, facings, pose)
    for flown in range(max(0, need), hexes + 1):
        for end, spent in layers[flown].items():
            style = MANEUVER if kind == CONTINUED else min(spent, WEAVE)
            ends[end] = min(style, ends.get(end, DOUBLE))
    branches = [(layers, 0, 0)]
    if kind != CONTINUED:
        flipped = _immelmann(board, hexes, facings, pose)
        if flipped is not None:
            beyond, more = _fly(board, hexes - 3, facings - 3, flipped)
            edges |= more
            for flown in range(max(0, need - 3), hexes - 2):
                for end in beyond[flown]:
                    ends.setdefault(end, MANEUVER)
            branches.append((beyond, 3, 3))
        if kind == FRESH:
            _double(board, hexes, pose, ends, edges)
    risky: Risky = {}
    sharps: list[Choice] = []
    for flown_layers, flown, spent in branches:
        for choice, masks in _sharps(board, pose >> 3, (hexes, facings, need), flown_layers, flown, spent):
            sharps.append(choice)
            for mask in masks:
                risky.setdefault(mask, []).append(len(edges) + len(sharps) - 1)
    tail = [orders.leave(edge) for edge in sorted(edges)] + sharps
    if kind != CONTINUED:
        tail.append(orders.FULL_STOP)
    return Plan(pose >> 3, ends, tail, risky)


def _immelmann(board: Board, hexes: int, facings: int, pose: int) -> int | None:
    """The pose after three hexes straight and a half turn; None where it cannot be flown (FH-073)."""
    if hexes < 3 or facings < 3:
        return None
    place, facing = pose >> 3, pose & 7
    for _ in range(3):
        place += STEPS[facing]
        if not board.inside[place]:
            return None
    return place << 3 | (facing + 3) % 6


def _double(board: Board, movement: int, pose: int, ends: dict[int, int], edges: set[int]) -> None:
    """Movement + 1 to twice Movement hexes straight ahead (FH-076)."""
    place, facing = pose >> 3, pose & 7
    for flown in range(1, 2 * movement + 1):
        place += STEPS[facing]
        if not board.inside[place]:
            edges.add(board.edge(place))
            return
        if flown > movement:
            ends[place << 3 | facing] = DOUBLE


def _sharps(
    board: Board, here: int, whole: tuple[int, int, int], layers: Layers, flown: int, spent: int
) -> Iterator[tuple[Choice, list[frozenset[int]]]]:
    """Each sharper turn on the way, with the ends of its two outcomes where those could all be taken.

    An outcome that may leave the map always has an end and is not listed.
    """
    hexes, facings, need = whole
    for more, layer in enumerate(layers[:-1]):
        at = flown + more
        for pose, turns_made in layer.items():
            place, facing, total = pose >> 3, pose & 7, spent + turns_made
            for turns in (2, 3):
                if total + turns > facings:
                    continue
                for side in (1, 0):
                    risks = []
                    for made in (1, turns):
                        ahead = (facing + made) % 6 if side else (facing - made) % 6
                        rest = (hexes - at - 1, facings - total - made, max(0, need - at - 1))
                        ends = _ends(board, here, rest, place + STEPS[ahead], ahead)
                        if ends:
                            risks.append(ends)
                    yield orders.sharp(at, total, place - here, facing, side, turns), risks


def _ends(board: Board, here: int, rest: tuple[int, int, int], place: int, facing: int) -> frozenset[int]:
    """All hexes where the rest of the move could end, as differences from `here`; none where it may leave
    the map instead.
    """
    ends, touched = _footprint(*rest, facing, place - here)
    inside = board.inside
    return ends if all(inside[here + step] for step in touched) else NO_ENDS


NO_ENDS: frozenset[int] = frozenset()


@cache
def _footprint(
    hexes: int, facings: int, need: int, facing: int, start: int
) -> tuple[frozenset[int], tuple[int, ...]]:
    """All hexes where a plain rest of a move can end, and all that it can touch, from a difference."""
    touched = {start}
    ends = set() if need else {start}
    layer = {(start, facing): 0}
    for flown in range(1, hexes + 1):
        after: dict[tuple[int, int], int] = {}
        for (place, towards), spent in layer.items():
            for turn in (0, 1, 5) if spent < facings else (0,):
                ahead = (towards + turn) % 6
                now = (place + STEPS[ahead], ahead)
                after[now] = min(after.get(now, 99), spent + (turn != 0))
        layer = after
        places = {place for place, _ in layer}
        touched |= places
        if flown >= need:
            ends |= places
    return frozenset(ends), tuple(sorted(touched))


def _ship_plan(board: Board, hexes: int, facings: int, need: int, pose: int, kind: int) -> Plan:
    """Hexes and turns mixed freely, down to none of either (FH-080, FH-081)."""
    edges: set[int] = set()
    seen = {(pose, 0, 0)}
    open_ = [(pose, 0, 0)]
    while open_:
        here, flown, spent = open_.pop()
        place, facing = here >> 3, here & 7
        steps = [(place << 3 | (facing + turn) % 6, flown, spent + 1) for turn in (1, 5) if spent < facings]
        if flown < hexes:
            there = place + STEPS[facing]
            if board.inside[there]:
                steps.append((there << 3 | facing, flown + 1, spent))
            else:
                edges.add(board.edge(there))
        for step in steps:
            if step not in seen:
                seen.add(step)
                open_.append(step)
    ends = {end: STOP if end == pose else BANK for end, _, _ in seen}
    return Plan(pose >> 3, ends, [orders.leave(edge) for edge in sorted(edges)], {})


def straight(board: Board, movement: int, pose: int) -> tuple[Choice, int]:
    """The three hexes straight ahead of a panicked craft, and the end hex (−1: off the map; FH-155)."""
    here, facing = pose >> 3, pose & 7
    place = here
    for _ in range(min(3, movement)):
        place += STEPS[facing]
        if not board.inside[place]:
            return orders.leave(board.edge(place)), -1
    return orders.move(STRAIGHT, place - here, facing), place
