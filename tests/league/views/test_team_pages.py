"""Team campaigns on the league's pages: the form, who meets whom, which team leads."""

import csv
import re

import pytest

from league.models import Campaign
from league.rules.campaign import EndCampaign, ReopenCampaign
from league.rules.rounds import ChooseOpponent
from league.selectors.waiting import waiting_for
from league.services.campaigns import add_member
from league.services.succession import succeed
from rosters.rules.orders import LockFleet, RetireFleet
from tests import verbs
from tests.people import account, browser

OPTIONS = {
    "recon_ship_limit_inclusive": "on",
    "recover_any_ship": "on",
    "three_defeats_eliminate": "off",
    "second_game_in_round": "off",
    "games_by_agreement": "off",
}


def musters(club: verbs.Club) -> tuple[int, int, int]:
    return (
        verbs.muster(club.player, "Red Wing", "rebel", ships=3),
        verbs.muster(club.helper, "Blue Wing", "rebel", ships=4),
        verbs.muster(club.rival, "Iron Fist", "imperial", ships=4),
    )


def page_of(member, path: str = "") -> str:
    answer = browser(member.user).get(f"/campaigns/{member.campaign_id}/{path}")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


@pytest.mark.rule("CR-050", "CR-055")
def test_the_form_asks_for_the_format(stranger):
    answer = stranger.client.post("/campaigns/new/", {"campaign_name": "Pairs", **OPTIONS})
    assert (answer.status_code, "Choose how the fleets play." in answer.content.decode()) == (422, True)
    stranger.client.post("/campaigns/new/", {"campaign_name": "Pairs", "format": "team", **OPTIONS})
    assert Campaign.objects.get().format == "team"


@pytest.mark.rule("CR-050")
def test_the_format_is_copied_with_the_settings(teams):
    client = browser(teams.organiser.user)
    page = client.get(f"/campaigns/new/?copy={teams.campaign.pk}").content.decode()
    (chosen,) = [each for each in page.split("<input") if 'name="format"' in each and "checked" in each]
    assert 'value="team"' in chosen


@pytest.mark.rule("CR-055")
def test_unequal_teams_are_named_before_the_start(teams):
    musters(teams)
    for path in ("", "start/"):
        assert "The teams are unequal: 2 Rebel and 1 Imperial." in page_of(teams.organiser, path)
    assert "In teams" in page_of(teams.organiser)


@pytest.mark.rule("CR-055")
def test_one_team_alone_cannot_be_started(teams):
    verbs.muster(teams.player, "Red Wing", "rebel")
    verbs.muster(teams.helper, "Blue Wing", "rebel")
    page = page_of(teams.organiser, "start/")
    assert "A team campaign needs legal fleets of two teams" in page
    assert 'form="start" disabled' in page


@pytest.mark.rule("CR-152")
@pytest.mark.parametrize("path", ["", "standings/"])
def test_teams_stand_above_their_fleets(teams, path):
    red, blue, iron = musters(teams)
    verbs.start_campaign(teams.organiser)
    page = page_of(teams.player, path)
    values = {each: verbs.fleet_of(teams.organiser, each) for each in (red, blue, iron)}
    assert ">2 of 2<" in page and ">1 of 1<" in page
    total = sum(21 * len(values[each].ships) for each in (red, blue))
    assert f'data-label="Fleet value" class="num fig">{total}<' in page


@pytest.mark.rule("CR-152")
def test_the_big_screen_has_the_teams_above_their_fleets(teams):
    musters(teams)
    verbs.start_campaign(teams.organiser)
    page = page_of(teams.player, "screen/")
    assert page.index("Team Rebel") < page.index("Team Imperial") < page.index("Red Wing")
    assert "2 of 2 in play" in page


@pytest.mark.rule("CR-152")
def test_the_table_for_spreadsheets_ends_with_the_teams(teams):
    musters(teams)
    verbs.start_campaign(teams.organiser)
    answer = browser(teams.player.user).get(f"/campaigns/{teams.campaign.pk}/downloads/standings.csv")
    rows = list(csv.DictReader(answer.content.decode("utf-8-sig").splitlines()))
    lines = [(row["place"], row["fleet"], row["side"], row["state"], row["fleet_value"]) for row in rows[3:]]
    assert lines == [("1", "", "rebel", "team", "441"), ("2", "", "imperial", "team", "240")]
    assert {row["state"] for row in rows[:3]} == {"ready"}


@pytest.mark.rule("CR-152")
def test_the_last_team_stands_first_when_the_other_has_left(teams):
    _, _, iron = musters(teams)
    verbs.start_campaign(teams.organiser)
    verbs.do(teams.rival, RetireFleet(iron))
    page = page_of(teams.player)
    assert "The campaign has ended, because fewer than two teams were left. Team Rebel stood first." in page
    assert "Final standings" in page
    log = page_of(teams.player, "timeline/")
    assert "The campaign ended, because fewer than two teams were left" in log
    sentences = [each.what for each in waiting_for(teams.player.user)[1]]
    assert sentences == ["The season is over: fewer than two teams were left."]


@pytest.mark.rule("CR-152")
def test_a_reopened_campaign_with_one_team_says_that_no_game_can_be_matched(teams):
    _, _, iron = musters(teams)
    verbs.start_campaign(teams.organiser)
    verbs.open_round(teams.organiser)
    verbs.do(teams.rival, RetireFleet(iron))
    assert "Nobody is here yet" not in page_of(teams.player, "rounds/1/")
    verbs.do(teams.organiser, ReopenCampaign("We go on"))
    said = "Fewer than two teams take part, so no game can be matched."
    assert said in page_of(teams.player)
    assert said in " ".join(each.what for each in waiting_for(teams.organiser.user)[1])
    fresh = verbs.muster(teams.organiser, "Iron Two", "imperial")
    verbs.do(teams.organiser, LockFleet(fresh))
    assert said not in page_of(teams.player)


@pytest.mark.rule("CR-052")
def test_games_are_proposed_only_to_other_teams(teams):
    red, blue, iron = musters(teams)
    verbs.start_campaign(teams.organiser)
    page = page_of(teams.player, "schedule/games/new/")
    offered = re.findall(r'<option value="(\d+)"', page.split('name="opposing"')[1].split("</select>")[0])
    assert offered == [str(iron)]


def test_without_teams_no_teams_stand_anywhere(running, player):
    for path in ("", "standings/"):
        assert (
            "Fleets in play"
            not in player.client.get(f"/campaigns/{running.campaign.pk}/{path}").content.decode()
        )


@pytest.mark.rule("CR-052")
def test_the_round_page_offers_fleets_of_other_teams(teams):
    red, blue, iron = musters(teams)
    verbs.start_campaign(teams.organiser)
    at = verbs.open_round(teams.organiser)
    verbs.check_in(teams.organiser, red, blue, iron)
    assert verbs.name_active(teams.organiser) == red
    page = page_of(teams.player, "rounds/1/")
    assert (f'id="opponent-{iron}"' in page, f'id="opponent-{blue}"' in page) == (True, False)
    verbs.do(teams.player, ChooseOpponent(at, iron))
    assert "Blue Wing has no opponent" in page_of(teams.organiser, "rounds/1/")
    page = page_of(teams.helper, "rounds/1/")
    assert ("No opponent is left" in page, "Waits for a game" in page) == (True, False)
    ends = "Its repairs open when an organiser finishes the matching."
    told = [each.what for each in waiting_for(teams.helper.user)[1]]
    assert f"No opponent is left for Blue Wing in this round. {ends}" in told


@pytest.mark.rule("CR-055")
def test_while_it_gathers_the_teams_stand_together_with_their_players(teams):
    verbs.found_fleet(teams.rival, "Iron Fist", "imperial")
    verbs.found_fleet(teams.helper, "Blue Wing", "rebel")
    page = page_of(teams.organiser)
    assert page.index('data-label="Player">Cora') < page.index('data-label="Player">Rita')
    assert "Without a fleet so far: Paul." in page


def test_a_late_player_is_led_to_a_fleet_of_their_own_while_a_round_is_open(teams):
    musters(teams)
    verbs.start_campaign(teams.organiser)
    verbs.open_round(teams.organiser)
    late = add_member(teams.campaign.pk, account("Lena"), "player")
    assert 'fleets/new/">' in page_of(late)
    verbs.found_fleet(late, "Late Wing", "scum")
    assert 'fleets/late-wing/build/">' in page_of(late)


@pytest.mark.rule("CR-055")
def test_a_founder_in_the_next_campaign_reads_who_played_which_side(teams):
    musters(teams)
    verbs.start_campaign(teams.organiser)
    verbs.do(teams.organiser, EndCampaign())
    new = succeed(teams.organiser, "The next one", False)
    page = browser(teams.player.user).get(f"/campaigns/{new.campaign_id}/fleets/new/").content.decode()
    assert "Nobody yet. Last time: Paul and Cora." in page
    assert "Nobody yet. Last time: Rita." in page


@pytest.mark.rule("CR-152")
def test_a_member_who_leaves_reads_if_the_campaign_ends_with_it(teams):
    musters(teams)
    verbs.start_campaign(teams.organiser)
    warning = "Only one team is left then, and the campaign ends"
    assert warning in page_of(teams.rival, "leave/")
    assert warning not in page_of(teams.player, "leave/")
