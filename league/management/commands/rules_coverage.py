"""Table of rules with the code that has them and the tests that prove them."""

import ast
import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

APPS = ("league", "rosters", "missions")
IDS = Path(__file__).resolve().parents[2] / "rules" / "data" / "rule_ids.toml"
SYSTEMS = "missions/battles/systems/*/data/rule_ids.toml"
RULES = re.compile(
    r"^(?:league|rosters|missions)/rules/|^missions/battles/(?:engine|systems/\w+/(?:engine|forces))/"
)
"""Folders in which a rule lives. Pages and texts that name it do not decide it."""
EXAMPLES = "data/examples.json"
"""Counted beside test files: worked examples as data, each with the rules that it proves."""


class Command(BaseCommand):
    """Writes docs/rules_coverage.md; fails when a rule has no test."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--stage", action="append", help="stage that must be complete (default: all)")
        parser.add_argument("--no-write", action="store_true", help="only say what is missing")

    def handle(self, *args: Any, **options: Any) -> None:
        root = Path(settings.BASE_DIR)
        rules = all_rules(root)
        sources, tests = where_written(root), where_tested(root)
        unknown = sorted((set(tests) | {rule for rule, _ in cited(root)}) - set(rules))
        if not options["no_write"]:
            text = report(rules, sources, tests)
            (root / "docs" / "rules_coverage.md").write_text(text, encoding="utf-8")
        stages = options["stage"]
        wanted = [rule for rule, facts in rules.items() if not stages or facts["stage"] in stages]
        missing = [rule for rule in wanted if rule not in tests]
        self.stdout.write(f"{len(wanted) - len(missing)} of {len(wanted)} rules have tests.")
        for rule in missing:
            self.stdout.write(f"without a test: {rule} {rules[rule]['title']}")
        if unknown:
            raise CommandError(f"unknown rule IDs: {', '.join(unknown)}")
        if missing:
            raise CommandError(f"{len(missing)} rules have no test.")


def all_rules(root: Path) -> dict[str, dict[str, str]]:
    """The rules of the campaign, then those of each system of hex battles: ID → title and stage."""
    rules: dict[str, dict[str, str]] = {}
    for path in (IDS, *sorted(root.glob(SYSTEMS))):
        rules |= tomllib.loads(path.read_text(encoding="utf-8"))
    return rules


def cited(root: Path) -> Iterator[tuple[str, str]]:
    """Rule ID and path of every source file that cites it."""
    named = re.compile(rf"\b(?:{'|'.join(sorted(_books(root)))})-\d{{3}}\b")
    for app in APPS:
        for path in sorted((root / app).rglob("*.py")):
            for rule in sorted(set(named.findall(path.read_text(encoding="utf-8")))):
                yield rule, path.relative_to(root).as_posix()


def _books(root: Path) -> set[str]:
    """Letters of the books of rules. A system that is still being built has no list of its rules yet, and
    its rules do not count.
    """
    return {rule.partition("-")[0] for rule in all_rules(root)}


def where_written(root: Path) -> dict[str, list[str]]:
    """Rule ID → the files of pure rules and engines that cite it."""
    found: dict[str, list[str]] = defaultdict(list)
    for rule, name in cited(root):
        if RULES.match(name):
            found[rule].append(name)
    return found


def where_tested(root: Path) -> dict[str, list[str]]:
    """Rule ID → `file::test` of each test whose own, class or module marker names it, and of worked
    examples.
    """
    found: dict[str, list[str]] = defaultdict(list)
    books = _books(root)
    for path in sorted((root / "tests").rglob("test_*.py")):
        name = path.relative_to(root).as_posix()
        for rule, test in _marked(ast.parse(path.read_text(encoding="utf-8"))):
            place = f"{name}::{test}"
            if rule.partition("-")[0] in books and place not in found[rule]:
                found[rule].append(place)
    for path in sorted((root / "tests").rglob(EXAMPLES)):
        name = path.relative_to(root).as_posix()
        for example in json.loads(path.read_text(encoding="utf-8")):
            for rule in example["rules"]:
                found[rule].append(f"{name}::{example['id']}")
    return found


def _marked(module: ast.Module) -> Iterator[tuple[str, str]]:
    general = [
        rule
        for node in module.body
        if isinstance(node, ast.Assign) and any(getattr(to, "id", "") == "pytestmark" for to in node.targets)
        for rule in _rules(node.value)
    ]
    yield from _marked_in(module.body, general)


def _marked_in(body: list[ast.stmt], inherited: list[str]) -> Iterator[tuple[str, str]]:
    for node in body:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        own = inherited + [rule for decorator in node.decorator_list for rule in _rules(decorator)]
        if isinstance(node, ast.ClassDef):
            yield from _marked_in(node.body, own)
        elif node.name.startswith("test_"):
            yield from ((rule, node.name) for rule in own)


def _rules(node: ast.AST) -> Iterator[str]:
    """The string arguments of every `….rule(…)` or `rule(…)` call inside `node`."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and _name(call.func) == "rule":
            for argument in call.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


def _name(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def report(rules: dict[str, Any], sources: dict[str, list[str]], tests: dict[str, list[str]]) -> str:
    """The Markdown page: one row per rule."""
    lines = [
        "# Rules and where they live",
        "",
        "Written by `./run rules`; do not edit by hand.",
        "",
        "| rule | text | written in | tests |",
        "| --- | --- | --- | --- |",
    ]
    for rule, facts in rules.items():
        written = "<br>".join(f"`{name}`" for name in sources.get(rule, [])) or "–"
        lines.append(f"| {rule} | {facts['title']} | {written} | {_tests(tests.get(rule, []))} |")
    return "\n".join(lines) + "\n"


def _tests(places: list[str]) -> str:
    if not places:
        return "–"
    files = sorted({place.partition("::")[0] for place in places})
    return f"{len(places)}: " + "<br>".join(f"`{name}`" for name in files)
