"""The season book: every game in a paragraph, and pages like a book's."""

from dataclasses import replace
from datetime import date
from types import SimpleNamespace

import pytest

from league.addresses import campaign_address
from league.presenters.standings import lines, team_lines
from missions.presenters.print.season_book import book
from missions.presenters.story.games import BookGame, BookSide, PlayedGame, book_games
from missions.rules.game import events as ev
from missions.rules.game.state import DrawnSquadron
from missions.rules.pregame import events as pre
from missions.rules.pregame.state import Effect
from rosters.rules import events as fleets
from rosters.rules.overrides.events import NameRestored
from tests.print.pdfs import LONG, pressed

ACT, LATER, RED, BLUE = 40, 60, 3, 4
GAME = PlayedGame(9, 1, {"active": RED, "opposing": BLUE}, {"active": "Red", "opposing": "Blue"})


def result(winner="active", termination="objective"):
    names = {"active_name": "Red", "opposing_name": "Blue"}
    return ev.ResultConfirmed(
        9, 1, winner, termination, {"active": 42, "opposing": 21}, "CR-091", "f", **names
    )


def recorded(fleet, reward):
    return fleets.GameRecorded(fleet, 9, 1, 7 - fleet, "x", "victory", 42, 21, reward)


def a_season():
    """A mission from its choice to the asset that was taken afterwards, as acts and events."""
    forces = (DrawnSquadron(RED, 2, "recon", (1,), 42), DrawnSquadron(BLUE, 5, "standard", (2,), 80))
    effects = (
        Effect(1, "sabotage", "Sabotage", "opposing", "active"),
        Effect(2, "reinforcements", "Reinforcements", "active", "active", "disrupted_command"),
    )
    before = [
        pre.MissionChosen(9, RED, 2, "Infiltration"),
        pre.AssetsLocked(9, effects),
        pre.ForcesRevealed(9, forces, ()),
        pre.NominationShown(9, RED, 1, "Rookie Pilot"),
    ]
    after = [
        result(),
        recorded(RED, 45),
        recorded(BLUE, 60),
        fleets.ShipLost(BLUE, 2, "Academy Pilot", "kia", "CR-113", 9),
        fleets.ShipLost(BLUE, 3, "Academy Pilot", "kia", "CR-113", 9),
        fleets.UpgradeLost(BLUE, 4, "Shield Upgrade", "kia", "CR-113", 9),
        fleets.ShipLost(RED, 5, "Gold Squadron Pilot", "mia", "CR-113", 9),
        fleets.RankChanged(RED, 1, "Rookie Pilot", "", "EXP", "CR-118"),
    ]
    gained = fleets.AssetGained(
        RED, 8, "fleet_intelligence", "Fleet Intelligence", "J", target_name="Team Scum", game=9
    )
    return [*((10, event) for event in before), *((ACT, event) for event in after), (LATER, gained)]


ACTIVE = (
    ("Fielded", "2\u00a0RECON; 42 squad points"),
    ("Missing", "Gold Squadron Pilot"),
    ("Promoted", "Rookie Pilot to EXP"),
    ("Asset won", "Fleet Intelligence against Team Scum"),
    ("Reward", "45 FP"),
)
OPPOSING = (
    ("Fielded", "5\u00a0STANDARD; 80 squad points"),
    ("Killed", "2\u00a0×\u00a0Academy Pilot"),
    ("Cards lost", "1"),
    ("Reward", "60 FP"),
)
ABOUT = (
    ("Assets", "Sabotage by Blue, turned by Red and Reinforcements by Red, cancelled"),
    ("Nominated ship", "Rookie Pilot"),
)


def test_a_game_is_a_row_of_results_and_what_became_of_each_side():
    [game] = book_games([replace(GAME, day=date(2026, 5, 1))], a_season())
    row = (game.number, game.day, game.decided, game.mission, game.active.score, game.opposing.score)
    assert row == (1, date(2026, 5, 1), "by its objective", "Infiltration", 42, 21)
    assert game.result == "Red beat Blue by its objective, 42 to 21"
    assert [(side.name, side.won) for side in game.sides] == [("Red", True), ("Blue", False)]
    assert (game.active.lines, game.opposing.lines, game.lines) == (ACTIVE, OPPOSING, ABOUT)


def test_nobody_wins_a_draw():
    [game] = book_games([GAME], [(ACT, result("draw"))])
    assert (game.decided, game.active.won, game.opposing.won) == ("draw", False, False)


def test_events_of_another_act_are_not_told_of_the_game():
    later = fleets.RankChanged(BLUE, 2, "Baron", "", "VET", "CR-118")
    [game] = book_games([GAME], [*a_season(), (LATER + 1, later)])
    assert "Baron" not in str(game)


def test_a_friendly_game_has_no_rewards():
    [game] = book_games([GAME], [(ACT, result())])
    assert game.lines == (("Friendly game", "nothing followed from it"),)
    assert (game.active.lines, game.opposing.lines) == ((), ())


def test_a_game_without_a_result_is_left_out():
    assert book_games([GAME], a_season()[:4]) == []


def a_book_game(number, day=None):
    lines = (("Fielded", "2 RECON; 42 squad points"), ("Promoted", "Rookie Pilot to EXP " * 4))
    sides = [BookSide(name, 42, name == "Red", lines) for name in ("Red", "Blue")]
    return BookGame(number, day, "Red beat Blue on points, 42 to 21", "on points", "", *sides)


def test_a_round_says_when_it_was_played():
    days = [date(2026, 5, 8), None, date(2026, 5, 1)]
    games = tuple(a_book_game(number, day) for number, day in enumerate(days, 1))
    assert book.BookRound("Round 1", games).days == "1 May 2026 – 8 May 2026"
    assert book.BookRound("Round 1", games[1:2]).days == ""


def test_rounds_come_in_order_and_friendly_games_last():
    games = [a_book_game(place) for place in range(1, 5)]
    found = book.rounds(zip((0, 2, 1, 2), games, strict=True))
    assert [(each.title, [game.number for game in each.games]) for each in found] == [
        ("Round 1", [3]),
        ("Round 2", [2, 4]),
        ("Friendly games", [1]),
    ]


def a_fleet(number=RED, standing="ready"):
    figures = {"value": 400, "points": 20, "victories": 1, "defeats": 0, "draws": 0, "destroyed_points": 42}
    facts = {"number": number, "member": 1, "name": f"Fleet {number}", "side": "rebel", "suit": "hearts"}
    return SimpleNamespace(**facts | figures, standing=standing, slug=f"fleet-{number}")


@pytest.mark.rule("CR-113")
def test_the_wall_names_the_dead_once_and_not_the_missing():
    losses = [
        fleets.ShipLost(RED, 1, "Wedge Antilles (X-wing)", "kia", "CR-113", 9),
        fleets.NameKilled(RED, "wedge", "Wedge Antilles", "CR-113", 9),
        fleets.NameKilled(RED, "biggs", "Biggs Darklighter", "CR-113", 8),
        fleets.ShipLost(RED, 2, "Rookie Pilot", "mia", "CR-113", 9),
    ]
    [wall] = book.wall([a_fleet(), a_fleet(BLUE)], losses, {9: 2})
    names = [(one.name, one.when) for one in wall.fallen]
    assert names == [("Wedge Antilles (X-wing)", "Round 2"), ("Biggs Darklighter", "")]
    assert wall.by_round == [
        ("Round 2", ["Wedge Antilles (X-wing)"]),
        ("Outside of rounds", ["Biggs Darklighter"]),
    ]


@pytest.mark.rule("CR-040")
def test_a_pilot_restored_by_the_organiser_is_off_the_wall_until_the_next_fall():
    killed = fleets.NameKilled(RED, "wedge", "Wedge Antilles", "CR-113", 9)
    fell = [fleets.ShipLost(RED, 1, "Wedge Antilles (X-wing)", "kia", "CR-113", 9), killed]
    back = NameRestored(RED, "wedge", "Wedge Antilles", "A slip.")
    assert book.wall([a_fleet()], [*fell, back], {}) == ()
    [wall] = book.wall([a_fleet()], [*fell, back, replace(killed, game=10)], {10: 3})
    assert [(one.name, one.when) for one in wall.fallen] == [("Wedge Antilles", "Round 3")]


@pytest.mark.rule("CR-152")
def test_the_cover_names_who_won_or_leads():
    table = lines([a_fleet(), a_fleet(BLUE)], start=0, better=0, base=campaign_address(1), owners={})
    assert book.champion(table, (), "ended") == "Won by Fleet 3 and Fleet 4"
    assert book.champion(table[:1], (), "running") == "Led by Fleet 3"
    assert book.champion([], (), "running") == ""
    assert book.champion(table, team_lines([a_fleet()]), "ended") == "Won by Team Rebel"


def test_charts_are_inked_for_paper():
    points = [
        SimpleNamespace(fleet=RED, round=at, value=value, points=9) for at, value in ((None, 350), (11, 402))
    ]
    value, money = book.charts([a_fleet()], points, {11: 1}, out_of=13)
    assert value.caption == "Fleet value after each round, the first 1 of 13 fleets"
    for chart in (value, money):
        assert ("class=" in chart.svg.replace('class="side-', ""), "currentColor" in chart.svg) == (
            False,
            False,
        )


def test_the_cover_says_from_when_to_when():
    days = [date(2026, 3, 7), date(2026, 5, 18)]
    assert book.dates(days) == "7 March 2026 – 18 May 2026"
    assert (book.dates(days[:1] * 2), book.dates([])) == ("7 March 2026", "")


def test_the_cover_counts_in_good_english():
    assert [book.fact(count, "round") for count in (0, 1, 2)] == [(0, "rounds"), (1, "round"), (2, "rounds")]


def test_a_campaign_without_figures_has_no_charts():
    assert book.charts([a_fleet()], [], {}, out_of=1) == ()


def a_book(games=40, paper="a4"):
    return pressed("print/season_book.html", {"book": a_made_book(games)}, paper)


def a_made_book(games=40):
    numbered = [(1 + place // 8, a_book_game(place + 1, date(2026, 5, 1))) for place in range(games)]
    table = tuple(lines([a_fleet()], start=0, better=0, base=campaign_address(1), owners={1: "Olga"}))
    return book.SeasonBook(
        campaign=LONG,
        subtitle=book.subtitle("team", "ended"),
        dates="2026-03-07 – 2026-05-18",
        champion="Won by Fleet 3",
        facts=((games, "games"),),
        standings=table,
        teams=(),
        charts=(),
        rounds=book.rounds(numbered),
        wall=(),
        missions=True,
        as_of="As of 1 May 2026, 19:42 UTC",
        ended=True,
    )


@pytest.fixture(scope="module", params=["a4", "letter"])
def printed(request):
    return a_book(paper=request.param)


def page_lines(text):
    return [line.strip() for line in text.splitlines() if line.strip()]


def test_the_book_opens_with_a_cover_and_numbers_its_other_pages(printed):
    cover, *pages = printed.texts
    assert [
        words in " ".join(cover.split())
        for words in ("SEASON BOOK", "Won by Fleet 3", "40 games", "As of 1 May 2026, 19:42 UTC")
    ] == [True] * 4
    assert all(str(number) in page_lines(text) for number, text in enumerate(pages, 2))


def test_every_page_has_a_running_head_and_no_heading_stands_alone_at_its_end(printed):
    pages = [page_lines(text) for text in printed.texts[1:]]
    assert all(any(line.startswith(LONG[:30]) for line in page) for page in pages)
    bodies = [
        [line for line in page if not line.isdecimal() and not line.startswith(LONG[:30])] for page in pages
    ]
    assert [body[-1] for body in bodies[1:] if body[-1].startswith(("Round", "Memorial", "Final"))] == []


def test_the_contents_lead_to_the_page_of_each_round(printed):
    contents = page_lines(printed.texts[1])
    at = contents.index("Contents")
    numbers = [int(line) for line in contents[:at]]
    titles = contents[at + 1 : at + 1 + len(numbers)]
    rounds = [f"Round {number}" for number in range(1, 6)]
    assert titles == ["Final standings", "Games", *rounds, "Memorial wall"]
    pages = [page_lines(printed.texts[number - 1]) for number in numbers]
    dated = [f"{title} · 1 May 2026" if title in rounds else title for title in titles]
    assert [title in page for title, page in zip(dated, pages, strict=True)] == [True] * 8


def test_a_name_that_is_too_long_for_the_running_head_is_shortened_and_not_cut():
    made = replace(a_made_book(games=1), campaign=LONG * 2)
    assert (len(made.running), made.running[-1]) == (book.RUNNING, "…")
    texts = pressed("print/season_book.html", {"book": made}).texts[1:]
    assert all(any(line.startswith(made.running) for line in page_lines(text)) for text in texts)


def test_every_picture_of_a_book_is_described_and_black():
    points = [
        SimpleNamespace(fleet=RED, round=at, value=value, points=9) for at, value in ((None, 350), (11, 402))
    ]
    made = replace(a_made_book(games=1), charts=book.charts([a_fleet()], points, {11: 1}, out_of=1))
    sheet = pressed("print/season_book.html", {"book": made})
    assert sheet.pictures == [
        "Fleet value after each round",
        "Fleet Points in hand after each round",
    ]
    assert "currentColor" not in made.charts[0].svg
    assert sheet.colours == set()


def test_an_empty_book_says_so():
    text = a_book(games=0).text
    assert "No game has been played to a result yet." in text
    assert "Nobody was killed in action." in text
