"""The worked turns of the manual: a battle as it was played, with reasons that are true."""

from __future__ import annotations

import re

import pytest

from league.kernel.refusal import Refusal
from missions.battles.systems.galaxies.engine.ships import CARDS
from missions.battles.systems.galaxies.manual import worked_turn
from missions.battles.systems.galaxies.manual.contents import Manual
from missions.battles.systems.galaxies.rulebook import galaxies
from tests.battles.systems.galaxies.plain_reader import READER

MANUAL = Manual(READER)
RULES = {rule.id for chapter in galaxies().chapters for rule in chapter.rules}
TOLD = {picture.title: "\n".join(picture.words) for picture in MANUAL.turn}


def test_the_manual_has_all_its_pages():
    assert len(MANUAL.units) == len({card.short for card in CARDS}) and len(MANUAL.cards) == 1
    assert MANUAL.ground and len(MANUAL.battles) == 3 and len(MANUAL.turn) > 8
    assert MANUAL.field.tokens == () and MANUAL.field.features


@pytest.mark.rule("BG-013", "BG-015", "BG-020", "BG-045", "BG-052", "BG-081", "BG-108", "BG-141")
def test_the_worked_turns_show_launches_moves_contacts_debris_and_attacks_with_odds():
    told = "\n".join(TOLD.values())
    for words in (
        "gains 5 energy",
        "launches ISN Barrage",
        "is sealed",
        "activates Red Fuvu",
        "moves 6 hexes",
        "The odds:",
        "in debris",
        "for countermeasures",
        "hits the star",
        "loses 1 shield peg",
    ):
        assert words in told


def test_a_step_begins_with_the_news_of_its_turn_and_ends_with_its_reasons():
    first = TOLD["Turn 3: F-51 Blue Sparrows (standard)"]
    assert first.startswith("Turn 3 {BG-014}. ISN gains 10 energy")
    assert first.endswith(worked_turn.notes()["3 I5 activate"][-1])


def test_every_explanation_belongs_to_a_step():
    told = "\n".join(TOLD.values())
    assert all(text in told for texts in worked_turn.notes().values() for text in texts)


def test_nothing_that_only_one_side_knows_is_told():
    assert "puts nothing into the hold" not in "\n".join(TOLD.values())
    assert "behind its screen:" not in "\n".join(TOLD.values())


@pytest.mark.parametrize("picture", MANUAL.turn, ids=lambda picture: picture.title)
def test_a_step_has_whole_sentences_and_rules_that_exist(picture):
    named = [re.findall(r"\{([^}]+)\}", text) for text in picture.words]
    assert {rule for rules in named for rule in rules} <= RULES
    assert picture.alt.endswith(".") and all(text.endswith(".") for text in picture.words)


@pytest.mark.parametrize(
    ("old", "new"),
    [("I5 move E E E E E E", "I5 move W W"), ("I1 fire W12", "I1 fire W11"), ("1 roll", "0 roll")],
)
def test_orders_that_are_not_legal_are_no_worked_turn(tmp_path, monkeypatch, old: str, new: str):
    wrong = tmp_path / "worked_turn.txt"
    wrong.write_text(worked_turn.WORKED.read_text("utf-8").replace(old, new, 1), "utf-8")
    monkeypatch.setattr(worked_turn, "WORKED", wrong)
    with pytest.raises(Refusal):
        list(worked_turn.pictures(READER))
