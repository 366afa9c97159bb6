"""A plan on a phone and on a desktop: tried on a copy, then taken over with one press."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests import verbs
from tests.e2e.hands import DESKTOP, PHONE, Axe, OpenContext, sign_in, sit_down
from tests.places import fleet_url


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_plan_is_tried_on_a_copy_and_taken_over(
    open_context: OpenContext, site: str, axe: Axe, screen: dict
):
    people = verbs.crew()
    club = verbs.club(people)
    fleet = verbs.found_fleet(club.player, "Red Wing", "rebel")
    verbs.form_squadron(club.player, fleet, 2)
    context = open_context(**screen)
    sign_in(context, people.player, site)
    seat = sit_down(context, touch=screen is PHONE)
    seat.go(f"{fleet_url(club.campaign.pk, fleet)}what-if/")
    seat.press(seat.button("Plan on this copy"))
    expect(seat.page.get_by_role("heading", name="Plan for Red Wing")).to_be_visible()
    seat.press(seat.link("Ship for squadron 2"))
    sheet = seat.page.get_by_role("dialog")
    sheet.get_by_label("Pilot or ship").fill("luke")
    seat.press(sheet.get_by_role("button", name="buy Luke Skywalker"))
    expect(sheet.get_by_role("heading", name="of Luke Skywalker")).to_be_visible()
    title = sheet.get_by_role("heading", level=2).inner_text()
    seat.press(sheet.locator("#slot-offers button[type=submit]").first)
    expect(sheet.get_by_role("heading", level=2)).not_to_have_text(title)
    expect(seat.page.locator(".plan-steps li")).to_have_count(2)
    seat.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    assert verbs.fleet_of(club.player, fleet).ships == {}
    assert axe(seat.page) == []
    asked: list[str] = []
    seat.page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    seat.press(seat.button("Apply 2 steps to the fleet"))
    assert (asked, verbs.fleet_of(club.player, fleet).ships) == (["Carry out these steps?"], {})
    seat.page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept()))
    seat.press(seat.button("Apply 2 steps to the fleet"))
    expect(seat.page.get_by_text("The plan is carried out").first).to_be_visible()
    assert len(asked) == 2
    at = verbs.fleet_of(club.player, fleet)
    assert [each.card for each in at.ships.values()] == ["rebel-xwing-lukeskywalker"]
    assert [each.ship for each in at.upgrades.values()] == list(at.ships)
    assert seat.complaints == []
