"""A tiny card game behind the contract: hidden hands, a choice of both at once, an answer out of turn.

Both seats pick a card in secret. Higher card: a volley of as many dice as it is higher, which hits on 4 or
more; before it is rolled the other seat may guard with a card, for two dice less, or pass. Then both draw.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from league.kernel.refusal import Unreadable
from missions.battles.engine.contract import (
    NO_UNIT,
    Card,
    Choice,
    Draft,
    Effect,
    Event,
    Fate,
    Odds,
    Order,
    Outcome,
    Question,
    Reason,
    Roll,
    Seat,
    Seating,
    Sentence,
    Setup,
    View,
    Window,
)
from missions.battles.engine.dice import D6, Dice, Die, at_least
from missions.battles.engine.drafts import whole
from missions.battles.engine.odds import binomial, reach

PICK, GUARD, PASS = 1, 2, 3
WORDS = {PICK: "pick", GUARD: "guard", PASS: "pass"}
HITS_ON, HULL, LOWEST, HIGHEST = 4, 5, 1, 6
SIDES = ("West", "East")


@dataclass
class Duel:
    """`picked` are the cards of this round, 0 before; `asked` is the seat that may guard, −1 for none."""

    deck: list[int]
    hands: list[list[int]] = field(default_factory=lambda: [[], []])
    hull: list[int] = field(default_factory=lambda: [HULL, HULL])
    picked: list[int] = field(default_factory=lambda: [0, 0])
    asked: int = -1
    rounds: int = 0


def shuffled(cards: list[int], dice: Dice) -> list[int]:
    cards = cards[:]
    for last in range(len(cards) - 1, 0, -1):
        other = dice.draw(last + 1) - 1
        cards[last], cards[other] = cards[other], cards[last]
    return cards


class CardDuel:
    id, name, version, hidden = "duel", "Duel", "1", True
    dice: dict[str, Die] = {"d6": D6}
    questions: dict[str, Question] = {}

    def seating(self, setup: Setup) -> Seating:
        return Seating(SIDES, (Seat(0, "West", "west"), Seat(1, "East", "east")))

    def window(self, state: Duel, seat: int) -> Window | None:
        return None

    def draft(self, state: Duel, seat: int, unit: int, picks: Sequence[int]) -> Draft:
        return whole(self, state, seat, unit, picks)

    def settles(self, events: Sequence[Event]) -> bool:
        return False

    def contenders(self, state: Duel, seat: int, taste: str) -> Sequence[int]:
        return self.legal_units(state, seat)

    def setup(self, setup: Setup, dice: Dice) -> tuple[Duel, list[Event]]:
        if setup.get("hand") not in (2, 3, 4):
            raise Unreadable("duel.setup", "A hand has two to four cards.")
        state = Duel(shuffled([*range(LOWEST, HIGHEST + 1)] * 3, dice))
        events: list[Event] = []
        for _ in range(setup["hand"]):
            events += self._draw(state)
        return state, events

    @staticmethod
    def _draw(state: Duel) -> list[Event]:
        events: list[Event] = []
        for seat in (0, 1):
            if len(state.deck) > 0:
                state.hands[seat].append(state.deck.pop())
                events += [("draws", seat), ("card", seat, state.hands[seat][-1])]
        return events

    def to_act(self, state: Duel) -> frozenset[int]:
        if self.outcome(state):
            return frozenset()
        if state.asked >= 0:
            return frozenset((state.asked,))
        return frozenset(seat for seat in (0, 1) if not state.picked[seat])

    def legal_units(self, state: Duel, seat: int) -> Sequence[int]:
        return (NO_UNIT,) if seat in self.to_act(state) else ()

    def legal_orders(self, state: Duel, seat: int, unit: int) -> Sequence[Choice]:
        if unit not in self.legal_units(state, seat):
            return ()
        kind = GUARD if state.asked >= 0 else PICK
        cards = [card << 4 | kind for card in sorted(set(state.hands[seat]))]
        return [*cards, PASS] if kind == GUARD else cards

    def apply(self, state: Duel, seat: int, order: Order, dice: Dice) -> list[Event]:
        kind, card = order[1] & 15, order[1] >> 4
        if card:
            state.hands[seat].remove(card)
        if kind == PICK:
            state.picked[seat] = card
            events: list[Event] = [("chosen", seat), ("card", seat, card)]
            if not all(state.picked):
                return events
            events.append(("shown", *state.picked))
            west, east = state.picked
            if west != east:
                state.asked = int(west > east)
                return events
            return events + self._end(state)
        faces = dice.roll(self._volley(state, kind)) if self._volley(state, kind) else b""
        hits = at_least(faces, HITS_ON)
        state.hull[seat] -= hits
        guard: list[Event] = [("guards", seat, card)] if kind == GUARD else []
        return [("volley", seat, faces, hits), *guard, *self._end(state)]

    @staticmethod
    def _volley(state: Duel, kind: int) -> int:
        return max(0, abs(state.picked[0] - state.picked[1]) - 2 * (kind == GUARD))

    def _end(self, state: Duel) -> list[Event]:
        state.picked, state.asked = [0, 0], -1
        state.rounds += 1
        return self._draw(state)

    def odds(self, state: Duel, seat: int, order: Order) -> Odds | None:
        kind = order[1] & 15
        dice = 0 if kind == PICK else self._volley(state, kind)
        if not dice:
            return None
        pmf, chance = binomial(dice, 1, 2), reach(HITS_ON)
        why = (Reason(HITS_ON, "every volley", "D-3"),)
        return Odds((Roll(dice, HITS_ON, chance, chance),), pmf, (Effect("hits", pmf),), HITS_ON, why)

    def successes(self, events: Sequence[Event]) -> int:
        return sum(event[3] for event in events if event[0] == "volley")

    def why_not(self, state: Duel, seat: int, order: Order) -> tuple[str, str]:
        if seat not in self.to_act(state):
            return "The other side decides now; wait for it.", "D-1"
        return "That card is not in your hand, or not for this; choose one that is offered.", "D-2"

    def clone(self, state: Duel) -> Duel:
        return replace(
            state, deck=state.deck[:], hands=[hand[:] for hand in state.hands], hull=state.hull[:],
            picked=state.picked[:],
        )  # fmt: skip

    def outcome(self, state: Duel) -> Outcome | None:
        west, east = state.hull
        if min(west, east) > 0 and all(state.hands):
            return None
        if state.asked >= 0 or any(state.picked):
            return None
        return Outcome(None if west == east else int(east > west), f"{west} to {east}.", "D-4")

    def view_for(self, state: Duel, seat: int | None) -> View:
        both = all(state.picked)
        return {
            "hull": state.hull[:],
            "hand": sorted(state.hands[seat]) if seat is not None else [],
            "cards": [len(hand) for hand in state.hands],
            "deck": len(state.deck),
            "picked": [
                card if both or whose == seat else bool(card) for whose, card in enumerate(state.picked)
            ],
            "asked": state.asked,
        }

    def imagine(self, state: Duel, seat: int, dice: Dice) -> Duel:
        other, copy = 1 - seat, self.clone(state)
        secret = copy.picked[other] and not all(copy.picked)
        unseen = copy.deck + copy.hands[other] + ([copy.picked[other]] if secret else [])
        unseen = shuffled(sorted(unseen), dice)
        if secret:
            copy.picked[other] = unseen.pop()
        count = len(copy.hands[other])
        copy.hands[other], copy.deck = unseen[:count], unseen[count:]
        return copy

    def rate(
        self, state: Duel, seat: int, unit: int, choices: Sequence[Choice], taste: str
    ) -> Sequence[float]:
        return [float(choice >> 4) for choice in choices]

    def score(self, state: Duel, seat: int) -> float:
        return float(state.hull[seat] - state.hull[1 - seat])

    def stakes(self, state: Duel, seat: int) -> tuple[float, float]:
        return float(HULL - state.hull[1 - seat]), float(HULL - state.hull[seat])

    def key(self, state: Duel) -> str:
        return json.dumps(vars(state))

    def write(self, state: Duel, order: Order) -> str:
        return f"side {WORDS[order[1] & 15]} {order[1] >> 4 or ''}".strip()

    def read(self, state: Duel, text: str) -> Order:
        for kind in WORDS:
            for card in range(HIGHEST + 1):
                if text == self.write(state, (NO_UNIT, card << 4 | kind)):
                    return NO_UNIT, card << 4 | kind
        raise Unreadable("duel.order", f"“{text}” is no order; it reads like “side pick 3”.")

    def narrate(self, state: Duel, events: Sequence[Event]) -> list[Sentence]:
        return [self._told(*event) for event in events]

    def _told(self, kind: str, *facts: Any) -> Sentence:
        texts = {
            "draws": "draws a card",
            "chosen": "has chosen",
            "card": "knows it to be a",
            "guards": "guards",
        }
        if kind == "shown":
            return Sentence(f"West shows {facts[0]}, East shows {facts[1]}.", kind, "D-1")
        if kind == "volley":
            return Sentence(f"{SIDES[facts[0]]} takes {facts[2]} hits.", kind, "D-3", tuple(facts[1]))
        only = frozenset((facts[0],)) if kind == "card" else None
        told = " ".join([SIDES[facts[0]], texts[kind], *map(str, facts[1:])])
        return Sentence(f"{told}.", kind, "D-2", only=only)

    def muster(self, cards: Sequence[Card]) -> dict[str, Any]:
        return {"hand": min(4, max(2, len(cards)))}

    def report(self, state: Duel) -> list[Fate]:
        return []


DUEL = CardDuel()
