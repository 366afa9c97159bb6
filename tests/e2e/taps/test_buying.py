"""A ship with three upgrades, with a thumb and by keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests import verbs
from tests.e2e.hands import DESKTOP, PHONE, OpenContext, sign_in, sit_down
from tests.e2e.taps.counting import Hand
from tests.places import fleet_url

KEYBOARD = 350
"""Height of a tall keyboard on the phone of 844 pixels."""


@pytest.fixture
def hands(
    request: pytest.FixtureRequest, open_context: OpenContext, site: str
) -> tuple[Hand, verbs.Club, int]:
    """Somebody at the builder of a draft with one empty squadron; parametrised with the kind of screen."""
    people = verbs.crew()
    club = verbs.club(people)
    fleet = verbs.found_fleet(club.player, "Red Wing", "rebel")
    verbs.form_squadron(club.player, fleet, 2)
    context = open_context(**request.param)
    sign_in(context, people.player, site)
    hand = Hand(sit_down(context, touch=request.param is PHONE))
    hand.seat.go(f"{fleet_url(club.campaign.pk, fleet)}build/")
    return hand, club, fleet


def cards(club: verbs.Club, fleet: int) -> tuple[list[str], int]:
    """The ships of the fleet, and how many upgrades they have."""
    at = verbs.fleet_of(club.player, fleet)
    return [each.card for each in at.ships.values()], sum(
        each.ship is not None for each in at.upgrades.values()
    )


@pytest.mark.parametrize("hands", [PHONE], indirect=True)
def test_a_ship_with_three_upgrades_takes_six_taps(hands: tuple[Hand, verbs.Club, int]) -> None:
    hand, club, fleet = hands
    sheet = hand.seat.page.get_by_role("dialog")
    hand.tap(hand.seat.page.locator("#page-actions").get_by_role("link", name="Ship for squadron 2"))
    expect(sheet.get_by_label("Pilot or ship")).to_be_focused()
    hand.type("luke")
    expect(sheet.locator("#sheet-results li")).to_have_count(1)
    offer = sheet.get_by_role("button", name="buy Luke Skywalker").bounding_box()
    assert offer and offer["y"] + offer["height"] < 844 - KEYBOARD
    hand.tap(sheet.get_by_role("button", name="buy Luke Skywalker"))
    for count in range(3):
        expect(sheet.get_by_role("heading", name="of Luke Skywalker")).to_be_visible()
        title = sheet.get_by_role("heading", level=2).inner_text()
        hand.tap(sheet.locator("#slot-offers button[type=submit]").first)
        expect(hand.seat.page.locator("#sq2 .slot:not(.slot-free)")).to_have_count(count + 1)
        if count < 2:
            expect(sheet.get_by_role("heading", level=2)).not_to_have_text(title)
    assert cards(club, fleet) == (["rebel-xwing-lukeskywalker"], 3)
    assert (hand.taps, hand.scrolled) == (5, 0)
    assert hand.seat.complaints == []


@pytest.mark.parametrize("hands", [DESKTOP], indirect=True)
def test_a_ship_with_three_upgrades_takes_twelve_keys_and_four_words(
    hands: tuple[Hand, verbs.Club, int],
) -> None:
    hand, club, fleet = hands
    sheet = hand.seat.page.get_by_role("dialog")
    expect(hand.seat.page.get_by_text("+ on the keyboard finds a ship for this squadron")).to_be_visible()
    hand.key("+")
    expect(sheet.get_by_label("Pilot or ship")).to_be_focused()
    hand.type("luke")
    hand.key("Enter")
    for count, word in enumerate(("adaptability", "torpedoes", "r2-d2")):
        expect(sheet.get_by_role("heading", name="of Luke Skywalker")).to_be_visible()
        expect(sheet.get_by_label("Narrow the list")).to_be_focused()
        hand.type(word)
        title = sheet.get_by_role("heading", level=2).inner_text()
        hand.key("Enter")
        expect(hand.seat.page.locator("#sq2 .slot:not(.slot-free)")).to_have_count(count + 1)
        expect(sheet.get_by_role("heading", level=2)).not_to_have_text(title)
    hand.key("Escape")
    expect(hand.seat.page.locator("dialog[open]")).to_have_count(0)
    expect(hand.seat.page.locator("#sq2 a[data-ship-for]")).to_be_focused()
    assert cards(club, fleet) == (["rebel-xwing-lukeskywalker"], 3)
    assert hand.keys == 6
    assert hand.words == 4
    assert hand.seat.complaints == []
