"""The picture of the house at the top of docs/architecture.md, drawn from the imports.

`./run house` writes `docs/house.svg`; a test fails while the file differs from what the imports say.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from tests.architecture.sources import APPS, ROOT, files, nodes, parsed

PICTURE = ROOT / "docs" / "house.svg"
STOREYS = {
    "missions.autoplay": "bots that play campaigns, the demo",
    "missions.battles": "battles on the hex board",
    "missions": "games of the campaign",
    "rosters": "fleets, cards, purchases",
    "league": "the campaign, its people and its log",
}
"""Apps from the roof down, with what they are about. Imports go down."""
ROOMS = {
    "pages": (
        "urls", "routes", "views", "forms", "permissions", "http", "posted", "live", "admin",
        "templatetags", "accounts", "management", "server", "asgi", "wsgi", "settings", "settings_test",
        "env", "edge", "errors", "middleware", "logs",
    ),
    "writing": ("services", "apps", "pdf", "press", "painting", "naming"),
    "reading": ("selectors", "store", "prepared", "keys", "sealing", "second_step", "passwords", "models"),
    "showing": ("presenters", "charts", "addresses", "ways"),
    "pure rules": ("rules", "ports", "kernel", "catalogue", "engine", "board", "systems", "limits"),
}  # fmt: skip
"""Rooms of a storey from left to right, by the names of packages and modules. Imports go right."""
WIDTH, ROOM_WIDTH, STOREY_HEIGHT, LEFT, TOP = 1240, 184, 150, 310, 56
LETTERS, LINE = 21, 16
SMALL = {
    "accounts",
    "apps",
    "asgi",
    "env",
    "errors",
    "limits",
    "routes",
    "settings",
    "settings_test",
    "wsgi",
}
"""Rooms that everybody expects; the picture leaves them out."""


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    """A room of a storey, as (storey, room) counted from the top left."""

    storey: int
    room: int


def cell_of(module: str) -> Cell | None:
    """Cell of a module; None for the empty package files of the apps."""
    for storey, app in enumerate(STOREYS):
        if module == app or module.startswith(f"{app}."):
            part = module.removeprefix(app).lstrip(".").partition(".")[0]
            if not part:
                return None
            room = next((at for at, names in enumerate(ROOMS.values()) if part in names), None)
            if room is None and app == "missions.autoplay":
                room = 1
            if room is None:
                raise LookupError(f"{module}: add “{part}” to ROOMS in {Path(__file__).name}")
            return Cell(storey, room)
    return None


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Every module of the apps by its dotted name."""
    for path in files(*APPS):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        yield name, parsed(path)


def imports(tree: ast.Module) -> Iterator[str]:
    """Dotted names that a module imports."""
    for node in nodes(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@dataclass(frozen=True, slots=True)
class House:
    """The names of packages and modules in each cell, and which cells import from which."""

    rooms: Mapping[Cell, frozenset[str]]
    ways: frozenset[tuple[Cell, Cell]]

    def below(self, storey: int) -> list[int]:
        """The storeys that one storey imports from."""
        return sorted({to.storey for start, to in self.ways if start.storey == storey != to.storey})


def house() -> House:
    """The house as the sources say."""
    rooms: dict[Cell, set[str]] = defaultdict(set)
    ways: set[tuple[Cell, Cell]] = set()
    for name, tree in modules():
        here = cell_of(name)
        if here is None:
            continue
        app = list(STOREYS)[here.storey]
        rooms[here].add(_shown(name.removeprefix(f"{app}.")))
        targets = (cell_of(each) for each in imports(tree) if each.partition(".")[0] in APPS)
        ways |= {(here, there) for there in targets if there is not None and there != here}
    return House({cell: frozenset(names) for cell, names in rooms.items()}, frozenset(ways))


def _shown(part: str) -> str:
    """The folder of a pure module, so that a subject can be found; else the package alone."""
    first, *rest = part.split(".")
    deep = first in ROOMS["pure rules"] and len(rest) > 1
    return rest[0] if deep else first


def _room(cell: Cell, names: Iterable[str]) -> SafeString:
    x, y = LEFT + cell.room * ROOM_WIDTH, TOP + cell.storey * STOREY_HEIGHT
    lines = wrap(", ".join(sorted(set(names) - SMALL)), LETTERS, break_on_hyphens=False)
    texts = format_html_join(
        "",
        '<text x="{}" y="{}">{}</text>',
        ((x + 10, y + 20 + at * LINE, line) for at, line in enumerate(lines)),
    )
    return format_html(
        '<rect x="{}" y="{}" width="{}" height="{}" rx="6" class="room r{}"/>{}',
        x, y, ROOM_WIDTH - 10, STOREY_HEIGHT - 30, cell.room, texts,
    )  # fmt: skip


def _storey(found: House, at: int, app: str, about: str) -> SafeString:
    y = TOP + at * STOREY_HEIGHT
    names = list(STOREYS)
    below = ", ".join(names[each].removeprefix("missions.") for each in found.below(at)) or "nothing"
    return format_html(
        '<text x="24" y="{}" class="app">{}</text><text x="24" y="{}">{}</text>'
        '<text x="24" y="{}" class="ways">imports from {}</text><path d="M20 {}H{}" class="floor"/>',
        y + 24, app, y + 46, about, y + 66, below, y + STOREY_HEIGHT - 15, WIDTH - 20,
    )  # fmt: skip


STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#1b2336}.app{font-weight:700;font-size:18px}"
    ".ways{font-size:12px;fill:#55607a}.room{stroke:#55607a;fill:#fff}.r4{fill:#fbf1dc;stroke:#8a5a00}"
    ".floor{stroke:#1b2336;stroke-width:2}.page{fill:#f6f4ee}"
)


def picture(found: House) -> str:
    """The house as SVG."""
    height = TOP + len(STOREYS) * STOREY_HEIGHT
    heads = format_html_join(
        "",
        '<text x="{}" y="36" class="app">{}</text>',
        ((LEFT + at * ROOM_WIDTH + 10, name) for at, name in enumerate(ROOMS)),
    )
    storeys = (_storey(found, at, app, about) for at, (app, about) in enumerate(STOREYS.items()))
    rooms = (_room(cell, names) for cell, names in sorted(found.rooms.items()))
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" role="img">'
        "<title>The house: apps from the roof down, rooms from pages to pure rules</title>"
        '<style>{2}</style><rect width="{0}" height="{1}" class="page"/>{3}{4}{5}</svg>\n',
        WIDTH,
        height,
        STYLE,
        heads,
        format_html_join("\n", "{}", ((each,) for each in storeys)),
        format_html_join("\n", "{}", ((each,) for each in rooms)),
    )


if __name__ == "__main__":
    PICTURE.write_text(picture(house()), encoding="utf-8")
    print(f"Wrote {PICTURE.relative_to(ROOT)}.")
