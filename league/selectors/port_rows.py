"""Facts about fleets and games for the league's pages, through `league.ports`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from league.models import Campaign
from league.ports import (
    DraftStand,
    FleetRow,
    GameName,
    GameRow,
    GameStand,
    Season,
    StandingPage,
    ValueRow,
    fleet_port,
    game_port,
)

EVERYBODY = 1_000_000


def fleets(campaign_id: int, numbers: Iterable[int] | None = None) -> list[FleetRow]:
    """The campaign's fleets by number; all, or those with these numbers. One query."""
    return fleet_port().rows(campaign_id, None if numbers is None else list(numbers))


def draft_stands(campaign_id: int) -> Mapping[int, DraftStand]:
    """The standing of each draft of the campaign, by number. One query."""
    return fleet_port().drafts(campaign_id)


@dataclass(frozen=True, slots=True)
class Command:
    """The fleet that a member owns in each campaign, and those for whose owner they stand in."""

    own: Mapping[int, FleetRow]
    proxied: Mapping[int, Sequence[FleetRow]]


def commanded(seats: Iterable[tuple[int, int]]) -> Command:
    """Fleets that these (campaign, member) pairs command, one pair for each campaign. A retired fleet
    counts only if its owner has no other. One query."""
    pairs = list(seats)
    own: dict[int, FleetRow] = {}
    proxied: dict[int, list[FleetRow]] = {}
    for row in fleet_port().commanded(pairs):
        if (row.campaign, row.member) not in pairs:
            proxied.setdefault(row.campaign, []).append(row)
        elif row.campaign not in own or own[row.campaign].standing == "retired":
            own[row.campaign] = row
    return Command(own, proxied)


def own_fleets(seats: Iterable[tuple[int, int]]) -> Mapping[int, FleetRow]:
    """The fleet that a member owns in each campaign; retired ones only if there is no other."""
    return commanded(seats).own


def standings(campaign_id: int, start: int = 0, limit: int = 50, *, counted: bool = True) -> StandingPage:
    """A stretch of the standings: the fleets that have taken part, best first (CR-152).

    Without `counted` the total is that of the stretch.
    """
    return fleet_port().standings(campaign_id, start, limit, counted=counted)


def ranked(campaign_id: int) -> Sequence[FleetRow]:
    """Every fleet that has taken part, best first (CR-152). One query."""
    return standings(campaign_id, 0, EVERYBODY, counted=False).rows


def games(campaign_id: int, round_number: int) -> dict[int, GameRow]:
    """The games of a round, by number. One query."""
    return {row.number: row for row in games_of(campaign_id, [round_number])}


def games_of(campaign_id: int, rounds: Iterable[int]) -> list[GameRow]:
    """The games of these rounds, by number. One query; nothing is asked for none."""
    wanted = list(rounds)
    return game_port().in_rounds(campaign_id, wanted) if wanted else []


def standing_games(campaign_id: int, numbers: Iterable[int]) -> Mapping[int, GameStand]:
    """Moves that these open games wait for, and since when. Three queries; nothing is asked for none."""
    wanted = sorted(set(numbers))
    return game_port().standing(campaign_id, wanted) if wanted else {}


def repairing(rows: Iterable[FleetRow]) -> list[str]:
    """The names of those of the fleets whose post-game phase is open."""
    return [each.name for each in rows if each.standing == "desk"]


def choosing_games(campaign_id: int, games: Iterable[GameRow]) -> set[int]:
    """The games among these whose reported results leave choices open. Three queries, none if no report waits
    to be confirmed."""
    found = standing_games(campaign_id, [each.number for each in games if each.step == "confirm"])
    return {number for number, stand in found.items() if leaves_choices(stand)}


def leaves_choices(stand: GameStand) -> bool:
    """Whether the game waits for choices that its result leaves open."""
    return any(each.what == "choose" for each in stand.waits)


def game_names(campaign_id: int, numbers: Iterable[int]) -> Mapping[int, GameName]:
    """Names of these games. One query; nothing is asked for none."""
    wanted = sorted(set(numbers))
    return game_port().names(campaign_id, wanted) if wanted else {}


def game_called(campaign_id: int, ordinal: int) -> tuple[int, GameName] | None:
    """The game with this number in addresses: its own number and its name. One query."""
    return next(iter(game_port().called(campaign_id, ordinal).items()), None)


def seasons(campaigns: Iterable[Campaign]) -> Mapping[int, Season]:
    """The games that are over in these campaigns and what follows from them, by id. Two queries at most."""
    wanted = [(each.pk, each.head_seq) for each in campaigns]
    return game_port().seasons(wanted) if wanted else {}


def in_campaigns(campaigns: Iterable[int]) -> list[FleetRow]:
    """Every fleet of these campaigns, best first within each (CR-152). One query, none for none."""
    wanted = list(campaigns)
    return fleet_port().in_campaigns(wanted) if wanted else []


def values(campaign_id: int, fleet_numbers: Iterable[int]) -> list[ValueRow]:
    """The charts' points of these fleets, in order of time. One query."""
    return fleet_port().values(campaign_id, list(fleet_numbers))


def fleet_names(campaign_id: int, numbers: Iterable[int]) -> Mapping[int, str]:
    """Names of these fleets; nothing is asked for none."""
    wanted = sorted(set(numbers))
    return {row.number: row.name for row in fleets(campaign_id, wanted)} if wanted else {}
