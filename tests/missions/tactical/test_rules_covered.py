"""Every rule of a finished system has a test, and every rule that is named exists."""

import ast
import json
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
HERE = Path(__file__).parent
SYSTEMS = ROOT / "missions" / "tactical" / "systems"
NAMED = re.compile(r"\bFH-\d{3}\b")
RULES = tomllib.loads((SYSTEMS / "fighters" / "data" / "rule_ids.toml").read_text(encoding="utf-8"))


@cache
def marked_rules() -> set[str]:
    """Rules in `@rule(...)` of a test, and those of the worked examples."""
    found = {
        name for one in json.loads((HERE / "data" / "examples.json").read_text()) for name in one["rules"]
    }
    for path in HERE.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "rule":
                found |= {str(part.value) for part in node.args if isinstance(part, ast.Constant)}
    return found


@pytest.mark.parametrize("name", sorted(RULES))
def test_the_rule_has_a_test(name: str):
    assert name in marked_rules(), f"{name} {RULES[name]['title']}: mark a test with @rule({name!r})"


def test_rules_that_are_named_exist():
    assert len(RULES) == 130 and marked_rules() <= set(RULES)
    for path in (ROOT / "missions" / "tactical").rglob("*.py"):
        unknown = set(NAMED.findall(path.read_text(encoding="utf-8"))) - set(RULES)
        assert not unknown, f"{path.name} names {unknown}"
