"""Fleets of all kinds for leagues of bots, by which the prices of ship cards are fitted (BG-010)."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from random import Random

from missions.battles.systems.galaxies.engine.fleets import cost, offered
from missions.battles.systems.galaxies.engine.scenarios import battles
from missions.battles.systems.galaxies.engine.ships import CARDS, ShipCard
from missions.battles.systems.pack import Pricing

BATTLE = "saturn_line"
"""The battle with the most points, in which every card fits."""
FEWEST = 16
"""Points of the smallest fleets."""
APART = 6
"""Points that the cheaper fleet costs less at most. Unequal fleets tell what a point is worth."""


def pricing() -> Pricing:
    """Launch costs of all ship cards, and the fleets of a league."""
    return Pricing(
        scenario=BATTLE,
        prices={card.id: card.launch for card in CARDS},
        names={card.id: card.title for card in CARDS},
        draw=drawn,
    )


def drawn(random: Random) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Two legal fleets of nearly the same price, each as likely as any other of its price."""
    most = random.randint(FEWEST, battles()[BATTLE].points)
    first, second = (_fleet(side, random.randint(most - APART, most), random) for side in (0, 1))
    return first, second


def _fleet(side: int, points: int, random: Random) -> tuple[str, ...]:
    """A fleet of exactly these points, or of the next lower number that one can cost."""
    known = _by_cost(side)
    return random.choice(known[max(price for price in known if price <= points)])


@lru_cache(maxsize=2)
def _by_cost(side: int) -> dict[int, list[tuple[str, ...]]]:
    """All fleets of a side by their price."""
    found: dict[int, list[tuple[str, ...]]] = {}
    names = dict.fromkeys(card.name for card in offered(side))
    versions = [(None, *(card for card in offered(side) if card.name == name)) for name in names]
    for choice in product(*versions):
        cards: list[ShipCard] = [card for card in choice if card is not None]
        if cards:
            found.setdefault(cost(cards), []).append(tuple(card.id for card in cards))
    return found
