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

Link = tuple[str, Literal["sealed", "filled"], str]
"""A text that a seat adds to the dice of one order; how it came: it fits the seat's chain, or the site filled
it in; and the last known value of the chain when the order was laid, "" for none."""


class LinksWanted(Exception):
    """Raised when an order asks for chance and links of the seats with `chains` have to come first."""

    def __init__(self, chains: tuple[str, ...]) -> None:
        super().__init__("Links have to come first.")
        self.chains = chains


@dataclass(frozen=True, slots=True)
class Laid:
    """An order that was given and waits for links. `number` is that of the order; `chains` are the last known
    values of the seats' chains, "" where there is none to wait for; `given` are the links that came, `since`
    is the time at which it was laid. `salt` stays secret until the battle is over.
    """

    number: int
    seat: int
    order: Order
    why: str
    chains: tuple[str, ...]
    since: datetime
    salt: str
    mark: str
    """The seal of the order and of the chains. Browsers see it before they give a link, so that nobody lays
    another order or takes another chain when the link is known."""
    given: dict[int, str] = field(default_factory=dict)

    @property
    def wanted(self) -> tuple[int, ...]:
        """The seats whose link it waits for."""
        return tuple(seat for seat, chain in enumerate(self.chains) if chain)

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
            "chains": list(self.chains),
            "since": self.since.isoformat(),
            "salt": self.salt,
            "mark": self.mark,
            "given": {str(seat): link for seat, link in self.given.items()},
        }


def newly_laid(number: int, seat: int, order: Order, why: str, chains: tuple[str, ...]) -> Laid:
    """An order as it is laid now."""
    salt = fresh_text()
    mark = mark_of(number, seat, order, salt, chains)
    return Laid(number, seat, order, why, chains, timezone.now(), salt, mark)


def mark_of(number: int, seat: int, order: Order, salt: str, chains: Sequence[str]) -> str:
    """The seal of a laid order; `dice.js` makes it again."""
    return seal_of(" ".join([f"{number} {seat} {order[0]} {order[1]} {salt}", *chains]))


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
        tuple(kept["chains"]),
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

    `laid` is the order for which they came; None: nothing was laid.
    """

    laid: Laid | None = None
    texts: list[Link] | None = None

    def spend(self) -> None:
        """The next order takes links of its own."""
        self.laid, self.texts = None, None

    def settled(self, row: Battle, seats: Sequence[BattleSeat]) -> list[Link]:
        """One link for each seat, in order; none where people do not play against each other. Raises
        LinksWanted if seats have chains and the order was not laid. Dice on the table wait for nobody."""
        if self.texts is None:
            self.texts = self._found(row, seats) if between_people(row, seats) else []
        return self.texts

    def _found(self, row: Battle, seats: Sequence[BattleSeat]) -> list[Link]:
        if self.laid is None:
            if row.dice == "fair" and any(seat.chain for seat in seats):
                raise LinksWanted(tuple(seat.chain for seat in seats))
            return [(fresh_text(), "filled", "") for _ in seats]
        given = self.laid.given
        return [
            (given[seat], "sealed", chain) if seat in given else (fresh_text(), "filled", chain)
            for seat, chain in enumerate(self.laid.chains)
        ]


def fresh_text() -> str:
    """Fresh bytes of the site as a text."""
    return secrets.token_hex(FILL_BYTES)


def order_dice(row: Battle, seats: Sequence[BattleSeat], number: int, links: Links) -> LateDice:
    """The fair stream of one order. Its links are settled when it asks for the first face."""
    nonces = [seat.nonce for seat in seats]

    def made() -> Dice:
        seed_bytes(row.seed)  # An order whose dice could never roll is refused before it waits for links.
        return fair_dice(row.seed, [*nonces, *(link[0] for link in links.settled(row, seats))], number)

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
