"""Opening a round while repairs are open: said beforehand, on the pages of the repairs, and taken back."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import Act
from league.rules.campaign import EndCampaign, ReopenCampaign
from league.rules.meetings.orders import AnswerMeeting, PairMeeting, ProposeMeeting
from league.rules.rounds import CloseRound
from league.rules.state import LeagueState
from tests import verbs
from tests.answers import queries, text_of
from tests.places import fleet_url, round_url

pytestmark = pytest.mark.rule("CR-051")


@pytest.fixture
def reported(running: verbs.League) -> verbs.League:
    """An agreed game is reported, and nobody has confirmed it yet."""
    starts = (timezone.now() + timedelta(hours=3)).isoformat()
    verbs.do(running.player, ProposeMeeting(running.fleet, running.rival_fleet, starts, "Rita’s"))
    meeting = max(verbs.state_of(running.organiser).of(LeagueState).meetings)
    verbs.do(running.rival, AnswerMeeting(meeting, True))
    verbs.do(running.organiser, PairMeeting(meeting))
    game = next(iter(verbs.round_of(running.organiser).pairings))
    verbs.draw(running.organiser, game)
    verbs.report(running.organiser, game)
    return running


@pytest.fixture
def agreed(reported: verbs.League) -> verbs.League:
    """An agreed game is over, and both fleets are at their repairs."""
    game = next(iter(verbs.round_of(reported.organiser).pairings))
    verbs.make_choices(reported.organiser, game)
    verbs.confirm(reported.organiser, game)
    return reported


def test_the_rounds_cost_at_most_twelve_queries_while_an_agreed_game_waits(reported, organiser, player):
    rounds = f"/campaigns/{reported.campaign.pk}/rounds/"
    assert "Waits for a choice" in text_of(organiser.client.get(rounds))
    assert queries(player.client, rounds) <= queries(organiser.client, rounds) <= 12


def test_organisers_read_whose_repairs_are_open_before_they_open_a_round(agreed, organiser, player):
    home = f"/campaigns/{agreed.campaign.pk}/"
    for where in (home, f"{home}rounds/"):
        page = text_of(organiser.client.get(where))
        assert "Repairs are still open: Red Wing and Iron Fist." in page or (
            "Repairs are still open: Iron Fist and Red Wing." in page
        )
        assert queries(organiser.client, where) <= 12
        assert "Repairs are still open" not in text_of(player.client.get(where))
    answer = organiser.client.post(f"{home}rounds/open/", follow=True)
    assert "The round is open: fleets can check in. Repairs are still open: " in text_of(answer)


def test_repairs_learn_that_a_round_has_opened(agreed, player):
    campaign = agreed.campaign.pk
    desk = f"{fleet_url(campaign, agreed.fleet)}desk/"
    line, there = f"/campaigns/{campaign}/next/", {"HX-Current-URL": f"http://testserver{desk}"}
    assert "hidden>" in text_of(player.client.get(f"{line}?was=silent", headers=there))
    verbs.open_round(agreed.organiser)
    said = "Round 2 is open. Finish the repairs of Red Wing, then check in."
    live = text_of(player.client.get(f"{line}?was=quiet", headers=there))
    assert ("hidden>" in live, f"</strong> {said}" in live, "data-here" in live) == (True, True, False)
    fresh = text_of(player.client.get(f"{line}?was=silent", headers=there))
    assert ("hidden>" in fresh, f"<span>{said}</span>" in fresh, "<a class" in fresh) == (False, True, False)
    assert 'href="' + desk in text_of(player.client.get(line))


def test_an_opening_is_undone_from_the_page_of_its_round_until_a_game_is_made(running, organiser, player):
    at = verbs.open_round(running.organiser)
    rounds = f"/campaigns/{running.campaign.pk}/rounds/"
    number = Act.objects.get(campaign=running.campaign, name="open_round").number
    undo = f"/campaigns/{running.campaign.pk}/timeline/{number}/undo/"
    assert undo in text_of(organiser.client.get(f"{rounds}1/"))
    assert undo not in text_of(player.client.get(f"{rounds}1/"))
    assert organiser.client.post(undo, {"reason": "Too early", "back": f"{rounds}1/"}).url == rounds
    assert at not in verbs.state_of(running.organiser).of(LeagueState).rounds
    verbs.pair(running)
    assert "Undo the opening" not in text_of(organiser.client.get(f"{rounds}1/"))


def test_a_closing_is_undone_from_the_page_of_its_round_until_the_next_one_opens(running, organiser, player):
    verbs.do(running.organiser, CloseRound(verbs.open_round(running.organiser)))
    first = f"/campaigns/{running.campaign.pk}/rounds/1/"
    number = Act.objects.get(campaign=running.campaign, name="close_round").number
    undo = f"/campaigns/{running.campaign.pk}/timeline/{number}/undo/"
    assert f'href="{undo}"' in text_of(organiser.client.get(first))
    assert undo not in text_of(player.client.get(first))
    verbs.open_round(running.organiser)
    assert undo not in text_of(organiser.client.get(first))


def test_a_start_is_undone_from_the_campaigns_page_until_the_first_round(running, organiser, player):
    home = f"/campaigns/{running.campaign.pk}/"
    number = Act.objects.get(campaign=running.campaign, name="start_campaign").number
    undo = f'href="{home}timeline/{number}/undo/"'
    assert [undo in text_of(organiser.client.get(f"{home}{each}")) for each in ("", "start/")] == [True, True]
    assert undo not in text_of(player.client.get(home))
    verbs.open_round(running.organiser)
    assert undo not in text_of(organiser.client.get(home))


def test_a_round_that_closed_along_with_the_campaign_offers_no_undoing_of_its_closing(running, organiser):
    at = verbs.open_round(running.organiser)
    verbs.close_round(running.organiser)
    assert "Undo the closing" in text_of(organiser.client.get(round_url(running.campaign.pk, at)))
    at = verbs.open_round(running.organiser)
    verbs.do(running.organiser, EndCampaign())
    verbs.do(running.organiser, ReopenCampaign("Too early"))
    assert "Undo the closing" not in text_of(organiser.client.get(round_url(running.campaign.pk, at)))
