"""Orders as text, and text as orders.

Cw-CR1 move F6 full impulse
Cw-CR1 attack Cf-BB1 with TLK
play STH on Cw-CR1 Cw-DD2
retire H5 I6
battle back with TSP
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from league.kernel.refusal import Unreadable
from missions.battles.engine.contract import NO_UNIT, Order
from missions.battles.systems.red_alert.engine.cards import COMBAT, COMBAT_NUMBER, COMMAND, COMMAND_NUMBER
from missions.battles.systems.red_alert.engine.choices import (
    Kind,
    aim_of,
    aimed,
    attack_of,
    attack_on,
    battle_back,
    kind_of,
    load_of,
    move_of,
    move_to,
    pack_way,
    packed,
    unpack_way,
)
from missions.battles.systems.red_alert.engine.field import HEXES, LABELS
from missions.battles.systems.red_alert.engine.state import NO_CARD, State
from missions.battles.systems.red_alert.engine.windows import under_way

PLAIN: Mapping[str, Kind] = {
    "pass": Kind.PASS,
    "roll": Kind.ROLL,
    "disregard": Kind.DISREGARD,
    "repair": Kind.REPAIR,
    "battle back": Kind.BACK,
    "order": Kind.ORDER,
    "clear": Kind.CLEAR,
    "uncloak": Kind.UNCLOAK,
    "pursue": Kind.PURSUE,
    "exit": Kind.EXIT,
    "take stars": Kind.STARS,
    "take a star and a card": Kind.STAR_AND_CARD,
    "take a point": Kind.TIME,
    "done": Kind.DONE,
}
"""Orders that say everything by their kind."""
_WORDS = {kind: words for words, kind in PLAIN.items()}
COMMANDS: Mapping[str, Kind] = {
    "command": Kind.COMMAND,
    "react": Kind.REACT,
    "keep": Kind.KEEP,
    "show": Kind.SHOW,
}
"""Orders that name a command card."""
_NAMING = {kind: word for word, kind in COMMANDS.items()}
FULL_IMPULSE = "full impulse"


def write(state: State, order: Order) -> str:
    """The order in words; `read` gives it back."""
    unit, choice = order
    words = _written(state, choice)
    return words if unit == NO_UNIT else f"{state.table.units[unit].label} {words}"


def _written(state: State, choice: int) -> str:
    kind, load = kind_of(choice), load_of(choice)
    if kind is Kind.BACK and load:
        return f"{_WORDS[kind]} with {COMBAT[load - 1].id}"
    if kind in _WORDS:
        return _WORDS[kind]
    if kind in _NAMING:
        return f"{_NAMING[kind]} {COMMAND[load].id}"
    if kind is Kind.TRADE:
        return f"trade {COMBAT[load].id}"
    if kind is Kind.PLACE:
        return f"place {LABELS[load]}"
    if kind is Kind.RETIRE:
        way = unpack_way(state.waiting, state.place[under_way(state).target], load)
        return " ".join(["retire", *(LABELS[hex_] for hex_ in way)])
    if kind is Kind.MOVE:
        hex_, paid = move_of(choice)
        return f"move {LABELS[hex_]}{' ' + FULL_IMPULSE if paid else ''}"
    labels = [unit.label for unit in state.table.units]
    if kind is Kind.ATTACK:
        target, card = attack_of(choice)
        return f"attack {labels[target]}" + (f" with {COMBAT[card].id}" if card != NO_CARD else "")
    card, units = aim_of(choice)
    aim = " ".join(["", "on", *(labels[unit] for unit in units)]) if units else ""
    return f"play {COMBAT[card].id}{aim}"


def read(state: State, text: str) -> Order:
    """The order that a text means. Raises Unreadable for a text that means none."""
    words = text.split()
    try:
        unit = NO_UNIT
        if words and "-" in words[0]:
            unit = _unit(state, words.pop(0))
        return unit, _choice(state, words)
    except (KeyError, IndexError, ValueError) as wrong:
        message = f"“{text[:60]}” is no order; write it like “Cw-CR1 move F6”, “command PR-L” or “pass”."
        raise Unreadable("battle.order", message) from wrong


def _unit(state: State, label: str) -> int:
    found = [number for number, unit in enumerate(state.table.units) if unit.label.lower() == label.lower()]
    return found[0]


def _choice(state: State, words: Sequence[str]) -> int:
    said = " ".join(words).lower()
    if said in PLAIN:
        return packed(PLAIN[said])
    return _READERS[words[0].lower()](state, words[1:])


def _only(words: Sequence[str]) -> str:
    (word,) = words
    return word.upper()


def _named(kind: Kind) -> Callable[[State, Sequence[str]], int]:
    return lambda state, words: packed(kind, COMMAND_NUMBER[_only(words)])


def _move(state: State, words: Sequence[str]) -> int:
    paid = " ".join(words[1:]).lower()
    if paid not in ("", FULL_IMPULSE):
        raise ValueError(paid)
    return move_to(HEXES[words[0].upper()], bool(paid))


def _attack(state: State, words: Sequence[str]) -> int:
    target = _unit(state, words[0])
    if len(words) == 1:
        return attack_on(target)
    word, card = words[1:]
    if word.lower() != "with":
        raise ValueError(word)
    return attack_on(target, COMBAT_NUMBER[card.upper()])


def _back(state: State, words: Sequence[str]) -> int:
    *back_with, card = words
    if " ".join(back_with).lower() != "back with":
        raise ValueError(words)
    return battle_back(COMBAT_NUMBER[card.upper()])


def _play(state: State, words: Sequence[str]) -> int:
    card = COMBAT_NUMBER[words[0].upper()]
    if len(words) == 1:
        return aimed(card)
    if words[1].lower() != "on" or len(words) == 2:
        raise ValueError(words[1])
    return aimed(card, *(_unit(state, label) for label in words[2:]))


def _retire(state: State, words: Sequence[str]) -> int:
    way = tuple(HEXES[word.upper()] for word in words)
    return packed(Kind.RETIRE, pack_way(state.waiting, state.place[under_way(state).target], way))


_READERS: Mapping[str, Callable[[State, Sequence[str]], int]] = {
    **{word: _named(kind) for word, kind in COMMANDS.items()},
    "trade": lambda state, words: packed(Kind.TRADE, COMBAT_NUMBER[_only(words)]),
    "place": lambda state, words: packed(Kind.PLACE, HEXES[_only(words)]),
    "retire": _retire,
    "move": _move,
    "attack": _attack,
    "play": _play,
    "battle": _back,
}
