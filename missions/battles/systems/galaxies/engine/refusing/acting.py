"""Reasons against orders of the action phase and tactic cards (BG-017, BG-018, BG-050 … BG-105, BG-147)."""

from __future__ import annotations

from collections.abc import Mapping

from missions.battles.engine.contract import NO_UNIT
from missions.battles.systems.galaxies.engine import cards, gunnery
from missions.battles.systems.galaxies.engine.activation import GATE_REACH
from missions.battles.systems.galaxies.engine.choices import (
    Kind,
    fire_of,
    load_of,
    move_of,
    pose_of,
    tactic_of,
)
from missions.battles.systems.galaxies.engine.field import Field, Pose, members
from missions.battles.systems.galaxies.engine.movement import moves_of, stepped
from missions.battles.systems.galaxies.engine.refusing.words import OTHERWISE, Reason, Why, too_dear
from missions.battles.systems.galaxies.engine.ships import Size
from missions.battles.systems.galaxies.engine.state import NOWHERE, Phase, State
from missions.battles.systems.galaxies.engine.tactics import TACTICS, Tactic
from missions.battles.systems.galaxies.engine.telling.words import card_name, counted, hex_name, ship_name

# --- activations ------------------------------------------------------------------------------------


def _activate(state: State, unit: int, choice: int) -> Why:
    if unit == NO_UNIT or load_of(choice):
        return OTHERWISE
    card = state.card[unit]
    if state.active == card:
        return f"{card_name(state, card)} is active now; move and fire its ships.", "BG-051"
    if state.active != NOWHERE:
        return f"Finish {card_name(state, state.active)} first; cards are activated one by one.", "BG-050"
    if state.activated >> card & 1:
        return f"{card_name(state, card)} was activated this turn; once is the most.", "BG-051"
    return too_dear(card_name(state, card), state.cards[card].type.activation, state.energy[state.side])


def _finish(state: State, unit: int, choice: int) -> Why:
    if state.active == NOWHERE:
        return "No card is active; activate one, or end the turn.", "BG-050"
    return OTHERWISE


def _done(state: State, unit: int, choice: int) -> Why:
    if state.phase is Phase.ACTION and state.active != NOWHERE:
        return f"Finish {card_name(state, state.active)} first; then end the turn.", "BG-050"
    return OTHERWISE


def _inactive(state: State, unit: int) -> Why | None:
    """Reason that a ship may not move or fire, if its card is not active."""
    if unit == NO_UNIT:
        return OTHERWISE
    if state.card[unit] == state.active:
        return None
    text = (
        f"{ship_name(state, unit)} belongs to {card_name(state, state.card[unit])}; activate that card first."
    )
    return text, "BG-050"


def _settled(state: State, unit: int) -> Why | None:
    """Reason that a ship of the active card does not move."""
    if state.firing:
        return f"{card_name(state, state.active)} has fired; its ships do not move any more.", "BG-054"
    if state.stayed >> unit & 1:
        return f"{ship_name(state, unit)} has made its move; another one comes next turn.", "BG-060"
    return None


# --- moves ------------------------------------------------------------------------------------------


def _move(state: State, unit: int, choice: int) -> Why:
    found = _inactive(state, unit) or _settled(state, unit)
    if found is not None:
        return found
    lead, path = move_of(choice)
    name, most = ship_name(state, unit), moves_of(state, unit)
    if len(path) > most:
        return f"{name} moves {counted(most, 'hex', 'hexes')} at most, not {len(path)}.", "BG-060"
    return _path(state, unit, lead, path)


def _path(state: State, unit: int, lead: int, path: tuple[int, ...]) -> Why:
    """Fault in the steps of a move."""
    field, size = state.table.battle.field, state.type_of(unit).size
    pose, name = (state.place[unit], state.tail[unit]), ship_name(state, unit)
    if lead and size != Size.MEDIUM or any(direction > 5 for direction in path):
        return OTHERWISE
    for number, direction in enumerate(path, 1):
        after = stepped(field, size, lead, pose, direction)
        if after is None:
            return _stopped(field, size, lead, pose, direction, f"Space {number} of the way of {name}")
        pose = after
    taken = field.covered(size, pose) & state.taken & ~state.cover[unit]
    if taken:
        hex_ = hex_name(state, next(members(taken)))
        return f"A ship stands on {hex_}; a move ends on empty hexes only.", "BG-066"
    return f"{name} reaches that place with less to fear; choose a way that is offered.", "BG-070"


def _stopped(field: Field, size: Size, lead: int, pose: Pose, direction: int, where: str) -> Why:
    """Reason that a space of movement is not allowed."""
    place, tail = pose
    ahead = field.step[tail if lead else place][direction]
    if ahead == (place if lead else tail) and size == Size.MEDIUM:
        return f"{where}: the leading end cannot enter the hex of its own trailing end.", "BG-064"
    under = field.flower[ahead] if size == Size.LARGE and ahead >= 0 else 1 << max(0, ahead)
    if ahead >= 0 and under & field.rocks:
        return f"{where} leads onto an asteroid.", "BG-140"
    return f"{where} leads over the rim of the map.", "BG-067"


def _warp(state: State, unit: int, choice: int) -> Why:
    found = _inactive(state, unit) or _settled(state, unit)
    if found is not None:
        return found
    name = ship_name(state, unit)
    if not state.gated >> unit & 1:
        text = f"{name} did not begin its activation on a warp gate, or is too large for one."
        return text, "BG-147"
    field = state.table.battle.field
    if not all(place < field.count for place in pose_of(choice)):
        return "That is no hex of the map; choose one that lights up.", "BG-006"
    text = f"The gate places {name} on empty hexes at most {GATE_REACH} hexes away."
    return text, "BG-147"


# --- attacks ----------------------------------------------------------------------------------------


def _fire(state: State, unit: int, choice: int) -> Why:
    found = _inactive(state, unit)
    if found is not None:
        return found
    weapon, target = fire_of(choice)
    name, weapons = ship_name(state, unit), state.type_of(unit).weapons
    if weapon >= len(weapons):
        return f"{name} has no second weapon.", "BG-100"
    if not (0 <= target < len(state.card) and state.fleet[1 - state.side] >> target & 1):
        return "That is no enemy ship on the battlefield; choose one that is.", "BG-104"
    facts = weapons[weapon]
    if not gunnery.attacks_left(state, unit, weapon):
        if (unit, weapon) in state.charged:
            return f"{name} has made all attacks of its {facts.name} in this activation.", "BG-102"
        return too_dear(f"A charge of the {facts.name}", facts.charge, state.energy[state.side])
    reach, far = gunnery.reach(state, unit, weapon), gunnery.apart(state, unit, target)
    if far > reach:
        away = counted(far, "hex", "hexes")
        text = f"{ship_name(state, target)} is {away} away and the {facts.name} reaches {reach}."
        return text, "BG-104"
    return f"An asteroid hides {ship_name(state, target)} from {name}.", "BG-105"


# --- tactic cards -----------------------------------------------------------------------------------

_WHEN = {
    "energy": "in your energy phase",
    "action": "in your action phase",
    "activated": "after a card is activated, before its ships move or fire",
    "firing": "after a card is activated, before it fires",
    "missed": "when your attack has missed",
    "hit": "when your ship is hit",
}


def _tactic(state: State, unit: int, choice: int) -> Why:
    number, ship = tactic_of(choice)
    if unit != NO_UNIT or number >= len(TACTICS):
        return OTHERWISE
    side, card = state.side, TACTICS[number]
    if number not in state.hands[side]:
        return f"You do not hold {card.title}; play a card that you hold.", "BG-018"
    if card.when not in cards.moments(state):
        return f"{card.title} is played {_WHEN[card.when]}.", "BG-161"
    if card.cost > state.energy[side]:
        return too_dear(card.title, card.cost, state.energy[side])
    return _aim(state, side, card, ship)


def _aim(state: State, side: int, card: Tactic, ship: int) -> Why:
    found = cards.aims(state, side, card)
    if not found:
        return f"{card.title} would change nothing now.", "BG-161"
    if not card.target:
        return f"{card.title} is played without a ship.", "BG-161"
    whose = "of your own" if card.target == cards.OWN else "of the enemy"
    near = f" within {card.within} hexes of one of yours" if card.within else ""
    return f"{card.title} needs a ship {whose}{near} for which it changes something.", "BG-161"


def _discard(state: State, unit: int, choice: int) -> Why:
    number = load_of(choice)
    if unit != NO_UNIT or number >= len(TACTICS):
        return OTHERWISE
    return f"You do not hold {TACTICS[number].title}; discard a card that you hold.", "BG-018"


REASONS: Mapping[Kind, Reason] = {
    Kind.ACTIVATE: _activate,
    Kind.FINISH: _finish,
    Kind.DONE: _done,
    Kind.MOVE: _move,
    Kind.WARP: _warp,
    Kind.FIRE: _fire,
    Kind.TACTIC: _tactic,
    Kind.DISCARD: _discard,
}
