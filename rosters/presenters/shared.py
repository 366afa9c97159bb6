"""A shared squadron in words and as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from textwrap import wrap

from league.painting import Box, Drawing, Shape, Words
from league.presenters.dates import day_words
from league.rules.phrases import SIDE_NAMES
from rosters.presenters.roster.sheet import ShipLine, SquadronBlock, squadron_block
from rosters.rules.state import FleetState

WIDTH, HEIGHT = 1200, 630
"""Pixels of the picture, as sites that show a link expect them."""
EDGE, TOP, BOTTOM, GAP = 56, 138, 52, 20
PAGE, PANEL, TEXT, MUTED = "#0B1220", "#121B2E", "#E6ECF7", "#9FB0CC"
SIDE_COLOURS = {"rebel": "#FF8A5B", "imperial": "#8FB8FF", "scum": "#C9D05A"}
SHARE_OF_EM = 0.56
"""Width of a letter as a part of its size: wider than the middle, so that a cut line fits."""
GRIDS = (
    (1, 1, 1, 56, 40),
    (2, 1, 2, 40, 28),
    (3, 1, 3, 30, 22),
    (4, 2, 2, 34, 24),
    (6, 2, 3, 26, 19),
    (8, 2, 4, 22, 16),
    (12, 3, 4, 21, 15),
    (15, 3, 5, 18, 13),
)
"""Layouts for squadrons of up to so many ships: columns, rows, and the sizes of a ship's name and of what
stands below it. Of more ships, the first are drawn."""
MOST = GRIDS[-1][0]
LEAST, LEADING = 12, 3
"""The smallest letters of upgrades, and the room between their lines."""
CHIPS = {
    "skill": "#E6ECF7",
    "attack": "#FF8A80",
    "agility": "#7FD8A0",
    "hull": "#F5C451",
    "shields": "#8FC7FF",
}
"""A ship's figures, as coloured fields."""


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
    title, ships = cut(view.title, 44), view.squadron.ships
    beyond = len(ships) - MOST
    more = f", and {beyond} more ship{'s' if beyond > 1 else ''}" if beyond > 0 else ""
    items: list[Box | Words | Shape] = [
        Box(0, 0, WIDTH, 10, colour),
        Words(EDGE, 74, title, 58 if len(title) <= 30 else 44, TEXT, "BarlowCondensed-SemiBold"),
        Words(EDGE, 116, _fitting(view.figures, 28, wide), 28, colour, "Inter-SemiBold"),
        *_ships(ships),
        Words(EDGE, HEIGHT - 22, f"As of {day_words(view.day)}{more}", 20, MUTED),
        *(_legend() if ships else ()),
        Words(WIDTH - EDGE, HEIGHT - 22, "Admiralty", 20, MUTED, "Inter-SemiBold", "end"),
    ]
    return Drawing(WIDTH, HEIGHT, PAGE, f"{view.title}: {view.figures}", tuple(items))


def _legend() -> Iterator[Box | Words | Shape]:
    x = WIDTH // 2 - 90
    for name, colour in CHIPS.items():
        yield Box(x, HEIGHT - 37, 16, 16, colour, 4)
        yield Words(x + 23, HEIGHT - 22, name, 18, MUTED)
        x += 44 + round(len(name) * 18 * SHARE_OF_EM)


def _ships(ships: tuple[ShipLine, ...]) -> Iterator[Box | Words | Shape]:
    """The ships in cells that fill the picture."""
    _, columns, rows, *sizes = next((grid for grid in GRIDS if len(ships) <= grid[0]), GRIDS[-1])
    height = (HEIGHT - TOP - BOTTOM) // rows
    width = (WIDTH - 2 * EDGE - (columns - 1) * GAP) // columns
    for place, ship in enumerate(ships[:MOST]):
        column, row = divmod(place, rows)
        corner = EDGE + column * (width + GAP), TOP + row * height
        yield from _ship(ship, *corner, width, height - 10, *sizes)


def _ship(
    ship: ShipLine, x: int, y: int, width: int, height: int, size: int, small: int
) -> Iterator[Box | Words | Shape]:
    """A ship in a cell: its silhouette, its name with the points, its figures and model, its upgrades."""
    pad = size // 2
    shape = min(height - 2 * pad, width // 6)
    left, right = x + shape + 2 * pad, x + width - pad
    yield Box(x, y, width, height, PANEL, 10)
    yield Shape(x + pad, y + (height - shape) // 2, shape, ship.silhouette, TEXT, PANEL)
    points = str(ship.points)
    first = y + pad // 2 + size
    yield Words(right, first, points, size, TEXT, "Inter-SemiBold", "end")
    room = right - left - size * len(points)
    own = max(_largest(ship.title, size, room), min(size, LEAST))
    yield Words(left, first, _fitting(ship.title, own, room), own, TEXT, "Inter-SemiBold")
    chip = small + small // 3
    second = first + pad // 2 + 2
    after, base = left, second + round(small * 1.03)
    for name, number in figures(ship):
        wide = max(chip + 4, round(small * 0.64 * len(number)) + 8)
        yield Box(after, second, wide, chip, CHIPS[name], 5)
        start = after + (wide - round(small * 0.64 * len(number))) // 2
        yield Words(start, base, number, small, PAGE, "Inter-SemiBold")
        after += wide + 4
    kind = " · ".join([*([] if ship.model == ship.title else [ship.model]), *ship.stamps])
    own = max(_largest(kind, small, right - after - 8), LEAST)
    yield Words(after + 8, base, _fitting(kind, own, right - after - 8), own, MUTED)
    names = [each.name for each in ship.upgrades if not each.mia]
    top = second + chip
    letters, lines = _upgrades(names, small, right - left, y + height - 4 - top)
    for row, line in enumerate(lines, 1):
        yield Words(left, top + row * (letters + LEADING), line, letters, TEXT)


def _largest(text: str, size: int, room: int) -> int:
    """The largest size, up to the one given, in which the text fits."""
    return min(size, int(room / (max(len(text), 1) * SHARE_OF_EM)))


def _upgrades(names: list[str], size: int, width: int, height: int) -> tuple[int, list[str]]:
    """The names in lines that fit, and the size of their letters: smaller if need be, and in the end with a
    number for those that are left out."""
    for each in range(size, LEAST - 1, -1):
        lines = wrap(", ".join(names), max(int(width / (each * SHARE_OF_EM)), 1))
        if len(lines) * (each + LEADING) <= height:
            return each, lines
    letters, most = int(width / (LEAST * SHARE_OF_EM)), height // (LEAST + LEADING)
    for kept in range(len(names) - 1, 0, -1):
        lines = wrap(f"{', '.join(names[:kept])} and {len(names) - kept} more", letters)
        if len(lines) <= most:
            return LEAST, lines
    return LEAST, [f"{len(names)} upgrades"]


def figures(ship: ShipLine) -> list[tuple[str, str]]:
    """The ship's figures by their names, in the order of the printed cards."""
    hull, shields = (
        sum(each) for each in zip(*((part.hull, part.shields) for part in ship.sections), strict=True)
    )
    known = {"skill": ship.skill, "attack": ship.attack, "agility": ship.agility, "hull": hull}
    return [
        (name, str(number)) for name, number in (known | {"shields": shields}).items() if number is not None
    ]
