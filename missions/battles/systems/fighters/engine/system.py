"""The fighter game behind the contract."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from missions.battles.engine.contract import (
    Card,
    Choice,
    Event,
    Fate,
    Odds,
    Order,
    Outcome,
    Sentence,
    Setup,
    View,
)
from missions.battles.engine.dice import Dice
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
from missions.battles.systems.fighters.engine.state import State, facts
from missions.battles.systems.fighters.forces import muster

_NOBODY: frozenset[int] = frozenset()
_SEATS = (frozenset((0,)), frozenset((1,)))
_SCORING = {"fire": 7, "lock": 7, "sharp": 8, "steady": 4}
"""Where the successes stand in events that an order's own dice made."""


class Fighters:
    """Flights, ships and stations on a hex map (FH-001 … FH-177). Everything is open to both seats."""

    id = "fighters"
    name = "Fighters"
    version = setup.VERSION
    seats = 2
    hidden = False

    def setup(self, setup_: Setup, dice: Dice) -> tuple[State, list[Event]]:
        return setup.build(setup_, dice)

    def to_act(self, state: State) -> frozenset[int]:
        return _NOBODY if state.outcome else _SEATS[state.seat]

    legal_units = staticmethod(turn.legal_units)
    legal_orders = staticmethod(turn.legal_orders)
    apply = staticmethod(turn.apply)

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

    def imagine(self, state: State, seat: int, dice: Dice) -> State:
        return state.clone()

    def rate(
        self, state: State, seat: int, unit: int, choices: Sequence[Choice], taste: str
    ) -> Sequence[float]:
        return evaluation.TASTES[taste](state, seat, unit, choices)

    def score(self, state: State, seat: int) -> float:
        return forecast.score(state, seat)

    def stakes(self, state: State, seat: int) -> tuple[float, float]:
        return forecast.stakes(state, seat)

    def key(self, state: State) -> str:
        return json.dumps(facts(state), separators=(",", ":"))

    def write(self, state: State, order: Order) -> str:
        return orders.words(state, order)

    def read(self, state: State, text: str) -> Order:
        return orders.parse(state, text)

    def narrate(self, state: State, events: Sequence[Event]) -> list[Sentence]:
        return narrate.tell(state.fixed, events)

    def muster(self, cards: Sequence[Card]) -> dict[str, Any]:
        return muster.muster(cards)

    def report(self, state: State) -> list[Fate]:
        return views.fates(state)


FIGHTERS = Fighters()
