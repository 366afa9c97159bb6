"""What a reader has to see first is on the screen of a phone when the page has loaded."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, expect

from tests import verbs
from tests.e2e.hands import sign_in, sit_down


def test_what_a_report_lacks_is_in_sight_after_it_was_refused(phone: BrowserContext, site: str):
    people = verbs.crew()
    running = verbs.league(people)
    game = verbs.pair(running)
    verbs.draw(running.organiser, game)
    sign_in(phone, people.player, site)
    seat = sit_down(phone, touch=True)
    seat.go(f"/campaigns/{running.campaign.pk}/games/{game}/report/")
    with seat.page.expect_navigation():
        seat.press(seat.button("Submit the report"))
    faults = seat.page.locator("#report-faults")
    expect(faults).to_be_focused()
    expect(faults).to_contain_text("not complete")
    expect(faults.locator(".refusal-head")).to_be_in_viewport(ratio=1)
    assert [each for each in seat.complaints if "422" not in each] == []


def test_the_tab_of_the_open_page_is_in_sight(phone: BrowserContext, site: str):
    people = verbs.crew()
    running = verbs.league(people)
    sign_in(phone, people.organiser, site)
    seat = sit_down(phone, touch=True)
    seat.go(f"/campaigns/{running.campaign.pk}/settings/")
    here = seat.page.locator(".nav-tabs [aria-current=page]")
    expect(here).to_have_text(re.compile("Settings"))
    expect(here).to_be_in_viewport(ratio=0.9)
