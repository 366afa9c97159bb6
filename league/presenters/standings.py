"""The standings table (CR-152)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from league.rules.standings import same_place

STANDING_WORDS = {
    "draft": "Being built",
    "ready": "Ready",
    "playing": "In a game",
    "desk": "At the desk",
    "eliminated": "Eliminated",
    "retired": "Left",
}


class Record(Protocol):
    """What a line of the standings is made from."""

    @property
    def number(self) -> int: ...
    @property
    def member(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def standing(self) -> str: ...
    @property
    def victories(self) -> int: ...
    @property
    def defeats(self) -> int: ...
    @property
    def draws(self) -> int: ...
    @property
    def value(self) -> int: ...
    @property
    def destroyed_points(self) -> int: ...


@dataclass(frozen=True, slots=True)
class StandingLine:
    """`place` is shared by fleets that CR-152 cannot tell apart. `out` says that the fleet plays no more."""

    place: int
    name: str
    url: str
    owner: str
    side: str
    victories: int
    defeats: int
    draws: int
    value: int
    destroyed: int
    state: str
    out: bool
    mine: bool


def lines(
    rows: Sequence[Record], *, start: int, better: int, base: str, owners: dict[int, str], me: int = 0
) -> list[StandingLine]:
    """The rows with their places. `start` is the first row's 0-based position, `better` how many fleets are
    ahead of it, `base` the campaign's address, `me` the reader's member number."""
    made: list[StandingLine] = []
    place = better + 1
    before: Record | None = None
    for position, row in enumerate(rows, start=start + 1):
        if before is not None and not same_place(row, before):
            place = position
        before = row
        made.append(
            StandingLine(
                place,
                row.name,
                f"{base}fleets/{row.number}/",
                owners.get(row.member, ""),
                row.side,
                row.victories,
                row.defeats,
                row.draws,
                row.value,
                row.destroyed_points,
                STANDING_WORDS.get(row.standing, row.standing),
                row.standing in ("eliminated", "retired"),
                row.member == me and me != 0,
            )
        )
    return made
