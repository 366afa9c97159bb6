"""Games between the nights on their pages: proposing, answering, beginning, the inbox, two at once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.rules.rounds import CancelPairing
from league.rules.schedule.orders import PlanNight
from league.rules.state import LeagueState
from league.selectors.waiting import waiting_for
from rosters.rules.orders import LockFleet
from tests import verbs
from tests.answers import queries, text_of
from tests.invariants import broken


def url_of(running) -> str:
    return f"/campaigns/{running.campaign.pk}/schedule/"


def propose(person, running, other=None):
    starts = f"{timezone.now() + timedelta(hours=3):%Y-%m-%dT%H:%M}"
    fields = {"fleet": running.fleet, "opposing": running.rival_fleet, "starts": starts, "venue": "Rita’s"}
    return person.client.post(f"{url_of(running)}games/new/", {**fields, "offset": "0", **(other or {})})


def press(person, running, doing, number=1):
    return person.client.post(f"{url_of(running)}games/{number}/{doing}/")


def meetings(running):
    return [each.status for each in verbs.state_of(running.organiser).of(LeagueState).meetings.values()]


def tasks(person):
    return [(each.label, each.mine) for each in waiting_for(person.user)[1] if each.symbol == "game"]


def test_a_game_is_proposed_agreed_on_and_begun(running, player, rival, organiser):
    assert propose(player, running)["Location"] == url_of(running)
    assert tasks(rival) == [("Answer", True)]
    page = rival.client.get(url_of(running)).content.decode()
    assert ("games/1/agree/" in page, "games/1/withdraw/" in page) == (True, False)
    assert "Paul (Red Wing) proposes it to you" in text_of(rival.client.get(url_of(running)))
    assert "games/1/withdraw/" in player.client.get(url_of(running)).content.decode()
    assert press(rival, running, "agree").status_code == 302
    assert tasks(organiser) == [("Begin the game", True)]
    assert tasks(player) == [("To the schedule", False)]
    told = "You and Rita (Iron Fist) agreed on a game, venue Rita’s. An organiser begins it when you meet."
    assert told in player.client.get("/inbox/").content.decode()
    assert press(organiser, running, "begin")["Location"] == f"/campaigns/{running.campaign.pk}/games/1/"
    assert (meetings(running), len(verbs.round_of(running.organiser).pairings)) == (["paired"], 1)
    assert tasks(organiser) == []
    assert broken(running.campaign.pk) == []


def test_an_agreed_game_calls_no_other_player_to_its_round(running, player, rival, organiser, co_organiser):
    other = verbs.muster(running.helper, "Late Arrivals", "scum")
    verbs.do(running.organiser, LockFleet(other))
    propose(player, running)
    press(rival, running, "agree")
    press(organiser, running, "begin")
    assert "check Late Arrivals in" not in " ".join(each.what for each in waiting_for(co_organiser.user)[1])
    what = "Only agreed games are played in round 1. Open a round to all on game night."
    assert what in [each.what for each in waiting_for(organiser.user)[1]]
    rounds = f"/campaigns/{running.campaign.pk}/rounds/"
    assert "Open the next round" in organiser.client.get(rounds).content.decode()
    assert (
        "Open the next round" in organiser.client.get(f"/campaigns/{running.campaign.pk}/").content.decode()
    )
    page = text_of(co_organiser.client.get(f"{rounds}1/"))
    assert ("Nobody else is called to this round." in page, "Check Late Arrivals in" in page) == (True, False)
    home = text_of(co_organiser.client.get(f"/campaigns/{running.campaign.pk}/"))
    assert "No rounds played so far. A game that two players agreed on is being played." in home
    assert 'rounds/open/"' in organiser.client.get(f"{rounds}1/").content.decode()
    organiser.client.post(f"{rounds}open/")
    assert "Round 1 is open: check Late Arrivals in if you are there." in [
        each.what for each in waiting_for(co_organiser.user)[1]
    ]


def test_the_big_screen_shows_an_agreed_game_only_while_it_is_played(running, player, rival, organiser):
    screen = f"/campaigns/{running.campaign.pk}/screen/"
    propose(player, running)
    press(rival, running, "agree")
    press(organiser, running, "begin")
    assert "<h1>Round 1</h1>" in text_of(organiser.client.get(screen))
    at = verbs.round_of(running.organiser)
    verbs.do(running.organiser, CancelPairing(at.id, next(iter(at.pairings)), "No table."))
    assert "<h1>Standings</h1>" in text_of(organiser.client.get(screen))


def test_the_other_side_is_told_that_an_agreed_game_is_off(running, player, rival, organiser):
    propose(player, running)
    press(rival, running, "agree")
    schedule = rival.client.get(url_of(running)).content.decode()
    assert 'hx-confirm="Withdraw this game?' in schedule
    press(rival, running, "withdraw")
    assert (tasks(player), tasks(rival), tasks(organiser)) == ([("To the schedule", True)], [], [])
    assert (
        "Rita (Iron Fist) withdrew the game against you, venue Rita’s. It is not played."
        in player.client.get("/inbox/").content.decode()
    )
    assert "withdrawn: it is not played" in text_of(player.client.get(url_of(running)))
    propose(player, running)
    assert tasks(player) == []
    assert "withdrawn" not in text_of(player.client.get(url_of(running)))


def test_the_proposer_is_told_that_the_other_side_declined(running, player, rival):
    propose(player, running)
    press(rival, running, "decline")
    assert (tasks(player), tasks(rival)) == ([("To the schedule", False)], [])
    told = "Rita (Iron Fist) declined the game that you proposed, venue Rita’s."
    assert told in player.client.get("/inbox/").content.decode()
    again = f"games/new/?fleet={running.fleet}&amp;against={running.rival_fleet}"
    assert again in player.client.get(url_of(running)).content.decode()


def test_declining_and_withdrawing_take_it_out_of_the_schedule(running, player, rival):
    propose(player, running)
    press(rival, running, "decline")
    propose(player, running)
    press(player, running, "withdraw", 2)
    assert meetings(running) == ["declined", "withdrawn"]
    assert "Waits for an answer" not in text_of(rival.client.get(url_of(running)))


def test_players_begin_nothing_without_the_option_and_nobody_answers_for_others(running, player, rival):
    propose(player, running)
    assert press(player, running, "agree").status_code == 403
    press(rival, running, "agree")
    page = player.client.get(url_of(running)).content.decode()
    assert "games/1/begin/" not in page
    assert press(player, running, "begin").status_code == 403
    assert meetings(running) == ["agreed"]


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"opposing": ""}, 422),
        ({"opposing": "99999"}, 422),
        ({"starts": "2020-01-01T10:00"}, 409),
        ({"starts": "soon"}, 422),
        ({"venue": ""}, 422),
        ({"fleet": "x"}, 422),
    ],
)
def test_a_proposal_that_makes_no_sense_is_refused_in_place(running, player, fields, status):
    assert propose(player, running, fields).status_code == status
    assert meetings(running) == []


def test_a_game_that_cannot_begin_says_why_and_waits_for_nobody(running, player, rival, organiser):
    propose(player, running)
    press(rival, running, "agree")
    verbs.open_round(running.organiser)
    verbs.check_in(running.organiser, running.fleet, running.rival_fleet)
    verbs.name_active(running.organiser)
    page = organiser.client.get(url_of(running))
    assert ("games/1/begin/" in page.content.decode(), "choosing its opponent" in text_of(page)) == (
        False,
        True,
    )
    assert tasks(organiser) == [("To the schedule", False)]
    refused = organiser.client.post(f"{url_of(running)}games/1/begin/", headers={"HX-Request": "true"})
    assert (refused.status_code, refused["HX-Retarget"], refused["HX-Reselect"]) == (409, "#notices", "unset")


def test_the_game_that_can_begin_stands_above_the_nights(running, player, rival, organiser):
    propose(player, running)
    press(rival, running, "agree")
    verbs.do(running.organiser, PlanNight((timezone.now() + timedelta(days=3)).isoformat(), "The club"))
    page = text_of(organiser.client.get(url_of(running)))
    assert page.index("Begin the game") < page.index("Game night 1")
    page = text_of(player.client.get(url_of(running)))
    assert page.index("Game night 1") < page.index("Red Wing against")


def test_people_without_a_fleet_propose_nothing(running, visitor, stranger, player):
    assert propose(visitor, running).status_code == 403
    assert propose(stranger, running).status_code == 404
    propose(player, running)
    assert press(stranger, running, "agree").status_code == 404
    assert press(player, running, "dance").status_code == 422
    assert press(player, running, "withdraw", 7).status_code == 404


def test_the_later_of_two_presses_is_told(running, player, rival, organiser, co_organiser):
    propose(player, running)
    press(rival, running, "agree")
    assert press(organiser, running, "begin").status_code == 302
    late = press(co_organiser, running, "begin")
    assert (late.status_code, "has moved on" in text_of(late)) == (409, True)
    assert press(player, running, "withdraw").status_code == 409


def test_the_schedule_costs_few_queries(running, player):
    propose(player, running)
    player.client.get(url_of(running))
    assert queries(player.client, url_of(running)) <= 12
