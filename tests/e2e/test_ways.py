"""Finding one's way: the bars of a phone, and the search with the keyboard."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, expect

from tests import verbs
from tests.e2e.hands import Axe, sign_in, sit_down
from tests.places import fleet_url

MOST_PIXELS = 120
NARROWEST = 320
HIDDEN_WIDTH = "(row) => row.scrollWidth - row.clientWidth"
BARS = """() => [...document.querySelectorAll(".page-bar, .form-bar, .ways")]
    .map((bar) => bar.getBoundingClientRect())
    .filter((box) => box.height)
    .map((box) => [box.top, box.bottom])"""
TO_THE_END = """() => {
    scrollTo({ top: document.body.scrollHeight, behavior: "instant" });
    return document.querySelector(".site-foot").getBoundingClientRect().bottom;
}"""


def test_the_bars_of_a_phone_lead_on_and_cover_nothing(phone: BrowserContext, site: str, axe: Axe) -> None:
    people = verbs.crew()
    running = verbs.league(people)
    verbs.open_round(running.organiser)
    sign_in(phone, people.player, site)
    seat = sit_down(phone, touch=True)
    seat.go(f"/campaigns/{running.campaign.pk}/rounds/1/")
    ways = seat.page.get_by_role("navigation", name="My places")
    (first, second) = sorted(seat.page.evaluate(BARS))
    assert first[1] <= second[0] + 1
    assert second[1] - first[0] <= MOST_PIXELS
    assert seat.page.evaluate(TO_THE_END) <= first[0] + 1
    assert axe(seat.page) == []
    seat.press(ways.get_by_role("link", name="My fleet"))
    expect(seat.page).to_have_url(re.compile(f"{fleet_url(running.campaign.pk, running.fleet)}$"))
    seat.press(ways.get_by_role("link", name="Cards"))
    seat.press(ways.get_by_role("link", name="Campaign"))
    expect(seat.page).to_have_url(re.compile(f"/campaigns/{running.campaign.pk}/$"))
    seat.page.set_viewport_size({"width": NARROWEST, "height": 640})
    assert seat.page.get_by_role("navigation", name="Pages of the campaign").evaluate(HIDDEN_WIDTH) == 0
    assert seat.complaints == []


def test_the_search_is_opened_walked_and_closed_with_the_keyboard(
    desktop: BrowserContext, site: str, axe: Axe
) -> None:
    people = verbs.crew()
    running = verbs.league(people)
    sign_in(desktop, people.player, site)
    seat = sit_down(desktop)
    page = seat.page
    seat.go(f"/campaigns/{running.campaign.pk}/")
    assert page.locator(".page-bar").evaluate("bar => getComputedStyle(bar).position") == "static"
    field = page.get_by_role("searchbox", name="Campaign, fleet")
    page.keyboard.press("/")
    expect(field).to_be_focused()
    page.keyboard.type("iron")
    hits = page.locator("#palette .hits a")
    expect(hits.first).to_contain_text("Iron Fist")
    expect(page.locator("#palette-count")).to_have_text(re.compile(r"\d+ found"))
    assert axe(page) == []
    page.keyboard.press("ArrowDown")
    expect(hits.first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    expect(field).not_to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("iron")
    expect(hits.first).to_be_visible()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"{fleet_url(running.campaign.pk, running.rival_fleet)}$"))
    assert seat.complaints == []
