"""The fallen on the memorial page and on the printed roster, and the games in the history."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from league.kernel.events import Event
from league.rules.state import Profile
from rosters.presenters.fleet_page import MemorialLine, history_line, memorial_lines
from rosters.presenters.roster.print import printed_roster
from rosters.presenters.roster.sheet import roster_sheet
from rosters.rules import events as ev
from rosters.rules.overrides.events import NameRestored
from tests.rosters.rules.builders import a_fleet

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def lines(*events: Event) -> list[MemorialLine]:
    return memorial_lines([(NOON, each) for each in events], {})


def entries(*events: Event) -> list[tuple[str, str, bool]]:
    return [(line.name, line.kind, line.kia) for line in lines(*events)]


@pytest.mark.rule("CR-040")
def test_a_killed_name_is_one_line_whatever_cards_it_had():
    assert entries(
        ev.UpgradeLost(1, 4, "Juke", "kia", "CR-113", 9),
        ev.UpgradeLost(1, 5, "Darth Vader (Crew)", "kia", "CR-036", 9),
        ev.ShipLost(1, 3, "Darth Vader (TIE Advanced)", "kia", "CR-113", 9),
        ev.NameKilled(1, "darthvader", "Darth Vader", "CR-040", 9),
    ) == [("Darth Vader", "Unique name", True), ("Juke", "Upgrade", True)]


def test_a_name_that_was_missing_in_another_game_keeps_that_line_too():
    assert entries(
        ev.ShipLost(1, 3, "Darth Vader (TIE Advanced)", "mia", "CR-113", 7),
        ev.ShipLost(1, 3, "Darth Vader (TIE Advanced)", "kia", "CR-113", 9),
        ev.NameKilled(1, "darthvader", "Darth Vader", "CR-040", 9),
    ) == [("Darth Vader", "Unique name", True), ("Darth Vader (TIE Advanced)", "Ship card", False)]


@pytest.mark.rule("CR-101", "CR-121")
def test_the_history_says_where_an_organiser_ruled():
    game = ev.GameRecorded(1, 9, 3, 2, "Iron Fist", "victory", 40, 9, 90)
    results = [history_line(NOON, event, {}, {}).result for event in (game, replace(game, ruled=True))]
    assert results == ["Victory", "Victory, ruled by an organiser"]


@pytest.mark.rule("CR-040")
def test_a_restored_name_is_remembered_as_one_that_serves_again_until_it_falls_once_more():
    fallen = ev.NameKilled(1, "darthvader", "Darth Vader", "CR-040", 9)
    found = lines(fallen, NameRestored(1, "darthvader", "Darth Vader", "A slip."), fallen)
    again = "Killed in action, allowed to serve again by an organiser"
    assert [(line.fate, line.kia) for line in found] == [("Killed in action", True), (again, False)]


def test_only_who_is_missing_now_is_still_awaited() -> None:
    vader, rookie = "Darth Vader (TIE Advanced)", "Academy Pilot (TIE Fighter)"
    events = [
        ev.ShipLost(1, 3, vader, "mia", "CR-113", 7),
        ev.ShipLost(1, 2, rookie, "mia", "CR-113", 7),
        ev.ShipLost(1, 3, vader, "mia", "CR-113", 9),
    ]
    found = memorial_lines([(NOON, each) for each in events], {}, awaited=[3])
    assert [(line.name, line.fate, line.missing) for line in found] == [
        (vader, "Missing in action", True),
        (rookie, "Was missing in action", False),
        (vader, "Was missing in action", False),
    ]


def test_the_printed_roster_counts_its_dead():
    academy = "Academy Pilot (TIE Fighter)"
    losses = lines(
        ev.ShipLost(1, 2, academy, "kia", "CR-113", 9),
        ev.ShipLost(1, 3, academy, "kia", "CR-113", 8),
        ev.ShipLost(1, 4, "Kir Kanos (TIE Interceptor)", "kia", "CR-113", 8),
        ev.NameKilled(1, "kirkanos", "Kir Kanos", "CR-040", 8),
    )
    printed = printed_roster(
        roster_sheet(a_fleet("imperial"), Profile()),
        campaign="",
        owner="",
        record="",
        history=(),
        memorial=losses,
        as_of=1,
    )
    assert printed.killed == ("Kir Kanos", f"2 × {academy}")
