"""Kinds of entries in the log, for readers who look for some of them: each order belongs to one kind, by the
place of its class.

Apps above add the places of their own orders with `add_orders`.
"""

from __future__ import annotations

from league.kernel.decision import ORDERS, Order

UNDONE = "undone"
KINDS = {
    "games": "Games and reports",
    "rosters": "Rosters",
    "rounds": "Rounds and schedule",
    "people": "People and settings",
    UNDONE: "Undone",
}
"""Kinds in the order of a list, with their names. Entries of all orders can be undone."""

_PLACES = {"league.rules": "rounds", "league.rules.campaign": "people"}


def add_orders(kind: str, *places: str) -> None:
    """Say that orders in these packages, modules or classes are of a kind. The nearest place counts."""
    _PLACES.update((place, kind) for place in places)


def kind_of(order: type[Order]) -> str:
    """Kind of the entries that an order makes; "" if nobody has added its place."""
    place = f"{order.__module__}.{order.__name__}"
    while place and place not in _PLACES:
        place = place.rpartition(".")[0]
    return _PLACES.get(place, "")


def orders_of(kind: str) -> list[str]:
    """Names of the orders of a kind."""
    return sorted(name for name, order in ORDERS.items() if kind_of(order) == kind)
