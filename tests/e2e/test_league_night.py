"""A league night by two people, one at a desk, one with a phone: from the sign-up to the closed round."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, expect

from league.models import Campaign
from league.services.check import check
from tests.e2e.hands import DESKTOP, PHONE, OpenContext, Seat, make_account, sit_down

CAMPAIGN = "Harbour League"
COUNTS = re.compile(r"Ships\s+(\d+)")


@dataclass
class Night:
    """The two people of the evening and what they learn of each other's addresses."""

    olga: Seat
    paul: Seat
    home: str = ""
    game: str = ""

    @property
    def both(self) -> tuple[Seat, Seat]:
        return self.olga, self.paul


@pytest.fixture
def night(open_context: OpenContext) -> Iterator[Night]:
    """Olga at a desk, Paul with a phone; at the end no browser has complained."""
    people = Night(sit_down(open_context(**DESKTOP)), sit_down(open_context(**PHONE), touch=True))
    yield people
    assert people.olga.complaints == []
    assert people.paul.complaints == []


def test_two_people_play_a_round_from_the_sign_up_to_its_end(night: Night):
    gather(night)
    raise_fleets(night)
    start_and_pair(night)
    draw(night)
    report_and_correct(night)
    confirm(night)
    work_the_desks(night)
    close_the_round(night)
    look_back(night)
    assert check(Campaign.objects.get()) == []


# --- before the first round --------------------------------------------------------------------


def gather(night: Night) -> None:
    """Olga signs up and makes a campaign; Paul comes by her link."""
    olga, paul = night.both
    olga.go("/accounts/signup/")
    make_account(olga, "Olga")
    expect(olga.page).to_have_url(re.compile("/inbox/$"))
    olga.press(olga.page.get_by_role("navigation", name="Main").get_by_role("link", name="Campaigns"))
    olga.press(olga.link("New campaign"))
    olga.page.locator("#id_campaign_name").fill(CAMPAIGN)
    olga.press(olga.button("Create the campaign"))
    expect(olga.page.get_by_role("heading", level=1)).to_have_text("Invitations")
    night.home = olga.path.removesuffix("invitations/")
    olga.press(olga.button("Make a link"))
    invitation = olga.page.get_by_label("Link for a player").input_value()
    paul.page.goto(invitation)
    paul.press(paul.page.locator(".action-bar").get_by_role("link", name="Sign up"))
    make_account(paul, "Paul")
    paul.press(paul.button(f"Join {CAMPAIGN}"))
    expect(paul.page).to_have_url(re.compile(f"{night.home}fleets/new/$"))


def raise_fleets(night: Night) -> None:
    """Both found a fleet and build a legal roster, each in their own way."""
    olga, paul = night.both
    found_fleet(olga, night.home, "Iron Lance", "Imperial", "Spades")
    build_at_the_desk(olga)
    found_fleet(paul, night.home, "Red Wing", "Rebel", "Hearts")
    build_on_the_phone(paul)


def found_fleet(seat: Seat, home: str, name: str, side: str, suit: str) -> None:
    seat.go(home)
    seat.press(seat.page.get_by_role("region", name="Next step").get_by_role("link", name="Found a fleet"))
    seat.press(seat.page.locator(".choice", has_text=side))
    seat.press(seat.page.locator(".choice", has_text=suit))
    seat.page.get_by_label("Name", exact=True).fill(name)
    seat.press(seat.button("Found the fleet"))
    expect(seat.page.get_by_role("heading", level=1)).to_have_text(name)


def lay_out(seat: Seat, card: int) -> None:
    """Lay a squadron out as STANDARD, from its playing card."""
    seat.press(seat.page.locator("#builder").get_by_role("link", name=f"Add squadron {card}"))
    seat.press(seat.page.get_by_role("dialog").get_by_role("button", name="Standard"))
    expect(seat.page.get_by_role("heading", name=f"Squadron {card}", exact=True)).to_be_visible()
    expect(seat.page.get_by_role("dialog")).to_have_count(0)


def ships(seat: Seat) -> Locator:
    return seat.page.locator("#builder .tile", has_text="Ships").locator(".tile-value")


def squadron(seat: Seat, card: int) -> Locator:
    return seat.page.locator(f"#sq{card}")


def build_at_the_desk(seat: Seat) -> None:
    """Build by keyboard and mouse: Enter buys, ships are dragged."""
    box = seat.page.get_by_role("searchbox", name="Find a ship")
    lay_out(seat, 2)
    box.fill("avenger")
    expect(seat.page.locator("#results button").first).to_contain_text("Avenger Squadron Pilot")
    for count in range(1, 6):
        box.press("Enter")
        expect(ships(seat)).to_have_text(str(count))
    lay_out(seat, 3)
    for count in range(6, 9):
        box.press("Enter")
        expect(ships(seat)).to_have_text(str(count))
    ship = squadron(seat, 2).locator(".ship").last
    ship.locator("[data-drag]").drag_to(squadron(seat, 3).locator(".squadron-head"))
    expect(squadron(seat, 3).locator(".ship")).to_have_count(4)
    equip(seat, squadron(seat, 2).locator(".ship").first, "Modification", "Shield Upgrade")
    expect(seat.page.get_by_text("This roster is legal.")).to_be_visible()


def build_on_the_phone(seat: Seat) -> None:
    """Build by finger: the button buys, ships are moved by their menu."""
    lay_out(seat, 2)
    seat.page.get_by_role("searchbox", name="Find a ship").fill("rookie x-wing")
    buy = seat.button(re.compile("buy Rookie Pilot"))
    for count in range(1, 6):
        seat.press(buy)
        expect(ships(seat)).to_have_text(str(count))
    lay_out(seat, 3)
    for count in range(6, 9):
        seat.press(buy)
        expect(ships(seat)).to_have_text(str(count))
    seat.press(squadron(seat, 2).locator(".ship-name a").last)
    menu = seat.page.get_by_role("dialog")
    menu.get_by_label("Move it to").select_option("3")
    seat.press(menu.get_by_role("button", name="Move", exact=True))
    expect(squadron(seat, 3).locator(".ship")).to_have_count(4)
    equip(seat, squadron(seat, 2).locator(".ship").first, "Astromech", "R2 Astromech")
    expect(seat.page.get_by_text("This roster is legal.")).to_be_visible()


def equip(seat: Seat, ship: Locator, slot: str, card: str) -> None:
    """Fill a free slot of a ship with a card, found by typing."""
    seat.press(ship.locator(".slot-free", has_text=slot))
    menu = seat.page.get_by_role("dialog")
    menu.get_by_label("Narrow the list").fill(card.lower())
    seat.press(menu.get_by_role("button", name=re.compile(f"buy {card}$")))
    expect(seat.page.locator(".slot", has_text=card)).to_have_count(1)


# --- the round, up to the draw -----------------------------------------------------------------


def start_and_pair(night: Night) -> None:
    """Paul's phone lies on the table and follows what Olga does; both check in; the Active Fleet picks."""
    olga, paul = night.both
    paul.go(night.home)
    olga.go(night.home)
    olga.press(olga.link("Start the campaign"))
    olga.read_on()
    olga.page.once("dialog", lambda dialog: dialog.accept())
    olga.press(olga.button("Lock 2 fleets and start"))
    expect(paul.page.get_by_role("heading", name="Standings")).to_be_visible()
    olga.press(olga.button("Open the next round"))
    paul.press(paul.link("To round 1"))
    paul.press(paul.button("Check Red Wing in"))
    expect(olga.page.get_by_role("button", name="Check out Red Wing")).to_be_visible()
    olga.press(olga.button("Check Iron Lance in"))
    olga.press(olga.button("Start the matching"))
    expect(paul.page.get_by_role("heading", name=re.compile("chooses its opponent"))).to_be_visible()
    olga.reads("Your move")
    picking = olga.page.locator("section[aria-labelledby=picking]")
    picking.locator(".choice", has_text="Red Wing").click()
    olga.press(picking.get_by_role("button", name=re.compile("Red Wing")))
    for seat in night.both:
        seat.press(seat.link("To my game").first)
        expect(seat.page.get_by_role("heading", name="Draw")).to_be_visible()
    night.game = olga.path


def draw(night: Night) -> None:
    """Paul is ready, then Olga; on both screens the same cards turn over, on Paul's without a reload."""
    olga, paul = night.both
    paul.press(paul.button("Ready"))
    expect(paul.page.locator(".tag-good", has_text="Ready")).to_have_count(1)
    expect(olga.page.locator(".tag-good", has_text="Ready")).to_have_count(1)
    mark(paul)
    olga.press(olga.button("Ready"))
    for seat in night.both:
        expect(seat.page.locator("#game-live")).to_have_attribute("data-step", "play")
        seat.reads("My force")
    assert cards(paul) == cards(olga)
    assert len(cards(paul)) == 2
    still_marked(paul)


def cards(seat: Seat) -> list[str]:
    """The cards of the draw as they lie on the screen."""
    return seat.page.locator("section[aria-labelledby=draw] .pcard-row li").all_inner_texts()


def mark(seat: Seat) -> None:
    """Leave a mark that a reload would wipe away."""
    seat.page.evaluate("() => { window.harbourMark = true; }")


def still_marked(seat: Seat) -> None:
    assert seat.page.evaluate("() => window.harbourMark === true"), "the page was reloaded"


# --- the result --------------------------------------------------------------------------------


def report_and_correct(night: Night) -> None:
    """Paul reports on a phone; Olga corrects a line, and Paul accepts that."""
    olga, paul = night.both
    paul.press(paul.link("Report the result"))
    for place in range(3):
        tell_fate(paul, line_of(paul, "Avenger Squadron Pilot", place), "Destroyed")
    tell_fate(paul, line_of(paul, "Rookie Pilot", 1), "Destroyed")
    hurt = line_of(paul, "Rookie Pilot", 0)
    paul.press(hurt.locator("summary").first)
    paul.press(hurt.get_by_role("button", name=re.compile("One damage more")))
    expect(hurt.locator(".line-state")).to_contain_text("1 damage")
    olga.reads("So far 5 of 8 ships reported")
    paul.press(paul.page.locator(".segmented label", has_text="Ended early"))
    expect(paul.page.locator("#facts-state")).to_contain_text("Saved")
    mark(olga)
    paul.press(paul.button("Submit the report"))
    correct(olga)
    paul.reads("Survived; 2 damage to the hull")
    paul.press(paul.button("Accept the correction"))
    expect(olga.page.locator(".disputed")).to_have_count(0)


def line_of(seat: Seat, name: str, place: int) -> Locator:
    return seat.page.locator(".report-line", has_text=name).nth(place)


def tell_fate(seat: Seat, line: Locator, fate: str) -> None:
    seat.press(line.locator("summary").first)
    seat.press(line.locator(".segments label", has_text=fate))
    expect(line.locator(".line-state")).to_contain_text(fate)


def correct(seat: Seat) -> None:
    """Say of the first of the destroyed ships that it came home with two damage."""
    line = seat.page.locator(".said-lines li", has_text="Avenger Squadron Pilot").first
    seat.press(line.locator("summary").first)
    still_marked(seat)
    seat.press(line.locator(".segments label", has_text="Survived"))
    line.get_by_label("Damage", exact=True).fill("2")
    seat.press(line.get_by_role("button", name="Send this correction"))
    expect(seat.page.locator(".disputed")).to_have_count(1)


def confirm(night: Night) -> None:
    """Everything that will happen is told with its rule. Olga, who lost, promotes a pilot and confirms."""
    olga, paul = night.both
    expect(paul.page.locator("#verdict")).to_contain_text("Red Wing")
    expect(olga.button("Keep my choices")).to_be_disabled()
    pilot = olga.page.locator("#choices-form .segments label").first
    name = pilot.locator("input").get_attribute("data-choice")
    olga.press(pilot)
    olga.press(olga.button(f"Keep {name}"))
    expect(olga.page.get_by_role("heading", name="Effects of confirming")).to_be_visible()
    told = olga.page.locator("section[aria-labelledby=effects] li")
    assert told.count() and all(re.search(r"CR-\d{3}", line) for line in told.all_text_contents())
    mark(paul)
    olga.read_on()
    olga.press(olga.button("Confirm the result"))
    expect(paul.page.get_by_role("heading", name="What happened")).to_be_visible()
    still_marked(paul)


# --- afterwards --------------------------------------------------------------------------------


def work_the_desks(night: Night) -> None:
    """Paul recovers the missing pilot on a phone; Olga buys another ship; both close their desks."""
    olga, paul = night.both
    paul.press(paul.page.locator(".action-bar").get_by_role("link", name="Repairs", exact=True))
    paul.press(paul.link("Next: Recover"))
    paul.press(paul.button("recover Rookie Pilot"))
    paul.reads("Nobody is missing.")
    close_desk(paul)
    olga.press(olga.page.locator(".action-bar").get_by_role("link", name="Repairs", exact=True))
    go_to_step(olga, "Spend")
    left = {card: squadron(olga, card).locator(".ship").count() for card in (2, 3)}
    assert sorted(left.values()) == [2, 4]
    box = olga.page.get_by_role("searchbox", name="Find a ship")
    box.fill("avenger")
    olga.page.get_by_label("Put it into").select_option(str(min(left, key=left.__getitem__)))
    expect(olga.page.locator("#results button").first).to_contain_text("Avenger Squadron Pilot")
    before = int(ships(olga).inner_text())
    box.press("Enter")
    expect(ships(olga)).to_have_text(str(before + 1))
    close_desk(olga)


def go_to_step(seat: Seat, name: str) -> None:
    seat.press(seat.page.get_by_label("Steps of the repairs").get_by_role("link", name=name))


def close_desk(seat: Seat) -> None:
    go_to_step(seat, "Review")
    seat.press(seat.button("Close the repairs"))
    expect(seat.page).to_have_url(re.compile(r"/fleets/[\w-]+/$"))


def close_the_round(night: Night) -> None:
    """Olga closes it; the log on Paul's phone, which shows one kind of entries, says so by itself."""
    olga, paul = night.both
    paul.go(f"{night.home}timeline/")
    newest = paul.page.locator(".timeline li").first
    expect(newest).to_contain_text("Iron Lance")
    paul.press(paul.page.locator("summary", has_text="Filter"))
    kinds = paul.page.get_by_label("Kind")
    kinds.focus()
    kinds.select_option(label="Rounds and schedule")
    expect(paul.page.locator("#log-said")).to_have_text("Filter: Rounds and schedule")
    expect(kinds).to_be_focused()
    expect(paul.page).to_have_url(re.compile(r"/timeline/\?kind=rounds$"))
    olga.go(night.home)
    olga.press(olga.link("To round 1"))
    olga.press(olga.button("Close the round").last)
    expect(newest).to_contain_text("Round 1 closed")


def look_back(night: Night) -> None:
    """The standings tell who won; the browser finds the draw to be as it was sealed."""
    paul = night.paul
    paul.go(f"{night.home}standings/")
    rows = paul.page.locator("tbody tr")
    expect(rows.nth(0)).to_contain_text("Red Wing")
    expect(rows.nth(0).locator("[data-label=Record]")).to_contain_text("1 won, 0 lost, 0 drawn")
    expect(rows.nth(1)).to_contain_text("Iron Lance")
    expect(rows.nth(1).locator("[data-label=Record]")).to_contain_text("0 won, 1 lost, 0 drawn")
    paul.go(night.game)
    paul.press(paul.page.get_by_text("The draw is open"))
    paul.press(paul.page.locator("#main a[href^='/verify/']").first)
    verdict = paul.page.locator("[data-verify=all]")
    expect(verdict).to_have_attribute("data-state", "good")
    expect(paul.page.locator("[data-verify=recomputed]")).to_contain_text("active:")
