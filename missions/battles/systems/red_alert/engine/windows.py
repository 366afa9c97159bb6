"""Answers out of turn: which ones a side may give, and what they do.

The state waits for one side (`State.wait`). Cards act by their effects; this module knows the effects and no
card.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from missions.battles.engine.contract import NO_UNIT, Order
from missions.battles.systems.red_alert.engine import strikes
from missions.battles.systems.red_alert.engine.aftermath import settle
from missions.battles.systems.red_alert.engine.answers import (
    ALERTED,
    ATTACKING,
    BATTLE_BACK,
    TIMING,
    Moment,
    can_attack,
    counter,
    dice_of,
    held,
    holds,
    possible,
    reactions,
    ways_back,
)
from missions.battles.systems.red_alert.engine.cards import COMBAT, COMBAT_CARDS, COMMAND, COMMAND_CARDS
from missions.battles.systems.red_alert.engine.choices import (
    MASK,
    Kind,
    aim_of,
    aimed,
    battle_back,
    load_of,
    pack_way,
    packed,
    unpack_way,
)
from missions.battles.systems.red_alert.engine.combat import Course, answered, ask, attack, go_on, retire
from missions.battles.systems.red_alert.engine.effects import Effect
from missions.battles.systems.red_alert.engine.field import FARTHEST, WITHIN, members
from missions.battles.systems.red_alert.engine.retreats import may_disregard, may_repair, paths
from missions.battles.systems.red_alert.engine.state import (
    NO_CARD,
    NOWHERE,
    ON_ALERT,
    ON_BACK,
    ON_DECLARATION,
    ON_FOLLOWING,
    ON_MOVE,
    ON_ROLL,
    ON_SHOWN_DICE,
    ON_WITHDRAWAL,
    Attack,
    Mode,
    Stage,
    State,
    Wait,
)

MOVED = "enemy.move.end"
PASS = packed(Kind.PASS)
_PASS, _ROLL, _DISREGARD, _REPAIR, _BACK = (
    (NO_UNIT, packed(kind)) for kind in (Kind.PASS, Kind.ROLL, Kind.DISREGARD, Kind.REPAIR, Kind.BACK)
)
"""Answers that are nothing but their kind."""
_EXTRA = "EXTRA_ATTACK"
REPAIR = 2
"""Stars for engineering repair (RA-119)."""


def under_way(state: State) -> Attack:
    """The innermost attack, which the state waits for an answer to."""
    for frame in reversed(state.frames):
        if isinstance(frame, Attack):
            return frame
    raise LookupError("No attack is under way.")


# --- what may be answered ---------------------------------------------------------------------------


def answers(state: State) -> list[Order]:
    """The orders that the side that is waited for may give."""
    wait = state.wait
    assert wait is not None
    return _ANSWERS[wait](state, state.waiting)


def _roll(state: State, side: int) -> list[Order]:
    return [_ROLL]


def _cards(state: State, side: int, timing: str, found: Attack) -> list[Order]:
    cards = held(state, side, timing, Moment(state, found.target, found))
    return [(NO_UNIT, packed(Kind.CARD, card)) for card in cards]


def _declared(state: State, side: int) -> list[Order]:
    found = under_way(state)
    reacting = [card for card in reactions(state, found) if card in state.spare_commands(side)]
    return [
        _PASS,
        *_cards(state, side, TIMING[ON_DECLARATION], found),
        *((NO_UNIT, packed(Kind.REACT, card)) for card in reacting),
    ]


def _shown(state: State, side: int) -> list[Order]:
    found = under_way(state)
    return [_PASS, *_cards(state, side, TIMING[ON_SHOWN_DICE], found)]


def _alert(state: State, side: int) -> list[Order]:
    found = under_way(state)
    unit = found.target
    orders = _ways(state, side, found)
    if may_disregard(state, unit, found.hits, found.alerts):
        orders.append(_DISREGARD)
    if may_repair(state, unit, found.hits, found.alerts) and state.stars[side] >= REPAIR:
        orders.append(_REPAIR)
    return orders + _cards(state, side, ALERTED, found)


def _withdraw(state: State, side: int) -> list[Order]:
    return [_PASS, *_ways(state, side, under_way(state))]


def _ways(state: State, side: int, found: Attack) -> list[Order]:
    start = state.place[found.target]
    ways = paths(state, found.target, 2 * found.alerts)
    return [(NO_UNIT, packed(Kind.RETIRE, pack_way(side, start, way))) for way in ways]


def _back(state: State, side: int) -> list[Order]:
    """A battle back against this attack, for stars or by a card (RA-130, RA-133)."""
    found, hand = under_way(state), state.hands[side][COMBAT_CARDS]
    own = [card for card in possible(state, side, ATTACKING) if card in hand] if side == state.side else []
    paid = [(NO_UNIT, battle_back(card)) for card in ways_back(state, found, own)]
    return [_PASS, *paid, *_cards(state, side, TIMING[ON_BACK], found)]


def _ambush(state: State, side: int) -> list[Order]:
    """The card of an ambush, with each unit that can attack the one that has moved."""
    found = [
        (NO_UNIT, aimed(card, unit))
        for unit in state.on_field(side)
        for card in held(state, side, MOVED, Moment(state, unit, trigger=state.trigger))
    ]
    return [_PASS, *found]


def _follow(state: State, side: int) -> list[Order]:
    """Cards after a battle back. One that allows another attack names its target."""
    found, orders = under_way(state), [_PASS]
    for card in held(state, side, TIMING[ON_FOLLOWING], Moment(state, found.unit, found)):
        if _EXTRA in {effect.name for effect in COMBAT[card].effects}:
            orders += [(NO_UNIT, aimed(card, target)) for target in _in_range(state, found.unit)]
        else:
            orders.append((NO_UNIT, aimed(card, found.unit)))
    return orders


def _in_range(state: State, unit: int) -> list[int]:
    """Enemies for one more ranged attack of the unit."""
    return [
        target
        for target in strikes.targets(state, unit)
        if strikes.kind_of(state, unit, target) == strikes.RANGED and dice_of(state, unit, target) > 0
    ]


_ANSWERS: Mapping[Wait, Callable[[State, int], list[Order]]] = {
    ON_DECLARATION: _declared,
    ON_ROLL: _roll,
    ON_SHOWN_DICE: _shown,
    ON_ALERT: _alert,
    ON_WITHDRAWAL: _withdraw,
    ON_BACK: _back,
    ON_MOVE: _ambush,
    ON_FOLLOWING: _follow,
}


# --- what answers do --------------------------------------------------------------------------------


def answer(state: State, order: Order, course: Course) -> None:
    """Carry out an answer of `answers`, and go on with what it interrupted."""
    if state.wait is ON_MOVE:
        _spring(state, order[1], course)
    elif state.wait is ON_FOLLOWING:
        _play_after(state, order[1], course)
        go_on(state, course)
    else:
        _answer(state, order[1], course)
        go_on(state, course)
    if not state.table.alone[state.side]:
        settle(state, course)


def _answer(state: State, choice: int, course: Course) -> None:
    """Carry out an answer to an attack."""
    wait, found = state.wait, under_way(state)
    answered(state)
    if choice == PASS:
        _pass(wait, found, course)
    else:
        _DOING[choice & MASK](state, load_of(choice), found, course)


def _pass(wait: Wait | None, found: Attack, course: Course) -> None:
    """Let the attack go on; a unit that might withdraw stays."""
    if wait is ON_WITHDRAWAL or wait is ON_ALERT:
        return course.events.append(("stays", found.target))
    course.events.append(("passes on", course.side))
    if wait is ON_DECLARATION:
        found.stage = Stage.ROLLING


def _roll_dice(state: State, load: int, found: Attack, course: Course) -> None:
    """Let the dice of the attack or the retire fall in this order."""
    course.frame = state.frames[-1]


def _card(state: State, card: int, found: Attack, course: Course) -> None:
    """A combat card."""
    play(state, card, course)
    for effect in COMBAT[card].effects:
        _EFFECTS[effect.name](state, effect, found, course)


def _command_card(state: State, card: int, found: Attack, course: Course) -> None:
    """A command card that answers."""
    _react(state, card, course)
    for effect in COMMAND[card].reaction_effects:
        _EFFECTS[effect.name](state, effect, found, course)


def _disregard(state: State, load: int, found: Attack, course: Course) -> None:
    course.events.append(("disregards", found.target))


def _repair(state: State, load: int, found: Attack, course: Course) -> None:
    pay(state, course.side, REPAIR, course)
    course.events.append(("repairs", found.target))


def ask_about_move(state: State, unit: int) -> None:
    """Let the other side answer a move with an ambush, if it might have one."""
    side, here = 1 - state.side, state.place[unit]
    near = WITHIN[FARTHEST][here] & state.occupied[side] if here >= 0 else 0
    cards = possible(state, side, MOVED) if near else ()
    if not cards:
        return None
    moment = Moment(state, trigger=unit)
    for hex_ in members(near):
        moment.unit = state.at[hex_]
        for card in cards:
            if holds(moment, COMBAT[card]):
                state.trigger = unit
                return ask(state, ON_MOVE, side)


def _spring(state: State, choice: int, course: Course) -> None:
    """The answer to a move: nothing, or an attack at once (RA-087)."""
    answered(state)
    trigger, state.trigger = state.trigger, NOWHERE
    if choice == PASS:
        return course.events.append(("passes on", course.side))
    card, (unit,) = aim_of(choice)
    play(state, card, course)
    for effect in COMBAT[card].effects:
        assert effect.name == "ATTACK_NOW", "nothing else answers a move"
        sprung = Attack(
            unit=unit,
            target=trigger,
            kind=strikes.kind_of(state, unit, trigger),
            mode=Mode.AMBUSH,
            origin=state.place[unit],
            start=state.place[trigger],
            added=effect.number("dice"),
            pursuit=effect.word("pursuit", "yes") != "no",
        )
        attack(state, sprung, course)


def pay(state: State, side: int, stars: int, course: Course) -> None:
    """Give stars back to the pool for an action or a card (RA-163, RA-165)."""
    if stars:
        state.stars[side] -= stars
        course.events.append(("pays", side, stars, state.stars[side]))


def play(state: State, card: int, course: Course) -> None:
    """Lay a combat card open and pay for it; nothing replaces it now (RA-162, RA-167, RA-168)."""
    side = course.side
    state.hands[side][COMBAT_CARDS].remove(card)
    state.discards[COMBAT_CARDS].append(card)
    state.played |= 1 << side
    course.events.append(("plays", side, card))
    pay(state, side, COMBAT[card].cost, course)


def _react(state: State, card: int, course: Course) -> None:
    """Lay a command card open in the enemy's turn; it is no combat card and costs nothing (RA-172)."""
    state.hands[course.side][COMMAND_CARDS].remove(card)
    state.discards[COMMAND_CARDS].append(card)
    course.events.append(("reacts", course.side, card))


def _go_home(state: State, way: int, found: Attack, course: Course) -> None:
    unit = found.target
    found.forced = found.hits > 0
    path = unpack_way(course.side, state.place[unit], way)
    alerts, found.alerts = found.alerts, 0
    retire(state, unit, path, alerts, course)


def _strike_back(state: State, load: int, found: Attack, course: Course) -> None:
    """A battle back for stars, with a card of the side's own turn or without."""
    card = load - 1
    if card != NO_CARD:
        play(state, card, course)
    pay(state, course.side, BATTLE_BACK, course)
    attack(state, counter(state, found, strikes.card_dice(card)), course)


def _play_after(state: State, choice: int, course: Course) -> None:
    """A card that follows a battle back, or none (RA-087)."""
    found = under_way(state)
    answered(state)
    if choice == PASS:
        return course.events.append(("passes on", course.side))
    card, units = aim_of(choice)
    play(state, card, course)
    for effect in COMBAT[card].effects:
        if effect.name == _EXTRA:
            unit, target = found.unit, units[0]
            more = strikes.added_dice(state, unit, target)
            ends = state.place[unit], state.place[target]
            attack(state, Attack(unit, target, strikes.RANGED, Mode.EXTRA, *ends, added=more), course)
        else:
            assert effect.name == "STARS", "nothing else follows a battle back"
            gained = state.gain(course.side, effect.number("gain"))
            course.events.append(("takes stars", course.side, gained, state.stars[course.side]))


# --- effects ----------------------------------------------------------------------------------------


def _cancel(state: State, effect: Effect, found: Attack, course: Course) -> None:
    """The attack does not take place; nobody battles back against it."""
    course.events.append(("cancelled", found.unit))
    found.stage, found.cancelled = Stage.DONE, True


def _fewer_dice(state: State, effect: Effect, found: Attack, course: Course) -> None:
    found.cut += effect.number("add")


def _shield(state: State, effect: Effect, found: Attack, course: Course) -> None:
    found.shielded = True


def _ignore(state: State, effect: Effect, found: Attack, course: Course) -> None:
    count = effect.given["n"]
    left = 0 if count == "all" else max(0, found.alerts - int(str(count)))
    course.events.append(("ignores", found.target, found.alerts - left))
    found.alerts = left
    if left:
        found.stage = Stage.ALERT


def _battle_back(state: State, effect: Effect, found: Attack, course: Course) -> None:
    pay(state, course.side, effect.number("cost"), course)
    attack(state, counter(state, found, effect.number("dice")), course)


def _first_strike(state: State, effect: Effect, found: Attack, course: Course) -> None:
    """The unit that was attacked attacks first (RA-173)."""
    unit, other = found.target, found.unit
    assert can_attack(state, unit, other)
    found.struck_first = True
    before = Attack(
        unit=unit,
        target=other,
        kind=strikes.kind_of(state, unit, other),
        mode=Mode.FIRST_STRIKE,
        origin=state.place[unit],
        start=state.place[other],
        pursuit=effect.word("pursuit", "yes") != "no",
    )
    attack(state, before, course)


def _draw_later(state: State, effect: Effect, found: Attack, course: Course) -> None:
    """The card is replaced at the end of the turn (RA-172)."""
    state.replaced[course.side] += effect.number("n")


_DOING: Mapping[int, Callable[[State, int, Attack, Course], None]] = {
    Kind.ROLL: _roll_dice,
    Kind.CARD: _card,
    Kind.REACT: _command_card,
    Kind.RETIRE: _go_home,
    Kind.BACK: _strike_back,
    Kind.REPAIR: _repair,
    Kind.DISREGARD: _disregard,
}
_EFFECTS: Mapping[str, Callable[[State, Effect, Attack, Course], None]] = {
    "CANCEL_ATTACK": _cancel,
    "DICE": _fewer_dice,
    "SHIELD": _shield,
    "ALERT_IGNORE": _ignore,
    "BATTLE_BACK": _battle_back,
    "FIRST_STRIKE": _first_strike,
    "DRAW": _draw_later,
}
