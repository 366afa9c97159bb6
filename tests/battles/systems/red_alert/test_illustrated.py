"""The illustrated manual of Red Alert shows every unit, card and battle, and a turn as it was played."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from league.kernel.refusal import Refusal, Unreadable
from missions.battles.systems.red_alert.card_words import card_words
from missions.battles.systems.red_alert.engine.cards import COMBAT, COMMAND
from missions.battles.systems.red_alert.engine.field import HEXES, LABELS, hex_set, sees
from missions.battles.systems.red_alert.engine.fleets import TASK_FORCES
from missions.battles.systems.red_alert.engine.scenarios import battles
from missions.battles.systems.red_alert.engine.units import FACES, TYPES
from missions.battles.systems.red_alert.manual import worked_turn
from missions.battles.systems.red_alert.manual.contents import MANUAL
from missions.battles.systems.red_alert.manual.field import told
from missions.battles.systems.red_alert.rulebook import red_alert

RULES = {rule.id for chapter in red_alert().chapters for rule in chapter.rules}


def test_every_unit_is_shown_with_its_figures():
    found = {entry.kind: dict(entry.facts) for entry in MANUAL.units}
    assert list(found) == [type_.id for type_ in TYPES]
    assert (found["DD"]["Move"], found["CR"]["Dice by range"]) == ("2 hexes, warp 3", "3, 3, 2, 1")
    assert found["BB"]["Ignores"] == "1 blast of strike units and 2 blasts of fighter units"
    assert found["FS"]["Cost"] == "26, not for sale"


def test_every_card_is_shown_with_its_number():
    groups = MANUAL.cards
    assert sum(card.number for group in groups[:2] for card in group.cards) == 60
    assert sum(card.number for card in groups[2].cards) == 50
    titles = [card.title for group in groups[:3] for card in group.cards]
    assert sorted(titles) == sorted(card.title for card in (*COMMAND, *COMBAT))
    assert all(card.cost and card.when for card in groups[2].cards)


@pytest.mark.rule("RA-180")
def test_every_task_force_is_shown_with_its_units_and_its_points():
    shown = MANUAL.cards[3].cards
    for entry, card in zip(shown, TASK_FORCES.values(), strict=True):
        assert entry.title.endswith(card.title) and entry.cost.startswith(f"{card.points} ")
        assert all(type_.name in entry.text for type_ in card.units)


def test_every_battle_has_its_map():
    found = MANUAL.battles
    assert len(found) == len(battles())
    for picture, battle in zip(found, battles().values(), strict=True):
        features = {hex_ for feature in picture.scene.features for hex_ in feature.hexes}
        assert picture.title.endswith(battle.name)
        assert len(features) == battle.asteroids.bit_count() + len(battle.group)
        assert bool(picture.scene.areas) == battle.deployed


@pytest.mark.rule("RA-090", "RA-092", "RA-093", "RA-094")
@pytest.mark.parametrize(
    ("sight", "clear"), list(zip(told()["sight"], [True, False, True, False, False], strict=True))
)
def test_lines_of_sight_are_those_of_the_engine(sight: dict[str, Any], clear: bool):
    (picture,) = (each for each in MANUAL.ground if each.title == sight["title"])
    assert picture.reach is not None
    blocked = hex_set(HEXES[stone] for stone in sight["asteroids"])
    for line, end in zip(picture.reach.lines, sight["ends"], strict=True):
        assert line.clear == clear == sees(HEXES[sight["from"]], HEXES[end], blocked)
        assert bool(line.cut_by) != clear


@pytest.mark.rule("RA-110", "RA-113", "RA-115", "RA-116")
@pytest.mark.parametrize(
    ("title", "ends"),
    [
        ("The way home", "H5 H6 H7"),
        ("Through a friend", "H5 H6 H7"),
        ("Past an enemy", "H5 H6 H7"),
        ("A way that ends early", "G6 G7"),
        ("No way at all", ""),
    ],
)
def test_ways_home_end_where_the_rules_say(title: str, ends: str):
    (picture,) = (each for each in MANUAL.ground if each.title == title)
    assert picture.reach is not None
    assert [cell.place for cell in picture.reach.cells if cell.text] == ends.split()


def test_every_hex_stands_in_a_sector_and_those_of_a_dotted_line_in_two():
    places = [
        cell.place
        for picture in MANUAL.ground
        if picture.title in ("The left wing", "The centre", "The right wing") and picture.reach
        for cell in picture.reach.cells
    ]
    assert set(places) == set(LABELS)
    assert {place[1:] for place in places if places.count(place) == 2} == {"5", "9"}


def test_every_marker_is_shown():
    (picture,) = (each for each in MANUAL.ground if each.title == "Figures and markers")
    marks = {mark.sign for token in picture.scene.tokens for mark in token.marks}
    assert {"alert", "cloak"} <= marks
    assert any("face down" in feature.words for feature in picture.scene.features)
    assert [badge.figure for badge in picture.scene.badges] == ["2"]
    told = "\n".join(picture.words).lower()
    assert all(text[1:].lower() in told for text in card_words().markers.values())


def test_the_worked_turn_has_a_card_moves_attacks_with_odds_and_a_pursuit():
    told = "\n".join("\n".join(picture.words) for picture in MANUAL.turn)
    for words in ("plays the command card", "is ordered", "moves from", "The odds:", "rolls", "pursues"):
        assert words in told


def test_the_worked_turn_begins_with_the_map_before_it_and_no_two_steps_share_a_title():
    titles = [picture.title for picture in MANUAL.turn]
    assert titles[0] == "Before the turn"
    assert len(set(titles)) == len(titles)
    assert "Commonwealth: FS1 on J6" in MANUAL.turn[0].alt
    assert (
        "FS1 on H7" in MANUAL.turn[-1].alt and "BB1" not in MANUAL.turn[-1].alt.partition("Confederation:")[2]
    )


def test_an_order_of_the_worked_turn_that_is_not_legal_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    changed = tmp_path / "worked_turn.txt"
    changed.write_text(worked_turn.WORKED.read_text("utf-8").replace("move H8", "move A1"), "utf-8")
    monkeypatch.setattr(worked_turn, "WORKED", changed)
    with pytest.raises((Refusal, Unreadable)):
        list(worked_turn.pictures())


def _chance(dice: int, lost: Callable[[Counter[str]], bool]) -> str:
    """Percentage of all rolls of so many dice in which that many figures are lost."""
    rolls = [Counter(roll) for roll in product(FACES, repeat=dice)]
    return f"{100 * sum(map(lost, rolls)) / len(rolls):.0f} %"


def _two_hits(roll: Counter[str]) -> bool:
    """A strike unit is hit by triangles and blasts."""
    return roll["strike"] + roll["blast"] >= 2


def _battleship_hit(roll: Counter[str]) -> bool:
    """A battleship is hit by squares and blasts; it ignores one blast of a destroyer."""
    return roll["capital"] + max(0, roll["blast"] - 1) >= 1


@pytest.mark.rule("RA-103", "RA-104")
def test_the_odds_of_the_worked_turn_are_those_of_counting_all_rolls():
    told = [words for picture in MANUAL.turn for words in picture.words if words.startswith("The odds")]
    assert told == [
        f"The odds: 5 dice, {_chance(5, _two_hits)} for at least 2 figures lost.",
        f"The odds: 3 dice, {_chance(3, _two_hits)} for at least 2 figures lost.",
        f"The odds: 3 dice, {_chance(3, _battleship_hit)} for at least 1 figure lost.",
    ]


def test_the_manual_names_rules_that_exist():
    found = MANUAL
    texts = [
        text for part in (found.ground, found.battles, found.turn) for each in part for text in each.words
    ]
    cited = set(re.findall(r"\{(.+?)\}", " ".join(texts)))
    assert cited and cited <= RULES
    assert {card.rule for group in found.cards for card in group.cards} <= RULES
