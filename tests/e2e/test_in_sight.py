"""Important things are on the screen: errors first of all, and always the element with the focus."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests import verbs
from tests.e2e.hands import OpenContext, Seat, sign_in, sit_down
from tests.places import fleet_url, game_url

MOST_STOPS = 150
# The words of what has the focus, and the share of it that nothing covers; null when nothing has it.
IN_SIGHT = """async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const focused = document.activeElement;
    if (focused === document.body) { return null; }
    const box = focused.getBoundingClientRect();
    let seen = 0;
    for (let step = 0; step < 25; step += 1) {
        const x = box.left + box.width * (step % 5 + .5) / 5;
        const y = box.top + box.height * (Math.floor(step / 5) + .5) / 5;
        const top = document.elementFromPoint(x, y);
        seen += Boolean(top && (focused.contains(top) || top.matches("label, .sparkline")
            || (top.contains(focused) && !top.closest(".topbar, .action-bar, .ways, .sticky-tiles"))));
    }
    const words = focused.getAttribute("aria-label") || focused.textContent.trim() || focused.name;
    return [`${focused.tagName} ${words.slice(0, 40)}`, seen / 25];
}"""

UNDER_ITS_MIDDLE = """(message) => {
    const box = message.getBoundingClientRect();
    const pressed = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return message.contains(pressed) ? "the message" : "not the message";
}"""


def test_gaps_of_a_report_are_in_sight_after_it_was_refused(phone: BrowserContext, site: str):
    people = verbs.crew()
    running = verbs.league(people)
    game = verbs.pair(running)
    verbs.draw(running.organiser, game)
    sign_in(phone, people.player, site)
    seat = sit_down(phone, touch=True)
    seat.go(f"{game_url(running.campaign.pk, game)}report/")
    with seat.page.expect_navigation():
        seat.press(seat.button("Submit the report"))
    fault = seat.page.locator("#ending-faults")
    expect(fault).to_be_focused()
    expect(fault).to_be_in_viewport(ratio=1)
    seat.press(seat.page.locator("label", has_text="Ended early"))
    expect(seat.page.locator("#ending-faults, #report-faults")).to_have_count(0)
    assert [each for each in seat.complaints if "422" not in each] == []


def test_the_tab_of_the_open_page_is_in_sight(phone: BrowserContext, site: str):
    people = verbs.crew()
    running = verbs.league(people)
    sign_in(phone, people.organiser, site)
    seat = sit_down(phone, touch=True)
    seat.go(f"/campaigns/{running.campaign.pk}/settings/")
    here = seat.page.locator(".nav-tabs [aria-current=page]")
    expect(here).to_have_text(re.compile("More"))
    expect(here).to_be_in_viewport(ratio=0.9)


SCREENS = {"desk": {"width": 1280, "height": 720}, "phone": {"width": 390, "height": 664}}


def covered(page: Page) -> list[str]:
    """Everything that Tab leads to, from the top to the end, of which bars leave less than half to see."""
    found = []
    for stops in range(MOST_STOPS):
        page.keyboard.press("Tab")
        where = page.evaluate(IN_SIGHT)
        if where is None:
            assert stops > 10
            return found
        if where[1] < 0.5:
            found.append(where[0])
    raise AssertionError("Tab does not come to an end")


@pytest.fixture(params=SCREENS)
def seated(request: pytest.FixtureRequest, open_context: OpenContext, site: str) -> tuple[Seat, str, str]:
    """The organiser of a running round and their fleet that is still built: seat, campaign, builder."""
    people = verbs.crew()
    running = verbs.league(people)
    verbs.pair(running)
    draft = verbs.found_fleet(running.organiser, "Long Draft", "imperial")
    for card in range(2, 6):
        verbs.form_squadron(running.organiser, draft, card)
    context = open_context(viewport=SCREENS[request.param], reduced_motion="reduce")
    sign_in(context, people.organiser, site)
    campaign = f"/campaigns/{running.campaign.pk}/"
    return sit_down(context), campaign, f"{fleet_url(campaign, draft)}build/"


def test_the_focus_is_never_below_a_bar(seated: tuple[Seat, str, str]):
    seat, campaign, builder = seated
    seat.go(campaign)
    rounds = seat.page.locator("a[href*='/rounds/']").first.get_attribute("href")
    for path in (campaign, rounds or "", f"{campaign}settings/"):
        seat.go(path)
        assert (path, covered(seat.page)) == (path, [])
    seat.go(builder)
    with seat.page.expect_response(re.compile("q=phantom")):
        seat.page.locator("#q").fill("phantom")
    expect(seat.page.locator("#ship-count")).to_have_text(re.compile(r"\d+ ships; first: .+ FP"))
    assert covered(seat.page) == []


def test_a_page_enlarged_four_times_has_no_bars_in_its_way(open_context: OpenContext, site: str):
    context = open_context(viewport={"width": 320, "height": 256})
    people = verbs.crew()
    running = verbs.league(people)
    sign_in(context, people.organiser, site)
    page = context.new_page()
    page.goto(f"/campaigns/{running.campaign.pk}/")
    places = page.locator(".topbar, .action-bar, .ways").evaluate_all(
        "all => all.map(a => getComputedStyle(a).position)"
    )
    assert set(places) == {"static"}


def test_a_message_of_a_new_page_covers_nothing(phone: BrowserContext, site: str):
    people = verbs.crew()
    running = verbs.league(people)
    sign_in(phone, people.organiser, site)
    seat = sit_down(phone, touch=True)
    seat.go(f"/campaigns/{running.campaign.pk}/notes/")
    place = seat.page.locator("#messages").bounding_box()
    assert place and place["height"] == 0
    seat.page.locator("textarea").fill("Bring dice.")
    with seat.page.expect_navigation():
        seat.page.locator(".form-bar [type=submit]").tap()
    message = seat.page.locator(".toast-msg").bounding_box()
    heading = seat.page.locator("h1").bounding_box()
    topbar = seat.page.locator(".topbar").bounding_box()
    assert message and heading and topbar
    assert topbar["y"] + topbar["height"] <= message["y"]
    assert message["y"] + message["height"] <= heading["y"]


def test_good_news_that_floats_lets_presses_through(phone: BrowserContext, site: str):
    people = verbs.crew()
    club = verbs.club(people)
    fleet = verbs.found_fleet(club.player, "Red Wing", "rebel")
    sign_in(phone, people.player, site)
    seat = sit_down(phone, touch=True)
    seat.go(f"{fleet_url(club.player.campaign_id, fleet)}build/")
    seat.page.locator("#q").fill("rookie x-wing")
    seat.press(seat.button(re.compile("buy Rookie Pilot")))
    message = seat.page.locator(".afloat .toast-good")
    expect(message).to_contain_text("Rookie Pilot")
    assert message.evaluate(UNDER_ITS_MIDDLE) == "not the message"
    seat.press(message.get_by_role("button"))
    expect(message).to_have_count(0)
