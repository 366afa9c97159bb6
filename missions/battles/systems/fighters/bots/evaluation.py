"""How good choices look, in points: what the greedy and the close-and-shoot bots go by.

A move is worth the best expected shot from its end less the shots it invites, from the odds of each pair of
poses, worked out once for each pair of craft. A shot is worth its exact expected losses, less what is dead
already.
"""

from __future__ import annotations

from bisect import bisect_left as bisect
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, reduce
from itertools import repeat
from operator import add, mul, sub

from missions.battles.engine.arcs import relative
from missions.battles.engine.contract import Choice
from missions.battles.engine.hexes import DISTANCE, EAST
from missions.battles.engine.odds import mean_capped, opposed
from missions.battles.systems.fighters.bots import forecast
from missions.battles.systems.fighters.bots.matchups import Matchup, hit_worth, matchup, weight
from missions.battles.systems.fighters.engine import attack, orders
from missions.battles.systems.fighters.engine.damage import save_of
from missions.battles.systems.fighters.engine.loadouts import FIGHTER, LOCK
from missions.battles.systems.fighters.engine.plans import Open, Whole
from missions.battles.systems.fighters.engine.state import CONVOY, DOUBLE, State

HOPE = 0.1
"""What a shot at an enemy that has not moved yet is worth beside a sure one."""
WORRY = 0.3
"""What a shot of an enemy that has not moved yet counts beside a sure one."""
APPROACH = 0.02
"""Points for each hex nearer to the nearest enemy."""
STOPPING = 0.3
"""What a full stop costs beside flying on."""
DOUBLING = 0.7
"""What a double move costs beside an ordinary one (FH-076)."""
AWAY = -1000.0
MOST_ROWS = 30_000
"""Pairs of rows of about a hundred numbers that are kept: some 50 MB at most."""
FLOWN, DOUBLED = 7 << 4, DOUBLE << 4
"""The bits of a move that hold its style; a double move there."""


def greedy(state: State, seat: int, unit: int, choices: Sequence[Choice]) -> list[float]:
    """The rating of each choice, in points."""
    kind = choices[0] & 15
    if kind in (orders.FIRE, orders.DONE):
        return [_shot(state, unit, choice) for choice in choices]
    if choices[-1] == orders.TRY:
        return _steadied(state, seat, unit, choices)
    if kind in _MOVING:
        return _moves(state, seat, unit, choices)
    return [_OTHER.get(kind, _even)(state, seat, choice) for choice in choices]


_MOVING = (orders.MOVE, orders.LEAVE, orders.SHARP, orders.STOP)


def _moves(state: State, seat: int, unit: int, choices: Sequence[Choice]) -> list[float]:
    """Rated for all choices of the plan; those that are not open now are left out afterwards."""
    role = state.fixed.units[unit].role
    whole = choices.whole if isinstance(choices, Open) else choices
    sheet = _sheet(whole, state.face[unit])
    rated = _poses(state, seat, unit, sheet)
    if role:
        start = state.pos[unit]
        rated = [
            value + forecast.goal(state, unit, role, start + (pose >> 3))
            for value, pose in zip(rated, sheet.poses, strict=True)
        ]
    stopped = rated.pop() - STOPPING if sheet.stops else AWAY
    for number in sheet.doubled:
        rated[number] -= DOUBLING
    if role == CONVOY:
        rated += map(_way_out, whole[sheet.count :])
    elif choices[0] & 15 == orders.MOVE:
        rated += [AWAY] * (len(whole) - sheet.count)
    else:
        rated += map(_tail, whole[sheet.count :])
    if sheet.stops:
        rated[-1] = stopped
    return choices.cut(rated) if isinstance(choices, Open) else rated


class Sheet:
    """A list of choices read for rating: how many moves come first, their poses (and that of a full stop at
    the end of the list), which of them are double moves. Sharper turns and a stop come after the moves.
    """

    __slots__ = ("count", "doubled", "poses", "stops")

    def __init__(self, choices: Sequence[Choice], facing: int) -> None:
        self.count = bisect(choices, True, key=_is_no_move)
        moves = choices[: self.count]
        self.doubled = [number for number, move in enumerate(moves) if move & FLOWN == DOUBLED]
        self.stops = choices[-1] == orders.STOP
        self.poses = [move >> 7 for move in moves] + [facing] * self.stops


def _sheet(choices: Sequence[Choice], facing: int) -> Sheet:
    """Kept with a plan's choices, which all begin with the same facing."""
    if not isinstance(choices, Whole):
        return Sheet(choices, facing)
    if choices.sheet is None:
        choices.sheet = Sheet(choices, facing)
    found: Sheet = choices.sheet
    return found


@lru_cache(maxsize=MOST_ROWS)
def _rows(sheet: Sheet, against: Matchup, base: int) -> tuple[list[float], list[float]]:
    """By pose: what the craft takes, and what it is to lose, where the other is `base / 8` away."""
    keys = [pose - base for pose in sheet.poses]
    shots, back = against.shots, against.back
    return [shots[key] for key in keys], [back[key] for key in keys]


def _steadied(state: State, seat: int, unit: int, choices: Sequence[Choice]) -> list[float]:
    """A panicked craft: straight ahead, or a roll for more, worth a little more than that (FH-155)."""
    return [0.0] * (len(choices) - 1) + [1.0]


def _is_no_move(choice: Choice) -> bool:
    return choice & 15 != orders.MOVE


def _tail(choice: Choice) -> float:
    return AWAY if choice & 15 == orders.LEAVE else AWAY + 1


def _way_out(choice: Choice) -> float:
    """A freighter is saved over the east edge (FH-162)."""
    return 100.0 if choice == orders.leave(EAST) else AWAY


def _poses(state: State, seat: int, unit: int, sheet: Sheet) -> list[float]:
    """Best shot from each pose, less the shots it invites, less the way to the nearest enemy.

    Poses are `step · 8 + facing`, steps counted from where the unit is.
    """
    loadouts, pos, face, men = state.loadouts, state.pos, state.face, state.men
    loadout, here, waiting = loadouts[unit], pos[unit], state.todo[1 - seat]
    nearest, far = 0, 99.0
    dear = weight(state, unit)
    shots: list[Iterable[float]] = []
    risks: list[Iterable[float]] = []
    for foe in attack.targets(state, seat):
        aim = loadouts[foe]
        away = pos[foe] - here
        counts = weight(state, foe)
        if counts and DISTANCE[away] / counts < far:
            nearest, far = away, DISTANCE[away] / counts
        mine, back = _rows(sheet, matchup(loadout, aim, face[foe]), away << 3)
        unseen = foe in waiting
        sure = counts * (HOPE if unseen else 1.0) * men[unit] / loadout.craft
        worst = dear * (WORRY if unseen else 1.0) * men[foe] / aim.craft
        shots.append(map(mul, mine, repeat(sure)))
        risks.append(map(mul, back, repeat(worst)))
    if not shots:
        return [0.0] * len(sheet.poses)
    best = map(max, *shots) if len(shots) > 1 else shots[0]
    price = reduce(_added, [*risks, _ways(sheet, nearest << 3)])
    return list(map(sub, best, price))


def _added(first: Iterable[float], second: Iterable[float]) -> Iterable[float]:
    return map(add, first, second)


@lru_cache(maxsize=MOST_ROWS)
def _ways(sheet: Sheet, base: int) -> list[float]:
    """What the way to an enemy costs from each pose."""
    return [APPROACH * DISTANCE[(pose - base) >> 3] for pose in sheet.poses]


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
    """Who moves second sees where the others are."""
    return float(choice >> 4 != seat)


def _place(state: State, seat: int, choice: Choice) -> float:
    """Near the middle row, near one's own."""
    _, row = state.fixed.board.offset(choice >> 4)
    return -abs(row - state.fixed.board.rows / 2)


_OTHER: dict[int, Callable[[State, int, Choice], float]] = {orders.FIRST: _first, orders.PLACE: _place}


def close(state: State, seat: int, unit: int, choices: Sequence[Choice]) -> list[float]:
    """Flies at the nearest enemy and fires the first weapon at the nearest target."""
    return [_close(state, seat, unit, choice) for choice in choices]


def _close(state: State, seat: int, unit: int, choice: Choice) -> float:
    kind = choice & 15
    if kind == orders.FIRE:
        return 100.0 - DISTANCE[state.pos[choice >> 10] - state.pos[unit]]
    if kind == orders.MOVE:
        pose = choice >> 7
        here, facing = state.pos[unit] + (pose >> 3), pose & 7
        return -min((_reach(place - here, facing) for place in _enemies(state, seat)), default=0)
    return AWAY if kind in (orders.LEAVE, orders.SHARP) else -50.0


def _reach(difference: int, facing: int) -> float:
    """Hexes to another unit, a little more when it does not lie ahead."""
    twelfth = relative(difference, facing)
    return DISTANCE[difference] + 0.1 * min(twelfth, 12 - twelfth)


def _enemies(state: State, seat: int) -> list[int]:
    return [state.pos[unit] for unit in attack.targets(state, seat)]


STYLES: dict[str, Callable[[State, int, int, Sequence[Choice]], list[float]]] = {
    "greedy": greedy,
    "close": close,
}
