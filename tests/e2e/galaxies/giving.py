"""Orders of Galaxies given by hand: those of the medium bot, pressed on the board step by step."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import Locator, expect

from missions.battles.engine.bots.rated import RatedBot
from missions.battles.engine.contract import NO_UNIT, Order
from missions.battles.engine.sight import known_to
from missions.battles.models import Battle
from missions.battles.systems.galaxies.engine.choices import Kind, kind_of
from missions.battles.systems.galaxies.engine.state import State
from missions.battles.systems.galaxies.engine.system import GALAXIES
from tests.battles.battles import fresh, played
from tests.e2e.hands import Axe, Seat

BOT = RatedBot("greedy")
MOST, SOME = 2000, 40
"""Orders after which a battle is given up as endless, and those of a battle in a share of all walks."""
LOOKS = ("dark", "light")
SLOW_MS = 30_000
"""Time that the computer may take for all its orders in a row."""
ON_TOP = """link => {
  if (!link.closest("#board-view")) return true;
  const box = link.closest("#board-view").getBoundingClientRect(), at = link.getBoundingClientRect();
  const x = at.left + at.width / 2, y = at.top + at.height / 2;
  if (x < box.left || x > box.right || y < box.top || y > box.bottom) return false;
  link.scrollIntoView({block: "center"});
  const now = link.getBoundingClientRect();
  const top = document.elementFromPoint(now.left + now.width / 2, now.top + now.height / 2);
  return Boolean(top) && link.contains(top);
}"""
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def taste(state: State, number: int) -> Order:
    """The order of the medium bot, which knows what that seat knows."""
    return BOT.choose(GALAXIES, known_to(GALAXIES, state, number), number)


def give(row: Battle, number: int, seat: Seat) -> Order:
    """Give the bot's next order by hand."""
    order = choose(row, number, seat)
    send(seat)
    return order


def choose(row: Battle, number: int, seat: Seat) -> Order:
    """Press everything that leads to the bot's next order, up to its button."""
    now = played(row)
    unit, choice = taste(now.state, number)
    expect(seat.page.locator("#board")).to_have_attribute("data-at", str(now.at))
    for query in steps(now.state, number, unit, choice):
        if chosen(seat, unit, choice):
            break
        if seat.page.locator("#board").get_attribute("data-query") == query:
            continue
        seat.press(shown(seat, query))
        expect(seat.page.locator("#board")).to_have_attribute("data-query", re.compile(re.escape(query)))
    return unit, choice


def shown(seat: Seat, query: str) -> Locator:
    """A link with that address: in the part of the map that is in view, in the hand, or in the list, whose
    groups are opened for it.
    """
    links = seat.page.locator(f'#board a[href="{query}"]')
    if not any(map(in_view, links.all())):
        seat.page.evaluate("document.querySelectorAll('details.og').forEach(each => each.open = true)")
    return next(filter(in_view, links.all()))


def in_view(link: Locator) -> bool:
    """Whether a link is drawn; on the map, whether its middle is in view with nothing over it."""
    return link.is_visible() and bool(link.evaluate(ON_TOP))


def chosen(seat: Seat, unit: int, choice: int) -> bool:
    """Whether that order waits to be confirmed."""
    fields = {"unit": unit, "choice": choice}
    form = seat.page.locator("#board-confirm")
    return all(form.locator(f'input[name="{name}"][value="{each}"]').count() for name, each in fields.items())


def steps(state: State, number: int, unit: int, choice: int) -> list[str]:
    """Addresses on the way to an order: the picks of its draft, or its unit and itself."""
    if kind_of(choice) not in (Kind.LAUNCH, Kind.LOAD):
        done = "pick" if state.phase.name == "DEPLOY" and unit == NO_UNIT else "order"
        return [f"?unit={unit}"] * (unit != NO_UNIT) + [f"?unit={unit}&{done}={choice}"]
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        draft = GALAXIES.draft(state, number, unit, waiting.pop())
        if draft.choice == choice:
            return [
                f"?unit={unit}" + "".join(f"&pick={pick}" for pick in draft.picks[: end + 1])
                for end in range(len(draft.picks))
            ]
        waiting += [(*draft.picks, each.value) for each in draft.options]
    raise LookupError(choice)


def send(seat: Seat) -> None:
    """Press the button of the chosen order."""
    at = seat.page.locator("#board").get_attribute("data-at")
    seat.press(seat.page.locator("#board-confirm button[type=submit]"))
    expect(seat.page.locator("#board")).not_to_have_attribute("data-at", str(at), timeout=SLOW_MS)


@dataclass
class Watch:
    """Looks at the board once for each kind of order in each seat, before it is sent: axe, and the width."""

    axe: Axe
    schemes: tuple[str, ...] = LOOKS
    seen: set[tuple[int, Kind]] = field(default_factory=set)

    def look(self, number: int, seat: Seat, choice: int) -> None:
        assert seat.page.evaluate(WIDER) <= 0, kind_of(choice).name
        if (number, kind_of(choice)) not in self.seen:
            self.seen.add((number, kind_of(choice)))
            fits(seat, self.axe, self.schemes)


def fits(seat: Seat, axe: Axe, schemes: tuple[str, ...] = LOOKS) -> None:
    """Axe finds nothing in light and dark, and no page is wider than the screen, nor than 320 pixels on a
    phone.
    """
    page, size = seat.page, seat.page.viewport_size
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        found = axe(page)
        assert found == [], scheme
    widths = (320, size["width"]) if seat.touch and size else ()
    for width in widths:
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(WIDER) <= 0, width


def play(
    row: Battle, seats: dict[int, Seat], orders: int, look: Callable[[int, Seat, int], None]
) -> list[Kind]:
    """Play so many orders by hand, or to the end; the kinds of those that were given."""
    given: list[Kind] = []
    for _ in range(orders):
        if fresh(row).status != "running":
            break
        number = min(GALAXIES.to_act(played(row).state))
        if number not in seats:
            expect(next(iter(seats.values())).page.locator("h1.now, #board-ending-head").first).to_be_visible(
                timeout=SLOW_MS
            )
            continue
        seat = seats[number]
        _, choice = choose(row, number, seat)
        look(number, seat, choice)
        send(seat)
        given.append(kind_of(choice))
    return given
