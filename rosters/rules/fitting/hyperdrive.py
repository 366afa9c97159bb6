"""Hyperdrives: which ships have one (CR-115, CR-130, CR-131) and how many tokens a jump takes (CR-132)."""

from __future__ import annotations

from collections.abc import Collection

from rosters.catalogue import Size
from rosters.rules.fitting.rigs import Rig, rig
from rosters.rules.state import FleetState

TOKENS = {Size.SMALL: 3, Size.LARGE: 4, Size.HUGE: 5}
"""Hyperspace tokens that a ship needs to jump, by size (CR-132)."""
LEAST_TOKENS = 1


def has_hyperdrive(fleet: FleetState, ship_id: int) -> bool:
    """Whether the ship can jump: by its model, by its title, or by a card that gives it one."""
    return rig_hyperdrive(rig(fleet, ship_id))


def tokens_needed(fleet: FleetState, ship_id: int) -> int | None:
    """Hyperspace tokens that the ship needs to jump, with what its cards take off; None without a
    hyperdrive."""
    of = rig(fleet, ship_id)
    if not rig_hyperdrive(of):
        return None
    fewer = sum(card.hyperspace_token_reduction for card in of.working)
    return max(LEAST_TOKENS, TOKENS[of.card.size] - fewer)


def rig_hyperdrive(of: Rig, besides: Collection[int] = ()) -> bool:
    """Whether a rigged ship has a hyperdrive, leaving the upgrades `besides` out of account."""
    cards = of.without(besides).working
    return of.card.hyperdrive or any(
        card.grants_hyperdrive or card.id == of.card.hyperdrive_with for card in cards
    )
