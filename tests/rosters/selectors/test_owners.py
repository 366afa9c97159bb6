"""Fleets that own a card, and the card pages that say so."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from rosters.selectors.owners import owners_of
from tests import verbs
from tests.people import browser
from tests.places import fleet_url

STOCK = verbs.STOCK["rebel"]


def test_a_member_sees_the_fleets_of_his_campaigns_with_their_copies(running):
    (owner,) = owners_of(running.rival.user, STOCK)
    assert (owner.fleet, owner.copies, owner.missing) == ("Red Wing", 12, 0)
    assert owner.url == fleet_url(running.campaign.pk, running.fleet)


def test_strangers_see_none(running, stranger):
    assert owners_of(stranger.user, STOCK) == []
    assert owners_of(AnonymousUser(), STOCK) == []


def test_upgrades_are_counted_too(campaign, player):
    fleet = verbs.found_fleet(player.seat, "Red Wing", "rebel")
    verbs.buy_ship(player.seat, fleet, STOCK, None, ("r2astromech",))
    assert [each.copies for each in owners_of(player.user, "r2astromech")] == [1]


def test_card_pages_name_the_fleets(running, nobody):
    page = browser(running.player.user).get(f"/cards/ships/{STOCK}/").content.decode()
    assert "Red Wing</a>" in page
    assert "12 copies" in page
    assert "Fleets that own it" not in nobody.get(f"/cards/ships/{STOCK}/").content.decode()


def test_a_card_that_nobody_has_says_so(running):
    page = browser(running.player.user).get("/cards/upgrades/plasmatorpedoes/").content.decode()
    assert "No fleet of your campaigns has it." in page
