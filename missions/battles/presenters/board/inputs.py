"""The input of the board and the replay: all that one reader may know, put together by the views."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from league.kernel.refusal import Refusal
from missions.battles.engine.contract import Event, Outcome, Seating, Sentence
from missions.battles.engine.sight import Sight
from missions.battles.systems.pack import Pack

Status = Literal["open", "running", "paused", "over"]
Numbered = tuple[int, Sentence]
"""A sentence with the number of orders carried out when it had happened: 0 for the opening, n for order n."""


@dataclass(frozen=True, slots=True)
class BoardLinks:
    """Addresses of one battle. `game` and `battles` are left out if there are none."""

    board: str
    """The page; takes ?unit=N, &order=CHOICE and &pick=N, the last as often as a draft has picks."""
    part: str
    """The part of it that htmx swaps; takes the same."""
    orders: str
    take_back: str
    resign: str
    draw: str
    pause: str
    replay: str
    game: str = ""
    battles: str = ""
    verify: str = ""
    call_off: str = ""
    look: str = ""
    answers: str = ""
    hints: str = ""
    tryout: str = ""
    """A battle against the computer by the same rules."""
    again: str = ""
    """The form for the same battle once more, when it is over."""
    swapped: str = ""
    """The same with the sides swapped."""


@dataclass(frozen=True, slots=True)
class LuckLine:
    """The dice of one seat so far; the chances are exact (`missions.battles.engine.luck`)."""

    seat: int
    dice: int
    rolled: int
    expected: Fraction
    at_least: Fraction
    """The chance of so many successes or more."""
    at_most: Fraction
    """The chance of so many successes or fewer."""


@dataclass(frozen=True, slots=True)
class Table:
    """Public facts of a battle: its rule system, its seats and their holders, and its name."""

    pack: Pack
    seating: Seating
    names: tuple[str, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """A question that a seat is asked out of turn, and the answer that stands for it ("": it is asked), from
    now on or only `until` the turn ends.
    """

    kind: str
    answer: str
    until: bool = False


@dataclass(frozen=True, slots=True)
class BoardInputs:
    """A battle as one reader sees it now.

    `sight` is what the reader's seat knows (None: a spectator; on one screen for two the seat that is
    awaited), `acting` the units that an order is awaited for, as far as the reader may know. `at` counts the
    orders carried out, `sentences` and `events` are what this reader may read, newest last. `unit`, `choice`
    and `picks` are what the reader has picked and not yet sent; values that no longer stand are ignored.
    `typed` says that dice are typed by hand; `faces` gives back what was typed when an order was refused.
    """

    table: Table
    sight: Sight[Any]
    acting: Sequence[int]
    at: int
    sentences: Sequence[Numbered]
    luck: Sequence[LuckLine]
    unit: int | None
    choice: int | None
    status: Status
    typed: bool
    may_take_back: bool
    draw_offered_by: int | None
    bot_says: str
    links: BoardLinks
    picks: tuple[int, ...] = ()
    outcome: Outcome | None = None
    note: str = ""
    """One sentence beside the status: who paused it, what is waited for."""
    faces: str = ""
    refusal: Refusal | None = None
    one_screen: bool = False
    """All seats are played on this screen."""
    curtain: int | None = None
    """The seat that is to look next on this screen; until then nobody's secrets are shown."""
    standing: Sequence[Standing] = ()
    """The answers that stand for the reader's seat, for each question there is."""
    events: Sequence[Event] = ()
    """Effects of the last order, drawn as traces on the map."""
    called_off: bool = False
    """True if the battle ended without being fought out."""
    may_call_off: bool = False
    """The other side is gone; nobody has to wait for it."""
    answers: bool = False
    """The computer is to answer: should it be cut off, the page asks again by itself."""
    rolling: bool = False
    """An order waits for links and rolls as soon as they are there; until then nobody orders anything."""
    hints: bool = True
    """Whether the reader wants the hints of a guided battle."""

    @property
    def seat(self) -> int | None:
        return self.sight.seat


@dataclass(frozen=True, slots=True)
class ReplayLinks:
    """Addresses of one replay; `page` and `part` take ?at=N[&seat=N]."""

    page: str
    part: str
    board: str
    game: str = ""
    verify: str = ""
    look: str = ""


@dataclass(frozen=True, slots=True)
class ReplayInputs:
    """One moment of a battle: `sight` is what a seat (None: a spectator) knew after `at` of `total` orders.

    `seats` are the seats whose view the reader may choose, `curtained` those whose view comes after a
    curtain, as another person sits there at this screen. `turns` are pairs of a turn's number and the number
    of orders after which it began (`missions.battles.engine.moments.turns`), `sentences` what had been told
    by then, newest last.
    """

    table: Table
    sight: Sight[Any]
    acting: Sequence[int]
    seats: tuple[int | None, ...]
    at: int
    total: int
    turns: Sequence[tuple[int, int]]
    sentences: Sequence[Numbered]
    links: ReplayLinks
    curtained: tuple[int, ...] = ()
    outcome: Outcome | None = None
    """End of the battle, once it is over; shown only at the last moment."""
    events: Sequence[Event] = ()
    """Effects of order `at`, drawn as traces on the map."""
    called_off: bool = False
    """True if the battle ended without being fought out."""
    thought: str = ""
    """The computer's reason for order `at`, once everybody may know."""

    @property
    def seat(self) -> int | None:
        return self.sight.seat
