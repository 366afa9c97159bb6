"""States imagined from the knowledge of a seat (BG-011, BG-037, BG-045).

The cards that a seat has not seen are dealt again. A fleet by points may be any that its side could have
brought: as many cards, names that are not seen yet, and no more points than the battle allows. Then each of
these cards lies behind the screen or in a hold that has room for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, product
from random import Random

from missions.battles.engine.dice import Dice
from missions.battles.systems.galaxies.engine.fleets import Fleet, fleet_of, offered
from missions.battles.systems.galaxies.engine.knowledge import hidden_places, side_of
from missions.battles.systems.galaxies.engine.loads import fits
from missions.battles.systems.galaxies.engine.ships import ShipCard
from missions.battles.systems.galaxies.engine.state import NOWHERE, FleetCard, State

BYTE, SEED = 255, 8
"""Numbers that make a seed, and how high each may be."""


def imagine(state: State, seat: int | None, dice: Dice) -> State:
    """A state that fits the knowledge of the seat (None: a spectator)."""
    found, side = state.clone(), side_of(state, seat)
    random = Random(bytes(dice.draw(BYTE) for _ in range(SEED)))  # noqa: S311  one seed for all that is hidden
    for each in (0, 1):
        if each != side:
            _deal_fleet(found, each, random)
        _deal_tactics(found, each, each == side, random)
    return found


# --- fleets -----------------------------------------------------------------------------------------


def _deal_fleet(state: State, side: int, random: Random) -> None:
    """Deal the unseen cards of a side again."""
    hidden = hidden_places(state, side)
    if not hidden:
        return
    fleet = state.table.fleets[side]
    if not state.table.mustered[side]:
        seen = tuple(card for place, card in enumerate(fleet) if place not in hidden)
        fleet, hidden = _guessed(state.table.battle.points, side, seen, len(hidden), random)
        fleets = (fleet, state.table.fleets[1]) if side == 0 else (state.table.fleets[0], fleet)
        state.table = replace(state.table, fleets=fleets)
    _hide(state, side, fleet, hidden, random)


def _guessed(
    points: int, side: int, seen: Sequence[FleetCard], count: int, random: Random
) -> tuple[Fleet, list[int]]:
    """A fleet with these cards and so many others, and the places of the others in it."""
    names = frozenset(card.type.name for card in seen)
    left = points - sum(card.launch for card in seen)
    others = random.choice(_sets(side, names, count, left))
    fleet = tuple(sorted((*seen, *fleet_of(others)), key=lambda card: card.type.number))
    return fleet, [place for place, card in enumerate(fleet) if card.type in others]


@lru_cache(maxsize=256)
def _sets(side: int, names: frozenset[str], count: int, points: int) -> tuple[tuple[ShipCard, ...], ...]:
    """All sets of so many cards of a side for at most these points, one version of each name at most and
    none of these names (BG-010).
    """
    return tuple(
        cards for cards in _all_sets(side, names, count) if sum(card.launch for card in cards) <= points
    )


def _all_sets(side: int, names: frozenset[str], count: int) -> Iterator[tuple[ShipCard, ...]]:
    versions: dict[str, list[ShipCard]] = {}
    for card in offered(side):
        if card.name not in names:
            versions.setdefault(card.name, []).append(card)
    for chosen in combinations(versions.values(), count):
        yield from product(*chosen)


def _hide(state: State, side: int, fleet: Fleet, hidden: Iterable[int], random: Random) -> None:
    """Put each unseen card behind the screen or into a hold with room for it."""
    rooms = {card: state.cards[card].type.capacity - state.emptied[card] for card in _sealed(state, side)}
    for card in rooms:
        state.holds[card] = ()
    reserve: list[int] = []
    for place in sorted(hidden, key=lambda _: random.random()):
        card = random.choice([NOWHERE, *_open_to(state, fleet[place], rooms)])
        if card == NOWHERE:
            reserve.append(place)
        else:
            state.holds[card] = tuple(sorted((*state.holds[card], place)))
            rooms[card] -= fleet[place].spaces
    state.reserve[side] = tuple(sorted(reserve))


def _sealed(state: State, side: int) -> list[int]:
    """Carriers of a side in whose holds cards may still lie: they came from behind the screen, are on the
    map, and their hold has been closed (BG-038, BG-039).
    """
    return [
        card
        for card, facts in enumerate(state.cards)
        if facts.type.capacity
        and state.owner[card] == side
        and state.carrier[card] == NOWHERE
        and card not in (state.loading, state.placing)
        and state.ships_of(card)
    ]


def _open_to(state: State, facts: FleetCard, rooms: dict[int, int]) -> list[int]:
    """Carriers that may have this card in their hold."""
    return [card for card, room in rooms.items() if fits(state.cards[card], facts) and facts.spaces <= room]


# --- tactic cards -----------------------------------------------------------------------------------


def _deal_tactics(state: State, side: int, own: bool, random: Random) -> None:
    """Shuffle the cards of a deck, and of a hand that the seat does not see."""
    hand = state.hands[side]
    unseen = sorted((*state.decks[side], *(() if own else hand)))
    random.shuffle(unseen)
    if not own:
        state.hands[side], unseen = tuple(sorted(unseen[: len(hand)])), unseen[len(hand) :]
    state.decks[side] = tuple(unseen)
