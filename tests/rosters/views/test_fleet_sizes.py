"""Fleet pages stay small and ask the database as often for forty ships as for one."""

from __future__ import annotations

from cProfile import Profile

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Shard
from rosters.catalogue import Side, catalogue
from rosters.rules.state import FleetState, ShipState, SquadronState, UpgradeState
from tests.rosters.views.work_pages import WorkPages

MOST_BYTES = 120_000
PAGES = ("", "build/", "build/ships/", "ledger/", "history/", "memorial/")


def equipped(fleet: FleetState, ships: int) -> None:
    """Fill a fleet with that many ships, a card in every slot of each: written straight into the snapshot."""
    cards = [card for card in catalogue().cards_of(Side.REBEL) if card.purchasable and not card.huge]
    number = max([0, *fleet.ships, *fleet.upgrades]) + 1000
    for count in range(ships):
        card, place = cards[count % len(cards)], 2 + count % 9
        fleet.squadrons.setdefault(place, SquadronState(place, "standard"))
        fleet.ships[number] = ship = ShipState(number, card.id, place)
        for slot in card.slots:
            number += 1
            upgrade = next(each for each in catalogue().upgrades_in(slot) if not each.unique)
            fleet.upgrades[number] = UpgradeState(number, upgrade.id, ship.id)
        number += 1


@pytest.fixture
def filled(bench: WorkPages):
    """Puts equipped ships on the fleet; gives its work place."""

    def fill(ships: int) -> WorkPages:
        fleet = bench.state
        equipped(fleet, ships)
        shard = Shard.objects.filter(campaign=bench.person.seat.campaign_id, part="rosters", key=bench.fleet)
        shard.update(doc=msgspec.json.encode(fleet).decode())
        return bench

    return fill


def queries(bench: WorkPages, path: str) -> int:
    with CaptureQueriesContext(connection) as caught:
        assert bench.person.client.get(bench.base + path).status_code == 200
    return len(caught)


@pytest.mark.parametrize("path", PAGES)
def test_forty_ships_cost_no_more_queries_than_one(filled, path):
    few = queries(filled(1), path)
    assert queries(filled(39), path) == few
    assert few <= 12


@pytest.mark.parametrize("path", ["", "build/"])
def test_twenty_equipped_ships_fit_into_120_kilobytes(filled, path):
    bench = filled(20)
    page = bench.person.client.get(bench.base + path).content
    assert page.count(b'class="ship') >= 20
    assert len(page) <= MOST_BYTES


def test_offers_are_fetched_when_a_slot_is_opened(filled):
    text = filled(20).text()
    assert "offer-name" not in text
    assert text.count("data-pick") > 100


@pytest.mark.parametrize("path", ["", "build/"])
def test_forty_ships_are_hardly_more_work_than_ten(filled, path):
    ten = work(filled(10), path)
    assert work(filled(30), path) <= 1.5 * ten


def work(bench: WorkPages, path: str) -> int:
    """Number of function calls for a second visit to a page: work that no busy machine distorts."""
    bench.person.client.get(bench.base + path)
    watch = Profile()
    watch.runcall(bench.person.client.get, bench.base + path)
    return sum(entry.callcount for entry in watch.getstats())
