"""Paper for one evening: tonight's tables with their codes, and all sheets of tonight's games in one file."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from league.addresses import game_address
from league.http import printed_origin, refusing
from league.kernel.refusal import Refusal
from league.models import Shard
from league.naming import file_stem
from league.pdf import answer, campaign_key, paper_of, sheet
from league.permissions import CampaignAccess, campaign_access_or_404
from league.ports import FleetRow
from league.presenters.dates import as_of_words
from league.rules.matching import waits_for_game
from league.rules.state import RoundState
from league.selectors import campaigns, port_rows
from league.selectors.moments import moment
from missions.models import Game
from missions.presenters.print.tables import TablesSheet, tables
from missions.rules.content.victory import mission_of
from missions.rules.game.state import SIDES
from missions.selectors import games as select
from missions.views.print.games import COMING, UNDER_WAY, as_of, by_side, form_html, play_html, seqs_of
from missions.views.print.missions import briefing_html
from rosters.rules.state import FleetState
from rosters.selectors import fleets as rosters
from rosters.views.print import roster_html

NO_GAME = (
    "There is nothing to print for tonight: no game is under way. Pair two fleets first. Until then the "
    "print room has rosters, blank forms and the standings."
)


def tonight(access: CampaignAccess) -> list[Game]:
    """The games under way, by number: those that are prepared, drawn, played or reported. One query."""
    rows = Game.objects.filter(campaign=access.campaign, step__in=(*COMING, *UNDER_WAY))
    return list(rows.order_by("number"))


def _tonight_or_refusal(access: CampaignAccess) -> list[Game]:
    games = tonight(access)
    if not games:
        raise Refusal("no_game", NO_GAME, rule="CR-051")
    return games


@require_safe
@refusing
def tables_pdf(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """The tables of tonight's games for the wall, each with a code that opens its game."""
    access = campaign_access_or_404(request, campaign_id)
    paper, games = paper_of(request), _tonight_or_refusal(access)
    drawn = _tables(access, games, printed_origin(request))
    pdf = sheet(f"tables:{_key(access, games, drawn)}", paper, lambda: _tables_html(drawn))
    return answer(pdf, f"{file_stem(access.campaign.name, 'campaign')}-tables")


@require_safe
@refusing
def evening_pdf(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Everything for tonight's tables in one file: the tables, then each game's sheets as far as they can be
    printed by now."""
    access = campaign_access_or_404(request, campaign_id)
    paper, games = paper_of(request), _tonight_or_refusal(access)
    drawn = _tables(access, games, printed_origin(request))

    def html() -> list[str]:
        sheets = [_tables_html(drawn)]
        for game, table in zip(games, drawn.tables, strict=True):
            sheets += _sheets_of(access, game, table.address)
        return sheets

    pdf = sheet(f"evening:{_key(access, games, drawn)}", paper, html)
    return answer(pdf, f"{file_stem(access.campaign.name, 'campaign')}-evening")


def _tables(access: CampaignAccess, games: Sequence[Game], origin: str) -> TablesSheet:
    campaign = access.campaign
    fleets = {fleet.number: fleet for fleet in port_rows.fleets(campaign.pk)}
    at = campaigns.league_state(campaign.pk).open_round
    return TablesSheet(
        campaign.name,
        f"Round {at.number}" if at else "",
        tables(
            games,
            fleets,
            dict(campaigns.member_names(campaign.pk, (fleet.member for fleet in fleets.values()))),
            {game.number: origin + game_address(campaign.pk, game.ordinal) for game in games},
            at.tables if at else {},
        ),
        tuple(fleets[number].name for number in at.sitting_out) if at else (),
        as_of_words(moment(campaign.pk, max(_seqs(access, games)))),
        _waiting(at, fleets) if at else (),
    )


def _waiting(at: RoundState, fleets: Mapping[int, FleetRow]) -> tuple[str, ...]:
    """The names of the fleets that are here and have no game so far."""
    here = (fleets[number] for number in at.present if waits_for_game(at, number))
    return tuple(fleet.name for fleet in here if fleet.standing == "ready")


def _tables_html(drawn: TablesSheet) -> str:
    return render_to_string("print/tables.html", {"sheet": drawn})


def _seqs(access: CampaignAccess, games: Sequence[Game]) -> list[int]:
    """The points of the log at which the games and their fleets changed last. One query."""
    keys = {each for game in games for each in (game.number, game.active, game.opposing)}
    rows = Shard.objects.filter(campaign=access.campaign, part__in=("missions", "rosters"), key__in=keys)
    return list(rows.order_by("part", "key").values_list("seq", flat=True))


def _key(access: CampaignAccess, games: Sequence[Game], drawn: TablesSheet) -> str:
    """Everything that the sheets of the evening depend on."""
    facts = repr((_seqs(access, games), drawn)).encode()
    return f"{campaign_key(access.campaign)}:{hashlib.sha256(facts).hexdigest()}"


def _sheets_of(access: CampaignAccess, row: Game, address: str) -> Iterator[str]:
    """The sheets of a game: briefing, both play sheets, or both rosters until it is drawn, and the form."""
    game = select.game_or_404(access.campaign, row.number)
    fleets, at = by_side(access, game), as_of(access, seqs_of(access, game))
    mission = mission_of(game)
    if mission is not None:
        yield briefing_html(access, game, mission, {side: fleet.name for side, fleet in fleets.items()})
    for side in SIDES:
        drawn = game.step in UNDER_WAY
        yield play_html(access, game, side, at) if drawn else _roster(access, fleets[side])
    yield form_html(access, game, address, at)


def _roster(access: CampaignAccess, fleet: FleetState) -> str:
    owner = campaigns.member_names(access.campaign.pk, [fleet.member]).get(fleet.member, "")
    return roster_html(access, fleet, owner, rosters.seq_of(access.campaign, fleet.id))
