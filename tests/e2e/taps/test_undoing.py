"""A confirmed game on which other entries stand is undone with two clicks and one reason."""

from __future__ import annotations

from playwright.sync_api import BrowserContext

from league.models import Act
from rosters.rules.orders import BuyShip, RenameFleet
from tests import verbs
from tests.e2e.hands import sign_in, sit_down
from tests.e2e.taps.counting import Hand
from tests.places import game_url

CLICKS, REASONS = 2, 1


def test_a_game_is_undone_with_all_that_stands_on_it(desktop: BrowserContext, site: str) -> None:
    people = verbs.crew()
    running = verbs.league(people)
    game = verbs.play(running)
    verbs.do(running.player, BuyShip(running.fleet, verbs.STOCK["rebel"]))
    verbs.do(running.rival, RenameFleet(running.rival_fleet, "Iron Hand", ""))
    sign_in(desktop, people.organiser, site)
    hand = Hand(sit_down(desktop))
    hand.seat.go(game_url(running.campaign.pk, game))
    hand.tap(hand.seat.link("Undo the result"))
    hand.seat.page.get_by_label("Reason").focus()
    hand.type("The wrong sheet")
    hand.fields += 1
    hand.tap(hand.seat.button("Undo these 3"))
    hand.seat.reads("3 entries are undone.")
    assert (hand.taps, hand.fields) == (CLICKS, REASONS)
    assert Act.objects.filter(campaign=running.campaign, undone=True).count() == 3
    assert hand.seat.complaints == []
