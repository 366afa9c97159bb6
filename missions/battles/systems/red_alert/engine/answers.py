"""Moments at which a side may answer, and the cards that fit them (RA-117 … RA-134, RA-167 … RA-174).

A side is asked because of public facts only (RA-008): that it holds cards, has stars, and that a card of that
kind may be among them. Whether it holds such a card makes no difference to the question. `fitting` names the
kinds of cards that might be played, `held` those that the side can really play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from missions.battles.systems.red_alert.engine import strikes
from missions.battles.systems.red_alert.engine.cards import (
    COMBAT,
    COMBAT_CARDS,
    COMMAND,
    COMMAND_CARDS,
    OPPOSING,
    OWN,
    TIMINGS,
    CombatCard,
)
from missions.battles.systems.red_alert.engine.effects import Condition
from missions.battles.systems.red_alert.engine.field import AROUND
from missions.battles.systems.red_alert.engine.state import (
    MOST_CLOAKED,
    NO_CARD,
    ON_BACK,
    ON_DECLARATION,
    ON_FOLLOWING,
    ON_SHOWN_DICE,
    Attack,
    Mode,
    State,
    Wait,
)
from missions.battles.systems.red_alert.engine.units import BLAST, CLASSES

BATTLE_BACK = 2
"""Stars for a battle back (RA-130)."""
TIMING = {
    ON_DECLARATION: "defend.declare",
    ON_SHOWN_DICE: "defend.roll",
    ON_BACK: "defend.after",
    ON_FOLLOWING: "attack.after",
}
_IN_ANSWER = Mode.BACK, Mode.FIRST_STRIKE
"""Modes of attacks that nobody answers with an attack."""
ALERTED, ATTACKING = "defend.alert", "attack.declare"


@dataclass(slots=True)
class Moment:
    """Facts that conditions of cards ask for: the unit in the card's role, the attack or the unit that
    triggers it.
    """

    state: State
    unit: int = -1
    attack: Attack | None = None
    trigger: int = -1
    dice: int = 0
    """Dice that the card adds to the attack that it allows."""


# --- conditions of cards ----------------------------------------------------------------------------


def _attack(moment: Moment) -> Attack:
    assert moment.attack is not None, "this condition is about an attack"
    return moment.attack


def _kind(moment: Moment, term: Condition) -> bool:
    return {strikes.CLOSE: "close", strikes.RANGED: "ranged"}[_attack(moment).kind] in term.values


def _class(moment: Moment, term: Condition) -> bool:
    symbol = moment.state.table.units[moment.unit].type.symbol
    return symbol in {CLASSES[name] for name in term.values}


def _type(moment: Moment, term: Condition) -> bool:
    return term.values == ("destroyer",) and moment.state.table.units[moment.unit].type.destroyer


def _counted(number: Callable[[Moment], int]) -> Callable[[Moment, Condition], bool]:
    def holds(moment: Moment, term: Condition) -> bool:
        wanted = int(term.values[0])
        return number(moment) == wanted if term.sign == "==" else number(moment) >= wanted

    return holds


def _success(moment: Moment, term: Condition) -> bool:
    """Close quarters that eliminated the target or forced it out of its hex, so that a pursuit may follow
    (RA-135, RA-137, RA-138).
    """
    return succeeded(moment.state, _attack(moment))


def succeeded(state: State, attack: Attack) -> bool:
    """Whether the attacker may move into the hex that the target has left (RA-135 … RA-138)."""
    unit = attack.unit
    if attack.kind != strikes.CLOSE or attack.mode == Mode.BONUS or not attack.pursuit:
        return False
    if not (attack.eliminated or (attack.forced and attack.left)):
        return False
    free = not (state.taken | state.debris) >> attack.start & 1
    halted = (state.halted | state.marked) >> unit & 1
    return bool(free and not halted and state.place[unit] == attack.origin)


def can_battle_back(state: State, attack: Attack, more: int = 0) -> bool:
    """Whether the target may attack in return with these more dice, leaving the price aside (RA-102,
    RA-130 … RA-134).
    """
    unit, other = attack.target, attack.unit
    return reaches_back(state, attack) and dice_of(state, unit, other) + more > 0


def reaches_back(state: State, attack: Attack) -> bool:
    """Whether the target is free to attack in return, and reaches the attacker (RA-130, RA-131, RA-132,
    RA-134, RA-154, RA-173).
    """
    unit, other = attack.target, attack.unit
    if attack.mode in _IN_ANSWER or attack.left or attack.eliminated:
        return False
    if state.place[other] < 0 or state.barred >> unit & 1:
        return False
    return strikes.in_reach(state, unit, other)


def dice_of(state: State, unit: int, target: int) -> int:
    """Dice of an attack before a combat card; below 1 it is not declared without one (RA-102)."""
    return strikes.raw_dice(state, unit, target) + strikes.added_dice(state, unit, target)


def can_attack(state: State, unit: int, target: int, more: int = 0) -> bool:
    """Whether a unit reaches the target and has a die for it. `more` are dice of a card that is played with
    the attack (RA-084, RA-102).
    """
    return strikes.in_reach(state, unit, target) and dice_of(state, unit, target) + more > 0


_HOLDS: Mapping[str, Callable[[Moment, Condition], bool]] = {
    "kind": _kind,
    "class": _class,
    "type": _type,
    "hits": _counted(lambda moment: _attack(moment).hits),
    "alerts": _counted(lambda moment: _attack(moment).alerts),
    "opp_combat_hand": _counted(
        lambda moment: len(moment.state.hands[1 - moment.state.side][COMBAT_CARDS]),
    ),
    "success": _success,
    "target_eliminated": lambda moment, _: _attack(moment).eliminated,
    "target_survived": lambda moment, _: not _attack(moment).eliminated,
    "target_not_retired": lambda moment, _: not _attack(moment).left,
    "can_battle_back": lambda moment, _: can_battle_back(moment.state, _attack(moment), moment.dice),
    "trigger_in_range_and_los": lambda moment, _: can_attack(
        moment.state, moment.unit, moment.trigger, moment.dice
    ),
    "cloak_marker_free": lambda moment, _: (
        moment.state.cloaked.bit_count() < MOST_CLOAKED and not moment.state.is_cloaked(moment.unit)
    ),
    "starts_adjacent_to_planet": lambda moment, _: bool(
        AROUND[moment.state.place[moment.unit]]
        & moment.state.table.battle.planet_hexes
        & ~moment.state.debris
    ),
    "target_has_losses": lambda moment, _: (
        moment.state.figures[moment.unit] < moment.state.table.units[moment.unit].figures
    ),
}
"""Every condition of the cards' language."""


def holds(moment: Moment, card: CombatCard) -> bool:
    """Whether all terms of a card's condition are true at this moment."""
    moment.dice = card.attack_dice
    for term in card.conditions:  # noqa: SIM110  a generator for each card would cost more than its terms
        if not _HOLDS[term.name](moment, term):
            return False
    return True


# --- which cards fit --------------------------------------------------------------------------------


def affords(state: State, card: CombatCard, side: int) -> bool:
    """Whether a side may play another combat card this turn and has its price (RA-167, RA-168)."""
    return not state.played >> side & 1 and card.cost <= state.stars[side]


def fitting(state: State, side: int, timing: str, moment: Moment) -> list[int]:
    """The kinds of cards that a side might play at this moment, as far as everybody can tell."""
    return [card for card in possible(state, side, timing) if holds(moment, COMBAT[card])]


def possible(state: State, side: int, timing: str) -> list[int]:
    """The kinds of cards that a side might play at moments of that name: it holds combat cards, has their
    price, and not all of the kind lie face up.
    """
    if state.played >> side & 1 or not state.hands[side][COMBAT_CARDS]:
        return []
    stars, open_ = state.stars[side], state.discards[COMBAT_CARDS]
    return [
        number
        for number, cost, copies in _BY_TIMING[side == state.side][timing]
        if cost <= stars and open_.count(number) < copies
    ]


def held(state: State, side: int, timing: str, moment: Moment) -> list[int]:
    """The kinds of cards that a side holds and may play at this moment."""
    hand = state.hands[side][COMBAT_CARDS]
    return [card for card in possible(state, side, timing) if card in hand and holds(moment, COMBAT[card])]


def _by_timing(wrong: str) -> Mapping[str, tuple[tuple[int, int, int], ...]]:
    """Kinds of cards by moment with their prices and copies, without those that are bound to this turn."""
    cards = [(number, card) for number, card in enumerate(COMBAT) if card.turn != wrong]
    return {
        timing: tuple((number, card.cost, card.copies) for number, card in cards if card.timing == timing)
        for timing in TIMINGS
    }


_BY_TIMING = _by_timing(OWN), _by_timing(OPPOSING)
"""Kinds of cards by moment, in the enemy's turn and in a side's own."""
_REACTIONS = tuple(number for number, card in enumerate(COMMAND) if card.reaction == TIMING[ON_DECLARATION])
"""Command cards that answer an attack."""


def may_answer(state: State, wait: Wait, attack: Attack) -> bool:
    """Whether the side of the target is asked at this point of an attack. Only public facts count."""
    side = state.table.owners[attack.target]
    if state.figures[attack.target] == 0 or state.place[attack.unit] < 0:
        return False
    if wait is ON_SHOWN_DICE and not (BLAST in attack.faces and _blasts_count(state, attack)):
        return False
    cards = possible(state, side, TIMING[wait])
    if cards:
        moment = Moment(state, attack.target, attack)
        for card in cards:
            if holds(moment, COMBAT[card]):
                return True
    if wait is ON_BACK:
        own = possible(state, side, ATTACKING) if side == state.side else ()
        return bool(ways_back(state, attack, own))
    return wait is ON_DECLARATION and bool(reactions(state, attack))


def may_follow(state: State, attack: Attack) -> bool:
    """Whether the side whose turn it is has battled back and is asked for a card that follows an attack. Only
    public facts count.
    """
    unit = attack.unit
    if attack.mode != Mode.BACK or state.table.owners[unit] != state.side or state.place[unit] < 0:
        return False
    return bool(fitting(state, state.side, TIMING[ON_FOLLOWING], Moment(state, unit, attack)))


def counter(state: State, attack: Attack, added: int = 0) -> Attack:
    """The battle back against an attack. It allows no pursuit (RA-132)."""
    unit, other = attack.target, attack.unit
    return Attack(
        unit=unit,
        target=other,
        kind=strikes.kind_of(state, unit, other),
        mode=Mode.BACK,
        origin=state.place[unit],
        start=state.place[other],
        added=added + strikes.added_dice(state, unit, other),
        pursuit=False,
    )


def ways_back(state: State, attack: Attack, cards: Iterable[int] = ()) -> list[int]:
    """Ways to battle back for stars: NO_CARD, and those of these cards that may go with it (RA-102, RA-130,
    RA-168). Cards go with an attack in a side's own turn only, so with a battle back against an ambush.
    """
    unit = attack.target
    stars = state.stars[state.table.units[unit].side] - BATTLE_BACK
    if stars < 0 or not reaches_back(state, attack):
        return []
    dice = dice_of(state, unit, attack.unit)
    found = [NO_CARD] if dice > 0 else []
    for card in cards:
        moment = Moment(state, unit, counter(state, attack))
        if COMBAT[card].cost <= stars and dice + strikes.card_dice(card) > 0 and holds(moment, COMBAT[card]):
            found.append(card)
    return found


def _blasts_count(state: State, attack: Attack) -> bool:
    """Whether a shield would make a difference."""
    one, other = (state.table.units[each].type.symbol for each in (attack.unit, attack.target))
    return (
        strikes.read(attack.faces, one, other).hits
        > strikes.read(attack.faces, one, other, shielded=True).hits
    )


def reactions(state: State, attack: Attack) -> list[int]:
    """Command cards that the side of the target might answer an attack with (RA-048, RA-172)."""
    side = state.table.owners[attack.target]
    if side == state.side or attack.struck_first or not state.spare_commands(side):
        return []
    return [number for number in _REACTIONS if _strikes_first(state, attack, number)]


def _strikes_first(state: State, attack: Attack, number: int) -> bool:
    card = COMMAND[number]
    (effect, *_) = card.reaction_effects
    if attack.kind != strikes.CLOSE and effect.word("when") == "close":
        return False
    face_up = state.discards[COMMAND_CARDS].count(number) + state.shown.count(number)
    if face_up + (state.command == number) >= card.copies:
        return False
    return can_attack(state, attack.target, attack.unit)
