"""The duel behind the contract."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from missions.battles.engine.chance import listed
from missions.battles.engine.contract import (
    CHOSEN,
    NO_UNIT,
    OVER,
    PHASE,
    TURN,
    CampaignShip,
    Choice,
    Draft,
    Effect,
    Event,
    Fate,
    Odds,
    Order,
    Outcome,
    Question,
    Random,
    Reason,
    Roll,
    Seating,
    Sentence,
    Setup,
    View,
    Window,
)
from missions.battles.engine.contract import (
    OVER as ENDED,
)
from missions.battles.engine.dice import D6, Dice, Die
from missions.battles.engine.hexes import DISTANCE, STEPS
from missions.battles.engine.odds import binomial, capped, reach
from missions.battles.engine.rerun import one_by_one
from missions.battles.engine.walks import unpack
from tests.battles.engine.card_duel import orders, play
from tests.battles.engine.card_duel.state import (
    D10,
    DEBRIS_HURTS_ON,
    MAP,
    PHASES,
    SIDES,
    SYMBOL,
    SYMBOLS,
    Duel,
)

THIRD, SIXTH = Fraction(1, 3), Fraction(1, 6)


def setup_for(first: int = 1, second: int = 1, **more: Any) -> Setup:
    """A duel of so many people a side."""
    return {"system": "duel", "version": "2", "people": [first, second], **more}


class CardDuel:
    id, name, version, hidden = "duel", "Duel", "2", True
    versions: tuple[str, ...] = ("2",)
    patience = 0.15
    dice: Mapping[str, Die] = {"d6": D6, "symbol": SYMBOL, "d10": D10}
    questions: Mapping[str, Question] = {
        "guard": Question("Guard with a card when you are fired at", "D-4", {"no": "Never guard"}),
        "roll": Question("Roll when nobody guards any more", "D-5", {"roll": "Roll at once"}, "roll"),
    }

    def seating(self, setup: Setup) -> Seating:
        return play.seating(setup)

    def setup(self, setup: Setup, dice: Dice) -> tuple[Duel, list[Event]]:
        return play.build(setup, dice)

    def to_act(self, state: Duel) -> frozenset[int]:
        return orders.to_act(state)

    def window(self, state: Duel, seat: int) -> Window | None:
        shot = state.shot
        if shot is None or seat not in orders.to_act(state):
            return None
        units = state.table.units
        what = f"{units[shot.unit].label} fires at {units[shot.target].label} with {shot.dice} dice."
        if shot.asked:
            return Window("guard", f"{what} Guard with a card?", {"no": (NO_UNIT, orders.PASS)})
        return Window("roll", f"{what} Roll them.", {"roll": (NO_UNIT, orders.ROLL)})

    def legal_units(self, state: Duel, seat: int) -> Sequence[int]:
        return orders.legal_units(state, seat)

    def legal_orders(self, state: Duel, seat: int, unit: int) -> Sequence[Choice]:
        return orders.legal_orders(state, seat, unit)

    def any_order(self, state: Duel, seat: int, random: Random) -> Order:
        return listed(self, state, seat, random)

    def draft(self, state: Duel, seat: int, unit: int, picks: Sequence[int]) -> Draft:
        return orders.draft(state, seat, unit, picks)

    def apply(self, state: Duel, seat: int, order: Order, dice: Dice) -> list[Event]:
        return play.apply(state, seat, order, dice)

    rerun = one_by_one

    def reveals(self, events: Sequence[Event]) -> bool:
        return any(event[0] in ("shown", "card", "guards") or _with_card(event) for event in events)

    def odds(self, state: Duel, seat: int, order: Order) -> Odds | None:
        unit, choice = order
        kind, shot = orders.kind_of(choice), state.shot
        if kind == orders.MOVE and (count := orders.debris_on(state, unit, choice >> 4)):
            return _debris(count, state.hull[unit])
        if kind == orders.ROLL and shot is not None:
            return _volley(state, shot.target, shot.dice, (Reason(shot.dice, "declared", "D-5"),))
        if kind != orders.FIRE:
            return None
        target, card, paid = orders.fire_parts(choice)
        lines = (("its own", state.table.units[unit].kind.dice), ("card", card // 2), ("stars", paid))
        reasons = tuple(Reason(count, text, "D-3") for text, count in lines if count)
        return _volley(state, target, play.shot_dice(state, unit, card, paid), reasons)

    def successes(self, events: Sequence[Event]) -> int:
        return sum(event[{"volley": 4, "debris": 3}[event[0]]] for event in events if event[0] in ROLLING)

    def why_not(self, state: Duel, seat: int, order: Order) -> tuple[str, str]:
        if seat not in orders.to_act(state):
            return "Somebody else decides now; wait for them.", "D-1"
        return "That is not among your orders now; choose one that is offered.", "D-2"

    def clone(self, state: Duel) -> Duel:
        return state.clone()

    def outcome(self, state: Duel) -> Outcome | None:
        return state.outcome

    def view_for(self, state: Duel, seat: int | None) -> View:
        return play.view(state, seat)

    def imagine(self, state: Duel, seat: int | None, dice: Dice) -> Duel:
        return play.imagine(state, seat, dice)

    def contenders(self, state: Duel, seat: int, style: str) -> Sequence[int]:
        return orders.legal_units(state, seat)

    def rate(
        self, state: Duel, seat: int, unit: int, choices: Sequence[Choice], style: str
    ) -> Sequence[float]:
        return [self._rated(state, seat, unit, choice) for choice in choices]

    def _rated(self, state: Duel, seat: int, unit: int, choice: Choice) -> float:
        kind = orders.kind_of(choice)
        if kind == orders.FIRE:
            found = self.odds(state, seat, (unit, choice))
            assert found is not None
            return float(found.main.expected) - 0.1 * sum(orders.fire_parts(choice)[1:])
        if kind == orders.MOVE:
            after = state.clone()
            start = self._nearest(state, unit)
            for direction in unpack(choice >> 4):
                after.place[unit] += STEPS[direction]
            return 0.1 * (start - self._nearest(after, unit)) - 0.3 * orders.debris_on(
                state, unit, choice >> 4
            )
        loads = {orders.BID: sum(orders.bid_cards(choice)) * 0.01, orders.GUARD: 0.5}
        loads |= {orders.DONE: -0.05, orders.END: -1.0}
        return loads.get(kind, 0.0)

    @staticmethod
    def _nearest(state: Duel, unit: int) -> int:
        enemies = state.alive(1 - state.table.units[unit].side)
        return min(DISTANCE[state.place[enemy] - state.place[unit]] for enemy in enemies)

    def because(self, state: Duel, seat: int, order: Order, rating: float) -> str:
        return ""

    def score(self, state: Duel, seat: int) -> float:
        gained, lost = self.stakes(state, seat)
        return gained - lost

    def stakes(self, state: Duel, seat: int) -> tuple[float, float]:
        units, side = enumerate(state.table.units), state.table.seating.side(seat)
        gone = [(unit.side, unit.kind.hull - max(0, state.hull[number])) for number, unit in units]
        return (
            float(sum(hull for whose, hull in gone if whose != side)),
            float(sum(hull for whose, hull in gone if whose == side)),
        )

    def foresees(self, state: Duel) -> bool:
        return True

    def rests(self, state: Duel, events: Sequence[Event]) -> bool:
        return any(event[0] in (PHASE, TURN, OVER) for event in events)

    def key(self, state: Duel) -> str:
        facts = {
            name: value for name, value in vars(state).items() if name not in ("table", "shot", "outcome")
        }
        more = [state.shot and asdict(state.shot), state.outcome and asdict(state.outcome)]
        return json.dumps([facts, more])

    def write(self, state: Duel, order: Order) -> str:
        return orders.write(state, order)

    def read(self, state: Duel, text: str) -> Order:
        return orders.read(state, text)

    def narrate(self, state: Duel, events: Sequence[Event]) -> list[Sentence]:
        return [_TELLERS[event[0]](state, *event[1:]) for event in events]

    def muster(self, cards: Sequence[CampaignShip]) -> dict[str, Any]:
        return {"units": [{"ref": card.ref} for card in cards[:4]]}

    def report(self, state: Duel) -> list[Fate]:
        return [
            Fate(
                kind=unit.kind.name,
                ref=unit.ref,
                side=unit.side,
                name=unit.label,
                fate="intact" if state.hull[number] > 0 else "destroyed",
                damaged=0 < state.hull[number] < unit.kind.hull,
                left=max(0, state.hull[number]),
                start=unit.kind.hull,
            )
            for number, unit in enumerate(state.table.units)
        ]


ROLLING = ("volley", "debris")


def _with_card(event: Event) -> bool:
    return event[0] == "fires" and bool(event[3])


def _volley(state: Duel, target: int, dice: int, reasons: tuple[Reason, ...]) -> Odds:
    """Hits, and stars beside them."""
    hits = binomial(dice, 1, 3)
    roll = Roll(dice, 0, "symbol", f"{dice} symbol {'die' if dice == 1 else 'dice'}")
    lost = Effect("hull points lost", capped(hits, state.hull[target]))
    return Odds((roll,), hits, (lost, Effect("stars", binomial(dice, 1, 6))), 0, reasons)


def _debris(count: int, hull: int) -> Odds:
    chance = reach(DEBRIS_HURTS_ON, 10)
    hurt = binomial(count, chance.numerator, chance.denominator)
    lost = capped(hurt, hull)
    roll = Roll(count, DEBRIS_HURTS_ON, "d10")
    why = (Reason(DEBRIS_HURTS_ON, "debris", "D-6"),)
    return Odds((roll,), lost, (Effect("own hull points lost", lost),), DEBRIS_HURTS_ON, why)


# --- words ------------------------------------------------------------------------------------------


def _seat(state: Duel, seat: int) -> str:
    return state.table.seating.seats[seat].word


def _label(state: Duel, unit: int) -> str:
    return state.table.units[unit].label


def _cards(cards: Sequence[int]) -> str:
    return " and ".join(map(str, cards))


def _told_fire(state: Duel, unit: int, target: int, card: int, paid: int) -> Sentence:
    more = f" with card {card}" * bool(card) + f" for {paid} stars" * bool(paid)
    return Sentence(f"{_label(state, unit)} fires at {_label(state, target)}{more}.", "fires", "D-3")


def _told_volley(
    state: Duel, unit: int, target: int, faces: bytes, hits: int, lost: int, stars: int
) -> Sentence:
    shown = ", ".join(SYMBOLS[face - 1] for face in faces)
    result = f"{hits} hits, {_label(state, target)} loses {lost}, {stars} stars"
    text = f"{_label(state, unit)} rolls {shown}: {result}."
    roller = state.table.units[unit].seat
    return Sentence(text, "volley", "D-5", tuple(faces), dies=("symbol",) * len(faces), roller=roller)


def _told_debris(state: Duel, unit: int, faces: bytes, lost: int) -> Sentence:
    text = f"{_label(state, unit)} meets debris, rolls {' '.join(map(str, faces))} and loses {lost}."
    roller = state.table.units[unit].seat
    return Sentence(text, "debris", "D-6", tuple(faces), dies=("d10",) * len(faces), roller=roller)


def _told_tie(state: Duel, faces: bytes) -> Sentence:
    text = f"Equal sums: Sun rolls {faces[0]}, Moon {faces[1]}."
    return Sentence(text, "tie", "D-1", tuple(faces), dies=("d10", "d10"))


def _told_over(state: Duel, winner: int | None, reason: str, rule: str, grade: str) -> Sentence:
    return Sentence(f"{'A draw' if winner is None else SIDES[winner] + ' wins'}. {reason}", ENDED, rule)


_TELLERS: dict[str, Any] = {
    TURN: lambda s, n: Sentence(f"Turn {n}.", TURN, "D-1"),
    PHASE: lambda s, phase: Sentence(f"{PHASES[phase].capitalize()}.", PHASE, "D-1"),
    CHOSEN: lambda s, seat: Sentence(f"{_seat(s, seat)} has chosen.", CHOSEN, "D-1"),
    ENDED: _told_over,
    "draws": lambda s, seat: Sentence(f"{_seat(s, seat)} draws a card.", "draws", "D-2"),
    "reshuffled": lambda s: Sentence("The cards laid aside are shuffled.", "reshuffled", "D-2"),
    "card": lambda s, seat, card: Sentence(f"It is a {card}.", "card", "D-2", only=frozenset((seat,))),
    "bid": lambda s, seat, *cards: Sentence(
        f"{_cards(cards)} lies face down.", "bid", "D-1", only=frozenset((seat,))
    ),
    "shown": lambda s, seat, *cards: Sentence(f"{_seat(s, seat)} shows {_cards(cards)}.", "shown", "D-1"),
    "tie": _told_tie,
    "first": lambda s, side: Sentence(f"{SIDES[side]} goes first.", "first", "D-1"),
    "acts": lambda s, side: Sentence(f"{SIDES[side]} acts.", "acts", "D-1"),
    "move": lambda s, unit, start, end: Sentence(
        f"{_label(s, unit)} moves from {MAP.labels[start]} to {MAP.labels[end]}.", "move", "D-6"
    ),
    "debris": _told_debris,
    "fires": _told_fire,
    "passes": lambda s, seat: Sentence(f"{_seat(s, seat)} does not guard.", "passes", "D-4"),
    "guards": lambda s, seat, card: Sentence(f"{_seat(s, seat)} guards with {card}.", "guards", "D-4"),
    "spent": lambda s, unit: Sentence(f"{_label(s, unit)} has no dice left.", "spent", "D-5"),
    "volley": _told_volley,
    "lost": lambda s, unit: Sentence(f"{_label(s, unit)} is lost.", "lost", "D-7"),
    "ends": lambda s, seat: Sentence(f"{_seat(s, seat)} ends the turn.", "ends", "D-3"),
    "done": lambda s, unit: Sentence(f"{_label(s, unit)} is done.", "done", "D-3"),
}


DUEL = CardDuel()
