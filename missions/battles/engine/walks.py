"""Walks of several steps: one for each end and for what is met on the way, the least exposed.

A system says where one step leads and what it meets there (an enemy's countermeasures, debris, an occupied
hex). Of all walks to an end those are left out that meet more than another one, or the same more often; a
walk of six steps has up to 55,987 paths, and a handful of ends and exposures.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Generic, NamedTuple, TypeVar

P = TypeVar("P", bound=Hashable)

WIDTH = 3
"""Bits of one step: six directions."""


class Step(NamedTuple, Generic[P]):
    """One step from a pose: its direction (0 … 5), the pose it ends in, what it meets as bits, and how many
    dice or hits that costs.
    """

    direction: int
    pose: P
    met: int = 0
    cost: int = 0


class Walk(NamedTuple, Generic[P]):
    """A walk: its steps packed into one integer (`pack`), where it ends, everything it meets, what that
    costs.
    """

    path: int
    pose: P
    met: int
    cost: int


Label = tuple[int, int, int]
"""Met, cost, path of one way to a pose."""


def walks(start: P, most: int, steps: Callable[[P], Iterable[Step[P]]]) -> list[Walk[P]]:
    """Every walk of up to `most` steps that no other walk to the same pose beats, the start itself first.

    One walk beats another where it meets nothing else and costs no more; of equals the shorter one, then the
    one with the lower directions first. The system leaves out ends at which nothing may stop.
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
    """Whether a walk that is known makes another one to the same pose needless."""
    met, cost, path = label
    if met & ~walk.met or cost > walk.cost:
        return False
    return (met, cost) != (walk.met, walk.cost) or path < walk.path


def pack(directions: Iterable[int]) -> int:
    """The steps of a walk as one integer: a 1, then three bits for each; 1 is no step at all."""
    path = 1
    for direction in directions:
        path = path << WIDTH | direction
    return path


def unpack(path: int) -> tuple[int, ...]:
    """The steps that `pack` packed."""
    found: list[int] = []
    while path > 1:
        found.append(path & (1 << WIDTH) - 1)
        path >>= WIDTH
    return tuple(reversed(found))
