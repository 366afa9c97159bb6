"""The page of a club: its campaigns, champions, records and people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from league.addresses import campaign_address, fleet_address, game_address
from league.ports import FleetRow
from league.rules.honours import Career, Champion, ClubRecord, Holder, Honours
from league.rules.phrases import SIDE_NAMES
from league.rules.records import Person, Place

PHASE_WORDS = {"gathering": "Gathering", "running": "Running", "ended": "Ended"}
CAREERS = 12
"""People in the table."""


@dataclass(frozen=True, slots=True)
class Link:
    """Words, and the address that they lead to, "" for none."""

    text: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Listed:
    """A campaign of the club. A copy of another one says when it was `restored`."""

    number: int
    name: str
    phase: str
    restored: datetime | None = None


@dataclass(frozen=True, slots=True)
class Season:
    """A campaign of the club with its champions: each a fleet or a team, and its player. A copy of another
    one says when it was `restored`."""

    name: str
    url: str
    phase: str
    fleets: int
    champions: tuple[tuple[Link, Link], ...]
    restored: datetime | None = None


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A record. Each holder is a person or a fleet, with its player and the campaign or the game."""

    title: str
    figure: str
    holders: tuple[tuple[Link, Link, Link], ...]


@dataclass(frozen=True, slots=True)
class ClubFacts:
    """Everything on the page. `over` counts the campaigns that the records come from."""

    seasons: tuple[Season, ...]
    records: tuple[RecordLine, ...]
    careers: tuple[Career, ...]
    over: int


NOBODY = Link("")


def club_facts(
    campaigns: Sequence[Listed],
    rows: Iterable[FleetRow],
    people: Mapping[Place, Person],
    honours: Honours,
    over: int,
) -> ClubFacts:
    """The page, from the campaigns, the fleets in them, the people by campaign and member number, and the
    honours of so many campaigns that are over."""
    fleets = list(rows)
    won = {each.campaign: each for each in honours.champions}
    names = {each.number: each.name for each in campaigns}
    return ClubFacts(
        tuple(
            Season(
                each.name,
                campaign_address(each.number),
                PHASE_WORDS[each.phase],
                sum(row.campaign == each.number and row.standing != "retired" for row in fleets),
                _champions(won.get(each.number), people),
                each.restored,
            )
            for each in campaigns
        ),
        tuple(_record(each, names, people) for each in honours.records),
        honours.careers[:CAREERS],
        over,
    )


def _champions(won: Champion | None, people: Mapping[Place, Person]) -> tuple[tuple[Link, Link], ...]:
    if won is None:
        return ()
    sides = ((Link(f"Team {SIDE_NAMES.get(side, side)}"), NOBODY) for side in won.sides)
    return (*sides, *((_fleet(row), _player(row, people)) for row in won.fleets))


def _fleet(row: FleetRow) -> Link:
    return Link(row.name, fleet_address(row.campaign, row.slug))


def _player(row: FleetRow, people: Mapping[Place, Person]) -> Link:
    person = people.get((row.campaign, row.member))
    return Link(person.name, person.page) if person else NOBODY


def _record(record: ClubRecord, names: Mapping[int, str], people: Mapping[Place, Person]) -> RecordLine:
    holders = tuple(_holder(each, names, people) for each in record.holders)
    return RecordLine(record.title, record.figure, holders)


def _holder(
    holder: Holder, names: Mapping[int, str], people: Mapping[Place, Person]
) -> tuple[Link, Link, Link]:
    if holder.fleet is None:
        person = holder.person
        return (Link(person.name, person.page) if person else NOBODY), NOBODY, NOBODY
    url = game_address(holder.campaign, holder.game) if holder.game else campaign_address(holder.campaign)
    return _fleet(holder.fleet), _player(holder.fleet, people), Link(names.get(holder.campaign, ""), url)
