"""The table of rule systems in docs/battles/systems.md, counted from the tree.

`./run packs` writes it; a test fails while it is more than a tenth away from what the tree says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from missions.battles.systems.registry import PACKS
from tests.architecture.house import imports
from tests.architecture.sources import ROOT, files, parsed

DOCUMENT = ROOT / "docs" / "battles" / "systems.md"
SYSTEMS = ROOT / "missions" / "battles" / "systems"
PARTS = ("engine", "board", "bots", "forces", "manual")
"""Folders of a pack; the rest of its code lies beside them."""
ALLOWED = (
    "league.kernel",
    "league.rules.phrases",
    "league.rules.wording",
    "missions.battles.board",
    "missions.battles.engine",
    "missions.battles.systems",
)
"""Packages and modules that a rule system may import, besides its own and the libraries."""
OURS = ("league", "rosters", "missions")
TINY = ("tests/battles/duel_pack", "tests/battles/engine/card_duel")
"""The folders of the tests' own rule system."""
BEGIN, END = "<!-- counted -->\n", "<!-- end -->"


def length(path: Path) -> int:
    """Lines of a file."""
    return len(path.read_text(encoding="utf-8").splitlines())


def counted(folder: str, skip: tuple[str, ...] = ()) -> int:
    """Lines of the Python files of a folder, without those of the folders to `skip`."""
    root = ROOT / folder
    return sum(length(path) for path in files(folder) if path.relative_to(root).parts[0] not in skip)


def row(name: str) -> list[int]:
    """Lines of a system: each of its parts, the code beside them, its data, and the number of its tests."""
    folder = f"missions/battles/systems/{name}"
    parts = [counted(f"{folder}/{part}") for part in PARTS]
    data = sum(length(path) for path in (SYSTEMS / name / "data").iterdir() if path.is_file())
    return [*parts, counted(folder, PARTS), data, sum(parts) + counted(folder, PARTS)]


def tiny() -> int:
    """Lines of the whole system that the tests bring."""
    return sum(counted(folder) for folder in TINY)


def table() -> str:
    """The table as Markdown."""
    heads = ["system", *PARTS, "beside them", "data", "code in all"]
    lines = [heads, ["---"] * len(heads)]
    lines += [[PACKS[name].name, *(f"{each:,}" for each in row(name))] for name in PACKS]
    lines.append(["the duel of the tests", *("" for _ in heads[2:]), f"{tiny():,}"])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def written() -> dict[str, list[int]]:
    """Figures of the document by the name of the system."""
    text = DOCUMENT.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]
    found = {}
    for line in text.splitlines()[2:]:
        name, *cells = (cell.strip() for cell in line.strip("| ").split("|"))
        found[name] = [int(cell.replace(",", "")) for cell in cells if cell]
    return found


def foreign(*folders: str, own: tuple[str, ...]) -> Iterator[str]:
    """Imports of folders from parts of the app that no rule system may know."""
    for path in files(*folders):
        for module in imports(parsed(path)):
            inside = module.startswith(own) or module.partition(".")[0] not in (*OURS, "tests")
            if not inside and not module.startswith(ALLOWED):
                yield f"{path.relative_to(ROOT)}: {module}"


if __name__ == "__main__":
    text = DOCUMENT.read_text(encoding="utf-8")
    new = re.sub(f"{BEGIN}.*?{END}", lambda _: f"{BEGIN}{table()}{END}", text, flags=re.DOTALL)
    DOCUMENT.write_text(new, encoding="utf-8")
    print(f"Wrote {DOCUMENT.relative_to(ROOT)}.")
