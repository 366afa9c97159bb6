"""Quick second presses at the same place: they do nothing, as another act may have come there meanwhile."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests import verbs
from tests.e2e.hands import DESKTOP, PHONE, OpenContext, sign_in, sit_down
from tests.places import game_url

REST_MS = 800


def press(page: Page, button: Locator) -> None:
    """A press on the middle of a button, whether it takes presses or not."""
    expect(button).to_be_in_viewport()
    box = button.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_double_press_that_closes_the_repairs_leaves_the_round_open(
    open_context: OpenContext, site: str, screen: dict
):
    people = verbs.crew()
    running = verbs.league(people)
    verbs.play(running)
    context = open_context(**screen)
    sign_in(context, people.organiser, site)
    page = sit_down(context).page
    page.clock.install()
    page.goto(f"/campaigns/{running.campaign.pk}/desks/")
    page.clock.pause_at(page.evaluate("Date.now() + 60000"))
    bar = page.locator(".page-bar")
    press(page, bar.get_by_role("button", name="Close the repairs of 2 fleets"))
    closing = bar.get_by_role("button", name="Close the round")
    press(page, closing)
    page.wait_for_timeout(200)
    assert verbs.round_of(running.organiser).open
    page.clock.run_for(REST_MS)
    press(page, closing)
    expect(page.locator("#messages")).to_contain_text("closed")
    expect(closing).to_have_count(0)


def test_the_keyboard_goes_on_at_the_next_move_of_a_game(open_context: OpenContext, site: str):
    people = verbs.crew()
    running = verbs.league(people)
    game = verbs.pair(running)
    context = open_context(**DESKTOP)
    sign_in(context, people.player, site)
    page = sit_down(context).page
    page.goto(game_url(running.campaign.pk, game))
    assert page.evaluate("document.activeElement === document.body")
    page.get_by_role("button", name="Ready", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Ready", exact=True)).to_have_count(0)
    expect(page.get_by_role("region", name="The next move")).to_be_focused()
