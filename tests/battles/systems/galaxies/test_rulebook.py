"""Our wording of the rules of Galaxies: complete, short, and with the figures of the game's data."""

import re
import tomllib

import pytest

from missions.battles.systems.galaxies.engine import countermeasures, fleets, gunnery, tactics, turn
from missions.battles.systems.galaxies.engine.ships import (
    CARDS,
    DATA,
    HEXES,
    LETTERS,
    NUMBER_DIE,
    SIDES,
    VERSIONS,
    Size,
)
from missions.battles.systems.galaxies.rulebook import galaxies
from tests.architecture.sources import files

IDS = list(tomllib.loads((DATA / "rule_ids.toml").read_text(encoding="utf-8")))
WORDED = {rule.id: rule for chapter in galaxies().chapters for rule in chapter.rules}


def whole(rule: str) -> str:
    """All parts of a rule in one text."""
    return " ".join((WORDED[rule].text, WORDED[rule].ruling, WORDED[rule].house))


def numbers(rule: str) -> list[int]:
    return [int(number) for number in re.findall(r"(?<![\w-])\d+", whole(rule))]


def test_every_rule_is_worded_once_and_in_order():
    assert [rule.id for chapter in galaxies().chapters for rule in chapter.rules] == IDS == sorted(IDS)
    assert len({rule.title for rule in WORDED.values()}) == len(IDS) == 113


@pytest.mark.parametrize("rule", IDS)
def test_a_rule_is_worded_in_few_sentences(rule: str):
    parts = [part for part in (WORDED[rule].text, WORDED[rule].ruling, WORDED[rule].house) if part]
    for part in parts:
        sentences = len(re.findall(r"[.!?](?= [A-Z]|$)", part))
        assert 1 <= sentences <= 6 and 10 < len(part) < 400 and part.endswith(".")
    assert parts


def test_rulings_and_figures_of_our_own_are_told_apart():
    assert WORDED["BG-080"].text and not WORDED["BG-080"].ruling and not WORDED["BG-080"].house
    assert not WORDED["BG-064"].text and WORDED["BG-064"].ruling
    assert not WORDED["BG-150"].text and not WORDED["BG-150"].ruling and WORDED["BG-150"].house
    assert galaxies().marked


def test_every_rule_that_the_game_names_is_in_its_book():
    sources = files("missions/battles/systems/galaxies", suffixes=(".py", ".toml", ".csv"))
    named = {rule for path in sources for rule in re.findall(r"BG-\d+", path.read_text(encoding="utf-8"))}
    assert named - set(IDS) == set() and len(named) > 40


# --- figures ----------------------------------------------------------------------------------------


@pytest.mark.rule("BG-001", "BG-002")
def test_each_side_has_four_single_ships_and_two_squadrons_of_three():
    for side in range(len(SIDES)):
        own = {card.name: card.models for card in CARDS if card.side == side}
        assert sorted(own.values()) == [1, 1, 1, 1, 3, 3] and sum(own.values()) == 10
        assert all(card.size is Size.SMALL for card in CARDS if card.squadron)


@pytest.mark.rule("BG-007")
def test_every_name_comes_in_three_versions_and_a_higher_one_costs_more():
    for name in {card.name for card in CARDS}:
        own = [card for card in CARDS if card.name == name]
        assert [card.version for card in own] == list(VERSIONS)
        assert own[0].launch < own[1].launch < own[2].launch
        assert len({(card.side, card.size, card.models, card.grid) for card in own}) == 1


@pytest.mark.rule("BG-009", "BG-100")
def test_every_card_has_a_hull_and_a_primary_weapon():
    for card in CARDS:
        assert card.hull >= 1 and card.shields >= 0
        assert 1 <= len(card.weapons) <= 2 and card.weapons[0].charge == 0
        assert all(weapon.range and weapon.attacks and weapon.strength for weapon in card.weapons)


@pytest.mark.rule("BG-003", "BG-008", "BG-109")
def test_the_words_on_footprints_and_grids_have_the_figures_of_the_cards():
    assert [HEXES[size] for size in Size] == [1, 2, 7]
    assert "one hex" in whole("BG-003") and "two hexes" in whole("BG-003") and "seven" in whole("BG-003")
    assert f"A to {LETTERS[-1]}" in whole("BG-008") and f"1 to {NUMBER_DIE.sides}" in whole("BG-008")
    assert all(len(card.grid) == 80 and card.grid.count(2) == 1 for card in CARDS)


@pytest.mark.rule("BG-012", "BG-160", "BG-161", "BG-162")
def test_the_words_on_tactic_cards_have_the_figures_of_the_deck():
    assert numbers("BG-012") == [turn.START_ENERGY, tactics.START_HAND]
    assert numbers("BG-018") == [tactics.MOST_HAND, tactics.DISCARD_GAIN]
    assert numbers("BG-161") == [len(tactics.DECK)] and "two of each" in whole("BG-161")
    assert tactics.COPIES == 2 and len(tactics.TACTICS) == 10
    assert numbers("BG-010") == [fleets.MOST_CARDS]


@pytest.mark.parametrize(
    ("rule", "figures"),
    [
        ("BG-015", [turn.GAIN, turn.FIRST_GAIN]),
        ("BG-016", [0, turn.MOST_ENERGY]),
        ("BG-081", [countermeasures.SUCCEEDS, *countermeasures.ECM]),
        ("BG-141", [countermeasures.SUCCEEDS, countermeasures.DEBRIS_DAMAGE]),
        ("BG-142", [turn.SOURCE_GAIN]),
        ("BG-144", [gunnery.ARTIFACT_RANGE]),
        ("BG-145", [gunnery.STATION_RANGE]),
        ("BG-146", [turn.MARKET_GAIN]),
        ("BG-150", [countermeasures.SLIPS]),
        ("BG-152", [gunnery.STEADY_RANGE]),
        ("BG-153", [gunnery.RAID]),
    ],
)
def test_the_words_have_the_figures_of_the_rules(rule: str, figures: list[int]):
    assert numbers(rule) == figures
