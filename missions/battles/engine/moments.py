"""Places to jump to in a battle: numbers of orders after which something begins."""

from __future__ import annotations

from typing import Any

from missions.battles.engine.contract import TURN
from missions.battles.engine.replay import Battle


def turns(battle: Battle[Any]) -> list[tuple[int, int]]:
    """(number of the turn, orders carried out when it began), in order.

    Every system tells the beginning of a turn with a TURN event.
    """
    return [
        (event[1], orders)
        for orders, events in enumerate((battle.opening, *battle.events))
        for event in events
        if event[0] == TURN
    ]
