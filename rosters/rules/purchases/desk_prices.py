"""Everything that a desk can do for points, priced before it is done (CR-141, CR-142, CR-143)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from league.rules.state import Profile
from rosters.catalogue import catalogue
from rosters.rules.labels import ship_name, upgrade_name
from rosters.rules.purchases.values import (
    recovery_parts,
    recovery_price,
    repair_price,
    upgrade_price,
    upgrade_recovery_price,
)
from rosters.rules.state import FleetState

Kind = Literal["recover_ship", "recover_upgrade", "repair_section"]


@dataclass(frozen=True, slots=True)
class Priced:
    """One action of the desk. `number` is the ship's or the upgrade's; `why_not` is a sentence when it
    cannot be done. `parts` are the cards of a recovery with their points, of which `price` is half, halved
    once (CR-004)."""

    kind: Kind
    number: int
    label: str
    price: int
    rule: str
    section: str = ""
    why_not: str = ""
    parts: tuple[tuple[str, int], ...] = ()

    @property
    def total(self) -> int:
        """Points of all parts."""
        return sum(points for _, points in self.parts)

    @property
    def possible(self) -> bool:
        return not self.why_not


def desk_prices(fleet: FleetState, profile: Profile) -> tuple[Priced, ...]:
    """Every recovery and repair that the fleet could order, in the order of its roster."""
    return (
        *recoverable_ships(fleet, profile),
        *(
            _priced(
                fleet,
                "recover_upgrade",
                upgrade.id,
                upgrade_name(upgrade),
                upgrade_recovery_price(upgrade.card),
                parts=((catalogue().upgrades[upgrade.card].name, upgrade_price(upgrade.card)),),
            )
            for upgrade in fleet.upgrades.values()
            if upgrade.mia
        ),
        *(
            _priced(
                fleet,
                "repair_section",
                ship.id,
                ship_name(ship),
                repair_price(fleet, ship.id, section),
                section,
            )
            for ship in fleet.ships.values()
            for section in ship.crippled
            if not ship.mia
        ),
    )


def recoverable_ships(fleet: FleetState, profile: Profile) -> tuple[Priced, ...]:
    """The missing ships with what they cost; ships that the profile does not let back say so."""
    return tuple(
        _priced(
            fleet,
            "recover_ship",
            ship.id,
            ship_name(ship),
            recovery_price(fleet, ship.id),
            why_not=recovery_barred(ship.card, profile),
            parts=recovery_parts(fleet, ship.id),
        )
        for ship in fleet.ships.values()
        if ship.mia
    )


def recovery_barred(card: str, profile: Profile) -> str:
    """Reason why a missing ship card cannot come back in this campaign, or "" (CR-142)."""
    found = catalogue().ship_cards[card]
    if profile.recover_any_ship or found.unique:
        return ""
    return f"In this campaign only unique names are recovered, and {found.name} is none."


def _priced(
    fleet: FleetState,
    kind: Kind,
    number: int,
    label: str,
    price: int,
    section: str = "",
    why_not: str = "",
    parts: tuple[tuple[str, int], ...] = (),
) -> Priced:
    rule = "CR-143" if kind == "repair_section" else "CR-142"
    if not why_not and price > fleet.points:
        why_not = f"It costs {price} FP and {fleet.name} has {fleet.points} FP."
    return Priced(kind, number, label, price, rule, section, why_not, parts)
