"""A squadron on a phone: pasted as an address, compared with what it was, shared and withdrawn."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests import verbs
from tests.e2e.hands import PHONE, Axe, OpenContext, Seat, sign_in, sit_down
from tests.places import fleet_url

LUKE = "rebel-xwing-lukeskywalker"
ADDRESS = "https://geordanr.github.io/xwing/?f=Rebel%20Alliance&d=v4!s!3:-1,2:-1:-1:&sn=Wing"


@pytest.fixture
def owner(open_context: OpenContext, site: str) -> tuple[Seat, str]:
    """The owner of a draft with Luke in squadron 2, on a phone, and the fleet's address."""
    people = verbs.crew()
    club = verbs.club(people)
    fleet = verbs.found_fleet(club.player, "Red Wing", "rebel")
    verbs.form_squadron(club.player, fleet, 2)
    verbs.buy_ship(club.player, fleet, LUKE, 2, ("r2d2",))
    context = open_context(**PHONE)
    sign_in(context, people.player, site)
    return sit_down(context, touch=True), fleet_url(club.player.campaign_id, fleet)


def test_an_address_is_bought_and_compared_with_before(owner: tuple[Seat, str], axe: Axe):
    seat, fleet = owner
    seat.go(f"{fleet}build/import/")
    seat.page.get_by_label("XWS text or YASB address").fill(ADDRESS)
    seat.page.get_by_label("Put the ships into").select_option("2")
    seat.press(seat.button("See what it would buy"))
    seat.reads("Rookie Pilot (X-wing)")
    seat.press(seat.button("Buy 1 ship into squadron 2, 22 FP"))
    seat.reads("1 ship bought into squadron 2.")
    seat.go(f"{fleet}squadrons/2/")
    seat.press(seat.link("Compare versions"))
    seat.reads("1 ship joined; 22 points more.")
    seat.page.get_by_label("Before").select_option("1")
    seat.reads("2 ships joined; 54 points more.")
    assert axe(seat.page) == []


def test_a_link_is_shared_opened_by_a_stranger_and_withdrawn(
    owner: tuple[Seat, str], open_context: OpenContext, axe: Axe
):
    seat, fleet = owner
    seat.go(f"{fleet}squadrons/2/")
    seat.press(seat.link("Share"))
    seat.reads("neither your name nor the campaign")
    seat.page.add_init_script("navigator.share = async (given) => { window.given = given; }")
    seat.press(seat.button("Share it as it is now"))
    link = seat.page.get_by_label("Link to the squadron").input_value()
    seat.press(seat.button("Share the link"))
    assert seat.page.evaluate("window.given") == {"title": "Squadron 2 of Red Wing", "url": link}
    picture = seat.page.locator(".shared-picture")
    expect(picture).to_have_js_property("naturalWidth", 1200, timeout=60_000)  # the press opens with it
    assert axe(seat.page) == []

    stranger = sit_down(open_context(**PHONE), touch=True)
    stranger.page.goto(link)
    stranger.reads("Luke Skywalker")
    expect(stranger.page.get_by_label("As text")).to_have_value(
        "Squadron 2 of Red Wing\nRebel, STANDARD, 32 squad points, 1 ship\n"
        "32  Luke Skywalker (X-wing) + R2-D2"
    )
    assert axe(stranger.page) == []

    seat.page.on("dialog", lambda question: question.accept())
    seat.press(seat.button("Withdraw the link"))
    seat.reads("The link is withdrawn")
    assert stranger.page.goto(link).status == 404
