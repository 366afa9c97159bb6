"""A shared squadron in words and as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from league.painting import Box, Drawing, Shape, Words
from league.presenters.dates import day_words
from league.rules.phrases import SIDE_NAMES
from rosters.presenters.roster.sheet import ShipLine, SquadronBlock, squadron_block
from rosters.rules.state import FleetState

WIDTH, HEIGHT = 1200, 630
"""Pixels of the picture, as sites that show a link expect them."""
EDGE, TOP, BOTTOM, GAP = 56, 164, 62, 24
PAGE, PANEL, TEXT, MUTED = "#0B1220", "#121B2E", "#E6ECF7", "#9FB0CC"
SIDE_COLOURS = {"rebel": "#FF8A5B", "imperial": "#8FB8FF", "scum": "#C9D05A"}
SHARE_OF_EM = 0.56
"""Width of a letter as a part of its size: wider than the middle, so that a cut line fits."""
ROWS = ((4, 1), (8, 2), (10, 2), (15, 3))
"""Most ships that are drawn in so many columns, and no more than the last."""


@dataclass(frozen=True, slots=True)
class SharedView:
    """A squadron that was shared: the fleet cut to it, its card, and the day of the snapshot."""

    fleet: FleetState
    card: int
    day: date

    @property
    def squadron(self) -> SquadronBlock:
        return squadron_block(self.fleet, self.card)

    @property
    def title(self) -> str:
        return f"Squadron {self.card} of {self.fleet.name}"

    @property
    def figures(self) -> str:
        """Side, type, points and number of ships in a line."""
        made = self.squadron
        ships = f"{made.counting} ship" if made.counting == 1 else f"{made.counting} ships"
        return f"{SIDE_NAMES[self.fleet.side]}, {made.type_name}, {made.value} squad points, {ships}"

    @property
    def description(self) -> str:
        """The same with the names of the ships, for sites that show the link."""
        names = ", ".join(ship.title for ship in self.squadron.ships if not ship.mia)
        return cut(f"{self.figures}: {names}.", 280)

    @property
    def text(self) -> str:
        """The squadron as lines of text, to be copied."""
        return "\n".join([self.title, self.figures, *map(_line, self.squadron.ships)])


def _line(ship: ShipLine) -> str:
    upgrades = "".join(f" + {each.name}" for each in ship.upgrades if not each.mia)
    marks = "".join(f" [{mark}]" for mark in ship.stamps)
    model = "" if ship.title == ship.model else f" ({ship.model})"
    return f"{ship.points}  {ship.title}{model}{upgrades}{marks}"


def cut(text: str, most: int) -> str:
    """The text in at most so many letters."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def _fitting(text: str, size: int, width: int) -> str:
    return cut(text, int(width / (size * SHARE_OF_EM)))


def picture_of(view: SharedView) -> Drawing:
    """The picture of a shared squadron: its ships with silhouettes, figures and upgrades."""
    colour, wide = SIDE_COLOURS[view.fleet.side], WIDTH - 2 * EDGE
    title = cut(view.title, 44)
    items: list[Box | Words | Shape] = [
        Box(0, 0, WIDTH, 10, colour),
        Words(EDGE, 88, title, 60 if len(title) <= 30 else 44, TEXT, "BarlowCondensed-SemiBold"),
        Words(EDGE, 138, _fitting(view.figures, 28, wide), 28, colour, "Inter-SemiBold"),
        *_ships(view.squadron.ships),
        Words(EDGE, HEIGHT - 24, f"As of {day_words(view.day)}", 20, MUTED),
        Words(WIDTH - EDGE, HEIGHT - 24, "Admiralty", 20, MUTED, "Inter-SemiBold", "end"),
    ]
    return Drawing(WIDTH, HEIGHT, PAGE, f"{view.title}: {view.figures}", tuple(items))


def _ships(ships: tuple[ShipLine, ...]) -> Iterator[Box | Words | Shape]:
    most, columns = next((each for each in ROWS if len(ships) <= each[0]), ROWS[-1])
    rows = most // columns
    height = (HEIGHT - TOP - BOTTOM) // max(rows, 4)
    width = (WIDTH - 2 * EDGE - (columns - 1) * GAP) // columns
    for place, ship in enumerate(ships[:most]):
        column, row = divmod(place, rows)
        yield from _ship(ship, EDGE + column * (width + GAP), TOP + row * height, width, height - 10)
    if len(ships) > most:
        yield Words(WIDTH // 2, HEIGHT - 24, f"and {len(ships) - most} more", 20, MUTED)


def _ship(ship: ShipLine, x: int, y: int, width: int, height: int) -> Iterator[Box | Words | Shape]:
    """A ship in a box: its silhouette, its name with the points, its figures, its upgrades."""
    big = height >= 80
    size, small = (26, 18) if big else (21, 15)
    shape = min(height - 16, 72)
    left, room = x + shape + 28, width - shape - 44
    yield Box(x, y, width, height, PANEL, 10)
    yield Shape(x + 12, y + (height - shape) // 2, shape, ship.silhouette, TEXT, PANEL)
    points = str(ship.points)
    first = y + size + 4
    second, third = first + small + 5, first + 2 * small + 9
    yield Words(x + width - 16, first, points, size, TEXT, "Inter-SemiBold", "end")
    name = _fitting(ship.title, size, room - size * len(points))
    yield Words(left, first, name, size, TEXT, "Inter-SemiBold")
    yield Words(left, second, _fitting(figures(ship), small, room), small, MUTED)
    upgrades = ", ".join(each.name for each in ship.upgrades if not each.mia)
    yield Words(left, third, _fitting(upgrades, small, room), small, TEXT)


def figures(ship: ShipLine) -> str:
    """The ship's model, marks and figures in a line."""
    known = (("skill", ship.skill), ("attack", ship.attack), ("agility", ship.agility))
    told = [f"{name} {number}" for name, number in known if number is not None]
    hull, shields = (
        sum(each) for each in zip(*((part.hull, part.shields) for part in ship.sections), strict=True)
    )
    return ", ".join([ship.model, *ship.stamps, *told, f"hull {hull}", f"shields {shields}"])
