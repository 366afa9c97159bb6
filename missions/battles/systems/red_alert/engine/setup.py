"""The set-up of a battle, deployment, and who goes first (RA-040 … RA-049, RA-180 … RA-188)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from league.kernel.refusal import Unreadable
from missions.battles.engine.contract import CHOSEN, NO_UNIT, PHASE, Event, Order, Seating, Setup
from missions.battles.engine.dice import Dice
from missions.battles.systems.red_alert.engine import musters
from missions.battles.systems.red_alert.engine.cards import COMBAT_DECK, COMMAND, COMMAND_DECK
from missions.battles.systems.red_alert.engine.choices import Kind, load_of, packed
from missions.battles.systems.red_alert.engine.combat import Course
from missions.battles.systems.red_alert.engine.field import NEXT_TO, members
from missions.battles.systems.red_alert.engine.musters import Brought, Force
from missions.battles.systems.red_alert.engine.scenarios import Battle, battles
from missions.battles.systems.red_alert.engine.seats import MOST_PEOPLE, commander, seating_for
from missions.battles.systems.red_alert.engine.state import (
    DEPLOYING,
    NOWHERE,
    READY,
    REINFORCING,
    State,
    Table,
    Unit,
    shuffled,
)
from missions.battles.systems.red_alert.engine.turn import begin
from missions.battles.systems.red_alert.engine.units import STAR

VERSION = "1"
TIE_DICE = 5
"""Dice of each side that decide between equals (RA-046, RA-186)."""
SHORT = ("Cw", "Cf")
"""First letters of the units' names by side."""


# --- tables -----------------------------------------------------------------------------------------


def build(setup: Setup, dice: Dice) -> tuple[State, list[Event]]:
    """The state before the first order, and its events. `musters` says what a force is.

    Raises Unreadable for a set-up that cannot be read, and Refusal for a fleet that breaks a rule.
    """
    table, forces = _read(json.dumps(setup))
    state = _dealt(table, forces, dice)
    _place(state)
    course = Course(0, dice)
    for side in (0, 1):
        for deck, hand in enumerate(state.hands[side]):
            course.events.append(("dealt", side, deck, *hand))
    _on(state, course)
    return state, course.events


@lru_cache(maxsize=64)
def _read(text: str) -> tuple[Table, tuple[Force, Force]]:
    """The table and the forces of a set-up, which is JSON: replays ask for the same few again and again."""
    setup = json.loads(text)
    battle = _battle(setup)
    forces = musters.read(setup, battle)
    seating = seats(setup)
    table = Table(
        seating,
        battle,
        tuple(_units(battle, forces)),
        battle.points,
        battle.eliminated,
        musters.turn_limit(setup, battle),
        (forces[0].card or 0, forces[1].card or 0),
        (seating.of(0), seating.of(1)),
    )
    return table, forces


def _battle(setup: Setup) -> Battle:
    found = battles().get(str(setup.get("scenario")))
    if setup.get("version") != VERSION or found is None:
        raise Unreadable("battle.scenario", "Choose one of the battles of this system.")
    return found


def seats(setup: Setup) -> Seating:
    """Sides and seats of a battle with this set-up. Raises Unreadable for too many people."""
    counts = setup.get("people", [1, 1])
    known = range(1, MOST_PEOPLE + 1)
    if not (isinstance(counts, list) and len(counts) == 2 and all(count in known for count in counts)):
        raise Unreadable("battle.people", f"One to {MOST_PEOPLE} people play for a side.")
    return seating_for(counts)


def _units(battle: Battle, forces: Sequence[Force]) -> Iterable[Unit]:
    """The units of both sides: those on the map, then those to deploy."""
    for side in (0, 1):
        count = Counter[str]()
        placed = (Brought(type_, "", "", type_.figures) for type_, _ in battle.units[side])
        for each in (*placed, *forces[side].units):
            count[each.type.id] += 1
            label = f"{SHORT[side]}-{each.type.id}{count[each.type.id]}"
            yield Unit(each.type, side, label, each.ref, each.figures, each.name)


def _dealt(table: Table, forces: Sequence[Force], dice: Dice) -> State:
    """Shuffle both decks, deal the hands and give out the stars (RA-042, RA-043)."""
    state = State(table, [NOWHERE] * len(table.units), [unit.figures for unit in table.units])
    state.decks = [shuffled(list(COMMAND_DECK), dice), shuffled(list(COMBAT_DECK), dice)]
    state.stars = [force.stars for force in forces]
    for side, force in enumerate(forces):
        for deck, size in enumerate((force.command, force.combat)):
            state.hands[side][deck] = [state.decks[deck].pop() for _ in range(size)]
    return state


def _place(state: State) -> None:
    """Put units on the map that stand there from the beginning; the others are to be deployed."""
    for side in (0, 1):
        own = [number for number, unit in enumerate(state.table.units) if unit.side == side]
        placed = state.table.battle.units[side]
        for unit, (_, hex_) in zip(own, placed, strict=False):
            state.put(unit, hex_)
        state.unplaced[side] = own[len(placed) :]
    state.phase = DEPLOYING


# --- what the sides choose --------------------------------------------------------------------------


def to_choose(state: State) -> list[int]:
    """Sides whose choice is awaited: both at once while they choose face down."""
    if state.phase is REINFORCING:
        return [state.side]
    able = [side for side in (0, 1) if state.phase is READY or _may_lay(state, side)]
    return [side for side in able if state.laid[side] is None]


def free_hexes(state: State, side: int) -> list[int]:
    """Deployment hexes of a side without a marker (RA-185)."""
    hexes = state.table.battle.deployment
    return [hex_ for hex_ in hexes[side] if not state.taken >> hex_ & 1] if hexes else []


def _may_lay(state: State, side: int) -> bool:
    return bool(state.unplaced[side] and state.table.battle.deployable[side] & ~state.taken)


def open_hexes(state: State, side: int) -> list[int]:
    """Hexes beside the deployment hexes of a side that are empty and without a feature (RA-186)."""
    battle = state.table.battle
    near = {other for hex_ in battle.deployment[side] for other in NEXT_TO[hex_]}
    closed = state.taken | battle.asteroids | battle.planet_hexes
    return sorted(hex_ for hex_ in near if not closed >> hex_ & 1)


def choices(state: State, side: int) -> list[Order]:
    """Everything that a side may choose before the first turn."""
    if state.phase is READY:
        return [(NO_UNIT, packed(Kind.SHOW, card)) for card in sorted(set(state.hands[side][0]))]
    hexes = free_hexes if state.phase is DEPLOYING else open_hexes
    return [(unit, packed(Kind.PLACE, hex_)) for unit in state.unplaced[side] for hex_ in hexes(state, side)]


def choose(state: State, order: Order, course: Course) -> None:
    """Carry out a choice of `choices`. Choices that are laid face down wait for those of the other side."""
    unit, choice = order
    side, load = course.side, load_of(choice)
    if state.phase is REINFORCING:
        state.unplaced[side].remove(unit)
        state.put(unit, load)
        course.events.append(("placed", unit, load))
    else:
        state.laid[side] = as_laid(state, unit, choice)
        course.events.append((CHOSEN, commander(state.table, side)))
        course.events.append(("laid", side, unit, load))
        if to_choose(state):
            return
        (_compare if state.phase is READY else _lay)(state, course)
    if state.turn == 0:
        _on(state, course)


def as_laid(state: State, unit: int, choice: int) -> tuple[int, int]:
    """A choice as it lies face down: a card and 0, or a unit and its hex."""
    load = load_of(choice)
    return (load, 0) if state.phase is READY else (unit, load)


def _lay(state: State, course: Course) -> None:
    """Put both markers down; their hexes are known, the units are not (RA-185)."""
    for side in (0, 1):
        found = state.laid[side]
        if found is not None:
            unit, hex_ = found
            state.unplaced[side].remove(unit)
            state.put(unit, hex_)
            state.covered |= 1 << unit
            state.laid[side] = None
            course.events.append(("marker", side, hex_))


def _on(state: State, course: Course) -> None:
    """Go on to what is to be chosen next."""
    if state.phase is DEPLOYING:
        if any(_may_lay(state, side) for side in (0, 1)):
            return None
        state.phase = REINFORCING
        state.side = _places_first(state, course)
    if state.phase is REINFORCING:
        for side in (state.side, 1 - state.side):
            if state.unplaced[side] and open_hexes(state, side):
                state.side = side
                return None
        _reveal(state, course)
        if state.table.battle.first is not None:
            return begin(state, state.table.battle.first, course)
        state.phase = READY
        course.events.append((PHASE, int(READY)))


def _places_first(state: State, course: Course) -> int:
    """The side that places the units that are left over first: with the higher card, or with fewer stars
    (RA-186).
    """
    left = [side for side in (0, 1) if state.unplaced[side]]
    if len(left) < 2:
        return left[0] if left else 0
    one, other = state.table.cards
    if one != other:
        return int(other > one)
    return 1 - more_stars(state, "RA-186", course)


def more_stars(state: State, rule: str, course: Course) -> int:
    """The side that shows more stars on five dice; both roll again while they show as many (RA-046)."""
    while True:
        faces = [course.roll(TIE_DICE), course.roll(TIE_DICE)]
        course.events.append(("tie", *faces, rule))
        one, other = (each.count(STAR) for each in faces)
        if one != other:
            return int(other > one)


def _reveal(state: State, course: Course) -> None:
    """Turn everything up (RA-187)."""
    for unit in members(state.covered):
        course.events.append(("revealed", unit, state.place[unit]))
    state.covered = 0


def _compare(state: State, course: Course) -> None:
    """Show both cards: the one that orders fewer units goes first, and both have to be played (RA-044 …
    RA-046).
    """
    cards = [laid[0] for laid in state.laid if laid is not None]
    state.shown, state.laid = cards[:], [None, None]
    for side, card in enumerate(cards):
        course.events.append(("shows", side, card))
    one, other = (COMMAND[card].first for card in cards)
    first = int(other < one) if one != other else more_stars(state, "RA-046", course)
    begin(state, first, course)
