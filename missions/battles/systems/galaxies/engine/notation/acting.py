"""Orders of the action phase, answers and tactic cards in words.

A medium ship that moves with its back ahead says so, and so does an attack with the second weapon. A space of
movement is a direction: `I1 move E NE`, `I1 move back W NW`, `I1 stay`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from missions.battles.engine.contract import NO_UNIT
from missions.battles.engine.hexes import FACINGS
from missions.battles.systems.galaxies.engine.choices import (
    Kind,
    fire_at,
    fire_of,
    load_of,
    move_along,
    move_of,
    packed,
    pose_of,
    tactic,
    tactic_of,
    warp_to,
)
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
from missions.battles.systems.galaxies.engine.tactics import TACTICS
from missions.battles.systems.galaxies.engine.telling.words import label

BACK, SECOND, ON = "back", "second", "on"


def _of_ship(unit: int, words: Sequence[str]) -> None:
    if unit == NO_UNIT:
        raise ValueError(words)


def _move(state: State, unit: int, choice: int) -> str:
    lead, path = move_of(choice)
    if not path:
        return "stay"
    return " ".join(["move", *([BACK] if lead else []), *(FACINGS[each] for each in path)])


def _read_move(state: State, unit: int, words: Sequence[str]) -> int:
    _of_ship(unit, words)
    lead = int(words[0].lower() == BACK)
    path = tuple(FACINGS.index(word.upper()) for word in words[lead:])
    if not path:
        raise ValueError(words)
    return move_along(lead, path)


def _read_stay(state: State, unit: int, words: Sequence[str]) -> int:
    _of_ship(unit, words)
    if words:
        raise ValueError(words)
    return move_along(0, ())


def _warp(state: State, unit: int, choice: int) -> str:
    return f"warp {write_pose(state, pose_of(choice))}"


def _read_warp(state: State, unit: int, words: Sequence[str]) -> int:
    _of_ship(unit, words)
    return warp_to(read_pose(state, words))


def _fire(state: State, unit: int, choice: int) -> str:
    weapon, target = fire_of(choice)
    return f"fire {SECOND + ' ' if weapon else ''}{label(state, target)}"


def _read_fire(state: State, unit: int, words: Sequence[str]) -> int:
    _of_ship(unit, words)
    *before, target = words
    if [word.lower() for word in before] not in ([], [SECOND]):
        raise ValueError(words)
    return fire_at(len(before), read_ship(state, target))


def _play(state: State, unit: int, choice: int) -> str:
    card, ship = tactic_of(choice)
    aim = f" {ON} {label(state, ship)}" if ship != NOWHERE else ""
    return f"play {TACTICS[card].id}{aim}"


def _number(word: str) -> int:
    return [card.id for card in TACTICS].index(word.lower())


def _read_play(state: State, unit: int, words: Sequence[str]) -> int:
    card, *aim = words
    if not aim:
        return tactic(_number(card))
    on, ship = aim
    if on.lower() != ON:
        raise ValueError(words)
    return tactic(_number(card), read_ship(state, ship))


def _discard(state: State, unit: int, choice: int) -> str:
    return f"discard {TACTICS[load_of(choice)].id}"


def _read_discard(state: State, unit: int, words: Sequence[str]) -> int:
    (card,) = words
    return packed(Kind.DISCARD, _number(card))


_PLAIN = (Kind.PASS, Kind.ROLL, Kind.ACTIVATE, Kind.FINISH)
WRITERS: Mapping[Kind, Writer] = {
    **{kind: plain(kind) for kind in _PLAIN},
    Kind.MOVE: _move,
    Kind.WARP: _warp,
    Kind.FIRE: _fire,
    Kind.TACTIC: _play,
    Kind.DISCARD: _discard,
}
READERS: Mapping[str, Reader] = {
    **{kind.name.lower(): plain_reader(kind) for kind in _PLAIN},
    "move": _read_move,
    "stay": _read_stay,
    "warp": _read_warp,
    "fire": _read_fire,
    "play": _read_play,
    "discard": _read_discard,
}
