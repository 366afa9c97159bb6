"""The dice of a battle's orders (CR-079). Between people each order that rolls has links of its own, so that
nobody foresees its dice (docs/decisions/0033)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from django.utils import timezone

from league.kernel.dice import seed_bytes
from league.kernel.nonces import FILL_BYTES, FILL_LINK_AFTER, seal_of
from league.kernel.refusal import Unreadable
from missions.battles.engine.contract import Order
from missions.battles.engine.dice import Dice, FairDice, LateDice, TypedDice
from missions.battles.models import Battle, BattleSeat
from missions.battles.selectors.battles import seating_of
from missions.battles.systems.registry import system

MOST_FACES = 400

Link = tuple[str, Literal["sealed", "filled"]]
"""A text that a seat adds to the dice of one order, and how it came: it fits the seat's chain, or the site
filled it in."""


class LinksWanted(Exception):
    """Raised when an order asks for chance and links of these seats have to come first."""

    def __init__(self, seats: tuple[int, ...]) -> None:
        super().__init__(f"Links of the seats {seats} have to come first.")
        self.seats = seats


@dataclass(frozen=True, slots=True)
class Laid:
    """An order that was given and waits for links. `number` is that of the order, `wanted` the seats whose
    link it waits for, `given` the links that came, `since` the time at which it was laid. `salt` stays secret
    until the battle is over.
    """

    number: int
    seat: int
    order: Order
    why: str
    wanted: tuple[int, ...]
    since: datetime
    salt: str
    mark: str
    """The seal of the order. Browsers see it before they give a link, so that nobody lays another order when
    the link is known."""
    given: dict[int, str] = field(default_factory=dict)

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats whose link has not come."""
        return tuple(seat for seat in self.wanted if seat not in self.given)

    @property
    def fill_begins(self) -> datetime:
        """The moment from which the site may fill in what is missing."""
        return self.since + FILL_LINK_AFTER

    def kept(self) -> dict[str, Any]:
        """The row's form of it."""
        return {
            "number": self.number,
            "seat": self.seat,
            "order": list(self.order),
            "why": self.why,
            "wanted": list(self.wanted),
            "since": self.since.isoformat(),
            "salt": self.salt,
            "mark": self.mark,
            "given": {str(seat): link for seat, link in self.given.items()},
        }


def newly_laid(number: int, seat: int, order: Order, why: str, wanted: tuple[int, ...]) -> Laid:
    """An order as it is laid now."""
    salt = fresh_text()
    mark = mark_of(number, seat, order, salt)
    return Laid(number, seat, order, why, wanted, timezone.now(), salt, mark)


def mark_of(number: int, seat: int, order: Order, salt: str) -> str:
    """The seal of a laid order; `dice.js` makes it again."""
    return seal_of(f"{number} {seat} {order[0]} {order[1]} {salt}")


def laid_of(row: Battle) -> Laid | None:
    """The order that waits for links; None if none does."""
    kept = row.laid
    if kept is None:
        return None
    unit, choice = kept["order"]
    given = {int(seat): link for seat, link in kept["given"].items()}
    since = datetime.fromisoformat(kept["since"])
    return Laid(
        kept["number"],
        kept["seat"],
        (unit, choice),
        kept["why"],
        tuple(kept["wanted"]),
        since,
        kept["salt"],
        kept["mark"],
        given,
    )


def between_people(row: Battle, seats: Sequence[BattleSeat]) -> bool:
    """Whether people play against each other, each at a screen of their own. The computer and people at one
    screen gain nothing by knowing the dice."""
    if any(seat.kind == "bot" for seat in seats):
        return False
    seating = seating_of(row)
    first, second = ({_holder(seats[number]) for number in seating.of(side)} for side in (0, 1))
    return first.isdisjoint(second)


def _holder(seat: BattleSeat) -> tuple[str, object]:
    """The person on a seat; one whose account was deleted is nobody else."""
    return seat.kind, (seat.user_id or -seat.pk) if seat.kind == "person" else seat.visitor


@dataclass(slots=True)
class Links:
    """The links of the next order: settled when it asks for chance, and spent when it was carried out.

    `given` are those that came for a laid order with that `salt`; None: nothing was laid.
    """

    given: dict[int, str] | None = None
    salt: str = ""
    texts: list[Link] | None = None

    def spend(self) -> None:
        """The next order takes links of its own."""
        self.given, self.salt, self.texts = None, "", None

    def settled(self, row: Battle, seats: Sequence[BattleSeat]) -> list[Link]:
        """One link for each seat, in order; none where people do not play against each other. Raises
        LinksWanted if seats have chains and the order was not laid. Dice on the table wait for nobody."""
        if self.texts is None:
            self.texts = self._found(row, seats) if between_people(row, seats) else []
        return self.texts

    def _found(self, row: Battle, seats: Sequence[BattleSeat]) -> list[Link]:
        wanted = tuple(seat.number for seat in seats if seat.chain)
        if self.given is None and wanted and row.dice == "fair":
            raise LinksWanted(wanted)
        given = self.given or {}
        return [
            (given[seat.number], "sealed") if seat.number in given else (fresh_text(), "filled")
            for seat in seats
        ]


def fresh_text() -> str:
    """Fresh bytes of the site as a text."""
    return secrets.token_hex(FILL_BYTES)


def order_dice(row: Battle, seats: Sequence[BattleSeat], number: int, links: Links) -> LateDice:
    """The fair stream of one order. Its links are settled when it asks for the first face."""
    nonces = [seat.nonce for seat in seats]

    def made() -> Dice:
        seed_bytes(row.seed)  # An order whose dice could never roll is refused before it waits for links.
        return fair_dice(row.seed, [*nonces, *(text for text, _ in links.settled(row, seats))], number)

    return LateDice(made)


def typed_dice(row: Battle, typed: str, fair: Dice) -> TypedDice:
    """The faces that were typed for one order; draws come from the stream."""
    signs = "".join(die.letters for die in system(row.system).dice.values())
    return TypedDice(typed_faces(typed, signs), fair)


def fair_dice(seed: str, texts: Sequence[str], number: int) -> FairDice:
    """The fair stream of one order of a battle, or of its set-up (0), from the nonces of the seats and, if it
    has any, their links (CR-079)."""
    return FairDice(seed_bytes(seed), texts, f"order {number}" if number else "set-up")


def typed_faces(typed: str, signs: str = "") -> str:
    """Check faces as people type them: numbers, letters, or signs that a system's dice have in their place,
    with or without spaces and commas.

    Raises Unreadable for a text that cannot be faces of any die.
    """
    words = typed.replace(",", " ").split()
    known = all(each in signs or each.isascii() and each.isalnum() for word in words for each in word)
    if sum(map(len, words)) > 2 * MOST_FACES or not known:
        kinds = "numbers or letters" if signs else "numbers"
        text = f"Type the faces of your dice as {kinds} with spaces, for instance “3 5 1”."
        raise Unreadable("battle.dice", text)
    return " ".join(words)
