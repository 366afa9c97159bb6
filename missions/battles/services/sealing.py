"""Parts of a battle's dice that browsers seal and hold back (CR-079, docs/decisions/0033)."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from datetime import datetime

from django.utils import timezone

from league.kernel.nonces import (
    FILL_AFTER,
    FILL_BYTES,
    GIVEN,
    begins_chain,
    is_seal,
    seal_of,
    take_nonce,
)
from league.kernel.refusal import NotYours, Refusal, Stale, Unreadable
from missions.battles.models import Battle, BattleSeat
from missions.battles.services.acts import Opened

NOBODY = "nobody"
"""Stands for the seals of the others where no other person plays."""


def announce(battle: Opened, seat: BattleSeat, seal: str) -> str:
    """Note the latest seal of a seat that is not ready, and return those of the others, "" if one of them is
    missing. Raises Unreadable."""
    _check(seal)
    if not seat.bound:
        seat.seal = seal
        seat.save(update_fields=["seal"])
    return their_seals(battle, seat)


def _check(seal: str) -> None:
    if not is_seal(seal):
        raise Unreadable(
            "battle.seal", "That is no seal of a part of the dice. Reload the page.", field="seal"
        )


def _others(battle: Opened, seat: BattleSeat) -> Iterator[BattleSeat]:
    """The seats of other people, taken or free; the computer has nothing to gain."""
    return (
        each
        for each in battle.seats
        if each.number != seat.number and each.number not in battle.mine and each.kind != "bot"
    )


def their_seals(battle: Opened, seat: BattleSeat) -> str:
    """The seals against which a part of this seat would be given, "" if one is missing."""
    others = list(_others(battle, seat))
    seals = [GIVEN if each.nonce and not each.bound else each.seal for each in others]
    if not others:
        return NOBODY
    return " ".join(seals) if all(seals) else ""


def give(battle: Opened, seat: BattleSeat, nonce: str, seal: str, against: str) -> None:
    """A seat is ready with its part, or with a seal for it. Raises Stale and Unreadable."""
    if seal:
        _check(seal)
    if nonce and against and against != their_seals(battle, seat):
        raise Stale(
            "battle.other_seal",
            "Somebody has opened this battle in another browser since. Press ready again.",
        )
    others = list(_others(battle, seat))
    taken = take_nonce(
        nonce,
        seal,
        bound=seat.seal if seat.bound else "",
        other_known=any(each.nonce for each in others),
        fresh=_fresh,
    )
    _complete(seat, taken.nonce, taken.how)
    if taken.how == "held":
        seat.seal, seat.bound = taken.seal, True
    seat.ready, seat.ready_at = True, timezone.now()
    seat.save(update_fields=["seal", "bound", "ready", "ready_at"])
    if taken.nonce:
        _bind(others)


def _fresh(count: int) -> bytes:
    return bytes.fromhex(secrets.token_hex(count))


def _bind(seats: list[BattleSeat]) -> None:
    """A part is known now: the seals of all that are still to come stay as they are."""
    for seat in seats:
        if seat.seal and not seat.ready and not seat.bound:
            seat.bound = True
            seat.save(update_fields=["bound"])


def show(battle: Opened, number: int, nonce: str) -> None:
    """A seat gives the part that it held back. Raises NotYours and Refusal."""
    if number not in battle.mine:
        raise NotYours("battle.seat", "That seat is not yours; its player gives this part of the dice.")
    seat = _held(battle, number)
    if seal_of(nonce) != seat.seal:
        text = (
            "That is not the part that was sealed. Open the battle in the browser in which ready was "
            "pressed, or let the site fill the part in."
        )
        raise Refusal("battle.wrong_nonce", text, rule="CR-079")
    _complete(seat, nonce, "sealed")


def fill(battle: Opened, number: int) -> None:
    """Fill a part in that is held back: for its own player at any time, for others when the battle has waited
    long enough. Raises NotYours and Refusal."""
    if not battle.mine:
        raise NotYours(
            "battle.seat", "Only the players of this battle can have a part of its dice filled in."
        )
    seat = _held(battle, number)
    begins = fill_begins(battle.seats)
    if number not in battle.mine and timezone.now() < begins:
        text = (
            "The battle still waits for this part of the dice. It comes by itself when its player opens the "
            f"battle. From {begins:%H:%M:%S} UTC the site can fill it in."
        )
        raise Refusal("battle.too_early", text, rule="CR-079")
    _complete(seat, _fresh(FILL_BYTES).hex(), "filled")


def held_back(row: Battle, seats: Sequence[BattleSeat]) -> list[BattleSeat]:
    """The seats whose part the battle waits for, once all are ready."""
    waits = row.status == "open" and all(each.ready for each in seats)
    return [each for each in seats if each.holds_back] if waits else []


def fill_begins(seats: Sequence[BattleSeat]) -> datetime:
    """The moment from which others may have a part filled in that is held back."""
    return max(each.ready_at for each in seats if each.ready_at) + FILL_AFTER


def _held(battle: Opened, number: int) -> BattleSeat:
    """The seat, if the battle waits for its part. Raises Refusal."""
    seats = {each.number: each for each in battle.seats}
    if seats.get(number) not in held_back(battle.row, battle.seats):
        raise Refusal(
            "battle.nothing_held", "The battle does not wait for that part of its dice.", rule="CR-079"
        )
    return seats[number]


def _complete(seat: BattleSeat, nonce: str, how: str) -> None:
    """Note the part of a seat. One that its browser made is the end of a chain of links."""
    seat.nonce, seat.how = nonce, how
    seat.chain = nonce if how in ("given", "sealed") and begins_chain(nonce) else ""
    seat.save(update_fields=["nonce", "how", "chain"])
