"""The standings of fleets and of teams (CR-152), as lines of the page, the campaign page, the poster and the
season book. The spreadsheet is in `league.selectors.downloads`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from league.addresses import Address, fleet_address
from league.rules.phrases import SIDE_NAMES, join_words
from league.rules.standings import OUT, TeamRecord, places, teams

STANDING_WORDS = {
    "draft": "Being built",
    "ready": "Ready",
    "playing": "In a game",
    "desk": "Repairs",
    "eliminated": "Eliminated",
    "retired": "Left",
}
LASTED = "Finished"
NO_PAGES: Mapping[int, str] = MappingProxyType({})


def state_word(standing: str, ended: bool = False) -> str:
    """Standing of a fleet in words; `ended`: in a campaign that is over."""
    return LASTED if ended and standing == "ready" else STANDING_WORDS.get(standing, standing)


class Record(Protocol):
    """Figures behind one line of the standings."""

    @property
    def number(self) -> int: ...
    @property
    def slug(self) -> str: ...
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
    """`place` is shared by fleets that CR-152 cannot tell apart. `out` says that the fleet plays no more;
    `page` is the address of its player's page, "" for readers who may not open it."""

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
    page: str = ""


def lines(
    rows: Sequence[Record],
    *,
    start: int,
    better: int,
    base: Address,
    owners: Mapping[int, str],
    me: int = 0,
    ended: bool = False,
    pages: Mapping[int, str] = NO_PAGES,
) -> tuple[StandingLine, ...]:
    """The rows with their places. `start` is the first row's 0-based position, `better` how many fleets are
    ahead of it, `base` the campaign's address, `me` the reader's member number, `ended` whether the campaign
    is over, `pages` the addresses of those players' pages that the reader may open."""
    return tuple(
        StandingLine(
            place,
            row.name,
            fleet_address(base, row.slug),
            owners.get(row.member, ""),
            row.side,
            row.victories,
            row.defeats,
            row.draws,
            row.value,
            row.destroyed_points,
            state_word(row.standing, ended),
            row.standing in OUT,
            row.member == me and me != 0,
            pages.get(row.member, ""),
        )
        for place, row in zip(places(rows, start=start, better=better), rows, strict=True)
    )


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team's line: sums over its `fleets`, of which `living` still take part. `place` is shared by teams
    that CR-152 cannot tell apart; `mine` is the reader's team."""

    place: int
    side: str
    name: str
    fleets: int
    living: int
    victories: int
    defeats: int
    draws: int
    value: int
    destroyed: int
    mine: bool

    @property
    def out(self) -> bool:
        """Whether no fleet of the team is left."""
        return not self.living


def team_lines(records: Iterable[TeamRecord], my_side: str = "") -> list[TeamLine]:
    """The teams with their places, best first, from the records of all fleets that are ranked (CR-152)."""
    found = teams(records)
    return [
        TeamLine(
            place,
            team.side,
            SIDE_NAMES.get(team.side, team.side),
            team.fleets,
            team.living,
            team.victories,
            team.defeats,
            team.draws,
            team.value,
            team.destroyed_points,
            bool(my_side) and team.side == my_side,
        )
        for place, team in zip(places(found), found, strict=True)
    ]


def unequal_teams(sides: Iterable[str]) -> str:
    """Note that teams differ in size, with the sizes; "" if they are equal (CR-055). `sides` has one for
    each fleet."""
    sizes = Counter(sides)
    if len(set(sizes.values())) < 2:
        return ""
    teams = join_words(f"{sizes[side]} {name}" for side, name in SIDE_NAMES.items() if sizes[side])
    return f"The teams are unequal: {teams}."
