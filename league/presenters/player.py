"""The page of a person: record, campaigns, favourite ships, opponents and awards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from league.addresses import Address, campaign_address, fleet_address, game_address
from league.ports import Award, FleetRow, Flown, PlayedGame, Season
from league.presenters.standings import state_word, team_lines
from league.rules.phrases import join_words
from league.rules.records import (
    Fleet,
    Person,
    Place,
    Record,
    head_to_head,
    result_for,
    total_of,
    winner_first,
)
from league.rules.standings import places

SHIPS = 6
"""Favourite ships on the page."""
RESULT_WORDS = {"victory": "Won", "defeat": "Lost", "draw": "Drawn"}


@dataclass(frozen=True, slots=True)
class Seat:
    """A person's place in a campaign. A copy of another one names it as `copy_of`, and says when it was
    `restored`; 0 and None for an original. `in_teams`: the campaign is played in teams."""

    campaign: int
    member: int
    name: str
    phase: str
    role: str
    active: bool
    copy_of: int = 0
    restored: datetime | None = None
    in_teams: bool = False

    @property
    def address(self) -> Address:
        return campaign_address(self.campaign)

    @property
    def origin(self) -> int:
        """The campaign itself, or the one that it is a copy of."""
        return self.copy_of or self.campaign


@dataclass(frozen=True, slots=True)
class FleetLine:
    """A fleet of the person. `place` is 0 for a fleet that is not in the standings, and so is `team`, the
    place of its team among `teams`, also where every fleet plays for itself."""

    name: str
    url: str
    side: str
    state: str
    place: int
    of: int
    victories: int
    defeats: int
    draws: int
    team: int = 0
    teams: int = 0


@dataclass(frozen=True, slots=True)
class CampaignLine:
    """A campaign with the person's fleets there."""

    name: str
    url: str
    phase: str
    role: str
    fleets: tuple[FleetLine, ...]
    restored: datetime | None = None


@dataclass(frozen=True, slots=True)
class OpponentLine:
    """A person on the other side, with the record against them and the last game: its result for the page's
    person, the score with the winner's first, and its address."""

    name: str
    page: str
    record: Record
    last: str
    last_url: str


@dataclass(frozen=True, slots=True)
class WonAward:
    """An award that a fleet of the person got. `others` names the fleets that share
    it, in a sentence."""

    title: str
    campaign: str
    url: str
    others: str
    sentence: str


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """Everything on the page."""

    record: Record
    campaigns: tuple[CampaignLine, ...]
    ships: tuple[Flown, ...]
    opponents: tuple[OpponentLine, ...]
    awards: tuple[WonAward, ...]

    @property
    def originals(self) -> int:
        """The number of campaigns, copies left out."""
        return sum(each.restored is None for each in self.campaigns)


def own_fleets(seats: Iterable[Seat], rows: Iterable[FleetRow]) -> list[FleetRow]:
    """The fleets in these places."""
    taken = {(seat.campaign, seat.member) for seat in seats}
    return [row for row in rows if (row.campaign, row.member) in taken]


def opponents_of(
    mine: Iterable[FleetRow], rows: Iterable[FleetRow], seasons: Mapping[int, Season]
) -> set[Place]:
    """The places of those who command the other fleets that these have met in games that are over."""
    own = {(row.campaign, row.number) for row in mine}
    met = {
        (game.campaign, fleet)
        for season in seasons.values()
        for game in season.games
        for fleet, other in ((game.active, game.opposing), (game.opposing, game.active))
        if (game.campaign, other) in own
    }
    return {(row.campaign, row.member) for row in rows if (row.campaign, row.number) in met - own}


def player_facts(
    seats: Sequence[Seat],
    rows: Sequence[FleetRow],
    seasons: Mapping[int, Season],
    people: Mapping[Place, Person],
) -> PlayerFacts:
    """The page, from the person's places, every fleet of those campaigns (best first within each), their
    seasons, and the people by campaign and member number. A game, flight or award that a campaign
    shares with its copy counts once."""
    mine = own_fleets(seats, rows)
    own = {(row.campaign, row.number) for row in mine}
    games = _games_once(seats, seasons)
    commanders = {
        (row.campaign, row.number): person
        for row in rows
        if (person := people.get((row.campaign, row.member))) is not None
    }
    return PlayerFacts(
        total_of(games, own),
        tuple(_campaign(seat, rows) for seat in seats if seat.active or own_fleets([seat], rows)),
        _favourites(mine, seasons, {seat.campaign: seat.origin for seat in seats}),
        _opponents(games, own, commanders),
        tuple(_awards(seats, rows, seasons)),
    )


def _games_once(seats: Sequence[Seat], seasons: Mapping[int, Season]) -> list[PlayedGame]:
    """The games of these campaigns, the oldest campaign first, without those that a copy repeats."""
    found: dict[PlayedGame, PlayedGame] = {}
    for seat in sorted(seats, key=lambda each: (each.copy_of > 0, each.campaign)):
        for game in seasons.get(seat.campaign, Season()).games:
            found.setdefault(replace(game, campaign=seat.origin), game)
    return list(found.values())


def _campaign(seat: Seat, rows: Iterable[FleetRow]) -> CampaignLine:
    here = [row for row in rows if row.campaign == seat.campaign]
    ranked = [row for row in here if row.ranked]
    place = dict(zip((row.number for row in ranked), places(ranked), strict=True))
    teams = {each.side: each.place for each in team_lines(ranked)} if seat.in_teams else {}
    fleets = tuple(
        FleetLine(
            row.name,
            fleet_address(seat.address, row.slug),
            row.side,
            state_word(row.standing, seat.phase == "ended"),
            place.get(row.number, 0),
            len(ranked),
            row.victories,
            row.defeats,
            row.draws,
            teams.get(row.side, 0) if row.number in place else 0,
            len(teams),
        )
        for row in own_fleets([seat], here)
    )
    return CampaignLine(seat.name, seat.address, seat.phase, seat.role, fleets, seat.restored)


def _favourites(
    mine: Iterable[FleetRow], seasons: Mapping[int, Season], origins: Mapping[int, int]
) -> tuple[Flown, ...]:
    """The ships that these fleets flew most often in games that are over; of a campaign and its copies, as
    often as in the one that tells of more. `origins` has the original of each campaign."""
    most: Counter[tuple[int, int, str, str]] = Counter()
    for row in mine:
        for each in seasons.get(row.campaign, Season()).flown.get(row.number, ()):
            key = (origins[row.campaign], row.number, each.name, each.ship)
            most[key] = max(most[key], each.times)
    times: Counter[tuple[str, str]] = Counter()
    for (_, _, name, ship), count in most.items():
        times[name, ship] += count
    best = sorted(times.items(), key=lambda each: (-each[1], each[0]))[:SHIPS]
    return tuple(Flown(ship, name, count) for (name, ship), count in best)


def _opponents(
    games: Sequence[PlayedGame], own: set[Fleet], commanders: Mapping[Fleet, Person]
) -> tuple[OpponentLine, ...]:
    """The people on the other side, those with most games first. A person has one line, with the name and the
    page of the last game."""
    keys = {fleet: person.key for fleet, person in commanders.items()}
    latest = {
        keys[fleet]: commanders[fleet]
        for game in games
        for fleet in ((game.campaign, game.active), (game.campaign, game.opposing))
        if fleet in keys
    }
    records = head_to_head(games, own, keys)
    order = sorted(records, key=lambda key: (-records[key].games, latest[key].name.casefold(), key))
    return tuple(_opponent(latest[key], records[key], own) for key in order)


def _opponent(person: Person, record: Record, own: set[Fleet]) -> OpponentLine:
    last = record.last
    assert last is not None
    fleet = last.active if (last.campaign, last.active) in own else last.opposing
    first, second = winner_first(last)
    return OpponentLine(
        person.name,
        person.page,
        record,
        f"{RESULT_WORDS[result_for(last, fleet)]}, {first.score}\u00a0to\u00a0{second.score}",
        game_address(last.campaign, last.ordinal),
    )


def _awards(
    seats: Sequence[Seat], rows: Sequence[FleetRow], seasons: Mapping[int, Season]
) -> Iterable[WonAward]:
    """The awards of campaigns that have ended, newest first; those of a copy only if its original has not
    ended."""
    ended = {seat.campaign for seat in seats if seat.phase == "ended"}
    names = {(row.campaign, row.number): row.name for row in rows}
    for seat in seats:
        own = {row.number for row in own_fleets([seat], rows)}
        counts = seat.campaign in ended and seat.copy_of not in ended
        found = seasons.get(seat.campaign, Season()).awards if counts else ()
        for award in found:
            if own & set(award.fleets):
                level = [fleet for each in found if each.title == award.title for fleet in each.fleets]
                winner = names.get((seat.campaign, min(own & set(award.fleets))), "This fleet")
                yield _won(seat, award, winner, [each for each in level if each not in own], names)


def _won(
    seat: Seat, award: Award, winner: str, rivals: Iterable[int], names: Mapping[Fleet, str]
) -> WonAward:
    """An award as its player reads it, with the name of their fleet. `rivals` are the fleets of others that
    share it, or played that game."""
    others = join_words(names.get((seat.campaign, each), "") for each in rivals)
    lead = "Against" if award.game else "Shared with"
    return WonAward(
        award.title,
        seat.name,
        game_address(seat.address, award.game) if award.game else seat.address,
        f"{lead} {others}." if others else "",
        award.sentence.replace("This fleet", winner, 1),
    )
