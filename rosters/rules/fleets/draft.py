"""Making a roster: founding a fleet, its side, and giving back while it is a draft (CR-001, CR-010,
CR-030)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from league.kernel.decision import Decision, Order, decides
from league.kernel.refusal import NotYours, Refusal, Unreadable
from league.rules.next_fleet import is_gone, needs_organiser
from rosters.catalogue import Side, catalogue
from rosters.rules import events as ev
from rosters.rules.access import (
    ENDED,
    Payment,
    check_squadron_card,
    draft_fleet,
    league_of,
    pay,
    ship_of,
    upgrade_of,
)
from rosters.rules.facts import facts
from rosters.rules.fleets.names import check_fleet_name, check_suit, clean_name
from rosters.rules.fleets.slugs import free_slug, taken_slugs
from rosters.rules.labels import ship_name, upgrade_name
from rosters.rules.purchases.importing import buy_plan
from rosters.rules.purchases.xws import plan_xws
from rosters.rules.state import FleetState, RostersState, UpgradeState


@dataclass(frozen=True, slots=True)
class FoundFleet(Order):
    """A member's new fleet with 350 points (CR-001). `member` 0 stands for the member who acts; `side` and
    `suit` are words."""

    name: ClassVar[str] = "found_fleet"

    fleet_name: str
    side: str
    suit: str
    member: int = 0


@dataclass(frozen=True, slots=True)
class ChangeSide(Order):
    """Another side for a draft that is still empty (CR-030)."""

    name: ClassVar[str] = "change_side"

    fleet: int
    side: str


@dataclass(frozen=True, slots=True)
class ReturnShip(Order):
    """Give a ship of a draft back for its full price, with everything on it."""

    name: ClassVar[str] = "return_ship"

    fleet: int
    ship: int


@dataclass(frozen=True, slots=True)
class ReturnUpgrade(Order):
    """Give an upgrade of a draft back for its full price."""

    name: ClassVar[str] = "return_upgrade"

    fleet: int
    upgrade: int


@dataclass(frozen=True, slots=True)
class ImportXws(Order):
    """Buy what an XWS text (JSON) or a squad builder's address holds into a draft; `squadron` None puts the
    ships into the inventory."""

    name: ClassVar[str] = "import_xws"

    fleet: int
    squadron: int | None
    text: str


@decides(FoundFleet)
def _found(d: Decision, order: FoundFleet) -> None:
    member = order.member or d.actor.member
    d.only_member(member, "found a fleet for this member")
    _check_may_found(d, member)
    rosters = d.state.of(RostersState)
    name = clean_name(order.fleet_name, "fleet_name", "fleet")
    check_fleet_name(rosters, name)
    check_side(order.side)
    check_suit(rosters, order.suit)
    slug = free_slug(name, taken_slugs(rosters))
    d.emit(ev.FleetFounded(d.new_id(), member, name, order.side, order.suit, slug))


def check_side(side: str) -> None:
    """Raise `Unreadable` unless the word is one of the three factions (CR-030)."""
    if side not in set(Side):
        raise Unreadable("no_side", "A fleet is rebel, imperial or scum.", rule="CR-030", field="side")


def _check_may_found(d: Decision, member: int) -> None:
    """One fleet per member. A member who lost, gave up or gave away a fleet in a running campaign needs an
    organiser to start another; a draft that was dissolved does not count."""
    league = league_of(d)
    if league.phase == "ended":
        raise Refusal("ended", ENDED)
    known = league.members.get(member)
    if known is None or not known.active or known.role == "visitor":
        raise NotYours(
            "no_player", "Only players of this campaign have a fleet. Ask an organiser to let you in."
        )
    fleets = [fleet for fleet in facts(d.state).values() if fleet.member == member]
    living = [fleet for fleet in fleets if not is_gone(fleet.standing)]
    if living:
        raise Refusal(
            "one_fleet", f"One fleet each: {living[0].name} is already in this campaign.", rule="CR-030"
        )
    if needs_organiser(league, member, fleets) and not d.actor.organises:
        raise Refusal(
            "had_fleet",
            "You command no fleet any more. An organiser can found another for you.",
            rule="CR-150",
        )


@decides(ChangeSide)
def _change_side(d: Decision, order: ChangeSide) -> None:
    fleet = draft_fleet(d, order.fleet, "change the side")
    check_side(order.side)
    if fleet.ships or fleet.upgrades:
        raise Refusal(
            "not_empty",
            "Give back every ship and upgrade first: cards belong to one side.",
            rule="CR-030",
            field="side",
        )
    if order.side != fleet.side:
        d.emit(ev.SideChanged(fleet.id, order.side))


@decides(ReturnShip)
def _return_ship(d: Decision, order: ReturnShip) -> None:
    fleet = draft_fleet(d, order.fleet, "give ships back")
    ship = ship_of(fleet, order.ship)
    label = ship_name(ship)
    payments = [_give_back(d, fleet, each) for each in fleet.upgrades_on(ship.id)]
    payments.append(Payment(catalogue().ship_cards[ship.card].points, "CR-007", f"{label} given back"))
    persona = catalogue().ship_cards[ship.card].persona
    d.emit(ev.ShipReturned(fleet.id, ship.id, label, persona))
    pay(d, fleet, payments, f"Giving back {label}")


@decides(ReturnUpgrade)
def _return_upgrade(d: Decision, order: ReturnUpgrade) -> None:
    fleet = draft_fleet(d, order.fleet, "give upgrades back")
    upgrade = upgrade_of(fleet, order.upgrade)
    label = upgrade_name(upgrade)
    pay(d, fleet, [_give_back(d, fleet, upgrade)], f"Giving back {label}")


def _give_back(d: Decision, fleet: FleetState, upgrade: UpgradeState) -> Payment:
    label = upgrade_name(upgrade)
    d.emit(ev.UpgradeReturned(fleet.id, upgrade.id, label))
    return Payment(catalogue().upgrades[upgrade.card].points, "CR-007", f"{label} given back")


@decides(ImportXws)
def _import(d: Decision, order: ImportXws) -> None:
    fleet = draft_fleet(d, order.fleet, "import squadrons")
    if order.squadron is not None:
        check_squadron_card(order.squadron)
    left_out = buy_plan(d, fleet, order.squadron, plan_xws(order.text, fleet.side))
    if not any(isinstance(event, ev.ShipBought) for event in d.events):
        raise Refusal(
            "nothing_bought",
            "Nothing of this squadron can be bought. The reasons are listed.",
            field="text",
            findings=left_out,
        )
