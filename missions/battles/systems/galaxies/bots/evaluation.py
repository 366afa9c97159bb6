"""Value of choices in points: by the way to the enemy, or by expected damage."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from missions.battles.engine.contract import Choice, Order
from missions.battles.systems.galaxies.bots import standing
from missions.battles.systems.galaxies.bots.attacks import away, gain, prospect
from missions.battles.systems.galaxies.engine.awaited import legal_units
from missions.battles.systems.galaxies.engine.choices import (
    Kind,
    fire_of,
    kind_of,
    launch_of,
    load_of,
    move_of,
    pose_of,
    tactic_of,
)
from missions.battles.systems.galaxies.engine.countermeasures import contacts, ecm_cost
from missions.battles.systems.galaxies.engine.field import Pose, members
from missions.battles.systems.galaxies.engine.loads import chosen_of
from missions.battles.systems.galaxies.engine.movement import footprint, way_of
from missions.battles.systems.galaxies.engine.state import NOWHERE, State
from missions.battles.systems.galaxies.engine.tactics import TACTICS

score, stakes, rests = standing.score, standing.stakes, standing.rests

EIGHTHS = 8
NEARER, CLOSER = 0.06, 1.0
"""Points for each hex nearer to the enemy: by expected damage, and for a bot that only comes close."""
PAID = 0.12
"""Points for each energy that is spent."""
ADVANCE = 0.08
"""Points for each hex that a card may move whose ships have nobody to fire at."""
CARRIED, LEFT_BEHIND = 0.05, 0.02
"""Points for each space of a hold that is used, and for each energy of cards that could be launched now."""
PLAYED, DISCARDED = 0.4, -0.6
"""Points for a tactic card that is played, and for one that is discarded."""
ANSWERED = 0.1


def contenders(state: State, seat: int, style: str) -> Sequence[int]:
    """The units that a bot compares: all of them."""
    return legal_units(state, seat)


def rate(state: State, seat: int, unit: int, choices: Sequence[Choice], style: str) -> Sequence[float]:
    """The value of each choice of a unit."""
    close = style == "close"
    return [RATERS[kind_of(choice)](state, unit, choice, close) for choice in choices]


def because(state: State, seat: int, order: Order, rating: float) -> str:
    """The reason for an order, in half a sentence."""
    return REASONS.get(kind_of(order[1]), "")


REASONS: Mapping[Kind, str] = {
    Kind.LAUNCH: "it brings the dearest card that there is energy and room for",
    Kind.MOVE: "it comes to where its attacks are worth most",
    Kind.ACTIVATE: "its attacks are worth more than its energy",
}


# --- the deploy phase -------------------------------------------------------------------------------


def _begin(state: State, unit: int, choice: Choice, close: bool) -> float:
    return float(load_of(choice) == state.side)


def _launch(state: State, unit: int, choice: Choice, close: bool) -> float:
    place, _ = launch_of(choice)
    cost = state.table.fleets[state.side][place].launch
    return cost - NEARER * away(state, state.side, pose_of(choice)[0])


def _place(state: State, unit: int, choice: Choice, close: bool) -> float:
    return -NEARER * away(state, state.side, pose_of(choice)[0])


def _load(state: State, unit: int, choice: Choice, close: bool) -> float:
    """Cards that cannot be launched now travel; the others are launched at once."""
    fleet, energy = state.table.fleets[state.side], state.energy[state.side]
    chosen = [fleet[each] for each in chosen_of(choice)]
    ready = sum(card.launch for card in chosen if card.launch <= energy)
    return CARRIED * sum(card.spaces for card in chosen) - LEFT_BEHIND * ready


# --- the action phase -------------------------------------------------------------------------------


def _activate(state: State, unit: int, choice: Choice, close: bool) -> float:
    card = state.card[unit]
    type_ = state.cards[card].type
    found = -PAID * type_.activation
    for ship in state.ships_of(card):
        found += prospect(state, ship, state.cover[ship]) or ADVANCE * type_.move
    return max(found, ANSWERED) if close else found


def _move(state: State, unit: int, choice: Choice, close: bool) -> float:
    lead, path = move_of(choice)
    field, cell = state.table.battle.field, state.table.battle.field.map.cells[state.place[unit]]
    way = way_of(footprint(state, unit), lead, path)
    return _stand(state, unit, (field.number[cell + way.place], field.number[cell + way.tail]), close)


def _warp(state: State, unit: int, choice: Choice, close: bool) -> float:
    return _stand(state, unit, pose_of(choice), close)


def _stand(state: State, ship: int, pose: Pose, close: bool) -> float:
    """Value of a pose for a ship that may move: attacks from there, the way to the enemy, and the
    countermeasures of enemies that it comes next to.
    """
    side = state.side_of(ship)
    nearer = away(state, side, state.place[ship]) - away(state, side, pose[0])
    if close:
        return CLOSER * nearer
    under = state.table.battle.field.covered(state.type_of(ship).size, pose)
    found = prospect(state, ship, under) + NEARER * nearer
    met = _contacts(state, ship, under) & ~contacts(state, ship)
    special = state.type_of(ship).special
    hurt = sum(ecm_cost(state, enemy, special) for enemy in members(met)) / EIGHTHS
    return found - hurt * standing.worth(state, ship) / state.type_of(ship).hull


def _contacts(state: State, ship: int, under: int) -> int:
    near = state.table.battle.field.near(under)
    return sum(
        1 << enemy for enemy in members(state.fleet[1 - state.side_of(ship)]) if state.cover[enemy] & near
    )


def _fire(state: State, unit: int, choice: Choice, close: bool) -> float:
    weapon, target = fire_of(choice)
    facts = state.type_of(unit).weapons[weapon]
    cost = 0 if (unit, weapon) in state.charged else PAID * facts.charge / facts.attacks
    return gain(state, target, facts.strength) - cost


# --- cards and answers ------------------------------------------------------------------------------


def _tactic(state: State, unit: int, choice: Choice, close: bool) -> float:
    number, ship = tactic_of(choice)
    aimed = NEARER * standing.worth(state, ship) if ship != NOWHERE else 0.0
    return PLAYED - PAID * TACTICS[number].cost + aimed


def _fixed(points: float) -> Callable[[State, int, Choice, bool], float]:
    return lambda state, unit, choice, close: points


RATERS: Mapping[Kind, Callable[[State, int, Choice, bool], float]] = {
    Kind.PASS: _fixed(0.0),
    Kind.ROLL: _fixed(ANSWERED),
    Kind.BEGIN: _begin,
    Kind.TACTIC: _tactic,
    Kind.DISCARD: _fixed(DISCARDED),
    Kind.LAUNCH: _launch,
    Kind.PLACE: _place,
    Kind.LOAD: _load,
    Kind.ACTIVATE: _activate,
    Kind.MOVE: _move,
    Kind.WARP: _warp,
    Kind.FIRE: _fire,
    Kind.FINISH: _fixed(0.0),
    Kind.DONE: _fixed(0.0),
}
"""The value of each kind of order."""
