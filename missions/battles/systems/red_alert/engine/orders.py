"""Orders of each phase that the side whose turn it is may give (RA-060 … RA-102, RA-135 … RA-168).

Nothing here changes a state. Answers out of turn are in `windows`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

from missions.battles.engine.contract import NO_UNIT, Order
from missions.battles.systems.red_alert.engine import strikes
from missions.battles.systems.red_alert.engine.answers import (
    COMBAT_CARDS,
    COMMAND_CARDS,
    Moment,
    held,
    holds,
    succeeded,
)
from missions.battles.systems.red_alert.engine.cards import COMBAT
from missions.battles.systems.red_alert.engine.choices import (
    Kind,
    aimed,
    attack_on,
    move_to,
    packed,
)
from missions.battles.systems.red_alert.engine.commands import orderable, plan
from missions.battles.systems.red_alert.engine.field import BASELINE, members
from missions.battles.systems.red_alert.engine.moves import reach
from missions.battles.systems.red_alert.engine.state import (
    NO_CARD,
    NOWHERE,
    Attack,
    Mode,
    Phase,
    State,
)
from missions.battles.systems.red_alert.engine.turn import may_gain_time

CLEAR_ORDERED, CLEAR_OTHER = 1, 2
"""Stars for taking a red alert marker off a unit that is ordered, or off another (RA-066)."""
PURSUIT = 2
"""Stars for pursuit and bonus combat (RA-135)."""


def orders(state: State) -> list[Order]:
    """Everything that the side whose turn it is may order now."""
    return _ORDERS[state.phase](state)


def _cards(state: State, timing: str, unit: int = NOWHERE) -> list[int]:
    """Kinds of combat cards that the side may play at this moment of its turn."""
    return held(state, state.side, timing, Moment(state, unit, state.after))


def _targets(state: State, card: int) -> list[int]:
    """Units that a card may be played on."""
    owner, _, role = COMBAT[card].target.partition(".")
    side = state.side if owner == "own" else 1 - state.side
    name = role.partition(":")[0]
    units = [unit for unit in state.on_field(side) if name != "ordered" or state.ordered >> unit & 1]
    return [unit for unit in units if holds(Moment(state, unit, state.after), COMBAT[card].conditions)]


def _timed(state: State, timing: str) -> list[Order]:
    """Cards of a moment with each unit that they may be played on."""
    hand = sorted(set(state.hands[state.side][COMBAT_CARDS]))
    found: list[Order] = []
    for card in (number for number in hand if COMBAT[number].timing == timing):
        if "." not in COMBAT[card].target:
            found += [(NO_UNIT, aimed(card))] * (card in _cards(state, timing))
        else:
            units = [each for each in _targets(state, card) if card in _cards(state, timing, each)]
            found += [(NO_UNIT, aimed(card, *some)) for some in _sets(state, card, units)]
    return found


def _sets(state: State, card: int, units: list[int]) -> Iterator[tuple[int, ...]]:
    """The units that a card is played on: as many as it may have, of those that have not moved."""
    _, _, most = COMBAT[card].target.partition(":")
    if COMBAT[card].timing == "move":
        units = [unit for unit in units if not state.moved >> unit & 1]
    size = min(int(most or 1), len(units))
    return combinations(units, size) if size else iter(())


def _commanding(state: State) -> list[Order]:
    """A command card; one that was shown for the first turn is the only one (RA-044, RA-060)."""
    shown, hand = state.shown[state.side], state.hands[state.side][COMMAND_CARDS]
    cards = [shown] if shown != NO_CARD else sorted(set(hand))
    found = [(NO_UNIT, packed(Kind.COMMAND, card)) for card in cards] or [(NO_UNIT, packed(Kind.DONE))]
    return found + _timed(state, "turn.start")


def _ordering(state: State) -> list[Order]:
    found: list[Order] = [(NO_UNIT, packed(Kind.DONE))]
    if not plan(state).everybody:
        found += [(unit, packed(Kind.ORDER)) for unit in orderable(state)]
    for unit in state.on_field(state.side):
        if state.is_marked(unit) and state.stars[state.side] >= clearing_price(state, unit):
            found.append((unit, packed(Kind.CLEAR)))
        if state.is_cloaked(unit):
            found.append((unit, packed(Kind.UNCLOAK)))
    return found + _timed(state, "order")


def clearing_price(state: State, unit: int) -> int:
    return CLEAR_ORDERED if state.ordered >> unit & 1 else CLEAR_OTHER


def _moving(state: State) -> list[Order]:
    found: list[Order] = [(NO_UNIT, packed(Kind.DONE))]
    current = plan(state)
    for unit in members(state.ordered & ~state.moved):
        ends = reach(state, unit, current)
        found += [(unit, move_to(hex_)) for hex_ in members(ends.free)]
        found += [(unit, move_to(hex_, True)) for hex_ in members(ends.paid)]
        if _may_exit(state, unit):
            found.append((unit, packed(Kind.EXIT)))
    return found + _timed(state, "move")


def _may_exit(state: State, unit: int) -> bool:
    """Whether a unit may leave over the enemy's baseline, on which it began its turn (RA-170, RA-211,
    RA-212). Only this move leads off the battlefield (RA-213).
    """
    if "breakthrough" not in state.table.battle.objectives or plan(state).still:
        return False
    on_it = BASELINE[1 - state.side] >> state.place[unit] & 1
    return bool(on_it and not state.is_marked(unit) and not state.is_cloaked(unit))


def _fighting(state: State) -> list[Order]:
    found: list[Order] = [(NO_UNIT, packed(Kind.DONE))]
    for unit in _fighters(state):
        for target in strikes.targets(state, unit):
            found += _attacks(state, unit, target)
    found += _after(state)
    if plan(state).second_move:
        found += _second_moves(state)
    if not (state.fought or state.moved_on):
        found += _timed(state, "combat.start")
    return found


def _fighters(state: State) -> list[int]:
    """Units that may attack now: those ordered that have not, and one with a bonus or an extra combat."""
    if plan(state).peaceful:
        return []
    able = state.ordered & ~(state.fought | state.barred | state.moved_on)
    found = [unit for unit in members(able) if state.place[unit] != NOWHERE]
    more = {state.bonus, state.extra} - {NOWHERE, *found}
    return found + [unit for unit in sorted(more) if not state.barred >> unit & 1]


def _attacks(state: State, unit: int, target: int) -> list[Order]:
    """Attacks on a target: without a card if any dice are left, and with each card that goes with them."""
    kind = strikes.kind_of(state, unit, target)
    if state.extra == unit and state.fought >> unit & 1 and kind != strikes.RANGED:
        return []
    if plan(state).close_only and kind != strikes.CLOSE:
        return []
    more = added_dice(state, unit, target)
    bare = Attack(unit, target, kind, Mode.ORDERED, state.place[unit], state.place[target])
    cards = held(state, state.side, "attack.declare", Moment(state, unit, bare))
    found = [NO_CARD, *cards]
    return [
        (unit, attack_on(target, card))
        for card in found
        if strikes.dice(state, unit, target, more + card_dice(card)) > 0
    ]


def added_dice(state: State, unit: int, target: int) -> int:
    """Dice that the command card and a named target add to an attack of this turn."""
    kind = "close" if strikes.kind_of(state, unit, target) == strikes.CLOSE else "ranged"
    ordered = bool(state.ordered >> unit & 1)
    more = sum(add for add, when in plan(state).dice if ordered and when in (kind, "any"))
    return more + (state.focus[1] if ordered and state.focus[0] == target else 0)


def card_dice(card: int) -> int:
    """Dice that a combat card adds when it goes with an attack."""
    if card == NO_CARD:
        return 0
    return sum(effect.number("add") for effect in COMBAT[card].effects if effect.name == "DICE")


def _after(state: State) -> list[Order]:
    """Orders right after an attack: the pursuit for stars, and cards (RA-135, RA-139)."""
    found = state.after
    if found is None or state.place[found.unit] == NOWHERE:
        return []
    cards = [(NO_UNIT, aimed(card, found.unit)) for card in _cards(state, "attack.after", found.unit)]
    if may_pursue(state, found):
        return [(found.unit, packed(Kind.PURSUE)), *cards]
    return cards


def may_pursue(state: State, found: Attack) -> bool:
    """Whether a destroyer may pursue for stars (RA-135 … RA-138)."""
    destroyer = state.table.units[found.unit].type.destroyer
    return destroyer and state.stars[state.side] >= PURSUIT and _may_enter(state, found)


def _may_enter(state: State, found: Attack) -> bool:
    return succeeded(state, found) and not state.moved_on >> found.unit & 1


def _second_moves(state: State) -> list[Order]:
    """Second moves, right after a unit's combat or in place of it; not of one that retired or was marked
    (RA-153).
    """
    last = state.after.unit if state.after else NOWHERE
    found: list[Order] = []
    for unit in members(state.ordered & ~(state.moved_on | state.halted | state.retired | state.marked)):
        if state.place[unit] == NOWHERE or (state.fought >> unit & 1 and unit != last):
            continue
        ends = reach(state, unit, plan(state))
        found += [(unit, move_to(hex_)) for hex_ in members(ends.free)]
        found += [(unit, move_to(hex_, True)) for hex_ in members(ends.paid)]
    return found


def _ending(state: State) -> list[Order]:
    """Cards and a trade, then the command card to keep, then stars or a card (RA-160, RA-161, RA-166). Time
    may work for the side (RA-215).
    """
    hand = state.hands[state.side][COMBAT_CARDS]
    if state.drawn:
        return [(NO_UNIT, packed(Kind.KEEP, card)) for card in sorted(set(state.drawn))]
    if state.ending:
        return [(NO_UNIT, packed(Kind.STARS)), (NO_UNIT, packed(Kind.STAR_AND_CARD))]
    trades = [] if state.played >> state.side & 1 else sorted(set(hand))
    return [
        (NO_UNIT, packed(Kind.DONE)),
        *([(NO_UNIT, packed(Kind.TIME))] if may_gain_time(state) else []),
        *_timed(state, "turn.end"),
        *((NO_UNIT, packed(Kind.TRADE, card)) for card in trades),
    ]


_ORDERS: Mapping[Phase, Callable[[State], list[Order]]] = {
    Phase.COMMAND: _commanding,
    Phase.ORDERS: _ordering,
    Phase.MOVEMENT: _moving,
    Phase.COMBAT: _fighting,
    Phase.END: _ending,
}
