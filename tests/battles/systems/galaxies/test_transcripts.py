"""Golden transcripts are told the same again, and between them show every kind of event that they can."""

import re

import pytest

from missions.battles.systems.galaxies.engine import telling
from missions.battles.systems.galaxies.engine.tactics import TACTICS
from tests.battles.systems.galaxies.transcripts import FOLDER, TELLINGS, again, stored

NOT_TOLD = {
    "shuffles": "a deck of twenty cards outlasts a battle of fifteen rounds",
    "taken over": "no card takes a ship over",
}
"""Kinds of events that no transcript shows, each with its reason."""


@pytest.mark.parametrize("name", TELLINGS)
def test_the_transcript_is_told_again_word_for_word(name: str):
    assert again(name)[0] == stored(name)


def test_every_transcript_belongs_to_a_battle():
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(TELLINGS)


def test_the_transcripts_show_every_kind_of_event_that_is_likely():
    told = frozenset().union(*(again(name)[1] for name in TELLINGS))
    assert telling.TELLERS.keys() - told == NOT_TOLD.keys()


@pytest.mark.parametrize("name", TELLINGS)
def test_a_transcript_shows_the_events_that_it_is_about(name: str):
    assert set(TELLINGS[name].about) <= again(name)[1]


@pytest.mark.parametrize("name", TELLINGS)
def test_an_order_never_tells_the_same_sentence_twice(name: str):
    for told in re.split(r"^\w+: .+$", stored(name), flags=re.MULTILINE):
        lines = [line for line in told.splitlines() if line.strip()]
        assert len(lines) == len(set(lines)), told


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("01-energy-and-launching", ("gains 5 energy", "gains 10 energy", "and has 0 left.")),
        (
            "02-holds",
            ("into the hold of", "out of the hold of", "is lost in the hold of", "has no ship left"),
        ),
        (
            "03-countermeasures",
            (
                "front first",
                "back first",
                "for countermeasures: 3 direct damage",
                "lets ISN Everest",
                "in debris",
            ),
        ),
        (
            "04-attacks",
            (
                "to charge the",
                "an ordinary hit on a ship with its shields up",
                "The raid brings",
                "hull 0 of",
            ),
        ),
        (
            "05-tactic-cards",
            ("rolled again", "counts as a miss", "is repaired", "shield pegs back", "hexes farther"),
        ),
        ("06-holding-the-wreck", ("holds the wreck", "orbital market", "After 6 rounds the victory points")),
        ("07-saturn-line", ("Hold the Saturn Line", "through the warp gate to", "regains 1 shield peg")),
    ],
)
def test_a_transcript_shows_the_words_of_its_name(name: str, words: tuple[str, ...]):
    text = stored(name)
    assert [each for each in words if each not in text] == []


def test_both_reactions_and_other_tactic_cards_are_played():
    text = stored("05-tactic-cards")
    played = {card.id for card in TACTICS if f": play {card.id}" in text}
    assert {"second_shot", "hard_turn"} <= played and len(played) >= 7
