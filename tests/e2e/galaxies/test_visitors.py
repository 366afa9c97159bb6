"""Galaxies in real browsers: somebody without an account fights the computer, and drags cards and ships.

Test runs play the beginning of the first battle; `./run walks battles` plays every battle to its end, on
phones and at desks.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Position, expect

from missions.battles.models import Battle
from missions.battles.systems.galaxies.engine.choices import Kind
from tests.battles.battles import fresh
from tests.e2e.galaxies.giving import LOOKS, MOST, SOME, Watch, fits, give, play, send
from tests.e2e.hands import DESKTOP, PHONE, Axe, OpenContext, Seat, sit_down

pytestmark = [
    pytest.mark.django_db(transaction=True, reset_sequences=True),
    pytest.mark.walk("battles", tests=True),
]
CORNER: Position = {"x": 12, "y": 12}
FEW = 13
"""Orders of a test run: every kind of order of a first turn is among them."""
SPOT = """name => {
  const map = document.getElementById("hexmap"), lines = map.dataset.lines.split(" ");
  const line = lines.map(each => each.split(":")).find(each => each[0] === name.slice(2));
  const column = map.dataset.columns.split(" ").indexOf(name.slice(0, 2));
  const x = Number(line[1]) + column * Number(map.dataset.step);
  const at = new DOMPoint(x, Number(line[2])).matrixTransform(map.getScreenCTM());
  return [at.x, at.y];
}"""
"""The place of a hex on the screen."""


def visitor(
    open_context: OpenContext, look: dict[str, Any], scenario: str = "first_steps", axe: Axe | None = None
) -> tuple[Seat, Battle]:
    """Somebody without an account, in a battle against the computer."""
    seat = sit_down(open_context(**look, reduced_motion="reduce"), touch=look is PHONE)
    seat.go("/battles/try/?system=galaxies")
    seat.page.locator(f"input[value={scenario}]").check(force=True)
    if axe:
        fits(seat, axe)
    seat.press(seat.button("Begin"))
    expect(seat.page.locator("#board")).to_be_visible()
    return seat, Battle.objects.get()


def test_a_visitor_learns_the_game(
    open_context: OpenContext, axe: Axe, whole: bool, sample: int | None
) -> None:
    seat, row = visitor(open_context, PHONE)
    a_card_leads_to_the_map(row, seat)
    watch = Watch(axe, LOOKS if whole else LOOKS[:1])
    orders = (MOST if sample is None else SOME) if whole else FEW
    given = play(row, {0: seat}, orders, watch.look)
    assert {Kind.LAUNCH, Kind.LOAD, Kind.PLACE, Kind.ACTIVATE, Kind.MOVE} <= set(given)
    assert seat.complaints == []
    if whole and sample is None:
        at_the_end(row, seat, axe)


def a_card_leads_to_the_map(row: Battle, seat: Seat) -> None:
    """Until the first launch; then a card of the hand is pressed, and put back."""
    page = seat.page
    while not page.locator(".board-hand a[href*='pick=']").count():
        give(row, 0, seat)
    seat.press(page.locator("#board-ask").get_by_role("link", name="My cards"))
    seat.press(page.locator(".board-hand a[href*='pick=']").first, CORNER)
    expect(page.locator("#board-ask")).to_contain_text("Choose a hex for")
    expect(page.locator("#board-view")).to_be_in_viewport(ratio=0.6)
    expect(page.locator("#hexmap a.end").first).to_be_in_viewport()
    seat.press(page.get_by_role("link", name="Begin again"))
    expect(page.locator("#board")).to_have_attribute("data-query", "?unit=-1")


def at_the_end(row: Battle, seat: Seat, axe: Axe) -> None:
    """The end is told, and can be watched again."""
    assert fresh(row).status == "over"
    expect(seat.page.locator("#board-ending-head")).to_be_in_viewport(ratio=1)
    fits(seat, axe)
    seat.press(seat.link("Watch the replay"))
    expect(seat.page.locator("#replay-head")).to_be_visible()
    fits(seat, axe)
    assert seat.complaints == []


@pytest.mark.walk("battles")
@pytest.mark.parametrize(
    ("scenario", "look"),
    [("first_steps", DESKTOP), ("ring_patrol", PHONE), ("saturn_line", PHONE), ("shattered_moon", DESKTOP)],
    ids=["first_steps", "ring_patrol", "saturn_line", "shattered_moon"],
)
def test_a_visitor_fights_the_computer_to_the_end(
    scenario: str, look: dict[str, Any], open_context: OpenContext, axe: Axe, sample: int | None
) -> None:
    seat, row = visitor(open_context, look, scenario, axe)
    play(row, {0: seat}, MOST if sample is None else SOME, Watch(axe).look)
    if sample is None:
        at_the_end(row, seat, axe)


# --- dragging ----------------------------------------------------------------------------------------


def test_cards_and_both_ends_of_a_ship_are_dragged(open_context: OpenContext) -> None:
    seat, row = visitor(open_context, DESKTOP)
    page = seat.page
    while not page.locator(".board-hand a[href*='pick=']").count():
        give(row, 0, seat)
    card = page.locator(".board-hand .hc > a:not(.rule)", has_text="Barrage").first
    card.hover()
    page.mouse.down()
    page.mouse.move(*page.evaluate(SPOT, "0206"), steps=6)
    page.mouse.up()
    expect(page.locator("#board")).to_have_attribute("data-query", re.compile(r"&pick=\d+&pick=\d+$"))
    seat.press(page.locator("#hexmap a.end").first)
    expect(page.locator("#hexmap .ghost")).to_have_attribute("data-h", re.compile(r"^0206"))
    drag(seat, "0206", "0207")
    expect(page.locator("#hexmap .ghost")).to_have_attribute("data-h", re.compile(r"^0207 \d{4}$"))
    send(seat)
    send(seat)
    seat.press(page.locator(".board-orders a[href$='pick=14']"))
    send(seat)
    seat.press(page.locator("#hexmap a.u.can").first)
    send(seat)
    ship = page.locator("#hexmap .u.sel")
    front, back = (ship.get_attribute("data-h") or "").split()
    for end in (front, back):
        drag(seat, end, "0407")
        led = r"^0407 \d{4}$" if end == front else r"^\d{4} 0407$"
        expect(page.locator("#hexmap .ghost")).to_have_attribute("data-h", re.compile(led))
    assert seat.complaints == []


def drag(seat: Seat, start: str, end: str) -> None:
    """Drag from hex to hex with the mouse."""
    seat.page.mouse.move(*seat.page.evaluate(SPOT, start))
    seat.page.mouse.down()
    seat.page.mouse.move(*seat.page.evaluate(SPOT, end), steps=6)
    seat.page.mouse.up()
