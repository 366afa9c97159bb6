"""Tasks of units in a battle: freighters run for their exit, transports for their dock, and units that can
only lose by staying leave the map.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from missions.battles.engine.hexes import DISTANCE, EAST
from missions.battles.systems.fighters.bots.matchups import FREE
from missions.battles.systems.fighters.engine import victory
from missions.battles.systems.fighters.engine.state import (
    CONVOY,
    IN_PLAY,
    TRANSPORT,
    WITHDRAWN,
    State,
    in_play,
)

RAIDERS = 0
"""The seat of the attackers or escorts: in every battle with a task they sit west."""
ONWARD = 0.5
"""Points for each column that a freighter has made towards its exit."""
ASTRAY = 0.4
"""Points for each facing that a freighter is turned away from its exit."""
DOCKWARD = 2.0
"""Points for each hex that a transport is nearer to its dock."""


def is_bound(state: State, unit: int) -> bool:
    """Whether the unit has a way of its own to go, and does not go for the enemy."""
    role = state.fixed.units[unit].role
    return role == CONVOY or (role == TRANSPORT and victory.dock_of(state) is not None)


def is_harmless(state: State, unit: int) -> bool:
    """Whether it carries no weapon at all."""
    return not state.loadouts[unit].modes


def goal(state: State, unit: int, here: int, facing: int) -> float:
    """Progress of a unit towards its task, in points, if it were at this hex with this facing (FH-162,
    FH-164, FH-166).
    """
    role, board = state.fixed.units[unit].role, state.fixed.board
    if state.status[unit] != IN_PLAY:
        saved = role == CONVOY and state.status[unit] == WITHDRAWN and state.gone[unit] == EAST
        return ONWARD * board.columns + FREE / 2 if saved else -float(FREE)
    if role == CONVOY:
        return ONWARD * board.offset(here)[0] - ASTRAY * min(facing, 6 - facing)
    dock = victory.dock_of(state) if role == TRANSPORT else None
    return 0.0 if dock is None else -DOCKWARD * DISTANCE[state.pos[dock] - here]


def goals(state: State, seat: int) -> float:
    """Progress of a seat's freighters and transport towards their aim, in points."""
    return sum(
        goal(state, unit, state.pos[unit], state.face[unit])
        for unit, facts in enumerate(state.fixed.units)
        if facts.seat == seat and facts.role in (CONVOY, TRANSPORT)
    )


def to_edge(state: State, here: int) -> int:
    """Rows or columns to the nearest edge of the map."""
    board = state.fixed.board
    column, row = board.offset(here)
    return min(column, board.columns - 1 - column, row, board.rows - 1 - row)


# --- who leaves -------------------------------------------------------------------------------------


def flees(state: State, seat: int, unit: int) -> bool:
    """Whether the unit can only lose by staying: it makes for the nearest edge."""
    why = _FLIGHTS.get(state.fixed.scenario)
    return why is not None and why(state, seat, unit)


def _from_a_clash(state: State, seat: int, unit: int) -> bool:
    """The side that is ahead wins when nobody is left to fight, unless leaving has its price (FH-165)."""
    if state.fixed.concedes:
        return False
    return victory.points_lost(state, 1 - seat) > victory.points_lost(state, seat)


def _is_weak(state: State, unit: int) -> bool:
    """Down to a quarter of its strength or less, such as the last fighter of a flight."""
    facts = state.fixed.units[unit]
    return 4 * state.men[unit] <= facts.men or 4 * state.hull[unit] <= facts.hull


def _others_fight_on(state: State, seat: int, unit: int) -> bool:
    """Whether somebody of that side is stronger and stays."""
    return any(other != unit and not _is_weak(state, other) for other in in_play(state, seat))


def _from_a_raid(state: State, seat: int, unit: int) -> bool:
    """A weak raider whose loss would lose the raid (FH-162)."""
    if seat != RAIDERS or not _is_weak(state, unit):
        return False
    lost, units = victory.units_lost(state, seat)
    return lost + 1 >= victory.HALF * units and _others_fight_on(state, seat, unit)


def _from_an_assault(state: State, seat: int, unit: int) -> bool:
    """A weak attacker whose loss would make the outpost too dear (FH-163)."""
    if seat != RAIDERS or not _is_weak(state, unit):
        return False
    loadout, lost = state.loadouts[unit], victory.points_lost(state, seat)
    left = Fraction(loadout.cost * state.men[unit], loadout.craft)
    dear = lost + left >= victory.THREE_QUARTERS * victory.points(state, seat)
    return dear and _others_fight_on(state, seat, unit)


def _from_the_station(state: State, seat: int, unit: int) -> bool:
    """All escorts, once their transport is lost: none of them is destroyed any more, a draw (FH-164)."""
    return seat == RAIDERS and _transport_is_lost(state)


def _from_the_shipyard(state: State, seat: int, unit: int) -> bool:
    """All but one, once their transport is lost: a draw needs somebody in play at the end (FH-166)."""
    if seat != RAIDERS or not _transport_is_lost(state):
        return False
    staying = max(in_play(state, seat), key=lambda one: (state.men[one], state.hull[one], -one))
    return unit != staying


def _transport_is_lost(state: State) -> bool:
    return all(
        state.status[unit] != IN_PLAY
        for unit, facts in enumerate(state.fixed.units)
        if facts.role == TRANSPORT
    )


_FLIGHTS: dict[str, Callable[[State, int, int], bool]] = {
    "free": _from_a_clash,
    "fighter_clash": _from_a_clash,
    "convoy_raid": _from_a_raid,
    "outpost_assault": _from_an_assault,
    "hostages": _from_the_station,
    "starship_theft": _from_the_shipyard,
}
