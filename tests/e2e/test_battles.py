"""Battles on the hex board to their ends in real browsers: two people, and a visitor against the computer."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from missions.battles.models import Battle
from missions.battles.services import bots
from tests.battles import battles as b
from tests.e2e.hands import DESKTOP, PHONE, OpenContext, PlanDice, Seat, sign_in, sit_down
from tests.people import account

# The computer's ties are decided by the number of its battle.
pytestmark = [
    pytest.mark.django_db(transaction=True, reset_sequences=True),
    pytest.mark.walk("battles", tests=True),
]
BY_HAND = 5
"""Orders by hand at the beginning and at the end of a battle, of which a test run leaves out the middle."""
ENDS = {5: 21, 16: 57}
"""Number of orders after which a battle of two people, and of a visitor, ends with the dice of that pier."""


@pytest.fixture(autouse=True)
def _dice_as_planned(pier: int, plan_dice: PlanDice) -> None:
    plan_dice(pier)


# --- orders by hand ---------------------------------------------------------------------------------


def at(seat: Seat, number: int) -> None:
    """The board shows that many orders."""
    expect(seat.page.locator("#board")).to_have_attribute("data-at", str(number))


def picked(seat: Seat, query: str) -> None:
    expect(seat.page.locator("#board")).to_have_attribute("data-query", query)


def choose_in_list(seat: Seat, unit: int, choice: int) -> None:
    """The unit, then the order, of the lists beside the map."""
    query, listed = f"?unit={unit}&order={choice}", seat.page.locator(".board-orders")
    link = listed.locator(f'a[href="{query}"]')
    if not link.count():
        another = listed.locator('a[href="?"]')
        if another.count():
            seat.press(another)
            picked(seat, "")
        seat.press(listed.locator(f'.ready a[href="?unit={unit}"]'))
        picked(seat, f"?unit={unit}")
    if not link.is_visible():
        seat.press(listed.locator("details", has=seat.page.locator(f'a[href="{query}"]')).locator("summary"))
    seat.press(link)
    picked(seat, query)


def choose_on_map(seat: Seat, unit: int, choice: int) -> None:
    """The counter, then the hex or the target, then the facing, all on the map."""
    page, query = seat.page, f"?unit={unit}&order={choice}"
    # The board picks a side's last unit by itself; to press its counter then would only draw the board again.
    if not page.locator(f'#board[data-query="?unit={unit}"]').count():
        seat.press(page.locator(f'#hexmap a.u.can[href="?unit={unit}"]'))
        picked(seat, f"?unit={unit}")
    place = str(page.locator(f'.board-orders a[href="{query}"]').text_content()).split()[0]
    seat.press(page.locator(f'#hexmap a.end[data-h="{place}"]'))
    expect(page.locator("#board-confirm")).to_be_visible()
    if not page.locator(f'#board[data-query="{query}"]').count():
        seat.press(page.locator(f'#hexmap a.turn[href="{query}"]'))
    picked(seat, query)


def confirm(seat: Seat, number: int) -> None:
    """Press the button; the board then shows more orders than `number`."""
    seat.press(seat.page.locator("#board-confirm button"))
    expect(seat.page.locator("#board")).not_to_have_attribute("data-at", str(number))


# --- two people -------------------------------------------------------------------------------------


@pytest.mark.parametrize("pier", [5])
def test_two_people_fight_a_battle_to_its_end(
    pier: int, open_context: OpenContext, site: str, whole: bool
) -> None:
    sitting = ((account("ann"), False), (account("bob"), True), (None, False))
    seats = [take_a_seat(open_context, site, *each) for each in sitting]
    west, east, spectator = seats
    row = open_by_link(west, east)
    spectator.go("/battles/")
    spectator.press(spectator.link(re.compile("^Watch.*Ann against Bob")))
    expect(spectator.page.locator("#board-confirm, .board-orders")).to_have_count(0)
    fight(row, seats, ENDS[pier], whole)
    tell_the_end(seats)
    watch_it_again(spectator, b.played(row).at)
    assert [seat.complaints for seat in seats] == [[], [], []]


def take_a_seat(open_context: OpenContext, site: str, user: object, touch: bool) -> Seat:
    context = open_context(**(PHONE if touch else DESKTOP), reduced_motion="reduce")
    if user is not None:
        sign_in(context, user, site)
    return sit_down(context, touch=touch)


def open_by_link(west: Seat, east: Seat) -> Battle:
    """Ann opens a battle on a narrow map that everybody may watch; Bob comes by its link; both get ready."""
    west.go("/battles/new/")
    page = west.page
    for name, value in (("scenario", "free"), ("deploy", "line")):
        page.locator(f'input[name="{name}"][value="{value}"]').check()
    for name, value in (("points", "20"), ("columns", "12"), ("rows", "9")):
        page.locator(f'input[name="{name}"]').fill(value)
    page.get_by_label("Anyone can watch").check()
    west.press(west.button("On to the forces"))
    east.go("/" + page.locator("#invite-link").input_value().split("/", 3)[3])
    east.press(east.button("Take the seat"))
    for seat in (west, east):
        seat.press(seat.button("Suggest a force"))
        seat.reads("This force can fight.")
        seat.press(seat.button("Ready with this force"))
    at(west, 0)
    return Battle.objects.get()


def fight(row: Battle, seats: list[Seat], end: int, whole: bool) -> None:
    """Give orders by a hand on the board, the first moves on the map; all three pages follow."""
    for number in range(60):
        now = b.played(row)
        if b.fresh(row).status == "over":
            assert now.at == end
            return
        if not whole and number == BY_HAND:
            leave_out_the_middle(row, seats, end)
            continue
        seat, (unit, choice) = seats[b.due(row)], b.choice(row)
        (choose_on_map if 0 < number < 5 else choose_in_list)(seat, unit, choice)
        confirm(seat, now.at)
        for each in seats:
            at(each, now.at + 1)
    raise AssertionError("sixty orders and no end")


def leave_out_the_middle(row: Battle, seats: list[Seat], end: int) -> None:
    """Give the orders up to the last ones without a page. All pages follow."""
    while b.played(row).at < end - BY_HAND:
        b.order(row)
        bots.answer(row.pk)
    for seat in seats:
        at(seat, b.played(row).at)


def tell_the_end(seats: list[Seat]) -> None:
    """One has won, the other has lost, and the spectator reads who."""
    words = [seat.page.locator(".board-ending .small-caps").inner_text().upper() for seat in seats]
    assert sorted(words[:2]) == ["DEFEAT", "VICTORY"] and words[2] == "THE END"
    heads = {seat.page.locator("#board-ending-head").inner_text() for seat in seats}
    assert len(heads) == 1


def watch_it_again(seat: Seat, orders: int) -> None:
    """Go from the end back to the start, a step on, and let it play by itself."""
    seat.press(seat.link("Watch the replay"))
    at(seat, orders)
    seat.press(seat.page.get_by_label("To the start"))
    at(seat, 0)
    seat.press(seat.page.get_by_label("One order on"))
    at(seat, 1)
    seat.press(seat.button("Play"))
    at(seat, 3)


# --- a visitor --------------------------------------------------------------------------------------


@pytest.mark.parametrize("pier", [16])
def test_a_visitor_without_an_account_beats_the_computer(
    pier: int, open_context: OpenContext, site: str, whole: bool
) -> None:
    seat = take_a_seat(open_context, site, None, True)
    seat.go("/")
    seat.press(seat.link("Try a battle"))
    seat.page.locator('input[name="side"][value="1"]').check()
    seat.press(seat.button("Begin"))
    expect(seat.page.locator("#board.mine")).to_be_visible()
    row = Battle.objects.get()
    order_by_keyboard(seat)
    for number in range(60):
        now = b.played(row)
        if b.fresh(row).status == "over":
            break
        if not whole and number == BY_HAND:
            leave_out_the_middle(row, [seat], ENDS[pier])
            continue
        choose_in_list(seat, *b.choice(row))
        confirm(seat, now.at)
    assert b.played(row).at == ENDS[pier]
    expect(seat.page.locator(".board-ending")).to_contain_text("Victory")
    check_the_dice(seat)
    assert seat.complaints == []


def order_by_keyboard(seat: Seat) -> None:
    """Go from an order of the list to its button, and on to the next order, with the Enter key alone."""
    seat.page.wait_for_load_state()  # until its script runs, the board is a page of plain links
    seat.page.locator(".board-orders li a").first.press("Enter")
    button = seat.page.locator("#board-confirm button")
    expect(button).to_be_focused()
    button.press("Enter")
    expect(seat.page.locator("#board-confirm")).to_have_count(0)
    expect(seat.page.locator(".board-orders :focus")).to_have_count(1)


def check_the_dice(seat: Seat) -> None:
    """The seal is opened, and the browser makes every die once more."""
    seat.press(seat.link("Verify the dice"))
    expect(seat.page.locator('[data-dice="all"]')).to_have_text("match")
