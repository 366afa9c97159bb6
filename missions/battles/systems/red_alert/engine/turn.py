"""The course of a turn: its beginning, its phases and its end (RA-049 … RA-051, RA-160 … RA-208)."""

from __future__ import annotations

from missions.battles.engine.contract import PHASE, TURN
from missions.battles.systems.red_alert.engine.cards import COMMAND_CARDS
from missions.battles.systems.red_alert.engine.combat import (
    Course,
    check_victory,
    confirm,
    end,
    hurt,
    mark,
)
from missions.battles.systems.red_alert.engine.commands import plan
from missions.battles.systems.red_alert.engine.field import CLEARED, members
from missions.battles.systems.red_alert.engine.seats import acting
from missions.battles.systems.red_alert.engine.state import (
    COMMANDING,
    ENDING,
    FIGHTING,
    MOVING,
    NO_CARD,
    NOWHERE,
    SHARED,
    Phase,
    State,
    shuffled,
)
from missions.battles.systems.red_alert.engine.units import ALERT

AFTER = {phase: Phase(phase + 1) for phase in Phase if phase < Phase.OVER}
"""The phase after each."""
_BEGINS = {phase: (PHASE, int(phase)) for phase in Phase}
"""The event of the beginning of each phase."""
OPENING = "combat.start"
"""Moment of cards that open the combat phase."""


def begin(state: State, side: int, course: Course) -> None:
    """Begin the turn of a side: objectives, victory, asteroids (RA-051)."""
    if state.turn >= state.table.turn_limit:
        return _by_points(state, "The last turn is over", "RA-203", course)
    state.turn, state.side, state.phase = state.turn + 1, side, COMMANDING
    state.command = state.carried_out = NO_CARD
    state.fell_back = False
    state.played = state.ordered = state.moved = state.fought = state.halted = state.barred = 0
    state.retired = state.passing = state.pushed = state.moved_on = state.ending = 0
    state.boosted.clear()
    state.focus = NOWHERE, 0
    state.close_combat()
    state.led.clear()
    state.done = 0
    course.side, course.seat = side, state.table.seats[side][0]
    course.frame, course.rolled = None, True
    course.events += ((TURN, state.turn), ("acts", side))
    battle = state.table.battle
    if battle.objectives:
        _score_objectives(state, side, course)
    check_victory(state, course)
    drifting = state.occupied[side] & battle.asteroids & ~state.debris
    if drifting and state.outcome is None:
        _roll_on_asteroids(state, drifting, course)
    if state.outcome is None:
        course.events.append(_BEGINS[COMMANDING])


def _score_objectives(state: State, side: int, course: Course) -> None:
    """Points for planets and clear sectors (RA-205, RA-206, RA-208)."""
    objectives = state.table.battle.objectives
    if "planet_control" in objectives:
        for unit in state.on_field(side):
            if _controls(state, unit):
                state.claim(side, state.place[unit])
                course.events.append(("holds planet", unit, state.place[unit], state.points[side]))
    if "clear_sector" in objectives:
        enemies = state.occupied[1 - side]
        for number, sector in enumerate(CLEARED):
            if not enemies & sector:
                state.points[side] += 1
                own = number if side == 0 else 2 - number
                course.events.append(("clear sector", side, own, state.points[side]))


def _controls(state: State, unit: int) -> bool:
    """Whether a unit places a planet marker: no enemy stands beside it on the same planet, and it has
    neither a marker nor a cloak (RA-170, RA-206).
    """
    group = state.table.battle.group
    here = group.get(state.place[unit])
    if here is None or state.is_marked(unit) or state.is_cloaked(unit):
        return False
    return all(group.get(state.place[enemy]) != here for enemy in state.neighbours(unit))


def _roll_on_asteroids(state: State, hexes: int, course: Course) -> None:
    """A die for each own unit on these asteroids (RA-143). The order of the dice makes no difference."""
    for unit in sorted([state.at[hex_] for hex_ in members(hexes)]):
        if state.outcome is not None:
            return
        faces = course.roll(1)
        course.events.append(("drifts", unit, faces, course.seat))
        if faces[0] != ALERT:
            continue
        if not state.is_marked(unit):
            mark(state, unit, course)
            continue
        doubts = hurt(state, unit, 1, 1 - state.side, course)
        if doubts:
            confirm(state, unit, doubts, 1 - state.side, course)


# --- phases -----------------------------------------------------------------------------------------


def go_to(state: State, phase: Phase, course: Course) -> None:
    """Begin a phase of the turn, or the one after it if there is nothing to order in it, whatever cards the
    side holds.
    """
    if phase is MOVING and (not state.ordered or plan(state).still):
        phase = FIGHTING
    if phase is FIGHTING:
        if state.ordered and not plan(state).peaceful:
            state.open_combat()
        else:
            phase = ENDING
    state.phase, state.done = phase, 0
    course.events.append(_BEGINS[phase])
    if phase is ENDING and state.command != NO_CARD:
        state.discards[COMMAND_CARDS].append(state.command)
        state.last[state.side] = state.command


def pass_over(state: State, course: Course) -> None:
    """Begin the next phase if everybody who still had to act in this one has lost their units (RA-190)."""
    if state.phase in SHARED and not acting(state):
        state.close_combat()
        go_to(state, AFTER[state.phase], course)


# --- the end of a turn ------------------------------------------------------------------------------


def draw(state: State, side: int, deck: int, course: Course) -> int:
    """Draw a card; the discards are shuffled if the pile is empty (RA-164). NO_CARD if there is none at
    all.
    """
    cards = state.decks[deck]
    if not cards:
        cards = state.decks[deck] = shuffled(sorted(state.discards[deck]), course.dice)
        state.discards[deck].clear()
        course.events.append(("shuffles", deck))
        if not cards:
            return NO_CARD
    card = cards.pop()
    course.events += (("draws", side, deck), ("drawn", side, deck, card))
    return card


def may_gain_time(state: State) -> bool:
    """Whether the side may take a victory point for one of the cards of its Scout (RA-215)."""
    battle, side = state.table.battle, state.side
    if "time_pressure" not in battle.objectives or side != battle.defender:
        return False
    return (
        plan(state).drawn > 1 and not state.draws_skipped[side] and state.points[side] + 1 < state.table.goal
    )


def draw_commands(state: State, course: Course, timed: bool = False) -> None:
    """Cards that were reacted with are replaced first, then the one that was played (RA-160, RA-172).
    `timed`: a single card is drawn even after a Scout.
    """
    state.ending = 1
    side, other = state.side, 1 - state.side
    course.events.append(("ends", side))
    if state.replaced[other]:
        for _ in range(state.replaced[other]):
            take(state, other, COMMAND_CARDS, course)
        state.replaced[other] = 0
    if state.command == NO_CARD:
        return None
    if state.draws_skipped[side]:
        state.draws_skipped[side] -= 1
        course.events.append(("draws none", side))
        return None
    count = 1 if timed else plan(state).drawn
    if count == 1:
        return take(state, side, COMMAND_CARDS, course)
    cards = [card for card in (draw(state, side, COMMAND_CARDS, course) for _ in range(count)) if card >= 0]
    if len(cards) == 1:
        state.hands[side][COMMAND_CARDS] += cards
    else:
        state.drawn = cards


def take(state: State, side: int, deck: int, course: Course) -> None:
    """Draw a card into the hand of a side."""
    card = draw(state, side, deck, course)
    if card != NO_CARD:
        state.hands[side][deck].append(card)


def next_turn(state: State, course: Course) -> None:
    """The turn of the other side, or the end if a side has no unit left (RA-202)."""
    if not all(state.occupied):
        return _by_points(state, "A side has no unit left", "RA-202", course)
    begin(state, 1 - state.side, course)


def _by_points(state: State, why: str, rule: str, course: Course) -> None:
    """More points win. If they are equal, the side does that alone still has units (RA-202, RA-203)."""
    one, other = state.points
    winner = None if one == other else int(other > one)
    if winner is None and rule == "RA-202":
        left = [side for side in (0, 1) if state.occupied[side]]
        winner = left[0] if len(left) == 1 else None
    end(state, winner, f"{why}, {one} points to {other}.", rule, course)
