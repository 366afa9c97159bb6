"""Red Alert in real browsers: a visitor with hints, two people with hidden hands, and six people at once.

Orders are those of the medium bot, given by hand. Test runs play the beginnings of battles;
`./run walks battles` plays them to their ends.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Position, expect

from missions.battles.engine.bots.rated import RatedBot
from missions.battles.engine.contract import NO_UNIT, Order
from missions.battles.engine.sight import known_to
from missions.battles.models import Battle
from missions.battles.systems.red_alert.engine.system import RED_ALERT
from tests.battles.battles import fresh, played
from tests.e2e.hands import DESKTOP, PHONE, Axe, OpenContext, PlanDice, Seat, sign_in, sit_down
from tests.people import account

pytestmark = [
    pytest.mark.django_db(transaction=True, reset_sequences=True),
    pytest.mark.walk("battles", tests=True),
]
MOST, MOST_TABS = 2000, 120
"""Orders after which a battle is given up as endless."""
BOT = RatedBot("greedy")
NAMES = ("ann", "bob", "cat", "dan", "eve", "fay")
TYPED = "*SBFCR"
ROOT = "document.documentElement"
CORNER: Position = {"x": 12, "y": 12}
"""The part of a card that no other card of a long hand covers."""


@pytest.fixture(autouse=True)
def _same_dice(plan_dice: PlanDice) -> None:
    plan_dice(9)


def taste(row: Battle, number: int) -> Order:
    """The order of the medium bot, which knows what that seat knows."""
    state = played(row).state
    return BOT.choose(RED_ALERT, known_to(RED_ALERT, state, number), number)


def give(row: Battle, number: int, seat: Seat, order: Order) -> None:
    """Give one order by hand: its unit, itself, the button. An order that stands alone is chosen already."""
    unit, choice = order
    now = played(row)
    units = RED_ALERT.legal_units(now.state, number)
    expect(seat.page.locator("#board")).to_have_attribute("data-at", str(now.at))
    if list(units) != [unit] and unit != NO_UNIT:
        press(seat, f"?unit={unit}")
    if len(RED_ALERT.legal_orders(now.state, number, unit)) > 1 or (unit == NO_UNIT and len(units) > 1):
        press(seat, f"?unit={unit}&order={choice}")
    type_dice(seat)
    seat.press(seat.page.locator("#board-confirm button[type=submit]"))
    expect(seat.page.locator("#board")).not_to_have_attribute("data-at", str(now.at))


def type_dice(seat: Seat) -> None:
    """Press faces for the dice on the table that are asked for, a star first."""
    if not seat.page.locator("#board-dice").count():
        return
    asked = re.search(r"(\d+) di", seat.page.locator(".board-dice label").inner_text())
    assert asked
    for number in range(int(asked[1])):
        seat.press(seat.page.locator(f'.face-keys [data-face="{TYPED[number % len(TYPED)]}"]'))


def press(seat: Seat, query: str) -> None:
    """Press a link of the hand or the list, which is opened for it, or of the map."""
    for place in (".board-hand", ".board-orders", "#hexmap"):
        link = seat.page.locator(f'{place} a[href="{query}"]')
        if link.count():
            break
    if not link.first.is_visible():
        seat.page.evaluate("document.querySelectorAll('details.og').forEach(each => each.open = true)")
    seat.press(link.first, CORNER if place == ".board-hand" else None)
    expect(seat.page.locator("#board")).to_have_attribute("data-query", re.compile(re.escape(query)))


def play(row: Battle, seats: list[Seat], orders: int, turns: int = 500) -> None:
    """Play so many orders, or until that turn is over, or to the end."""
    for _ in range(orders):
        now = played(row)
        if fresh(row).status != "running" or now.state.turn > turns:
            return
        number = min(RED_ALERT.to_act(now.state))
        give(row, number, seats[number], taste(row, number))


def take_a_seat(open_context: OpenContext, site: str, user: object, touch: bool) -> Seat:
    context = open_context(**(PHONE if touch else DESKTOP), reduced_motion="reduce")
    sign_in(context, user, site)
    return sit_down(context, touch=touch)


def open_battle(seat: Seat, scenario: str, people: int = 1, **choices: str) -> Battle:
    """Open a battle, for people who come by its link if nothing else is chosen."""
    seat.go("/battles/new/")
    seat.press(seat.link("Red Alert", exact=True))
    seat.page.locator(f'input[name="scenario"][value="{scenario}"]').check()
    for name, value in choices.items():
        seat.page.locator(f'input[name="{name}"][value="{value}"]').check()
    for name in ("people", "others"):
        seat.page.locator(f'input[name="{name}"]').fill(str(people))
    seat.press(seat.button("On to the forces"))
    expect(seat.page.locator("#force")).to_be_visible()
    return Battle.objects.get()


def join(row: Battle, first: Seat, others: list[Seat]) -> None:
    link = "/" + first.page.locator("#invite-link").input_value().split("/", 3)[3]
    for seat in others:
        seat.go(link)
        seat.press(seat.button("Take the seat").first)
        expect(seat.page.locator("#force")).to_be_visible()


def shown_cards(seat: Seat) -> list[str]:
    return seat.page.locator(".board-hand .hc b").all_inner_texts()


# --- a visitor ---------------------------------------------------------------------------------------


def test_a_visitor_learns_the_game_in_three_turns(
    open_context: OpenContext, site: str, axe: Axe, whole: bool
) -> None:
    visitor = sit_down(open_context(**PHONE, reduced_motion="reduce"), touch=True)
    visitor.go("/battles/try/?system=red_alert")
    visitor.press(visitor.button("Begin"))
    expect(visitor.page.locator("#board")).to_be_visible()
    row = Battle.objects.get()
    hint = visitor.page.locator(".board-hint")
    expect(hint).to_contain_text("Both of you choose a card in secret")
    cards = shown_cards(visitor)  # two of a kind lie on each other
    assert len(cards) == 7 and len(set(cards)) == 7
    assert axe(visitor.page) == []
    visitor.press(visitor.button("No hints"))
    expect(hint).not_to_contain_text("Both of you choose")
    visitor.press(visitor.button("Show hints"))
    expect(hint).to_contain_text("Both of you choose a card in secret")
    against_the_computer(row, visitor, whole)
    assert axe(visitor.page) == [] and visitor.complaints == []


def test_the_question_and_its_button_are_at_the_thumb(open_context: OpenContext, site: str, axe: Axe) -> None:
    visitor = sit_down(open_context(**PHONE, reduced_motion="reduce"), touch=True)
    visitor.go("/battles/try/?system=red_alert&scenario=opening_salvo&level=greedy")
    visitor.press(visitor.button("Begin"))
    bar = visitor.page.locator("#board-ask")
    expect(bar).to_be_in_viewport(ratio=1)
    row = Battle.objects.get()
    expect(bar).to_contain_text("Choose the command card of your first turn.")
    visitor.press(bar.get_by_role("link", name="My cards"))
    expect(visitor.page.locator(".board-hand a").first).to_be_in_viewport(ratio=0.5)
    press(visitor, f"?unit={NO_UNIT}&order={taste(row, 0)[1]}")
    expect(bar).to_have_count(0)
    stood = visitor.page.evaluate("scrollY")
    button = visitor.page.locator("#board-confirm button[type=submit]")
    expect(button).to_be_in_viewport(ratio=1)
    button.focus()
    assert visitor.page.evaluate("scrollY") == stood > 0, "the page stays where it is"
    visitor.page.set_viewport_size(DESKTOP["viewport"])
    visitor.go(f"/battles/{row.public_id}/")
    expect(bar).to_be_hidden()
    expect(visitor.page.locator(".board-orders")).to_be_in_viewport(ratio=0.5)
    assert axe(visitor.page) == [] and visitor.complaints == []


def test_a_turn_is_played_by_the_keyboard_alone(open_context: OpenContext, site: str) -> None:
    visitor = sit_down(open_context(**DESKTOP, reduced_motion="reduce"))
    visitor.go("/battles/try/?system=red_alert&scenario=opening_salvo&level=greedy")
    visitor.button("Begin").focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator("#board")).to_be_visible()
    row = Battle.objects.get()
    for _ in range(9):
        by_keyboard(row, visitor, taste(row, 0))
    assert visitor.complaints == []


def by_keyboard(row: Battle, seat: Seat, order: Order) -> None:
    """Give an order of the first seat with Tab and Enter. The focus waits on its button, or near to it."""
    (unit, choice), now = order, played(row)
    expect(seat.page.locator("#board")).to_have_attribute("data-at", str(now.at))
    units = RED_ALERT.legal_units(now.state, 0)
    if list(units) != [unit] and unit != NO_UNIT:
        tab_to(seat, f"?unit={unit}")
    if len(RED_ALERT.legal_orders(now.state, 0, unit)) > 1 or (unit == NO_UNIT and len(units) > 1):
        tab_to(seat, f"?unit={unit}&order={choice}")
    button = seat.page.locator("#board-confirm button[type=submit]")
    if now.at:
        expect(button).to_be_focused()
    button.focus()
    seat.page.keyboard.press("Enter")
    expect(seat.page.locator("#board")).not_to_have_attribute("data-at", str(now.at))


def tab_to(seat: Seat, query: str) -> None:
    """Press Tab until a link has the focus, and follow it."""
    here = "document.activeElement.getAttribute('href')"
    for _ in range(MOST_TABS):
        if seat.page.evaluate(here) == query:
            seat.page.keyboard.press("Enter")
            expect(seat.page.locator("#board")).to_have_attribute("data-query", re.compile(re.escape(query)))
            return
        seat.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {query}")


def test_a_replay_plays_from_its_end_over_again(open_context: OpenContext, site: str, axe: Axe) -> None:
    visitor = sit_down(open_context(**DESKTOP, reduced_motion="reduce"))
    visitor.go("/battles/try/?system=red_alert&scenario=supply_base&side=1")
    visitor.press(visitor.button("Begin"))
    expect(visitor.page.locator("#board")).to_be_visible()
    row = Battle.objects.get()
    for _ in range(2):
        give(row, 1, visitor, taste(row, 1))
    visitor.go(f"/battles/{row.public_id}/replay/")
    head, last = visitor.page.locator("#replay-head"), played(row).at
    expect(head).to_have_text(f"Order {last} of {last}")
    assert sideways(visitor) == 0 and axe(visitor.page) == []
    visitor.press(visitor.button("Play"))
    expect(head).to_have_text(f"Order 1 of {last}")
    visitor.press(visitor.button("Stop"))
    assert visitor.complaints == []


def against_the_computer(row: Battle, visitor: Seat, whole: bool = True) -> None:
    """Give some orders, or all of them to the end; the computer answers in between."""
    for _ in range(MOST if whole else 6):
        if fresh(row).status != "running":
            break
        expect(visitor.page.locator("h1.now")).to_be_visible(timeout=20_000)
        give(row, 0, visitor, taste(row, 0))
    if whole:
        expect(visitor.page.locator("#board-ending-head")).to_be_visible()


@pytest.mark.walk("battles")
@pytest.mark.parametrize("touch", [True, False])
def test_a_visitor_fights_opening_salvo_to_its_end(
    touch: bool, open_context: OpenContext, site: str, axe: Axe
) -> None:
    screen = PHONE if touch else DESKTOP
    visitor = sit_down(open_context(**screen, reduced_motion="reduce"), touch=touch)
    visitor.go("/battles/try/?system=red_alert")
    visitor.page.locator("input[value=opening_salvo]").check(force=True)
    visitor.press(visitor.button("Begin"))
    expect(visitor.page.locator("#board")).to_be_visible()
    against_the_computer(Battle.objects.get(), visitor)
    assert axe(visitor.page) == [] and visitor.complaints == []


# --- two people --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "scenario", ["opening_salvo", pytest.param("supply_base", marks=pytest.mark.walk("battles"))]
)
def test_two_people_fight_with_hands_that_the_other_does_not_see(
    scenario: str, open_context: OpenContext, site: str, axe: Axe, whole: bool
) -> None:
    desk = take_a_seat(open_context, site, account("ann"), touch=False)
    phone = take_a_seat(open_context, site, account("bob"), touch=True)
    row, seats = open_battle(desk, scenario), [desk, phone]
    join(row, desk, [phone])
    for seat in seats:
        suggest = seat.button("Suggest a force")
        if suggest.count():
            seat.press(suggest)
        seat.press(seat.button("Ready with this force"))
    expect(desk.page.locator("#board")).to_be_visible()
    play(row, seats, 2)
    cards = [shown_cards(seat) for seat in seats]
    hands = [sum(played(row).state.hands[side], []) for side in (0, 1)]
    assert all(cards) and [len(hand) for hand in hands] >= [1, 1]
    play(row, seats, MOST if whole else 8)
    for seat in seats:
        assert axe(seat.page) == [] and sideways(seat) == 0
        if whole:
            expect(seat.page.locator("#board-ending-head")).to_be_in_viewport(ratio=1)
    assert [seat.complaints for seat in seats] == [[], []]


@pytest.mark.walk("battles")
def test_two_people_type_the_dice_that_they_throw(open_context: OpenContext, site: str, axe: Axe) -> None:
    desk = take_a_seat(open_context, site, account("ann"), touch=False)
    phone = take_a_seat(open_context, site, account("bob"), touch=True)
    row, seats = open_battle(desk, "opening_salvo", dice="typed"), [desk, phone]
    join(row, desk, [phone])
    for seat in seats:
        seat.press(seat.button("Ready with this force"))
    expect(desk.page.locator("#board")).to_be_visible()
    play(row, seats, MOST)
    assert any(entry.dice for entry in played(row).battle.entries)
    for seat in seats:
        assert axe(seat.page) == [] and sideways(seat) == 0
    assert [seat.complaints for seat in seats] == [[], []]


# --- one screen --------------------------------------------------------------------------------------


@pytest.mark.parametrize("touch", [True, pytest.param(False, marks=pytest.mark.walk("battles"))])
def test_two_people_hand_one_screen_over_without_showing_their_hands(
    touch: bool, open_context: OpenContext, site: str, axe: Axe, whole: bool
) -> None:
    seat = take_a_seat(open_context, site, account("ann"), touch=touch)
    row = open_battle(seat, "opening_salvo", opponent="screen", dice="typed" if touch else "fair")
    for _ in range(2):
        with seat.page.expect_navigation():
            seat.press(seat.button("Ready with this force"))
    expect(seat.page.locator(".board-curtain")).to_be_visible()
    assert axe(seat.page) == []
    curtains = 0
    for _ in range(MOST if whole else 12):
        if fresh(row).status != "running":
            break
        curtains += draw_the_curtain(row, seat)
        play(row, [seat, seat], 1)
    assert curtains > 3 and seat.complaints == []


def draw_the_curtain(row: Battle, seat: Seat) -> int:
    """Press the button of a curtain if one hangs; nobody's cards are shown before."""
    expect(seat.page.locator("#board")).to_have_attribute("data-at", str(played(row).at))
    assert sideways(seat) == 0
    curtain = seat.page.locator(".board-curtain button")
    if not curtain.count():
        return 0
    assert not seat.page.locator(".board-hand, .board-orders, .board-standing, #board-confirm").count()
    if played(row).at:
        expect(curtain).to_be_in_viewport(ratio=1)
    seat.press(curtain)
    expect(curtain).to_have_count(0)
    assert shown_cards(seat)
    return 1


def sideways(seat: Seat) -> int:
    """Pixels by which the page is wider than the screen."""
    wide: int = seat.page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return wide


# --- six people --------------------------------------------------------------------------------------


def test_six_people_lead_their_wings(open_context: OpenContext, site: str, axe: Axe, whole: bool) -> None:
    users = [account(name) for name in NAMES]
    people = [take_a_seat(open_context, site, user, touch=n % 2 == 1) for n, user in enumerate(users)]
    row = open_battle(people[0], "declaration_of_war", people=3)
    join(row, people[0], people[1:])
    for person in people:
        person.press(person.button("Ready with this force"))
    holders = dict(row.seats.values_list("number", "user_id"))
    seats = [people[[user.pk for user in users].index(holders[number])] for number in range(6)]
    expect(seats[0].page.locator("#board")).to_be_visible()
    play(row, seats, MOST if whole else 3, turns=4)
    assert played(row).state.turn == 5 or not whole
    same = [shown_cards(seat) for seat in seats[:3]]
    assert same[0] == same[1] == same[2] != shown_cards(seats[3])
    assert axe(seats[1].page) == []
    assert [seat.complaints for seat in seats] == [[]] * 6
