"""Reports with two damaged ships, a wrong line, and an account of the game: few taps, short pages."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import BrowserContext, Locator, expect

from league.models import Member
from missions.rules.game.state import SIDES
from tests import verbs
from tests.e2e.hands import PHONE, OpenContext, sign_in, sit_down
from tests.e2e.taps.counting import Hand
from tests.places import game_url

MOST_SCREENS = 2.0
"""Height of a page with the bars of the phone: every page of the reporter, with a ship open, and the first
of the other side."""
REPORT_TAPS, CORRECTION_TAPS, ACCEPT_TAPS, TELL_TAPS = 8, 4, 1, 2


@dataclass
class Phones:
    """Both players of a game on the table, each with a phone."""

    reporter: Hand
    other: Hand
    url: str
    story: str
    organiser: Member
    number: int


@pytest.fixture
def phones(open_context: OpenContext, site: str) -> Phones:
    people = verbs.crew()
    running = verbs.league(people)
    number = verbs.pair(running)
    verbs.draw(running.organiser, number)
    game = verbs.game_of(running.organiser, number)
    users = {running.fleet: people.player, running.rival_fleet: people.rival}
    hands = []
    for side in SIDES:
        context: BrowserContext = open_context(**PHONE)
        sign_in(context, users[game.fleet_of(side)], site)
        hands.append(Hand(sit_down(context, touch=True)))
    base = f"/campaigns/{running.campaign.pk}/"
    return Phones(*hands, game_url(base, number), f"{base}story/", running.organiser, number)


def damage(hand: Hand, line: Locator, hits: int) -> None:
    hand.tap(line.locator("summary").first)
    for _ in range(hits):
        hand.tap(line.get_by_role("button", name=re.compile("One damage more")))
    expect(line.locator(".line-state")).to_contain_text(f"{hits} damage")


def report(hand: Hand, url: str) -> None:
    """Two ships are damaged, and the players stopped there."""
    page = hand.seat.page
    hand.seat.go(url)
    hand.tap(hand.seat.link("Report the result"))
    lines = page.locator(".report-line")
    expect(lines).to_have_count(8)
    damage(hand, lines.nth(0), 1)
    damage(hand, lines.nth(5), 1)
    hand.tap(page.locator(".segmented label", has_text="Ended early"))
    expect(page.locator("#facts-state")).to_contain_text("Saved")
    hand.tap(hand.seat.button("Submit the report"))
    hand.seat.reads("The report is complete.")


def correct(hand: Hand, url: str) -> None:
    hand.seat.go(url)
    line = hand.seat.page.locator(".said-lines > li").first
    hand.tap(line.locator("summary").first)
    forget_the_damage(line)
    hand.tap(line.locator(".segments label", has_text="Destroyed"))
    hand.tap(line.get_by_role("button", name="Send this correction"))
    expect(hand.seat.page.locator(".disputed")).to_have_count(1)


def forget_the_damage(line: Locator) -> None:
    """A ship without hull that survived after all is unhurt, unless somebody says more."""
    damage = line.locator('[name$="-damage"]').first
    damage.evaluate("field => { field.value = field.max; }")
    line.locator('[value="driven_off"]').evaluate("choice => choice.click()")
    expect(damage).to_have_value("0")


def tell(hand: Hand, story: str) -> None:
    """Write an account of the game, beginning at its card in the story."""
    hand.seat.go(story)
    hand.tap(hand.seat.link(re.compile("^Tell it")))
    hand.seat.page.get_by_label("Your account of the game").focus()
    hand.type("We met at dawn.")
    hand.tap(hand.seat.button("Save your words"))
    expect(hand.seat.page.locator("figure .account")).to_have_text("We met at dawn.")


def test_a_report_and_its_correction_take_few_taps(phones: Phones) -> None:
    report(phones.reporter, phones.url)
    assert phones.reporter.taps <= REPORT_TAPS
    correct(phones.other, phones.url)
    assert phones.other.taps <= CORRECTION_TAPS
    before = phones.reporter.taps
    phones.reporter.tap(phones.reporter.seat.button("Accept the correction"))
    expect(phones.other.seat.page.locator(".disputed")).to_have_count(0)
    assert phones.reporter.taps - before == ACCEPT_TAPS
    heights = (*phones.reporter.screens, phones.other.screens[0])
    verbs.make_choices(phones.organiser, phones.number)
    verbs.confirm(phones.organiser, phones.number)
    before = phones.reporter.taps
    tell(phones.reporter, phones.story)
    assert phones.reporter.taps - before == TELL_TAPS
    assert max(heights) <= MOST_SCREENS, heights
    assert [hand.seat.complaints for hand in (phones.reporter, phones.other)] == [[], []]


def test_corrections_are_sent_together_and_a_result_is_confirmed_once_it_was_read(phones: Phones) -> None:
    report(phones.reporter, phones.url)
    hand, page = phones.other, phones.other.seat.page
    hand.seat.go(phones.url)
    lines = page.locator(".said-lines > li")
    hand.tap(page.locator(".forces > div > details.more > summary").first)
    expect(lines.nth(1)).to_be_visible()
    for place in (0, 1):
        hand.tap(lines.nth(place).locator("summary").first)
        hand.tap(lines.nth(place).locator(".segments label", has_text="Driven off"))
    hand.tap(lines.nth(2).locator("summary").first)
    hand.tap(lines.nth(2).get_by_role("button", name="Send these 2 corrections"))
    expect(page.locator(".disputed")).to_have_count(2)
    hand.seat.reads("The report is corrected.")
    phones.reporter.tap(phones.reporter.seat.button("Accept all 2 corrections"))
    expect(page.locator(".disputed")).to_have_count(0)
    verbs.make_choices(phones.organiser, phones.number)
    bar = page.locator(".page-bar")
    expect(bar).to_be_visible()
    hand.tap(lines.first.locator("summary").first)
    expect(bar).to_be_hidden()
    hand.tap(lines.first.locator("summary").first)
    page.evaluate("scrollTo(0, 0)")
    button = page.locator(".page-bar").get_by_role("button")
    expect(button).to_have_text("Read on")
    usual = page.viewport_size
    page.set_viewport_size({"width": 568, "height": 256})  # a phone on its side, with its browser's own bars
    button.click()
    assert page.evaluate("scrollY") > 100
    page.set_viewport_size(usual)
    page.evaluate("scrollTo(0, 0)")
    expect(button).to_have_text("Read on")
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 60000"))
    presses = page.evaluate("Math.ceil(document.documentElement.scrollHeight / (innerHeight - 280))")
    for _ in range(presses):
        hand.tap(button)
    page.clock.run_for(800)
    expect(button).to_have_text("Read on")
    page.clock.resume()
    expect(button).to_have_text("Confirm the result")
    button.click()
    assert verbs.game_of(phones.organiser, phones.number).step == "confirm"
    expect(button).to_have_attribute("type", "submit")
    hand.tap(button)
    hand.seat.reads("What happened")
    assert [each.seat.complaints for each in (phones.reporter, hand)] == [[], []]


def test_a_report_without_a_connection_keeps_what_was_tapped_and_sends_it_later(phones: Phones) -> None:
    hand, page = phones.reporter, phones.reporter.seat.page
    hand.seat.go(phones.url)
    hand.tap(hand.seat.link("Report the result"))
    lines = page.locator(".report-line")
    damage(hand, lines.nth(0), 1)
    page.context.set_offline(True)
    expect(page.locator("[data-live-state]").first).to_have_text("No connection")
    hand.tap(lines.nth(0).get_by_role("button", name=re.compile("One damage more")))
    hand.seat.reads("Your changes are sent when it is back.")
    page.locator("[data-dismiss-toast]").first.tap()
    at = page.url
    hand.tap(page.locator(".segmented label", has_text="Ended early"))
    hand.tap(hand.seat.button("Submit the report"))
    hand.seat.reads("There is no connection, so nothing was sent.")
    assert page.url == at
    page.context.set_offline(False)
    expect(lines.nth(0).locator(".line-state")).to_contain_text("2 damage")
    expect(page.locator("#facts-state")).to_contain_text("Saved")
    hand.tap(hand.seat.button("Submit the report"))
    hand.seat.reads("The report is complete.")
