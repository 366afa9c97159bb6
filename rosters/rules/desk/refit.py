"""Reorganising: ships and upgrades move, squadrons are formed, re-designated and struck (CR-144, CR-010 to
CR-022)."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import ClassVar

from league.kernel.decision import Decision, Order, decides
from league.kernel.refusal import Refusal, Unreadable, refuse_if
from rosters.catalogue import catalogue
from rosters.rules import events as ev
from rosters.rules.access import (
    card_faults,
    check_squadron,
    check_squadron_card,
    make_way,
    neighbours,
    open_fleet,
    present_ship,
    refuse_new,
    squadron_type,
    upgrade_of,
)
from rosters.rules.fitting.cards import stays_findings
from rosters.rules.labels import ship_name, upgrade_name
from rosters.rules.purchases.buying import find_place
from rosters.rules.state import FleetState, ShipState, SquadronType, UpgradeState
from rosters.rules.uniques.team import Mates, mates_of


@dataclass(frozen=True, slots=True)
class MoveShip(Order):
    """Move a ship to a squadron (2–10) or to the inventory (None)."""

    name: ClassVar[str] = "move_ship"

    fleet: int
    ship: int
    squadron: int | None = None


@dataclass(frozen=True, slots=True)
class MoveUpgrade(Order):
    """Move an upgrade to a ship or to the inventory (None)."""

    name: ClassVar[str] = "move_upgrade"

    fleet: int
    upgrade: int
    ship: int | None = None
    section: str = ""
    choice: str = ""


@dataclass(frozen=True, slots=True)
class FormSquadron(Order):
    """Lay out a squadron card 2–10 of a type: "recon", "standard" or "epic"."""

    name: ClassVar[str] = "form_squadron"

    fleet: int
    squadron: int
    type: str


@dataclass(frozen=True, slots=True)
class RetypeSquadron(Order):
    """Designate a squadron as another type (CR-022)."""

    name: ClassVar[str] = "retype_squadron"

    fleet: int
    squadron: int
    type: str


@dataclass(frozen=True, slots=True)
class StrikeSquadron(Order):
    """Take a squadron card away; its ships go to the inventory."""

    name: ClassVar[str] = "strike_squadron"

    fleet: int
    squadron: int


@dataclass(frozen=True, slots=True)
class Rearrange(Order):
    """A whole arrangement at once (CR-144).

    `squadrons` lists every squadron there will be as (card, type); others are struck. `ships` are (ship,
    squadron or None) and `upgrades` (upgrade, ship or None, section, choice); everything else stays in its
    place.
    """

    name: ClassVar[str] = "rearrange"

    fleet: int
    squadrons: tuple[tuple[int, str], ...]
    ships: tuple[tuple[int, int | None], ...] = ()
    upgrades: tuple[tuple[int, int | None, str, str], ...] = ()


@decides(MoveShip)
def _move_ship(d: Decision, order: MoveShip) -> None:
    fleet = open_fleet(d, order.fleet, "move ships of this fleet")
    mates = mates_of(d.state, fleet)
    ship = present_ship(fleet, order.ship)
    check_squadron(fleet, order.squadron)
    if order.squadron == ship.squadron:
        return
    near = neighbours(fleet, ship.id) | _listed_in(fleet, order.squadron)
    before = card_faults(fleet, near, mates)
    _shift(d, fleet, ship, order.squadron)
    refuse_new(before, card_faults(fleet, near, mates))


@decides(MoveUpgrade)
def _move_upgrade(d: Decision, order: MoveUpgrade) -> None:
    fleet = open_fleet(d, order.fleet, "move upgrades of this fleet")
    mates = mates_of(d.state, fleet)
    upgrade = upgrade_of(fleet, order.upgrade)
    near = neighbours(fleet, upgrade.ship, order.ship)
    before = card_faults(fleet, near, mates)
    _check_movable(fleet, upgrade)
    section, choice = "", ""
    if order.ship is not None:
        present_ship(fleet, order.ship)
        section, choice = _place_for(fleet, upgrade, order, mates)
    _carry(d, fleet, upgrade, order.ship, section, choice)
    refuse_new(before, card_faults(fleet, near, mates))


@decides(FormSquadron)
def _form(d: Decision, order: FormSquadron) -> None:
    fleet = open_fleet(d, order.fleet, "lay out squadrons of this fleet")
    mates = mates_of(d.state, fleet)
    check_squadron_card(order.squadron)
    if order.squadron in fleet.squadrons:
        raise Refusal(
            "card_taken",
            f"Card {order.squadron} already stands for a squadron. Choose a free card.",
            rule="CR-010",
            field="squadron",
        )
    before = card_faults(fleet, (), mates)
    d.emit(ev.SquadronFormed(fleet.id, order.squadron, squadron_type(order.type)))
    refuse_new(before, card_faults(fleet, (), mates))


@decides(RetypeSquadron)
def _retype(d: Decision, order: RetypeSquadron) -> None:
    fleet = open_fleet(d, order.fleet, "designate squadrons of this fleet")
    mates = mates_of(d.state, fleet)
    check_squadron(fleet, order.squadron)
    before = card_faults(fleet, (), mates)
    _designate(d, fleet, order.squadron, squadron_type(order.type))
    refuse_new(before, card_faults(fleet, (), mates))


@decides(StrikeSquadron)
def _strike(d: Decision, order: StrikeSquadron) -> None:
    fleet = open_fleet(d, order.fleet, "disband squadrons of this fleet")
    mates = mates_of(d.state, fleet)
    check_squadron(fleet, order.squadron)
    near = _listed_in(fleet, order.squadron)
    before = card_faults(fleet, near, mates)
    d.emit(ev.SquadronStruck(fleet.id, order.squadron, "CR-144"))
    refuse_new(before, card_faults(fleet, near, mates))


@decides(Rearrange)
def _rearrange(d: Decision, order: Rearrange) -> None:
    fleet = open_fleet(d, order.fleet, "reorganise this fleet")
    mates = mates_of(d.state, fleet)
    wanted = {card: squadron_type(word) for card, word in order.squadrons}
    ships = dict(order.ships)
    _check_arrangement(fleet, order, wanted, ships)
    before = card_faults(fleet, fleet.ships, mates)
    for number in ships:
        if fleet.ships[number].squadron is not None:
            _shift(d, fleet, fleet.ships[number], None)
    for card in [card for card in fleet.squadrons if card not in wanted]:
        d.emit(ev.SquadronStruck(fleet.id, card, "CR-144"))
    for card, kind in wanted.items():
        if card in fleet.squadrons:
            _designate(d, fleet, card, kind)
        else:
            d.emit(ev.SquadronFormed(fleet.id, card, kind))
    for number, ship, _, _ in order.upgrades:
        if fleet.upgrades[number].ship != ship:
            _carry(d, fleet, fleet.upgrades[number], None, "", "")
    for number, ship, section, choice in order.upgrades:
        _carry(d, fleet, fleet.upgrades[number], ship, section, choice)
    for number, target in ships.items():
        _shift(d, fleet, fleet.ships[number], target)
    refuse_new(before, card_faults(fleet, fleet.ships, mates))


def _check_arrangement(
    fleet: FleetState, order: Rearrange, wanted: dict[int, SquadronType], ships: dict[int, int | None]
) -> None:
    if len(wanted) != len(order.squadrons) or len(ships) != len(order.ships):
        raise Unreadable("twice", "List every squadron and every ship only once.", rule="CR-144")
    for card in wanted:
        check_squadron_card(card)
    for number, target in ships.items():
        present_ship(fleet, number)
        if target is not None and target not in wanted:
            raise Unreadable(
                "no_squadron", f"Squadron {target} is not part of this arrangement.", rule="CR-144"
            )
    for number, ship, section, choice in order.upgrades:
        upgrade = upgrade_of(fleet, number)
        moved = (upgrade.ship, upgrade.section, upgrade.choice) != (ship, section, choice)
        if upgrade.ship != ship or (upgrade.mia and moved):
            _check_movable(fleet, upgrade)
        if ship is not None:
            present_ship(fleet, ship)


def _listed_in(fleet: FleetState, squadron: int | None) -> set[int]:
    return set() if squadron is None else {ship.id for ship in fleet.ships_in(squadron)}


def _shift(d: Decision, fleet: FleetState, ship: ShipState, target: int | None) -> None:
    if ship.squadron != target:
        d.emit(ev.ShipMoved(fleet.id, ship.id, ship_name(ship), ship.squadron, target))


def _designate(d: Decision, fleet: FleetState, card: int, kind: SquadronType) -> None:
    now = fleet.squadrons[card].type
    if now != kind:
        d.emit(ev.SquadronTyped(fleet.id, card, now, kind))


def _carry(
    d: Decision, fleet: FleetState, upgrade: UpgradeState, ship: int | None, section: str, choice: str
) -> None:
    if (upgrade.ship, upgrade.section, upgrade.choice) != (ship, section, choice):
        d.emit(
            ev.UpgradeMoved(fleet.id, upgrade.id, upgrade_name(upgrade), upgrade.ship, ship, section, choice)
        )
        if ship is not None:
            make_way(d, fleet, ship)


def _check_movable(fleet: FleetState, upgrade: UpgradeState) -> None:
    if upgrade.mia:
        raise Refusal(
            "missing",
            f"{upgrade_name(upgrade)} is missing and cannot be moved. Recover it first; until then its slot "
            "is free for another card.",
            rule="CR-036",
            field="upgrade",
        )
    if upgrade.ship is not None:
        refuse_if(stays_findings(upgrade.card))
        present_ship(fleet, upgrade.ship)


def _place_for(fleet: FleetState, upgrade: UpgradeState, order: MoveUpgrade, mates: Mates) -> tuple[str, str]:
    """Section and choice on the ship, found on a copy of the fleet where the card is loose."""
    assert order.ship is not None
    trial = deepcopy(fleet)
    del trial.upgrades[upgrade.id]
    card = catalogue().upgrades[upgrade.card]
    return find_place(trial, order.ship, card, order.section, order.choice, mates=mates)
