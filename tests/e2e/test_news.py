"""The banner that names what has begun to wait on another page: seen, heard, pressed, and moving nothing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests import verbs
from tests.e2e.hands import DESKTOP, PHONE, Axe, OpenContext, Seat, sign_in, sit_down
from tests.places import fleet_url, game_url


@pytest.fixture
def table(site: str) -> tuple[verbs.Crew, verbs.League, int]:
    """A game that is on the table."""
    people = verbs.crew()
    at = verbs.league(people)
    game = verbs.pair(at)
    verbs.draw(at.organiser, game)
    return people, at, game


def seat(open_context: OpenContext, site: str, user: object, screen: dict) -> Seat:
    context = open_context(**screen)
    sign_in(context, user, site)
    return sit_down(context, touch=screen is PHONE)


def settled(at: Seat) -> None:
    """Waits until the page has asked for its line."""
    expect(at.page.locator("#next-line[data-waiting]")).to_have_count(1)


def report(at: verbs.League, game: int) -> None:
    """The active side reports, so that the other has to confirm."""
    verbs.report(at.player, game)
    verbs.make_choices(at.organiser, game)


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_banner_names_the_task_and_leads_there_while_nothing_moves(
    open_context: OpenContext, site: str, axe: Axe, table: tuple[verbs.Crew, verbs.League, int], screen: dict
):
    people, at, game = table
    rita = seat(open_context, site, people.rival, screen)
    rita.go(f"{fleet_url(at.campaign.pk, at.rival_fleet)}what-if/")
    settled(rita)
    rita.page.evaluate("() => window.scrollTo(0, 400)")
    mark = rita.page.locator("main select").nth(2)
    before = mark.bounding_box()
    banner = rita.page.locator("#news")
    expect(banner).to_be_empty()
    report(at, game)
    expect(banner).to_contain_text("New:")
    assert mark.bounding_box() == before
    assert banner.get_attribute("role") == "status"
    expect(rita.page).to_have_title(re.compile(r"^\([1-9]\d*\) "))
    expect(banner).not_to_have_class(re.compile("news-fresh"))
    assert axe(rita.page) == []
    rita.press(banner.get_by_role("link"))
    expect(rita.page).to_have_url(re.compile(re.escape(game_url(at.campaign.pk, game))))
    expect(rita.page.locator("#news")).to_be_empty()
    assert rita.complaints == []


def test_a_press_on_its_way_goes_to_the_page_below(
    open_context: OpenContext, site: str, table: tuple[verbs.Crew, verbs.League, int]
):
    people, at, game = table
    rita = seat(open_context, site, people.rival, PHONE)
    rita.go(f"{fleet_url(at.campaign.pk, at.rival_fleet)}what-if/")
    settled(rita)
    rita.page.evaluate("() => window.scrollTo(0, 400)")
    rita.page.clock.install()  # the guard ends only when the test says so
    report(at, game)
    banner = rita.page.locator("#news.news-fresh")
    expect(banner).to_contain_text("onfirm")  # the last of the moves that a report makes
    box = banner.bounding_box()
    assert box is not None
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    below = "([x, y]) => Boolean(document.elementFromPoint(x, y).closest('#news'))"
    assert rita.page.evaluate(below, middle) is False
    rita.page.clock.run_for(1000)
    expect(banner).to_have_count(0)
    assert rita.page.evaluate(below, middle) is True


def test_news_are_told_once_closed_by_hand_and_gone_when_done(
    open_context: OpenContext, site: str, table: tuple[verbs.Crew, verbs.League, int]
):
    people, at, game = table
    rita = seat(open_context, site, people.rival, DESKTOP)
    page = f"{fleet_url(at.campaign.pk, at.rival_fleet)}what-if/"
    rita.go(page)
    settled(rita)
    rita.page.evaluate("() => window.scrollTo(0, 400)")
    report(at, game)
    banner = rita.page.locator("#news")
    expect(banner).to_contain_text("New:")
    banner.get_by_role("button", name="Close the news").click()
    expect(banner).to_be_empty()
    assert rita.page.evaluate("() => document.activeElement.id") == "main"
    rita.go(page)
    settled(rita)
    expect(banner).to_be_empty()  # the tab knows the task already
    rita.page.evaluate("() => window.scrollTo(0, 400)")
    verbs.confirm(at.rival, game)
    expect(banner).to_contain_text("is back")  # the next task
    verbs.close_desk(at.rival, at.rival_fleet)
    expect(banner).to_be_empty()
    assert rita.complaints == []


def test_the_line_in_sight_is_enough(
    open_context: OpenContext, site: str, table: tuple[verbs.Crew, verbs.League, int]
):
    people, at, game = table
    rita = seat(open_context, site, people.rival, DESKTOP)
    rita.go(f"/campaigns/{at.campaign.pk}/standings/")
    settled(rita)
    report(at, game)
    expect(rita.page.locator("#next-line")).to_contain_text("Confirm the result")
    expect(rita.page.locator("#news")).to_be_empty()


def test_the_place_of_a_task_has_no_banner_but_counts_it(
    open_context: OpenContext, site: str, table: tuple[verbs.Crew, verbs.League, int]
):
    people, at, game = table
    rita = seat(open_context, site, people.rival, PHONE)
    rita.go(game_url(at.campaign.pk, game))
    expect(rita.page.locator("#next-line[data-waiting]")).to_be_hidden()
    report(at, game)
    expect(rita.page).to_have_title(re.compile(r"^\([1-9]\d*\) "))
    expect(rita.page.locator(".ways [data-inbox-count]")).to_be_visible()
    expect(rita.page.locator("#news")).to_be_empty()
    assert rita.complaints == []
