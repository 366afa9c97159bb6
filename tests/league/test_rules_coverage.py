"""The rule list is whole, and the coverage command reads markers as pytest does."""

import ast
import tomllib

from league.management.commands.rules_coverage import (
    IDS,
    _marked,
    all_rules,
    cited,
    report,
    where_tested,
    where_written,
)

ROOT = IDS.parents[3]
MODULE = """
import pytest
pytestmark = pytest.mark.rule("CR-001")

@pytest.mark.rule("CR-002", "CR-003")
def test_one(): ...

@pytest.mark.rule("CR-004")
class TestMore:
    def test_two(self): ...
    def helper(self): ...

@pytest.mark.rule("CR-005")
def helper(): ...

@rule("FH-001")
def test_four(): ...
"""


def test_markers_count_on_function_class_and_module():
    assert sorted(_marked(ast.parse(MODULE))) == [
        ("CR-001", "test_four"),
        ("CR-001", "test_one"),
        ("CR-001", "test_two"),
        ("CR-002", "test_one"),
        ("CR-003", "test_one"),
        ("CR-004", "test_two"),
        ("FH-001", "test_four"),
    ]


def test_every_rule_has_a_title_and_a_stage():
    rules = tomllib.loads(IDS.read_text(encoding="utf-8"))
    assert len(rules) == 106
    assert {facts["stage"] for facts in rules.values()} == {"league", "missions"}
    assert len({facts["title"] for facts in rules.values()}) == len(rules)


def test_rules_of_hex_battles_and_their_worked_examples_count_too():
    rules, proved = all_rules(ROOT), where_tested(ROOT)
    assert len(rules) > 106 and set(rules) == set(proved)
    assert "tests/battles/systems/fighters/data/examples.json::EX-001" in proved["FH-030"]


def test_the_report_has_a_row_for_a_rule_without_test():
    rules = {"CR-001": {"title": "Points", "stage": "league"}}
    assert report(rules, {"CR-001": ["a.py"]}, {}).splitlines()[-1] == "| CR-001 | Points | `a.py` | – |"


def test_every_rule_is_named_where_it_is_decided():
    assert set(all_rules(ROOT)) - set(where_written(ROOT)) == set()


def test_a_rule_lives_where_it_is_decided_and_not_where_a_page_names_it():
    written = where_written(ROOT)
    assert "CR-011" in {rule for rule, name in cited(ROOT) if name == "league/templatetags/admiralty.py"}
    assert all(
        "/rules/" in name or name.startswith("missions/battles/")
        for names in written.values()
        for name in names
    )
    assert not any(
        part in name for names in written.values() for name in names for part in ("/views/", "/templatetags/")
    )
    assert "rosters/rules/squadrons/types.py" in written["CR-011"]
    assert any("/engine/" in name for name in written["FH-030"])
