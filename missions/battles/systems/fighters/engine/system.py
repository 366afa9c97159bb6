"""The fighter game behind the contract."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from missions.battles.engine.bots.words import signed
from missions.battles.engine.contract import (
    NO_UNIT,
    OVER,
    PHASE,
    TURN,
    CampaignShip,
    Choice,
    Draft,
    Event,
    Fate,
    Odds,
    Order,
    Outcome,
    Question,
    Seat,
    Seating,
    Sentence,
    Setup,
    View,
    Window,
)
from missions.battles.engine.dice import D6, Dice, Die
from missions.battles.engine.drafts import whole
from missions.battles.engine.rerun import one_by_one
from missions.battles.systems.fighters.bots import evaluation, forecast
from missions.battles.systems.fighters.engine import (
    narration as narrate,
)
from missions.battles.systems.fighters.engine import (
    orders,
    refusals,
    setup,
    shot_odds,
    turn,
    views,
)
from missions.battles.systems.fighters.engine.state import SHOOT, SIDES, State, facts
from missions.battles.systems.fighters.forces import muster

_NOBODY: frozenset[int] = frozenset()
_SEATS = (frozenset((0,)), frozenset((1,)))
_SEATING = Seating(SIDES, (Seat(0, SIDES[0], "west"), Seat(1, SIDES[1], "east")))
_SCORING = {"fire": 7, "lock": 7, "sharp": 8, "steady": 4}
"""Index of the successes in events of an order's own dice."""


class Fighters:
    """Flights, ships and stations on a hex map (FH-001 … FH-177). Everything is open to both seats."""

    id = "fighters"
    name = "Fighters"
    version = setup.VERSION
    versions: tuple[str, ...] = setup.VERSIONS
    hidden = False
    patience = 0.15
    dice: Mapping[str, Die] = MappingProxyType({"d6": D6})
    questions: Mapping[str, Question] = MappingProxyType({})

    def seating(self, setup: Setup) -> Seating:
        return _SEATING

    def setup(self, setup_: Setup, dice: Dice) -> tuple[State, list[Event]]:
        return setup.build(setup_, dice)

    def to_act(self, state: State) -> frozenset[int]:
        return _NOBODY if state.outcome else _SEATS[state.seat]

    def window(self, state: State, seat: int) -> Window | None:
        return None

    legal_units = staticmethod(turn.legal_units)
    legal_orders = staticmethod(turn.legal_orders)
    any_order = staticmethod(turn.any_order)
    apply = staticmethod(turn.apply)
    rerun = one_by_one

    def draft(self, state: State, seat: int, unit: int, picks: Sequence[int]) -> Draft:
        return whole(self, state, seat, unit, picks)

    def reveals(self, events: Sequence[Event]) -> bool:
        return False

    def odds(self, state: State, seat: int, order: Order) -> Odds | None:
        return shot_odds.of(state, order)

    def successes(self, events: Sequence[Event]) -> int:
        return sum(event[_SCORING[event[0]]] for event in events if event[0] in _SCORING)

    def why_not(self, state: State, seat: int, order: Order) -> tuple[str, str]:
        return refusals.why_not(state, seat, order)

    def clone(self, state: State) -> State:
        return state.clone()

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def view_for(self, state: State, seat: int | None) -> View:
        return views.view(state, seat)

    def imagine(self, state: State, seat: int | None, dice: Dice) -> State:
        return state.clone()

    def contenders(self, state: State, seat: int, style: str) -> Sequence[int]:
        units = turn.legal_units(state, seat)
        return units if state.phase == SHOOT else units[:1]

    def rate(
        self, state: State, seat: int, unit: int, choices: Sequence[Choice], style: str
    ) -> Sequence[float]:
        return evaluation.STYLES[style](state, seat, unit, choices)

    def because(self, state: State, seat: int, order: Order, rating: float) -> str:
        if order[0] == NO_UNIT:
            return ""
        return f"its shots, less those it invites, and its place come to {signed(rating)}"

    def score(self, state: State, seat: int) -> float:
        return forecast.score(state, seat)

    def stakes(self, state: State, seat: int) -> tuple[float, float]:
        return forecast.stakes(state, seat)

    def foresees(self, state: State) -> bool:
        return True

    def rests(self, state: State, events: Sequence[Event]) -> bool:
        return any(event[0] in (PHASE, TURN, OVER) for event in events)

    def key(self, state: State) -> str:
        return json.dumps(facts(state), separators=(",", ":"))

    def write(self, state: State, order: Order) -> str:
        return orders.words(state, order)

    def read(self, state: State, text: str) -> Order:
        return orders.parse(state, text)

    def narrate(self, state: State, events: Sequence[Event]) -> list[Sentence]:
        return narrate.tell(state.fixed, events)

    def muster(self, cards: Sequence[CampaignShip]) -> dict[str, Any]:
        return muster.muster(cards)

    def report(self, state: State) -> list[Fate]:
        return views.fates(state)


FIGHTERS = Fighters()
