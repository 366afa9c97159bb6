"""The tests' card game in real browsers: a desk against a phone, and two people at one phone.

Everything that pages need for hidden hands and orders of several steps is done here by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Route, expect

from missions.battles.engine.contract import Order
from missions.battles.models import Battle
from missions.battles.services import acts
from tests.battles import battles as b
from tests.battles import duels as d
from tests.battles.engine.card_duel import DUEL, orders
from tests.e2e.hands import DESKTOP, PHONE, Axe, OpenContext, PlanDice, Seat, sign_in, sit_down
from tests.people import account

pytestmark = [
    pytest.mark.django_db(transaction=True, reset_sequences=True),
    pytest.mark.walk("battles", tests=True),
]


@pytest.fixture(autouse=True)
def _duels(plan_dice: PlanDice) -> Iterator[None]:
    """The duel is offered, with dice as planned."""
    plan_dice(0)
    with d.registered():
        yield


# --- orders by hand ---------------------------------------------------------------------------------


def best(row: Battle, seat: int) -> Order:
    """The order that the rules' own taste rates highest, the first of equals."""
    now = d.played(row)
    rated = [
        (rating, unit, choice)
        for unit in DUEL.legal_units(now.state, seat)
        for choices in [DUEL.legal_orders(now.state, seat, unit)]
        for choice, rating in zip(choices, DUEL.rate(now.state, seat, unit, choices, "greedy"), strict=True)
    ]
    _, unit, choice = max(rated, key=lambda each: each[0])
    return unit, choice


def picks_of(row: Battle, seat: int, order: Order) -> tuple[int, ...]:
    """The picks that make an order."""
    state, (unit, choice) = d.played(row).state, order
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        draft = DUEL.draft(state, seat, unit, waiting.pop())
        if draft.choice == choice:
            return draft.picks
        waiting += [(*draft.picks, option.value) for option in draft.options]
    raise AssertionError(f"{order} cannot be put together")


def shown(seat: Seat, query: str) -> None:
    expect(seat.page.locator("#board")).to_have_attribute("data-query", query)


def follow(seat: Seat, query: str) -> None:
    """Press it: on the phone on the map or in the hand if it stands there, at the desk in the list."""
    places = ("#hexmap", ".hand", ".board-orders") if seat.touch else (".board-orders", "#hexmap")
    for place in places:
        link = seat.page.locator(f'{place} a[href="{query}"]')
        if link.count():
            seat.press(link.first)
            shown(seat, query)
            return
    raise AssertionError(f"no link leads to {query}")


def put_together(row: Battle, number: int, seat: Seat, order: Order) -> None:
    """Pick by pick, as far as the button."""
    unit, query = order[0], f"?unit={order[0]}"
    alone = list(DUEL.legal_units(d.played(row).state, number)) == [unit]
    if not alone:
        follow(seat, query)
    for pick in picks_of(row, number, order):
        query += f"&pick={pick}"
        follow(seat, query)
    expect(seat.page.locator("#board-confirm")).to_be_visible()


def give(row: Battle, number: int, seat: Seat, order: Order | None = None) -> None:
    """One order by hand; waits until the server has it."""
    now = d.played(row)
    put_together(row, number, seat, order or best(row, number))
    seat.press(seat.page.locator("#board-confirm button"))
    expect(seat.page.locator("#board")).not_to_have_attribute("data-at", str(now.at))


def order_without_a_page(row: Battle, number: int) -> None:
    now, given = d.played(row), best(row, number)
    acts.order(row.pk, b.sitter(row, number), given, now.at, seat=number, seen=now.seen[number][:12])


def up_to_date(row: Battle, *seats: Seat) -> None:
    """The pages show as many orders as there are."""
    for seat in seats:
        expect(seat.page.locator("#board")).to_have_attribute("data-at", str(d.fresh(row).at))


def own_hand(seat: Seat) -> list[str]:
    """The cards that are face up, with their numbers."""
    return seat.page.locator(".hand .hc:not(.back)").all_inner_texts()


def take_a_seat(open_context: OpenContext, site: str, user: object, touch: bool) -> Seat:
    context = open_context(**(PHONE if touch else DESKTOP), reduced_motion="reduce")
    sign_in(context, user, site)
    return sit_down(context, touch=touch)


def open_duel(seat: Seat, turns: int, **choices: str) -> Battle:
    seat.go("/battles/new/")
    seat.press(seat.link("Duel", exact=True))
    seat.page.locator('input[name="turns"]').fill(str(turns))
    for name, value in choices.items():
        seat.page.locator(f'input[name="{name}"][value="{value}"]').check()
    seat.press(seat.button("On to the forces"))
    expect(seat.page.locator("#force")).to_be_visible()
    return Battle.objects.get()


def get_ready(seat: Seat) -> None:
    seat.press(seat.button("Suggest a force"))
    seat.reads("This force can fight.")
    seat.press(seat.button("Ready with this force"))


# --- two people -------------------------------------------------------------------------------------


@pytest.fixture
def two(open_context: OpenContext, site: str) -> tuple[Battle, list[Seat]]:
    """Ann at a desk has opened a duel, Bob has come by its link with a phone; both are ready."""
    sun = take_a_seat(open_context, site, account("ann"), touch=False)
    moon = take_a_seat(open_context, site, account("bob"), touch=True)
    row = open_duel(sun, turns=2)
    moon.go("/" + sun.page.locator("#invite-link").input_value().split("/", 3)[3])
    moon.press(moon.button("Take the seat"))
    for seat in (sun, moon):
        get_ready(seat)
    up_to_date(row, sun, moon)
    return row, [sun, moon]


def test_two_people_play_a_duel_to_its_end_and_watch_it_again(
    two: tuple[Battle, list[Seat]], axe: Axe, whole: bool
) -> None:
    """A test run gives orders by hand until there was one of each kind, and plays on without the pages."""
    row, seats = two
    bid_at_once(row, seats)
    kinds, asked = set(), 0
    for _ in range(120):
        if d.fresh(row).status == "over":
            break
        if not whole and asked >= 2 and kinds >= {orders.BID, orders.MOVE, orders.FIRE}:
            order_without_a_page(row, d.awaited(row)[0])
            continue
        number = d.awaited(row)[0]
        order = best(row, number)
        kinds.add(orders.kind_of(order[1]))
        if orders.kind_of(order[1]) in (orders.GUARD, orders.PASS):
            asked += 1
            answer_a_question(row, number, seats, order, stand=asked == 2)
        else:
            give(row, number, seats[number], order)
        up_to_date(row, *seats)
    assert asked >= 2 and {orders.BID, orders.MOVE, orders.FIRE} <= kinds
    for seat in seats:
        expect(seat.page.locator("#board-ending-head")).to_be_visible()
        assert axe(seat.page) == []
    watch_it_again(row, seats)
    assert [seat.complaints for seat in seats] == [[], []]


def bid_at_once(row: Battle, seats: list[Seat]) -> None:
    """Both choose. One player's choice is no news to the other, whose unfinished choice stays as it is."""
    sun, moon = seats
    assert len(own_hand(sun)) >= 2 and len(own_hand(moon)) >= 2
    expect(moon.page.locator(".hand .back")).to_have_count(1)
    put_together(row, 1, moon, best(row, 1))
    query, hand = moon.page.locator("#board").get_attribute("data-query"), own_hand(moon)
    give(row, 0, sun)
    up_to_date(row, moon)
    assert (moon.page.locator("#board").get_attribute("data-query"), own_hand(moon)) == (query, hand)
    expect(moon.page.locator(".board-log")).to_contain_text("Sun has chosen")
    expect(moon.page.locator(".board-log")).not_to_contain_text("lies face down")
    moon.press(moon.page.locator("#board-confirm button"))
    for seat in seats:
        expect(seat.page.locator(".board-log")).to_contain_text("Moon shows")


def answer_a_question(row: Battle, number: int, seats: list[Seat], order: Order, *, stand: bool) -> None:
    """Check that only the seat that is asked reads the question. The answer "no" may stand from now on."""
    asked, other = seats[number], seats[1 - number]
    expect(asked.page.locator(".board-orders")).to_contain_text("Guard with a card?")
    expect(other.page.get_by_text("Guard with a card?")).to_have_count(0)
    if not stand:
        give(row, number, asked, order)
        return
    at = d.fresh(row).at
    asked.press(asked.page.locator(".board-standing summary"))
    asked.press(asked.page.get_by_role("button", name="Never guard", exact=True))
    expect(asked.page.locator("#board")).not_to_have_attribute("data-at", str(at))
    assert d.fresh(row).seats.get(number=number).standing == {"guard": "no"}
    assert d.fresh(row).seats.get(number=1 - number).standing.get("guard", "") != "no"


def watch_it_again(row: Battle, seats: list[Seat]) -> None:
    """The replay shows each seat its own hand, and everybody else none."""
    total = d.fresh(row).at
    for number, seat in enumerate(seats):
        seat.press(seat.link("Watch the replay"))
        up_to_date(row, seat)
        assert own_hand(seat) == []
        views = seat.page.get_by_role("navigation", name="View").get_by_role("link")
        seat.press(views.nth(1 + number))
        expect(views.nth(1 + number)).to_have_attribute("aria-current", "true")
        seat.press(seat.page.get_by_label("To the start"))
        expect(seat.page.locator("#board")).to_have_attribute("data-at", "0")
        assert sum(map(cards_in, own_hand(seat))) == 3
        seat.press(seat.page.get_by_label("One order on"))
        expect(seat.page.locator("#board")).to_have_attribute("data-at", "1")
    assert total > 10


def cards_in(text: str) -> int:
    """Number of cards behind a line of the hand."""
    number = re.search(r"× (\d)", text)
    return int(number[1]) if number else 1


def test_the_map_shows_footprints_and_what_cuts_a_line_of_sight(
    two: tuple[Battle, list[Seat]], axe: Axe
) -> None:
    row, seats = two
    for number, seat in enumerate(seats):
        give(row, number, seat)
    up_to_date(row, *seats)
    number = d.awaited(row)[0]
    seat = seats[number]
    ark = next(unit for unit in DUEL.legal_units(d.played(row).state, number) if unit in (0, 3))
    follow(seat, f"?unit={ark}")
    counter = seat.page.locator(f'#hexmap a.u[href="?unit={ark}"]')
    assert len(str(counter.get_attribute("data-h")).split()) == 7
    for part in (".cell", ".sightline.blocked", ".cut"):
        expect(seat.page.locator(f"#hexmap {part}").first).to_be_attached()
    expect(seat.page.locator("#hexmap .feat").first).to_be_attached()
    expect(seat.page.locator(".pools")).to_contain_text("Stars of Sun: 2")
    assert axe(seat.page) == []
    assert [seat.complaints for seat in seats] == [[], []]


def test_an_answer_that_comes_late_takes_nothing_from_the_board(two: tuple[Battle, list[Seat]]) -> None:
    """Two units are asked for; the first answer is overtaken by the second."""
    row, seats = two
    for number, seat in enumerate(seats):
        give(row, number, seat)
    up_to_date(row, *seats)
    number = d.awaited(row)[0]
    seat = seats[number]
    slow, quick = DUEL.legal_units(d.played(row).state, number)[:2]
    held: list[Route] = []
    seat.page.route(re.compile(rf"unit={slow}$"), lambda route: held.append(route))
    legend = seat.page.locator("#board-legend summary")
    expect(legend).to_be_attached()
    with seat.page.expect_request(re.compile(rf"unit={slow}$")):
        seat.page.locator(f'.board-orders a[href="?unit={slow}"]').click()
    seat.page.locator(f'.board-orders a[href="?unit={quick}"]').click()
    shown(seat, f"?unit={quick}")
    for route in held:
        route.continue_()
    seat.page.unroute_all()
    follow(seat, f"?unit={slow}")
    expect(legend).to_be_attached()
    assert seat.complaints == []


# --- one screen, real dice --------------------------------------------------------------------------


def test_two_people_at_one_phone_hand_it_over_and_type_their_own_dice(
    open_context: OpenContext, site: str, axe: Axe, whole: bool
) -> None:
    seat = take_a_seat(open_context, site, account("ann"), touch=True)
    row = open_duel(seat, turns=1, opponent="screen", dice="typed")
    get_ready(seat)
    get_ready(seat)
    expect(seat.page.locator(".board-curtain")).to_be_visible()
    assert axe(seat.page) == []
    typed, curtains = set(), 0
    for _ in range(80):
        enough = not whole and curtains >= 3 and "blast" in typed
        if d.fresh(row).status == "over" or enough:
            break
        curtains += draw_the_curtain(row, seat)
        number = d.awaited(row)[0]
        order = best(row, number)
        put_together(row, number, seat, order)
        typed |= type_dice(seat)
        at = d.fresh(row).at
        seat.press(seat.page.locator("#board-confirm button[type=submit]"))
        expect(seat.page.locator("#board")).not_to_have_attribute("data-at", str(at))
        if at == 1:
            look_back_behind_a_curtain(seat)
    assert curtains >= 3 and "blast" in typed
    assert seat.complaints == []


def draw_the_curtain(row: Battle, seat: Seat) -> int:
    """Press the button of the curtain where one hangs; behind it no hand and no order is shown."""
    board = seat.page.locator("#board")
    expect(board).to_have_attribute("data-at", str(d.fresh(row).at))
    curtain = seat.page.locator(".board-curtain button")
    if not curtain.count():
        return 0
    own = seat.page.get_by_role("heading", name="Your hand")
    assert not own.count() and not seat.page.locator(".board-orders, .board-standing").count()
    assert "It is a" not in board.inner_text()
    seat.press(curtain)
    expect(curtain).to_have_count(0)
    expect(own).to_be_attached()
    return 1


def type_dice(seat: Seat) -> set[str]:
    """Press the faces of the dice that are asked for: blasts where there are any."""
    field, names = seat.page.locator("#board-dice"), set()
    if not field.count():
        return set()
    keys = seat.page.locator(".face-keys button")
    asked = int(re.search(r"(\d+) di", str(seat.page.locator(".board-dice label").inner_text()))[1])  # type: ignore[index]
    for _ in range(asked):
        key = keys.filter(has_text="b") if keys.count() else None
        if key is None:
            field.fill(f"{field.input_value()} 9".strip())
        else:
            names.add(str(key.get_attribute("aria-label")))
            seat.press(key)
    return names


def look_back_behind_a_curtain(seat: Seat) -> None:
    """The replay of a running battle keeps the hands apart, too."""
    here = seat.path.split("?")[0]
    seat.go(f"{here}replay/?at=0")
    assert own_hand(seat) == []
    seat.press(seat.button(re.compile("Only Sun looks")))
    expect(seat.page).to_have_url(re.compile("seat=0"))
    assert sum(map(cards_in, own_hand(seat))) == 3
    seat.go(here)
