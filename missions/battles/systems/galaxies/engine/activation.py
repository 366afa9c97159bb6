"""The action phase: activating cards, moving and attacking with their ships (BG-050 … BG-055, BG-147)."""

from __future__ import annotations

from collections.abc import Callable

from missions.battles.engine.contract import NO_UNIT, Order, Random
from missions.battles.systems.galaxies.engine import cards, countermeasures, gunnery, movement, turn
from missions.battles.systems.galaxies.engine.choices import (
    MASK,
    Kind,
    fire_at,
    fire_of,
    packed,
    pose_of,
    warp_to,
)
from missions.battles.systems.galaxies.engine.course import Course
from missions.battles.systems.galaxies.engine.field import GATE, Pose, listed, members
from missions.battles.systems.galaxies.engine.movement import FLOWER
from missions.battles.systems.galaxies.engine.ships import Size
from missions.battles.systems.galaxies.engine.state import NOWHERE, State

GATE_REACH = 13
"""Spaces between a warp gate and the place that a ship reaches by it (BG-147)."""
LARGE = Size.LARGE
ACTIVATE, FINISH, DONE = packed(Kind.ACTIVATE), packed(Kind.FINISH), packed(Kind.DONE)


# --- what may be ordered ----------------------------------------------------------------------------


def candidates(state: State) -> list[int]:
    """Units among which are all that may be ordered now; `any_choice` finds no choice for the others."""
    active, card, ships = state.active, state.card, listed(state.fleet[state.side])
    if active != NOWHERE:
        found = [ship for ship in ships if card[ship] == active]
    else:
        cards, done, energy = state.cards, state.activated, state.energy[state.side]
        found = [
            ship
            for ship in ships
            if not done >> card[ship] & 1 and cards[card[ship]].type.activation <= energy
        ]
    found.append(NO_UNIT)
    return found


def may_activate(state: State, card: int) -> bool:
    """Whether the side can pay for a card that it has not activated this turn. It may have launched the card
    this turn (BG-027, BG-051, BG-052).
    """
    if state.activated >> card & 1:
        return False
    return state.cards[card].type.activation <= state.energy[state.side]


def units(state: State) -> list[int]:
    """Units that may be ordered in the action phase: ships, and NO_UNIT for the side. Each ship of a card
    stands for the card.
    """
    if state.active == NOWHERE:
        return candidates(state)
    return [unit for unit in candidates(state) if unit == NO_UNIT or _has_choice(state, unit)]


def _has_choice(state: State, ship: int) -> bool:
    if may_move(state, ship):
        return True
    return any(gunnery.targets(state, ship, weapon) for weapon in range(len(state.type_of(ship).weapons)))


def may_move(state: State, ship: int) -> bool:
    """Whether a ship of the active card may still move (BG-053, BG-054, BG-061)."""
    return not state.firing and not state.stayed >> ship & 1


def choices(state: State, unit: int) -> list[int]:
    """Choices of a unit in the action phase; none for a unit that may not be ordered."""
    if unit == NO_UNIT:
        return [DONE if state.active == NOWHERE else FINISH, *cards.choices(state)]
    if not state.fleet[state.side] >> unit & 1:
        return []
    card = state.card[unit]
    if state.active == NOWHERE:
        return [ACTIVATE] if may_activate(state, card) else []
    if card != state.active:
        return []
    found = movement.moves(state, unit) + warps(state, unit) if may_move(state, unit) else []
    for weapon in range(len(state.type_of(unit).weapons)):
        found += [fire_at(weapon, target) for target in gunnery.targets(state, unit, weapon)]
    return found


def warps(state: State, ship: int) -> list[int]:
    """Places that a ship reaches by the warp gate on which it began its activation (BG-147)."""
    if not state.gated >> ship & 1:
        return []
    return [warp_to(pose) for pose in warp_poses(state, ship)]


def warp_poses(state: State, ship: int) -> list[Pose]:
    """Poses on empty hexes, with one hex near the gate."""
    field, near = state.table.battle.field, 0
    for gate in members(field.tiles[GATE] & state.cover[ship]):
        near |= field.within(gate, GATE_REACH)
    empty = field.free & ~(state.taken & ~state.cover[ship])
    here = state.place[ship], state.tail[ship]
    if here[0] == here[1]:
        return [(place, place) for place in members(near & empty) if place != here[0]]
    return [
        (place, tail)
        for place in members(empty)
        for tail in members(field.around[place] & empty)
        if near & (1 << place | 1 << tail) and (place, tail) != here
    ]


# --- orders at random -------------------------------------------------------------------------------


def any_order(state: State, random: Random) -> Order:
    """A random unit of the action phase with one of its choices."""
    found = candidates(state)
    while True:
        number = int(random() * len(found))
        unit = found[number]
        choice = any_choice(state, unit, random)
        if choice is not None:
            return unit, choice
        found.pop(number)


def any_choice(state: State, unit: int, random: Random) -> int | None:
    """A random choice of a candidate: what to do, then how. None if the unit has no choice."""
    if unit == NO_UNIT:
        found = choices(state, NO_UNIT)
        return found[int(random() * len(found))]
    if state.active == NOWHERE:
        return ACTIVATE
    if may_move(state, unit):
        chance = random()
        if chance >= 0.5 and state.gated >> unit & 1 and (poses := warp_poses(state, unit)):
            return warp_to(poses[int(random() * len(poses))])
        if chance < 0.75 or (shot := _any_fire(state, unit, random)) is None:
            return movement.any_move(state, unit, random)
        return shot
    return _any_fire(state, unit, random)


def _any_fire(state: State, ship: int, random: Random) -> int | None:
    found = [
        fire_at(weapon, target)
        for weapon in range(len(state.type_of(ship).weapons))
        for target in gunnery.targets(state, ship, weapon)
    ]
    return found[int(random() * len(found))] if found else None


# --- carrying out -----------------------------------------------------------------------------------


def carry_out(state: State, order: Order, course: Course) -> None:
    """Carry an order of the action phase out."""
    unit, choice = order
    BY_KIND[choice & MASK](state, unit, choice, course)


def _play(state: State, unit: int, choice: int, course: Course) -> None:
    """Play or discard a tactic card."""
    cards.play(state, choice, course)
    settle(state, course)


def _fire(state: State, ship: int, choice: int, course: Course) -> None:
    weapon, target = fire_of(choice)
    gunnery.fire(state, ship, weapon, target, course)


def _finish(state: State, unit: int, choice: int, course: Course) -> None:
    finish(state, course)


def _done(state: State, unit: int, choice: int, course: Course) -> None:
    turn.end(state, course)


def _activate(state: State, ship: int, choice: int, course: Course) -> None:
    """Pay for the card of a ship (BG-052, BG-055)."""
    card = state.card[ship]
    side, cost = state.side, state.cards[card].type.activation
    state.energy[side] -= cost
    state.activated |= 1 << card
    state.active = card
    gates = state.table.battle.field.tiles[GATE]
    if gates & state.taken and state.cards[card].type.size != LARGE:
        for ship in state.ships_of(card):
            state.gated |= bool(state.cover[ship] & gates) << ship
    course.events.append(("activates", card, cost, state.energy[side]))


def _move(state: State, ship: int, choice: int, course: Course) -> None:
    """Move a ship. A walk that meets nothing ends at once (BG-060, BG-070)."""
    place, tail, shape = state.place[ship], state.tail[ship], movement.footprint(state, ship)
    lead, path, to, back, swept = movement.chosen(shape, choice)
    course.events.append(("moves", ship, lead, place, tail, *path))
    state.stayed |= 1 << ship
    if not path:
        return
    state.moved |= 1 << ship
    field = state.table.battle.field
    cell = field.map.cells[place]
    if swept << cell & movement.danger(state, ship):
        countermeasures.start(state, ship, lead, path, course)
        settle(state, course)
        return
    place, tail = field.number[cell + to], field.number[cell + back]
    state.put(ship, place, tail, field.flower[place] if shape == FLOWER else 1 << place | 1 << tail)


def _warp(state: State, ship: int, choice: int, course: Course) -> None:
    """Place a ship by a warp gate, without countermeasures or debris (BG-087, BG-147)."""
    place, tail = pose_of(choice)
    state.stayed |= 1 << ship
    state.moved |= 1 << ship
    state.put(ship, place, tail, 1 << place | 1 << tail)
    course.tell("warps", ship, place, tail)


def finish(state: State, course: Course) -> None:
    """End the activation of a card with all effects that count for it alone."""
    course.events.append(("finishes", state.active))
    clear(state)


def clear(state: State) -> None:
    """Forget what counts for one activation."""
    state.active = NOWHERE
    state.moved = state.stayed = state.gated = state.faster = state.farther = 0
    state.firing = state.jammed = False
    if state.charged:
        state.charged = {}


def settle(state: State, course: Course) -> None:
    """End the activation of a card whose last ship is destroyed; nobody has to say so."""
    if state.active == NOWHERE or state.outcome is not None or state.walk is not None:
        return
    if not state.ships_of(state.active):
        clear(state)


BY_KIND: dict[int, Callable[[State, int, int, Course], None]] = {
    int(Kind.ACTIVATE): _activate,
    int(Kind.MOVE): _move,
    int(Kind.WARP): _warp,
    int(Kind.FIRE): _fire,
    int(Kind.FINISH): _finish,
    int(Kind.DONE): _done,
    int(Kind.TACTIC): _play,
    int(Kind.DISCARD): _play,
}
"""Functions that carry out each kind of order of the action phase."""
