"""Bots play by the rules, and the same seed plays the same league."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from league.models import Campaign, EventRow
from league.rules.state import Format, LeagueState
from league.services.check import check
from league.store import log
from missions.autoplay.demo import battles
from missions.autoplay.demo import missions as demo_missions
from missions.autoplay.demo.league import CAPTAINS
from missions.autoplay.driver import Driver
from missions.autoplay.league import summarise
from missions.models import Game
from missions.rules.assets.commitments import usable_on
from missions.rules.content.mission_data import assets, missions
from missions.rules.game.state import SIDES, MissionsState, pregame_of
from rosters.models import Fleet
from rosters.rules.events import AssetGained, AssetGone
from rosters.rules.state import RostersState
from tests import invariants
from tests.invariants.missions import broken_on_the_way
from tests.leagues import Known, league_of

pytestmark = pytest.mark.django_db


def lines(driver: Driver) -> list[tuple[object, ...]]:
    rows = EventRow.objects.filter(campaign_id=driver.campaign_id).order_by("seq")
    return list(rows.values_list("seq", "act", "kind", "payload", "actor", "at"))


def test_a_played_league_keeps_every_rule(league: Known) -> None:
    driver = league("demo")
    assert invariants.broken(driver.campaign_id) == []
    summary = summarise(driver, len(CAPTAINS) + 1)
    assert summary.games == Game.objects.filter(campaign_id=driver.campaign_id, step="done").count()
    assert summary.games >= 4
    assert summary.promotions > 0
    assert summary.mia + summary.kia > 0


@pytest.mark.rule("CR-039", "CR-052", "CR-055")
def test_bots_in_teams_muster_without_clashes_and_meet_other_teams_only(league: Known) -> None:
    driver = league("missions in teams")
    assert invariants.broken(driver.campaign_id) == []
    sides = dict(Fleet.objects.filter(campaign_id=driver.campaign_id).values_list("number", "side"))
    games = Game.objects.filter(campaign_id=driver.campaign_id, step="done").values_list("active", "opposing")
    assert len(games) >= 6
    assert [sides[one] == sides[other] for one, other in games] == [False] * len(games)


@pytest.mark.rule("CR-050", "CR-076", "CR-083", "CR-094")
@pytest.mark.parametrize(
    ("name", "format", "players"), [("missions", "free_for_all", 4), ("missions in teams", "team", 7)]
)
def test_a_league_with_missions_keeps_every_rule_and_every_secret_and_names_its_targets(
    league: Known, name: str, format: Format, players: int
) -> None:
    driver = league(name)
    events = invariants.standing(driver.campaign_id)
    assert invariants.broken(driver.campaign_id) == []
    assert list(broken_on_the_way(events)) == []
    summary = summarise(driver, players)
    games = Game.objects.filter(campaign_id=driver.campaign_id, step="done")
    assert sum(summary.missions.values()) == summary.games == games.count() >= 4
    used = [each for each in events if isinstance(each, AssetGone) and each.rule == "CR-076"]
    assert sum(summary.assets.values()) == len(used) > 0
    targeted = [each for each in events if isinstance(each, AssetGained) and each.target_name]
    assert {(bool(each.target), bool(each.target_side)) for each in targeted} == {
        (format != "team", format == "team")
    }


@pytest.mark.rule("CR-073", "CR-080")
def test_the_summary_counts_every_mission_and_every_asset_those_that_never_were_too(league: Known) -> None:
    summary = summarise(league("few"), 3)
    assert list(summary.missions) == [each.id for each in missions().values()]
    assert list(summary.assets) == list(assets())
    assert (len(summary.missions), len(summary.assets)) == (8, 11)
    assert sum(summary.missions.values()) == summary.games == 1
    assert set(summary.assets.values()) == {0}


def test_the_same_seed_gives_the_same_log_and_another_another(league: Known) -> None:
    one, twin, other = lines(league("few")), lines(league_of("few", 3, 1)), lines(league_of("other", 3, 1))
    assert (one == twin, one == other) == (True, False)


def test_the_command_plays_missions_in_teams(tmp_path: Path) -> None:
    target = tmp_path / "summary.json"
    call_command("play_league", players=3, rounds=1, seed="t", json=target, missions=True, teams=True)
    figures = json.loads(target.read_text())
    assert (sum(figures["missions"].values()), figures["seed"]) == (figures["games"], "t")
    campaign = Campaign.objects.get()
    state = log.load(campaign.pk).of(LeagueState)
    assert (state.format, state.missions) == ("team", True)


def test_the_command_writes_a_summary_without_times_outside_seconds(tmp_path: Path) -> None:
    target = tmp_path / "summary.json"
    call_command("play_league", players=3, rounds=1, seed="json", json=target)
    figures = json.loads(target.read_text())
    names = {"games", "mia", "kia", "promotions", "eliminations", "points_spent", "acts", "events"}
    assert names | {"missions", "assets"} <= set(figures)
    assert set(figures["missions"].values()) == set(figures["assets"].values()) == {0}
    assert [key for key in figures if "second" in key or "time" in key] == ["play_seconds"]


@pytest.mark.parametrize(("players", "rounds"), [(1, 1), (201, 1), (4, 0)])
def test_the_command_refuses_impossible_leagues(players: int, rounds: int) -> None:
    with pytest.raises(CommandError, match="A league has"):
        call_command("play_league", players=players, rounds=rounds)


def test_the_command_looks_for_the_folder_of_its_summary_before_it_plays(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no folder"):
        call_command("play_league", players=3, rounds=1, json=tmp_path / "nowhere" / "summary.json")
    assert not Campaign.objects.exists()


def test_the_demo_with_missions_stands_where_assets_are_committed() -> None:
    driver = demo_missions.build()
    state = driver.state()
    [game] = [each for each in state.of(MissionsState).games.values() if each.step == "pregame"]
    owners = {driver.owner(driver.fleet(fleet)).name for fleet in (game.active, game.opposing)}
    assert (pregame_of(game).stage, owners) == ("commit", {"Demo Organiser", "Demo Player"})
    assert all(usable_on(state, game, side) for side in SIDES) and not pregame_of(game).commits
    [offered] = [each for each in state.of(RostersState).fleets.values() if each.offer is not None]
    assert offered.desk is not None
    assert check(Campaign.objects.get(pk=driver.campaign_id)) == []


def test_the_demo_league_stands_in_the_middle_of_a_game_night(league: Known) -> None:
    driver = league("demo")
    fleets = Fleet.objects.filter(campaign_id=driver.campaign_id)
    assert fleets.count() == len(CAPTAINS) + 1 == 8
    assert set(fleets.values_list("side", flat=True)) == {"rebel", "imperial", "scum"}
    assert fleets.filter(standing="draft").count() == 1
    steps = list(Game.objects.filter(campaign_id=driver.campaign_id).values_list("step", flat=True))
    assert (steps.count("done"), steps.count("confirm"), steps.count("draw")) == (9, 1, 1)
    assert check(Campaign.objects.get(pk=driver.campaign_id)) == []


def test_the_demo_battles_are_one_to_watch_and_one_that_waits_for_the_player() -> None:
    finished, waiting = battles.build()
    assert (finished.status, finished.public, bool(finished.reason)) == ("over", True, True)
    assert (waiting.status, waiting.awaited) == ("running", 2)
    assert waiting.seats.get(number=1).user.email == CAPTAINS[1].email
