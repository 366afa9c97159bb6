"""Sharper turns worth trying: those that may end in a much better pose than any plain move (FH-074).

Of all poses that only sharper turns lead to the best few are looked at, and for each the ways to it: success
is worth that pose, failure the best that is then left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from missions.battles.engine.contract import Choice
from missions.battles.engine.hexes import rotated
from missions.battles.systems.fighters.engine import orders, plans
from missions.battles.systems.fighters.engine.movement import sharp_needed
from missions.battles.systems.fighters.engine.state import State

LOOKED_AT = 6
"""Poses that are tried, the best first."""
OFF = -5.0
"""Worth of flying off the map by a failed roll."""
WORTH = 0.25
"""Points that a pose must be better than every plain one."""

Way = tuple[Choice, int, tuple[int, ...]]
"""A sharper turn that may lead to a pose, its facings, and the places of the poses that are left when it
fails.
"""


class Reach:
    """Ends of all sharper turns from a facing, made or failed: `poses` as plans count them, and by the place
    of each among them the `ways` to it. The poses of every facing are those of facing 0, turned, in the same
    order.
    """

    __slots__ = ("poses", "ways")

    def __init__(self, whole: plans.Need, facing: int) -> None:
        self.poses: list[int] = []
        self.ways: list[list[Way]] = []
        at: dict[int, int] = {}
        for choice, turns, success, failure in plans.sharper(whole, 0):
            for pose in (*sorted(failure), *sorted(success)):
                if pose not in at:
                    at[pose] = len(self.poses)
                    self.poses.append(_turned(pose, facing))
                    self.ways.append([])
            way = _turned_choice(choice, facing), turns, tuple(at[pose] for pose in sorted(failure))
            for pose in sorted(success):
                self.ways[at[pose]].append(way)


def _turned(pose: int, by: int) -> int:
    return rotated(pose >> 3, by) << 3 | ((pose & 7) + by) % 6


def _turned_choice(choice: Choice, by: int) -> Choice:
    hexes, facings, step, facing, side, turns = orders.sharp_parts(choice)
    return orders.sharp(hexes, facings, rotated(step, by), (facing + by) % 6, side, turns)


@lru_cache(maxsize=128)
def reach(whole: plans.Need, facing: int) -> Reach:
    """The reach from a facing on a map without edges."""
    return Reach(whole, facing)


def best(
    state: State,
    unit: int,
    found: Reach,
    likely: Sequence[int],
    worth: Mapping[int, float],
    plain: float,
    is_open: Callable[[Choice], bool],
) -> tuple[Choice, float] | None:
    """The sharper turn to try and what it is worth; None if the best plain move is as good.

    `likely` are the places of the poses of `found` that may be good enough, `worth` is that of every pose by
    its place, `plain` that of the best move without a sharper turn.
    """
    board, here = state.fixed.board, state.pos[unit]
    taken = {place - here for other, place in enumerate(state.pos) if other != unit}
    chosen: tuple[Choice, float] | None = None
    better = [at for at in likely if worth[at] >= plain + WORTH]
    for at in sorted(better, key=worth.__getitem__, reverse=True)[:LOOKED_AT]:
        place = found.poses[at] >> 3
        if place in taken or not board.inside[here + place]:
            continue
        for choice, turns, failure in found.ways[at]:
            chance = max(0, min(6, 7 - sharp_needed(state, unit, turns))) / 6
            left = [
                worth[other]
                for other in failure
                if (end := found.poses[other] >> 3) not in taken and board.inside[here + end]
            ]
            hoped = chance * worth[at] + (1 - chance) * max(left, default=OFF)
            if hoped > (chosen[1] if chosen else plain) and is_open(choice):
                chosen = choice, hoped
    return chosen
