"""Forms that the pages of battles post, each as a dataclass for `league.posted.read_order`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class GivenOrder:
    """An order of a unit that was chosen after `at` orders. `seat` names one of several own seats, `dice` are
    the faces of dice on the table, `seen` begins the digest of what the seat had seen.
    """

    at: int
    unit: int
    choice: int
    seat: int | None = None
    dice: str = ""
    seen: str = ""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The wish to take the own last order back, after `at` orders; `seen` as in GivenOrder."""

    at: int
    seen: str = ""


@dataclass(frozen=True, slots=True)
class StandingAnswer:
    """The answer to all questions of a kind from now on, or until the turn is over; "" to be asked each
    time.
    """

    kind: str
    answer: str
    seat: int | None = None
    until: Literal["", "turn"] = ""


@dataclass(frozen=True, slots=True)
class WantedHints:
    """Whether the hints of guided battles are to be shown in this browser."""

    show: Literal["yes", "no"]


@dataclass(frozen=True, slots=True)
class LookFrom:
    """The person who looks at a shared screen now; `at` leads on to that moment of the replay."""

    seat: int
    at: int | None = None


@dataclass(frozen=True, slots=True)
class DrawAnswer:
    """An offer of a draw, or the answer to one."""

    answer: Literal["offer", "accept", "decline"]


@dataclass(frozen=True, slots=True)
class PauseAnswer:
    """The wish to put the battle aside, or to go on."""

    answer: Literal["pause", "resume"]


@dataclass(frozen=True, slots=True)
class AtSeat:
    """Something done at a seat before the battle."""

    seat: int


@dataclass(frozen=True, slots=True)
class ShownNonce:
    """The part of the dice that a seat's browser held back."""

    seat: int
    nonce: str


@dataclass(frozen=True, slots=True)
class GivenLink:
    """The next link of a seat's chain, for the laid order with that number; or the end of another chain with
    which the seat goes on.
    """

    seat: int
    order: int | None = None
    link: str = ""
    chain: str = ""


@dataclass(frozen=True, slots=True)
class LaidNow:
    """The laid order, by its number, that a page shows; None for any."""

    order: int | None = None


@dataclass(frozen=True, slots=True)
class WantedSeat:
    """The free seat that a guest wants; None for the first."""

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """The system in which a game of the campaign is to be fought; "" for the first."""

    system: str
