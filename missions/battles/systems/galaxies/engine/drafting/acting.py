"""Orders of the action phase and tactic cards, step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from missions.battles.engine.contract import Draft, Pick
from missions.battles.engine.drafts import grown
from missions.battles.systems.galaxies.engine.choices import (
    Kind,
    fire_of,
    kind_of,
    packed,
    pose_of,
    tactic,
    tactic_of,
    warp_to,
)
from missions.battles.systems.galaxies.engine.drafting.steps import Picks, Steps
from missions.battles.systems.galaxies.engine.movement import ends
from missions.battles.systems.galaxies.engine.notation import write
from missions.battles.systems.galaxies.engine.ships import Size
from missions.battles.systems.galaxies.engine.state import NOWHERE, State
from missions.battles.systems.galaxies.engine.tactics import TACTICS
from missions.battles.systems.galaxies.engine.telling.words import counted, hex_name, ship_name

MOVING = packed(Kind.MOVE)
"""The first pick of every move."""
_SOMEWHERE = warp_to((0, 0))
"""The first pick of every way through a warp gate."""


# --- moves ------------------------------------------------------------------------------------------


def move(state: State, unit: int, choices: Sequence[int], picks: Sequence[int]) -> Draft:
    """The draft of a move: its end, for a medium ship the front and the back hex. The walk with the least to
    fear is taken, unless another one is picked.
    """
    medium = state.type_of(unit).size == Size.MEDIUM if 0 <= unit < len(state.card) else False
    parts: dict[int, Picks] = {}
    if any(kind_of(choice) is Kind.MOVE for choice in choices):
        for (place, tail), labels in ends(state, unit).items():
            first = (MOVING, place, tail) if medium else (MOVING, place)
            for number, label in enumerate(labels):
                parts[label[2]] = (*first, label[2]) if number else first
    return grown(
        parts,
        parts.__getitem__,
        picks,
        lambda done: _asks(state, unit, medium, done),
        lambda done, value: _hex(state, value) if len(done) <= 1 + medium else _walk(state, unit, value),
    )


def _asks(state: State, unit: int, medium: bool, done: Picks) -> tuple[str, str]:
    name = ship_name(state, unit)
    if len(done) == 1:
        return "hex", f"Choose a hex for {f'the front of {name}' if medium else name}."
    if medium and len(done) == 2:
        return "hex", f"Choose a hex for the back of {name}."
    return "path", "Go this way, or choose another."


def _hex(state: State, place: int) -> Pick:
    return Pick(place, hex_name(state, place), place)


def _walk(state: State, unit: int, choice: int) -> Pick:
    return Pick(choice, write(state, (unit, choice)))


def _move_parts(state: State, unit: int, choice: int) -> Picks:
    return MOVING, choice


def _move_first(state: State, unit: int, value: int) -> Pick:
    return Pick(value, f"move {ship_name(state, unit)}")


# --- warps, attacks, cards --------------------------------------------------------------------------


def _warp_parts(state: State, unit: int, choice: int) -> Picks:
    front, back = pose_of(choice)
    return (_SOMEWHERE, front) if front == back else (_SOMEWHERE, front, back)


def _warp_first(state: State, unit: int, value: int) -> Pick:
    return Pick(value, f"send {ship_name(state, unit)} through the warp gate")


def _warp_more(state: State, unit: int, done: Picks, value: int) -> Pick:
    return _hex(state, value)


def _warp_asks(state: State, unit: int, done: Picks) -> tuple[str, str]:
    medium = state.type_of(unit).size == Size.MEDIUM
    return _asks(state, unit, medium, done)


def _fire_first(state: State, unit: int, value: int) -> Pick:
    weapon, target = fire_of(value)
    facts = state.type_of(unit).weapons[weapon]
    left = state.charged.get((unit, weapon))
    price = f"charge for {facts.charge} energy and " if left is None and facts.charge else ""
    count = counted(facts.attacks if left is None else left, "attack")
    words = f"{price}fire {facts.name} at {ship_name(state, target)}, {count}"
    return Pick(value, words, state.place[target], target)


def _card_parts(state: State, unit: int, choice: int) -> Picks:
    card, ship = tactic_of(choice)
    return (tactic(card),) if ship == NOWHERE else (tactic(card), ship)


def _card_first(state: State, unit: int, value: int) -> Pick:
    card = TACTICS[tactic_of(value)[0]]
    return Pick(value, f"play {card.title} for {card.cost} energy")


def _card_more(state: State, unit: int, done: Picks, value: int) -> Pick:
    return Pick(value, ship_name(state, value), state.place[value], value)


def _card_asks(state: State, unit: int, done: Picks) -> tuple[str, str]:
    return "unit", f"Choose a ship for {TACTICS[tactic_of(done[0])[0]].title}."


STEPS: Mapping[Kind, Steps] = {
    Kind.MOVE: Steps(_move_parts, _move_first),
    Kind.WARP: Steps(_warp_parts, _warp_first, _warp_more, _warp_asks),
    Kind.FIRE: Steps(first=_fire_first),
    Kind.TACTIC: Steps(_card_parts, _card_first, _card_more, _card_asks),
}
