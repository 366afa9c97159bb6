"""Value of launches, of the places of squadrons, and of what goes into a hold."""

from __future__ import annotations

from collections.abc import Sequence

from missions.battles.systems.galaxies.bots import stance, strikes
from missions.battles.systems.galaxies.bots.care import Care
from missions.battles.systems.galaxies.bots.places import goals_of
from missions.battles.systems.galaxies.bots.prospects import wanted_energy
from missions.battles.systems.galaxies.bots.worths import guns
from missions.battles.systems.galaxies.engine import loads, turn
from missions.battles.systems.galaxies.engine.choices import Kind, kind_of, launch_of, pose_of
from missions.battles.systems.galaxies.engine.field import OFF
from missions.battles.systems.galaxies.engine.state import NOWHERE, FleetCard, State

FIELDED, SHORT = 0.5, 0.6
"""Points of a launch for each point of its price, and for each energy that attacks of this turn then lack."""
SHIP, ARMS = 2.0, 1.5
"""Points of any launch for a side that plans, and for each gun that it brings for a point of energy."""
NEARER = 0.04
"""Points for each hex nearer to the goal."""
CARRIED, STORED = 0.3, 0.15
"""Points for each point of price of a loaded card that could not be launched next turn either, and of one
that could.
"""
IDLE, UNWANTED = -40.0, -50.0
"""Value of an end of the phase while cards are wanted on the map, and of a launch of another card. No search
tries either, since no play-out reaches what a launch brings.
"""
CROWD = 0.02
"""Points for each ship beside a place, by which bots draw their ships apart."""


def rated(state: State, side: int, choices: Sequence[int], care: Care) -> list[float]:
    """The value of each choice of the deploy phase."""
    goals, launching = goals_of(state, side), state.placing == state.loading == NOWHERE
    if care.plans and launching and not stance.presses(state, side):
        return _planned(state, side, choices, goals, care)
    wanted = wanted_energy(state, side, care) if launching else 0
    return [_value(state, side, choice, wanted, goals, care) for choice in choices]


def _planned(state: State, side: int, choices: Sequence[int], goals: list[int], care: Care) -> list[float]:
    """The same for a side that holds its cards back until they strike."""
    wanted = strikes.chosen(state, side, care)

    def value(choice: int) -> float:
        if kind_of(choice) is not Kind.LAUNCH:
            return IDLE if wanted else 0.0
        found = wanted.get(launch_of(choice))
        return UNWANTED if found is None else found + _place(state, pose_of(choice)[0], goals)

    return [value(choice) for choice in choices]


def first_turn(state: State, side: int, care: Care) -> int:
    """The side that had better begin. A side that plans waits for the enemy, so it lets them come first; only
    a prize is for the side that is there first.
    """
    return 1 - side if care.plans and state.table.battle.prize == OFF else side


def _value(state: State, side: int, choice: int, wanted: int, goals: list[int], care: Care) -> float:
    kind = kind_of(choice)
    if kind is Kind.LAUNCH:
        card = state.table.fleets[side][launch_of(choice)[0]]
        price = card.launch
        lacking = max(0, wanted - (state.energy[side] - price)) - max(0, wanted - state.energy[side])
        return _fielded(card, care) - SHORT * lacking + _place(state, pose_of(choice)[0], goals)
    if kind is Kind.PLACE:
        return _place(state, pose_of(choice)[0], goals)
    return _load(state, side, choice, care) if kind is Kind.LOAD else 0.0


def _fielded(card: FleetCard, care: Care) -> float:
    """Value of a card on the map, before the energy that it costs is looked at."""
    if care.plans:
        return SHIP + ARMS * guns(card.type) * len(card.models) / card.launch
    return FIELDED * card.launch


def _place(state: State, place: int, goals: list[int]) -> float:
    """A place by its way to the nearest goal and its neighbours."""
    field = state.table.battle.field
    away = min((field.apart(place, goal) for goal in goals), default=0)
    return -NEARER * away - CROWD * (field.around[place] & state.taken).bit_count()


def _load(state: State, side: int, choice: int, care: Care) -> float:
    """A load. Carried cards come out next turn ahead of the start zone and move for nothing until then. They
    are lost with their carrier, so that a side that plans leaves its holds empty.
    """
    fleet, energy = state.table.fleets[side], state.energy[side]
    found = 0.0
    for place in loads.chosen_of(choice):
        price = fleet[place].launch
        now = price <= energy
        found += price * (
            -STORED if now or care.plans else CARRIED if price <= energy + turn.GAIN else STORED
        )
    return found
