"""Bots play by the rules, and the same seed plays the same league."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from league.models import Campaign, EventRow
from league.services.check import check
from missions.models import Game
from missions.services.bots.demo import CAPTAINS, build
from missions.services.bots.driver import Driver
from missions.services.bots.league import play, summarise
from rosters.models import Fleet
from tests import invariants

pytestmark = pytest.mark.django_db


def played(seed: str, players: int = 4, rounds: int = 2) -> Driver:
    driver = Driver(seed)
    play(driver, players, rounds)
    return driver


def lines(driver: Driver) -> list[tuple[object, ...]]:
    rows = EventRow.objects.filter(campaign_id=driver.campaign_id).order_by("seq")
    return list(rows.values_list("seq", "act", "kind", "payload", "actor", "at"))


def test_the_same_seed_gives_the_same_log() -> None:
    assert lines(played("twins")) == lines(played("twins"))


def test_another_seed_gives_another_log() -> None:
    assert lines(played("one", 3, 1)) != lines(played("two", 3, 1))


def test_a_played_league_keeps_every_rule() -> None:
    driver = played("honest", 5, 3)
    assert invariants.broken(driver.campaign_id) == []
    summary = summarise(driver, 5)
    assert summary.games == Game.objects.filter(campaign_id=driver.campaign_id, step="done").count()
    assert summary.games >= 4
    assert summary.promotions > 0
    assert summary.mia + summary.kia > 0


@pytest.mark.rule("CR-039", "CR-052", "CR-055")
def test_bots_in_teams_muster_without_clashes_and_meet_other_teams_only() -> None:
    driver = Driver("teams")
    play(driver, 7, 3, format="team")
    assert invariants.broken(driver.campaign_id) == []
    sides = dict(Fleet.objects.filter(campaign_id=driver.campaign_id).values_list("number", "side"))
    games = Game.objects.filter(campaign_id=driver.campaign_id, step="done").values_list("active", "opposing")
    assert len(games) >= 6
    assert [sides[one] == sides[other] for one, other in games] == [False] * len(games)


def test_the_command_writes_a_summary_without_times_outside_seconds(tmp_path: Path) -> None:
    target = tmp_path / "summary.json"
    call_command("play_league", players=3, rounds=1, seed="json", json=target)
    figures = json.loads(target.read_text())
    assert {"games", "mia", "kia", "promotions", "eliminations", "points_spent", "acts", "events"} <= set(
        figures
    )
    assert [key for key in figures if "second" in key or "time" in key] == ["play_seconds"]


@pytest.mark.parametrize(("players", "rounds"), [(1, 1), (201, 1), (4, 0)])
def test_the_command_refuses_impossible_leagues(players: int, rounds: int) -> None:
    with pytest.raises(CommandError, match="A league has"):
        call_command("play_league", players=players, rounds=rounds)


def test_the_demo_league_stands_in_the_middle_of_a_game_night() -> None:
    driver = build()
    fleets = Fleet.objects.filter(campaign_id=driver.campaign_id)
    assert fleets.count() == len(CAPTAINS) + 1 == 8
    assert set(fleets.values_list("side", flat=True)) == {"rebel", "imperial", "scum"}
    assert fleets.filter(standing="draft").count() == 1
    steps = list(Game.objects.filter(campaign_id=driver.campaign_id).values_list("step", flat=True))
    assert (steps.count("done"), steps.count("confirm"), steps.count("draw")) == (9, 1, 1)
    assert check(Campaign.objects.get(pk=driver.campaign_id)) == []
