"""A ship as it is rigged: its card, rank and the cards attached to it, as one frozen value.

The rules that ask "what if" (fits, promotions, replacements, arrangements) change a rig and never a fleet.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from rosters.catalogue import ShipCard, UpgradeCard, catalogue
from rosters.rules.state import FleetState, Rank, UpgradeState

NEW = 0
"""The number of an upgrade that is not on the roster yet; real numbers begin at 1."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """An upgrade on a ship. `mia`: missing while its ship is not (CR-036, CR-116). It keeps no slot; as long
    as no other card takes its own it still gives the slots that it gives, and it has no other effect
    (CR-142)."""

    id: int
    card: UpgradeCard
    section: str = ""
    choice: str = ""
    mia: bool = False


@dataclass(frozen=True, slots=True)
class Rig:
    """A ship card with what is on it. `crippled` lists sections that show their crippled side (CR-117)."""

    card: ShipCard
    rank: Rank = ""
    crippled: tuple[str, ...] = ()
    fitted: tuple[Fitted, ...] = ()

    @property
    def working(self) -> tuple[UpgradeCard, ...]:
        """The attached cards that are not missing."""
        return tuple(each.card for each in self.fitted if not each.mia)

    @property
    def two_sections(self) -> bool:
        return len(self.card.sections) == 2

    def card_of(self, upgrade: int) -> UpgradeCard:
        """The card of an upgrade on it. Raises StopIteration for another upgrade."""
        return next(each.card for each in self.fitted if each.id == upgrade)

    def without(self, numbers: Collection[int | None]) -> Rig:
        return replace(self, fitted=tuple(each for each in self.fitted if each.id not in numbers))

    def plus(self, *fitted: Fitted) -> Rig:
        return replace(self, fitted=(*self.fitted, *fitted))

    def on(self, card: ShipCard) -> Rig:
        """The same upgrades on another ship card, without status (CR-141)."""
        return replace(self, card=card, rank="")


def fitted(upgrade: UpgradeState) -> Fitted:
    return Fitted(
        upgrade.id, catalogue().upgrades[upgrade.card], upgrade.section, upgrade.choice, upgrade.mia
    )


def rig(fleet: FleetState, ship_id: int, upgrades: Iterable[UpgradeState] | None = None) -> Rig:
    """The ship as it stands, or with these upgrades instead of its own. Raises KeyError for an unknown
    ship."""
    ship = fleet.ships[ship_id]
    listed = fleet.upgrades_on(ship_id) if upgrades is None else upgrades
    return Rig(
        catalogue().ship_cards[ship.card],
        ship.rank,
        tuple(ship.crippled),
        tuple(fitted(each) for each in listed),
    )


def rigs(fleet: FleetState) -> dict[int, Rig]:
    """Every ship of the fleet, in one pass over its upgrades."""
    on: dict[int, list[UpgradeState]] = {ship_id: [] for ship_id in fleet.ships}
    for upgrade in fleet.upgrades.values():
        if upgrade.ship is not None:
            on[upgrade.ship].append(upgrade)
    return {ship_id: rig(fleet, ship_id, on[ship_id]) for ship_id in fleet.ships}
