"""Rounds of agreed games and what is undone in them: results, check-ins, whole rounds after a reminder."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import Act
from league.rules.meetings.orders import AnswerMeeting, PairMeeting, ProposeMeeting
from league.rules.remind import RemindChooser
from league.rules.rounds import OpenRound
from league.rules.state import LeagueState
from league.services import undo
from missions.rules.orders import VoidGame
from tests import verbs
from tests.invariants import broken


@pytest.fixture
def game(running: verbs.League) -> int:
    """An agreed game that is being played in a round of its own."""
    starts = (timezone.now() + timedelta(hours=3)).isoformat()
    verbs.do(running.player, ProposeMeeting(running.fleet, running.rival_fleet, starts, "Rita’s"))
    meeting = max(verbs.state_of(running.organiser).of(LeagueState).meetings)
    verbs.do(running.rival, AnswerMeeting(meeting, True))
    verbs.do(running.organiser, PairMeeting(meeting))
    return next(iter(verbs.round_of(running.organiser).pairings))


def finish(running: verbs.League, game: int) -> None:
    verbs.draw(running.organiser, game)
    verbs.report(running.organiser, game)
    verbs.make_choices(running.organiser, game)
    verbs.confirm(running.organiser, game)
    verbs.close_desk(running.player, running.fleet)
    verbs.close_desk(running.rival, running.rival_fleet)


def take_back(running: verbs.League, name: str) -> list[str]:
    """Undo the last act of that name with all that stands on it; return what stood on it."""
    campaign = running.campaign.pk
    number = Act.objects.filter(campaign=campaign, name=name).latest("number").number
    found = undo.standing(campaign, number)
    undo.undo_with(campaign, running.organiser, number, [each.act for each in found], "By mistake.")
    assert broken(campaign) == []
    return [each.name for each in found]


@pytest.mark.rule("CR-101")
def test_a_game_of_a_closed_round_is_called_off_once_its_result_is_undone(running, game):
    finish(running, game)
    verbs.close_round(running.organiser)
    take_back(running, "confirm_result")
    verbs.do(running.organiser, VoidGame(game, "Played by the wrong rules."))
    assert verbs.game_of(running.organiser, game).step == "void"
    assert broken(running.campaign.pk) == []


@pytest.mark.rule("CR-051")
def test_a_check_in_at_the_night_stands_on_the_result_of_the_agreed_game(running, game):
    verbs.do(running.organiser, OpenRound())
    finish(running, game)
    verbs.check_in(running.organiser, running.fleet)
    assert "check_in" in take_back(running, "confirm_result")
    assert verbs.round_of(running.organiser).present == [running.fleet, running.rival_fleet]


def test_a_round_is_undone_although_its_chooser_was_reminded(running):
    verbs.open_round(running.organiser)
    verbs.check_in(running.organiser, running.fleet, running.rival_fleet)
    verbs.name_active(running.organiser)
    verbs.do(running.organiser, RemindChooser(verbs.round_of(running.organiser).id))
    take_back(running, "open_round")
    assert verbs.state_of(running.organiser).of(LeagueState).rounds == {}
