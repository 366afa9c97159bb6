"""Our wording of the rules of Red Alert: complete, short, and with the figures of the game's data."""

import re
import tomllib

import pytest

from missions.battles.systems.red_alert.engine.scenarios import battles
from missions.battles.systems.red_alert.engine.units import BY_ID, CLASSES, DATA, IGNORED, TYPES
from missions.battles.systems.red_alert.rulebook import red_alert
from tests.architecture.sources import files

IDS = list(tomllib.loads((DATA / "rule_ids.toml").read_text(encoding="utf-8")))
WORDED = {rule.id: rule for chapter in red_alert().chapters for rule in chapter.rules}
TABLE = "RA-020"
"""The rule that has to name every figure of every unit, and may be longer."""


def test_every_rule_is_worded_once_and_in_order():
    assert [rule.id for chapter in red_alert().chapters for rule in chapter.rules] == IDS == sorted(IDS)
    assert len({rule.title for rule in WORDED.values()}) == len(IDS) == 160


def short(part: str, most: int) -> bool:
    """Whether a text is whole, of one to six sentences and not long."""
    sentences = len(re.findall(r"[.!?](?= [A-Z]|$)", part))
    return 1 <= sentences <= 6 and 10 < len(part) < most and part.endswith(".")


@pytest.mark.parametrize("rule", IDS)
def test_a_rule_is_worded_in_few_sentences(rule: str):
    parts = [part for part in (WORDED[rule].text, WORDED[rule].ruling, WORDED[rule].house) if part]
    assert parts and all(short(part, 700 if rule == TABLE else 400) for part in parts)


def test_rulings_and_figures_of_our_own_are_told_apart():
    assert (WORDED["RA-110"].ruling, WORDED["RA-110"].house) == ("", "")
    assert WORDED["RA-112"].text and not WORDED["RA-116"].text and WORDED["RA-116"].ruling
    assert not WORDED["RA-171"].text and not WORDED["RA-171"].ruling and WORDED["RA-171"].house
    assert red_alert().marked


def test_every_rule_that_the_game_names_is_in_its_book():
    sources = files("missions/battles/systems/red_alert", suffixes=(".py", ".toml", ".csv"))
    named = {rule for path in sources for rule in re.findall(r"RA-\d+", path.read_text(encoding="utf-8"))}
    assert named - set(IDS) == set() and len(named) > 100


# --- figures ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "heavy", "standard"),
    [
        ("Battleships", "HBB", "BB"),
        ("Cruisers", "HCR", "CR"),
        ("Destroyers", "HDD", "DD"),
        ("Fighters", "HF", "F"),
    ],
)
def test_the_unit_table_in_words_has_the_figures_of_the_units(name: str, heavy: str, standard: str):
    (sentence,) = re.findall(rf"{name} .*?\.", WORDED[TABLE].text)
    one, other = BY_ID[heavy], BY_ID[standard]
    dice = [str(count) for count in one.dice[1:] if count]
    assert f"move {one.move} " in sentence
    assert f"roll {', '.join(dice[:-1])} and {dice[-1]}" in sentence
    assert f"heavy: {one.figures} figures, {one.points} points, price {one.cost};" in sentence
    assert f"standard: {other.figures}, {other.points} and {other.cost}." in sentence


def test_the_words_on_markers_and_blasts_have_the_figures_of_the_game():
    counts = [int(number) for number in re.findall(r"\d+", WORDED["RA-004"].text)]
    assert counts[0] == 25 and sorted(counts[1:]) == sorted(unit.markers for unit in TYPES)
    names = {symbol: name for name, symbol in CLASSES.items()}
    blasts = WORDED["RA-104"].text
    assert sorted(map(int, re.findall(r"\d+", blasts))) == sorted(IGNORED.values())
    for (attacker, target), count in IGNORED.items():
        clause = next(each for each in re.split(r"\. |, and", blasts) if f"{names[target]} target" in each)
        assert re.search(rf"\b{count}\b[a-z ]* of a {names[attacker]} unit", clause)


@pytest.mark.parametrize(
    ("name", "objective"),
    [
        ("Clearing sectors", "clear_sector"),
        ("Breakthrough", "breakthrough"),
        ("Planet control", "planet_control"),
    ],
)
def test_the_words_on_objectives_name_the_battles_that_have_them(name: str, objective: str):
    (numbers,) = re.findall(rf"{name}: battles ([\d, and]+)\.", WORDED["RA-303"].text)
    having = [battle.number for battle in battles().values() if objective in battle.objectives]
    assert [int(number) for number in re.findall(r"\d+", numbers)] == having


@pytest.mark.parametrize(("rule", "name"), [("RA-300", "opening_salvo"), ("RA-301", "declaration_of_war")])
def test_the_words_on_the_first_battles_have_their_figures(rule: str, name: str):
    battle = battles()[name]
    figures = [battle.points, battle.eliminated, battle.stars[0], battle.combat[0], battle.command[0]]
    found = [int(number) for number in re.findall(r"\d+", WORDED[rule].text)]
    assert found == [number for number in figures if number]
