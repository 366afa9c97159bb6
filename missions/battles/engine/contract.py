"""The contract of a rule system, and the plain data that passes between a system and everything else.

A battle is set-up, orders and dice. An order is `(unit, choice)`: a choice is one integer that its system
packs and that only its notation spells out; `NO_UNIT` stands for decisions of a whole side (who goes first,
which card to play). Chance comes from the `Dice` given to `setup` and `apply`; states hold none.

Sides and seats are different things. A battle has two *sides*. Each side has one to three *seats*; a seat is
a person, with their own view. A winner, a fate and a pool belong to a side. An order, a view, a hand and a
question belong to a seat. `seating` gives the side of each seat.

Every system keeps the following clauses. `tests/battles/engine/clauses` tests them over every pack.

*Secrets.* Take any state that is possible as far as a seat knows. `view_for`, `to_act`, `legal_units`,
`legal_orders`, `draft`, `window`, `why_not`, `odds` and the sentences for that seat are the same in all of
them. `imagine` makes such a state from nothing but the seat's knowledge and the dice.

*Events.* `narrate` gives exactly one sentence for each event, so an event is as secret as its sentence. Every
order tells every seat something. Four kinds of events mean the same in every system and carry these facts:

    TURN, number                          a turn begins; numbers go up by one from 1
    PHASE, …                              a new part of the turn begins
    CHOSEN, seat                          a seat has laid a choice face down; its sentence has this kind, too
    OVER, winning side or None, reason, rule, grade     once, in the order that ends the battle

Every view has the number of the turn under `turn`, 0 before the first.

*Simultaneous choices.* `to_act` gives every seat that chooses. A choice tells the other seats `CHOSEN` and
nothing else, and does not change what they may order, so the later order is not stale. Seats of one side that
may give open orders in any sequence are awaited together, too; each order is then news to the others.

*Hidden choices* of several parts are one order (a set of cards is a bit mask). Otherwise the number of orders
would tell the other seats how many parts there are.

*Windows.* A system asks a question out of turn because of public facts only, never because of a hidden card.
The server keeps standing answers and gives them at once (`questions`, `window`).

*Dice.* The dice of an order (`odds`) are those of the seat that gives it: that seat types them, its luck
counts them, and the sentence names it as `roller`. An answer to a window never rolls another seat's dice. If
one seat's answer lets another seat roll, the other seat rolls in an order of its own: a window with the
standing answer "roll". Rolls that belong to the course of a turn (initiative, saves at its end) go with the
order before them. A roll that follows when face-down choices are shown is never typed: to ask for it would
tell the other choice.

*Settling.* An order that rolled or drew cannot be taken back. `reveals` names the others that cannot: after
them some seat knows something that it did not know before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar

from missions.battles.engine.dice import Dice, Die
from missions.battles.engine.odds import Pmf, expected

NO_UNIT = -1
"""The unit of an order that belongs to a side as a whole."""
TURN, PHASE, CHOSEN, OVER = "turn", "phase", "chosen", "over"
"""Kinds of events that mean the same in every system; see above."""
ASK = ""
"""Stands for no standing answer: the seat is asked."""

Choice = int
"""One order of a unit, packed; less than MOST_CHOICE away from 0, so that pages and the database can carry
it.
"""
MOST_CHOICE = 10**15
Order = tuple[int, Choice]
Event = tuple[Any, ...]
"""One thing that happened, hot: a kind first, then integers, strings and bytes of dice."""
Random = Callable[[], float]
"""Source of numbers from 0 up to, not including, 1, for bots and play-outs; never for dice."""
Setup = dict[str, Any]
"""Start of a battle: JSON, with the keys `system` and `version` in every system, and `people` (seats of each
side, by default `[1, 1]`). Its forces may be secret: show only what a view shows.
"""
View = dict[str, Any]
"""Knowledge of one seat: JSON, made from nothing, with the key `turn` in every system."""

S = TypeVar("S")
_PLURAL = re.compile(r"\b(\w+[^\Ws])s\b")


# --- seats ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seat:
    """One person's place: the side it plays for, its name ("Blue", "Blue left wing"), and the one word that
    begins its lines in a written battle ("blue", "blue-left"). A `proper` name keeps its capital within a
    sentence.
    """

    side: int
    word: str
    key: str
    proper: bool = False

    @property
    def within(self) -> str:
        """The name within a sentence."""
        return self.word if self.proper else f"{self.word[:1].lower()}{self.word[1:]}"


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
    """Number of seats of each side."""
    first, second = setup.get("people", (1, 1))
    return first, second


# --- odds -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reason:
    """One line of a sum: how much it adds, why, and the rule that says so. A `final` one cannot be offset:
    only the best face succeeds, and the amount is not shown. A `note` adds nothing and has no figure.
    """

    amount: int
    text: str
    rule: str
    final: bool = False
    note: bool = False

    @classmethod
    def aside(cls, text: str, rule: str) -> Reason:
        """A note: words beside the sum."""
        return cls(0, text, rule, note=True)


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice that an order rolls together. `die` names them in `System.dice`.

    `shown` is the lowest face that succeeds; 0 if success is anything but a face from some number up. Then
    `text` says it in place of words like "4 dice at 5+".
    """

    count: int
    shown: int = 0
    die: str = "d6"
    text: str = ""

    @property
    def words(self) -> str:
        """Words such as "4 dice at 5+"."""
        return self.text or f"{self.count} {'die' if self.count == 1 else 'dice'} at {self.shown}+"


@dataclass(frozen=True, slots=True)
class Effect:
    """One result of an order's dice: `chances[n]` is the chance of exactly n of `name`, after saves and never
    more than there is to lose. `text` names a result that can only happen or not: "to make it". `from_one`:
    readers want the chance of any of it first, before that of its likely count.
    """

    name: str
    chances: Pmf
    text: str = ""
    from_one: bool = False

    @property
    def expected(self) -> Fraction:
        return expected(self.chances)

    @property
    def likely(self) -> int:
        """Highest count with a probability of at least 25 %, at least 1."""
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
    """Exact chances of one order, given the knowledge of the seat that gives it.

    `successes[n]` is the chance that the order's own dice show n successes; luck is measured against it. Each
    of the `effects` has its own distribution; the first is the purpose of the order. `needed` is the sum of
    the reasons if they form one, before it is cut to the faces of a die.
    """

    rolls: tuple[Roll, ...]
    successes: Pmf
    effects: tuple[Effect, ...]
    needed: int = 0
    reasons: tuple[Reason, ...] = ()

    @property
    def dice(self) -> int:
        """Number of dice that the order rolls itself."""
        return sum(roll.count for roll in self.rolls)

    @property
    def main(self) -> Effect:
        """Effect that the order is given for."""
        return self.effects[0]

    @property
    def dice_words(self) -> str:
        """Words such as "3 dice at 5+ and 1 die at 3+"."""
        return " and ".join(roll.words for roll in self.rolls)

    @property
    def summary(self) -> str:
        """The dice and their telling result in a line."""
        main, count = self.main, self.main.likely
        chance = f"{float(main.at_least(count)) * 100:.0f} %"
        goal = main.text or f"for at least {counted(count, main.name)}"
        return f"{self.dice_words}, {chance} {goal}"


def counted(count: int, things: str) -> str:
    """Count of a named effect in words: "1 unit destroyed", "2 units destroyed", "1 damage"."""
    named = _PLURAL.sub(r"\1", things, count=1) if count == 1 else things
    return f"{count} {named}"


# --- questions out of turn --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Question:
    """A kind of question that a system asks out of turn, with `window`.

    `answers` are those that a seat may give once and for all: key → words ("no" → "Never guard"). `default`
    is the key of the answer that stands from the beginning; with ASK the seat is asked each time.
    """

    text: str
    rule: str
    answers: Mapping[str, str]
    default: str = ASK


@dataclass(frozen=True, slots=True)
class Window:
    """A question as it is asked now: its kind in `System.questions`, its words, and the order that each
    possible standing answer means now. The legal orders of the seat contain these and all other answers.
    """

    kind: str
    text: str
    answers: Mapping[str, Order]


# --- orders in steps --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pick:
    """One thing to pick: its number, its words, and the hex or unit that stands for it on the map
    (−1: none).
    """

    value: int
    text: str
    place: int = -1
    target: int = -1


@dataclass(frozen=True, slots=True)
class Draft:
    """An unfinished order of one unit, for a page that asks step by step.

    `step` names the next pick: "order" (a whole one), "kind" (of orders), "unit", "target", "hex", "path",
    "card" or "pay"; `text` asks for it. `choice` is the order, as soon as it may be sent; more options may
    stand beside it. A draft with neither a choice nor options has illegal picks.

    `elsewhere` are the other hexes for a unit that a finished order puts onto the map, each with the picks
    that put it there.
    """

    picks: tuple[int, ...]
    step: str
    text: str
    options: Sequence[Pick]
    choice: Choice | None = None
    elsewhere: Mapping[int, tuple[int, ...]] = field(default_factory=dict)


# --- what battles come to ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outcome:
    """End of a battle: the side that won (None: a draw), the reason in a sentence, its rule and grade."""

    winner: int | None
    reason: str
    rule: str
    grade: str = ""


@dataclass(frozen=True, slots=True)
class Fate:
    """End of one unit of a kind: intact, destroyed, captured or withdrawn, `beyond` the enemy's edge or
    another. `ref` is the ship card that it was mustered from, "" if there is none.
    """

    kind: str
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
    """One event in words, with the facts that a page needs beside them.

    `dice` are its faces, `dies` the name of each in `System.dice` (empty: all are "d6"), `roller` is the seat
    that rolled them (None: both sides, or nobody in particular). `only` names the seats that may read the
    sentence, and its event, while the battle runs; None: everybody.
    """

    text: str
    kind: str
    rule: str = ""
    dice: tuple[int, ...] = ()
    only: frozenset[int] | None = None
    dies: tuple[str, ...] = ()
    roller: int | None = None


@dataclass(frozen=True, slots=True)
class CampaignShip:
    """A ship card of a campaign as `muster` gets it. `hull` is that of all its sections, `lost` the part of
    it that the ship lacks at the start.
    """

    ref: str
    ship: str
    side: str
    pilot: str = ""
    pilot_skill: int = 0
    statuses: tuple[str, ...] = ()
    upgrades: tuple[str, ...] = field(default_factory=tuple)
    hull: int = 0
    lost: int = 0


# --- the contract -----------------------------------------------------------------------------------


class System(Protocol, Generic[S]):
    """One rule system. Methods that change a state say so; all others leave it as it is."""

    id: str
    name: str
    version: str
    """The version of the rules that new battles are fought by."""
    versions: tuple[str, ...]
    """All versions whose battles are still played on, each by its own rules: `setup` reads its own."""
    hidden: bool
    """True if seats know different things. If not, bots and pages may look at the state itself."""
    patience: float
    """Seconds that the search bot may think about one order at most."""
    dice: Mapping[str, Die]
    """Dice by name; "d6" is the ordinary one."""
    questions: Mapping[str, Question]
    """Questions that are asked out of turn, by kind; a seat may let an answer to each of them stand."""

    def seating(self, setup: Setup) -> Seating:
        """Sides and seats of a battle with this set-up, which need not have its forces yet."""

    def setup(self, setup: Setup, dice: Dice) -> tuple[S, list[Event]]:
        """State before the first order, and its events. Raises Refusal when the set-up breaks a rule."""

    def to_act(self, state: S) -> frozenset[int]:
        """Seats whose order is awaited now; empty when the battle is over."""

    def window(self, state: S, seat: int) -> Window | None:
        """Question that an awaited seat is asked out of turn; None if it orders in its turn."""

    def legal_units(self, state: S, seat: int) -> Sequence[int]:
        """Units (or NO_UNIT) that this seat may give an order to now."""

    def legal_orders(self, state: S, seat: int, unit: int) -> Sequence[Choice]:
        """Choices of that unit, the same objects for `apply`; a lazy sequence is fine. Do not change it.

        Of all walks to one end that meet the same things it has one, the least exposed (`walks`).
        """

    def any_order(self, state: S, seat: int, random: Random) -> Order:
        """A random unit that the seat may order now, then one of its choices, each as likely as any other
        (`chance.listed`; a system that finds one without a list may do so). If choices are walks, it may be
        first an end, then one of the walks to it.
        """

    def draft(self, state: S, seat: int, unit: int, picks: Sequence[int]) -> Draft:
        """Offer the next picks after these. All drafts of a unit together end in its legal orders."""

    def apply(self, state: S, seat: int, order: Order, dice: Dice) -> list[Event]:
        """Carry a legal order out: change `state`, use `dice`, return the events."""

    def rerun(self, state: S, lines: Iterable[Sequence[Any]], dice: Dice) -> list[list[Event]]:
        """Carry recorded orders out as `apply` does, and return the events of each (`rerun.one_by_one`; a
        system that does it faster may do so). A line is seat, unit, choice and faces.
        """

    def reveals(self, events: Sequence[Event]) -> bool:
        """True if the order with these events cannot be taken back although it rolled and drew nothing,
        because some seat has learned something.
        """

    def odds(self, state: S, seat: int, order: Order) -> Odds | None:
        """Exact chances of a legal order: of the dice that it rolls, or that its seat rolls for it after the
        windows on it have closed (luck counts them when they fall). None if the order has no dice of its own.
        """

    def successes(self, events: Sequence[Event]) -> int:
        """Number of successes on the own dice of the order that gave these events."""

    def why_not(self, state: S, seat: int, order: Order) -> tuple[str, str]:
        """Sentence, and its rule, that says why this order is not legal."""

    def clone(self, state: S) -> S:
        """An independent copy."""

    def outcome(self, state: S) -> Outcome | None:
        """End of the battle; None while it runs."""

    def view_for(self, state: S, seat: int | None) -> View:
        """Knowledge of this seat (None: a spectator)."""

    def imagine(self, state: S, seat: int | None, dice: Dice) -> S:
        """State that fits the knowledge of the seat (None: a spectator), for bots and pages. The `dice`
        decide everything that is hidden from the seat.
        """

    def contenders(self, state: S, seat: int, style: str) -> Sequence[int]:
        """Legal units that a bot of that style compares before it orders one of them."""

    def rate(self, state: S, seat: int, unit: int, choices: Sequence[Choice], style: str) -> Sequence[float]:
        """Value of each choice of a unit for a bot, in points; styles: "close", "greedy", and "ahead" for the
        search, which may be the same as "greedy".
        """

    def because(self, state: S, seat: int, order: Order, rating: float) -> str:
        """Reason for which a bot thinks well of an order that it rated so, in half a sentence; "" for none to
        give.
        """

    def score(self, state: S, seat: int) -> float:
        """Standing of a seat's side in points, including shots that may still be fired this turn."""

    def stakes(self, state: S, seat: int) -> tuple[float, float]:
        """Points that a seat's side has taken and has lost; dice that may still be rolled this turn count
        with their expected result.
        """

    def foresees(self, state: S) -> bool:
        """True if `score` at the end of a play-out tells more of an order than `rate` does. If not, a search
        bot goes by its ratings alone.
        """

    def rests(self, state: S, events: Sequence[Event]) -> bool:
        """True if a play-out may stop after the order with these events: `score` then counts everything that
        is under way.
        """

    def key(self, state: S) -> str:
        """The whole state as one text; equal texts mean equal states."""

    def write(self, state: S, order: Order) -> str:
        """The order in words."""

    def read(self, state: S, text: str) -> Order:
        """The order that `write` wrote. Raises Unreadable."""

    def narrate(self, state: S, events: Sequence[Event]) -> list[Sentence]:
        """One sentence for each event, with the names of this battle. `Sentence.only` restricts a secret to
        the seats that know it.
        """

    def muster(self, cards: Sequence[CampaignShip]) -> dict[str, Any]:
        """A force of this system for ship cards of the campaign."""

    def report(self, state: S) -> list[Fate]:
        """Fate of every unit of both sides."""
