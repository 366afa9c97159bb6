"""Golden transcripts are told the same again, and between them show every kind of event."""

import pytest

from missions.tactical.systems.fighters import narrate
from tests.missions.tactical.transcripts import BATTLES, FOLDER, tell


@pytest.mark.parametrize("name", BATTLES)
def test_the_transcript_is_told_again_word_for_word(name: str):
    assert tell(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_every_transcript_belongs_to_a_battle():
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(BATTLES)


def test_a_transcript_shows_hits_losses_and_how_it_ended():
    told = "".join(tell(name) for name in BATTLES)
    for words in ("hits", "fighters are lost", "wins", "needs", "goes first", "tries a sharper turn"):
        assert words in told
    assert len(narrate.kinds()) == 28
