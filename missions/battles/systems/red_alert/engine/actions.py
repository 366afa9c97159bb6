"""Orders as they are carried out (RA-060 … RA-077, RA-135 … RA-171, RA-211)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from missions.battles.engine.contract import Order
from missions.battles.systems.red_alert.engine import strikes
from missions.battles.systems.red_alert.engine.aftermath import settle
from missions.battles.systems.red_alert.engine.cards import COMBAT, COMBAT_CARDS, COMMAND, COMMAND_CARDS
from missions.battles.systems.red_alert.engine.choices import (
    BITS,
    MASK,
    Kind,
    aim_of,
    attack_of,
    load_of,
    move_of,
)
from missions.battles.systems.red_alert.engine.combat import (
    Course,
    attack,
    check_victory,
    mark,
    uncloak,
)
from missions.battles.systems.red_alert.engine.commands import plan, plan_of, qualifying
from missions.battles.systems.red_alert.engine.effects import Effect
from missions.battles.systems.red_alert.engine.field import members
from missions.battles.systems.red_alert.engine.moves import IMPULSE
from missions.battles.systems.red_alert.engine.orders import PURSUIT, clearing_price
from missions.battles.systems.red_alert.engine.seats import acting, appoint, recall
from missions.battles.systems.red_alert.engine.state import (
    ENDING,
    FIGHTING,
    NO_CARD,
    NOWHERE,
    ORDERING,
    SHARED,
    Attack,
    Mode,
    State,
)
from missions.battles.systems.red_alert.engine.turn import (
    AFTER,
    draw_commands,
    go_to,
    next_turn,
    take,
)
from missions.battles.systems.red_alert.engine.units import ALERT, BLAST, CLASSES, FIGHTER, STAR
from missions.battles.systems.red_alert.engine.windows import ask_about_move, pay, play

STARS_AT_END = 2
"""Stars at the end of a turn for a side that takes no combat card (RA-160)."""
_NAMED = {**CLASSES, "red_alert": ALERT, "star": STAR, "blast": BLAST}
"""Faces by the words of the cards."""


def carry_out(state: State, order: Order, course: Course) -> None:
    """Carry out an order of `orders`."""
    unit, choice = order
    BY_KIND[choice & MASK](state, unit, choice, course)
    if not state.table.alone[state.side]:
        settle(state, course)


def _command(state: State, unit: int, choice: int, course: Course) -> None:
    card, side = choice >> BITS, state.side
    state.hands[side][COMMAND_CARDS].remove(card)
    state.shown[side], state.command = NO_CARD, card
    course.events.append(("commands", side, card))
    state.carried_out = card
    found = plan(state)
    if found.repeats:
        state.carried_out = _repeated(state, card, course)
        found = plan(state)
    units = qualifying(state, found) if found.replaced or found.everybody else []
    if found.repeats or (found.replaced and not units):
        state.fell_back = True
        course.events.append(("falls back", side))
        found = plan(state)
        units = qualifying(state, found) if found.everybody else []
    go_to(state, ORDERING, course)
    if found.everybody:
        for each in units:
            _order(state, each, 0, course)


def _repeated(state: State, card: int, course: Course) -> int:
    """The card of the enemy's last turn; the repeating card itself if there was none, or one of its kind, or
    one that answers attacks.
    """
    last = state.last[1 - state.side]
    if last == NO_CARD or plan_of(last).repeats or COMMAND[last].reaction:
        return card
    course.events.append(("repeats", state.side, last))
    return last


def _order(state: State, unit: int, choice: int, course: Course) -> None:
    if not state.table.alone[state.side]:
        appoint(state, plan(state), unit)
    state.ordered |= 1 << unit
    course.events.append(("ordered", unit))


def _clear(state: State, unit: int, choice: int, course: Course) -> None:
    pay(state, state.side, clearing_price(state, unit), course)
    state.marked &= ~(1 << unit)
    course.events.append(("cleared", unit))


def _uncloak(state: State, unit: int, choice: int, course: Course) -> None:
    uncloak(state, unit, course)


def _move(state: State, unit: int, choice: int, course: Course) -> None:
    hex_, paid = move_of(choice)
    state.after = None
    if paid:
        pay(state, state.side, IMPULSE, course)
        state.pushed |= 1 << unit
    if state.phase is FIGHTING:
        state.moved_on |= 1 << unit
        state.fought |= 1 << unit
    else:
        state.moved |= 1 << unit
    enter(state, unit, hex_, "moves", course)
    if state.outcome is None:
        ask_about_move(state, unit)


def enter(state: State, unit: int, hex_: int, how: str, course: Course) -> None:
    """Put a unit on the hex that it moves to. Asteroids and planets stop it, also if a card moves it (RA-141,
    RA-142, RA-154, RA-169).
    """
    battle, start = state.table.battle, state.place[unit]
    state.put(unit, hex_)
    course.events.append((how, unit, start, hex_))
    if hex_ in battle.group:
        state.halted |= 1 << unit
        if state.table.units[unit].type.symbol != FIGHTER:
            state.barred |= 1 << unit
    elif battle.asteroids >> hex_ & 1 and not state.passing >> unit & 1:
        state.halted |= 1 << unit
        faces = course.roll(1)
        course.events.append(("asteroid risk", unit, faces, int(faces[0] != ALERT), course.seat))
        if faces[0] == ALERT and not state.is_marked(unit):
            mark(state, unit, course)


def _exit(state: State, unit: int, choice: int, course: Course) -> None:
    """Leave over the enemy's baseline for the unit's own points (RA-211, RA-201)."""
    points = state.table.units[unit].type.points
    state.lift(unit)
    state.exited |= 1 << unit
    state.moved |= 1 << unit
    state.points[state.side] += points
    course.events.append(("exits", unit, points, state.points[state.side]))
    check_victory(state, course)


def _attack(state: State, unit: int, choice: int, course: Course) -> None:
    target, card = attack_of(choice)
    mode = Mode.ORDERED
    if state.fought >> unit & 1:
        mode = Mode.BONUS if state.bonus == unit else Mode.EXTRA
    state.close_combat()
    more = strikes.added_dice(state, unit, target) + strikes.card_dice(card)
    if card != NO_CARD:
        play(state, card, course)
    kind = strikes.kind_of(state, unit, target)
    recall(state, (unit,))
    declared = Attack(
        unit,
        target,
        kind,
        mode,
        state.place[unit],
        state.place[target],
        added=more,
        pursuit=plan(state).pursuit,
    )
    attack(state, declared, course)


def _pursue(state: State, unit: int, choice: int, course: Course) -> None:
    pay(state, state.side, PURSUIT, course)
    pursue(state, course)


def pursue(state: State, course: Course) -> None:
    """Move the attacker into the hex that the target has left; a bonus combat may follow (RA-135, RA-136,
    RA-139).
    """
    found = state.after
    assert found is not None
    state.after, state.bonus = None, found.unit
    state.open_combat()
    state.moved_on |= 1 << found.unit
    enter(state, found.unit, found.start, "pursues", course)


def _card(state: State, unit: int, choice: int, course: Course) -> None:
    card, units = aim_of(choice)
    play(state, card, course)
    for effect in COMBAT[card].effects:
        for each in units or (NOWHERE,):
            _EFFECTS[effect.name](state, effect, each, course)
    recall(state, units)
    if state.after is not None:
        state.open_combat()  # stars of the card may pay for a pursuit


def _trade(state: State, unit: int, choice: int, course: Course) -> None:
    """Discard a combat card for a star (RA-161)."""
    card, side = choice >> BITS, state.side
    state.hands[side][COMBAT_CARDS].remove(card)
    state.discards[COMBAT_CARDS].append(card)
    state.played |= 1 << side
    course.events.append(("trades", side, card, state.gain(side, 1)))


def _done(state: State, unit: int, choice: int, course: Course) -> None:
    """The next phase, or the draw at the end of the turn. If something may follow a combat, the seat lets it
    be and goes on.
    """
    phase = state.phase
    if not state.table.alone[state.side] and _others_act(state, course):
        return None
    if phase is ENDING:
        return draw_commands(state, course)
    if phase is FIGHTING:
        state.close_combat()
    elif phase is ORDERING:
        for effect in plan(state).instant:
            for each in members(state.ordered):
                _EFFECTS[effect.name](state, effect, each, course)
    go_to(state, AFTER[phase], course)


def _others_act(state: State, course: Course) -> bool:
    """Note that a person has done their part. True if the phase goes on all the same."""
    if state.settling:
        state.settling &= ~(1 << course.seat)
        if not state.settling:
            state.close_combat()
        course.events.append(("goes on", course.seat))
        return True
    if state.phase not in SHARED:
        return False
    state.close_combat()
    state.done |= 1 << course.seat
    if not acting(state):
        return False
    course.events.append(("done", course.seat))
    return True


def _time(state: State, unit: int, choice: int, course: Course) -> None:
    """One command card and a victory point (RA-215)."""
    state.points[state.side] += 1
    course.events.append(("gains time", state.side, state.points[state.side]))
    draw_commands(state, course, timed=True)


def _keep(state: State, unit: int, choice: int, course: Course) -> None:
    """Keep one of the cards that were drawn; the others are laid face up (RA-166)."""
    card = load_of(choice)
    rest = state.drawn[:]
    rest.remove(card)
    state.drawn = []
    state.hands[state.side][COMMAND_CARDS].append(card)
    state.discards[COMMAND_CARDS] += rest
    for each in rest:
        course.events.append(("discards", state.side, COMMAND_CARDS, each))


def _take_stars(state: State, stars: int, course: Course) -> None:
    """Stars from the pool, as far as there are any (RA-163)."""
    side = state.side
    gained = state.gain(side, stars)
    course.events.append(("takes stars", side, gained, state.stars[side]))


def _stars(state: State, unit: int, choice: int, course: Course) -> None:
    _take_stars(state, STARS_AT_END, course)
    next_turn(state, course)


def _star_and_card(state: State, unit: int, choice: int, course: Course) -> None:
    _take_stars(state, 1, course)
    take(state, state.side, COMBAT_CARDS, course)
    next_turn(state, course)


def faces_of(state: State, effect: Effect, unit: int) -> tuple[int, ...]:
    """Faces that an effect looks for; `class` is the unit's own symbol."""
    symbol = state.table.units[unit].type.symbol
    return tuple(symbol if name == "class" else _NAMED[name] for name in effect.words("on"))


def _cloak(state: State, effect: Effect, unit: int, course: Course) -> None:
    state.cloaked |= 1 << unit
    course.events.append(("cloaks", unit))


def _alert_mark(state: State, effect: Effect, unit: int, course: Course) -> None:
    """Place or remove a marker; with dice only if one of them shows a face that counts."""
    if effect.word("op") == "remove":
        if state.is_marked(unit):
            state.marked &= ~(1 << unit)
            course.events.append(("cleared", unit))
        return
    faces = course.roll(effect.number("dice"))
    found = any(face in faces for face in faces_of(state, effect, unit))
    course.events.append(("sabotages", unit, faces, int(found), course.seat))
    if found and not state.is_marked(unit):
        mark(state, unit, course)


def _repair(state: State, effect: Effect, unit: int, course: Course) -> None:
    """Bring figures back, up to the starting size."""
    missing = state.table.units[unit].figures - state.figures[unit]
    if not missing:
        return
    faces = course.roll(effect.number("dice"))
    count = sum(faces.count(face) for face in set(faces_of(state, effect, unit)))
    back = min(count, missing, effect.number("max"))
    state.figures[unit] += back
    course.events.append(("rebuilds", unit, faces, count, back, course.seat))


def _gain(state: State, effect: Effect, unit: int, course: Course) -> None:
    _take_stars(state, effect.number("gain"), course)


def _discard(state: State, effect: Effect, unit: int, course: Course) -> None:
    """The enemy loses a card at random."""
    side, deck = 1 - state.side, COMBAT_CARDS
    for _ in range(effect.number("n")):
        hand = state.hands[side][deck]
        if hand:
            card = hand.pop(course.dice.draw(len(hand)) - 1)
            state.discards[deck].append(card)
            course.events.append(("discards", side, deck, card))


def _boost(state: State, effect: Effect, unit: int, course: Course) -> None:
    state.boosted[unit] = (effect.number("add"), effect.number("mult", 1))
    course.events.append(("boosted", unit, *state.boosted[unit]))


def _pass(state: State, effect: Effect, unit: int, course: Course) -> None:
    """The unit crosses asteroids this turn without stopping or rolling."""
    state.passing |= 1 << unit
    course.events.append(("steadied", unit))


def _focus(state: State, effect: Effect, unit: int, course: Course) -> None:
    state.focus = (unit, effect.number("add"))
    course.events.append(("focuses", *state.focus))


def _pursuit(state: State, effect: Effect, unit: int, course: Course) -> None:
    pay(state, state.side, effect.number("cost"), course)
    pursue(state, course)


def _extra(state: State, effect: Effect, unit: int, course: Course) -> None:
    state.after, state.extra = None, unit
    state.open_combat()
    course.events.append(("again", unit))


def _unknown(state: State, unit: int, choice: int, course: Course) -> None:
    raise ValueError(f"{choice} is no order of a turn.")


_EFFECTS: Mapping[str, Callable[[State, Effect, int, Course], None]] = {
    "CLOAK": _cloak,
    "ALERT_MARK": _alert_mark,
    "REPAIR": _repair,
    "STARS": _gain,
    "DISCARD": _discard,
    "MOVE": _boost,
    "PASS": _pass,
    "DICE": _focus,
    "PURSUIT": _pursuit,
    "EXTRA_ATTACK": _extra,
}
_DOING: Mapping[int, Callable[[State, int, int, Course], None]] = {
    Kind.COMMAND: _command,
    Kind.ORDER: _order,
    Kind.CLEAR: _clear,
    Kind.UNCLOAK: _uncloak,
    Kind.MOVE: _move,
    Kind.EXIT: _exit,
    Kind.ATTACK: _attack,
    Kind.PURSUE: _pursue,
    Kind.CARD: _card,
    Kind.TRADE: _trade,
    Kind.TIME: _time,
    Kind.KEEP: _keep,
    Kind.STARS: _stars,
    Kind.STAR_AND_CARD: _star_and_card,
    Kind.DONE: _done,
}
BY_KIND = tuple(_DOING.get(number, _unknown) for number in range(MASK + 1))
"""Functions that carry orders out, by the number of their kind."""
