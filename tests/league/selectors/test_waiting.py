"""Tasks that wait for people."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.kernel.refusal import Refusal
from league.models import Campaign
from league.rules.campaign import CreateCampaign, EndCampaign
from league.rules.rounds import CheckOut
from league.selectors.waiting import waiting_for
from league.services import campaigns
from league.services.succession import succeed
from missions.rules.game.orders.classes import DisputeLine
from missions.rules.orders import VoidGame
from rosters.rules.events import ShipBought
from rosters.rules.fleets.people import RetireFleet
from rosters.rules.fleets.ready import SayReady
from tests import verbs
from tests.answers import text_of
from tests.missions.mission_tables import written
from tests.places import round_url

LUKE = "rebel-xwing-lukeskywalker"


def sentences(person, *, mine: bool | None = None) -> list[str]:
    return [each.what for each in waiting_for(person.user)[1] if mine is None or each.mine == mine]


def test_a_visitor_has_nothing_to_do(running, visitor):
    verbs.open_round(running.organiser)
    assert sentences(visitor) == []


def test_an_organiser_without_a_fleet_is_not_pressed_to_found_one(campaign, organiser):
    assert sentences(organiser, mine=True) == []
    assert sentences(organiser, mine=False)[-1] == "You have no fleet here yet."


def test_an_organiser_is_led_to_the_start(campaign, organiser, player, rival):
    lacking = "Nobody has founded a fleet so far. The campaign starts with at least two."
    assert sentences(organiser)[0] == lacking
    first = verbs.muster(player.seat, "Red Wing", "rebel", squadrons=1)
    second = verbs.muster(rival.seat, "Iron Fist", "imperial", squadrons=1)
    verbs.do(player.seat, SayReady(first, ready=True))
    assert sentences(organiser, mine=False)[0] == "Ready to start: 1 of 2 fleets."
    verbs.do(rival.seat, SayReady(second, ready=True))
    assert sentences(organiser, mine=True) == ["Both fleets are ready. Start the campaign."]


@pytest.mark.rule("CR-055")
def test_an_organiser_of_one_team_is_led_to_invitations_and_not_to_a_start_that_is_refused(teams):
    for person, name in ((teams.player, "Red Wing"), (teams.rival, "Blue Wing")):
        fleet = verbs.muster(person, name, "rebel", squadrons=1)
        verbs.do(person, SayReady(fleet, ready=True))
    (task,) = (each for each in waiting_for(teams.organiser.user)[1] if "teams" in each.what)
    invite = "A campaign in teams needs fleets of two teams. Invite players of another team."
    assert (task.what, task.mine, task.label) == (invite, False, "Invite people")
    with pytest.raises(Refusal):
        verbs.start_campaign(teams.organiser)
    fleet = verbs.muster(teams.organiser, "Iron Fist", "imperial", squadrons=1)
    verbs.do(teams.organiser, SayReady(fleet, ready=True))
    assert "All 3 fleets are ready. Start the campaign." in sentences(teams.organiser, mine=True)


@pytest.mark.rule("CR-039")
def test_a_fleet_whose_name_a_mate_has_by_now_is_not_ready(teams):
    fleets = {
        member: verbs.muster(member, name, side, squadrons=1)
        for member, name, side in (
            (teams.player, "Red Wing", "rebel"),
            (teams.rival, "Blue Wing", "rebel"),
            (teams.organiser, "Iron Fist", "imperial"),
        )
    }
    verbs.buy_ship(teams.player, fleets[teams.player], LUKE)
    for member, fleet in fleets.items():
        verbs.do(member, SayReady(fleet, ready=True))
    number = Campaign.objects.get(pk=teams.campaign.pk).next_id
    written(teams.rival, ShipBought(fleets[teams.rival], number, LUKE, "Luke Skywalker", 0))
    assert "Ready to start: 1 of 3 fleets." in sentences(teams.organiser)


def test_an_organiser_is_led_through_the_evening(running, organiser):
    assert sentences(organiser, mine=False) == [
        "No round is open. Open the next one on game night.",
        "You have no fleet here yet.",
    ]
    verbs.open_round(running.organiser)
    verbs.check_in(running.organiser, running.fleet, running.rival_fleet)
    assert sentences(organiser, mine=True) == [
        "Round 1: 2 fleets are here without a game. Start the matching."
    ]


def test_a_fleet_that_waits_for_a_game_says_so(running, player):
    verbs.open_round(running.organiser)
    verbs.check_in(running.organiser, running.fleet)
    assert sentences(player, mine=False) == ["Red Wing is checked in and waits for its game."]
    assert sentences(player, mine=True) == []


def test_a_legal_draft_of_a_running_campaign_asks_to_be_locked(running, organiser):
    fleet = verbs.muster(organiser.seat, "Late Comers", "scum", squadrons=1)
    points = verbs.fleet_of(organiser.seat, fleet).points
    spend = f"Late Comers is legal, with {points} FP left. Spend them, then lock it to join."
    assert sentences(organiser, mine=True) == [spend]
    while verbs.fleet_of(organiser.seat, fleet).points >= 30:
        verbs.buy_ship(organiser.seat, fleet, verbs.STOCK["scum"])
    assert sentences(organiser, mine=True) == ["Late Comers is legal. Lock it to join the campaign."]


def test_a_dispute_waits_for_the_organiser_first(running, organiser, rival):
    game = verbs.pair(running)
    verbs.draw(running.organiser, game)
    verbs.report(running.player, game)
    ship = next(iter(verbs.game_of(running.organiser, game).ships))
    verbs.do(running.rival, DisputeLine(game, ship, "It was gone"))
    assert sentences(organiser)[0] == "The result of Iron Fist against Red Wing is disputed: settle it."
    assert not any("disputed" in each for each in sentences(rival))


def test_an_ended_campaign_waits_for_nothing_and_says_where_the_club_plays_on(
    running, player, organiser, monkeypatch
):
    verbs.do(running.organiser, EndCampaign())
    assert (sentences(player), sentences(organiser)) == (["The season is over."], [])
    after = succeed(running.organiser, "Winter League II", public=False)
    assert sentences(player)[-1] == "The season is over. The club plays on in Winter League II."
    news = waiting_for(player.user)[1][-1]
    assert (news.url, news.label) == (f"/campaigns/{after.campaign_id}/", "Go there")
    monkeypatch.setattr("league.selectors.season_end.NEWS_FOR", timedelta(days=-1))
    assert "The season is over" not in " ".join(sentences(player))


def test_a_campaign_that_ends_with_its_last_rival_says_so(running, player):
    verbs.do(running.rival, RetireFleet(running.rival_fleet))
    assert sentences(player) == ["The season is over: fewer than two fleets were left."]


def test_the_most_urgent_thing_stands_first(running, rival):
    campaigns.create_campaign(rival.user, CreateCampaign("Other"))
    verbs.open_round(running.organiser)
    verbs.check_in(running.organiser, running.fleet, running.rival_fleet)
    verbs.name_active(running.organiser)
    assert sentences(rival)[0] == "Iron Fist is the Active Fleet: choose its opponent."


@pytest.mark.rule("CR-052")
def test_an_active_fleet_whose_only_opponent_left_waits_for_the_organiser(running, rival, organiser):
    verbs.open_round(running.organiser)
    verbs.check_in(running.organiser, running.fleet, running.rival_fleet)
    verbs.name_active(running.organiser)
    verbs.do(running.organiser, CheckOut(verbs.round_of(running.organiser).id, running.fleet))
    (waits,) = waiting_for(rival.user)[1]
    assert (waits.mine, waits.what) == (
        False,
        "Iron Fist is the Active Fleet, but no opponent is free now. An organiser decides.",
    )
    first = waiting_for(organiser.user)[1][0]
    assert (first.mine, "no opponent is free for the Active Fleet" in first.what) == (True, True)
    url = round_url(running.campaign.pk, verbs.round_of(running.organiser).id)
    page = text_of(rival.client.get(url))
    assert ("Your move" in page, "An organiser checks somebody in" in page) == (False, True)
    assert "rounds/1/remind/" not in text_of(organiser.client.get(url))


def test_games_that_are_called_off_cost_the_same_in_any_number_of_campaigns(db):
    people = verbs.crew()
    costs = []
    for number in range(1, 4):
        running = verbs.league(people, f"League {number}")
        verbs.do(running.organiser, VoidGame(verbs.pair(running), "No table"))
        told = [each.what for each in waiting_for(people.player)[1] if "called off" in each.what]
        assert told == ["Olga called off the game of Red Wing against Iron Fist: No table."] * number
        costs.append(_cost(people.player))
    assert costs[0] == costs[1] == costs[2]


def test_rounds_that_are_over_cost_the_same_in_any_number_of_campaigns(db):
    people = verbs.crew()
    costs = []
    for number in range(1, 4):
        running = verbs.league(people, f"League {number}")
        verbs.play(running)
        for person, fleet in ((running.player, running.fleet), (running.rival, running.rival_fleet)):
            assert "Round 1: every game is over. Close it once all repairs are closed." in _told(people)
            verbs.close_desk(person, fleet)
        assert _told(people) == ["Round 1: every game is over, and all repairs are closed."] * number
        costs.append(_cost(people.organiser))
    assert costs[0] == costs[1] == costs[2]


def _told(people: verbs.Crew) -> list[str]:
    """Tasks of the organiser with rounds that are over."""
    return [each.what for each in waiting_for(people.organiser)[1] if "every game is over" in each.what]


def _cost(user) -> int:
    """Number of queries that a look at what waits for the person costs."""
    waiting_for(user)
    with CaptureQueriesContext(connection) as captured:
        waiting_for(user)
    return len(captured)
