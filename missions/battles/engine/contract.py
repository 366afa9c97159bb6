"""What a rule system offers, and the plain data that passes between it and everybody else.

A battle is set-up, orders and dice. An order is `(unit, choice)`: a choice is one integer that its system
packs and that only its notation spells out; `NO_UNIT` stands for decisions of a whole side (who goes first,
which card to play). Several seats may be awaited at once (`to_act`), so simultaneous choices and reactions
out of turn need nothing more. Chance comes from the `Dice` handed to `setup` and `apply`; a state never
holds any.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar

from missions.battles.engine.dice import Dice

NO_UNIT = -1
"""The unit of an order that belongs to a side as a whole."""
SEAT_WORDS = ("West", "East")
"""What the seats are called, by number."""

Choice = int
Order = tuple[int, Choice]
Event = tuple[Any, ...]
"""What happened, hot: a kind first, then integers, strings and bytes of dice."""
Setup = dict[str, Any]
"""What a battle starts from: JSON, with the keys `system` and `version` in every system."""
View = dict[str, Any]
"""What one seat may know: JSON, made from nothing."""

S = TypeVar("S")
_PLURAL = re.compile(r"\b(\w+[^\Ws])s\b")


@dataclass(frozen=True, slots=True)
class Reason:
    """One line of a sum: how much it adds, why, and the rule that says so."""

    amount: int
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class Odds:
    """The exact chances of one order.

    `successes[n]` is the chance that the order's own dice show n successes, `effect[n]` that n of what
    `effect_name` says happen (after saves, never more than there is to lose). Both add up to one.
    """

    summary: str
    dice: int
    needed: int
    effective: int
    p_hit: Fraction
    p_effect: Fraction
    successes: tuple[Fraction, ...]
    effect: tuple[Fraction, ...]
    effect_name: str
    reasons: tuple[Reason, ...] = ()

    @property
    def expected(self) -> Fraction:
        return sum((n * p for n, p in enumerate(self.effect)), Fraction(0))

    def at_least(self, n: int) -> Fraction:
        """The chance of n or more."""
        return sum(self.effect[n:], Fraction(0))


def counted(count: int, things: str) -> str:
    """So many of what an `effect_name` says: "1 fighter destroyed", "2 fighters destroyed", "1 damage"."""
    named = _PLURAL.sub(r"\1", things, count=1) if count == 1 else things
    return f"{count} {named}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a battle ended: the seat that won (None: a draw), the reason in a sentence, its rule and grade."""

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
    seat: int
    name: str
    fate: str
    damaged: bool
    left: int
    start: int
    beyond: bool = False


@dataclass(frozen=True, slots=True)
class Sentence:
    """One event told to people, with what a page needs beside it. `only` names the seats that may read it
    while the battle runs; None: everybody.
    """

    text: str
    kind: str
    rule: str = ""
    dice: tuple[int, ...] = ()
    only: frozenset[int] | None = None


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


class System(Protocol, Generic[S]):
    """One rule system. Methods that change a state say so; all others leave it as it is."""

    id: str
    name: str
    version: str
    seats: int
    hidden: bool
    """Whether seats know different things. If not, a bot may look at the state itself."""

    def setup(self, setup: Setup, dice: Dice) -> tuple[S, list[Event]]:
        """The state before the first order. Raises Refusal when the set-up breaks a rule."""

    def to_act(self, state: S) -> frozenset[int]:
        """The seats whose order is awaited now; empty when the battle is over."""

    def legal_units(self, state: S, seat: int) -> Sequence[int]:
        """The units (or NO_UNIT) that this seat may give an order to now."""

    def legal_orders(self, state: S, seat: int, unit: int) -> Sequence[Choice]:
        """Every choice of that unit, the same objects for `apply`. Do not change the answer."""

    def apply(self, state: S, seat: int, order: Order, dice: Dice) -> list[Event]:
        """Carries a legal order out: changes `state`, uses `dice`, tells what happened."""

    def odds(self, state: S, seat: int, order: Order) -> Odds | None:
        """The exact chances of a legal order; None when it rolls nothing."""

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

    def imagine(self, state: S, seat: int, dice: Dice) -> S:
        """A state for bots that fits what the seat knows: what is hidden from it is dealt anew."""

    def rate(self, state: S, seat: int, unit: int, choices: Sequence[Choice], taste: str) -> Sequence[float]:
        """How good choices of a unit look to a bot, in points; tastes: "greedy", "close"."""

    def score(self, state: S, seat: int) -> float:
        """How the battle stands for a seat, in points, shots that may still be fired this turn included."""

    def stakes(self, state: S, seat: int) -> tuple[float, float]:
        """Points that a seat has taken and has lost; dice that may still be rolled this turn count at what
        they are expected to bring.
        """

    def key(self, state: S) -> str:
        """The whole state as one text; equal texts mean equal states."""

    def write(self, state: S, order: Order) -> str:
        """The order in words."""

    def read(self, state: S, text: str) -> Order:
        """The order that `write` wrote. Raises Unreadable."""

    def narrate(self, state: S, events: Sequence[Event]) -> list[Sentence]:
        """Every event in a sentence, with the names of this battle; secrets are told to those that know
        them (`Sentence.only`).
        """

    def muster(self, cards: Sequence[Card]) -> dict[str, Any]:
        """A force of this system for ship cards of the campaign."""

    def report(self, state: S) -> list[Fate]:
        """What became of every unit that was mustered."""
