"""Galaxies in real browsers: a visitor deploys, fills a hold, moves by dragging either end, and fires.

The bot's orders are given by hand: on the phone by taps, on the desktop with the mouse.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import expect

from missions.battles.engine.bots.rated import RatedBot
from missions.battles.engine.contract import NO_UNIT, Order
from missions.battles.engine.sight import known_to
from missions.battles.models import Battle
from missions.battles.selectors import positions
from missions.battles.services import opening
from missions.battles.systems.galaxies.engine.choices import Kind, kind_of
from missions.battles.systems.galaxies.engine.system import GALAXIES
from tests.battles.battles import fresh, played
from tests.e2e.hands import DESKTOP, PHONE, Axe, OpenContext, Seat, sit_down

pytestmark = pytest.mark.django_db(transaction=True, reset_sequences=True)
BOT = RatedBot("greedy")
ORDERS = 24
SPOT = """name => {
  const map = document.getElementById("hexmap"), lines = map.dataset.lines.split(" ");
  const line = lines.map(each => each.split(":")).find(each => each[0] === name.slice(2));
  const column = map.dataset.columns.split(" ").indexOf(name.slice(0, 2));
  const x = Number(line[1]) + column * Number(map.dataset.step);
  const at = new DOMPoint(x, Number(line[2])).matrixTransform(map.getScreenCTM());
  return [at.x, at.y];
}"""
"""The place of a hex on the screen."""


@pytest.fixture(autouse=True)
def _same_dice(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Tickets, and so dice, are the same in each run."""
    settings.SECRET_KEY = "a harbour that is not there, pier 9"
    fixed = SimpleNamespace(
        token_hex=lambda size: f"{size:02x}" * size, compare_digest=secrets.compare_digest
    )
    monkeypatch.setattr(opening, "secrets", fixed)
    positions.forget()
    yield
    positions.forget()


def visitor(open_context: OpenContext, look: dict[str, Any]) -> tuple[Seat, Battle]:
    """Somebody without an account, in a patrol against the computer."""
    seat = sit_down(open_context(**look, reduced_motion="reduce"), touch=look is PHONE)
    seat.go("/battles/try/?system=galaxies")
    seat.press(seat.button("Begin"))
    expect(seat.page.locator("#board")).to_be_visible()
    return seat, Battle.objects.get()


def choose(seat: Seat, row: Battle) -> Order:
    """Press everything that leads to the bot's next order, up to its button."""
    now = played(row)
    unit, choice = BOT.choose(GALAXIES, known_to(GALAXIES, now.state, 0), 0)
    expect(seat.page.locator("#board")).to_have_attribute("data-at", str(now.at))
    for query in steps(row, unit, choice):
        if chosen(seat, unit, choice):
            break
        if seat.page.locator("#board").get_attribute("data-query") == query:
            continue
        link = seat.page.locator(f'#board a[href="{query}"]')
        if not any(each.is_visible() for each in link.all()):
            seat.page.evaluate("document.querySelectorAll('details.og').forEach(each => each.open = true)")
        seat.press(next(each for each in link.all() if each.is_visible()))
        expect(seat.page.locator("#board")).to_have_attribute("data-query", re.compile(re.escape(query)))
    return unit, choice


def chosen(seat: Seat, unit: int, choice: int) -> bool:
    """Whether that order waits to be confirmed."""
    fields = {"unit": unit, "choice": choice}
    form = seat.page.locator("#board-confirm")
    return all(form.locator(f'input[name="{name}"][value="{each}"]').count() for name, each in fields.items())


def steps(row: Battle, unit: int, choice: int) -> list[str]:
    """Addresses on the way to an order: the picks of its draft, or its unit and itself."""
    state = played(row).state
    if kind_of(choice) not in (Kind.LAUNCH, Kind.LOAD):
        done = "pick" if state.phase.name == "DEPLOY" and unit == NO_UNIT else "order"
        return [f"?unit={unit}"] * (unit != NO_UNIT) + [f"?unit={unit}&{done}={choice}"]
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        draft = GALAXIES.draft(state, 0, unit, waiting.pop())
        if draft.choice == choice:
            return [
                f"?unit={unit}" + "".join(f"&pick={pick}" for pick in draft.picks[: number + 1])
                for number in range(len(draft.picks))
            ]
        waiting += [(*draft.picks, each.value) for each in draft.options]
    raise LookupError(choice)


def send(seat: Seat) -> None:
    at = seat.page.locator("#board").get_attribute("data-at")
    seat.press(seat.page.locator("#board-confirm button[type=submit]"))
    expect(seat.page.locator("#board")).not_to_have_attribute("data-at", str(at))


@pytest.mark.parametrize("look", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_visitor_fights_the_computer(open_context: OpenContext, axe: Axe, look: dict[str, Any]) -> None:
    seat, row = visitor(open_context, look)
    looked, given = set(), []
    for _ in range(ORDERS):
        if fresh(row).status != "running":
            break
        kind = kind_of(choose(seat, row)[1])
        if kind not in looked:
            assert axe(seat.page) == [], kind.name
            looked.add(kind)
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert seat.page.evaluate(wide) <= 0, kind.name
        send(seat)
        given.append(kind)
    assert {Kind.LAUNCH, Kind.LOAD, Kind.PLACE, Kind.ACTIVATE, Kind.MOVE} <= set(given)
    assert seat.complaints == []


def test_cards_and_both_ends_of_a_ship_are_dragged(open_context: OpenContext) -> None:
    seat, row = visitor(open_context, DESKTOP)
    page = seat.page
    while not page.locator(".board-hand a[href*='pick=']").count():
        choose(seat, row)
        send(seat)
    card = page.locator(".board-hand .hc > a:not(.rule)", has_text="Barrage").first
    card.hover()
    page.mouse.down()
    page.mouse.move(*page.evaluate(SPOT, "0206"), steps=6)
    page.mouse.up()
    expect(page.locator("#board")).to_have_attribute("data-query", re.compile(r"&pick=\d+&pick=\d+$"))
    seat.press(page.locator("#hexmap a.end").first)
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
