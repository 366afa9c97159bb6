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
    return (path for folder in folders for path in _below(folder) if path.suffix in suffixes)


@cache
def _below(folder: str) -> tuple[Path, ...]:
    found = (ROOT / folder).rglob("*")
    return tuple(sorted(each for each in found if not FOREIGN.intersection(each.relative_to(ROOT).parts)))


def parsed(path: Path) -> ast.Module:
    """The syntax tree of a file, to be read only."""
    return parse(path.read_text(encoding="utf-8"))


@cache
def parse(source: str) -> ast.Module:
    """The syntax tree of Python source, to be read only."""
    return ast.parse(source)


@cache
def nodes(tree: ast.AST) -> tuple[ast.AST, ...]:
    """All nodes of a tree in the order of `ast.walk`, which takes several times as long."""
    found = [tree]
    for node in found:
        for value in vars(node).values():
            if isinstance(value, list):
                found += [each for each in value if isinstance(each, ast.AST)]
            elif isinstance(value, ast.AST):
                found.append(value)
    return tuple(found)


def forget() -> None:
    """Let go of all trees: they are millions of objects, which every search for garbage would go through."""
    parse.cache_clear()
    nodes.cache_clear()
