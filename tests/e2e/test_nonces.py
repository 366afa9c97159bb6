"""Both browsers seal their part of a draw or a battle's dice, in any order of people (CR-079)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.db.models import QuerySet
from playwright.sync_api import expect

from league.addresses import address
from league.rules.campaign import CreateCampaign
from league.services.campaigns import add_member, create_campaign
from missions.battles.models import Battle, BattleOrder
from missions.battles.services import acts, chance, opening
from missions.battles.services.chance import laid_of
from missions.battles.services.proof import link_steps
from missions.rules.game.state import Draw
from tests.battles import battles as b
from tests.e2e.conftest import KEEPS_NOTHING
from tests.e2e.hands import DESKTOP, PHONE, OpenContext, Seat, sign_in, sit_down
from tests.missions.mission_tables import MissionTable, mission_table
from tests.people import Person, account, browser

pytestmark = pytest.mark.rule("CR-079")


@dataclass
class Evening:
    """The active player at a desk and the opposing one with a phone. No page of the game is open yet."""

    table: MissionTable
    desk: Seat
    phone: Seat

    def opens(self, seat: Seat) -> None:
        seat.go(self.table.url)
        expect(seat.page.get_by_text("Are you ready?")).to_be_visible()

    def presses_ready(self, seat: Seat) -> None:
        seat.press(seat.page.locator(".action-bar").get_by_role("button", name="Ready", exact=True))

    def waits(self, seat: Seat) -> None:
        """Wait until the page says that this side is ready."""
        expect(seat.page.locator(".tag-good", has_text="Ready")).to_be_visible()

    @property
    def draw(self) -> Draw:
        draw = self.table.game.draw
        assert draw is not None
        return draw


@pytest.fixture
def evening(open_context: OpenContext, site: str) -> Iterator[Evening]:
    boss = account("olga")
    seat = create_campaign(boss, CreateCampaign("Sealed League", missions=True))
    others = [
        Person(user, add_member(seat.campaign_id, user, "player"), browser(user))
        for user in map(account, ("paul", "rita"))
    ]
    table = mission_table(Person(boss, seat, browser(boss)), *others)
    seats = []
    for person, screen, touch in ((table.active, DESKTOP, False), (table.opposing, PHONE, True)):
        context = open_context(**screen, reduced_motion="reduce")
        sign_in(context, person.user, site)
        seats.append(sit_down(context, touch=touch))
    yield Evening(table, *seats)
    assert [seat.complaints for seat in seats] == [[], []]


def test_with_both_pages_open_the_draw_follows_at_once(evening: Evening) -> None:
    with evening.phone.page.expect_response(re.compile("/nonces/$")):
        evening.opens(evening.phone)
    evening.opens(evening.desk)
    evening.presses_ready(evening.desk)
    evening.waits(evening.desk)
    evening.presses_ready(evening.phone)
    evening.desk.reads("Which squadrons rest?")
    assert evening.draw.hows == {"active": "given", "opposing": "sealed"}
    for seat in (evening.desk, evening.phone):
        gave_its_part(seat, evening)


def test_a_part_that_is_held_back_opens_by_itself_from_any_page_of_the_campaign(evening: Evening) -> None:
    evening.opens(evening.desk)
    evening.presses_ready(evening.desk)
    evening.waits(evening.desk)
    assert evening.draw.hows == {"active": "held"}
    evening.desk.go(evening.table.home)
    evening.opens(evening.phone)
    evening.presses_ready(evening.phone)
    evening.phone.reads("to say which squadrons rest")
    assert evening.draw.hows == {"active": "sealed", "opposing": "given"}
    gave_its_part(evening.desk, evening)


def gave_its_part(seat: Seat, evening: Evening) -> None:
    """The draw has the part that this browser gave, which it keeps to compare."""
    seat.go(address("verify-game", evening.table.url))
    records = seat.page.evaluate(
        "(at) => ['active', 'opposing'].map((side) => window.AdmiraltyNonces.recordOf(at, side))",
        address("game-nonces", evening.table.url),
    )
    own = next(record for record in records if record)
    assert own["given"] and not own["held"]
    assert own["nonce"] in evening.draw.nonces.values()


def test_a_browser_that_lost_its_part_lets_the_site_fill_it_in(evening: Evening) -> None:
    evening.opens(evening.desk)
    evening.presses_ready(evening.desk)
    evening.waits(evening.desk)
    evening.desk.page.evaluate("localStorage.clear()")
    evening.opens(evening.phone)
    evening.presses_ready(evening.phone)
    evening.phone.reads("Draw without the part of")
    evening.desk.press(evening.desk.button(re.compile("I no longer have that browser")))
    evening.desk.reads("Which squadrons rest?")
    assert evening.draw.hows["active"] == "filled"


def test_a_browser_that_keeps_nothing_is_ready_at_the_first_press(evening: Evening) -> None:
    evening.desk.page.context.add_init_script(KEEPS_NOTHING)
    evening.opens(evening.desk)
    evening.presses_ready(evening.desk)
    evening.waits(evening.desk)
    assert evening.draw.hows == {"active": "filled"}


@pytest.fixture
def lobby(open_context: OpenContext, site: str) -> Iterator[tuple[Battle, Seat, Seat]]:
    """A battle whose players, at a desk and with a phone, have chosen their forces."""
    ann, bob = account("ann"), account("bob")
    row = b.opened(b.sitting(ann), b.sitting(bob))
    seats = []
    for number, (user, screen) in enumerate(((ann, DESKTOP), (bob, PHONE))):
        opening.change_force(row.pk, b.sitting(user), number, "suggest")
        context = open_context(**screen, reduced_motion="reduce")
        sign_in(context, user, site)
        seats.append(sit_down(context, touch=screen is PHONE))
    yield row, seats[0], seats[1]
    assert [seat.complaints for seat in seats] == [[], []]


def comes_to(row: Battle, seat: Seat) -> None:
    """Open the battle, and wait until its seal was announced."""
    with seat.page.expect_response(re.compile("/nonces/$")):
        seat.go(b.url(row))


def is_ready(seat: Seat) -> None:
    seat.press(seat.button("Ready with this force"))


def hows(row: Battle) -> list[str]:
    return list(row.seats.order_by("number").values_list("how", flat=True))


def test_both_browsers_seal_their_part_of_a_battles_dice(lobby: tuple[Battle, Seat, Seat]) -> None:
    row, desk, phone = lobby
    comes_to(row, desk)
    comes_to(row, phone)
    for seat in (desk, phone):
        is_ready(seat)
        expect(seat.button("Ready with this force")).to_have_count(0)
    for seat in (desk, phone):
        expect(seat.page.locator("#board")).to_be_visible()
    assert hows(row) == ["given", "sealed"]


def test_a_part_of_a_battles_dice_that_is_held_back_opens_when_the_other_side_is_ready(
    lobby: tuple[Battle, Seat, Seat],
) -> None:
    row, desk, phone = lobby
    comes_to(row, desk)
    is_ready(desk)
    expect(desk.button("Ready with this force")).to_have_count(0)
    assert hows(row) == ["held", ""]
    comes_to(row, phone)
    is_ready(phone)
    for seat in (desk, phone):
        expect(seat.page.locator("#board")).to_be_visible()
    assert hows(row) == ["sealed", "given"]


# --- the links of the dice --------------------------------------------------------------------------


@pytest.fixture
def board(lobby: tuple[Battle, Seat, Seat]) -> tuple[Battle, Seat, Seat]:
    """The same battle under way, with the boards of both open and a chain in each browser."""
    row, desk, phone = lobby
    comes_to(row, desk)
    comes_to(row, phone)
    for seat in (desk, phone):
        is_ready(seat)
        expect(seat.button("Ready with this force")).to_have_count(0)
    for seat in (desk, phone):
        expect(seat.page.locator("#board")).to_be_visible()
    return row, desk, phone


def before_a_roll(row: Battle, *seats: Seat, asked: list[str] | None = None) -> int:
    """Give orders up to the next one that rolls, and that one. Returns the number of orders before it. The
    pages follow; from the last of their requests, `asked` has those for the roll."""
    for _ in range(60):
        for seat in seats:
            shows(seat, b.fresh(row).at)
        if asked is not None:
            asked.clear()
        b.order(row)
        if laid_of(b.fresh(row)) is not None or b.played(row).battle.entries[-1].dice:
            break
    steps = link_steps(row)
    return b.fresh(row).at if laid_of(b.fresh(row)) else steps[-1].order - 1


def shows(seat: Seat, number: int) -> None:
    expect(seat.page.locator("#board")).to_have_attribute("data-at", str(number))


def came(row: Battle) -> list[list[str]]:
    """The ways in which the links of each order came."""
    return [[how for _, how, _ in step.links] for step in link_steps(row) if step.order]


def test_dice_roll_by_themselves_while_both_boards_are_open_and_wait_for_one_that_is_away(
    board: tuple[Battle, Seat, Seat], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chance, "FILL_LINK_AFTER", timedelta(hours=1))
    row, desk, phone = board
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url) if b.url(row) in request.url else None)
    at = before_a_roll(row, desk, phone, asked=asked)
    for seat in (desk, phone):
        shows(seat, at + 1)
    assert came(row) == [["sealed", "sealed"]]
    assert [each.rsplit("/", 2)[1] for each in asked] == ["board", "links", "board"], "no storm of requests"
    phone.page.goto("about:blank")
    at = before_a_roll(row)
    desk.reads("Waiting for the page of Bob")
    desk.page.reload()
    desk.reads("The dice are about to roll")
    shows(desk, at)
    phone.go(b.url(row))
    for seat in (desk, phone):
        shows(seat, at + 1)
    assert came(row) == [["sealed", "sealed"]] * 2
    acts.resign(row.pk, b.sitter(row, 1))
    verify(row, desk, "4 fit their chains")
    verify(row, phone, "4 fit their chains")
    QuerySet(BattleOrder).filter(battle=row).exclude(salt="").update(salt="08" * 16)
    verify(row, phone, "4 fit their chains", witness="does not match")


def verify(row: Battle, seat: Seat, links: str, witness: str = "matches") -> None:
    """The page for checking the dice makes all of them again, and finds the links that this browser gave, if
    they were given for the same orders."""
    seat.go(b.url(row, "verify/"))
    for name, words in (("links", links), ("witness", witness), ("all", "match")):
        expect(seat.page.locator(f'[data-dice="{name}"]')).to_have_text(words)


def test_a_board_that_sleeps_is_waited_for_once_and_goes_on_when_it_comes_back(
    board: tuple[Battle, Seat, Seat], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chance, "FILL_LINK_AFTER", timedelta(seconds=3))
    row, desk, phone = board
    phone.page.goto("about:blank")
    at = before_a_roll(row)
    shows(desk, at + 1)
    at = before_a_roll(row)
    shows(desk, at + 1)
    assert came(row) == [["sealed", "filled"]] * 2
    monkeypatch.setattr(chance, "FILL_LINK_AFTER", timedelta(hours=1))
    with phone.page.expect_response(re.compile("/links/$")):
        phone.go(b.url(row))
    at = before_a_roll(row)
    for seat in (desk, phone):
        shows(seat, at + 1)
    assert came(row)[-1] == ["sealed", "sealed"]
    acts.resign(row.pk, b.sitter(row, 1))
    for seat in (desk, phone):
        verify(row, seat, "4 fit their chains; the site filled 2 in")
