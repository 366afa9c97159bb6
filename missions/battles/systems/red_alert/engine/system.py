"""Red Alert behind the contract."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from missions.battles.engine.contract import (
    CampaignShip,
    Event,
    Fate,
    Odds,
    Order,
    Outcome,
    Question,
    Sentence,
    Setup,
)
from missions.battles.engine.dice import D6, Dice, Die
from missions.battles.systems.red_alert.bots import evaluation
from missions.battles.systems.red_alert.engine import (
    actions,
    awaited,
    drafts,
    knowledge,
    narration,
    order_odds,
    orders_in_words,
    refusals,
    reports,
    setup,
    windows,
)
from missions.battles.systems.red_alert.engine import questions as asked
from missions.battles.systems.red_alert.engine.aftermath import settle
from missions.battles.systems.red_alert.engine.choices import MASK
from missions.battles.systems.red_alert.engine.combat import Course
from missions.battles.systems.red_alert.engine.state import READY, State
from missions.battles.systems.red_alert.engine.units import DIE, SYMBOL
from missions.battles.systems.red_alert.forces import muster

_TELLING = frozenset(
    (
        "commands",
        "repeats",
        "plays",
        "reacts",
        "shows",
        "trades",
        "draws",
        "discards",
        "loses card",
        "marker",
        "placed",
        "revealed",
    )
)
"""Events that show something that lay hidden."""


class RedAlert:
    """Two fleets, hands of cards, and a battlefield of sectors (RA-001 … RA-307). Hands are secret."""

    id = "red_alert"
    name = "Red Alert"
    version = setup.VERSION
    versions: tuple[str, ...] = (setup.VERSION,)
    hidden = True
    patience = 0.15
    dice: Mapping[str, Die] = MappingProxyType({"d6": D6, DIE: SYMBOL})
    questions: Mapping[str, Question] = asked.QUESTIONS

    seating = staticmethod(setup.seats)
    to_act = staticmethod(awaited.to_act)
    window = staticmethod(asked.window)
    legal_units = staticmethod(awaited.legal_units)
    legal_orders = staticmethod(awaited.legal_orders)
    any_order = staticmethod(awaited.any_order)
    draft = staticmethod(drafts.draft)
    why_not = staticmethod(refusals.why_not)
    view_for = staticmethod(knowledge.view)
    imagine = staticmethod(knowledge.imagine)
    write = staticmethod(orders_in_words.write)
    read = staticmethod(orders_in_words.read)
    contenders = staticmethod(evaluation.contenders)
    rate = staticmethod(evaluation.rate)
    because = staticmethod(evaluation.because)
    score = staticmethod(evaluation.score)
    stakes = staticmethod(evaluation.stakes)
    rests = staticmethod(evaluation.rests)
    foresees = staticmethod(evaluation.foresees)

    def setup(self, setup_: Setup, dice: Dice) -> tuple[State, list[Event]]:
        return setup.build(setup_, dice)

    def apply(self, state: State, seat: int, order: Order, dice: Dice) -> list[Event]:
        course = Course(state.table.sides[seat], dice, seat)
        if state.wait is not None:
            windows.answer(state, order, course)
        elif state.phase <= READY:
            setup.choose(state, order, course)
        else:
            actions.carry_out(state, order, course)
        return course.events

    def rerun(self, state: State, lines: Iterable[Sequence[Any]], dice: Dice) -> list[list[Event]]:
        # As `apply` does, with one course for all orders and fewer calls: most orders are short.
        course, sides, alone = Course(0, dice), state.table.sides, state.table.alone
        by_kind, several = actions.BY_KIND, not all(alone)
        found: list[list[Event]] = []
        for seat, unit, choice, _ in lines:
            course.side = sides[seat]
            course.seat = seat
            course.events = []
            course.frame = None
            course.rolled = False
            if state.wait is not None:
                windows.answer(state, (unit, choice), course)
            elif state.phase > READY:
                by_kind[choice & MASK](state, unit, choice, course)
                if several and not alone[state.side]:
                    settle(state, course)
            else:
                setup.choose(state, (unit, choice), course)
            found.append(course.events)
        return found

    def reveals(self, events: Sequence[Event]) -> bool:
        return any(event[0] in _TELLING for event in events)

    def odds(self, state: State, seat: int, order: Order) -> Odds | None:
        return order_odds.of(state, order)

    def successes(self, events: Sequence[Event]) -> int:
        return order_odds.successes(events)

    def clone(self, state: State) -> State:
        return state.clone()

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def key(self, state: State) -> str:
        return json.dumps(knowledge.facts(state), separators=(",", ":"))

    def narrate(self, state: State, events: Sequence[Event]) -> list[Sentence]:
        return narration.tell(state.table, events)

    def muster(self, cards: Sequence[CampaignShip]) -> dict[str, Any]:
        return muster.muster(cards)

    def report(self, state: State) -> list[Fate]:
        return reports.fates(state)


RED_ALERT = RedAlert()
