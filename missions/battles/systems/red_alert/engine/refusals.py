"""Reasons why an order is not legal, each in a sentence with its rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from missions.battles.engine.contract import NO_UNIT, Order
from missions.battles.systems.red_alert.engine import strikes
from missions.battles.systems.red_alert.engine.answers import affords
from missions.battles.systems.red_alert.engine.awaited import to_act
from missions.battles.systems.red_alert.engine.cards import COMBAT, COMBAT_CARDS, COMMAND, COMMAND_CARDS
from missions.battles.systems.red_alert.engine.choices import (
    MASK,
    Kind,
    attack_of,
    kind_of,
    load_of,
    move_of,
)
from missions.battles.systems.red_alert.engine.commands import plan
from missions.battles.systems.red_alert.engine.field import APART, COUNT, LABELS
from missions.battles.systems.red_alert.engine.moves import IMPULSE, reach, within
from missions.battles.systems.red_alert.engine.narration import card_title, title
from missions.battles.systems.red_alert.engine.orders import PURSUIT
from missions.battles.systems.red_alert.engine.seats import leader
from missions.battles.systems.red_alert.engine.state import NO_CARD, NOWHERE, SHARED, Phase, State

Why = tuple[str, str]
_PHASE_OF: Mapping[Kind, tuple[Phase, ...]] = {
    Kind.COMMAND: (Phase.COMMAND,),
    Kind.ORDER: (Phase.ORDERS,),
    Kind.CLEAR: (Phase.ORDERS,),
    Kind.UNCLOAK: (Phase.ORDERS,),
    Kind.MOVE: SHARED,
    Kind.EXIT: (Phase.MOVEMENT,),
    Kind.ATTACK: (Phase.COMBAT,),
    Kind.PURSUE: (Phase.COMBAT,),
    Kind.TRADE: (Phase.END,),
    Kind.TIME: (Phase.END,),
    Kind.KEEP: (Phase.END,),
    Kind.STARS: (Phase.END,),
    Kind.STAR_AND_CARD: (Phase.END,),
    Kind.PLACE: (Phase.DEPLOYMENT, Phase.REINFORCEMENT),
    Kind.SHOW: (Phase.FIRST_PLAYER,),
}
_ANSWERS = frozenset((Kind.PASS, Kind.ROLL, Kind.REACT, Kind.RETIRE, Kind.DISREGARD, Kind.REPAIR, Kind.BACK))
_NAMES = {
    Phase.DEPLOYMENT: "deployment",
    Phase.REINFORCEMENT: "the placing of units that are left over",
    Phase.FIRST_PLAYER: "the choice of who goes first",
    Phase.COMMAND: "the command phase",
    Phase.ORDERS: "the order phase",
    Phase.MOVEMENT: "the movement phase",
    Phase.COMBAT: "the combat phase",
    Phase.END: "the end of the turn",
}


def why_not(state: State, seat: int, order: Order) -> Why:
    """The reason why this order of a seat is not legal, and its rule."""
    unit, choice = order
    if state.outcome is not None:
        return "The battle is over; nothing is ordered any more.", "RA-200"
    if seat not in to_act(state):
        return "Somebody else decides now; wait for them.", "RA-050"
    try:
        kind = kind_of(choice)
    except ValueError:
        return "That is no order of this game; choose one that is offered.", "RA-050"
    if state.wait is not None:
        return "A question is open; choose one of its answers first.", "RA-174"
    if kind in _ANSWERS:
        return "Nothing is to be answered now; choose an order of your turn.", "RA-174"
    if kind in _PHASE_OF and state.phase not in _PHASE_OF[kind]:
        return f"That does not belong to {_NAMES[state.phase]}; choose an order that is offered.", "RA-050"
    side = state.table.seating.side(seat)
    if unit != NO_UNIT and not _is_own(state, side, unit):
        return "That is no unit of yours on the battlefield; choose one of your units.", "RA-062"
    if unit == NO_UNIT:
        return _of_side(state, side, choice)
    if state.phase in SHARED and leader(state, unit) != seat:
        whose = state.table.seating.seats[leader(state, unit)].word
        return f"{title(state.table, unit)} is led by {whose}; choose a unit that you lead.", "RA-190"
    if state.settling and kind in (Kind.ATTACK, Kind.MOVE):
        return "Decide first what follows the last combat, or let it be; then another unit fights.", "RA-080"
    found = _OF_UNIT.get(kind)
    return found(state, unit, choice) if found else _otherwise(state)


def _is_own(state: State, side: int, unit: int) -> bool:
    if not 0 <= unit < len(state.table.units) or state.table.units[unit].side != side:
        return False
    return state.place[unit] != NOWHERE or unit in state.unplaced[side]


def _otherwise(state: State) -> Why:
    return "That is not among the orders of this moment; choose one that is offered.", "RA-050"


# --- orders of the side -----------------------------------------------------------------------------


def _of_side(state: State, side: int, choice: int) -> Why:
    kind, card = kind_of(choice), load_of(choice) & MASK
    if kind is Kind.CARD and card < len(COMBAT):
        return _combat_card(state, side, card)
    if kind is Kind.COMMAND and load_of(choice) < len(COMMAND):
        if state.shown[side] != NO_CARD:
            name = card_title(COMMAND_CARDS, state.shown[side])
            return f"You showed {name} for your first turn; play it.", "RA-044"
        return (
            f"You do not hold {card_title(COMMAND_CARDS, load_of(choice))}; play a card that you hold.",
            "RA-060",
        )
    if kind is Kind.TRADE and state.played >> side & 1:
        return "You have used a combat card this turn; then none is discarded for a star.", "RA-161"
    return _otherwise(state)


def _combat_card(state: State, side: int, card: int) -> Why:
    name, facts = card_title(COMBAT_CARDS, card), COMBAT[card]
    if card not in state.hands[side][COMBAT_CARDS]:
        return f"You do not hold {name}; play a card that you hold.", "RA-168"
    if state.played >> side & 1:
        return "You have used a combat card this turn; one is the most.", "RA-167"
    if not affords(state, facts, side):
        return (
            f"{name} costs {facts.cost} stars and you have {state.stars[side]}.",
            "RA-168",
        )
    return f"{name} is not played at this moment or on this unit; its text says when.", "RA-168"


# --- orders of a unit -------------------------------------------------------------------------------


def _order(state: State, unit: int, choice: int) -> Why:
    name = title(state.table, unit)
    if state.ordered >> unit & 1:
        return f"{name} is ordered already; one order a turn is the most.", "RA-062"
    if plan(state).everybody:
        return "This card has ordered every unit that it can.", "RA-061"
    return f"This card has no order left for {name}; choose a unit that it speaks of.", "RA-063"


def _clear(state: State, unit: int, choice: int) -> Why:
    name = title(state.table, unit)
    if not state.is_marked(unit):
        return f"{name} has no red alert marker.", "RA-066"
    return f"You have too few stars to clear {name}: 1 if it is ordered, else 2.", "RA-066"


def _uncloak(state: State, unit: int, choice: int) -> Why:
    return f"{title(state.table, unit)} has no cloak.", "RA-171"


def _move(state: State, unit: int, choice: int) -> Why:
    hex_, paid = move_of(choice)
    name = title(state.table, unit)
    if not 0 <= hex_ < COUNT:
        return "That is no hex of the battlefield; choose one that lights up.", "RA-010"
    if not state.ordered >> unit & 1:
        return f"{name} is not ordered this turn, so it stays.", "RA-062"
    if state.moved >> unit & 1 and state.phase is Phase.MOVEMENT:
        return f"{name} has moved this turn.", "RA-070"
    if state.is_marked(unit):
        return f"{name} has a red alert marker and stays where it is.", "RA-121"
    if plan(state).still:
        return "This command card lets nobody move.", "RA-061"
    if (state.taken | state.debris) >> hex_ & 1:
        return f"{LABELS[hex_]} is not free; end the move on an empty hex.", "RA-071"
    if hex_ in state.table.battle.group and APART[state.place[unit]][hex_] > 1:
        return f"A planet is entered only from beside it; move next to {LABELS[hex_]} first.", "RA-152"
    if paid and state.stars[state.side] < IMPULSE:
        return f"Full impulse costs {IMPULSE} stars and you have {state.stars[state.side]}.", "RA-074"
    if paid and reach(state, unit, plan(state)).free >> hex_ & 1:
        return f"{name} reaches {LABELS[hex_]} without full impulse.", "RA-074"
    warp = state.table.units[unit].type.warp
    if warp and within(state, unit, warp) >> hex_ & 1:
        return f"{name} warps only to a hex beside an enemy that it can fight; choose such a hex.", "RA-073"
    return f"{name} does not reach {LABELS[hex_]}; choose a hex that lights up.", "RA-070"


def _exit(state: State, unit: int, choice: int) -> Why:
    name = title(state.table, unit)
    if "breakthrough" not in state.table.battle.objectives:
        return "No unit leaves the field in this battle.", "RA-015"
    return f"{name} exits only from the enemy’s baseline, unmarked and without a cloak.", "RA-212"


def _attack(state: State, unit: int, choice: int) -> Why:
    target, card = attack_of(choice)
    name, units = title(state.table, unit), state.table.units
    if (
        not 0 <= target < len(units)
        or state.place[target] == NOWHERE
        or units[target].side == units[unit].side
    ):
        return "That is no enemy on the battlefield; choose an enemy unit.", "RA-085"
    if not state.ordered >> unit & 1 and unit not in (state.bonus, state.extra):
        return f"{name} is not ordered this turn, so it does not fight.", "RA-062"
    if state.fought >> unit & 1 and unit not in (state.bonus, state.extra):
        return f"{name} has fought this turn; one combat is the most.", "RA-080"
    if plan(state).peaceful:
        return "This command card lets nobody fight.", "RA-061"
    if state.barred >> unit & 1:
        return f"{name} has moved onto a planet and does not fight this turn.", "RA-154"
    if not strikes.in_reach(state, unit, target):
        return _out_of_reach(state, unit, target)
    if card != NO_CARD and card < len(COMBAT):
        return _combat_card(state, state.side, card)
    if strikes.raw_dice(state, unit, target) + strikes.added_dice(state, unit, target) <= 0:
        return (
            f"{name} would roll no die; add a card with more dice, or choose another.",
            "RA-102",
        )
    return "This command card allows close quarters only, or the extra combat is a ranged one.", "RA-061"


def _out_of_reach(state: State, unit: int, target: int) -> Why:
    name, other = title(state.table, unit), title(state.table, target)
    here, there = state.place[unit], state.place[target]
    if state.neighbours(unit):
        return f"{name} stands beside an enemy and fights only at close quarters.", "RA-084"
    if state.is_cloaked(target):
        return f"{other} is cloaked: only its neighbours can attack it.", "RA-171"
    if APART[here][there] > state.table.units[unit].type.reach:
        far = APART[here][there]
        return f"{other} is {far} hexes away, beyond the range of {name}.", "RA-083"
    return f"{name} does not see {other}: something stands in the line.", "RA-090"


def _pursue(state: State, unit: int, choice: int) -> Why:
    if state.stars[state.side] < PURSUIT:
        return f"A pursuit costs {PURSUIT} stars and you have {state.stars[state.side]}.", "RA-135"
    return "Only a destroyer that has just driven its neighbour out pursues, into a free hex.", "RA-135"


def _place(state: State, unit: int, choice: int) -> Why:
    if state.phase is Phase.DEPLOYMENT:
        return "A unit is laid on a free deployment hex of its own side.", "RA-185"
    return (
        "A unit that is left over goes beside a deployment hex, on an empty hex of open space.",
        "RA-186",
    )


_OF_UNIT: Mapping[Kind, Callable[[State, int, int], Why]] = {
    Kind.ORDER: _order,
    Kind.CLEAR: _clear,
    Kind.UNCLOAK: _uncloak,
    Kind.MOVE: _move,
    Kind.EXIT: _exit,
    Kind.ATTACK: _attack,
    Kind.PURSUE: _pursue,
    Kind.PLACE: _place,
}
