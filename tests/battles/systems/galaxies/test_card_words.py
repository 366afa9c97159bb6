"""Words of tactic cards, specials, tiles and sizes: complete, short, and true to the data."""

import re

import pytest

from missions.battles.systems.galaxies.card_words import SPECIALS, Words, card_words, words_of
from missions.battles.systems.galaxies.engine.field import TILES
from missions.battles.systems.galaxies.engine.ships import CARDS, DATA
from missions.battles.systems.galaxies.engine.tactics import TACTICS, Tactic
from missions.battles.systems.galaxies.rulebook import galaxies

SOURCE = (DATA / "card_words.toml").read_text(encoding="utf-8")
WORDS = card_words()
RULES = {rule.id for chapter in galaxies().chapters for rule in chapter.rules}
EVERYTHING = [*WORDS.tactics.values(), *WORDS.specials.values(), *WORDS.tiles.values(), *WORDS.sizes.values()]


@pytest.mark.rule("BG-161", "BG-140")
def test_everything_has_words():
    assert list(WORDS.tactics) == [card.id for card in TACTICS]
    assert set(WORDS.specials) == {card.special for card in CARDS if card.special} == set(SPECIALS)
    assert set(WORDS.tiles) == set(TILES) and set(WORDS.sizes) == {"small", "medium", "large"}


@pytest.mark.parametrize("words", EVERYTHING, ids=lambda words: words.title)
def test_a_thing_is_worded_in_one_or_two_sentences_and_names_a_rule(words: Words):
    assert 1 <= len(re.findall(r"\.(?= [A-Z]|$)", words.text)) <= 2 and len(words.text) < 130
    assert words.text[-1] == "." and words.rule in RULES


@pytest.mark.rule("BG-162")
@pytest.mark.parametrize("card", TACTICS, ids=lambda card: card.id)
def test_a_tactic_card_says_its_moment_and_its_numbers(card: Tactic):
    words = WORDS.tactics[card.id]
    numbers = {int(number) for number in re.findall(r"\d+", words.text)}
    told = {card.within, *card.effects.values()} - {0}
    assert words.when and words.when[-1] != "." and numbers <= told
    assert numbers == told or set(card.effects) <= {"reroll", "miss", "jam"}


def test_a_thing_is_explained_in_one_sentence():
    assert WORDS.tiles["asteroid"].explained == "Asteroid: no ship enters it, and it blocks lines of fire"


@pytest.mark.parametrize(
    ("old", "new"),
    [("[tiles.debris]", "[tiles.dust]"), ("[specials.slip]", "[specials.slide]"), ("missed =", "late =")],
)
def test_words_that_belong_to_nothing_are_refused(old: str, new: str):
    with pytest.raises(ValueError, match="need words of their own"):
        words_of(SOURCE.replace(old, new))
