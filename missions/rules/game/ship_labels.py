"""Telling ships of one name apart: pilots without a name of their own fly side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from missions.rules.game.state import DrawnSquadron, FieldedShip


def which_of(ship: FieldedShip, squadrons: Iterable[DrawnSquadron], ships: Mapping[int, FieldedShip]) -> str:
    """Number of a ship among those of its name in its squadron ("number 2 of 3"), in the order of pages
    and sheets; "" if it is the only one."""
    alike = [
        number
        for squadron in squadrons
        if ship.id in squadron.ships
        for number in squadron.ships
        if ships[number].name == ship.name
    ]
    return f"number {alike.index(ship.id) + 1} of {len(alike)}" if len(alike) > 1 else ""
