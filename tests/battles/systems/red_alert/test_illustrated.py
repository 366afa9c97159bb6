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
    assert found["DD"]["Move"] == "2 hexes, warp 3"
    assert found["CR"]["Dice"] == "3 next to the enemy, 3 at range 2, 2 at range 3, 1 at range 4"
    assert found["FS"]["Dice"].startswith("2 next to the enemy and 1 for each cap fighter, 3 at range 2")
    assert found["F"]["Dice"] == "3 next to the enemy, 1 at range 2"
    assert found["BB"]["Ignores"] == "1 blast of strike units and 2 blasts of fighter units"
    assert found["FS"]["Price"] == "26 points, not for sale"


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
    ("sight", "clear"), list(zip(told()["sight"], [True, False, True, False, False, False], strict=True))
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


@pytest.mark.parametrize(
    "words",
    [
        "plays the command card",
        "Orders 2 units in your centre.",
        "is ordered",
        "moves from",
        "plays the combat card",
        "The odds:",
        "rolls",
        "retires from",
        "battles back",
        "pursues",
        "draws a command card",
        "wins",
    ],
)
def test_the_worked_turns_show_all_that_may_happen(words: str):
    assert words in "\n".join("\n".join(picture.words) for picture in MANUAL.turn)


def test_a_worked_turn_begins_with_the_map_before_it_and_no_two_steps_share_a_title():
    titles = [picture.title for picture in MANUAL.turn]
    assert [title for title in titles if title.startswith("Before")] == ["Before turn 4", "Before turn 5"]
    assert titles[0] == "Before turn 4"
    assert len(set(titles)) == len(titles)
    assert "Commonwealth: FS1 on J6" in MANUAL.turn[0].alt
    assert (
        "FS1 on H7" in MANUAL.turn[-1].alt and "BB1" not in MANUAL.turn[-1].alt.partition("Confederation:")[2]
    )


def test_each_step_of_a_worked_turn_is_explained():
    notes = worked_turn.notes()
    explained = [picture for picture in MANUAL.turn if not picture.title.startswith("Before")]
    assert len(explained) == len(notes)
    for picture, note in zip(explained, notes.values(), strict=True):
        assert picture.words[-len(note) :] == tuple(note)


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


def _lost(symbol: str, figures: int = 1, ignored: int = 0) -> Callable[[Counter[str]], bool]:
    """Whether a roll takes that many figures of a unit with that symbol, which ignores some blasts."""
    return lambda roll: roll[symbol] + max(0, roll["blast"] - ignored) >= figures


@pytest.mark.rule("RA-103", "RA-104")
def test_the_odds_of_the_worked_turns_are_those_of_counting_all_rolls():
    told = [words for picture in MANUAL.turn for words in picture.words if words.startswith("The odds")]
    attacks = [
        ("3 dice", 3, "strike", 2, 0),
        ("2 dice", 2, "strike", 1, 0),
        ("5 dice", 5, "capital", 2, 1),
        ("3 dice", 3, "capital", 1, 2),
        ("5 dice", 5, "fighter", 2, 1),
        ("1 die", 1, "strike", 1, 0),
        ("5 dice", 5, "strike", 2, 0),
        ("3 dice", 3, "strike", 2, 0),
        ("3 dice", 3, "capital", 1, 1),
    ]
    assert told == [
        f"The odds: {rolled}, {_chance(dice, _lost(symbol, figures, ignored))} for at least {figures} "
        f"{'figure' if figures == 1 else 'figures'} lost."
        for rolled, dice, symbol, figures, ignored in attacks
    ]


def test_the_manual_names_rules_that_exist():
    found = MANUAL
    texts = [
        text for part in (found.ground, found.battles, found.turn) for each in part for text in each.words
    ]
    cited = set(re.findall(r"\{(.+?)\}", " ".join(texts)))
    assert cited and cited <= RULES
    assert {card.rule for group in found.cards for card in group.cards} <= RULES
