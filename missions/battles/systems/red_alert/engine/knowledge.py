"""Knowledge of each seat: views, and states imagined from them (RA-008).

Hands, decks and markers that lie face down are secret. The seats of a side share what it knows.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from random import Random
from typing import Any

from missions.battles.engine.contract import View
from missions.battles.engine.dice import Dice
from missions.battles.systems.red_alert.engine import setup
from missions.battles.systems.red_alert.engine.awaited import to_act
from missions.battles.systems.red_alert.engine.cards import (
    COMBAT,
    COMBAT_DECK,
    COMMAND,
    COMMAND_CARDS,
    COMMAND_DECK,
)
from missions.battles.systems.red_alert.engine.field import LABELS, members
from missions.battles.systems.red_alert.engine.seats import leader
from missions.battles.systems.red_alert.engine.state import (
    NO_CARD,
    NOWHERE,
    Attack,
    Frame,
    Phase,
    State,
)

NOBODY = -1
BYTE, SEED = 255, 8
"""Numbers that make a seed, and how high each may be."""
_DECKS = (COMMAND_DECK, COMBAT_DECK)
_CARDS = (COMMAND, COMBAT)


def side_of(state: State, seat: int | None) -> int:
    """The side of a seat; NOBODY for a spectator."""
    return NOBODY if seat is None else state.table.seating.side(seat)


# --- views ------------------------------------------------------------------------------------------


def view(state: State, seat: int | None) -> View:
    """The position as a seat (None: a spectator) knows it."""
    table, side = state.table, side_of(state, seat)
    fielded = frozenset(unit.side for unit in table.units if unit.ref)
    return {
        "system": "red_alert",
        "seat": seat,
        "side": side if side != NOBODY else None,
        "scenario": table.battle.id,
        "turn": state.turn,
        "turns": table.turn_limit,
        "phase": state.phase.name.lower(),
        "active": state.side,
        "to_act": sorted(to_act(state)),
        "wait": state.wait.name.lower() if state.wait else None,
        "waiting": state.waiting if state.wait else None,
        "chosen": [each for each in (0, 1) if state.laid[each] is not None],
        "laid": _laid_by(state, side),
        "goal": table.goal,
        "losses": table.losses,
        "task_forces": list(table.cards),
        "points": state.points[:],
        "eliminated": state.eliminated[:],
        "stars": state.stars[:],
        "pool": state.pool,
        "hands": _own_hands(state, side),
        "drawn": [COMMAND[card].id for card in sorted(state.drawn)] if side == state.side else [],
        "held": [[len(cards) for cards in hands] for hands in state.hands],
        "decks": [len(cards) for cards in state.decks],
        "discards": [_named(deck, cards) for deck, cards in enumerate(state.discards)],
        "shown": [_card(COMMAND_CARDS, card) for card in state.shown],
        "command": _card(COMMAND_CARDS, state.command),
        "carried_out": _card(COMMAND_CARDS, state.carried_out),
        "fell_back": state.fell_back,
        "last": [_card(COMMAND_CARDS, card) for card in state.last],
        "ending": state.ending,
        "settling": _settling(state),
        "played": [bool(state.played >> each & 1) for each in (0, 1)],
        "focus": [state.focus[0], state.focus[1]],
        "trigger": state.trigger,
        "debris": [LABELS[hex_] for hex_ in members(state.debris)],
        "planet_markers": [dict(Counter(LABELS[hex_] for hex_ in hexes)) for hexes in state.planet_markers],
        "face_down": [_face_down(state, each) for each in (0, 1)],
        "to_place": [len(units) for units in state.unplaced],
        "attack": _attack(state),
        "units": [_unit(state, unit, side, fielded) for unit in range(len(table.units))],
        "outcome": state.outcome and [state.outcome.winner, state.outcome.reason],
    }


def _settling(state: State) -> str:
    """Decision that people of a side have to make first: what follows a combat, or a card at its opening."""
    if not state.settling:
        return ""
    return "opening" if not (state.fought or state.moved_on) else "following"


def _laid_by(state: State, side: int) -> list[int] | None:
    """The reader's own choice that lies face down."""
    found = state.laid[side] if side != NOBODY else None
    return None if found is None else list(found)


def _card(deck: int, card: int) -> str | None:
    return None if card == NO_CARD else _CARDS[deck][card].id


def _named(deck: int, cards: list[int]) -> list[str]:
    return [_CARDS[deck][card].id for card in cards]


def _own_hands(state: State, side: int) -> list[list[str]]:
    """The reader's cards in the order of the cards' list."""
    if side == NOBODY:
        return [[], []]
    return [_named(deck, sorted(cards)) for deck, cards in enumerate(state.hands[side])]


def _face_down(state: State, side: int) -> list[str]:
    """Hexes on which a side has units face down."""
    covered = [unit for unit in members(state.covered) if state.table.units[unit].side == side]
    return sorted(LABELS[state.place[unit]] for unit in covered)


def _unit(state: State, unit: int, reader: int, fielded: frozenset[int]) -> dict[str, Any]:
    """One unit. Beside the ships that sides have `fielded`, units of no ship card are escorts."""
    facts, place = state.table.units[unit], state.place[unit]
    known = facts.side == reader or not state.covered >> unit & 1
    gone = place == NOWHERE and state.phase > Phase.REINFORCEMENT
    return {
        "id": unit,
        "label": facts.label,
        "name": facts.name,
        "escort": facts.side in fielded and not facts.ref and not facts.type.flagship,
        "type": facts.type.id,
        "side": facts.side,
        "hex": LABELS[place] if place != NOWHERE and known else None,
        "figures": state.figures[unit],
        "most": facts.figures,
        "marked": state.is_marked(unit),
        "cloaked": state.is_cloaked(unit),
        "ordered": bool(state.ordered >> unit & 1),
        "moved": bool(state.moved >> unit & 1),
        "fought": bool(state.fought >> unit & 1),
        "halted": bool(state.halted >> unit & 1),
        "barred": bool(state.barred >> unit & 1),
        "exited": bool(state.exited >> unit & 1),
        "eliminated": gone and not state.exited >> unit & 1,
        "leader": leader(state, unit),
    }


def _attack(state: State) -> dict[str, Any] | None:
    """The attack under way."""
    found = next((frame for frame in reversed(state.frames) if isinstance(frame, Attack)), None)
    if found is None:
        return None
    return {
        "unit": found.unit,
        "target": found.target,
        "kind": found.kind,
        "mode": int(found.mode),
        "added": found.added + found.cut,
        "faces": list(found.faces),
        "hits": found.hits,
        "alerts": found.alerts,
        "doubts": found.doubts,
    }


# --- imagined states --------------------------------------------------------------------------------


def imagine(state: State, seat: int | None, dice: Dice) -> State:
    """A state that fits the knowledge of the seat (None: a spectator): cards that it has not seen are dealt
    again, and markers that lie face down are mixed.
    """
    copy, side = state.clone(), side_of(state, seat)
    others = [each for each in (0, 1) if each != side]
    random = Random(bytes(dice.draw(BYTE) for _ in range(SEED)))  # noqa: S311  one seed for all that is hidden
    for deck in range(len(_DECKS)):
        _deal(state, copy, deck, others, random)
    for each in others:
        _mix(state, copy, each, random)
        _lay(state, copy, each, random)
    return copy


def _deal(state: State, copy: State, deck: int, others: list[int], random: Random) -> None:
    """Deal the cards of a deck again that the reader has not seen. Cards shown for the first turn stay."""
    unseen = state.decks[deck][:]
    kept: dict[int, list[int]] = {}
    for side in others:
        shown = state.shown[side] if deck == COMMAND_CARDS else NO_CARD
        kept[side] = [shown] if shown != NO_CARD else []
        rest = state.hands[side][deck][:]
        for card in kept[side]:
            rest.remove(card)
        unseen += rest
    hidden_draw = deck == COMMAND_CARDS and state.side in others
    if hidden_draw:
        unseen += state.drawn
    unseen.sort()
    random.shuffle(unseen)
    for side in others:
        count = len(state.hands[side][deck]) - len(kept[side])
        copy.hands[side][deck], unseen = sorted([*kept[side], *unseen[:count]]), unseen[count:]
    if hidden_draw:
        count = len(state.drawn)
        copy.drawn, unseen = unseen[:count], unseen[count:]
    copy.decks[deck] = unseen


def _mix(state: State, copy: State, side: int, random: Random) -> None:
    """Mix the units of a side that nobody else has seen over its markers; the others are still to come."""
    covered = [unit for unit in members(state.covered) if state.table.units[unit].side == side]
    if not covered and not state.unplaced[side]:
        return
    hexes = sorted(state.place[unit] for unit in covered)
    for unit in covered:
        copy.lift(unit)
        copy.covered &= ~(1 << unit)
    units = sorted([*covered, *state.unplaced[side]])
    random.shuffle(units)
    for unit, hex_ in zip(units, hexes, strict=False):
        copy.put(unit, hex_)
        copy.covered |= 1 << unit
    copy.unplaced[side] = sorted(units[len(hexes) :])


def _lay(state: State, copy: State, side: int, random: Random) -> None:
    """Invent what a side has laid face down."""
    if state.laid[side] is None:
        return
    copy.laid[side] = None
    found = setup.choices(copy, side)
    unit, choice = random.choice(found)
    copy.laid[side] = setup.as_laid(copy, unit, choice)


# --- the whole state --------------------------------------------------------------------------------


def facts(state: State) -> dict[str, Any]:
    """Everything that may change, as JSON."""
    found = {name: getattr(state, name) for name in _FIELDS}
    found["frames"] = [[type(frame).__name__, _plain(frame)] for frame in state.frames]
    found["after"] = state.after and _plain(state.after)
    found["outcome"] = state.outcome and asdict(state.outcome)
    return found


def _plain(frame: Frame) -> dict[str, Any]:
    """An attack or a retire as JSON."""
    return {name: list(value) if isinstance(value, bytes) else value for name, value in asdict(frame).items()}


_FIELDS = sorted(set(State.__dataclass_fields__) - {"table", "occupied", "frames", "after", "outcome"})
