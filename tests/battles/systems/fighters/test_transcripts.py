"""Golden transcripts are told the same again, and between them show every kind of event."""

import pytest

from missions.battles.systems.fighters.engine import narration
from tests.battles.systems.fighters.transcripts import BATTLES, FOLDER, transcript


@pytest.mark.parametrize("name", BATTLES)
def test_the_transcript_is_told_again_word_for_word(name: str):
    assert transcript(name)[0] == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_every_transcript_belongs_to_a_battle():
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(BATTLES)


def test_the_transcripts_show_every_kind_of_event():
    assert frozenset().union(*(transcript(name)[1] for name in BATTLES)) == narration.kinds()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("02-torpedoes", ("anti-fighter torpedoes", "torpedo attack run")),
        ("03-ion-cannons", ("ion cannon", "manned ion turret", "loses its", "tries a repair")),
        ("04-vader", ("panics", "is in panic")),
        ("08-hostages", ("is docked with",)),
        ("09-starship-theft", ("is captured by",)),
    ],
)
def test_a_transcript_shows_what_it_is_named_after(name: str, words: tuple[str, ...]):
    text = transcript(name)[0]
    assert [each for each in words if each not in text] == []
