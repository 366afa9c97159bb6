"""Pictures of moves with their countermeasures, and of lines of fire."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from league.rules.phrases import join_words
from missions.battles.board.scene import Cell, Reach, Sightline
from missions.battles.engine.hexes import FACINGS, bit, sampled
from missions.battles.systems.galaxies.engine.field import Pose, members
from missions.battles.systems.galaxies.engine.movement import stepped
from missions.battles.systems.galaxies.engine.ships import Size
from missions.battles.systems.galaxies.manual.canvas import BAD, GOOD, Canvas
from missions.battles.systems.manual import Picture

CONTACT = "!"
"""Stands behind the number of a step with a new contact."""


def walk(canvas: Canvas) -> Picture:
    """The way of a ship, numbered step by step. Steps with a new contact are marked (BG-080, BG-082)."""
    steps = list(walked(canvas))
    fresh = contacts(canvas, steps)
    back = canvas.facts.get("lead", 0)
    cells = tuple(
        Cell(canvas.field.labels[pose[back]], *_look(number, number in fresh))
        for number, pose in enumerate(steps, 1)
    )
    end = join_words(canvas.names(dict.fromkeys(steps[-1])))
    middle = "with its middle on" if canvas.type.size is Size.LARGE else "on"
    after = "steps" if len(fresh) > 1 else "step"
    contact = f" New contact comes after {after} {join_words(map(str, fresh))}." if fresh else ""
    way = join_words(canvas.facts["path"].split(), "then")
    return canvas.picture(
        f"{canvas.type.name} moves {way} and ends {middle} {end}.{contact}", Reach("", cells=cells)
    )


def _look(number: int, contact: bool) -> tuple[int, str]:
    return (BAD, f"{number}{CONTACT}") if contact else (GOOD, str(number))


def walked(canvas: Canvas) -> Iterator[Pose]:
    """Poses of the ship after each step of its way. Raises ValueError for a step that it may not go."""
    state, ship, lead = canvas.state, canvas.ship, canvas.facts.get("lead", 0)
    pose = state.place[ship], state.tail[ship]
    for name in canvas.facts["path"].split():
        after = stepped(canvas.field, canvas.type.size, lead, pose, FACINGS.index(name))
        if after is None:
            raise ValueError(f"{canvas.facts['title']}: the ship cannot go {name}.")
        pose = after
        yield pose


def contacts(canvas: Canvas, steps: Iterable[Pose]) -> list[int]:
    """Steps, counted from 1, that bring the ship next to an enemy to which it was not adjacent before."""
    state, field, ship = canvas.state, canvas.field, canvas.ship
    enemies = [*members(state.fleet[1 - state.side_of(ship)])]

    def near(cover: int) -> set[int]:
        return {enemy for enemy in enemies if field.near(cover) & state.cover[enemy]}

    known, found = near(state.cover[ship]), []
    for number, pose in enumerate(steps, 1):
        now = near(field.covered(canvas.type.size, pose))
        if now - known:
            found.append(number)
        known = now
    return found


# --- lines of fire ----------------------------------------------------------------------------------


def fire(canvas: Canvas) -> Picture:
    """Lines from the nearest hex of a ship; the engine says which of them are clear (BG-105)."""
    ends = [canvas.field.hexes[end] for end in canvas.facts["ends"].split()]
    cover = canvas.state.cover[canvas.ship]
    start = min(members(cover), key=lambda place: canvas.field.apart(place, ends[0]))
    lines = tuple(_line(canvas, start, end) for end in ends)
    each = (
        f"the line to {line.end}, {canvas.field.apart(start, end)} hexes away, is "
        f"{'clear' if line.clear else 'blocked'}"
        for line, end in zip(lines, ends, strict=True)
    )
    place = canvas.field.labels[start]
    alt = f"{canvas.type.name} fires from {place}: {join_words(each)}."
    return canvas.picture(alt, Reach(place, lines=lines))


def _line(canvas: Canvas, start: int, end: int) -> Sightline:
    """A line of fire, and the asteroids along it if it is blocked."""
    field = canvas.field
    here, cells = field.map.cells[start], field.map.cells
    along = 0
    for hexes in sampled(cells[end] - here):
        along |= hexes
    rocks = (rock for rock in members(field.rocks) if along & bit(cells[rock] - here))
    clear = bool(field.seen(start) >> end & 1)
    return Sightline(field.labels[end], clear, () if clear else canvas.names(rocks))
