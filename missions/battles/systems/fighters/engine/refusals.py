"""Reason why an order is not legal, in a sentence that says what would make it so, with its rule."""

from __future__ import annotations

from collections.abc import Callable

from missions.battles.engine.arcs import CLOSED, relative, sextant_name
from missions.battles.engine.contract import NO_UNIT, Order
from missions.battles.engine.hexes import DISTANCE
from missions.battles.systems.fighters.engine import attack, orders, turn
from missions.battles.systems.fighters.engine.loadouts import LOCK, RUN, SNAP, TORPEDOES, Mode
from missions.battles.systems.fighters.engine.movement import FREE_TURNED, STEADIED
from missions.battles.systems.fighters.engine.state import (
    DEPLOY,
    IN_PLAY,
    INITIATIVE,
    MOVE,
    NOWHERE,
    OVER,
    PHASES,
    SHOOT,
    STATUSES,
    STOP,
    State,
    is_disabled,
    is_panicked,
)

Answer = tuple[str, str]
KINDS_OF = {
    DEPLOY: (orders.PLACE, orders.FACE),
    INITIATIVE: (orders.FIRST,),
    MOVE: (orders.MOVE, orders.LEAVE, orders.SHARP, orders.STOP, orders.TRY, orders.FACE),
    SHOOT: (orders.FIRE, orders.DONE),
}


def why_not(state: State, seat: int, order: Order) -> Answer:
    """A sentence and its rule for an order that is not among the legal ones."""
    unit, choice = order
    if state.phase == OVER:
        return "The battle is over; nobody has an order to give.", "FH-168"
    if seat != state.seat:
        return f"It is {('west', 'east')[state.seat]}'s turn to act; wait for it.", "FH-062"
    if unit not in turn.legal_units(state, seat):
        return _unit(state, seat, unit)
    kinds = KINDS_OF.get(state.phase, (orders.PICK,))
    if choice & 15 not in kinds:
        return f"This is the {PHASES[state.phase]}; choose one of the orders offered now.", "FH-060"
    answer = _ANSWERS.get(choice & 15)
    if answer is None:
        return "That choice is not possible now; choose one from the list.", "FH-060"
    return answer(state, unit, choice >> 4)


def _unit(state: State, seat: int, unit: int) -> Answer:
    if unit == NO_UNIT or not 0 <= unit < len(state.status):
        return "This order needs one of your units; choose one.", "FH-062"
    name = state.fixed.units[unit].title
    if state.side[unit] != seat:
        return f"{name} is not yours; choose one of your own units.", "FH-062"
    if state.ask is not None or state.phase == INITIATIVE:
        return "First comes a choice for your whole side; make it.", "FH-060"
    if state.active != NOWHERE:
        busy = state.fixed.units[state.active].title
        return f"{busy} is in the middle of its order; finish that first.", "FH-062"
    if state.status[unit] != IN_PLAY:
        return f"{name} is {STATUSES[state.status[unit]]}; choose a unit in play.", "FH-103"
    if is_disabled(state, unit):
        return f"{name} is disabled and can neither move nor fire until it is repaired.", "FH-136"
    what = "moved already, or cannot move" if state.phase == MOVE else "fired already, or has no legal shot"
    return f"{name} has {what}; choose another unit.", "FH-063" if state.phase == SHOOT else "FH-062"


def _move(state: State, unit: int, load: int) -> Answer:
    pose, board = load >> 3, state.fixed.board
    place = state.pos[unit] + (pose >> 3)
    if place not in board.labels:
        return "That hex is not on the map; choose one that is.", "FH-013"
    if place in [hex_ for other, hex_ in enumerate(state.pos) if other != unit]:
        return f"{board.labels[place]} holds another unit; end the move on a free hex.", "FH-013"
    if is_panicked(state, unit) and not state.used & STEADIED:
        return "In panic it flies three hexes straight on, or rolls first for any other move.", "FH-155"
    if not state.loadouts[unit].fighterlike:
        return f"{board.labels[place]} in that facing takes more hexes or turns than it has.", "FH-080"
    least = state.loadouts[unit].minimum
    return (
        f"It cannot end at {board.labels[place]} like that: one facing for each hex, at least {least} hexes, "
        f"at most {state.loadouts[unit].movement}.",
        "FH-071",
    )


def _leave(state: State, unit: int, load: int) -> Answer:
    return "That edge is out of reach this turn; end the move on the map.", "FH-016"


def _sharp(state: State, unit: int, load: int) -> Answer:
    return (
        "That sharper turn is not possible: it must be within the facings left, and there must be a way to "
        "end the move even if the roll fails.",
        "FH-079",
    )


def _stop(state: State, unit: int, load: int) -> Answer:
    if state.left is not None:
        return "It is flying already; a stop takes the whole turn.", "FH-075"
    return (
        "It cannot stop like that; a ship keeps its place instead, and panic asks for a roll first.",
        "FH-075",
    )


def _try(state: State, unit: int, load: int) -> Answer:
    return "There is no panic to overcome; move as you like.", "FH-155"


def _face(state: State, unit: int, load: int) -> Answer:
    if state.phase == DEPLOY:
        return "It has been turned already, or is a station; set it up now.", "FH-017"
    if state.used & FREE_TURNED:
        return "It has made its free turn; stay or move off now.", "FH-075"
    return "A free turn is for craft that stood still last turn.", "FH-075"


def _fire(state: State, unit: int, load: int) -> Answer:
    number, target = load & 63, load >> 6
    modes = state.loadouts[unit].modes
    if number >= len(modes) or not 0 <= target < len(state.status):
        return "There is no such weapon or target; choose one that is offered.", "FH-090"
    mode = modes[number]
    if state.side[target] == state.side[unit] or state.status[target] != IN_PLAY:
        return "Only enemy units in play can be fired at; choose one.", "FH-103"
    if state.used >> mode.slot & 1 or (mode.alone and state.used):
        return "That weapon has fired, or its gunner is busy; each fires once in a turn.", "FH-090"
    if state.loadouts[target].kind not in mode.targets:
        return f"The {mode.name} cannot be fired at that kind of target.", "FH-127"
    difference = state.pos[target] - state.pos[unit]
    twelfth = relative(difference, state.face[unit])
    if mode.arc[twelfth] == CLOSED:
        return f"The target is {sextant_name(twelfth)}, out of the arc of the {mode.name}.", "FH-097"
    if mode.most_range and DISTANCE[difference] > mode.most_range:
        return (
            f"The target is {DISTANCE[difference]} hexes away; torpedoes reach {mode.most_range}.",
            "FH-123",
        )
    if attack.spent(state, unit) & TORPEDOES.get(mode.kind, 0):
        return "It has fired all its torpedoes of that kind; fire its guns.", "FH-120"
    return _move_of(mode, state.flown[unit])


def _move_of(mode: Mode, flown: int) -> Answer:
    if mode.kind == LOCK:
        return "Anti-fighter torpedoes need an ordinary move without any turn.", "FH-121"
    if mode.kind == RUN:
        return "An attack run needs a move with one turn of one facing at most.", "FH-125"
    if mode.kind == SNAP:
        if flown == STOP:
            return "A snap shot comes after a move; standing still, fire the guns.", "FH-124"
        return "No torpedoes after a double move.", "FH-076"
    return "That weapon has been put out of action; repair it first.", "FH-134"


def _place(state: State, unit: int, load: int) -> Answer:
    return "It cannot be set up there; choose a free hex of its own zone.", "FH-017"


_ANSWERS: dict[int, Callable[[State, int, int], Answer]] = {
    orders.MOVE: _move,
    orders.LEAVE: _leave,
    orders.SHARP: _sharp,
    orders.STOP: _stop,
    orders.TRY: _try,
    orders.FACE: _face,
    orders.FIRE: _fire,
    orders.PLACE: _place,
}
