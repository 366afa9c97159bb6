"""Versions of a squadron: one for each act that changed it, and the occasions at which they stood."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest

from league.kernel.decision import Order
from league.kernel.events import Event
from league.kernel.fold import heard_by
from league.kernel.history import Logged
from league.rules import events as lg
from rosters.rules import events as ev
from rosters.rules import orders
from rosters.rules.squadrons.versions import Mark, Version, before_the_latest, cut_to, versions
from rosters.rules.state import RostersState
from tests.rosters.rules.orders.table import ANN, BEN, ORGANISER, ROOKIE, Table, a_table

LUKE = "rebel-xwing-lukeskywalker"
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@dataclass
class Recorder:
    """A table whose every step is an act of the log."""

    table: Table
    log: list[Logged] = field(default_factory=list)

    def add(self, *events: Event) -> None:
        self.table.emit(*events)
        self._record(events)

    def do(self, order: Order) -> None:
        by = BEN if isinstance(order, orders.FoundFleet) and order.fleet_name == "Rival" else ORGANISER
        self._record(self.table.do(order, ANN if isinstance(order, orders.FoundFleet) and by != BEN else by))

    def _record(self, events: tuple[Event, ...] | list[Event]) -> None:
        act = self.log[-1].act + 1 if self.log else 1
        at = NOON + timedelta(minutes=act)
        self.log += [Logged(act, act, 1, at, each) for each in events]

    def versions(self, card: int = 2, fleet: int | None = None) -> list[Version]:
        return versions(self.log, fleet or min(self.table.fleets), card)


@pytest.fixture
def made() -> Recorder:
    """Red Wing with squadron 2, in which Luke flies."""
    made = Recorder(a_table())
    made.do(orders.FoundFleet("Red Wing", "rebel", "hearts"))
    fleet = min(made.table.fleets)
    made.do(orders.FormSquadron(fleet, 2, "standard"))
    made.do(orders.BuyShip(fleet, LUKE, 2, ("r2d2",)))
    return made


def fleet_of(made: Recorder) -> int:
    return min(made.table.fleets)


def luke(made: Recorder) -> int:
    return next(each.id for each in made.table.fleet(fleet_of(made)).ships.values() if each.card == LUKE)


def test_every_act_that_changed_the_squadron_makes_a_version(made):
    made.do(orders.BuyShip(fleet_of(made), ROOKIE, 2))
    found = made.versions()
    assert [(each.number, each.ships, each.value) for each in found] == [(1, 0, 0), (2, 1, 32), (3, 2, 53)]
    assert [each.at for each in found] == [NOON + timedelta(minutes=minute) for minute in (2, 3, 4)]


def test_acts_elsewhere_make_none(made):
    before = len(made.versions())
    made.do(orders.BuyShip(fleet_of(made), ROOKIE, None))
    made.do(orders.FormSquadron(fleet_of(made), 3, "standard"))
    made.do(orders.RenameFleet(fleet_of(made), "Blue Wing", "spades"))
    assert len(made.versions()) == before
    assert len(made.versions(3)) == 1


def test_a_change_that_is_turned_back_is_a_version_as_well(made):
    upgrade = next(iter(made.table.fleet(fleet_of(made)).upgrades))
    made.do(orders.ReturnUpgrade(fleet_of(made), upgrade))
    made.do(orders.BuyUpgrade(fleet_of(made), "r2d2", luke(made)))
    assert [each.value for each in made.versions()] == [0, 32, 28, 32]


def test_a_squadron_that_was_struck_and_laid_out_again_goes_on(made):
    made.do(orders.StrikeSquadron(fleet_of(made), 2))
    made.do(orders.FormSquadron(fleet_of(made), 2, "recon"))
    found = made.versions()
    assert [(each.number, each.ships) for each in found] == [(1, 0), (2, 1), (3, 0)]
    assert found[-1].fleet.squadrons[2].type == "recon"


def test_marks_of_a_game_are_in_the_versions(made):
    ship = luke(made)
    made.add(ev.RankChanged(fleet_of(made), ship, "Luke", "", "EXP", "CR-118"))
    made.add(ev.DamageMarked(fleet_of(made), ship, "Luke", ("whole",), "CR-112"))
    made.add(ev.ShipLost(fleet_of(made), ship, "Luke", "mia", "CR-113"))
    *_, ranked, damaged, missing = made.versions()
    assert ranked.fleet.ships[ship].rank == "EXP"
    assert damaged.fleet.ships[ship].damaged == ["whole"]
    assert (missing.ships, missing.value, missing.fleet.ships[ship].mia) == (0, 0, True)


def test_a_version_stays_as_it_was(made):
    first = made.versions()[1]
    made.add(ev.DamageMarked(fleet_of(made), luke(made), "Luke", ("whole",), "CR-112"))
    assert made.versions()[1] == first
    assert first.fleet.ships[luke(made)].damaged == []


def test_occasions_stand_with_the_version_of_that_time(made):
    fleet = fleet_of(made)
    made.do(orders.FoundFleet("Rival", "imperial", "clubs"))
    rival = max(made.table.fleets)
    made.add(ev.FleetLocked(fleet), ev.FleetLocked(rival), lg.CampaignStarted((fleet, rival)))
    made.add(lg.RoundOpened(50, 1), lg.FleetCheckedIn(50, fleet), lg.FleetCheckedIn(50, rival))
    made.add(lg.PairingMade(50, 60, rival, fleet, number=7))
    made.add(ev.DeskOpened(fleet, 61, 50, 60))
    made.add(ev.RankChanged(fleet, luke(made), "Luke", "", "EXP", "CR-118"))
    made.add(ev.DeskClosed(fleet, 61, 50))
    assert [each.marks for each in made.versions()] == [
        [],
        [Mark("start"), Mark("game", 50, "Rival")],
        [Mark("desk", 50)],
    ]
    assert made.versions(2, rival) == []


def test_the_newest_is_compared_with_the_latest_that_stood_at_an_occasion(made):
    fleet = fleet_of(made)
    assert before_the_latest(made.versions()[:1]) is None
    assert before_the_latest(made.versions()).number == 1
    made.add(ev.FleetLocked(fleet), lg.CampaignStarted((fleet,)))
    for rank, earlier in (("EXP", ""), ("VET", "EXP"), ("ELITE", "VET")):
        made.add(ev.RankChanged(fleet, luke(made), "Luke", earlier, rank, "CR-118"))
    assert before_the_latest(made.versions()).number == 2


def test_a_fleet_is_cut_to_the_squadron_and_nothing_else(made):
    fleet = fleet_of(made)
    made.do(orders.BuyShip(fleet, ROOKIE, None, ("r2astromech",)))
    made.do(orders.BuyUpgrade(fleet, "protontorpedoes", None))
    cut = cut_to(made.table.fleet(fleet), 2)
    assert (cut.name, cut.side, cut.suit) == ("Red Wing", "rebel", "hearts")
    assert (cut.id, cut.member, cut.points, cut.flown, cut.slug) == (0, 0, 0, [], "")
    assert [each.card for each in cut.ships.values()] == [LUKE]
    assert [each.card for each in cut.upgrades.values()] == ["r2d2"]
    with pytest.raises(KeyError):
        cut_to(made.table.fleet(fleet), 9)


def test_a_part_knows_the_events_that_it_hears():
    assert {ev.ShipBought, lg.PairingMade} <= heard_by(RostersState)
    assert lg.CampaignCreated not in heard_by(RostersState)
