"""Rare tasks of an organiser: a co-organiser, the end of a campaign, and the next one."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, expect

from league.models import Campaign
from tests import verbs
from tests.e2e.hands import sign_in, sit_down
from tests.e2e.taps.counting import Hand

ROLE_CLICKS, END_CLICKS, NEXT_CLICKS = 4, 3, 2


def test_a_co_organiser_the_end_and_the_next_campaign_take_few_clicks(
    desktop: BrowserContext, site: str
) -> None:
    people = verbs.crew()
    running = verbs.league(people)
    sign_in(desktop, people.organiser, site)
    hand = Hand(sit_down(desktop))
    home = f"/campaigns/{running.campaign.pk}/"
    hand.seat.go(home)
    appoint(hand, running.player.name)
    running.player.refresh_from_db()
    assert (running.player.role, hand.taps) == ("co_organiser", ROLE_CLICKS)
    hand.seat.go(home)
    hand.taps = 0
    end(hand)
    assert (Campaign.objects.get().phase, hand.taps) == ("ended", END_CLICKS)
    hand.taps = 0
    hand.tap(hand.seat.link("Begin the next campaign"))
    hand.tap(hand.seat.button("Begin it"))
    expect(hand.seat.page).not_to_have_url(re.compile("/successor/$"))
    assert (Campaign.objects.count(), hand.taps) == (2, NEXT_CLICKS)
    assert hand.seat.complaints == []


def appoint(hand: Hand, name: str) -> None:
    """Give a member the role, beginning on the campaign's page."""
    page = hand.seat.page
    hand.tap(page.locator(".nav-tabs").get_by_role("link", name="More"))
    hand.tap(page.locator("main").get_by_role("link", name="Members"))
    hand.tap(page.get_by_role("row", name=re.compile(name)).get_by_role("link", name=re.compile("Change")))
    page.get_by_label("Role").select_option("co_organiser")
    hand.fields += 1
    hand.tap(hand.seat.button("Save the role"))
    hand.seat.reads("has a new role")


def end(hand: Hand) -> None:
    """End the campaign, beginning on its page."""
    page = hand.seat.page
    hand.tap(page.locator(".nav-tabs").get_by_role("link", name="More"))
    hand.tap(page.locator("main").get_by_role("link", name="End the campaign"))
    hand.tap(hand.seat.button("End the campaign"))
    hand.seat.reads("The campaign has ended.")
