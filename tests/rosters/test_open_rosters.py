"""Rosters are open to every player, and two fleets may mirror each other."""

from __future__ import annotations

import pytest
from django.test import Client

from rosters.rules.orders import BuyShip
from tests import verbs
from tests.places import fleet_url

pytestmark = pytest.mark.django_db

LUKE = "rebel-xwing-lukeskywalker"


@pytest.mark.rule("CR-006")
@pytest.mark.parametrize("tab", ["", "ledger/", "history/", "memorial/"])
def test_every_player_reads_every_fleet(tab: str) -> None:
    league = verbs.league(verbs.crew())
    client = Client()
    client.force_login(league.rival.user)
    answer = client.get(f"{fleet_url(league.campaign.pk, league.fleet)}{tab}")
    assert answer.status_code == 200
    assert "Red Wing" in answer.content.decode()


@pytest.mark.rule("CR-039")
def test_two_fleets_of_a_free_for_all_may_own_the_same_name() -> None:
    club = verbs.club(verbs.crew())
    fleets = [
        verbs.found_fleet(club.player, "Red Wing", "rebel"),
        verbs.found_fleet(club.rival, "Gold Wing", "rebel"),
    ]
    for member, fleet in zip((club.player, club.rival), fleets, strict=True):
        verbs.do(member, BuyShip(fleet, LUKE))
    owned = [[ship.card for ship in verbs.fleet_of(club.player, fleet).ships.values()] for fleet in fleets]
    assert owned == [[LUKE], [LUKE]]
