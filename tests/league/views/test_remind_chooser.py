"""Reminding the people of the fleet that chooses its opponent: rules, page, inbox, mail."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from league.kernel.refusal import NotYours, Refusal
from league.rules.meetings.orders import AnswerMeeting, ProposeMeeting
from league.rules.remind import RemindChooser
from league.rules.rounds import CancelPairing, CheckIn, ChooseOpponent, NameActiveFleet, OpenRound
from league.rules.state import LeagueState
from league.selectors.waiting import waiting_for
from league.services.acts import act
from league.services.mail import wish_for_reminders
from tests import verbs
from tests.answers import text_of
from tests.invariants import broken
from tests.places import round_url


@pytest.fixture
def choosing(running):
    """Two fleets are here, and one of them chooses."""
    verbs.do(running.organiser, OpenRound())
    at = verbs.round_of(running.organiser).id
    for fleet in (running.fleet, running.rival_fleet):
        verbs.do(running.organiser, CheckIn(at, fleet))
    verbs.do(running.organiser, NameActiveFleet(at))
    return running


def chooser(running, player, rival):
    return player if verbs.round_of(running.organiser).picking == running.fleet else rival


def page_of(running):
    return round_url(running.campaign.pk, verbs.round_of(running.organiser).id)


@pytest.mark.rule("CR-052")
def test_an_organiser_reminds_the_people_of_the_active_fleet(choosing, organiser, player, rival):
    who = chooser(choosing, player, rival)
    wish_for_reminders(who.user, wanted=True)
    url = page_of(choosing)
    before = organiser.client.get(url).content.decode()
    assert ("rounds/1/remind/" in before, 'data-local="ago"' in before) == (True, True)
    assert "rounds/1/remind/" not in who.client.get(url).content.decode()
    organiser.client.post(f"{url}remind/")
    after = organiser.client.get(url)
    assert "got a reminder in the inbox and by mail." in text_of(after)
    assert "rounds/1/remind/" not in after.content.decode()
    (task,) = (each for each in waiting_for(who.user)[1] if each.label == "Choose")
    assert task.reminded is not None and task.order < 0
    (letter,) = mail.outbox
    assert (letter.to, url in letter.body) == ([who.user.email], True)
    assert broken(choosing.campaign.pk) == []


def test_people_are_reminded_of_a_choice_once_a_day_and_by_organisers(choosing, organiser, player, visitor):
    at = verbs.round_of(choosing.organiser)
    with pytest.raises(NotYours):
        verbs.do(player.seat, RemindChooser(at.id))
    verbs.do(choosing.organiser, RemindChooser(at.id))
    for later, refused in ((timedelta(hours=23), True), (timedelta(hours=25), False)):
        now = timezone.now() + later
        if refused:
            with pytest.raises(Refusal, match="reminded of this choice"):
                act(choosing.campaign.pk, choosing.organiser, RemindChooser(at.id), now=now)
        else:
            act(choosing.campaign.pk, choosing.organiser, RemindChooser(at.id), now=now)


def test_another_choice_in_the_round_is_another_thing_to_be_reminded_of(choosing, organiser, player, rival):
    at = verbs.round_of(choosing.organiser)
    verbs.do(choosing.organiser, RemindChooser(at.id))
    other = {choosing.fleet, choosing.rival_fleet} - {at.picking}
    verbs.do(choosing.organiser, ChooseOpponent(at.id, other.pop()))
    (game,) = verbs.round_of(choosing.organiser).pairings
    verbs.do(choosing.organiser, CancelPairing(at.id, game, "No table."))
    act(
        choosing.campaign.pk,
        choosing.organiser,
        NameActiveFleet(at.id),
        now=timezone.now() + timedelta(hours=1),
    )
    assert [each for each in waiting_for(player.user)[1] if each.reminded] == []
    verbs.do(choosing.organiser, RemindChooser(at.id))


def test_without_a_choice_nobody_is_reminded(running, organiser):
    verbs.do(running.organiser, OpenRound())
    answer = organiser.client.post(f"{page_of(running)}remind/")
    assert (answer.status_code, "No fleet is choosing now." in text_of(answer)) == (409, True)


def test_an_organiser_is_offered_to_remind_before_to_choose_for_the_fleet(choosing, organiser, player, rival):
    name = verbs.fleet_of(choosing.organiser, verbs.round_of(choosing.organiser).picking).name
    page = organiser.client.get(page_of(choosing)).content.decode()
    assert 0 < page.index("rounds/1/remind/") < page.index(f"Choose for {name}")
    assert f'data-naming="Choose {{choice}} for {name}"' in page
    assert " checked" not in page.split('id="opponents"')[1].split("</form>")[0]
    own = chooser(choosing, player, rival).client.get(page_of(choosing)).content.decode()
    assert " checked" in own.split('id="opponents"')[1].split("</form>")[0]


def test_those_who_choose_read_that_two_fleets_agreed_on_a_game(choosing, organiser, player, rival):
    starts = (timezone.now() + timedelta(hours=2)).isoformat()
    verbs.do(player.seat, ProposeMeeting(choosing.fleet, choosing.rival_fleet, starts, "Rita's"))
    meeting = max(verbs.state_of(organiser.seat).of(LeagueState).meetings)
    verbs.do(rival.seat, AnswerMeeting(meeting, True))
    who = chooser(choosing, player, rival)
    waits = rival if who is player else player
    read = "agreed on a game, "
    assert [read in text_of(each.client.get(page_of(choosing))) for each in (organiser, who, waits)] == [
        True,
        True,
        False,
    ]


@pytest.mark.parametrize(("hours", "meant"), [(11, True), (13, False)])
def test_those_who_choose_read_whether_the_choice_is_the_agreed_game(
    choosing, organiser, player, rival, hours: int, meant: bool
):
    starts = (timezone.now() + timedelta(hours=hours)).isoformat()
    verbs.do(player.seat, ProposeMeeting(choosing.fleet, choosing.rival_fleet, starts, "Rita's"))
    meeting = max(verbs.state_of(organiser.seat).of(LeagueState).meetings)
    verbs.do(rival.seat, AnswerMeeting(meeting, True))
    page = text_of(organiser.client.get(page_of(choosing)))
    assert ("agreed on a game, " in page, "If they are paired now, this is that game." in page) == (
        True,
        meant,
    )


def test_players_are_told_who_called_their_game_off_and_why_until_the_next(
    choosing, organiser, player, rival
):
    at = verbs.round_of(choosing.organiser)
    other = ({choosing.fleet, choosing.rival_fleet} - {at.picking}).pop()
    verbs.do(choosing.organiser, ChooseOpponent(at.id, other))
    (game,) = verbs.round_of(choosing.organiser).pairings
    verbs.do(choosing.organiser, CancelPairing(at.id, game, "The table broke"))
    told = "Olga called off the game of Red Wing against Iron Fist: The table broke."
    assert told in [each.what for each in waiting_for(player.user)[1]]
    assert "called off" in str([each.what for each in waiting_for(rival.user)[1]])
    assert "called off" not in str([each.what for each in waiting_for(organiser.user)[1]])
    assert "Olga called it off: The table broke." in text_of(player.client.get(page_of(choosing)))
    verbs.do(choosing.organiser, NameActiveFleet(at.id))
    other = ({choosing.fleet, choosing.rival_fleet} - {verbs.round_of(choosing.organiser).picking}).pop()
    verbs.do(choosing.organiser, ChooseOpponent(at.id, other))
    assert "called off" not in str([each.what for each in waiting_for(player.user)[1]])
