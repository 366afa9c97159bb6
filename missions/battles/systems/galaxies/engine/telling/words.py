"""Names of sides, cards, ships and hexes, and small phrases that tellers share."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from league.rules.phrases import join_words
from missions.battles.engine.contract import Sentence
from missions.battles.systems.galaxies.engine.ships import CARDS, LETTER, LETTERS, NUMBER
from missions.battles.systems.galaxies.engine.state import State

Teller = Callable[..., Sentence]
"""Takes the state and the facts of an event after its kind."""


def side_name(state: State, side: int) -> str:
    """The name of a side."""
    return state.table.seating.sides[side]


def label(state: State, ship: int) -> str:
    """The short name of a ship, as orders and the map write it: the first letter of its side, and its number
    in the battle from 1, such as "I3".
    """
    return f"{side_name(state, state.owner[state.card[ship]])[0]}{ship + 1}"


def ship_name(state: State, ship: int) -> str:
    """A ship as sentences name it: "ISN Everest I1", or "I1 Wedge Antilles" for a ship card of the
    campaign.
    """
    facts = state.cards[state.card[ship]]
    name = facts.models[state.model[ship]].name
    return f"{label(state, ship)} {name}" if name else f"{facts.type.name} {label(state, ship)}"


def card_name(state: State, card: int) -> str:
    """A launched card as sentences name it: "F-47 Blue Hawks (veteran)"."""
    return state.cards[card].type.title


def titles(types: Iterable[int]) -> str:
    """Ship cards of the list by name: "ISN Everest (veteran) and Rook's F-54 (standard)"; "nothing" for
    none.
    """
    return join_words([CARDS[each].title for each in types]) or "nothing"


def hex_name(state: State, place: int) -> str:
    """The number of a hex on the map."""
    return state.table.battle.field.labels[place]


def hexes(state: State, place: int, tail: int) -> str:
    """The hexes of a ship: "0305" or "0305 and 0405"."""
    front = hex_name(state, place)
    return front if tail == place else f"{front} and {hex_name(state, tail)}"


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: "1 peg", "2 pegs"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def extra_words(extra: tuple[int, int]) -> str:
    """Energy beyond the usual one of the side that begins and of the other: "the side with the second turn
    gets 4 more energy"; "" if neither has any.
    """
    found = [
        f"the side with the {turn} turn gets {energy} more energy"
        for turn, energy in zip(("first", "second"), extra, strict=True)
        if energy
    ]
    return join_words(found)


def only(state: State, side: int) -> frozenset[int]:
    """The seats of a side, for sentences that nobody else may read."""
    return frozenset(state.table.seating.of(side))


def rolled(
    text: str,
    kind: str,
    rule: str,
    numbers: tuple[int, ...] = (),
    letters: tuple[int, ...] = (),
    roller: int | None = None,
) -> Sentence:
    """A sentence with faces: first those of letter dice, then those of number dice, as they fell."""
    dies = (LETTER,) * len(letters) + (NUMBER,) * len(numbers)
    return Sentence(text, kind, rule, (*letters, *numbers), None, dies, roller)


def letter_name(face: int) -> str:
    """The letter of a face of the letter die."""
    return LETTERS[face - 1]
