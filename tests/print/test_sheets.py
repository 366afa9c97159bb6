"""Contents of the printed sheets, and that they fit on the paper."""

import re
from dataclasses import replace

import pytest

from missions.presenters.print.play_sheet import CardBox
from tests.missions.rules.builders import TIE, XWING, Night
from tests.print.pdfs import (
    LONG,
    SIZES,
    a_game,
    a_roster,
    game_context,
    history,
    pressed,
    rich_roster,
    roster_context,
)

MARGIN = 12  # mm
ROSTER, PLAY, FORM = "print/roster/page.html", "print/play_sheet.html", "print/result_form.html"


@pytest.fixture(scope="module")
def roster():
    return pressed(ROSTER, roster_context(rich_roster()))


@pytest.fixture(scope="module")
def play():
    return pressed(PLAY, game_context(a_game(), "active"))


@pytest.fixture(scope="module")
def form():
    return pressed(FORM, game_context(a_game(), "active"))


@pytest.mark.parametrize("paper", SIZES)
def test_the_roster_sheet_has_the_size_of_its_paper_and_fits(paper):
    sheet = pressed(ROSTER, roster_context(rich_roster()), paper)
    assert set(sheet.sizes) == {SIZES[paper]}
    assert sheet.inside(MARGIN)


@pytest.mark.parametrize("paper", SIZES)
def test_sheets_of_a_game_have_the_size_of_their_paper_and_fit(paper):
    for template in (PLAY, FORM):
        sheet = pressed(template, game_context(a_game(), "active"), paper)
        assert set(sheet.sizes) == {SIZES[paper]}
        assert sheet.inside(MARGIN)


@pytest.mark.parametrize(
    "words",
    [
        LONG,
        "Winter League · Fleet roster",
        "Rebel · Olga Wójcik-Hernández · Ready",
        "37 Fleet points",
        "3–2–1 Won–lost–drawn",
        "“Wół Żądło-Ńęcki”, Rookie Pilot X-wing",
        "R2-D2",
        "ELITE",
        "DAM fore CRPL aft",
        "squad points, allowed 60–120",
        "CR90 Corvette 4 –",
        "MIA",
        "Inventory",
        "Shield Upgrade (4)",
        "Missing in action Gold Squadron Pilot",
        "Killed in action Łucja Wąs",
        "Fleet assets J♥ Q♥ K♥ A♥",
        "Iron Fist – Żar Victory 121 48 180",
        "Page 1 of",
    ],
)
def test_the_roster_sheet_has_a_place_for_everything(roster, words):
    assert words in roster.text


@pytest.mark.parametrize(
    "words",
    [
        LONG,
        "Active Fleet",
        "against The opposing fleet",
        "Initiative:",
        "CR-053",
        "CR90 Corvette VET DAM",
        "Fore Shields",
        "Aft Hull",
        "starts damaged",
        "Hyperspace",
        "to jump",
        "Cards R2-D2 lost",
        "driven off",
    ],
)
def test_the_play_sheet_has_what_the_table_needs(play, words):
    assert words in play.text


@pytest.mark.rule("CR-120")
def test_the_play_sheet_has_a_box_for_the_reroll_of_a_veteran_without_the_unique_mark(play):
    assert play.text.count("once: attack dice or evade dice CR-120") == 2  # the corvette and an X-wing
    night = Night()
    night.ship("active", "rebel-xwing-wedgeantilles", rank="VET")
    night.ship("active", XWING, rank="ELITE")
    night.ship("opposing", TIE)
    assert "Reroll" not in pressed(PLAY, game_context(night.begin(), "active")).text


@pytest.mark.rule("CR-120")
def test_the_play_sheet_shows_skill_by_status(play):
    skills = [part.split()[0] for part in play.text.split("Skill ")[1:]]
    assert skills == ["6", "2", "3", "4"]


@pytest.mark.parametrize(
    "words",
    [
        "against The opposing fleet",
        "https://club.example.org/campaigns/1/games/472/",
        "Fore crippled",
        "survived destroyed driven off",
        "Damage Hull left",
        "conceded",
        "stopped with ships of both sides on the table",
        "Signed",
    ],
)
def test_the_result_form_asks_for_everything_that_the_report_needs(form, words):
    assert words in form.text


OURS = {"Inter", "Barlow-Condensed", "Admiralty-Suits"}


def test_sheets_use_our_fonts_alone_also_for_the_suits(roster, play, form):
    for sheet in (roster, play, form):
        families = {re.sub("-(Bold|Medium|Semi-Bold)$", "", name) for name in sheet.fonts}
        assert families <= OURS
    assert any(name.startswith("Admiralty-Suits") for name in roster.fonts)


def test_every_sheet_has_one_first_heading_and_words_for_its_pictures(roster, play, form):
    for sheet in (roster, play, form):
        assert (sheet.headings.count("H1"), "" in sheet.pictures) == (1, False)


@pytest.mark.parametrize("paper", SIZES)
def test_text_and_lines_are_black(paper):
    for template, context in (
        (ROSTER, roster_context(rich_roster())),
        (PLAY, game_context(a_game(), "active")),
    ):
        assert pressed(template, context, paper).colours == set()


def test_every_ship_of_both_sides_is_on_the_form(form):
    assert (form.text.count("Academy Pilot"), form.text.count("Rookie Pilot")) == (4, 3)


@pytest.mark.parametrize(("ships", "pages"), [(1, 1), (60, 3)])
def test_a_fleet_takes_the_pages_it_needs(ships, pages):
    sheet = pressed(ROSTER, roster_context(a_roster(ships)))
    assert len(sheet.sizes) == pages
    assert sheet.inside(MARGIN)


def test_none_of_sixty_ships_is_lost_between_pages():
    sheet = pressed(ROSTER, roster_context(a_roster(60)))
    rows = sum(sheet.text.count(name) for name in ("Rookie Pilot", "Gold Squadron Pilot", "Prototype Pilot"))
    assert rows == 60 + 3  # three of them are listed once more among the missing
    assert all(f"Page {number} of {len(sheet.sizes)}" in text for number, text in enumerate(sheet.texts, 1))


def test_a_long_name_leaves_results_and_page_numbers_on_one_line():
    context = roster_context(rich_roster())
    context["roster"] = replace(
        context["roster"], title=LONG * 3, history=(replace(history()[0], opponent=LONG * 3),) * 3
    )
    sheet = pressed(ROSTER, context)
    assert sheet.text.count("Victory") == 3
    assert all(f"Page {number} of {len(sheet.sizes)}" in text for number, text in enumerate(sheet.texts, 1))


def test_a_card_that_can_be_used_up_has_a_box_of_its_own():
    context = game_context(a_game(), "active")
    squadron = context["force"].squadrons[0]
    ship = replace(squadron.ships[-1], cards=(CardBox("Proton Torpedoes", 4, True, False),))
    force = replace(context["force"], squadrons=(replace(squadron, ships=(ship,)),))
    text = pressed(PLAY, context | {"force": force}).text
    assert "Cards Proton Torpedoes lost used up" in text
