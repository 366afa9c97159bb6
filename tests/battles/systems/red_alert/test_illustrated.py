"""The illustrated manual of Red Alert shows every unit, card and battle, and a turn as it was played."""

from __future__ import annotations

import re

import pytest

from missions.battles.systems.red_alert.card_words import card_words
from missions.battles.systems.red_alert.engine.cards import COMBAT, COMMAND
from missions.battles.systems.red_alert.engine.field import HEXES, hex_set, sees
from missions.battles.systems.red_alert.engine.fleets import TASK_FORCES
from missions.battles.systems.red_alert.engine.scenarios import battles
from missions.battles.systems.red_alert.engine.units import TYPES
from missions.battles.systems.red_alert.illustrated import SEEN_FROM, SIGHTS, illustrated
from missions.battles.systems.red_alert.rulebook import red_alert

Sight = tuple[str, tuple[str, ...], tuple[str, ...], str]
RULES = {rule.id for chapter in red_alert().chapters for rule in chapter.rules}


def test_every_unit_is_shown_with_its_figures():
    found = {entry.kind: dict(entry.facts) for entry in illustrated().units}
    assert list(found) == [type_.id for type_ in TYPES]
    assert (found["DD"]["Move"], found["CR"]["Dice by range"]) == ("2 hexes, warp 3", "3, 3, 2, 1")
    assert found["BB"]["Ignores"] == "1 blast of strike units and 2 blasts of fighter units"
    assert found["FS"]["Cost"] == "26, not for sale"


def test_every_card_is_shown_with_its_number():
    groups = illustrated().cards
    assert sum(card.number for group in groups[:2] for card in group.cards) == 60
    assert sum(card.number for card in groups[2].cards) == 50
    titles = [card.title for group in groups[:3] for card in group.cards]
    assert sorted(titles) == sorted(card.title for card in (*COMMAND, *COMBAT))
    assert all(card.cost and card.when for card in groups[2].cards)


@pytest.mark.rule("RA-180")
def test_every_task_force_is_shown_with_its_units_and_its_points():
    shown = illustrated().cards[3].cards
    for entry, card in zip(shown, TASK_FORCES.values(), strict=True):
        assert entry.title.endswith(card.title) and entry.cost.startswith(f"{card.points} ")
        assert all(type_.name in entry.text for type_ in card.units)


def test_every_marker_is_shown_with_its_meaning():
    (picture,) = (each for each in illustrated().ground if each.title == "Markers")
    assert [mark.sign for token in picture.scene.tokens for mark in token.marks] == ["alert", "cloak"]
    assert [badge.symbol for badge in picture.scene.badges] == ["marker_0"]
    assert len(picture.words) == len(card_words().markers)


def test_every_battle_has_its_map():
    found = illustrated().battles
    assert len(found) == len(battles())
    for picture, battle in zip(found, battles().values(), strict=True):
        features = {hex_ for feature in picture.scene.features for hex_ in feature.hexes}
        assert picture.title.endswith(battle.name)
        assert len(features) == battle.asteroids.bit_count() + len(battle.group)
        assert bool(picture.scene.areas) == battle.deployed


@pytest.mark.rule("RA-090", "RA-092", "RA-093", "RA-094")
@pytest.mark.parametrize(("sight", "clear"), list(zip(SIGHTS, [False, True, False, False], strict=True)))
def test_lines_of_sight_are_those_of_the_engine(
    sight: tuple[str, tuple[str, ...], tuple[str, ...], str], clear: bool
):
    title, ends, stones, _ = sight
    (picture,) = (each for each in illustrated().ground if each.title == title)
    assert picture.reach is not None
    blocked = hex_set(HEXES[stone] for stone in stones)
    for line, end in zip(picture.reach.lines, ends, strict=True):
        assert line.clear == clear == sees(HEXES[SEEN_FROM], HEXES[end], blocked)
        assert bool(line.cut_by) != clear


def test_the_worked_turn_has_a_card_moves_attacks_with_odds_and_a_pursuit():
    told = "\n".join("\n".join(picture.words) for picture in illustrated().turn)
    for words in ("plays the command card", "is ordered", "moves from", "The odds:", "rolls", "pursues"):
        assert words in told


def test_the_manual_names_rules_that_exist():
    found = illustrated()
    texts = [
        text for part in (found.ground, found.battles, found.turn) for each in part for text in each.words
    ]
    cited = set(re.findall(r"\{(.+?)\}", " ".join(texts)))
    assert cited and cited <= RULES
    assert {card.rule for group in found.cards for card in group.cards} <= RULES
