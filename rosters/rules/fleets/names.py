"""Names that players give: of fleets, and of ELITE pilots (CR-010, CR-120)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from league.kernel.decision import Decision, Order, decides
from league.kernel.refusal import Refusal, Unreadable
from rosters.catalogue import catalogue
from rosters.rules import events as ev
from rosters.rules.access import own_fleet, ship_of
from rosters.rules.fleets.slugs import free_slug, taken_slugs
from rosters.rules.labels import card_label, ship_name
from rosters.rules.state import FleetState, RostersState, ShipState

SUITS = ("spades", "hearts", "diamonds", "clubs")
NAME_LENGTH = 60


@dataclass(frozen=True, slots=True)
class RenameFleet(Order):
    """A new name, and a new suit unless that is blank. The suit changes in a draft only."""

    name: ClassVar[str] = "rename_fleet"

    fleet: int
    fleet_name: str
    suit: str = ""


@dataclass(frozen=True, slots=True)
class NamePilot(Order):
    """An ELITE pilot's own name, at any time; blank takes it away (CR-120)."""

    name: ClassVar[str] = "name_pilot"

    fleet: int
    ship: int
    given_name: str


@decides(RenameFleet)
def _rename(d: Decision, order: RenameFleet) -> None:
    fleet = own_fleet(d, order.fleet, "rename this fleet")
    name = clean_name(order.fleet_name, "fleet_name", "fleet")
    check_fleet_name(d.state.of(RostersState), name, besides=fleet.id)
    suit = order.suit or fleet.suit
    if suit != fleet.suit:
        if fleet.standing != "draft":
            raise Refusal(
                "locked", "The suit is fixed once the roster is locked.", rule="CR-010", field="suit"
            )
        check_suit(d.state.of(RostersState), suit, besides=fleet.id)
    slug = free_slug(name, taken_slugs(d.state.of(RostersState), besides=fleet.id))
    d.emit(ev.FleetRenamed(fleet.id, name, suit, slug))


@decides(NamePilot)
def _name_pilot(d: Decision, order: NamePilot) -> None:
    fleet = own_fleet(d, order.fleet, "name this pilot")
    ship = ship_of(fleet, order.ship)
    if not may_be_named(ship):
        why = f"{ship_name(ship)} is not ELITE: only ELITE pilots get a name of their own."
        raise Refusal("not_elite", why, rule="CR-120", field="ship")
    given = clean_name(order.given_name, "given_name", "pilot") if order.given_name.strip() else ""
    d.emit(ev.PilotNamed(fleet.id, ship.id, card_label(catalogue().ship_cards[ship.card]), given))


def may_be_named(ship: ShipState) -> bool:
    """Whether a pilot can have a name of its own: ELITE ones, at any time (CR-120)."""
    return ship.rank == "ELITE"


def clean_name(text: str, field: str, whose: str) -> str:
    """The name with single blanks and no control characters, 1 to 60 characters long. Raises `Refusal`."""
    name = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    if not name:
        raise Refusal("no_name", f"Give the {whose} a name.", field=field)
    if len(name) > NAME_LENGTH:
        raise Refusal("long_name", f"Keep the name to {NAME_LENGTH} characters.", field=field)
    return name


def check_fleet_name(rosters: RostersState, name: str, besides: int = 0) -> None:
    """Raise a `Refusal` if another fleet of the campaign goes by that name."""
    taken = {
        fleet.name.casefold() for fleet in rosters.fleets.values() if fleet.id != besides and _living(fleet)
    }
    if name.casefold() in taken:
        raise Refusal(
            "name_taken", f"Another fleet is already called {name}. Choose another name.", field="fleet_name"
        )


def check_suit(rosters: RostersState, suit: str, besides: int = 0) -> None:
    """Raise unless the suit is one of the four and not doubled while another is still free (CR-010)."""
    if suit not in SUITS:
        raise Unreadable("no_suit", f"Choose a suit: {', '.join(SUITS)}.", rule="CR-010", field="suit")
    taken = {fleet.suit for fleet in rosters.fleets.values() if fleet.id != besides and _living(fleet)}
    free = [each for each in SUITS if each not in taken]
    if suit in taken and free:
        raise Refusal("suit_taken", f"Another fleet already plays {suit}. Still free: {', '.join(free)}.",
                      rule="CR-010", field="suit")  # fmt: skip


def _living(fleet: FleetState) -> bool:
    return fleet.standing != "retired"
