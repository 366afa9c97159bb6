"""The moment at which both forces turn over, on the phone of somebody who looks at the game."""

from __future__ import annotations

from playwright.sync_api import expect

from tests import verbs
from tests.e2e.hands import PHONE, OpenContext, sign_in, sit_down
from tests.places import game_url

# Before the live part has settled, another part is swapped, as when several things happen at once.
SWAPPED_BETWEEN = """() => new Promise((done) => {
    htmx.config.defaultSettleDelay = 800;
    document.addEventListener("htmx:afterSwap", (event) => {
        if (event.target.id !== "game-live") { return; }
        htmx.ajax("GET", location.pathname, { target: "#messages", select: "#messages", swap: "outerHTML" });
    });
    document.getElementById("messages").parentElement.addEventListener("htmx:afterSettle", (event) => {
        if (event.target.id === "messages") { done(); }
    });
    document.body.dispatchEvent(new CustomEvent("campaign-moved", { bubbles: true }));
})"""


def test_the_open_tab_stays_open_while_other_parts_are_swapped(open_context: OpenContext, site: str):
    people = verbs.crew()
    running = verbs.league(people)
    game = verbs.pair(running)
    verbs.draw(running.organiser, game)
    context = open_context(**PHONE, reduced_motion="reduce")
    sign_in(context, people.player, site)
    seat = sit_down(context, touch=True)
    seat.go(game_url(running.campaign.pk, game))
    theirs = seat.page.locator(".looks-tabs > .look").nth(1)
    seat.press(theirs.locator("summary").first)
    seat.page.evaluate(SWAPPED_BETWEEN)
    expect(theirs).to_have_attribute("open", "")
    assert seat.complaints == []
