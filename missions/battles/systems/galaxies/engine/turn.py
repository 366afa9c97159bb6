"""The course of a turn: energy, tiles, phases, its end and victory (BG-014 … BG-019, BG-130 … BG-151)."""

from __future__ import annotations

from collections.abc import Sequence

from missions.battles.engine.contract import OVER, PHASE, TURN, Outcome
from missions.battles.engine.dice import Dice
from missions.battles.systems.galaxies.engine.course import Course
from missions.battles.systems.galaxies.engine.field import (
    ENERGY_SOURCE,
    MARKET,
    OFF,
    REGENERATOR,
    listed,
    members,
)
from missions.battles.systems.galaxies.engine.ships import REGEN
from missions.battles.systems.galaxies.engine.state import (
    ACTION,
    DEPLOY,
    ENERGY,
    NOWHERE,
    OVER_PHASE,
    State,
)
from missions.battles.systems.galaxies.engine.tactics import MOST_HAND

START_ENERGY, MOST_ENERGY = 15, 40
"""Energy at the start, and the most that a side may have (BG-012, BG-016)."""
GAIN, FIRST_GAIN = 10, 5
"""Energy of each energy phase, and of the very first one (BG-015)."""
SOURCE_GAIN, MARKET_GAIN = 2, 1
"""Energy of an energy source, and of an orbital market without tactic cards (BG-142, BG-146)."""


def gain(state: State, side: int, energy: int) -> int:
    """Give a side energy, never above the most, and return its new energy (BG-016)."""
    state.energy[side] = min(MOST_ENERGY, state.energy[side] + energy)
    return state.energy[side]


def shuffled(cards: Sequence[int], dice: Dice) -> tuple[int, ...]:
    """The cards in another order, with one draw for each place but the first."""
    found = list(cards)
    for last in range(len(found) - 1, 0, -1):
        other = dice.draw(last + 1) - 1
        found[last], found[other] = found[other], found[last]
    return tuple(found)


def draw(state: State, side: int, count: int, course: Course) -> None:
    """Let a side draw tactic cards, as many as its hand has room for (BG-018). The discarded cards are
    shuffled into an empty deck (BG-162).
    """
    drawn: list[int] = []
    while len(drawn) < min(count, MOST_HAND - len(state.hands[side])):
        if not state.decks[side]:
            if not state.discards[side]:
                break
            state.decks[side] = shuffled(state.discards[side], course.dice)
            state.discards[side] = ()
            course.tell("shuffles", side)
        drawn.append(state.decks[side][-1])
        state.decks[side] = state.decks[side][:-1]
    if drawn:
        state.hands[side] = tuple(sorted((*state.hands[side], *drawn)))
        course.tell("draws", side, len(drawn))
        course.tell("drawn", side, *drawn)


# --- the beginning of a turn ------------------------------------------------------------------------


def begin(state: State, side: int, course: Course) -> None:
    """Begin the turn of a side with its energy phase (BG-014, BG-019)."""
    state.turn, state.side, state.phase = state.turn + 1, side, ENERGY
    course.tell(TURN, state.turn)
    course.tell(PHASE, int(ENERGY), side)
    _hold(state, side, course)
    if state.outcome is not None:
        return None
    _regain(state, side, course)
    cards = _trade(state, side, course)
    tiles = SOURCE_GAIN if _covers(state, side, state.table.battle.field.tiles[ENERGY_SOURCE]) else 0
    more = FIRST_GAIN if state.turn == 1 else GAIN
    before = state.energy[side]
    total = gain(state, side, tiles + more)
    course.tell("energy", side, more, tiles, total, before + tiles + more - total)
    if not state.table.tactics:
        return begin_deployment(state, course)
    draw(state, side, 1 + cards, course)
    if not state.hands[side]:
        begin_deployment(state, course)


def _covers(state: State, side: int, hexes: int) -> bool:
    """Whether a ship of that side is on one of these hexes."""
    if not state.taken & hexes:
        return False
    return any(state.cover[ship] & hexes for ship in members(state.fleet[side]))


def _hold(state: State, side: int, course: Course) -> None:
    """Give a victory point for the wreck that a ship holds while no enemy ship is beside it (BG-133)."""
    battle = state.table.battle
    if battle.prize == OFF or not state.taken >> battle.prize & 1:
        return
    if _covers(state, 1 - side, battle.field.around[battle.prize]):
        return
    holder = next(
        (ship for ship in members(state.fleet[side]) if state.cover[ship] >> battle.prize & 1), NOWHERE
    )
    if holder == NOWHERE:
        return
    state.points[side] += 1
    course.tell("point", side, holder, state.points[side])
    if state.points[side] >= battle.goal:
        _over(state, side, f"It has {state.points[side]} victory points.", "BG-133", course)


def _regain(state: State, side: int, course: Course) -> None:
    """Give shield pegs back to ships on a regenerator, and to those that regain them by themselves (BG-143,
    BG-151).
    """
    tile, shields = state.table.battle.field.tiles[REGENERATOR], state.shields
    for ship in listed(state.fleet[side]):
        card, on_tile = state.cards[state.card[ship]].type, state.cover[ship] & tile
        if not on_tile and card.special != REGEN:
            continue
        reasons = ["BG-143"] * bool(on_tile) + ["BG-151"] * (card.special == REGEN)
        for rule in reasons[: card.shields - shields[ship]]:
            shields[ship] += 1
            course.tell("regains", ship, 1, shields[ship], rule)


def _trade(state: State, side: int, course: Course) -> int:
    """Number of further tactic cards that an orbital market gives. Without tactic cards it gives energy
    (BG-146).
    """
    if not _covers(state, side, state.table.battle.field.tiles[MARKET]):
        return 0
    if state.table.tactics:
        course.tell("market", side, 0)
        return 1
    before = state.energy[side]
    if gained := gain(state, side, MARKET_GAIN) - before:
        course.tell("market", side, gained)
    return 0


# --- phases -----------------------------------------------------------------------------------------


def begin_deployment(state: State, course: Course) -> None:
    """Begin the deploy phase. Only a side without unseen cards has none; whether it can launch one of them
    would be telling (BG-045).
    """
    if not state.unseen(state.side):
        return begin_action(state, course)
    state.phase = DEPLOY
    course.tell(PHASE, int(DEPLOY), state.side)


def begin_action(state: State, course: Course) -> None:
    """Begin the action phase. A side without ships on the map and without tactic cards has nothing to do in
    it.
    """
    if not state.fleet[state.side] and not state.hands[state.side]:
        return end(state, course)
    state.phase = ACTION
    course.tell(PHASE, int(ACTION), state.side)


def end(state: State, course: Course) -> None:
    """End the turn (BG-132, BG-134), and begin the next one."""
    side = state.side
    state.activated = 0
    if not state.fleet[side] and state.round > 1:
        reason = f"{state.table.seating.sides[side]} ends its turn without a ship on the battlefield."
        _over(state, 1 - side, reason, "BG-132", course)
    elif state.turn == 2 * state.table.rounds:
        _by_points(state, course)
    else:
        begin(state, 1 - side, course)


# --- victory ----------------------------------------------------------------------------------------


def judge(state: State, course: Course) -> None:
    """End the battle if a side has no ship on the battlefield and no card behind its screen (BG-131)."""
    if state.outcome is not None:
        return None
    for side in (0, 1):
        if not state.fleet[side] and not state.reserve[side]:
            reason = f"{state.table.seating.sides[side]} has no ship left."
            return _over(state, 1 - side, reason, "BG-131", course)


def _by_points(state: State, course: Course) -> None:
    """Decide a battle after its last round (BG-134)."""
    for what, count in (("victory points stand", state.points), ("score stands", state.score)):
        if count[0] != count[1]:
            winner = int(count[1] > count[0])
            standing = f"{count[winner]} to {count[1 - winner]}"
            reason = f"After {state.table.rounds} rounds the {what} at {standing}."
            return _over(state, winner, reason, "BG-134", course)
    reason = f"After {state.table.rounds} rounds the score stands at {state.score[0]} to {state.score[1]}."
    _over(state, None, reason, "BG-134", course)


def _over(state: State, winner: int | None, reason: str, rule: str, course: Course) -> None:
    state.outcome = Outcome(winner, reason, rule)
    state.phase, state.wait = OVER_PHASE, None
    course.tell(OVER, winner, reason, rule, "")
