"""Orders of the set-up and the deploy phase in words.

A ship card is written by its id. Of several cards alike in one fleet the later ones have a number: the second
is `isn-hawks-veteran#2`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from missions.battles.engine.contract import NO_UNIT
from missions.battles.systems.galaxies.engine.choices import (
    Kind,
    launch,
    launch_of,
    load_of,
    packed,
    place_at,
    pose_of,
)
from missions.battles.systems.galaxies.engine.deployment import first_ship
from missions.battles.systems.galaxies.engine.loads import chosen_of
from missions.battles.systems.galaxies.engine.notation.words import (
    Reader,
    Writer,
    plain,
    plain_reader,
    read_pose,
    read_ship,
    write_pose,
)
from missions.battles.systems.galaxies.engine.state import NOWHERE, State
from missions.battles.systems.galaxies.engine.telling.words import label

NOTHING, FROM = "nothing", "from"


def card_word(state: State, side: int, place: int) -> str:
    """A card of a fleet, by its place there."""
    return _card_words(state, side)[place]


def _card_words(state: State, side: int) -> list[str]:
    found: list[str] = []
    for card in state.table.fleets[side]:
        before = sum(word.partition("#")[0] == card.type.id for word in found)
        found.append(f"{card.type.id}#{before + 1}" if before else card.type.id)
    return found


def _read_card(state: State, word: str) -> int:
    return _card_words(state, state.side).index(word.lower())


def _begin(state: State, unit: int, choice: int) -> str:
    return f"begin {_side_words(state)[load_of(choice)]}"


def _read_begin(state: State, unit: int, words: Sequence[str]) -> int:
    (word,) = words
    return packed(Kind.BEGIN, [name.lower() for name in _side_words(state)].index(word.lower()))


def _side_words(state: State) -> list[str]:
    """The name of each side as one word."""
    return [name.replace(" ", "-") for name in state.table.seating.sides]


def _launch(state: State, unit: int, choice: int) -> str:
    place, carrier = launch_of(choice)
    source = f" {FROM} {label(state, first_ship(state, carrier))}" if carrier != NOWHERE else ""
    return f"launch {card_word(state, state.side, place)} {write_pose(state, pose_of(choice))}{source}"


def _read_launch(state: State, unit: int, words: Sequence[str]) -> int:
    card, *rest = words
    carrier = NOWHERE
    if len(rest) > 2 and rest[-2].lower() == FROM:
        carrier = state.card[read_ship(state, rest[-1])]
        rest = rest[:-2]
    return launch(_read_card(state, card), carrier, read_pose(state, rest))


def _place(state: State, unit: int, choice: int) -> str:
    return f"place {write_pose(state, pose_of(choice))}"


def _read_place(state: State, unit: int, words: Sequence[str]) -> int:
    if unit == NO_UNIT:
        raise ValueError(words)
    return place_at(read_pose(state, words))


def _load(state: State, unit: int, choice: int) -> str:
    cards = [card_word(state, state.side, each) for each in chosen_of(choice)]
    return " ".join(["load", *(cards or [NOTHING])])


def _read_load(state: State, unit: int, words: Sequence[str]) -> int:
    if [word.lower() for word in words] == [NOTHING]:
        return packed(Kind.LOAD)
    cards = {_read_card(state, word) for word in words}
    if not cards or len(cards) < len(words):
        raise ValueError(words)
    return packed(Kind.LOAD, sum(1 << card for card in cards))


WRITERS: Mapping[Kind, Writer] = {
    Kind.BEGIN: _begin,
    Kind.LAUNCH: _launch,
    Kind.PLACE: _place,
    Kind.LOAD: _load,
    Kind.DONE: plain(Kind.DONE),
}
READERS: Mapping[str, Reader] = {
    "begin": _read_begin,
    "launch": _read_launch,
    "place": _read_place,
    "load": _read_load,
    "done": plain_reader(Kind.DONE),
}
