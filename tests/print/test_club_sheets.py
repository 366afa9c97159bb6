"""Sheets for the club: standings poster, tonight's tables, the reference card and the blank roster."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from league.addresses import campaign_address
from league.presenters.standings import lines, team_lines
from league.press import press
from missions.presenters.print.reference_card import reference_card
from missions.presenters.print.standings_poster import StandingsPoster
from missions.presenters.print.tables import TablesSheet, tables
from missions.rules.assets.text import asset_words
from missions.rules.content.mission_data import assets
from missions.rules.content.statuses import STAMPS
from rosters.presenters.roster.print import blank_roster
from tests.print.pdfs import LONG, SIZES, pressed, read

MARGIN = 10  # mm
ADDRESS = "https://club.example.org/campaigns/1/games/{}/"
AS_OF = "As of round 3, 1 May 2026, 19:42 UTC"


def a_fleet(number, side="rebel", name=""):
    facts = {"number": number, "member": number, "side": side, "suit": "hearts", "standing": "ready"}
    figures = {"value": 400 - number, "points": 20, "victories": 1, "defeats": 0, "draws": 0}
    facts |= {"name": name or f"Fleet {number}", "slug": f"fleet-{number}"}
    return SimpleNamespace(**facts | figures, destroyed_points=42)


def a_poster(fleets, *, form="free_for_all", ended=False):
    rows = [a_fleet(number, ("rebel", "imperial", "scum")[number % 3], LONG[:40]) for number in range(fleets)]
    owners = {number: f"Commander {number}" for number in range(fleets)}
    return StandingsPoster(
        campaign="Winter League",
        subtitle="Every fleet for itself · still running",
        champion="Led by Fleet 1",
        lines=tuple(lines(rows, start=0, better=0, base=campaign_address(1), owners=owners)),
        teams=tuple(team_lines(rows)) if form == "team" else (),
        ended=ended,
        as_of=AS_OF,
        address="https://club.example.org/campaigns/1/",
    )


@pytest.mark.parametrize("paper", SIZES)
@pytest.mark.parametrize(("fleets", "size"), [(8, "large"), (14, "medium"), (24, "small")])
def test_a_poster_of_up_to_twenty_four_fleets_stands_on_one_page(fleets, size, paper):
    poster = a_poster(fleets)
    sheet = pressed("print/standings_poster.html", {"poster": poster}, paper)
    assert (poster.size, sheet.sizes, sheet.inside(MARGIN)) == (size, [SIZES[paper]], True)
    assert sheet.text.count(LONG[:20]) == fleets
    assert (sheet.headings.count("H1"), sheet.pictures) == (1, ["Code that opens the campaign"])


@pytest.mark.rule("CR-152")
def test_a_poster_names_the_leader_the_teams_and_when_it_was_true():
    text = pressed("print/standings_poster.html", {"poster": a_poster(6, form="team", ended=True)}).text
    for words in (
        "Final standings",
        "Led by Fleet 1",
        AS_OF,
        "1 Rebel 2 of 2 2 0 0",
        "Won Lost Drawn",
        "CR-152",
    ):
        assert words in text


def test_a_poster_before_the_first_game_says_so():
    assert (
        "No fleet has taken part yet." in pressed("print/standings_poster.html", {"poster": a_poster(0)}).text
    )


def some_tables(count, missions=(0, 4)):
    fleets = {
        number: a_fleet(number, "scum", LONG if number == 2 else "") for number in range(1, 2 * count + 1)
    }
    games = [
        SimpleNamespace(
            number=100 + at,
            active=2 * at + 1,
            opposing=2 * at + 2,
            mission=missions[at % len(missions)],
            friendly=at == 2,
        )
        for at in range(count)
    ]
    owners = {number: f"Commander {number}" for number in fleets}
    addresses = {game.number: ADDRESS.format(game.number) for game in games}
    made = tables(games, fleets, owners, addresses, {})
    return TablesSheet("Winter League", "Round 3", made, ("Grey Wall",), AS_OF, ("Long Shot", "Wild Cards"))


def test_a_table_names_both_sides_the_mission_and_its_code():
    first, second, third = some_tables(3).tables
    assert [seat.fleet for seat in first.seats] == ["Fleet 1", LONG]
    assert (first.about, second.about, third.about) == ("", "Engagement · 3' × 3'", "Friendly game")
    assert (first.number, first.address) == (1, "https://club.example.org/campaigns/1/games/100/")
    assert "<title>Code that opens the game of table 1</title>" in first.code


def test_tables_keep_their_numbers_in_the_round_and_others_follow():
    games = [SimpleNamespace(number=at, active=1, opposing=2, mission=0, friendly=at == 9) for at in (4, 9)]
    fleets = {1: a_fleet(1, "rebel"), 2: a_fleet(2, "scum")}
    made = tables(games, fleets, {}, {4: "/4/", 9: "/9/"}, {3: 1, 4: 2, 5: 3})
    assert [each.number for each in made] == [2, 4]


def test_codes_of_different_games_differ():
    assert len({table.code for table in some_tables(3).tables}) == 3


@pytest.mark.parametrize("paper", SIZES)
def test_eight_tables_fit_on_one_page_and_none_is_torn_apart(paper):
    sheet = pressed("print/tables.html", {"sheet": some_tables(8)}, paper)
    assert (sheet.sizes, sheet.inside(MARGIN)) == ([SIZES[paper]], True)
    assert len(sheet.pictures) == 8
    assert "" not in sheet.pictures
    assert "Without a game this round: Grey Wall." in sheet.text
    assert "Here, without a game so far: Long Shot, Wild Cards." in sheet.text


@pytest.mark.parametrize("paper", SIZES)
def test_the_reference_card_has_two_sides_with_every_status_and_asset(paper):
    sheet = pressed("print/reference_card.html", {"card": reference_card(with_assets=True)}, paper)
    assert (sheet.sizes, sheet.inside(MARGIN)) == ([SIZES[paper]] * 2, True)
    front, back = (" ".join(text.split()) for text in sheet.texts)
    assert [stamp for stamp in STAMPS if stamp not in front] == []
    assert [asset.name for asset in assets().values() if asset.name not in back] == []
    assert [words.summary for words in asset_words().values() if words.summary not in back] == []


@pytest.mark.rule("CR-113", "CR-114")
def test_the_reference_card_tells_the_fate_of_ships():
    card = reference_card(with_assets=False)
    text = pressed("print/reference_card.html", {"card": card}).text
    assert "Destroyed MIA CR-113 MIA CR-113 KIA CR-113" in text
    assert "Fleet assets" not in text


@pytest.mark.parametrize("paper", SIZES)
def test_a_blank_roster_has_two_pages_with_all_squadrons_and_places_to_write(paper):
    sheet = pressed("print/roster/blank.html", {"roster": blank_roster()}, paper)
    assert (sheet.sizes, sheet.inside(MARGIN)) == ([SIZES[paper]] * 2, True)
    assert sheet.text.count("Squad points") == 9
    for words in ("Commander", "Inventory", "Missing in action", "J Q K A", "EXP, VET, ELITE"):
        assert words in sheet.text


def test_sheets_bound_into_one_file_keep_their_own_page_numbers_and_headings():
    first, second = ("<h1>One</h1><p style='break-before: page'>More.", "<h1>Two</h1>")
    bound = read(press([first, second], "a4", "0" * 32))
    assert [" ".join(text.split())[-11:] for text in bound.texts] == [
        "Page 1 of 2",
        "Page 2 of 2",
        "Page 1 of 1",
    ]
    assert bound.headings == ["H1", "H1"]
    assert press([second], "a4", "0" * 32) == press(second, "a4", "0" * 32)
