"""Battles in the inbox: a move to make, an offer to answer, a force to choose."""

from __future__ import annotations

from collections.abc import Iterable

from league.addresses import address
from league.selectors.waiting import Inbox, Seat, Waiting, provides_waiting
from missions.battles.models import Battle, BattleSeat
from missions.battles.selectors.battles import (
    Sitter,
    held,
    names_of,
    title_of,
    unfinished_battles,
    waits_for,
)

APART = Seat(0, "Battles", "running", 0, "player", None)
"""Heading in the inbox for battles that belong to no campaign."""

GOING_ON = 60
"""Place in the order from which on a thing holds nobody up."""


@provides_waiting
def waiting(inbox: Inbox) -> Iterable[Waiting]:
    """Tasks in battles. Two queries."""
    if not inbox.user:
        return
    places = {seat.campaign: seat for seat in inbox.seats}
    for row, seats in unfinished_battles(inbox.user):
        waits_for = _waits_for(row, seats, held(seats, Sitter(inbox.user)))
        if waits_for is not None:
            what, label, order = waits_for
            seat, url = places.get(row.campaign_id or 0, APART), address("battle", row.public_id)
            yield Waiting(seat, what, url, label, "game", mine=order < GOING_ON, order=order)


def _waits_for(
    row: Battle, seats: tuple[BattleSeat, ...], mine: frozenset[int]
) -> tuple[str, str, int] | None:
    name, names = title_of(row), names_of(row, seats)
    others = [names[seat.number] for seat in seats if seat.number not in mine]
    against = f"{name} against {others[0]}" if others else name
    if row.status == "paused":
        return f"{against}: paused.", "To the board", 72
    match waits_for(row, seats, mine):
        case "ready":
            return f"{against}: choose your force and press ready.", "Get ready", 35
        case "nonce":
            return f"{against}: open it, and your browser gives its part of the dice.", "Open it", 12
        case "answer":
            return f"{against}: a draw is offered.", "Answer", 12
        case "move":
            return f"{against}: your move.", "To the board", 13
    return None
