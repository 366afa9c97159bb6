"""Each clause of the contract finds what it is for: a duel that is broken in one place does not keep it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import count
from typing import Any

import pytest

from missions.battles.engine.contract import (
    CHOSEN,
    NO_UNIT,
    OVER,
    TURN,
    Choice,
    Draft,
    Event,
    Odds,
    Order,
    Outcome,
    Question,
    Random,
    Seating,
    Sentence,
    Setup,
    View,
    Window,
)
from missions.battles.engine.dice import Dice
from tests.battles.engine import clauses
from tests.battles.engine.card_duel import CardDuel, orders, play, setup_for
from tests.battles.engine.card_duel.state import BID, Duel

CALLS = count()


class NoReason(CardDuel):
    def outcome(self, state: Duel) -> Outcome | None:
        found = super().outcome(state)
        return found and replace(found, reason="")


class TwoOfOneName(CardDuel):
    def seating(self, setup: Setup) -> Seating:
        found = super().seating(setup)
        return replace(found, seats=tuple(replace(seat, word="Player") for seat in found.seats))


class SeatsFromForces(CardDuel):
    def seating(self, setup: Setup) -> Seating:
        return super().seating(setup if "forces" in setup else {**setup, "people": [1, 3]})


class RollsItsOwn(CardDuel):
    """Chance that is in no record."""

    def apply(self, state: Duel, seat: int, order: Order, dice: Dice) -> list[Event]:
        state.stars[0] += next(CALLS) % 3
        return super().apply(state, seat, order, dice)


class ForgetsStars(CardDuel):
    def write(self, state: Duel, order: Order) -> str:
        return super().write(state, order).replace("stars 2", "stars 1")


class CountsByTwos(CardDuel):
    def apply(self, state: Duel, seat: int, order: Order, dice: Dice) -> list[Event]:
        events = super().apply(state, seat, order, dice)
        return [(TURN, 2 * event[1]) if event[0] == TURN else event for event in events]


class ViewWithoutTurn(CardDuel):
    def view_for(self, state: Duel, seat: int | None) -> View:
        return super().view_for(state, seat) | {"turn": 1}


class EndsInSilence(CardDuel):
    def apply(self, state: Duel, seat: int, order: Order, dice: Dice) -> list[Event]:
        return [event for event in super().apply(state, seat, order, dice) if event[0] != OVER]


class TwoSentences(CardDuel):
    def narrate(self, state: Duel, events: Sequence[Event]) -> list[Sentence]:
        found = super().narrate(state, events)
        return found + found[:1]


class ChoosesInSilence(CardDuel):
    def narrate(self, state: Duel, events: Sequence[Event]) -> list[Sentence]:
        found = super().narrate(state, events)
        return [replace(line, only=frozenset()) if line.kind == CHOSEN else line for line in found]


class HugeChoices(CardDuel):
    """Orders that do not fit into the database."""

    def legal_orders(self, state: Duel, seat: int, unit: int) -> Sequence[Choice]:
        return [choice << 50 for choice in super().legal_orders(state, seat, unit)]

    def apply(self, state: Duel, seat: int, order: Order, dice: Dice) -> list[Event]:
        return super().apply(state, seat, (order[0], order[1] >> 50), dice)

    def write(self, state: Duel, order: Order) -> str:
        return super().write(state, (order[0], order[1] >> 50))

    def read(self, state: Duel, text: str) -> Order:
        unit, choice = super().read(state, text)
        return unit, choice << 50


class ForgetsACard(CardDuel):
    def draft(self, state: Duel, seat: int, unit: int, picks: Sequence[int]) -> Draft:
        found = super().draft(state, seat, unit, picks)
        return replace(found, options=list(found.options)[1:])


class TakesAnyPick(CardDuel):
    def draft(self, state: Duel, seat: int, unit: int, picks: Sequence[int]) -> Draft:
        found = super().draft(state, seat, unit, picks)
        return found if found.options or found.choice is not None else replace(found, choice=orders.DONE)


class AsksForNothing(CardDuel):
    """A question to which there is no answer."""

    def legal_orders(self, state: Duel, seat: int, unit: int) -> Sequence[Choice]:
        found = super().legal_orders(state, seat, unit)
        return [] if state.shot is not None and state.shot.dice > 4 else found


class SharesHands(CardDuel):
    def clone(self, state: Duel) -> Duel:
        return replace(super().clone(state), hands=state.hands)


class PaysForAsking(CardDuel):
    def odds(self, state: Duel, seat: int, order: Order) -> Odds | None:
        state.stars[0] += 1
        return super().odds(state, seat, order)


class JustNo(CardDuel):
    def why_not(self, state: Duel, seat: int, order: Order) -> tuple[str, str]:
        return "No", ""


def even(state: Duel, seat: int) -> int:
    """The cards with which a seat could guard."""
    return sum(card % 2 == 0 for card in state.hands[seat])


class ShowsHands(CardDuel):
    def view_for(self, state: Duel, seat: int | None) -> View:
        return super().view_for(state, seat) | {"best": [max(hand, default=0) for hand in state.hands]}


class AsksOnlyThoseWhoCan(CardDuel):
    """A known flaw: only seats that can guard are asked, which betrays their cards."""

    def to_act(self, state: Duel) -> frozenset[int]:
        found = super().to_act(state)
        shot = state.shot
        if shot is not None and shot.asked and not even(state, min(found)):
            return frozenset((state.table.units[shot.unit].seat,))
        return found


class AsksWithTheHand(CardDuel):
    def window(self, state: Duel, seat: int) -> Window | None:
        found = super().window(state, seat)
        return found and replace(found, text=f"{found.text} There are {even(state, seat)} ways.")


class OddsKnowTheGuard(CardDuel):
    def odds(self, state: Duel, seat: int, order: Order) -> Odds | None:
        found = super().odds(state, seat, order)
        if found is None or orders.kind_of(order[1]) != orders.FIRE:
            return found
        guard = even(state, state.table.units[orders.fire_parts(order[1])[0]].seat)
        return replace(found, needed=guard)


class RefusesWithTheHand(CardDuel):
    def why_not(self, state: Duel, seat: int, order: Order) -> tuple[str, str]:
        return f"No: the others hold {state.hands[1 - seat]}.", "D-2"


class TellsWithTheHand(CardDuel):
    def narrate(self, state: Duel, events: Sequence[Event]) -> list[Sentence]:
        found = super().narrate(state, events)
        return [replace(line, text=f"{sorted(state.hands[0])}: {line.text}") for line in found]


class OffersByTheHand(CardDuel):
    """Shots at a unit that will be guarded are not offered."""

    def legal_orders(self, state: Duel, seat: int, unit: int) -> Sequence[Choice]:
        found = super().legal_orders(state, seat, unit)
        return [choice for choice in found if not self._guarded(state, choice)]

    @staticmethod
    def _guarded(state: Duel, choice: Choice) -> bool:
        if orders.kind_of(choice) != orders.FIRE:
            return False
        return even(state, state.table.units[orders.fire_parts(choice)[0]].seat) > 0


class WritesTheHand(CardDuel):
    def write(self, state: Duel, order: Order) -> str:
        return f"{super().write(state, order)} against {state.hands[1]}"


class DraftsByTheHand(CardDuel):
    def draft(self, state: Duel, seat: int, unit: int, picks: Sequence[int]) -> Draft:
        found = super().draft(state, seat, unit, picks)
        return replace(found, text=f"{found.text} {even(state, 1 - seat)}")


class DealsNothing(CardDuel):
    def imagine(self, state: Duel, seat: int | None, dice: Dice) -> Duel:
        return state.clone()


class DealsWhatIsTrue(CardDuel):
    """Deals the others' cards again but leaves the deck as it lies."""

    def imagine(self, state: Duel, seat: int | None, dice: Dice) -> Duel:
        copy = super().imagine(state, seat, dice)
        copy.deck.sort(key=lambda card: (card + sum(state.deck[:2])) % 7)
        return copy


class ImaginesAnotherTable(CardDuel):
    def imagine(self, state: Duel, seat: int | None, dice: Dice) -> Duel:
        copy = super().imagine(state, seat, dice)
        copy.stars = [0, 0]
        return copy


class ViewOfTuples(CardDuel):
    def view_for(self, state: Duel, seat: int | None) -> View:
        return super().view_for(state, seat) | {"sizes": (1, 2)}


class TellsEverybody(CardDuel):
    def narrate(self, state: Duel, events: Sequence[Event]) -> list[Sentence]:
        return [replace(line, only=None) for line in super().narrate(state, events)]


class LaysCardByCard(CardDuel):
    """Several orders for a hidden choice of several parts: their number tells the number of cards."""

    def to_act(self, state: Duel) -> frozenset[int]:
        if state.phase != BID:
            return super().to_act(state)
        return frozenset(seat for seat in state.seats if 0 not in state.bids[seat])

    def legal_units(self, state: Duel, seat: int) -> Sequence[int]:
        if state.phase != BID:
            return super().legal_units(state, seat)
        return (NO_UNIT,) if seat in self.to_act(state) else ()

    def legal_orders(self, state: Duel, seat: int, unit: int) -> Sequence[Choice]:
        if state.phase != BID:
            return super().legal_orders(state, seat, unit)
        laid = state.bids[seat]
        cards = sorted(set(state.hands[seat])) if len(laid) < 2 else []
        return [orders.bid([card]) for card in cards] + [orders.DONE] * bool(laid)

    def draft(self, state: Duel, seat: int, unit: int, picks: Sequence[int]) -> Draft:
        return replace(super().draft(state, seat, unit, picks), options=())

    def apply(self, state: Duel, seat: int, order: Order, dice: Dice) -> list[Event]:
        if state.phase != BID:
            return super().apply(state, seat, order, dice)
        if order[1] != orders.DONE:
            card = orders.bid_cards(order[1])[0]
            state.hands[seat].remove(card)
            state.bids[seat].append(card)
            return [(CHOSEN, seat), ("bid", seat, card)]
        state.bids[seat].append(0)
        if self.to_act(state):
            return [(CHOSEN, seat)]
        for bid in state.bids:
            bid.remove(0)
        last = state.bids[seat]
        state.bids[seat], state.hands[seat] = [], state.hands[seat] + last
        return play.apply(state, seat, (NO_UNIT, orders.bid(last)), dice)


class HighCardsGoOn(CardDuel):
    """A seat that has laid a 6 is awaited again, and others see that."""

    def to_act(self, state: Duel) -> frozenset[int]:
        found = super().to_act(state)
        if state.phase != BID:
            return found
        return found | {seat for seat in state.seats if 6 in state.bids[seat] and state.hands[seat]}


class FirstComesFirst(CardDuel):
    """A known flaw: only the first seats to choose may lay two cards."""

    def legal_orders(self, state: Duel, seat: int, unit: int) -> Sequence[Choice]:
        found = super().legal_orders(state, seat, unit)
        if state.phase != BID or not any(state.bids):
            return found
        return [choice for choice in found if len(orders.bid_cards(choice)) == 1]


class TakesTheFirst(CardDuel):
    """An order at random is always the first."""

    def any_order(self, state: Duel, seat: int, random: Random) -> Order:
        return super().any_order(state, seat, lambda: 0.0)


class TakesWhatIsNotLegal(CardDuel):
    """An order at random may be one that nobody offered."""

    def any_order(self, state: Duel, seat: int, random: Random) -> Order:
        return super().any_order(state, seat, random) if random() < 0.9 else (NO_UNIT, -5)


class AllIsFaceDown(CardDuel):
    """Events are all told as if they lay face down, so that nothing is ever news."""

    def narrate(self, state: Duel, events: Sequence[Event]) -> list[Sentence]:
        return [replace(line, kind=CHOSEN) for line in super().narrate(state, events)]


class NothingSettles(CardDuel):
    """A known flaw: a seat may take its card back after both are face up."""

    def reveals(self, events: Sequence[Event]) -> bool:
        return False


class DrawsAreOpen(CardDuel):
    """Draws may be put back."""

    def reveals(self, events: Sequence[Event]) -> bool:
        return super().reveals([event for event in events if event[0] != "card"])


class UnknownQuestion(CardDuel):
    questions = {"guard": CardDuel.questions["guard"]}

    def window(self, state: Duel, seat: int) -> Window | None:
        found = super().window(state, seat)
        return found and replace(found, kind="guard")


class AnswerThatIsNoOrder(CardDuel):
    def window(self, state: Duel, seat: int) -> Window | None:
        found = super().window(state, seat)
        return found and replace(found, answers=dict.fromkeys(found.answers, (NO_UNIT, orders.DONE)))


class DefaultOfNoAnswer(CardDuel):
    questions = {**CardDuel.questions, "roll": Question("Roll", "D-5", {"roll": "Roll at once"}, "always")}


class AnswersRollTheAttack(CardDuel):
    """A known flaw: the answering seat is credited with the attacker's dice."""

    def apply(self, state: Duel, seat: int, order: Order, dice: Dice) -> list[Event]:
        events = super().apply(state, seat, order, dice)
        if orders.kind_of(order[1]) in (orders.PASS, orders.GUARD) and state.shot is not None:
            events += super().apply(state, seat, (NO_UNIT, orders.ROLL), dice)
        return events


class NobodysDice(CardDuel):
    def narrate(self, state: Duel, events: Sequence[Event]) -> list[Sentence]:
        return [replace(line, roller=None) for line in super().narrate(state, events)]


class UnknownDice(CardDuel):
    dice = {name: die for name, die in CardDuel.dice.items() if name != "symbol"}


class Shuffling(Dice):
    """Dice that roll for every draw."""

    __slots__ = ("_dice",)

    def __init__(self, dice: Dice) -> None:
        super().__init__()
        self._dice, self.record = dice, dice.record

    def roll(self, count: int, sides: int = 6, letters: str = "") -> bytes:
        return self._dice.roll(count, sides, letters)

    def draw(self, sides: int) -> int:
        return self._dice.roll(1, sides)[0]


class PeopleShuffle(CardDuel):
    def apply(self, state: Duel, seat: int, order: Order, dice: Dice) -> list[Event]:
        return super().apply(state, seat, order, Shuffling(dice))


class StarsAddUpToMore(CardDuel):
    def odds(self, state: Duel, seat: int, order: Order) -> Odds | None:
        found = super().odds(state, seat, order)
        if found is None or len(found.effects) < 2:
            return found
        first, second = found.effects
        return replace(found, effects=(first, replace(second, chances=(Fraction(1, 2),))))


class NotesAddDice(CardDuel):
    def odds(self, state: Duel, seat: int, order: Order) -> Odds | None:
        found = super().odds(state, seat, order)
        return found and replace(found, reasons=tuple(replace(each, note=True) for each in found.reasons))


class HalfOfAllHit(CardDuel):
    def odds(self, state: Duel, seat: int, order: Order) -> Odds | None:
        found = super().odds(state, seat, order)
        return found and replace(found, successes=(Fraction(1, 2), Fraction(1, 2)))


class NoContenders(CardDuel):
    def contenders(self, state: Duel, seat: int, style: str) -> Sequence[int]:
        return ()


class RatesOne(CardDuel):
    def rate(
        self, state: Duel, seat: int, unit: int, choices: Sequence[Choice], style: str
    ) -> Sequence[float]:
        return [0.0]


class StatesUnderOneKey(CardDuel):
    def key(self, state: Duel) -> str:
        return "a duel"


BROKEN: dict[Any, list[type[CardDuel]]] = {
    clauses.comes_to_an_end: [NoReason],
    clauses.seating_holds: [TwoOfOneName, SeatsFromForces],
    clauses.replays_alike: [RollsItsOwn],
    clauses.reads_its_own_text: [ForgetsStars],
    clauses.tells_its_course: [CountsByTwos, ViewWithoutTurn, EndsInSilence, TwoSentences],
    clauses.tells_everybody_something: [ChoosesInSilence],
    clauses.writes_and_reads: [ForgetsStars, HugeChoices],
    clauses.drafts_end_in_the_legal_orders: [ForgetsACard, TakesAnyPick],
    clauses.carries_out_whatever_falls: [AsksForNothing],
    clauses.clones_are_independent: [SharesHands],
    clauses.asking_changes_nothing: [PaysForAsking],
    clauses.refuses_with_a_sentence: [JustNo],
    clauses.shows_no_secret: [
        ShowsHands, AsksOnlyThoseWhoCan, AsksWithTheHand, OddsKnowTheGuard, RefusesWithTheHand,
        TellsWithTheHand, OffersByTheHand, WritesTheHand, DraftsByTheHand, DealsNothing, StatesUnderOneKey,
    ],
    clauses.imagines_from_what_a_seat_knows: [DealsWhatIsTrue],
    clauses.pages_answer_truly: [ImaginesAnotherTable],
    clauses.views_are_plain: [ViewOfTuples],
    clauses.told_to_those_that_know: [TellsEverybody],
    clauses.alike_means_alike: [LaysCardByCard, HighCardsGoOn],
    clauses.choices_are_simultaneous: [FirstComesFirst],
    clauses.takes_any_at_random: [TakesTheFirst, TakesWhatIsNotLegal],
    clauses.stale_orders_are_refused: [AllIsFaceDown],
    clauses.an_order_that_tells_something_new_settles: [NothingSettles, DrawsAreOpen],
    clauses.windows_are_known: [UnknownQuestion, AnswerThatIsNoOrder, DefaultOfNoAnswer],
    clauses.rolls_are_those_of_who_orders: [AnswersRollTheAttack, NobodysDice, UnknownDice],
    clauses.typed_dice_fit: [PeopleShuffle],
    clauses.odds_are_whole: [StarsAddUpToMore, UnknownDice, NotesAddDice],
    clauses.odds_are_counted_out: [HalfOfAllHit],
    clauses.bots_play: [NoContenders],
    clauses.contenders_are_legal: [RatesOne],
}  # fmt: skip
CASES = [(clause, broken) for clause, all_broken in BROKEN.items() for broken in all_broken]
BREAKS = (AssertionError, ValueError, LookupError)
"""Errors of a clause, or of the broken system under it."""


def test_every_clause_has_something_that_it_finds():
    assert set(BROKEN) == set(clauses.CLAUSES)


@pytest.mark.parametrize(("clause", "broken"), CASES, ids=lambda part: part.__name__)
def test_a_clause_finds_what_it_is_for(clause: Any, broken: type[CardDuel]):
    system = broken()
    with pytest.raises(BREAKS):
        clause(system, setup_for())
        clause(system, setup_for(2, 1, forces=[{"units": [{}, {}, {}]}] * 2))
