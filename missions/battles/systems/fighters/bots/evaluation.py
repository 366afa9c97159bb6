"""Value of choices in points, for the greedy and the close-and-shoot bots.

A shot is worth its exact expected losses, without units that are already dead. The value of a move is in
`moves`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from missions.battles.engine.arcs import relative
from missions.battles.engine.contract import Choice
from missions.battles.engine.hexes import DISTANCE, EAST
from missions.battles.engine.odds import mean_capped, opposed
from missions.battles.systems.fighters.bots import moves, tasks
from missions.battles.systems.fighters.bots.matchups import hit_worth, weight
from missions.battles.systems.fighters.bots.moves import AWAY, SAVED
from missions.battles.systems.fighters.engine import attack, orders
from missions.battles.systems.fighters.engine.damage import save_of
from missions.battles.systems.fighters.engine.loadouts import FIGHTER, LOCK
from missions.battles.systems.fighters.engine.state import CONVOY, State


def greedy(state: State, seat: int, unit: int, choices: Sequence[Choice]) -> list[float]:
    """The rating of each choice, in points."""
    kind = choices[0] & 15
    if kind in (orders.FIRE, orders.DONE):
        return [_shot(state, unit, choice) for choice in choices]
    if choices[-1] == orders.TRY:
        return _steadied(state, seat, unit, choices)
    if kind in _MOVING:
        return moves.rated(state, seat, unit, choices)
    return [_OTHER.get(kind, _even)(state, seat, choice) for choice in choices]


_MOVING = (orders.MOVE, orders.LEAVE, orders.SHARP, orders.STOP)


def _steadied(state: State, seat: int, unit: int, choices: Sequence[Choice]) -> list[float]:
    """A panicked craft: straight ahead, or a roll for more, worth a little more than that (FH-155)."""
    return [0.0] * (len(choices) - 1) + [1.0]


def _shot(state: State, unit: int, choice: Choice) -> float:
    if choice == orders.FINISHED:
        return 0.0
    load = choice >> 4
    mode, target = state.loadouts[unit].modes[load & 63], load >> 6
    aim = state.loadouts[target]
    save = save_of(state, target) if aim.fighterlike else 0
    keep = 6 if not save else save - 1
    left = max(0, round(_left(state, target, keep / 6)))
    if aim.kind != FIGHTER:
        left = 99 if left else 0
    each = hit_worth(aim, mode) * weight(state, target)
    if not each:
        return -1.0
    if mode.kind == LOCK:
        chance = opposed(*attack.lock_sides(state, unit, target)) * keep / 6
        hits = mean_capped(state.men[unit], chance.numerator, chance.denominator, left)
    else:
        hits = sum(
            mean_capped(count, (7 - shown) * keep, 36, left)
            for _, count, shown in attack.rolls(state, unit, mode, target)
        )
    return min(hits, left) * each + 0.001


def _left(state: State, target: int, keep: float) -> float:
    """Fighters (or hits) that the hits so far are expected to leave."""
    loadout, left = state.loadouts[target], float(state.men[target])
    if loadout.kind != FIGHTER:
        left = float(state.hull[target] + state.shield[target])
    for unit, number, aimed, hits in state.pending:
        if aimed == target:
            mode = state.loadouts[unit].modes[number]
            left -= hits * keep * (1 if loadout.kind == FIGHTER else mode.damage)
    return left


def _even(state: State, seat: int, choice: Choice) -> float:
    return 0.0


def _first(state: State, seat: int, choice: Choice) -> float:
    """Moving second is better: that side sees where the others are."""
    return float(choice >> 4 != seat)


def _place(state: State, seat: int, choice: Choice) -> float:
    """Score of a start: near the middle row, near one's own, and looking at the enemy."""
    if choice & 15 == orders.FACE:
        return AWAY
    _, row = state.fixed.board.offset(choice >> 4)
    return -abs(row - state.fixed.board.rows / 2)


_OTHER: dict[int, Callable[[State, int, Choice], float]] = {orders.FIRST: _first, orders.PLACE: _place}


def close(state: State, seat: int, unit: int, choices: Sequence[Choice]) -> list[float]:
    """Flies at the nearest enemy and fires the first weapon at the nearest target; units with a task go by
    it, and who carries no weapon keeps away.
    """
    rate = _hunts
    if unit >= 0 and (tasks.is_bound(state, unit) or tasks.is_harmless(state, unit)):
        rate = _keeps_to_its_task
    return [rate(state, seat, unit, choice) for choice in choices]


def _hunts(state: State, seat: int, unit: int, choice: Choice) -> float:
    kind = choice & 15
    if kind == orders.FIRE:
        return 100.0 - DISTANCE[state.pos[choice >> 10] - state.pos[unit]]
    if kind == orders.MOVE:
        here, facing = _end(state, unit, choice)
        return -min((_reach(place - here, facing) for place in _enemies(state, seat)), default=0)
    return AWAY if kind in (orders.LEAVE, orders.SHARP) else -50.0


def _keeps_to_its_task(state: State, seat: int, unit: int, choice: Choice) -> float:
    if choice == orders.leave(EAST) and state.fixed.units[unit].role == CONVOY:
        return SAVED
    if choice & 15 != orders.MOVE:
        return _hunts(state, seat, unit, choice)
    here, facing = _end(state, unit, choice)
    if tasks.is_bound(state, unit):
        return tasks.goal(state, unit, here, facing)
    return float(min((DISTANCE[place - here] for place in _enemies(state, seat)), default=0))


def _end(state: State, unit: int, choice: Choice) -> tuple[int, int]:
    """Hex and facing in which a move ends."""
    step, facing, _ = orders.move_parts(choice)
    return state.pos[unit] + step, facing


def _reach(difference: int, facing: int) -> float:
    """Hexes to another unit, a little more when it does not lie ahead."""
    twelfth = relative(difference, facing)
    return DISTANCE[difference] + 0.1 * min(twelfth, 12 - twelfth)


def _enemies(state: State, seat: int) -> list[int]:
    return [state.pos[unit] for unit in attack.targets(state, seat)]


STYLES: dict[str, Callable[[State, int, int, Sequence[Choice]], list[float]]] = {
    "greedy": greedy,
    "ahead": greedy,
    "close": close,
}
