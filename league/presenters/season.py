"""The end of a season: the podium, and the awards with the fleets that get them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from league.addresses import Address, fleet_address, game_address
from league.ports import Award
from league.presenters.standings import StandingLine, TeamLine

PLACES = ("First", "Second", "Third")


@dataclass(frozen=True, slots=True)
class Winner:
    """A fleet or a team on the podium; `url`, `owner` and `page`, that of the player, are "" for a team."""

    name: str
    side: str
    url: str
    owner: str
    victories: int
    defeats: int
    draws: int
    page: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the podium with everybody who shares its place (CR-152)."""

    place: int
    word: str
    winners: tuple[Winner, ...]


@dataclass(frozen=True, slots=True)
class AwardLine:
    """An award. `fleets` are names with their addresses; `url` leads to the game that it is about, if to
    one."""

    title: str
    fleets: tuple[tuple[str, str], ...]
    sentence: str
    url: str


@dataclass(frozen=True, slots=True)
class Ending:
    """Everything that a page shows about the end of a season."""

    podium: tuple[Step, ...]
    awards: tuple[AwardLine, ...]


def podium(lines: Iterable[StandingLine], teams: Iterable[TeamLine] = ()) -> tuple[Step, ...]:
    """The first three places, of the teams if there are any. A place that others share is one step, and the
    places that it takes up stay empty, as in the standings."""
    winners: dict[int, list[Winner]] = {}
    for place, winner in [*map(_of_team, teams)] or [*map(_of_fleet, lines)]:
        winners.setdefault(place, []).append(winner)
    return tuple(
        Step(place, PLACES[place - 1], tuple(winners[place]))
        for place in sorted(winners)
        if place <= len(PLACES)
    )


def _of_fleet(line: StandingLine) -> tuple[int, Winner]:
    return line.place, Winner(
        line.name, line.side, line.url, line.owner, line.victories, line.defeats, line.draws, line.page
    )


def _of_team(line: TeamLine) -> tuple[int, Winner]:
    return line.place, Winner("", line.side, "", "", line.victories, line.defeats, line.draws)


def award_lines(
    base: Address, awards: Sequence[Award], fleets: Mapping[int, tuple[str, str]]
) -> tuple[AwardLine, ...]:
    """The awards with the names of fleets. `fleets` are name and slug by number; `base` is the campaign's
    address."""
    return tuple(
        AwardLine(
            award.title,
            tuple((name, fleet_address(base, slug)) for name, slug in map(fleets.__getitem__, award.fleets)),
            award.sentence,
            game_address(base, award.game) if award.game else "",
        )
        for award in awards
        if all(number in fleets for number in award.fleets)
    )
