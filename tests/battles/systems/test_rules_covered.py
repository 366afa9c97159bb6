"""Every rule of a finished system has a test, and every rule that is named exists (`./run rules`)."""

import re
import tomllib
from functools import cache
from pathlib import Path

from league.management.commands.rules_coverage import all_rules, where_tested

ROOT = Path(__file__).resolve().parents[3]
SYSTEMS = ROOT / "missions" / "battles" / "systems"
RULES = {
    rule: facts
    for path in sorted(SYSTEMS.glob("*/data/rule_ids.toml"))
    for rule, facts in tomllib.loads(path.read_text(encoding="utf-8")).items()
}
NAMED = re.compile(rf"\b(?:{'|'.join(sorted({rule[:2] for rule in RULES}))})-\d{{3}}\b")


@cache
def proved() -> dict[str, list[str]]:
    """Tests of each rule of hex battles."""
    return {name: places for name, places in where_tested(ROOT).items() if NAMED.fullmatch(name)}


def test_every_rule_has_a_test():
    """A rule that is listed here needs a test marked with @pytest.mark.rule and its number."""
    assert {name: RULES[name]["title"] for name in sorted(RULES.keys() - proved().keys())} == {}


def test_rules_that_are_named_exist():
    assert RULES.keys() < all_rules(ROOT).keys() and set(proved()) <= set(RULES)
    for path in (ROOT / "missions").rglob("*.py"):
        unknown = set(NAMED.findall(path.read_text(encoding="utf-8"))) - set(RULES)
        assert not unknown, f"{path.name} names {unknown}"
