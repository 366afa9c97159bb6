"""An organiser closes the open post-game phases with one press (CR-145)."""

import re

import msgspec
import pytest

from league.models import Act, Shard
from league.rules.campaign import ReopenCampaign
from league.rules.rounds import FinishMatching
from missions.rules.content.mission_data import assets
from rosters.rules import events as roster
from rosters.rules.fleets.people import RetireFleet
from rosters.rules.overrides.orders import AdjustPoints
from tests import verbs
from tests.answers import text_of
from tests.missions.mission_tables import mission as mission
from tests.missions.mission_tables import written
from tests.people import browser
from tests.places import fleet_url, round_url

pytestmark = pytest.mark.rule("CR-145")


@pytest.fixture
def evening(running):
    """A game is over, and both phases are open."""
    verbs.play(running)
    return running


def desks_of(running) -> str:
    return f"/campaigns/{running.campaign.pk}/desks/"


def standings(running) -> set[str]:
    fleets = (running.fleet, running.rival_fleet)
    return {verbs.fleet_of(running.organiser, fleet).standing for fleet in fleets}


def head(running) -> int:
    running.campaign.refresh_from_db()
    return running.campaign.head_seq


def test_the_round_leads_an_organiser_to_the_open_phases(evening, organiser, player):
    page = text_of(organiser.client.get(round_url(evening.campaign.pk, verbs.round_of(evening.organiser).id)))
    assert "See the open repairs of 2 fleets" in " ".join(page.split()) and desks_of(evening) in page
    page = text_of(player.client.get(round_url(evening.campaign.pk, verbs.round_of(evening.organiser).id)))
    assert desks_of(evening) not in page
    assert player.client.get(desks_of(evening)).status_code == 403


def test_one_press_closes_all_that_were_shown_each_in_an_act_of_its_own(evening, organiser):
    page = text_of(organiser.client.get(desks_of(evening)))
    assert "Close the repairs of 2 fleets" in page
    assert f'<div id="live-part" hx-get="{desks_of(evening)}"' in page
    before = Act.objects.count()
    fields = {"fleet": [evening.fleet, evening.rival_fleet], "seen": head(evening)}
    answer = organiser.client.post(desks_of(evening), fields)
    assert (answer.status_code, Act.objects.count() - before) == (302, 2)
    assert standings(evening) == {"ready"}
    assert "No repairs are open" in text_of(organiser.client.get(desks_of(evening)))


def test_a_player_is_told_who_closed_their_repairs_and_what_is_left(evening, organiser, player):
    here = round_url(evening.campaign.pk, verbs.round_of(evening.organiser).id)
    fields = {"fleet": [evening.fleet, evening.rival_fleet], "seen": head(evening)}
    assert organiser.client.post(desks_of(evening), fields).url == here
    points = verbs.fleet_of(evening.organiser, evening.fleet).points
    said = f"Olga closed the repairs of Red Wing. {points} FP stay for the next ones."
    assert (
        said in text_of(player.client.get("/inbox/")),
        "closed the repairs" in text_of(organiser.client.get("/inbox/")),
    ) == (
        True,
        False,
    )
    page = text_of(player.client.get(f"{fleet_url(evening.campaign.pk, evening.fleet)}desk/"))
    assert "Olga closed these repairs on" in page and f"{points} FP were left" in page


def test_the_news_of_closed_repairs_tells_that_moment_and_can_be_put_away(evening, organiser, player):
    """The news names the squadrons that the closing disbanded, and its points stay though more are given."""
    fleet = verbs.fleet_of(evening.organiser, evening.fleet)
    thin_out(evening, fleet, max(fleet.squadrons))
    points = verbs.fleet_of(evening.organiser, evening.fleet).points
    organiser.client.post(desks_of(evening), {"fleet": [evening.fleet], "seen": head(evening)})
    verbs.do(evening.organiser, AdjustPoints(evening.fleet, 20, "For the photo"))
    said = (
        f"Olga closed the repairs of Red Wing. {points} FP stay for the next ones. "
        f"Squadron {max(fleet.squadrons)} was disbanded, as outside its limits."
    )
    line, home = f"/campaigns/{evening.campaign.pk}/next/", f"/campaigns/{evening.campaign.pk}/"
    assert said in text_of(player.client.get("/inbox/"))
    assert said in text_of(player.client.get(line, headers={"HX-Current-URL": f"http://testserver{home}"}))
    desk = f"{fleet_url(evening.campaign.pk, evening.fleet)}desk/"
    page = text_of(player.client.get(desk))
    assert f"next repairs. Squadron {max(fleet.squadrons)} was disbanded" in page
    player.client.get(line, headers={"HX-Current-URL": f"http://testserver{desk}"})
    assert said not in text_of(
        player.client.get(line, headers={"HX-Current-URL": f"http://testserver{home}"})
    )
    assert said in text_of(player.client.get("/inbox/"))


def test_a_closing_is_undone_for_one_fleet_alone(evening, organiser):
    organiser.client.post(desks_of(evening), {"fleet": [evening.fleet, evening.rival_fleet]})
    base = fleet_url(evening.campaign.pk, evening.fleet)
    undo = re.search(r'href="([^"]+/undo/)"', text_of(organiser.client.get(f"{base}desk/")))[1]
    organiser.client.post(undo, {"reason": "Closed too early."})
    fleets = (evening.fleet, evening.rival_fleet)
    found = [verbs.fleet_of(evening.organiser, each).standing for each in fleets]
    assert found == ["desk", "ready"]


@pytest.mark.rule("CR-056")
def test_a_fleet_without_a_game_did_not_come_back(running, player):
    at = verbs.open_round(running.organiser)
    verbs.check_in(running.organiser, running.fleet)
    verbs.do(running.organiser, FinishMatching(at))
    page = text_of(player.client.get("/inbox/"))
    assert "Red Wing had no game: recover, promote, buy, then close its repairs." in page


def test_a_player_who_closed_the_own_repairs_is_told_nothing_of_it(evening, player):
    verbs.close_desk(evening.player, evening.fleet)
    assert "closed the repairs" not in text_of(player.client.get("/inbox/"))
    assert "closed these repairs" not in text_of(
        player.client.get(f"{fleet_url(evening.campaign.pk, evening.fleet)}desk/")
    )


def test_nothing_is_closed_if_a_player_acted_meanwhile(evening, organiser):
    seen = head(evening)
    verbs.close_desk(evening.player, evening.fleet)
    fields = {"fleet": [evening.fleet, evening.rival_fleet], "seen": seen}
    answer = organiser.client.post(desks_of(evening), fields)
    assert answer.status_code == 409
    assert standings(evening) == {"ready", "desk"}


@pytest.mark.parametrize("fleets", [[], ["x"], ["99999"]])
def test_bad_lists_change_nothing(evening, organiser, fleets):
    before = head(evening)
    answer = organiser.client.post(desks_of(evening), {"fleet": fleets})
    assert (answer.status_code in (409, 422), head(evening)) == (True, before)


def test_a_player_closes_no_phase_of_others(evening, player):
    before = head(evening)
    answer = player.client.post(desks_of(evening), {"fleet": [evening.fleet]})
    assert (answer.status_code, head(evening)) == (403, before)


@pytest.mark.rule("CR-150")
def test_a_phase_whose_end_would_end_the_fleet_stays_open(evening, organiser):
    strip(evening)
    page = text_of(organiser.client.get(desks_of(evening)))
    assert ("Stay open" in page, "Close the repairs of 1 fleet<" in page) == (True, True)
    address = f"{fleet_url(evening.campaign.pk, evening.fleet)}desk/"
    assert address in page.split("Stay open")[1]
    before = head(evening)
    answer = organiser.client.post(desks_of(evening), {"fleet": [evening.fleet, evening.rival_fleet]})
    assert (answer.status_code, head(evening)) == (409, before)


def test_an_asset_offer_that_keeps_a_phase_open_leads_to_its_answer(mission):
    number = mission.game.active
    fleet = mission.fleet("active")
    written(
        mission.organiser.seat,
        roster.DeskOpened(number, 9001, mission.game.round, mission.number),
        roster.AssetOffered(
            number, mission.number, (assets()["sabotage"].offered,), mission.game.opposing, "", "Foe"
        ),
    )
    page = text_of(mission.organiser.client.get(f"/campaigns/{mission.league.campaign.pk}/desks/"))
    assert "A victory offers it an asset. Its player takes one or none, or an organiser for them" in page
    desk = f"{fleet_url(mission.league.campaign.pk, number)}desk/"
    assert f'href="{desk}?step=result#offer">Take an asset or none<span' in page
    offered = text_of(mission.organiser.client.get(f"{desk}?step=result"))
    assert 'id="offer"' in offered and "Take none" in offered
    mission.organiser.client.post(f"{fleet_url(mission.league.campaign.pk, number)}assets/", {"kind": "none"})
    assert verbs.fleet_of(mission.organiser.seat, fleet.id).offer is None


def thin_out(evening, fleet, card: int) -> None:
    """One ship is left in that squadron, after games that a test need not play."""
    for number in [each.id for each in fleet.ships.values() if each.squadron == card][1:]:
        del fleet.ships[number]
    rows = Shard.objects.filter(campaign=evening.campaign, part="rosters", key=fleet.id)
    rows.update(doc=msgspec.json.encode(fleet).decode())


def strip(evening) -> None:
    """Two ships of the player's fleet and no points are left, after games that a test need not play."""
    fleet = verbs.fleet_of(evening.organiser, evening.fleet)
    for number in list(fleet.ships)[2:]:
        del fleet.ships[number]
    fleet.points = 0
    rows = Shard.objects.filter(campaign=evening.campaign, part="rosters", key=evening.fleet)
    rows.update(doc=msgspec.json.encode(fleet).decode())


def test_an_organiser_takes_the_last_closing_back_from_the_fleet(running, organiser, player):
    """Two presses and a reason."""
    assert "Reopen the last repairs" not in text_of(
        organiser.client.get(fleet_url(running.campaign.pk, running.fleet))
    )
    verbs.play(running)
    verbs.close_desk(running.player, running.fleet)
    base = fleet_url(running.campaign.pk, running.fleet)
    undo = re.search(r'href="([^"]+/undo/)"', text_of(organiser.client.get(f"{base}desk/")))[1]
    assert f'href="{undo}"' in text_of(organiser.client.get(base))
    assert "/undo/" not in text_of(player.client.get(f"{base}desk/"))
    assert organiser.client.post(undo, {"reason": "Closed too early."}).status_code == 302
    assert verbs.fleet_of(running.player, running.fleet).standing == "desk"


def test_repairs_that_decide_a_reopened_campaign_are_closed_together(teams):
    """The only fleet of the other team has left."""
    red = verbs.muster(teams.player, "Red Wing", "rebel")
    blue = verbs.muster(teams.rival, "Blue Wing", "rebel")
    iron = verbs.muster(teams.organiser, "Iron Fist", "imperial")
    verbs.start_campaign(teams.organiser)
    verbs.open_round(teams.organiser)
    verbs.check_in(teams.organiser, red, blue, iron)
    active = verbs.name_active(teams.organiser, seed="pair")
    game = verbs.choose_opponent(teams.organiser, iron if active != iron else red)
    verbs.finish_matching(teams.organiser)
    verbs.draw(teams.organiser, game)
    verbs.report(teams.organiser, game)
    verbs.make_choices(teams.organiser, game)
    verbs.confirm(teams.organiser, game)
    verbs.do(teams.organiser, RetireFleet(iron))
    verbs.do(teams.organiser, ReopenCampaign("The repairs are still open"))
    client = browser(teams.organiser.user)
    fields = {"fleet": [red, blue]}
    answer = client.post(f"/campaigns/{teams.campaign.pk}/desks/", fields, follow=True)
    said = "The repairs of 2 fleets are closed. This ended the campaign, so they are one entry of the log"
    assert (answer.redirect_chain[0][1], said in text_of(answer)) == (302, True)
    assert {verbs.fleet_of(teams.organiser, each).standing for each in (red, blue)} == {"ready"}
    assert Act.objects.filter(name="close_desks").count() == 1
    teams.campaign.refresh_from_db()
    assert teams.campaign.phase == "ended"
