"""Our wording of the rules: complete and short, each in one chapter."""

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
    ids = [each.id for chapter in chapters() for each in chapter.rules]
    assert sorted(ids) == sorted(STAGES)


def test_every_chapter_has_an_address_a_title_and_a_sentence_of_its_own():
    for field in ("slug", "title", "about"):
        values = [getattr(chapter, field) for chapter in chapters()]
        assert all(values) and len(set(values)) == len(values)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", chapter.slug) for chapter in chapters())
