"""What the hex board and the replay are asked to show: plain data, put together by the views."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from league.kernel.refusal import Refusal
from missions.battles.engine.contract import Event, Outcome, Sentence, System

Status = Literal["open", "running", "paused", "over"]
Numbered = tuple[int, Sentence]
"""A sentence with the number of orders carried out when it had happened: 0 for the opening, n for order n."""


@dataclass(frozen=True, slots=True)
class BoardLinks:
    """Addresses of one battle. `game` and `battles` are left out where there are none."""

    board: str
    """The page; takes ?unit=N and &order=CHOICE."""
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
class BoardAsked:
    """A battle as one reader sees it now.

    `seat` is the reader's (None: a spectator; on one screen for two the seat that is awaited), `at` counts
    the orders carried out, `sentences` are what this reader may read, newest last. `unit` and `choice` are
    what the reader has picked and not yet sent; values that no longer stand are ignored. `typed` says that
    dice are typed by hand; `faces` gives back what was typed when an order was refused.
    """

    system: System[Any]
    state: Any
    seat: int | None
    names: tuple[str, str]
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
    outcome: Outcome | None = None
    title: str = ""
    note: str = ""
    """One sentence beside the status: who paused it, what is waited for."""
    faces: str = ""
    refusal: Refusal | None = None
    one_screen: bool = False
    """Both seats are played on this screen."""
    events: Sequence[Event] = ()
    """What the last order did, as far as this reader may know: drawn as traces on the map."""
    called_off: bool = False
    """It ended without being fought out."""
    may_call_off: bool = False
    """The other side is gone; nobody has to wait for it."""
    answers: bool = False
    """The computer is to answer: should it be cut off, the page asks again by itself."""


@dataclass(frozen=True, slots=True)
class ReplayLinks:
    """Addresses of one replay; `page` and `part` take ?at=N[&seat=0|1]."""

    page: str
    part: str
    board: str
    game: str = ""
    verify: str = ""


@dataclass(frozen=True, slots=True)
class ReplayAsked:
    """One moment of a battle: `state` after `at` of `total` orders, as `seat` saw it (None: as a spectator).

    `seats` are the seats whose view the reader may choose, `turns` pairs of a turn's number and the number of
    orders after which it began (`missions.battles.engine.moments.turns`), `sentences` what had been told by
    then, newest last, `title` the battle's name.
    """

    system: System[Any]
    state: Any
    seat: int | None
    seats: tuple[int | None, ...]
    names: tuple[str, str]
    at: int
    total: int
    turns: Sequence[tuple[int, int]]
    sentences: Sequence[Numbered]
    links: ReplayLinks
    outcome: Outcome | None = None
    """How the battle ended, once it has; it is shown at the last moment alone."""
    title: str = ""
    events: Sequence[Event] = ()
    """What order `at` did, as far as this reader may know: drawn as traces on the map."""
    called_off: bool = False
    """It ended without being fought out."""
