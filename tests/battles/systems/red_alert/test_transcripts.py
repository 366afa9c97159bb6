"""Golden transcripts are told the same again, and between them show every kind of event that they can."""

import pytest

from missions.battles.systems.red_alert.engine import narration
from missions.battles.systems.red_alert.engine.scenarios import battles
from tests.battles.systems.red_alert.transcripts import FOLDER, TELLINGS, again, stored

NOT_TOLD = {
    "gains time": "no printed battle has a defender that time works for",
    "draws less": "hands are too large for a side to lose its flagship without a command card",
    "draws none": "the same",
    "shuffles": "a deck is used up only after forty turns and more",
}
"""Kinds of events that no transcript shows, each with its reason."""


@pytest.mark.parametrize("name", TELLINGS)
def test_the_transcript_is_told_again_word_for_word(name: str):
    assert again(name)[0] == stored(name)


def test_every_transcript_belongs_to_a_battle():
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(TELLINGS)


def test_each_battle_of_the_booklet_is_told_once():
    told = [telling.setup["scenario"] for telling in TELLINGS.values()]
    assert sorted(told) == sorted(name for name, each in battles().items() if not each.guided)


def test_the_transcripts_show_every_kind_of_event_that_is_likely():
    told = frozenset().union(*(again(name)[1] for name in TELLINGS))
    assert narration.TELLERS.keys() - told == NOT_TOLD.keys()


@pytest.mark.parametrize("name", TELLINGS)
def test_a_transcript_shows_the_events_that_it_is_about(name: str):
    assert set(TELLINGS[name].about) <= again(name)[1]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("01-opening-salvo", ("has 13 points.", "wins. ")),
        ("02-line-of-battle", ("Flagship Cf-FS1", "to confirm")),
        ("03-clear-sectors", ("on an asteroid", "for the asteroid on", "No enemy is left in the")),
        ("04-breakthrough", ("breaks through and leaves the field",)),
        ("05-supply-base", ("lays a unit face down", "places a planet marker")),
        ("06-reactions", ("strikes first at", "ambushes", "is cancelled")),
        ("07-red-alerts", ("retires through", "disregards", "engineers", "battles back", "ignores")),
        ("08-pursuit", ("pursues from", "bonus combat", "command card Light Speed")),
        ("09-cards", ("is cloaked", "leaves its cloak", "sabotage", "Repair Crews")),
        ("10-three-a-side", ("Commonwealth left wing has ended", "Confederation left wing has ended")),
    ],
)
def test_a_transcript_shows_the_words_of_its_name(name: str, words: tuple[str, ...]):
    text = stored(name)
    assert [each for each in words if each not in text] == []
