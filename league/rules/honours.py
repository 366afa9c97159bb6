"""The honours of a club: champions, records and the people's table of its campaigns that are over.

A fleet belongs to one campaign. A person may command several fleets over the years.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from league.ports import FleetRow, PlayedGame, Season
from league.rules.records import Person, Place, longest_runs, margin, total, winner_first
from league.rules.standings import places, teams

MOST_TIED = 3
"""A record that more would share says nothing."""
LEAST_RUN = 2
Words = tuple[str, str]
"""A word for one of the things that are counted, and for several."""
POINTS = ("point", "points")

Key = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class Champion:
    """The first place of a campaign: fleets, or in teams the sides, that share it."""

    campaign: int
    fleets: tuple[FleetRow, ...] = ()
    sides: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Career:
    """A person's seasons together. `titles` are first places, with a team or a fleet."""

    person: Person
    seasons: int = 0
    victories: int = 0
    defeats: int = 0
    draws: int = 0
    titles: int = 0

    @property
    def games(self) -> int:
        return self.victories + self.defeats + self.draws


@dataclass(frozen=True, slots=True)
class Holder:
    """The holder of a record: a fleet in a campaign, or a person; `game` is the number, for people, of the
    game in which it was set, 0 for none."""

    campaign: int = 0
    fleet: FleetRow | None = None
    person: Person | None = None
    game: int = 0


@dataclass(frozen=True, slots=True)
class ClubRecord:
    """A record: a figure in words, and those who hold it."""

    title: str
    figure: str
    holders: tuple[Holder, ...]


@dataclass(frozen=True, slots=True)
class Honours:
    """Everything that a club's page says of the campaigns that are over."""

    champions: tuple[Champion, ...]
    records: tuple[ClubRecord, ...]
    careers: tuple[Career, ...]


def champions(rows: Sequence[FleetRow], in_teams: Mapping[int, bool]) -> tuple[Champion, ...]:
    """The champions of these campaigns, in the order of `in_teams`, which says whether each was played in
    teams (CR-152). `rows` are their fleets, best first within each; a campaign without a game has none."""
    ranked: dict[int, list[FleetRow]] = {campaign: [] for campaign in in_teams}
    for row in rows:
        if row.ranked and row.campaign in ranked:
            ranked[row.campaign].append(row)
    return tuple(
        _champion(campaign, ranked[campaign], team)
        for campaign, team in in_teams.items()
        if any(row.games for row in ranked[campaign])
    )


def _champion(campaign: int, ranked: Sequence[FleetRow], team: bool) -> Champion:
    if team:
        sides = teams(ranked)
        return Champion(
            campaign, sides=tuple(each.side for each, at in zip(sides, places(sides), strict=True) if at == 1)
        )
    return Champion(
        campaign, fleets=tuple(row for row, at in zip(ranked, places(ranked), strict=True) if at == 1)
    )


def careers(
    rows: Iterable[FleetRow], people: Mapping[Place, Person], won: Iterable[Champion]
) -> tuple[Career, ...]:
    """The people of these fleets, those with most titles and victories first. A season counts once for a
    person, also with two fleets."""
    titles = {each.campaign: each for each in won}
    found: dict[Key, Career] = {}
    seen: set[tuple[Key, int]] = set()
    titled: set[tuple[Key, int]] = set()
    for row in rows:
        person = people.get((row.campaign, row.member))
        if person is None or not row.ranked:
            continue
        season = person.key, row.campaign
        champion = titles.get(row.campaign)
        title = champion is not None and (row in champion.fleets or row.side in champion.sides)
        career = found.get(person.key, Career(person))
        found[person.key] = replace(
            career,
            seasons=career.seasons + (season not in seen),
            victories=career.victories + row.victories,
            defeats=career.defeats + row.defeats,
            draws=career.draws + row.draws,
            titles=career.titles + (title and season not in titled),
        )
        seen.add(season)
        titled |= {season} if title else set()
    order = sorted(
        found.values(),
        key=lambda each: (-each.titles, -each.victories, each.defeats, each.person.name.casefold()),
    )
    return tuple(order)


def honours(
    rows: Sequence[FleetRow],
    seasons: Mapping[int, Season],
    people: Mapping[Place, Person],
    in_teams: Mapping[int, bool],
) -> Honours:
    """The honours of campaigns that are over: their fleets, best first within each, their seasons, the people
    by campaign and member number, and whether each was played in teams."""
    won = champions(rows, in_teams)
    table = careers(rows, people, won)
    ranked = [row for row in rows if row.ranked]
    fleets = {(row.campaign, row.number): row for row in rows}
    games = [game for season in seasons.values() for game in season.games]
    runs = {
        (campaign, fleet): run
        for campaign, season in seasons.items()
        for fleet, run in longest_runs(season.games).items()
    }
    found = (
        _of_people("Most titles", table, lambda each: each.titles, ("title", "titles")),
        _of_people("Most victories", table, lambda each: each.victories, ("victory", "victories")),
        _of_people("Most games", table, lambda each: each.games, ("game", "games")),
        _of_fleets("Longest run", ranked, lambda row: _run(runs, row), ("victory", "victories in a row")),
        _of_fleets(
            "Most victories in a campaign", ranked, lambda row: row.victories, ("victory", "victories")
        ),
        _of_fleets("Most points in a campaign", ranked, lambda row: row.destroyed_points, POINTS),
        _of_fleets(
            "Greatest fleet", ranked, lambda row: row.value if row.games else 0, ("FV", "FV at the end")
        ),
        _of_games("Biggest score", games, fleets, lambda game: winner_first(game)[0].score),
        _of_games(
            "Clearest victory", games, fleets, lambda game: margin(game) if game.winner != "draw" else 0
        ),
        _of_games("Biggest battle", games, fleets, total),
    )
    return Honours(won, tuple(each for each in found if each is not None), table)


def _run(runs: Mapping[tuple[int, int], int], row: FleetRow) -> int:
    run = runs.get((row.campaign, row.number), 0)
    return run if run >= LEAST_RUN else 0


def _of_people(
    title: str, table: Iterable[Career], figure: Callable[[Career], int], words: Words
) -> ClubRecord | None:
    people = list(table)
    most = max(map(figure, people), default=0)
    holders = tuple(Holder(person=each.person) for each in people if figure(each) == most)
    return _record(title, most, _words(most, words), holders)


def _of_fleets(
    title: str, rows: Iterable[FleetRow], figure: Callable[[FleetRow], int], words: Words
) -> ClubRecord | None:
    fleets = list(rows)
    most = max(map(figure, fleets), default=0)
    holders = tuple(Holder(row.campaign, row) for row in fleets if figure(row) == most)
    return _record(title, most, _words(most, words), holders)


def _of_games(
    title: str,
    games: Iterable[PlayedGame],
    fleets: Mapping[tuple[int, int], FleetRow],
    figure: Callable[[PlayedGame], int],
) -> ClubRecord | None:
    """A record that was set in a game. Its first fleet, the winner's, holds it."""
    played = [each for each in games if (each.campaign, winner_first(each)[0].fleet) in fleets]
    most = max(map(figure, played), default=0)
    best = [each for each in played if figure(each) == most]
    holders = tuple(
        Holder(each.campaign, fleets[each.campaign, winner_first(each)[0].fleet], game=each.ordinal)
        for each in best
    )
    first, second = winner_first(best[0]) if best else (None, None)
    score = f"{first.score}\u00a0to\u00a0{second.score}" if first and second else ""
    return _record(title, most, score if len(best) == 1 else _words(most, POINTS), holders)


def _words(number: int, words: Words) -> str:
    return f"{number} {words[number != 1]}"


def _record(title: str, most: int, figure: str, holders: tuple[Holder, ...]) -> ClubRecord | None:
    return ClubRecord(title, figure, holders) if most > 0 and len(holders) <= MOST_TIED else None
