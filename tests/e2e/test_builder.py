"""The roster builder by keyboard alone, and by plain forms in a browser without script."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from rosters.rules.desk.refit import MoveShip, StrikeSquadron
from tests import verbs
from tests.e2e.hands import DESKTOP, PHONE, OpenContext, Seat, sign_in, sit_down
from tests.places import fleet_url

FARTHEST = 80  # presses of Tab to the far end of the page


@dataclass
class WorkPages:
    """Somebody at the builder of a draft with two empty squadrons, 2 and 3."""

    seat: Seat
    member: verbs.Member
    fleet: int

    @property
    def path(self) -> str:
        return f"{fleet_url(self.member.campaign_id, self.fleet)}build/"

    def squadron(self, card: int) -> Locator:
        return self.seat.page.locator(f"#sq{card}")

    def seated(self) -> list[int | None]:
        """The squadron of every ship, as the log has it."""
        return [ship.squadron for ship in verbs.fleet_of(self.member, self.fleet).ships.values()]

    def cards(self) -> list[tuple[str, int | None]]:
        """Every upgrade and the ship it is on, as the log has it."""
        fleet = verbs.fleet_of(self.member, self.fleet)
        return [(each.card, each.ship) for each in fleet.upgrades.values()]


@pytest.fixture
def draft(site: str) -> tuple[verbs.Crew, verbs.Club, int]:
    people = verbs.crew()
    club = verbs.club(people)
    fleet = verbs.found_fleet(club.player, "Red Wing", "rebel")
    for card in (2, 3):
        verbs.form_squadron(club.player, fleet, card)
    return people, club, fleet


@pytest.fixture
def bench(
    request: pytest.FixtureRequest,
    open_context: OpenContext,
    site: str,
    draft: tuple[verbs.Crew, verbs.Club, int],
) -> WorkPages:
    """The builder, open; parametrised indirectly with whether the browser runs scripts."""
    people, club, fleet = draft
    context = open_context(**DESKTOP, java_script_enabled=getattr(request, "param", True))
    sign_in(context, people.player, site)
    found = WorkPages(sit_down(context), club.player, fleet)
    found.seat.go(found.path)
    return found


# --- by keyboard alone -------------------------------------------------------------------------


def tab_to(seat: Seat, target: Locator) -> None:
    """Press Tab until the target has the focus."""
    for _ in range(FARTHEST):
        if target.evaluate("node => node === document.activeElement"):
            return
        seat.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {target}")


def buy_by_keyboard(bench: WorkPages, words: str, count: int) -> None:
    seat = bench.seat
    tab_to(seat, seat.page.get_by_role("searchbox", name="Find a ship"))
    seat.page.keyboard.type(words)
    expect(seat.page.locator("#results button").first).to_contain_text("Rookie Pilot")
    for bought in range(1, count + 1):
        seat.page.keyboard.press("Enter")
        expect(seat.page.locator("#builder .ship")).to_have_count(bought)


def test_enter_buys_what_was_typed(bench: WorkPages):
    buy_by_keyboard(bench, "rookie x-w", 3)
    expect(bench.seat.page.get_by_role("searchbox", name="Find a ship")).to_be_focused()
    assert bench.seated() == [2, 2, 2]
    assert bench.seat.complaints == []


def test_enter_in_an_empty_field_buys_nothing(bench: WorkPages):
    keyboard, menu = bench.seat.page.keyboard, bench.seat.page.get_by_role("dialog")
    bench.squadron(3).get_by_role("link", name="Ship for squadron 3").focus()
    keyboard.press("Enter")
    expect(menu.get_by_label("Pilot or ship")).to_be_focused()
    keyboard.press("Enter")
    keyboard.type("rookie x-w")
    keyboard.press("Enter")
    expect(menu.get_by_label("Narrow the list")).to_be_focused()
    keyboard.press("Enter")
    keyboard.type("plasma torp")
    keyboard.press("Enter")
    expect(bench.squadron(3).locator(".slot", has_text="Plasma Torpedoes")).to_be_visible()
    assert (bench.seated(), [card for card, _ in bench.cards()]) == ([3], ["plasmatorpedoes"])
    assert bench.seat.complaints == []


def test_the_keyboard_stays_on_what_was_bought_from_the_list(bench: WorkPages):
    page = bench.seat.page
    tab_to(bench.seat, page.get_by_role("searchbox", name="Find a ship"))
    expect(page.locator("#results .offers")).to_have_count(0)
    page.keyboard.press("Enter")
    button = page.locator("#results .offer").nth(1).get_by_role("button")
    tab_to(bench.seat, button)
    page.locator("#results .offers").evaluate("node => node.dataset.old = 'yes'")
    page.keyboard.press("Enter")
    expect(page.locator("#results [data-old]")).to_have_count(0)
    expect(page.locator("#results .offer").nth(1).locator("*:focus")).to_have_count(1)


IN_ITS_LIST = "node => node.getBoundingClientRect().y - node.closest('.results').getBoundingClientRect().y"


def test_facts_stay_unfolded_when_the_list_is_drawn_again(bench: WorkPages):
    """Otherwise a second press on the same place would buy another ship."""
    page = bench.seat.page
    page.get_by_role("searchbox", name="Find a ship").fill("x-wing")
    expect(page.locator("#results [data-query='x-wing']")).to_be_visible()
    offers = page.locator("#results .offer")
    button = offers.filter(has_text="Red Squadron Pilot").get_by_role("button")
    before = offers.first.get_by_role("button").bounding_box()
    offers.first.locator(".offer-name").click()
    expect(offers.first.locator(".offer-facts")).to_be_visible()
    assert offers.first.get_by_role("button").bounding_box() == before
    button.scroll_into_view_if_needed()
    place = button.evaluate(IN_ITS_LIST)
    offers.first.evaluate("node => node.dataset.old = 'yes'")
    bench.seat.press(button)
    expect(page.locator("#results [data-old]")).to_have_count(0)
    assert button.evaluate(IN_ITS_LIST) == place
    assert page.url.endswith(bench.path)


def test_a_ship_moves_by_keyboard(bench: WorkPages):
    buy_by_keyboard(bench, "rookie", 2)
    link = bench.squadron(2).locator(".ship-name a").first
    tab_to(bench.seat, link)
    bench.seat.page.keyboard.press("Enter")
    menu = bench.seat.page.get_by_role("dialog")
    choice = menu.get_by_label("Move it to")
    tab_to(bench.seat, choice)
    while choice.input_value() != "3":
        bench.seat.page.keyboard.press("ArrowDown")
    tab_to(bench.seat, menu.get_by_role("button", name="Move", exact=True))
    bench.seat.page.keyboard.press("Enter")
    expect(bench.squadron(3).locator(".ship")).to_have_count(1)
    assert sorted(bench.seated()) == [2, 3]  # type: ignore[type-var]


def test_a_slot_is_filled_by_keyboard(bench: WorkPages):
    buy_by_keyboard(bench, "rookie", 1)
    tab_to(bench.seat, bench.squadron(2).locator(".slot-free", has_text="Astromech"))
    bench.seat.page.keyboard.press("Enter")
    menu = bench.seat.page.get_by_role("dialog")
    tab_to(bench.seat, menu.get_by_label("Narrow the list"))
    bench.seat.page.keyboard.type("r2 astro")
    expect(menu.locator("#slot-offers > li:visible")).to_have_count(1)
    name = menu.get_by_role("link", name="R2 Astromech")
    for presses in (1, 2):
        tab_to(bench.seat, name)
        bench.seat.page.keyboard.press("Enter")
        expect(menu.locator(".offer-facts:visible")).to_have_count(presses % 2)
    assert bench.seat.page.url.endswith(bench.path)
    tab_to(bench.seat, menu.get_by_role("button", name=re.compile("buy R2 Astromech$")))
    bench.seat.page.keyboard.press("Enter")
    expect(bench.squadron(2).locator(".slot", has_text="R2 Astromech")).to_be_focused()
    assert [card for card, _ in bench.cards()] == ["r2astromech"]


def test_escape_closes_a_menu_and_gives_the_focus_back(bench: WorkPages):
    tab_to(bench.seat, bench.seat.link("Skip to the squadrons"))
    bench.seat.page.keyboard.press("Enter")
    link = bench.squadron(3).get_by_role("link", name="Change squadron 3")
    tab_to(bench.seat, link)
    bench.seat.page.keyboard.press("Enter")
    menu = bench.seat.page.get_by_role("dialog")
    expect(menu.get_by_role("heading", name="Squadron 3")).to_be_focused()
    bench.seat.page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(link).to_be_focused()


def test_a_refusal_is_told_in_the_menu(bench: WorkPages):
    """Somebody else has struck the squadron that the open menu still offers."""
    buy_by_keyboard(bench, "rookie", 1)
    bench.seat.press(bench.squadron(2).locator(".ship-name a").first)
    menu = bench.seat.page.get_by_role("dialog")
    menu.get_by_label("Move it to").select_option("3")
    verbs.do(bench.member, StrikeSquadron(bench.fleet, 3))
    bench.seat.press(menu.get_by_role("button", name="Move", exact=True))
    expect(menu.get_by_role("alert")).not_to_be_empty()
    assert bench.seated() == [2]


# --- without script ----------------------------------------------------------------------------

plain = pytest.mark.parametrize("bench", [False], indirect=True, ids=["plain"])


def buy_plainly(bench: WorkPages, card: str) -> None:
    """Find a ship, choose where it goes, buy it: three pages."""
    page = bench.seat.page
    page.get_by_role("searchbox", name="Find a ship").fill("rookie x-w")
    page.get_by_role("button", name="Find", exact=True).click()
    page.get_by_label("Put it into").select_option(card)
    page.get_by_role("button", name=re.compile("buy Rookie Pilot")).click()
    expect(page).to_have_url(re.compile(f"{bench.path}$"))


@plain
def test_a_ship_is_found_and_bought_without_script(bench: WorkPages):
    buy_plainly(bench, "2")
    buy_plainly(bench, "3")
    bench.seat.reads(re.compile("Rookie Pilot"))
    assert bench.seated() == [2, 3]


@plain
def test_a_ship_is_moved_without_script(bench: WorkPages):
    buy_plainly(bench, "2")
    page = bench.seat.page
    bench.squadron(2).locator(".ship-name a").click()
    page.get_by_label("Move it to").select_option("inventory")
    page.get_by_role("button", name="Move", exact=True).click()
    expect(page.locator("#inventory .ship")).to_have_count(1)
    assert bench.seated() == [None]


@plain
def test_a_slot_is_filled_without_script(bench: WorkPages):
    buy_plainly(bench, "2")
    page = bench.seat.page
    bench.squadron(2).locator(".slot-free", has_text="Astromech").click()
    page.get_by_role("button", name=re.compile("buy R2 Astromech$")).click()
    expect(bench.squadron(2).locator(".slot", has_text="R2 Astromech")).to_be_visible()
    assert [card for card, _ in bench.cards()] == ["r2astromech"]


@plain
def test_a_squadron_is_laid_out_and_the_last_step_taken_back_without_script(bench: WorkPages):
    page = bench.seat.page
    page.get_by_role("link", name="Add squadron 4").click()
    page.get_by_role("button", name="Recon").click()
    expect(page.get_by_role("heading", name="Squadron 4", exact=True)).to_be_visible()
    page.get_by_role("button", name="Undo: squadron 4 added").click()
    bench.seat.reads("Undone: squadron 4 added.")
    assert sorted(verbs.fleet_of(bench.member, bench.fleet).squadrons) == [2, 3]


# --- where one stands on the page --------------------------------------------------------------


@pytest.fixture
def desk(open_context: OpenContext, site: str) -> Seat:
    """A phone at the desk of a fleet that has played; its last step was a ship that moved."""
    people = verbs.crew()
    running = verbs.league(people)
    verbs.play(running)
    ship = next(each.id for each in verbs.fleet_of(running.player, running.fleet).ships.values())
    verbs.do(running.player, MoveShip(running.fleet, ship, 3))
    context = open_context(**PHONE)
    sign_in(context, people.player, site)
    seat = sit_down(context, touch=True)
    seat.go(f"{fleet_url(running.campaign.pk, running.fleet)}desk/")
    return seat


def scrolled(page: Page, to: str) -> int:
    """Scroll until the thing is in the middle of the window; returns how far that is."""
    page.locator(to).evaluate("node => node.scrollIntoView({block: 'center', behavior: 'instant'})")
    return int(page.evaluate("scrollY"))


def test_the_page_stays_where_it_is_when_a_step_is_taken_back_and_done_again(desk: Seat):
    desk.page.goto(f"{desk.page.url}?step=arrange")
    for step in ("Undo", "Redo"):
        place = scrolled(desk.page, ".undo-bar")
        desk.press(desk.button(re.compile(f"^{step}: .+ moved$")))
        desk.reads(re.compile("^(Undone|Done again): .+ moved"))
        desk.page.wait_for_timeout(300)
        assert abs(desk.page.evaluate("scrollY") - place) < 100


def test_an_arrangement_out_of_sight_is_shown_before_a_press_takes_it(desk: Seat):
    desk.page.goto(f"{desk.page.url}?step=arrange")
    for card in (3, 4):
        desk.press(desk.page.locator(f"#sq{card}").get_by_role("link", name="Change"))
        desk.press(desk.button("Disband squadron"))
        expect(desk.page.locator(f"#sq{card}")).to_have_count(0)
    arrangement, take = desk.page.locator("#arrangement"), desk.button("Take this arrangement")
    expect(take).to_be_visible()
    scrolled(desk.page, "#inventory")
    desk.press(take)
    expect(arrangement).to_be_focused()
    expect(arrangement).to_be_in_viewport(ratio=0.9)
    desk.press(take)
    expect(arrangement).to_have_count(0)
    desk.reads("The squadrons are rearranged")


def test_the_steps_of_the_repairs_lead_through_with_one_thumb(desk: Seat):
    """The next step is always the button at the lower edge."""
    seen = []
    for _ in range(5):
        onward = desk.page.get_by_role("region", name="Next step").locator(".btn-primary")
        seen.append(onward.inner_text().strip())
        desk.press(onward)
        desk.page.wait_for_load_state()
    assert seen == ["Next: Recover", "Next: Promote", "Next: Spend", "Next: Arrange", "Next: Review"]
    desk.press(desk.button("Close the repairs"))
    desk.page.wait_for_url(re.compile("/fleets/[^/]+/$"))


def test_a_builder_closes_by_itself_once_the_campaign_has_started(bench: WorkPages, draft):
    _, club, fleet = draft
    for card in (2, 3):
        for _ in range(4):
            verbs.buy_ship(club.player, fleet, verbs.STOCK["rebel"], card)
    verbs.muster(club.rival, "Iron Fist", "imperial")
    page = bench.seat.page
    bench.seat.go(bench.path)
    page.locator("#sq2 a[data-pick]").first.click()
    expect(page.locator("#picker[open]")).to_have_count(1)
    verbs.start_campaign(club.organiser)
    expect(page.locator("#messages")).to_contain_text("locked the roster of Red Wing")
    expect(page.get_by_role("heading", name="The roster is closed")).to_be_in_viewport()
    expect(page.locator("#picker")).to_have_count(0)
    expect(page.get_by_role("link", name="See the fleet")).to_be_in_viewport()
    assert page.evaluate("document.querySelectorAll('main').length") == 1
