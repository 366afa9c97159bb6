"""Our wording of the rules: complete and short."""

import re
import tomllib

import pytest

from league.rules.wording import DATA, chapters, rule_texts

STAGES = {
    rule: facts["stage"]
    for rule, facts in tomllib.loads((DATA / "rule_ids.toml").read_text(encoding="utf-8")).items()
}


@pytest.mark.parametrize("rule", list(STAGES))
def test_every_rule_is_worded_in_few_sentences(rule: str):
    text = rule_texts()[rule].text
    sentences = re.findall(r"[.!?](?= [A-Z]|$)", text)
    assert 1 <= len(sentences) <= 6
    assert 10 < len(text) < 520


def test_every_rule_stands_in_exactly_one_chapter():
    told = [each.id for chapter in chapters() for each in chapter.rules]
    assert sorted(told) == sorted(STAGES)


def test_a_search_finds_the_rules_that_hold_all_its_words():
    found = [each.id for chapter in chapters("hyperdrive driven off") for each in chapter.rules]
    assert "CR-114" in found
    assert "CR-001" not in found


def test_a_search_finds_a_rule_by_its_number():
    assert [each.id for chapter in chapters("cr-042") for each in chapter.rules] == ["CR-042"]


def test_a_search_for_nonsense_finds_nothing():
    assert chapters("xyzzy") == []
