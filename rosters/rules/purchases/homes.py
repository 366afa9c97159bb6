"""Places for an upgrade card: the inventory or another ship, each with the reasons against it (CR-034)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy

from league.kernel.refusal import Finding, Refusal
from rosters.catalogue import UpgradeCard, catalogue
from rosters.rules.fitting.cards import loose_findings
from rosters.rules.purchases.buying import find_place
from rosters.rules.state import FleetState, UpgradeState
from rosters.rules.uniques.team import Mates


def homes(
    fleet: FleetState, upgrade: UpgradeState, mates: Mates = ()
) -> Iterator[tuple[int | None, tuple[Finding, ...]]]:
    """The inventory (None), unless the card is there, and every other ship that is present, each with the
    reasons why the card cannot go to it. `mates` are the other fleets of the team (CR-039)."""
    if upgrade.ship is not None:
        yield None, tuple(loose_findings(upgrade.card))
    without = deepcopy(fleet)
    del without.upgrades[upgrade.id]
    card = catalogue().upgrades[upgrade.card]
    for ship in fleet.ships.values():
        if ship.id != upgrade.ship and not ship.mia:
            yield ship.id, _no_place(without, ship.id, card, mates)


def _no_place(fleet: FleetState, ship: int, card: UpgradeCard, mates: Mates) -> tuple[Finding, ...]:
    try:
        find_place(fleet, ship, card, mates=mates)
    except Refusal as no:
        return tuple(each for each in no.findings if each.is_error)
    return ()


def common_findings(places: Sequence[Sequence[Finding]]) -> tuple[Finding, ...]:
    """Reasons that bar a card from every place alike; () for a single place."""
    reasons = [{(each.message, each.rule) for each in findings} for findings in places]
    shared = set.intersection(*reasons) if len(reasons) > 1 else set()
    return tuple(each for each in places[0] if (each.message, each.rule) in shared) if shared else ()
