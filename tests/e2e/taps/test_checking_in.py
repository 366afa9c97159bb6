"""A player checks in from the page of their fleet with one tap, and sees the number of their tasks."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, expect

from tests import verbs
from tests.e2e.hands import Axe, sign_in, sit_down
from tests.e2e.taps.counting import Hand
from tests.places import fleet_url


def test_one_tap_checks_in_from_the_fleet_page(phone: BrowserContext, site: str, axe: Axe) -> None:
    people = verbs.crew()
    running = verbs.league(people)
    verbs.open_round(running.organiser)
    sign_in(phone, people.player, site)
    hand = Hand(sit_down(phone, touch=True))
    page = hand.seat.page
    hand.seat.go(fleet_url(running.campaign.pk, running.fleet))
    line = page.locator("#next-line")
    expect(line).to_contain_text("Round 1 is open")
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    expect(page.locator(".ways .inbox-count")).to_have_text("1")
    assert axe(page) == []
    hand.tap(line.get_by_role("button", name="Check in"))
    expect(page.get_by_role("button", name="Check out").first).to_be_visible()
    assert (hand.taps, hand.scrolled) == (1, 0)
    assert verbs.round_of(running.organiser).present == [running.fleet]
    assert hand.seat.complaints == []
