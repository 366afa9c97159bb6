"""What a rule system offers, and the plain data that passes between it and everybody else.

A battle is set-up, orders and dice. An order is `(unit, choice)`: a choice is one integer that its system
packs and that only its notation spells out; `NO_UNIT` stands for decisions of a whole side (who goes first,
which card to play). Chance comes from the `Dice` handed to `setup` and `apply`; a state never holds any.

Sides and seats are different things. There are two *sides*; each has one to three *seats*, which are people,
with a view of their own each. A winner, a fate and a pool belong to a side; an order, a view, a hand and a
question belong to a seat. `seating` says which is which.

What every system keeps (`tests/battles/engine/clauses.py` has a test for each clause, run over every pack):

*Secrets.* For everything that could be dealt otherwise as far as a seat knows, `view_for`, `to_act`,
`legal_units`, `legal_orders`, `draft`, `window`, `why_not`, `odds` and the sentences told to the seat are the
same. `imagine` deals such a state, and what it deals depends on nothing but what the seat knows.

*Events.* `narrate` gives exactly one sentence for each event, so that an event is as secret as its sentence.
Every order tells every seat something. Four kinds of events mean the same in every system, with these facts
after the kind; `view["turn"]` is the number of the turn under way in every view, 0 before the first:

    TURN, number                          a turn begins; numbers go up by one from 1 PHASE, …
    a new part of the turn: `score` then reckons with what is under way CHOSEN, seat
    a seat has chosen something that lies face down; a sentence of this kind OVER, winning side or None,
    reason, rule, grade     told once, by the order that ends the battle

*Simultaneous choices.* `to_act` gives all seats that choose; each choice tells the others `CHOSEN` and
nothing else, and leaves what they may order as it is. So the later of two is not stale. Seats of one side
that may order openly in any order are awaited together in the same way, and told of each other's orders.

*Hidden choices* of several parts are one order (a set of cards is a bit mask): how many orders a seat gives
tells the others nothing.

*Windows.* A question out of turn is asked on public facts only, whatever the seat holds. Standing answers are
kept by the server and carried out by it (`QUESTIONS`, `window`).

*Dice* that an order is given for (`odds`) belong to the seat that gives it: it types them, its luck is
counted, and their sentence names it as the `roller`. An answer to a window rolls no other seat's dice: where
one seat's answer lets another one roll, that seat rolls in an order of its own, in a window whose standing
answer from the beginning is to roll. What the course of a turn rolls (initiative, saves at its end) goes with
the order before.

*What settles.* An order that rolled or drew is never taken back. `settles` names the others: those after
which a seat knows something that it did not know.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar

from missions.battles.engine.dice import Dice, Die
from missions.battles.engine.odds import Pmf, expected

NO_UNIT = -1
"""The unit of an order that belongs to a side as a whole."""
TURN, PHASE, CHOSEN, OVER = "turn", "phase", "chosen", "over"
"""Kinds of events that mean the same in every system; see above."""
SEAT_WORDS = ("West", "East")
"""Words of two seats, for pages that do not ask `seating` yet."""
ASK = ""
"""In place of a standing answer: the seat wants to be asked."""

Choice = int
"""One order of a unit, packed; less than MOST_CHOICE away from 0, so that pages and the database can carry
it.
"""
MOST_CHOICE = 10**15
Order = tuple[int, Choice]
Event = tuple[Any, ...]
"""What happened, hot: a kind first, then integers, strings and bytes of dice."""
Setup = dict[str, Any]
"""What a battle starts from: JSON, with the keys `system` and `version` in every system, and `people` (how
many play for each side, `[1, 1]` where it is left out). Its forces may be secret; views say what is not.
"""
View = dict[str, Any]
"""What one seat may know: JSON, made from nothing, with the key `turn` in every system."""

S = TypeVar("S")
_PLURAL = re.compile(r"\b(\w+[^\Ws])s\b")


# --- seats ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seat:
    """One place at the table: the side it plays for, what it is called ("West", "Rebel left wing"), and the
    one word that begins its lines in a written battle ("west", "rebel-left").
    """

    side: int
    word: str
    key: str


@dataclass(frozen=True, slots=True)
class Seating:
    """The two sides by name, and the seats by number. Colours and places on the page are the pack's."""

    sides: tuple[str, str]
    seats: tuple[Seat, ...]

    def side(self, seat: int) -> int:
        """The side that a seat plays for."""
        return self.seats[seat].side

    def of(self, side: int) -> tuple[int, ...]:
        """The seats of a side."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.side == side)


def people(setup: Setup) -> tuple[int, int]:
    """How many people play for each side."""
    first, second = setup.get("people", (1, 1))
    return first, second


# --- odds -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reason:
    """One line of a sum: how much it adds, why, and the rule that says so."""

    amount: int
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice that an order rolls together. `die` names them in `System.dice`.

    `shown` is what a die must show at least, 0 where no number is asked for; `p_hit` is the chance that one
    die succeeds, `p_effect` that it does something after saves. `text` says what they are rolled for where
    "4 dice at 5+" would not.
    """

    count: int
    shown: int = 0
    p_hit: Fraction = Fraction(0)
    p_effect: Fraction = Fraction(0)
    die: str = "d6"
    text: str = ""

    @property
    def words(self) -> str:
        """For instance "4 dice at 5+"."""
        return self.text or f"{self.count} {'die' if self.count == 1 else 'dice'} at {self.shown}+"


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that the dice of an order may bring: `chances[n]` is the chance that n of `name` happen,
    after saves and never more than there is to lose. `text` names the one thing that can happen where it is
    only yes or no: "to make it".
    """

    name: str
    chances: Pmf
    text: str = ""

    @property
    def expected(self) -> Fraction:
        return expected(self.chances)

    @property
    def telling(self) -> int:
        """The number worth telling: the most that happens at least every fourth time, never less than one."""
        chance = Fraction(0)
        for count in range(len(self.chances) - 1, 0, -1):
            chance += self.chances[count]
            if 4 * chance >= 1:
                return count
        return 1

    def at_least(self, n: int) -> Fraction:
        """The chance of n or more."""
        return sum(self.chances[n:], Fraction(0))


@dataclass(frozen=True, slots=True)
class Odds:
    """The exact chances of one order, on what the seat that gives it knows.

    `successes[n]` is the chance that the order's own dice show n successes, which luck is reckoned by. Each
    of the `effects` has a whole distribution of its own; the first is what the order is given for. `needed`
    is the sum of the reasons where they are one, before it is cut to what a die can show.
    """

    rolls: tuple[Roll, ...]
    successes: Pmf
    effects: tuple[Effect, ...]
    needed: int = 0
    reasons: tuple[Reason, ...] = ()

    @property
    def dice(self) -> int:
        """How many dice the order rolls itself."""
        return sum(roll.count for roll in self.rolls)

    @property
    def main(self) -> Effect:
        """What the order is given for."""
        return self.effects[0]

    @property
    def dice_words(self) -> str:
        """For instance "3 dice at 5+ and 1 die at 3+"."""
        return " and ".join(roll.words for roll in self.rolls)

    @property
    def summary(self) -> str:
        """The dice, and what they bring at least every fourth time, in a line."""
        main, count = self.main, self.main.telling
        chance = f"{float(main.at_least(count)) * 100:.0f} %"
        goal = "" if main.text else f" for at least {counted(count, main.name)}"
        return f"{self.dice_words}, {chance}{goal}"


def counted(count: int, things: str) -> str:
    """So many of what an effect is called: "1 fighter destroyed", "2 fighters destroyed", "1 damage"."""
    named = _PLURAL.sub(r"\1", things, count=1) if count == 1 else things
    return f"{count} {named}"


# --- questions out of turn --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Question:
    """A kind of question that a seat is asked out of turn, as `window` finds it.

    `answers` are those that a seat may give once and for all, key → words ("no" → "Never guard"). `default`
    is the key of the one that stands until the seat says otherwise; ASK: it is asked each time.
    """

    text: str
    rule: str
    answers: Mapping[str, str]
    default: str = ASK


@dataclass(frozen=True, slots=True)
class Window:
    """A question as it is asked now: its kind in `System.questions`, its words, and for each answer that may
    stand the order that gives it now. The legal orders of the seat hold these and all other answers.
    """

    kind: str
    text: str
    answers: Mapping[str, Order]


# --- orders in steps --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to pick: its number, its words, and what the map shows it at (a hex, a unit; −1: neither)."""

    value: int
    text: str
    place: int = -1
    target: int = -1


@dataclass(frozen=True, slots=True)
class Draft:
    """An order of one unit as far as it is put together, for a page that asks step by step.

    `step` names what is picked next: "order" (a whole one), "kind" (of orders), "unit", "target", "hex",
    "path", "card" or "pay"; `text` asks for it. `choice` is the order, once it may be sent as it is; there
    may be options beside it. A draft with neither is one that leads nowhere: its picks are not legal.
    """

    picks: tuple[int, ...]
    step: str
    text: str
    options: Sequence[Option]
    choice: Choice | None = None


# --- what battles come to ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a battle ended: the side that won (None: a draw), the reason in a sentence, its rule and grade."""

    winner: int | None
    reason: str
    rule: str
    grade: str = ""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one unit that was mustered from `ref`: intact, destroyed, captured or withdrawn,
    `beyond` the enemy's edge or another.
    """

    ref: str
    side: int
    name: str
    fate: str
    damaged: bool
    left: int
    start: int
    beyond: bool = False


@dataclass(frozen=True, slots=True)
class Sentence:
    """One event told to people, with what a page needs beside it.

    `dice` are the faces that it shows, `dies` the name of each in `System.dice` (empty: all are "d6"),
    `roller` the seat whose dice they are (None: those of both sides, or nobody's). `only` names the seats
    that may read the sentence, and its event, while the battle runs; None: everybody.
    """

    text: str
    kind: str
    rule: str = ""
    dice: tuple[int, ...] = ()
    only: frozenset[int] | None = None
    dies: tuple[str, ...] = ()
    roller: int | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A ship card of a campaign as `muster` gets it."""

    ref: str
    ship: str
    side: str
    pilot: str = ""
    pilot_skill: int = 0
    statuses: tuple[str, ...] = ()
    upgrades: tuple[str, ...] = field(default_factory=tuple)


# --- the contract -----------------------------------------------------------------------------------


class System(Protocol, Generic[S]):
    """One rule system. Methods that change a state say so; all others leave it as it is."""

    id: str
    name: str
    version: str
    """The version of the rules that new battles are fought by."""
    versions: Sequence[str]
    """All versions whose battles are still played on, each by its own rules: `setup` reads its own."""
    hidden: bool
    """Whether seats know different things. If not, a bot may look at the state itself."""
    dice: Mapping[str, Die]
    """The dice there are, by name; "d6" is the ordinary one."""
    questions: Mapping[str, Question]
    """The questions that are asked out of turn, by kind; a seat may let an answer to each of them stand."""

    def seating(self, setup: Setup) -> Seating:
        """Sides and seats of a battle with this set-up, which need not have its forces yet."""

    def setup(self, setup: Setup, dice: Dice) -> tuple[S, list[Event]]:
        """The state before the first order. Raises Refusal when the set-up breaks a rule."""

    def to_act(self, state: S) -> frozenset[int]:
        """The seats whose order is awaited now; empty when the battle is over."""

    def window(self, state: S, seat: int) -> Window | None:
        """The question that an awaited seat is asked out of turn; None where it orders in its turn."""

    def legal_units(self, state: S, seat: int) -> Sequence[int]:
        """The units (or NO_UNIT) that this seat may give an order to now."""

    def legal_orders(self, state: S, seat: int, unit: int) -> Sequence[Choice]:
        """Every choice of that unit, the same objects for `apply`; perhaps a sequence that makes them when
        asked. Do not change the answer.

        Of all walks to one end that meet the same things there is one, the least exposed (`walks`).
        """

    def draft(self, state: S, seat: int, unit: int, picks: Sequence[int]) -> Draft:
        """What there is to pick after these picks. All drafts of a unit together end in its legal orders."""

    def apply(self, state: S, seat: int, order: Order, dice: Dice) -> list[Event]:
        """Carries a legal order out: changes `state`, uses `dice`, tells what happened."""

    def settles(self, events: Sequence[Event]) -> bool:
        """Whether the order that gave these events stands for good, though it rolled and drew nothing: a seat
        knows something now that it did not know.
        """

    def odds(self, state: S, seat: int, order: Order) -> Odds | None:
        """The exact chances of a legal order: of the dice that it rolls, or that its seat is to roll for it
        once the windows on it have closed (luck is counted where they fall). None when it leads to no dice of
        its own.
        """

    def successes(self, events: Sequence[Event]) -> int:
        """How many successes the own dice of the order that gave these events showed."""

    def why_not(self, state: S, seat: int, order: Order) -> tuple[str, str]:
        """A sentence, and its rule, on why this order is not legal."""

    def clone(self, state: S) -> S:
        """An independent copy."""

    def outcome(self, state: S) -> Outcome | None:
        """How it ended; None while it runs."""

    def view_for(self, state: S, seat: int | None) -> View:
        """What this seat may know (None: a spectator)."""

    def imagine(self, state: S, seat: int | None, dice: Dice) -> S:
        """A state that fits what the seat (None: a spectator) knows, for bots and pages: what is hidden from
        it is dealt anew with `dice`, which decide all of it.
        """

    def contenders(self, state: S, seat: int, taste: str) -> Sequence[int]:
        """Those of the legal units that a bot of that taste compares before it orders one of them."""

    def rate(self, state: S, seat: int, unit: int, choices: Sequence[Choice], taste: str) -> Sequence[float]:
        """How good choices of a unit look to a bot, in points; tastes: "greedy", "close"."""

    def score(self, state: S, seat: int) -> float:
        """How the battle stands for a seat, in points, shots that may still be fired this turn included."""

    def stakes(self, state: S, seat: int) -> tuple[float, float]:
        """Points that a seat's side has taken and has lost; dice that may still be rolled this turn count at
        what they are expected to bring.
        """

    def key(self, state: S) -> str:
        """The whole state as one text; equal texts mean equal states."""

    def write(self, state: S, order: Order) -> str:
        """The order in words."""

    def read(self, state: S, text: str) -> Order:
        """The order that `write` wrote. Raises Unreadable."""

    def narrate(self, state: S, events: Sequence[Event]) -> list[Sentence]:
        """Each event in one sentence, with the names of this battle; secrets are told to those that know them
        (`Sentence.only`).
        """

    def muster(self, cards: Sequence[Card]) -> dict[str, Any]:
        """A force of this system for ship cards of the campaign."""

    def report(self, state: S) -> list[Fate]:
        """What became of every unit that was mustered."""
