"""House notes: what a club agrees on, on the campaign page."""

import pytest

from league.kernel.decision import Actor
from league.kernel.refusal import Refusal, Stale
from league.rules.campaign import NOTES_LENGTH, SetHouseNotes, notes_mark
from league.rules.events import NotesChanged
from league.rules.narration import sentence
from league.rules.state import LeagueState
from tests.league.rules.club import HELPER, ORGANISER, Club


def test_organisers_write_the_notes_and_lines_stay_lines(club: Club):
    club.do(SetHouseNotes("  No phones.\r\n\r\nBring\tdice. "), HELPER)
    assert club.state.of(LeagueState).notes == "No phones.\n\nBring dice."
    club.do(SetHouseNotes(""), ORGANISER)
    assert club.state.of(LeagueState).notes == ""


@pytest.mark.parametrize(
    ("notes", "actor", "code"),
    [
        ("Mine", Actor(5, "player"), "organisers_only"),
        ("x" * (NOTES_LENGTH + 1), ORGANISER, "long_notes"),
        (" ", ORGANISER, "no_change"),
    ],
)
def test_notes_that_are_refused(club: Club, notes: str, actor: Actor, code: str):
    with pytest.raises(Refusal) as no:
        club.do(SetHouseNotes(notes), actor)
    assert no.value.code == code


def test_notes_are_compared_with_those_that_the_writer_read(club: Club):
    read = notes_mark(club.state.of(LeagueState).notes)
    club.do(SetHouseNotes("No phones.", read), HELPER)
    with pytest.raises(Stale, match="Put theirs and yours together"):
        club.do(SetHouseNotes("Bring dice.", read), ORGANISER)
    club.do(SetHouseNotes("Bring dice.", notes_mark("No phones.")), ORGANISER)
    assert club.state.of(LeagueState).notes == "Bring dice."


def test_the_timeline_tells_that_they_changed():
    assert sentence(NotesChanged("Bring dice.")) == "The house notes were changed."
    assert sentence(NotesChanged("")) == "The house notes were removed."
