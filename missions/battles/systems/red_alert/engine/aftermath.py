"""Decisions that follow a combat, on a side of several people (RA-080, RA-135, RA-139, RA-190).

One combat is over before the next begins. So after an attack only those act who may decide what follows it:
the commander about a card, then the leader of the unit about a pursuit or a second move, both about another
combat. The same holds at the opening of the combat phase, for cards that are played then. Public facts alone
say who decides (RA-008).

A side of one person needs none of this: their next order says what they decide.
"""

from __future__ import annotations

from missions.battles.systems.red_alert.engine.answers import ATTACKING, TIMING, Moment, fitting, possible
from missions.battles.systems.red_alert.engine.combat import Course
from missions.battles.systems.red_alert.engine.orders import MOVE, may_attack_now, may_move_now, may_pursue
from missions.battles.systems.red_alert.engine.seats import commander, leader, officers
from missions.battles.systems.red_alert.engine.state import NOWHERE, Attack, State, Wait
from missions.battles.systems.red_alert.engine.strikes import targets
from missions.battles.systems.red_alert.engine.turn import OPENING, pass_over


def settle(state: State, course: Course) -> None:
    """Find out who still decides what follows. If nobody acts in this phase any more, begin the next one."""
    if state.outcome is not None or state.wait is not None:
        return
    pass_over(state, course)
    if state.settling:
        state.settling &= deciders(state)
        if not state.settling:
            state.close_combat()
            pass_over(state, course)


def deciders(state: State) -> int:
    """Seats that may decide what follows the combat, or open the phase with a card, as bits."""
    first = 1 << commander(state.table, state.side)
    again = state.bonus if state.bonus != NOWHERE else state.extra
    if again != NOWHERE:
        return _fights_again(state, again, first)
    if state.after is not None:
        return _follows(state, state.after, first)
    if state.fought or state.moved_on or not officers(state):
        return 0
    return first if possible(state, state.side, OPENING) else 0


def _fights_again(state: State, unit: int, first: int) -> int:
    """The leader of a unit that has one more combat, and the commander, who may add a card to it."""
    if state.place[unit] == NOWHERE:
        return 0
    found = 1 << leader(state, unit) if may_attack_now(state, unit) else 0
    if targets(state, unit) and possible(state, state.side, ATTACKING):
        found |= first
    return found


def _follows(state: State, fought: Attack, first: int) -> int:
    """The leader of the unit that has fought, and the commander, who may play a card."""
    unit, found = fought.unit, 0
    if state.place[unit] == NOWHERE:
        return 0
    moves_on = may_move_now(state, unit)
    if moves_on or may_pursue(state, fought):
        found = 1 << leader(state, unit)
    moment, side = Moment(state, unit, fought), state.side
    after = not fought.cancelled and fitting(state, side, TIMING[Wait.FOLLOW], moment)
    if after or (moves_on and fitting(state, side, MOVE, moment)):
        found |= first
    return found
