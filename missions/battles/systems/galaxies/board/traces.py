"""Traces of the last order on the map: moves, attacks and countermeasures."""

from __future__ import annotations

from collections.abc import Sequence

from missions.battles.board.grid import Point
from missions.battles.board.scene import Trace
from missions.battles.engine.contract import Event, View
from missions.battles.systems.galaxies.board.facts import (
    Facts,
    covers,
    field_of,
    grid_of,
    pose_of,
    ship_of,
    type_of,
)
from missions.battles.systems.galaxies.engine.field import Pose
from missions.battles.systems.galaxies.engine.movement import stepped
from missions.battles.systems.galaxies.engine.ships import MISS


def traces(view: View, events: Sequence[Event]) -> list[Trace]:
    """Moves, attacks and countermeasures among these events."""
    lost = {event[1]: (event[2], event[2]) for event in events if event[0] == "destroyed"}
    found: list[Trace] = []
    for event in events:
        if event[0] == "moves" and len(event) > 5:
            found.append(_move(view, event))
        elif event[0] == "rolls":
            found += _shot(view, lost, event[1], event[3], hit=event[6] != MISS)
        elif event[0] == "counters":
            found += _shot(view, lost, event[2], event[1], hit=event[4] > 0)
    return found


def _move(view: View, event: Event) -> Trace:
    _, ship, lead, place, tail, *path = event
    facts, field = ship_of(view, ship), field_of(view)
    pose, way = (place, tail), [_middle(view, facts, (place, tail))]
    for direction in path:
        pose = stepped(field, type_of(facts).size, lead, pose, direction) or pose
        way.append(_middle(view, facts, pose))
    return Trace("move", way[0], way[-1], tuple(way[1:-1]))


def _shot(view: View, lost: dict[int, Pose], one: int, other: int, *, hit: bool) -> list[Trace]:
    """A line between two ships; a destroyed one is where it was last."""
    ends = []
    for ship in (one, other):
        facts = ship_of(view, ship)
        pose = pose_of(view, facts) if facts["hex"] else lost.get(ship)
        if pose is None:
            return []
        ends.append(_middle(view, facts, pose))
    return [Trace("hit" if hit else "miss", ends[0], ends[1])]


def _middle(view: View, facts: Facts, pose: Pose) -> Point:
    """The middle of a footprint on the picture."""
    field = field_of(view)
    points = [grid_of(field).at[place] for place in covers(field, type_of(facts).size, pose)]
    return sum(x for x, _ in points) // len(points), sum(y for _, y in points) // len(points)
