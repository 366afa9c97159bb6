"""Rule systems are known by their packs alone, and no page is made of a state."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.replay import Battle
from missions.battles.presenters.board.page import board_page
from missions.battles.presenters.replay import replay_page
from missions.battles.systems.registry import PACKS
from tests.architecture.sources import APPS, ROOT, files, nodes, parsed
from tests.architecture.words import of_python
from tests.battles.presenters import boards

SYSTEMS = ROOT / "missions" / "battles" / "systems"
REGISTRY = SYSTEMS / "registry.py"
PACKAGE = "missions.battles.systems"
FOLDERS = sorted(path.parent.name for path in SYSTEMS.glob("*/pack.py"))
INSIDE = sorted(path.parent.name for path in SYSTEMS.glob("*/__init__.py"))
"""Folders of rule systems, those whose pack is still to come among them."""
OURS = (*APPS, "bench")
MARKUP = ("templates", "static/js", "static/css", "static/img")


def outside() -> Iterator[Path]:
    """Python files of the product that belong to no rule system."""
    for path in files(*OURS):
        if not any((SYSTEMS / name) in path.parents for name in INSIDE):
            yield path


@cache
def code_of(path: Path) -> tuple[str, ...]:
    """Names, strings and imports of a file, without docstrings and comments."""
    found: list[str] = []
    tree = parsed(path)
    docs = {
        id(node.value)
        for parent in nodes(tree)
        if isinstance(getattr(parent, "body", None), list)
        for node in parent.body
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in nodes(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            found.append(node.value)
        elif isinstance(node, ast.Name):
            found.append(node.id)
        elif isinstance(node, ast.ImportFrom):
            found += [str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
    return tuple(found)


def test_every_folder_with_a_pack_is_registered():
    assert FOLDERS and sorted(PACKS) == FOLDERS


@pytest.mark.parametrize("name", FOLDERS)
def test_nothing_but_the_registry_imports_a_rule_system(name: str):
    inside = f"{PACKAGE}.{name}"
    importing = [
        str(path.relative_to(ROOT))
        for path in outside()
        if any(each == inside or each.startswith(f"{inside}.") for each in code_of(path))
    ]
    assert importing == [str(REGISTRY.relative_to(ROOT))]
    assert f"{inside}.pack" in code_of(REGISTRY)


@pytest.mark.parametrize("name", FOLDERS)
def test_rule_systems_do_not_know_each_other(name: str):
    others = tuple(f"{PACKAGE}.{other}" for other in FOLDERS if other != name)
    wrong = [path.name for path in files(f"missions/battles/systems/{name}") for each in code_of(path)
             if others and each.startswith(others)]  # fmt: skip
    assert wrong == []


def words_of(name: str) -> re.Pattern[str]:
    """Names of a rule system: its id, the letters of its rules, the ids of its scenarios of two words."""
    pack = PACKS[name]
    scenarios = [each for each in pack.scenarios() if "_" in each]
    rules = rf"\b{pack.rulebook().prefix}-\d"
    return re.compile("|".join([rf"^{name}$", rf"[/\"'= ]{name}/", rules, *map(re.escape, scenarios)]))


@pytest.mark.parametrize("name", FOLDERS)
def test_no_code_outside_its_folder_names_a_rule_system(name: str):
    named = words_of(name)
    found = [
        f"{path.relative_to(ROOT)}: {text}"
        for path in outside()
        if path != REGISTRY
        for text in (*code_of(path), *(text for _, text in of_python(path.read_text(encoding="utf-8"))))
        if named.search(text)
    ]
    assert found == []


def test_the_import_contract_lists_every_module_outside_of_the_systems():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    [contract] = [each for each in contracts["contracts"] if "rule system" in each["name"]]
    holding = ("missions", "missions/battles", "missions/battles/systems")
    modules = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for folder in holding
        for path in (ROOT / folder).iterdir()
        if (path.suffix == ".py" or (path / "__init__.py").exists())
        and path.stem != "__init__"
        and str(path.relative_to(ROOT)) not in holding
        and path.name not in INSIDE
    }
    assert sorted(contract["source_modules"]) == sorted({"league", "rosters"} | modules)


@pytest.mark.parametrize("name", FOLDERS)
def test_no_template_script_or_style_names_a_rule_system(name: str):
    pack = PACKS[name]
    kinds = {kind for _, kind in pack.style.bodies} | set(pack.style.signs)
    named = re.compile(
        rf"{words_of(name).pattern}|hx-[01we]-(?:{'|'.join(kinds)})|mk-(?:{'|'.join(kinds - SHARED)})\b",
        re.MULTILINE,
    )
    found = [
        f"{path.relative_to(ROOT)}: {hit[0]}"
        for path in files(*MARKUP, suffixes=(".html", ".txt", ".js", ".css", ".svg"))
        if "vendor" not in path.parts
        for hit in named.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []


SHARED = {"hits"}
"""Signs that the style sheet knows, as several systems may have them."""


# --- no state on a page -----------------------------------------------------------------------------

READERS = ["missions/battles/presenters", "missions/battles/board"]


def test_presenters_and_board_readers_speak_of_no_state():
    wrong = []
    for path in files(*READERS, *(f"missions/battles/systems/{name}/board" for name in FOLDERS)):
        for node in nodes(parsed(path)):
            names = [node.attr] if isinstance(node, ast.Attribute) else []
            names += [node.arg] if isinstance(node, ast.arg) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.ImportFrom) else []
            if {"state", "State", "view_for", "imagine", "clone"}.intersection(names):
                wrong.append(f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', '?')}")
    assert wrong == []


class Witness:
    """A board reader that notes everything it is handed."""

    def __init__(self, honest: Any) -> None:
        self.honest, self.handed = honest, list[Any]()

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.honest, name)

        def noting(*given: Any, **more: Any) -> Any:
            self.handed += [*given, *more.values()]
            return method(*given, **more)

        return noting


def parts(thing: Any, depth: int = 0) -> Iterator[Any]:
    """Everything that can be reached inside plain data."""
    yield thing
    if depth > 12:
        return
    if isinstance(thing, dict):
        inside: Any = [*thing, *thing.values()]
    elif isinstance(thing, list | tuple | set | frozenset):
        inside = thing
    else:
        inside = [getattr(thing, name, None) for name in getattr(thing, "__slots__", ())]
    for each in inside:
        yield from parts(each, depth + 1)


def test_no_board_reader_is_handed_a_state():
    witness = Witness(boards.PACK.board)
    pack = replace(boards.PACK, board=witness)
    for at in range(0, boards.length("six"), 9):
        fought = boards.battle("six", at)
        for unit in (None, 0, -1):
            board_page(boards.inputs(fought, unit=unit, pack=pack))
        replay_page(boards.replay_inputs("six", at, table=boards.table(fought, pack)))
    kind = type(Battle(pack.system, boards.SIX, seeded_dice("state")).state)
    assert witness.handed
    assert not [thing for thing in witness.handed if any(isinstance(part, kind) for part in parts(thing))]


TWICE = {"Battle": "a battle under way in the engine, and its row"}
"""Class names that mean two things outside of the systems, and why."""


def test_a_class_name_means_one_thing_in_the_battles_app():
    found: dict[str, int] = {}
    for path in outside():
        if {"battles", "missions"} <= set(path.parts) and "commands" not in path.parts:
            for node in parsed(path).body:
                if isinstance(node, ast.ClassDef):
                    found[node.name] = found.get(node.name, 0) + 1
    assert len(found) > 100
    assert {name for name, count in found.items() if count > 1} == set(TWICE)
