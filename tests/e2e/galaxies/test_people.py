"""Galaxies in real browsers: two people fight each battle, one on a phone and one at a desk.

Test runs play the beginnings of battles; `./run walks battles` plays them to their ends.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from missions.battles.models import Battle
from missions.battles.systems.galaxies.engine.scenarios import battles
from tests.battles.battles import fresh
from tests.e2e.galaxies.giving import MOST, SOME, Watch, fits, play
from tests.e2e.hands import DESKTOP, PHONE, Axe, OpenContext, Seat, sign_in, sit_down
from tests.people import account

pytestmark = [
    pytest.mark.django_db(transaction=True, reset_sequences=True),
    pytest.mark.walk("battles"),
]


def take_a_seat(open_context: OpenContext, site: str, name: str, touch: bool) -> Seat:
    context = open_context(**(PHONE if touch else DESKTOP), reduced_motion="reduce")
    sign_in(context, account(name), site)
    return sit_down(context, touch=touch)


def open_battle(seat: Seat, axe: Axe, scenario: str, tactics: bool) -> Battle:
    """Open a battle for somebody who comes by its link."""
    seat.go("/battles/new/")
    seat.press(seat.link("Galaxies", exact=True))
    fits(seat, axe)
    seat.page.locator(f'input[name="scenario"][value="{scenario}"]').check()
    if tactics:
        seat.page.get_by_label("With tactic cards").check()
    seat.press(seat.button("On to the forces"))
    expect(seat.page.locator("#force")).to_be_visible()
    return Battle.objects.get()


def join(first: Seat, second: Seat) -> None:
    second.go("/" + first.page.locator("#invite-link").input_value().split("/", 3)[3])
    second.press(second.button("Take the seat").first)
    expect(second.page.locator("#force")).to_be_visible()


@pytest.mark.parametrize(
    ("scenario", "tactics"),
    [("first_steps", False), ("ring_patrol", True), ("saturn_line", False), ("shattered_moon", True)],
)
def test_two_people_fight_to_the_end(
    scenario: str, tactics: bool, open_context: OpenContext, site: str, axe: Axe, sample: int | None
) -> None:
    desk = take_a_seat(open_context, site, "ann", touch=False)
    phone = take_a_seat(open_context, site, "bob", touch=True)
    first, second = (phone, desk) if tactics else (desk, phone)
    row = open_battle(first, axe, scenario, tactics)
    join(first, second)
    fits(second, axe)
    for seat in (first, second):
        seat.press(seat.button(f"Take the fleet of {battles()[scenario].name}"))
        expect(seat.button(re.compile(" out$")).first).to_be_visible()
        seat.press(seat.button("Ready with this force"))
    for seat in (first, second):
        expect(seat.page.locator("#board")).to_be_visible()
    watch, both = Watch(axe), {0: first, 1: second}
    play(row, both, 1, watch.look)
    for seat in (first, second):
        fits(seat, axe)
    play(row, both, MOST if sample is None else SOME, watch.look)
    if sample is None:
        assert fresh(row).status == "over"
        for seat in (first, second):
            expect(seat.page.locator("#board-ending-head")).to_be_in_viewport(ratio=1)
            fits(seat, axe)
    assert [seat.complaints for seat in (first, second)] == [[], []]
