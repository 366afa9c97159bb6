"""Walks of several steps: one for each end and exposure, the least exposed.

A system says where each step leads and what it meets there (countermeasures of an enemy, debris, an occupied
hex). A walk is left out if another walk to the same end meets a part of the same things and costs no more.
Six steps have up to 55,987 paths, but only a handful of ends and exposures.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Generic, NamedTuple, TypeVar

P = TypeVar("P", bound=Hashable)

WIDTH = 3
"""Bits of one step: six directions."""


class Step(NamedTuple, Generic[P]):
    """One step from a pose: its direction (0 … 5), the pose after it, the things it meets as bits, and its
    cost in dice or hits.
    """

    direction: int
    pose: P
    met: int = 0
    cost: int = 0


class Walk(NamedTuple, Generic[P]):
    """A walk: its steps packed into one integer (`pack`), the pose at its end, all things it meets,
    its cost.
    """

    path: int
    pose: P
    met: int
    cost: int


Label = tuple[int, int, int]
"""Things met, cost and path of one way to a pose."""


def walks(start: P, most: int, steps: Callable[[P], Iterable[Step[P]]]) -> list[Walk[P]]:
    """Walks of up to `most` steps that no other walk to the same pose beats; the first stays where it is.

    A walk beats another if it meets no other things and costs no more; of equal walks the shorter one does,
    then the one with lower directions first. The system removes ends at which nothing may stop.
    """
    found: dict[P, list[Label]] = {start: [(0, 0, 1)]}
    border = [Walk(1, start, 0, 0)]
    for _ in range(most):
        ahead: list[Walk[P]] = []
        for path, pose, met, cost in border:
            for direction, end, more, price in steps(pose):
                walk = Walk(path << WIDTH | direction, end, met | more, cost + price)
                known = found.setdefault(end, [])
                if not any(_beats(label, walk) for label in known):
                    known.append((walk.met, walk.cost, walk.path))
                    ahead.append(walk)
        border = ahead
    return [
        Walk(path, pose, met, cost)
        for pose, labels in found.items()
        for met, cost, path in labels
        if not any(_beats(other, Walk(path, pose, met, cost)) for other in labels if other[2] != path)
    ]


def _beats(label: Label, walk: Walk[P]) -> bool:
    """True if a known walk makes another one to the same pose needless."""
    met, cost, path = label
    if met & ~walk.met or cost > walk.cost:
        return False
    return (met, cost) != (walk.met, walk.cost) or path < walk.path


def pack(directions: Iterable[int]) -> int:
    """Pack the steps of a walk into one integer: a 1, then three bits each; 1 means no step."""
    path = 1
    for direction in directions:
        path = path << WIDTH | direction
    return path


def unpack(path: int) -> tuple[int, ...]:
    """Steps that `pack` packed."""
    found: list[int] = []
    while path > 1:
        found.append(path & (1 << WIDTH) - 1)
        path >>= WIDTH
    return tuple(reversed(found))
