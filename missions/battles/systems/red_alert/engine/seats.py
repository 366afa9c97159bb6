"""Seats of a side: one person for everything, or a commander with wing officers (RA-190).

The first seat of a side is its commander, who plays the cards, orders the units, answers out of turn and
leads the ordered units of the centre. Two people a side are a commander and one officer for both wings,
three are a commander and an officer for each wing.
"""

from __future__ import annotations

from collections.abc import Sequence

from missions.battles.engine.contract import Seat, Seating
from missions.battles.systems.red_alert.engine.commands import Plan
from missions.battles.systems.red_alert.engine.field import CENTRE, LEFT, SECTOR
from missions.battles.systems.red_alert.engine.scenarios import SIDES
from missions.battles.systems.red_alert.engine.state import State, Table

MOST_PEOPLE = 3
_POSTS = {
    1: (("", ""),),
    2: ((" commander", "-commander"), (" wings", "-wings")),
    3: ((" commander", "-commander"), (" left wing", "-left"), (" right wing", "-right")),
}


def seating_for(people: Sequence[int]) -> Seating:
    """Seats for so many people of each side. Raises KeyError for more than there are posts."""
    return Seating(
        SIDES,
        tuple(
            Seat(side, f"{SIDES[side]}{word}", f"{SIDES[side].lower()}{key}", proper=True)
            for side, count in enumerate(people)
            for word, key in _POSTS[count]
        ),
    )


def commander(table: Table, side: int) -> int:
    """The seat that commands a side."""
    return table.seats[side][0]


def officer(table: Table, side: int, sector: int) -> int:
    """The seat that leads units ordered in a sector."""
    seats = table.seats[side]
    if sector == CENTRE or len(seats) == 1:
        return seats[0]
    return seats[1] if sector == LEFT else seats[-1]


def appoint(state: State, plan: Plan, unit: int) -> None:
    """Note who leads a unit that is ordered: the officer of the sector that it is ordered in; on a dotted
    line the commander, unless the card speaks of one of its two sectors only.
    """
    side, here = state.side, state.place[unit]
    sectors = [number for number, hexes in enumerate(SECTOR[side]) if hexes >> here & 1]
    if any(plan.sectors):
        sectors = [number for number in sectors if plan.sectors[number]]
    sector = sectors[0] if len(sectors) == 1 else CENTRE
    state.led[unit] = officer(state.table, side, sector)


def leader(state: State, unit: int) -> int:
    """The seat that moves a unit and fights with it: the officer who leads it this turn, else the commander
    of its side.
    """
    found = state.led.get(unit)
    return commander(state.table, state.table.units[unit].side) if found is None else found


def acting(state: State) -> list[int]:
    """Seats of the side whose turn it is that still move units or fight: its commander, and officers who
    lead an ordered unit, until each has said that they are done. Only those who decide what follows a
    combat act until that is decided (RA-080): the commander about a card, then the officer about a pursuit
    or a second move.
    """
    if state.settling:
        found = [seat for seat in state.table.seats[state.side] if state.settling >> seat & 1]
        return found[:1] if state.after is not None else found
    first = commander(state.table, state.side)
    return [seat for seat in (first, *officers(state)) if not state.done >> seat & 1]


def officers(state: State) -> list[int]:
    """Seats of the side whose turn it is, but for its commander, that lead an ordered unit."""
    return [seat for seat in state.table.seats[state.side][1:] if _leads(state, seat)]


def _leads(state: State, seat: int) -> bool:
    return any(whose == seat and state.place[unit] >= 0 for unit, whose in state.led.items())


def recall(state: State, units: tuple[int, ...]) -> None:
    """Let the officers of these units act again, because their orders have changed."""
    if state.done:
        for unit in units:
            state.done &= ~(1 << leader(state, unit))
