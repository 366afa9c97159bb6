"""Changes of a roster by an organiser's override, and proxies of fleets. Appliers check the event's
conditions."""

from __future__ import annotations

from league.kernel.fold import applies, must
from league.rules.events import MemberLeft, MemberRoleChanged
from rosters.rules import events as ev
from rosters.rules.folding import known_fleet
from rosters.rules.overrides import events as word
from rosters.rules.overrides.events import ShipStatus
from rosters.rules.state import RostersState, ShipState


def status_of(ship: ShipState) -> ShipStatus:
    """All marks of a ship as they are."""
    return ShipStatus(ship.rank, ship.mia, tuple(ship.damaged), tuple(ship.crippled), ship.squadron)


def set_status(ship: ShipState, status: ShipStatus) -> None:
    """Give a ship these marks; a pilot who is not ELITE has no given name (CR-120)."""
    ship.rank, ship.mia, ship.squadron = status.rank, status.mia, status.squadron
    ship.damaged, ship.crippled, ship.waits_for = list(status.damaged), list(status.crippled), None
    if status.rank != "ELITE":
        ship.given_name = ""


@applies(RostersState, word.ShipOverruled)
def _ship(state: RostersState, e: word.ShipOverruled) -> None:
    fleet = known_fleet(state, e.fleet)
    must(
        e.ship in fleet.ships and status_of(fleet.ships[e.ship]) == e.before,
        f"{e.name} is not on the roster as it was",
    )
    place = e.after.squadron
    must(place is None or place in fleet.squadrons, "that squadron does not exist")
    set_status(fleet.ships[e.ship], e.after)


@applies(RostersState, word.UpgradeOverruled)
def _upgrade(state: RostersState, e: word.UpgradeOverruled) -> None:
    upgrade = known_fleet(state, e.fleet).upgrades.get(e.upgrade)
    must(upgrade is not None and upgrade.mia != e.mia, f"{e.name} is not on the roster as it was")
    assert upgrade is not None
    must(e.ship in (None, upgrade.ship), f"{e.name} is not where it was")
    upgrade.mia = e.mia
    if e.ship is None:
        upgrade.ship, upgrade.section, upgrade.choice = None, "", ""


@applies(RostersState, word.NameRestored)
def _name(state: RostersState, e: word.NameRestored) -> None:
    fleet = known_fleet(state, e.fleet)
    must(e.persona in fleet.killed, f"{e.name} is not lost")
    fleet.killed.remove(e.persona)


@applies(RostersState, word.EliminationStruck)
def _struck(state: RostersState, e: word.EliminationStruck) -> None:
    fleet = known_fleet(state, e.fleet)
    must(fleet.standing == "eliminated", f"{fleet.name} is not eliminated")
    fleet.standing, fleet.defeats_in_row = "ready", 0


@applies(RostersState, word.ProxyAppointed)
def _appointed(state: RostersState, e: word.ProxyAppointed) -> None:
    known_fleet(state, e.fleet).proxy = e.member


@applies(RostersState, ev.FleetHandedOver)
def _handed_over(state: RostersState, e: ev.FleetHandedOver) -> None:
    """A new owner appoints their own proxy."""
    known_fleet(state, e.fleet).proxy = 0


@applies(RostersState, MemberLeft)
def _left(state: RostersState, e: MemberLeft) -> None:
    _stands_in_no_more(state, e.member)


@applies(RostersState, MemberRoleChanged)
def _role(state: RostersState, e: MemberRoleChanged) -> None:
    if e.role == "visitor":
        _stands_in_no_more(state, e.member)


def _stands_in_no_more(state: RostersState, member: int) -> None:
    for fleet in state.fleets.values():
        if fleet.proxy == member:
            fleet.proxy = 0
