"""Dependencies between events: leaving an earlier event out stops at the later one that needs it (CR-101)."""

import hashlib
from collections.abc import Callable

import pytest

from league.kernel.events import Event
from league.kernel.fold import Conflict, fold
from missions.rules import orders as do
from missions.rules.game import events as ev
from missions.rules.game.state import Choices, GameState, SectionReport, ShipReport
from rosters.rules import events as roster
from tests.missions.rules.builders import ORGANISER, Night, skirmish, whole_line


def without(night: Night, gone: Callable[[Event], bool], nth: int = 0) -> list[Event]:
    """The night's events without the nth one of those."""
    places = [place for place, event in enumerate(night.events) if gone(event)]
    return [event for place, event in enumerate(night.events) if place != places[nth]]


def played() -> Night:
    night, ours, theirs = skirmish()
    night.line(ours[0], damage=1)
    night.line(ours[0], damage=2)
    return night.report(destroyed=theirs[:1])


def is_a(kind: type[Event]) -> Callable[[Event], bool]:
    return lambda event: isinstance(event, kind)


@pytest.mark.rule("CR-101")
@pytest.mark.parametrize("nth", [0, 1, 2])
def test_a_line_of_a_submitted_report_cannot_be_undone_beneath_it(nth: int):
    night = played()
    left = without(night, is_a(ev.ReportLineSaved), nth)
    if nth == 0:
        assert fold(left) == night.state
    else:
        with pytest.raises(Conflict, match="was submitted"):
            fold(left)


@pytest.mark.rule("CR-101")
@pytest.mark.parametrize("kind", [ev.ChoicesSaved, ev.ReportSettled])
def test_events_beneath_a_confirmed_result_cannot_be_undone(kind: type[Event]):
    night = played()
    line = whole_line(night, next(iter(night.game.ships)), "driven_off")
    night.act(do.SettleReport(night.game_id, "Seen by all", (line,)), ORGANISER)
    night.finish()
    assert fold(night.events) == night.state
    with pytest.raises(Conflict, match="was confirmed"):
        fold(without(night, is_a(kind)))


@pytest.mark.parametrize(
    "kind", [ev.DrawCommitted, ev.SideReady, ev.SquadronsDrawn, ev.PlayBegan, ev.ReportSubmitted]
)
def test_no_step_of_a_game_can_be_left_out(kind: type[Event]):
    night = played().finish()
    with pytest.raises(Conflict):
        fold(without(night, is_a(kind)))


@pytest.mark.parametrize("nth", [0, 1])
def test_a_ship_that_was_drawn_cannot_be_unbought(nth: int):
    night, *_ = skirmish()
    with pytest.raises(Conflict, match="as it was drawn"):
        fold(without(night, is_a(roster.ShipBought), nth))


def test_a_result_can_be_left_out_with_all_that_came_of_it():
    night = played()
    before = fold(night.events)
    count = len(night.events)
    night.finish()
    choices = [event for event in night.events[count:] if isinstance(event, ev.ChoicesSaved)]
    assert fold(night.events[:count]) == before
    assert fold([*night.events[:count], *choices]).parts["rosters"] == before.parts["rosters"]


def test_the_fingerprint_never_changes_its_making():
    game = GameState(1, 1, 1, 2)
    written = "[[], null, false, []]"
    assert game.fingerprint() == hashlib.sha256(written.encode()).hexdigest()
    game.report.lines[3] = ShipReport(3, 1, "survived", {"whole": SectionReport(1, 2)}, (7,), (8,))
    game.choices["active"] = Choices((3,), {2: 3}, {"3:aft": (4, 5)})
    written = (
        '[[[3, "survived", [["whole", 1, 2, false]], [7], [8]]], null, false, '
        '[["active", [3], [[2, 3]], [["3:aft", [4, 5]]]]]]'
    )
    assert game.fingerprint() == hashlib.sha256(written.encode()).hexdigest()
