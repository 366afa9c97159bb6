"""Our own files, without what is generated, installed or somebody else's."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
APPS = ("league", "rosters", "missions")
FOREIGN = {"vendor", "migrations", "__pycache__", "node_modules"}


def files(*folders: str, suffixes: tuple[str, ...] = (".py",)) -> Iterator[Path]:
    """Files under `folders` of the project with one of `suffixes`, in order."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in suffixes and not FOREIGN.intersection(path.relative_to(ROOT).parts):
                yield path


@cache
def parsed(path: Path) -> ast.Module:
    """The syntax tree of a file, to be read only."""
    return ast.parse(path.read_text(encoding="utf-8"))
