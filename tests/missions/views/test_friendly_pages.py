"""Friendly games, rulings and assets by an organiser: the pages."""

from __future__ import annotations

from typing import Any

import pytest

from league.kernel.refusal import NotYours
from league.models import Act
from league.rules.campaign import EndCampaign
from league.rules.state import LeagueState
from league.selectors.waiting import seats_of
from league.services.undo import undo
from missions.models import Game
from missions.rules.game.state import SIDES
from missions.rules.orders import ArrangeFriendly
from missions.selectors.games import opened_or_404
from missions.selectors.waiting import open_games
from rosters.models import Fleet
from rosters.rules.orders import AppointProxy, HandOverFleet
from tests import verbs
from tests.invariants import broken
from tests.missions.tables import Table, page
from tests.people import Person, joined
from tests.places import fleet_url, game_url

WHY = "Agreed on Tuesday."


def friendlies(running: verbs.League) -> str:
    return f"/campaigns/{running.campaign.pk}/friendlies/"


def arrange(running: verbs.League, person: Person) -> Any:
    fields = {"active": running.fleet, "opposing": running.rival_fleet}
    return person.client.post(friendlies(running), fields)


def record(running: verbs.League) -> list[Any]:
    rows = Fleet.objects.filter(campaign=running.campaign).order_by("number")
    return list(rows.values_list("points", "value", "victories", "defeats", "draws", "standing"))


def test_a_friendly_game_is_arranged_played_and_changes_nothing(running, organiser, player, rival):
    before = record(running)
    assert arrange(running, player).status_code == 302
    row = Game.objects.get(friendly=True)
    url = game_url(running.campaign.pk, row.number)
    assert "a friendly game" in page(rival, url)
    assert open_games(seats_of(rival.user))[running.campaign.pk].of(LeagueState).phase == "running"
    verbs.draw(organiser.seat, row.number)
    assert opened_or_404(running.campaign, row.number).state.of(LeagueState).phase == "running"
    verbs.report(player.seat, row.number)
    assert "Call this game off" in page(rival, url)
    verbs.confirm(rival.seat, row.number)
    html = page(player, url)
    assert "Both fleets stay as they are" in html and "Repairs of" not in html
    assert record(running) == before
    assert "A draw, 0 : 0" in page(rival, friendlies(running))
    assert broken(running.campaign.pk) == []


@pytest.mark.rule("CR-152")
def test_undoing_in_a_friendly_game_needs_no_reopened_campaign(running, organiser, player, rival):
    verbs.do(organiser.seat, EndCampaign())
    arrange(running, player)
    row = Game.objects.get(friendly=True)
    verbs.draw(organiser.seat, row.number)
    verbs.report(player.seat, row.number)
    act = Act.objects.filter(campaign=running.campaign, name="submit_report").get().number
    undo(running.campaign.pk, player.seat, act)
    assert verbs.game_of(player.seat, row.number).step == "report"


@pytest.mark.rule("CR-006")
def test_no_organiser_reaches_for_a_hand_by_undoing(running, organiser):
    campaign, heir = running.campaign.pk, joined(running.campaign, "heir").seat.number
    proxies = [AppointProxy(running.fleet, each) for each in (organiser.seat.number, 0)]
    for reach in (*proxies, HandOverFleet(running.fleet, heir)):
        verbs.do(organiser.seat, reach)
    verbs.do(organiser.seat, ArrangeFriendly(running.fleet, running.rival_fleet, True))
    reaches = (AppointProxy.name, HandOverFleet.name)
    acts = Act.objects.filter(campaign=campaign, name__in=reaches).values_list("number", flat=True)
    assert len(acts) == 3
    for number in acts:
        with pytest.raises(NotYours):
            undo(campaign, organiser.seat, number, WHY)


def test_either_side_calls_a_friendly_game_off(running, player, rival):
    arrange(running, player)
    number = Game.objects.get(friendly=True).number
    url = game_url(running.campaign.pk, number)
    assert rival.client.post(f"{url}void/", {"reason": "No time"}).status_code == 302
    assert "No time" in page(player, url)


def test_people_who_command_no_fleet_arrange_no_friendly_game(running, visitor, stranger):
    assert arrange(running, visitor).status_code == 403
    assert "Arrange one" not in page(visitor, friendlies(running))
    assert stranger.client.get(friendlies(running)).status_code == 404


@pytest.mark.rule("CR-101")
def test_an_organiser_rules_on_a_reported_result(reported: Table):
    url = f"{reported.url}rule/"
    html = page(reported.organiser, url)
    assert "As it stands" in html and "checked" not in html
    assert reported.organiser.client.post(url, {"reason": WHY}).status_code == 422
    answer = reported.organiser.client.post(url, {"winner": "draw", "reason": WHY})
    assert answer.status_code == 302
    html = page(reported.active, reported.url)
    assert WHY in html
    assert reported.game.ruled is not None and reported.game.ruled.winner == "draw"
    assert reported.active.client.get(url).status_code == 403
    reported.organiser.client.post(url, {"winner": "", "reason": WHY})
    assert "The ruling is taken back" in page(reported.organiser, reported.url)
    assert reported.game.ruled is None


def test_a_result_that_counts_leads_to_its_undoing(finished: Table):
    html = page(finished.organiser, f"{finished.url}rule/")
    assert "/undo/" in html and "counts already" in html
    answer = finished.organiser.client.post(f"{finished.url}rule/", {"winner": "draw", "reason": WHY})
    assert answer.status_code == 409


@pytest.mark.rule("CR-083")
def test_an_asset_is_given_and_taken_away(running, organiser, player):
    base = f"{fleet_url(running.campaign.pk, running.fleet)}override/assets/"
    sabotage = {"kind": "sabotage", "target": str(running.rival_fleet), "reason": WHY}
    assert organiser.client.post(base, sabotage | {"kind": ""}).status_code == 422
    assert organiser.client.post(base, sabotage | {"target": ""}).status_code == 409
    assert organiser.client.post(base, sabotage).status_code == 302
    (asset,) = verbs.fleet_of(player.seat, running.fleet).assets.values()
    assert (asset.kind, asset.target) == ("sabotage", running.rival_fleet)
    assert "Sabotage" in page(organiser, base)
    assert organiser.client.post(f"{base}{asset.id}/", {"reason": WHY}).status_code == 302
    assert verbs.fleet_of(player.seat, running.fleet).assets == {}
    again = organiser.client.post(f"{base}{asset.id}/", {"reason": WHY}, follow=True)
    assert again.redirect_chain == [(base, 302)]
    assert "does not hold that asset now, so nothing was changed." in again.content.decode()
    assert player.client.get(base).status_code == 403
    assert broken(running.campaign.pk) == []


def test_a_proxy_plays_the_side_and_sees_that_it_is_his_move(table: Table, co_organiser):
    game = table.game
    owner = table.active
    number = game.fleet_of("active")
    path = f"{fleet_url(table.league.campaign.pk, number)}proxy/"
    owner.client.post(path, {"member": co_organiser.seat.number})
    assert "proxy: Cora" in page(table.opposing, table.url)
    assert "Your move" in page(co_organiser, table.url)
    co_organiser.client.post(f"{table.url}ready/", {"side": "active"})
    assert SIDES[0] in table.game.draw.nonces  # type: ignore[union-attr]
    html = page(table.opposing, f"/campaigns/{table.league.campaign.pk}/timeline/")
    assert "Cora acted for" in html


def test_the_timeline_leads_to_a_friendly_game(running, player):
    arrange(running, player)
    number = Game.objects.get(friendly=True).number
    html = page(player, f"/campaigns/{running.campaign.pk}/timeline/")
    assert f'<a href="{game_url(running.campaign.pk, number)}">a friendly game</a>' in html
