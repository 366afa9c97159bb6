"""Fleets for somebody who chooses none, or who wants the rest chosen (BG-010)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import product

from missions.battles.systems.galaxies.engine.fleets import cost, offered
from missions.battles.systems.galaxies.engine.scenarios import Battle
from missions.battles.systems.galaxies.engine.ships import BY_ID, ShipCard


def ready_made(battle: Battle, side: int) -> tuple[str, ...]:
    """The fleet of the battle, or a suggestion if fewer points were agreed than it costs."""
    known = battle.ready_made(battle.tactics)[side]
    if cost(known) <= battle.points:
        return tuple(card.id for card in known)
    return suggested(side, battle.points)


@lru_cache(maxsize=256)
def suggested(side: int, points: int, kept: tuple[str, ...] = ()) -> tuple[str, ...]:
    """A legal fleet with the cards that are kept. It spends as many points as possible; of such fleets it is
    the one with the most names, then the one whose dearest card is cheapest.

    Empty if no card fits, or the kept cards cost too much.
    """
    fleets = [fleet for fleet in _fleets(side, kept) if 0 < cost(fleet) <= points]
    best = max(fleets, key=_merit, default=())
    return tuple(card.id for card in best)


def _merit(fleet: tuple[ShipCard, ...]) -> tuple[int, int, int]:
    return cost(fleet), len(fleet), -max(card.launch for card in fleet)


def _fleets(side: int, kept: Collection[str]) -> Iterator[tuple[ShipCard, ...]]:
    """Every set of cards with one version of a name at most and all that are kept."""
    own = [BY_ID[each] for each in kept]
    taken = {card.name for card in own}
    free = [card for card in offered(side) if card.name not in taken]
    versions = [
        (None, *(card for card in free if card.name == name))
        for name in dict.fromkeys(card.name for card in free)
    ]
    for choice in product(*versions):
        yield (*own, *(card for card in choice if card is not None))
