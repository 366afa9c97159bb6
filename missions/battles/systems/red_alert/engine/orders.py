"""Orders of each phase that the side whose turn it is may give (RA-060 … RA-102, RA-135 … RA-168).

Nothing here changes a state. Answers out of turn are in `windows`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

from missions.battles.engine.contract import NO_UNIT, Order, Random
from missions.battles.systems.red_alert.engine import strikes
from missions.battles.systems.red_alert.engine.answers import (
    ATTACKING,
    Moment,
    held,
    holds,
    possible,
    succeeded,
)
from missions.battles.systems.red_alert.engine.cards import COMBAT, COMBAT_CARDS, COMMAND_CARDS, TIMINGS
from missions.battles.systems.red_alert.engine.choices import (
    Kind,
    aimed,
    attack_on,
    move_to,
    moves_to,
    packed,
)
from missions.battles.systems.red_alert.engine.commands import may_order, orders_left, plan
from missions.battles.systems.red_alert.engine.field import BASELINE, members, nth
from missions.battles.systems.red_alert.engine.moves import reach
from missions.battles.systems.red_alert.engine.seats import acting, leader
from missions.battles.systems.red_alert.engine.state import (
    MOVING,
    NO_CARD,
    NOWHERE,
    ORDERING,
    SHARED,
    Attack,
    Mode,
    Phase,
    State,
)
from missions.battles.systems.red_alert.engine.turn import OPENING, may_gain_time

CLEAR_ORDERED, CLEAR_OTHER = 1, 2
"""Stars for taking a red alert marker off a unit that is ordered, or off another (RA-066)."""
PURSUIT = 2
"""Stars for pursuit and bonus combat (RA-135)."""
DONE, ORDER, CLEAR, UNCLOAK, EXIT, PURSUE, STARS, STAR_AND_CARD, TIME = map(
    packed,
    (
        Kind.DONE,
        Kind.ORDER,
        Kind.CLEAR,
        Kind.UNCLOAK,
        Kind.EXIT,
        Kind.PURSUE,
        Kind.STARS,
        Kind.STAR_AND_CARD,
        Kind.TIME,
    ),
)
"""Choices that are nothing but their kind."""
MOVE = "move"
"""Moment of cards that are played before a unit moves."""
TIMED = {
    timing: frozenset(number for number, card in enumerate(COMBAT) if card.timing == timing)
    for timing in TIMINGS
}
"""Combat cards by the moment at which they are played."""


def orders(state: State) -> list[Order]:
    """Everything that the people of the side whose turn it is may order now."""
    seats = acting(state) if state.phase in SHARED else state.table.seats[state.side][:1]
    return [
        (unit, choice)
        for seat in seats
        for unit in candidates(state, seat)
        for choice in choices(state, seat, unit)
    ]


def candidates(state: State, seat: int) -> list[int]:
    """Units, and NO_UNIT for the side, that this seat may have orders for; some of them may have none."""
    phase = state.phase
    if phase is ORDERING:
        return [NO_UNIT, *_orderable(state)]
    if phase not in SHARED:
        return [NO_UNIT]
    if phase is MOVING:
        return [NO_UNIT, *_led(state, seat, list(members(state.ordered & ~state.moved)))]
    units = _fighters(state)
    return [NO_UNIT, *(units if _commands(state, seat) else _led(state, seat, units))]


def _orderable(state: State) -> list[int]:
    """Units that a card may still order; if it orders none, those with a marker or a cloak."""
    if orders_left(state):
        return state.on_field(state.side)
    signs = state.marked | state.cloaked
    return [unit for unit in state.on_field(state.side) if signs >> unit & 1] if signs else []


def choices(state: State, seat: int, unit: int) -> list[int]:
    """Choices that the seat has for the unit, or for its side (NO_UNIT)."""
    return (_OF_SIDE if unit == NO_UNIT else _OF_UNIT)[state.phase](state, seat, unit)


def any_choice(state: State, seat: int, unit: int, random: Random) -> int | None:
    """One of `choices`, each as likely as any other; None if there is none. Moves are not listed for it."""
    if state.phase is MOVING and unit != NO_UNIT:
        ends, leaves = reach(state, unit, plan(state)), _may_exit(state, unit)
        free, paid = ends.free.bit_count(), ends.paid.bit_count()
        number = int(random() * (free + paid + leaves)) if free or paid or leaves else -1
        if 0 <= number < free:
            return move_to(nth(ends.free, number))
        if number >= free + paid:
            return EXIT
        return move_to(nth(ends.paid, number - free), True) if number >= 0 else None
    found = (_OF_SIDE if unit == NO_UNIT else _OF_UNIT)[state.phase](state, seat, unit)
    return found[int(random() * len(found))] if found else None


def _commands(state: State, seat: int) -> bool:
    """Whether the seat commands the side whose turn it is."""
    return seat == state.table.seats[state.side][0]


def _led(state: State, seat: int, units: list[int]) -> list[int]:
    """The ones of these units that the seat leads."""
    if len(state.table.seats[state.side]) == 1:
        return units
    return [unit for unit in units if leader(state, unit) == seat]


def _cards(state: State, timing: str, unit: int = NOWHERE) -> list[int]:
    """Kinds of combat cards that the side may play at this moment of its turn."""
    return held(state, state.side, timing, Moment(state, unit, state.after))


def _targets(state: State, card: int) -> list[int]:
    """Units that a card may be played on, if its side may play it at all."""
    owner, _, role = COMBAT[card].target.partition(".")
    side = state.side if owner == "own" else 1 - state.side
    units = state.on_field(side)
    if role.startswith("ordered"):
        units = [unit for unit in units if state.ordered >> unit & 1]
    return [unit for unit in units if holds(Moment(state, unit, state.after), COMBAT[card])]


def _timed(state: State, timing: str) -> list[int]:
    """Cards of a moment with each unit that they may be played on."""
    cards = TIMED[timing].intersection(state.hands[state.side][COMBAT_CARDS])
    if not cards:
        return []
    found: list[int] = []
    for card in sorted(cards.intersection(possible(state, state.side, timing))):
        if "." in COMBAT[card].target:
            found += [aimed(card, *some) for some in _sets(state, card, _targets(state, card))]
        elif holds(Moment(state, NOWHERE, state.after), COMBAT[card]):
            found.append(aimed(card))
    return found


def _sets(state: State, card: int, units: list[int]) -> Iterator[tuple[int, ...]]:
    """The units that a card is played on: as many as it may have, of those whose move is still to come if it
    is about one.
    """
    _, _, most = COMBAT[card].target.partition(":")
    if COMBAT[card].timing == MOVE:
        units = [unit for unit in units if _moves_yet(state, unit)]
    size = min(int(most or 1), len(units))
    return combinations(units, size) if size else iter(())


def _moves_yet(state: State, unit: int) -> bool:
    """Whether the move of an ordered unit in this phase is still to come."""
    return not state.moved >> unit & 1 if state.phase is MOVING else _may_move_on(state, unit)


# --- orders of a side -------------------------------------------------------------------------------


def _commanding(state: State, seat: int, unit: int) -> list[int]:
    """A command card; one that was shown for the first turn is the only one (RA-044, RA-060)."""
    shown, hand = state.shown[state.side], state.hands[state.side][COMMAND_CARDS]
    cards = [shown] if shown != NO_CARD else sorted(set(hand))
    found = [packed(Kind.COMMAND, card) for card in cards] or [DONE]
    return found + _timed(state, "turn.start")


def _ordering(state: State, seat: int, unit: int) -> list[int]:
    return [DONE, *_timed(state, "order")]


def _moving(state: State, seat: int, unit: int) -> list[int]:
    return [DONE, *(_timed(state, MOVE) if _commands(state, seat) else ())]


def _fighting(state: State, seat: int, unit: int) -> list[int]:
    """The end of the phase, cards at its opening, those right after an attack, and those before a second
    move (RA-139, RA-153).
    """
    if not _commands(state, seat):
        return [DONE]
    found, after = [DONE], state.after
    if after is not None and not after.cancelled and state.place[after.unit] != NOWHERE:
        found += [aimed(card, after.unit) for card in _cards(state, "attack.after", after.unit)]
    if not (state.fought or state.moved_on):
        found += _timed(state, OPENING)
    if plan(state).second_move:
        found += _timed(state, MOVE)
    return found


def _ending(state: State, seat: int, unit: int) -> list[int]:
    """Cards and a trade, then the command card to keep, then stars or a card (RA-160, RA-161, RA-166). Time
    may work for the side (RA-215).
    """
    hand = state.hands[state.side][COMBAT_CARDS]
    if state.drawn:
        return [packed(Kind.KEEP, card) for card in sorted(set(state.drawn))]
    if state.ending:
        return [STARS, STAR_AND_CARD]
    trades = [] if state.played >> state.side & 1 else sorted(set(hand))
    found = [DONE, TIME] if may_gain_time(state) else [DONE]
    return [*found, *_timed(state, "turn.end"), *(packed(Kind.TRADE, card) for card in trades)]


# --- orders of a unit -------------------------------------------------------------------------------


def _of_ordering(state: State, seat: int, unit: int) -> list[int]:
    """The order for the unit, and what stars and its cloak allow (RA-062, RA-066, RA-171)."""
    found = []
    if not state.ordered >> unit & 1 and not plan(state).everybody and may_order(state, unit):
        found.append(ORDER)
    if state.is_marked(unit) and state.stars[state.side] >= clearing_price(state, unit):
        found.append(CLEAR)
    if state.is_cloaked(unit):
        found.append(UNCLOAK)
    return found


def clearing_price(state: State, unit: int) -> int:
    """Stars for taking the marker off a unit (RA-066)."""
    return CLEAR_ORDERED if state.ordered >> unit & 1 else CLEAR_OTHER


def _of_moving(state: State, seat: int, unit: int) -> list[int]:
    found = _moves(state, unit)
    if _may_exit(state, unit):
        found.append(EXIT)
    return found


def _moves(state: State, unit: int) -> list[int]:
    ends = reach(state, unit, plan(state))
    return moves_to(ends.free) + moves_to(ends.paid, True)


def _may_exit(state: State, unit: int) -> bool:
    """Whether a unit may leave over the enemy's baseline, on which it began its turn (RA-170, RA-211,
    RA-212). Only this move leads off the battlefield (RA-213).
    """
    if "breakthrough" not in state.table.battle.objectives or plan(state).still:
        return False
    on_it = BASELINE[1 - state.side] >> state.place[unit] & 1
    return bool(on_it and not state.is_marked(unit) and not state.is_cloaked(unit))


def _fighters(state: State) -> list[int]:
    """Units that may fight, pursue or move again now: those ordered that have not, the one that has just
    fought, and one with a bonus or an extra combat. Those that have not fought wait while people decide
    what follows a combat (RA-080).
    """
    found = 0 if state.settling else state.ordered & ~(state.fought | state.moved_on)
    last = NOWHERE if state.after is None else state.after.unit
    for unit in (state.bonus, state.extra, last):
        if unit != NOWHERE:
            found |= 1 << unit
    return [unit for unit in members(found) if state.place[unit] != NOWHERE]


def _of_fighting(state: State, seat: int, unit: int) -> list[int]:
    """Attacks, the pursuit for stars, and a second move. An officer attacks without cards; the commander adds
    a card to an attack of any unit (RA-190).
    """
    leads = len(state.table.seats[state.side]) == 1 or leader(state, unit) == seat
    found: list[int] = []
    if _may_attack(state, unit):
        cards = _declared_with(state) if _commands(state, seat) else ()
        for target in strikes.targets(state, unit):
            found += _attacks(state, unit, target, leads, cards)
    if not leads:
        return found
    after = state.after
    if after is not None and after.unit == unit and may_pursue(state, after):
        found.append(PURSUE)
    if _may_move_on(state, unit):
        found += _moves(state, unit)
    return found


def _may_attack(state: State, unit: int) -> bool:
    """Whether a unit has a combat left: its own, a bonus or an extra one."""
    if plan(state).peaceful or state.barred >> unit & 1:
        return False
    own = state.ordered & ~(state.fought | state.moved_on)
    return bool(own >> unit & 1) or unit in (state.bonus, state.extra)


def _declared_with(state: State) -> list[int]:
    """Combat cards in the hand that may go with some attack of the side whose turn it is."""
    cards = TIMED[ATTACKING].intersection(state.hands[state.side][COMBAT_CARDS])
    return sorted(cards.intersection(possible(state, state.side, ATTACKING))) if cards else []


def _attacks(state: State, unit: int, target: int, bare: bool, cards: Sequence[int]) -> list[int]:
    """Attacks on a target: without a card if any dice are left, and with each of the cards that goes with
    them.
    """
    kind = strikes.kind_of(state, unit, target)
    if state.extra == unit and state.fought >> unit & 1 and kind != strikes.RANGED:
        return []
    if plan(state).close_only and kind != strikes.CLOSE:
        return []
    count = strikes.raw_dice(state, unit, target) + strikes.added_dice(state, unit, target)
    found = [attack_on(target)] if bare and count > 0 else []
    if cards:
        attack = Attack(unit, target, kind, Mode.ORDERED, state.place[unit], state.place[target])
        moment = Moment(state, unit, attack)
        found += [
            attack_on(target, card)
            for card in cards
            if count + strikes.card_dice(card) > 0 and holds(moment, COMBAT[card])
        ]
    return found


def may_pursue(state: State, found: Attack) -> bool:
    """Whether a destroyer may pursue for stars (RA-135 … RA-138)."""
    destroyer = state.table.units[found.unit].type.destroyer
    able = destroyer and state.stars[state.side] >= PURSUIT and not state.moved_on >> found.unit & 1
    return able and succeeded(state, found)


def _may_move_on(state: State, unit: int) -> bool:
    """Whether a unit may make its second move: right after its combat or in place of it, unless it retired or
    was marked or halted (RA-153).
    """
    if not plan(state).second_move or not state.ordered >> unit & 1:
        return False
    if (state.moved_on | state.halted | state.retired | state.marked) >> unit & 1:
        return False
    last = state.after.unit if state.after else NOWHERE
    return not state.fought >> unit & 1 or unit == last


def may_attack_now(state: State, unit: int) -> bool:
    """Whether a unit has a combat left, and a target for it without a card."""
    if not _may_attack(state, unit):
        return False
    return any(_attacks(state, unit, target, True, ()) for target in strikes.targets(state, unit))


def may_move_now(state: State, unit: int) -> bool:
    """Whether a unit has a second move left, and a hex for it without a card."""
    return _may_move_on(state, unit) and bool(_moves(state, unit))


Choosing = Callable[[State, int, int], list[int]]
_OF_SIDE: Mapping[Phase, Choosing] = {
    Phase.COMMAND: _commanding,
    Phase.ORDERS: _ordering,
    Phase.MOVEMENT: _moving,
    Phase.COMBAT: _fighting,
    Phase.END: _ending,
}
_OF_UNIT: Mapping[Phase, Choosing] = {
    Phase.ORDERS: _of_ordering,
    Phase.MOVEMENT: _of_moving,
    Phase.COMBAT: _of_fighting,
}
