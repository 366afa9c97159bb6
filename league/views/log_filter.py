"""The choices in an address of the log, read and looked up."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest

from league.permissions import CampaignAccess
from league.ports import FleetRow, GameName
from league.presenters.log_filter import FRIENDLY, Chosen, LogFilter, log_filter
from league.presenters.timeline import Names, names_of
from league.rules.entry_kinds import KINDS
from league.rules.state import LeagueState
from league.selectors import campaigns, port_rows
from league.selectors.sought import Sought
from league.views.common import number_or_404

OUTSIDE = 0
"""The round of games that are outside the rounds."""


@dataclass(frozen=True, slots=True)
class Filtered:
    """The filter of a page, the entries that it lets through, and the names that it has read on the way."""

    filter: LogFilter
    sought: Sought
    names: Names


def filtered(request: HttpRequest, access: CampaignAccess) -> Filtered:
    """Read the choices. Raises Http404 for one that the campaign does not have.

    Three queries; one more for a round or a game, and another one for a game.
    """
    campaign = access.campaign.pk
    league, people = campaigns.league_state(campaign), campaigns.everybody(campaign)
    fleets = port_rows.fleets(campaign)
    rounds = {str(each.number): each.id for each in league.rounds.values()} | {FRIENDLY: OUTSIDE}
    chosen = Chosen(
        _number(request, "fleet", {each.number for each in fleets}, "fleet"),
        _number(request, "person", people, "person"),
        _word(request, "round", rounds, "round"),
        kind=_word(request, "kind", KINDS, "kind of entry"),
    )
    game = _game(request, campaign)
    if game and ("round" not in request.GET or _round_of(game[1]) == chosen.round):
        chosen = replace(chosen, round=_round_of(game[1]), game=game[1].ordinal)
    games = _games(campaign, rounds[chosen.round], chosen.round) if chosen.round else {}
    names = names_of(campaign, league, people)
    names.fleets = {each.number: each.name for each in fleets}
    names.slugs = {each.number: each.slug for each in fleets}
    names.games = games
    return Filtered(
        log_filter(chosen, _sorted(fleets), _by_name(people), _newest_first(league), games),
        _sought(chosen, rounds, games),
        names,
    )


def _word(request: HttpRequest, name: str, known: Container[str], what: str) -> str:
    word = request.GET.get(name, "")
    if word and word not in known:
        raise Http404(f"There is no such {what}.")
    return word


def _number(request: HttpRequest, name: str, known: Container[int], what: str) -> int | None:
    word = request.GET.get(name, "")
    number = number_or_404(word) if word else None
    if number is not None and number not in known:
        raise Http404(f"There is no such {what}.")
    return number


def _game(request: HttpRequest, campaign: int) -> tuple[int, GameName] | None:
    word = request.GET.get("game", "")
    found = port_rows.game_called(campaign, number_or_404(word)) if word else None
    if word and found is None:
        raise Http404("There is no such game.")
    return found


def _round_of(game: GameName) -> str:
    return str(game.round) if game.round else FRIENDLY


def _games(campaign: int, number: int, round_: str) -> dict[int, GameName]:
    """The games of a round by number."""
    at = None if round_ == FRIENDLY else int(round_)
    return {
        each.number: GameName(each.ordinal, each.active, each.opposing, at is None, at)
        for each in port_rows.games_of(campaign, [number])
    }


def _sought(chosen: Chosen, rounds: Mapping[str, int], games: Mapping[int, GameName]) -> Sought:
    one = [number for number, each in games.items() if each.ordinal == chosen.game]
    return Sought(
        chosen.fleet,
        chosen.person,
        rounds[chosen.round] if chosen.round and not one else None,
        tuple(one or games),
        chosen.kind,
    )


def _sorted(fleets: list[FleetRow]) -> list[FleetRow]:
    return sorted(fleets, key=lambda each: each.name.lower())


def _by_name(people: Mapping[int, str]) -> dict[int, str]:
    return dict(sorted(people.items(), key=lambda each: each[1].lower()))


def _newest_first(league: LeagueState) -> list[int]:
    return sorted((each.number for each in league.rounds.values()), reverse=True)
