"""The way from the front page to an invitation, and from the invitation to the builder of a fleet."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, expect

from league.models import Campaign
from tests import verbs
from tests.e2e.hands import PASSWORD, PHONE, Axe, OpenContext, sign_in, sit_down
from tests.e2e.taps.counting import Hand

CAMPAIGN_TAPS, CAMPAIGN_FIELDS = 6, 5
JOINING_TAPS, JOINING_FIELDS = 5, 5
FOUNDING_TAPS, FOUNDING_FIELDS = 3, 1
MOST_SCROLLED = 500
"""Pixels of all pages together, more than half of a screen."""
MOST_SCREENS = 2.1
"""Height of each page after the one that the task begins on."""
BUILDER = re.compile(r"/campaigns/\d+/fleets/[\w-]+/build/$")


def write(hand: Hand, name: str, text: str) -> None:
    """Fill in a field of the form that is open; going from field to field is counted as fields alone."""
    hand.seat.page.locator(f"#id_{name}").focus()
    hand.type(text)
    hand.fields += 1


def sign_up(hand: Hand, name: str) -> None:
    write(hand, "display_name", name)
    write(hand, "email", f"{name.lower()}@example.org")
    for field in ("password1", "password2"):
        write(hand, field, PASSWORD)
    hand.tap(hand.seat.button("Sign up"))


def copied(hand: Hand) -> str:
    """Return the text on the clipboard, once the button says so."""
    expect(hand.seat.button("Copied")).to_be_visible()
    text: str = hand.seat.page.evaluate("() => navigator.clipboard.readText()")
    return text


def found(hand: Hand, name: str) -> None:
    """Found a fleet on the page that is open."""
    hand.tap(hand.seat.page.locator(".choice", has_text="Rebel"))
    write(hand, "fleet_name", name)
    hand.tap(hand.seat.button("Found the fleet"))
    expect(hand.seat.page).to_have_url(BUILDER)


def test_an_invitation_and_a_fleet_take_few_taps(open_context: OpenContext, site: str, axe: Axe) -> None:
    olga = Hand(
        sit_down(open_context(**PHONE, permissions=["clipboard-read", "clipboard-write"]), touch=True)
    )
    olga.seat.go("/")
    olga.tap(olga.seat.link("Sign up").first)
    sign_up(olga, "Olga")
    olga.tap(olga.seat.link("Start a campaign"))
    write(olga, "campaign_name", "Harbour League")
    olga.tap(olga.seat.button("Create the campaign"))
    olga.tap(olga.seat.button("Make a link"))
    olga.tap(olga.seat.button("Copy the link"))
    link = copied(olga)

    paul = Hand(sit_down(open_context(**PHONE), touch=True))
    paul.seat.go(link)
    paul.tap(paul.seat.page.locator(".action-bar").get_by_role("link", name="Sign up"))
    sign_up(paul, "Paul")
    paul.tap(paul.seat.button("Join Harbour League"))
    expect(paul.seat.page.get_by_role("heading", level=1)).to_have_text("Found a fleet")
    assert axe(paul.seat.page) == []
    found(paul, "Red Wing")
    assert (olga.taps, olga.fields) == (CAMPAIGN_TAPS, CAMPAIGN_FIELDS)
    assert (paul.taps, paul.fields) == (JOINING_TAPS, JOINING_FIELDS)
    for hand in (olga, paul):
        assert hand.scrolled <= MOST_SCROLLED
        assert max(hand.screens[1:]) <= MOST_SCREENS, hand.screens
    assert Campaign.objects.get().members.filter(active=True).count() == 2
    assert olga.seat.complaints == paul.seat.complaints == []


def test_a_member_founds_a_fleet_from_the_campaign(phone: BrowserContext, site: str) -> None:
    people = verbs.crew()
    club = verbs.club(people)
    sign_in(phone, people.player, site)
    hand = Hand(sit_down(phone, touch=True))
    hand.seat.go(f"/campaigns/{club.campaign.pk}/")
    hand.tap(hand.seat.page.get_by_role("region", name="Next step").get_by_role("link", name="Found a fleet"))
    found(hand, "Red Wing")
    assert (hand.taps, hand.fields) == (FOUNDING_TAPS, FOUNDING_FIELDS)
    assert hand.seat.complaints == []
