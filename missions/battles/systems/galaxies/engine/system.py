"""Galaxies behind the contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from missions.battles.engine.contract import (
    CampaignShip,
    Event,
    Odds,
    Order,
    Outcome,
    Question,
    Setup,
)
from missions.battles.engine.dice import D6, Dice, Die
from missions.battles.systems.galaxies.bots import evaluation
from missions.battles.systems.galaxies.engine import (
    awaited,
    drafting,
    dreams,
    knowledge,
    notation,
    refusing,
    reports,
    setup,
    telling,
)
from missions.battles.systems.galaxies.engine import odds as reckoned
from missions.battles.systems.galaxies.engine import questions as asked
from missions.battles.systems.galaxies.engine.ships import LETTER, LETTER_DIE, NUMBER, NUMBER_DIE
from missions.battles.systems.galaxies.engine.state import State
from missions.battles.systems.galaxies.forces import muster

_TELLING = frozenset(("launches", "drawn", "plays", "discards", "lost in hold"))
"""Events that show something that lay hidden."""


class Galaxies:
    """Two fleets of capital ships and squadrons, with energy, holds and target grids (BG-001 … BG-162).

    Fleets, holds and hands are secret.
    """

    id = "galaxies"
    name = "Galaxies"
    version = setup.VERSION
    versions: tuple[str, ...] = (setup.VERSION,)
    hidden = True
    patience = 0.3
    dice: Mapping[str, Die] = MappingProxyType({"d6": D6, LETTER: LETTER_DIE, NUMBER: NUMBER_DIE})
    questions: Mapping[str, Question] = asked.QUESTIONS

    seating = staticmethod(setup.seats)
    to_act = staticmethod(awaited.to_act)
    window = staticmethod(asked.window)
    legal_units = staticmethod(awaited.legal_units)
    legal_orders = staticmethod(awaited.legal_orders)
    any_order = staticmethod(awaited.any_order)
    draft = staticmethod(drafting.draft)
    apply = staticmethod(awaited.apply)
    rerun = staticmethod(awaited.rerun)
    why_not = staticmethod(refusing.why_not)
    view_for = staticmethod(knowledge.view)
    imagine = staticmethod(dreams.imagine)
    key = staticmethod(knowledge.key)
    write = staticmethod(notation.write)
    read = staticmethod(notation.read)
    narrate = staticmethod(telling.tell)
    report = staticmethod(reports.fates)
    contenders = staticmethod(evaluation.contenders)
    rate = staticmethod(evaluation.rate)
    because = staticmethod(evaluation.because)
    score = staticmethod(evaluation.score)
    stakes = staticmethod(evaluation.stakes)
    rests = staticmethod(evaluation.rests)
    foresees = staticmethod(evaluation.foresees)

    def setup(self, setup_: Setup, dice: Dice) -> tuple[State, list[Event]]:
        return setup.build(setup_, dice)

    def reveals(self, events: Sequence[Event]) -> bool:
        return any(event[0] in _TELLING for event in events)

    def odds(self, state: State, seat: int, order: Order) -> Odds | None:
        return reckoned.of(state, order)

    def successes(self, events: Sequence[Event]) -> int:
        return reckoned.successes(events)

    def clone(self, state: State) -> State:
        return state.clone()

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def muster(self, cards: Sequence[CampaignShip]) -> dict[str, Any]:
        return muster.muster(cards)


GALAXIES = Galaxies()
