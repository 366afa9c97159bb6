"""The deploy phase: launches, the places of squadrons, and holds (BG-020 … BG-046). No launch brings
countermeasures about (BG-028).

`State.placing` and `State.loading` name the card whose ships are still to be placed or whose hold is to be
loaded; until then nothing else is ordered.
"""

from __future__ import annotations

from collections.abc import Iterator

from missions.battles.engine.contract import NO_UNIT, Order, Random
from missions.battles.systems.galaxies.engine import loads, turn
from missions.battles.systems.galaxies.engine.choices import (
    Kind,
    kind_of,
    launch,
    launch_of,
    packed,
    place_at,
    pose_of,
)
from missions.battles.systems.galaxies.engine.course import Course
from missions.battles.systems.galaxies.engine.field import Pose, members, nth
from missions.battles.systems.galaxies.engine.places import (
    HERE,
    Poses,
    first_hexes,
    listed,
    next_hexes,
    number_of,
    posed,
    poses,
)
from missions.battles.systems.galaxies.engine.state import NOWHERE, FleetCard, State

DONE = packed(Kind.DONE)
_LAUNCH, _PLACE, _LOAD = Kind.LAUNCH, Kind.PLACE, Kind.LOAD


# --- what may be launched, and where ----------------------------------------------------------------


def startable(state: State, card: int) -> bool:
    """Whether cards may leave the hold of a launched card now: it is on the map and was launched on an
    earlier turn (BG-040).
    """
    return state.launched[card] < state.turn and state.place[first_ship(state, card)] != NOWHERE


def first_ship(state: State, card: int) -> int:
    """The first ship of a launched card; carriers have no other."""
    return state.card.index(card)


def candidates(state: State) -> Iterator[tuple[int, int]]:
    """Cards that the side whose turn it is could launch if it had the energy and the room: the place in the
    fleet, and the carrier that it leaves or NOWHERE.
    """
    side = state.side
    for card in state.reserve[side]:
        yield card, NOWHERE
    for carrier, hold in enumerate(state.holds):
        if hold and state.owner[carrier] == side and startable(state, carrier):
            for card in hold:
                yield card, carrier


def zone_for(state: State, side: int, carrier: int) -> int:
    """Hexes of which each launched ship covers one: the starting zone, or those around the carrier (BG-022,
    BG-041, BG-042).
    """
    battle = state.table.battle
    if carrier == NOWHERE:
        return battle.zones[side]
    return battle.field.near(state.cover[first_ship(state, carrier)])


def room_for(state: State, facts: FleetCard, carrier: int) -> Poses:
    """Poses for the first ship of a card of the side whose turn it is, so that the whole card fits (BG-021,
    BG-025, BG-029).
    """
    field = state.table.battle.field
    free, zone = field.free & ~state.taken, zone_for(state, state.side, carrier)
    if facts.type.squadron:
        return ((HERE, first_hexes(field, free & zone, len(facts.models))),)
    return poses(field, facts.type.size, free, zone)


def _launches(state: State) -> Iterator[tuple[int, int, Poses]]:
    """Cards that may be launched now, each with its poses (BG-017, BG-026, BG-046)."""
    side = state.side
    fleet, energy = state.table.fleets[side], state.energy[side]
    for card, carrier in candidates(state):
        if fleet[card].launch <= energy:
            yield card, carrier, room_for(state, fleet[card], carrier)


def choices(state: State) -> list[int]:
    """All launches of the side whose turn it is."""
    field = state.table.battle.field
    return [
        launch(card, carrier, pose)
        for card, carrier, found in _launches(state)
        for pose in listed(field, found)
    ]


def any_choice(state: State, others: list[int], random: Random) -> int:
    """One of all launches and these other choices, each as likely as any other."""
    ways = [(card, carrier, found, number_of(found)) for card, carrier, found in _launches(state)]
    number = int(random() * (len(others) + sum(count for *_, count in ways)))
    for card, carrier, found, count in ways:
        if number < count:
            return launch(card, carrier, _nth(state, found, number))
        number -= count
    return others[number]


def _nth(state: State, found: Poses, number: int) -> Pose:
    for direction, fronts in found:
        count = fronts.bit_count()
        if number < count:
            return posed(state.table.battle.field, direction, nth(fronts, number))
        number -= count
    raise IndexError(number)


def to_place(state: State) -> int:
    """The next ship of the card whose ships are being placed."""
    first = first_ship(state, state.placing)
    return next(ship for ship in range(first, len(state.place)) if state.place[ship] == NOWHERE)


def places(state: State) -> int:
    """Hexes for the next ship of a squadron (BG-023, BG-042)."""
    card, field = state.placing, state.table.battle.field
    hexes = field.free & ~state.taken & zone_for(state, state.owner[card], state.carrier[card])
    placed = [state.place[ship] for ship in state.ships_of(card)]
    return next_hexes(field, hexes, placed, len(state.cards[card].models))


# --- carrying out -----------------------------------------------------------------------------------


def carry_out(state: State, order: Order, course: Course) -> None:
    """Carry out a launch, a place, a load, or the end of the phase."""
    unit, choice = order
    kind = kind_of(choice)
    if kind is _LAUNCH:
        _launch(state, choice, course)
    elif kind is _PLACE:
        _put(state, unit, pose_of(choice), course)
    elif kind is _LOAD:
        _load(state, choice, course)
    else:
        turn.begin_action(state, course)


def _launch(state: State, choice: int, course: Course) -> None:
    side = state.side
    place, carrier = launch_of(choice)
    facts = state.table.fleets[side][place]
    if carrier == NOWHERE:
        state.reserve[side] = tuple(each for each in state.reserve[side] if each != place)
    else:
        state.holds[carrier] = tuple(each for each in state.holds[carrier] if each != place)
        state.emptied[carrier] += facts.spaces
    state.energy[side] -= facts.launch
    card, ship = add(state, facts, side, carrier), len(state.card) - len(facts.models)
    course.tell("launches", card, facts.type.number, side, carrier, facts.launch, state.energy[side])
    state.placing = card
    _put(state, ship, pose_of(choice), course)


def add(state: State, facts: FleetCard, side: int, carrier: int = NOWHERE) -> int:
    """Lay a card open with its ships beside the map, each with its shields (BG-020, BG-024), and return the
    number of the card.
    """
    card = len(state.cards)
    state.cards.append(facts)
    state.owner.append(side)
    state.launched.append(state.turn)
    state.carrier.append(carrier)
    state.holds.append(())
    state.emptied.append(0)
    for number, model in enumerate(facts.models):
        state.card.append(card)
        state.model.append(number)
        state.place.append(NOWHERE)
        state.tail.append(NOWHERE)
        state.cover.append(0)
        state.shields.append(facts.type.shields - model.shields)
        state.hull.append(model.hull)
    return card


def _put(state: State, ship: int, pose: Pose, course: Course) -> None:
    """Put a ship of the launched card on the map, and see what is left to do for the card."""
    card = state.placing
    facts = state.cards[card]
    state.put(ship, *pose, state.table.battle.field.covered(facts.type.size, pose))
    course.tell("placed", ship, *pose, state.shields[ship])
    if ship < len(state.card) - 1:
        return
    state.placing = NOWHERE
    side = state.owner[card]
    unseen = state.unseen(side)
    if facts.type.capacity and state.carrier[card] == NOWHERE and unseen:
        state.loading = card
    elif not unseen:
        turn.begin_action(state, course)


def _load(state: State, choice: int, course: Course) -> None:
    """Put cards into the hold of a carrier (BG-030, BG-036, BG-045)."""
    card, chosen = state.loading, loads.chosen_of(choice)
    side = state.owner[card]
    fleet = state.table.fleets[side]
    state.reserve[side] = tuple(each for each in state.reserve[side] if each not in chosen)
    state.holds[card] = tuple(chosen)
    state.loading = NOWHERE
    course.tell("loads", card, *(fleet[each].type.number for each in chosen))
    course.tell("sealed", card)


# --- orders -----------------------------------------------------------------------------------------


def unit(state: State) -> int:
    """The unit that is ordered: the next ship of a squadron, else none."""
    return NO_UNIT if state.placing == NOWHERE else to_place(state)


def unit_choices(state: State) -> list[int]:
    """Places of the next ship of a squadron."""
    return [place_at((place, place)) for place in members(places(state))]


def any_place(state: State, random: Random) -> int:
    """One of `unit_choices`, each as likely as any other."""
    found = places(state)
    place = nth(found, int(random() * found.bit_count()))
    return place_at((place, place))


def any_load(state: State, random: Random) -> int:
    """One way to load the hold that is to be loaded, each as likely as any other."""
    found = loads.ways(state)
    return found[int(random() * len(found))]
