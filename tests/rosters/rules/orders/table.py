"""A campaign for the tests of orders: everything goes through `decide` and real events."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field

from league.kernel.decision import Actor, Order, decide
from league.kernel.entropy import SeededEntropy
from league.kernel.events import Event
from league.kernel.fold import CampaignState, apply
from league.kernel.refusal import Refusal
from league.rules import events as lg
from league.rules.state import Format
from rosters.rules import events as ev
from rosters.rules import orders
from rosters.rules.state import FleetState, RostersState, ShipState, UpgradeState

ORGANISER = Actor(1, "organiser")
ANN = Actor(2, "player")
BEN = Actor(3, "player")
CAT = Actor(4, "player")
VISITOR = Actor(9, "visitor")
ROOKIE = "rebel-xwing-rookiepilot"
GRAY = "rebel-ywing-graysquadronpilot"


@dataclass
class Table:
    """`do` decides an order and keeps its events; `refused` gives the refusal: nothing may have changed."""

    state: CampaignState = field(default_factory=CampaignState)
    next_id: int = 1
    log: list[Event] = field(default_factory=list)

    def emit(self, *events: Event) -> None:
        for event in events:
            apply(self.state, event)
            self.log.append(event)

    def do(self, order: Order, by: Actor = ANN) -> list[Event]:
        d = decide(
            deepcopy(self.state),
            by,
            order,
            now="2026-01-01",
            entropy=SeededEntropy("table"),
            next_id=self.next_id,
        )
        self.state, self.next_id = d.state, d.next_id
        self.log += d.events
        return d.events

    def refused(self, order: Order, by: Actor = ANN) -> Refusal:
        before = deepcopy(self.state)
        try:
            self.do(order, by)
        except Refusal as no:
            assert self.state == before
            return no
        raise AssertionError(f"{order} was not refused")

    @property
    def fleets(self) -> dict[int, FleetState]:
        return self.state.of(RostersState).fleets

    def fleet(self, number: int) -> FleetState:
        return self.fleets[number]

    def found(self, by: Actor = ANN, side: str = "rebel", suit: str = "hearts", name: str = "") -> int:
        self.do(orders.FoundFleet(name or f"Fleet of {by.member}", side, suit), by)
        return max(self.fleets)

    def buy(self, fleet: int, card: str, *upgrades: str, squadron: int | None = None) -> int:
        self.do(orders.BuyShip(fleet, card, squadron, upgrades), ORGANISER)
        return max(self.fleet(fleet).ships)

    def form(self, fleet: int, squadron: int, kind: str = "standard") -> None:
        self.do(orders.FormSquadron(fleet, squadron, kind), ORGANISER)

    def ship(self, fleet: int, number: int) -> ShipState:
        return self.fleet(fleet).ships[number]

    def aboard(self, fleet: int, ship: int | None) -> list[UpgradeState]:
        return self.fleet(fleet).upgrades_on(ship)

    def start(self, *fleets: int) -> None:
        """Lock these fleets, whatever they hold, and begin."""
        self.emit(*(ev.FleetLocked(each) for each in fleets), lg.CampaignStarted(fleets))

    def open_desks(self, *fleets: int, number: int = 1) -> None:
        """A round in which these fleets have no game, so that their desks open (CR-056)."""
        at = self.new_number()
        self.emit(lg.RoundOpened(at, number))
        for fleet in fleets:
            self.emit(lg.FleetCheckedIn(at, fleet), lg.FleetSatOut(at, fleet))
        self.emit(lg.RoundClosed(at))

    def new_number(self) -> int:
        self.next_id += 1
        return self.next_id - 1

    def points_of(self, fleet: int) -> int:
        """350 and the sum of the ledger lines (CR-003)."""
        return 350 + sum(
            each.amount for each in self.log if isinstance(each, ev.PointsChanged) and each.fleet == fleet
        )


def a_table(format: Format = "free_for_all", **profile: bool) -> Table:
    """A campaign that gathers, with an organiser, three players and a visitor."""
    table = Table()
    table.emit(lg.CampaignCreated("Sector", format, profile=dict(profile)))
    for actor in (ORGANISER, ANN, BEN, CAT, VISITOR):
        table.emit(lg.MemberJoined(actor.member, actor.role))
    return table


def a_draft(side: str = "rebel", **profile: bool) -> tuple[Table, int]:
    """A table with one draft of ANN's."""
    table = a_table(**profile)
    return table, table.found(side=side)


def a_desk(side: str = "rebel", *, points: int | None = None, **profile: bool) -> tuple[Table, int]:
    """A running campaign of two fleets with the desk of ANN's open and nothing on the rosters."""
    table, fleet = a_draft(side, **profile)
    rival = table.found(BEN, "imperial", "clubs")
    table.start(fleet, rival)
    table.open_desks(fleet)
    if points is not None:
        table.emit(ev.PointsChanged(fleet, points - 350, "CR-001", "set"))
    return table, fleet


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]
