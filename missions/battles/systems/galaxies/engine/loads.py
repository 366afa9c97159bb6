"""Ways to load a hold: all sets of cards that fit into it (BG-030 … BG-035).

They are counted and not listed, because a fleet of the campaign may have many small cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from missions.battles.systems.galaxies.engine.choices import MASK, Kind, load_of, packed
from missions.battles.systems.galaxies.engine.state import FleetCard, State


class Loads(Sequence[int]):
    """Orders that load a hold with each set of `cards` that fits, the empty one first. A card is its place in
    the fleet with the spaces that it takes.
    """

    __slots__ = ("_cards", "_room", "_ways")

    def __init__(self, cards: Sequence[tuple[int, int]], room: int) -> None:
        self._cards, self._room = tuple(cards), room
        ways = [[1] * (room + 1)]
        for _, spaces in reversed(self._cards):
            rest = ways[-1]
            ways.append(
                [rest[left] + (rest[left - spaces] if left >= spaces else 0) for left in range(room + 1)]
            )
        self._ways = ways[::-1]
        """Number of sets of the cards from each one on, by the room that is left."""

    def __len__(self) -> int:
        return self._ways[0][self._room]

    @overload
    def __getitem__(self, number: int) -> int: ...
    @overload
    def __getitem__(self, number: slice) -> list[int]: ...
    def __getitem__(self, number: int | slice) -> int | list[int]:
        if isinstance(number, slice):
            return [self[each] for each in range(*number.indices(len(self)))]
        if number < 0:
            number += len(self)
        if not 0 <= number < len(self):
            raise IndexError(number)
        left, found = self._room, 0
        for (card, spaces), after in zip(self._cards, self._ways[1:], strict=True):
            without = after[left]
            if number >= without:
                number -= without
                left -= spaces
                found |= 1 << card
        return packed(Kind.LOAD, found)

    def __iter__(self) -> Iterator[int]:
        return (self[number] for number in range(len(self)))

    def __contains__(self, choice: object) -> bool:
        if not isinstance(choice, int) or choice < 0 or choice & MASK != Kind.LOAD:
            return False
        known = dict(self._cards)
        chosen = chosen_of(choice)
        return all(card in known for card in chosen) and sum(known[card] for card in chosen) <= self._room


def chosen_of(choice: int) -> list[int]:
    """Places in the fleet of the cards that an order loads."""
    load = load_of(choice)
    return [card for card in range(load.bit_length()) if load >> card & 1]


def fits(carrier: FleetCard, card: FleetCard) -> bool:
    """Whether a card is small enough for an empty hold (BG-032, BG-033, BG-034)."""
    return card.type.size < carrier.type.size and card.spaces <= carrier.type.capacity


def ways(state: State) -> Loads:
    """Ways to load the hold that is to be loaded now."""
    carrier = state.cards[state.loading]
    side = state.owner[state.loading]
    fleet = state.table.fleets[side]
    cards = [(each, fleet[each].spaces) for each in state.reserve[side] if fits(carrier, fleet[each])]
    return Loads(cards, carrier.type.capacity)
