"""Every rule of a finished system has a test, and every rule that is named exists (`./run rules`)."""

import re
import tomllib
from functools import cache
from pathlib import Path

from league.management.commands.rules_coverage import where_tested

ROOT = Path(__file__).resolve().parents[3]
SYSTEMS = ROOT / "missions" / "battles" / "systems"
NAMED = re.compile(r"\bFH-\d{3}\b")
RULES = tomllib.loads((SYSTEMS / "fighters" / "data" / "rule_ids.toml").read_text(encoding="utf-8"))


@cache
def proved() -> dict[str, list[str]]:
    """Where each rule of fighters is tested."""
    return {name: places for name, places in where_tested(ROOT).items() if NAMED.fullmatch(name)}


def test_every_rule_has_a_test():
    """A rule that is listed here needs a test marked with @pytest.mark.rule and its number."""
    assert {name: RULES[name]["title"] for name in sorted(RULES.keys() - proved().keys())} == {}


def test_rules_that_are_named_exist():
    assert len(RULES) == 130 and set(proved()) <= set(RULES)
    for path in (ROOT / "missions").rglob("*.py"):
        unknown = set(NAMED.findall(path.read_text(encoding="utf-8"))) - set(RULES)
        assert not unknown, f"{path.name} names {unknown}"
