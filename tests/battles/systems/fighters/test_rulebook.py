"""Our wording of the battle systems' rules: complete, short, and where every shown ID leads."""

import re
import tomllib
from pathlib import Path

import pytest

from league.rules.manual.contents import manual, rule_address
from missions.battles.systems.fighters.engine.loadouts import DATA
from missions.battles.systems.fighters.rulebook import fighters, read
from tests.architecture.sources import APPS, files

IDS = list(tomllib.loads((DATA / "rule_ids.toml").read_text(encoding="utf-8")))
WORDED = {rule.id: rule for chapter in fighters().chapters for rule in chapter.rules}
NAMED = re.compile(r"\b(?:CR|FH)-\d{3}\b")


def test_every_rule_of_the_fighter_game_is_worded_once_and_in_order():
    assert [rule.id for chapter in fighters().chapters for rule in chapter.rules] == IDS


def short(part: str) -> bool:
    """Whether a text is whole, of one to six sentences and not long."""
    sentences = len(re.findall(r"[.!?](?= [A-Z]|$)", part))
    return 1 <= sentences <= 6 and 10 < len(part) < 400 and part.endswith(".")


def test_every_rule_is_worded_in_few_sentences():
    parts = {
        rule: [part for part in (WORDED[rule].text, WORDED[rule].ruling, WORDED[rule].house) if part]
        for rule in IDS
    }
    assert [rule for rule, texts in parts.items() if not texts or not all(map(short, texts))] == []


def test_rulings_and_figures_of_our_own_are_told_apart():
    assert (WORDED["FH-093"].ruling, WORDED["FH-093"].house) == ("", "")
    assert WORDED["FH-092"].text and WORDED["FH-092"].ruling
    assert not WORDED["FH-017"].text and "24 columns and 18 rows" in WORDED["FH-017"].house


def test_a_rule_of_a_book_stands_on_the_books_page():
    assert rule_address("FH-071") == "/rules/fighters/#FH-071"
    assert fighters() in manual().books


@pytest.mark.parametrize(
    ("words", "blamed"),
    [
        ("[One]\nFH-001.words = 'One.'", "FH-002"),
        ("[One]\nFH-001.words = 'One.'\nFH-002.reason = 'Two.'", "FH-002 needs words"),
    ],
)
def test_a_book_that_is_incomplete_is_not_read(tmp_path: Path, words: str, blamed: str):
    (tmp_path / "rule_ids.toml").write_text("[FH-001]\ntitle = 'One'\n[FH-002]\ntitle = 'Two'")
    (tmp_path / "rule_words.toml").write_text(words)
    with pytest.raises(ValueError, match=blamed):
        read(tmp_path)


def test_every_rule_that_is_named_anywhere_has_an_anchor(client):
    anchors = set()
    for each in manual().pages.values():
        page = client.get(each.address).content.decode()
        anchors |= {f"{each.address}#{rule}" for rule in re.findall(r'id="([A-Z]+-\d+)"', page)}
    suffixes = (".py", ".html", ".toml", ".csv", ".js")
    named = {
        rule
        for path in files(*APPS, "templates", "static/js", suffixes=suffixes)
        for rule in NAMED.findall(path.read_text(encoding="utf-8"))
    }
    assert {rule for rule in named if rule_address(rule) not in anchors} == set()
    assert len(named) > 200
