"""Choosing an opponent: nothing is sent before a fleet is chosen and the button names it."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, expect

from league.rules.rounds import CheckOut
from rosters.rules.orders import LockFleet
from tests import verbs
from tests.e2e.hands import Axe, sign_in, sit_down
from tests.e2e.taps.counting import Hand
from tests.places import round_url


@pytest.mark.rule("CR-052")
def test_an_opponent_is_chosen_and_then_confirmed(phone: BrowserContext, site: str, axe: Axe) -> None:
    people = verbs.crew()
    running = verbs.league(people)
    third = verbs.muster(running.helper, "Late Arrivals", "scum")
    verbs.do(running.organiser, LockFleet(third))
    verbs.open_round(running.organiser)
    owners = {running.fleet: people.player, running.rival_fleet: people.rival, third: people.helper}
    verbs.check_in(running.organiser, *owners)
    active = verbs.name_active(running.organiser, seed="choose")
    chosen, other = (each for each in owners if each != active)
    name = verbs.fleet_of(running.organiser, chosen).name
    sign_in(phone, owners[active], site)
    hand = Hand(sit_down(phone, touch=True))
    page = hand.seat.page
    hand.seat.go(round_url(running.campaign.pk, verbs.round_of(running.organiser).id))
    button = page.locator("#opponents .action-bar button")
    expect(button).to_be_disabled()
    hand.tap(page.locator(".choice", has_text=name))
    expect(button).to_have_text(f"Choose {name}")
    assert axe(page) == []
    assert verbs.round_of(running.organiser).pairings == {}
    verbs.do(running.organiser, CheckOut(verbs.round_of(running.organiser).id, other))
    expect(page.locator(".choice")).to_have_count(1)
    expect(button).to_have_text(f"Choose {name}")
    verbs.check_in(running.organiser, other)
    expect(page.locator(".choice")).to_have_count(2)
    verbs.do(running.organiser, CheckOut(verbs.round_of(running.organiser).id, chosen))
    expect(page.locator(".choice")).to_have_count(1)
    expect(button).to_be_disabled()  # the fleet that is left was never chosen
    left = verbs.fleet_of(running.organiser, other).name
    hand.tap(page.locator(".choice", has_text=left))
    expect(button).to_have_text(f"Choose {left}")
    hand.tap(button)
    expect(page.get_by_role("link", name="To my game").first).to_be_visible()
    (pairing,) = verbs.round_of(running.organiser).pairings.values()
    assert (pairing.active, pairing.opposing, hand.taps) == (active, other, 3)
    assert hand.seat.complaints == []
