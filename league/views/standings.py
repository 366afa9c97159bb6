"""Standings and charts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from league.charts import MARKERS_EXPLAINED, Series, line_chart
from league.permissions import CampaignAccess, campaign_access_or_404
from league.ports import FleetRow, StandingPage, ValueRow
from league.presenters import standings as words
from league.presenters.season import Ending, award_lines, podium
from league.presenters.standings import StandingLine, TeamLine
from league.selectors import campaigns, port_rows
from league.selectors.players import people_in
from league.views.common import base_of, frame, number_or_404

PAGE, CHARTED = 50, 12


def _table(access: CampaignAccess, page: StandingPage) -> tuple[StandingLine, ...]:
    people = people_in(access, (row.member for row in page.rows))
    me = access.member.number if access.member else 0
    return words.lines(
        page.rows,
        start=page.start,
        better=page.better,
        base=base_of(access),
        owners=people.names,
        me=me,
        ended=access.campaign.phase == "ended",
        pages=people.pages,
    )


def teams_of(access: CampaignAccess, ranked: Sequence[FleetRow] | None = None) -> list[TeamLine]:
    """The teams' standings for this reader; [] when every fleet plays for itself (CR-152). A page that has
    read all that are `ranked` hands them in."""
    campaign, member = access.campaign, access.member
    if campaign.format != "team":
        return []
    rows = port_rows.ranked(campaign.pk) if ranked is None else ranked
    mine = next((row.side for row in rows if member is not None and row.member == member.number), "")
    return words.team_lines(rows, mine)


def ending_of(
    access: CampaignAccess,
    rows: Sequence[FleetRow],
    table: Iterable[StandingLine],
    teams: Iterable[TeamLine] = (),
) -> Ending | None:
    """The podium and the awards of a campaign that has ended and had a game; None for others. `rows` are the
    first fleets of the standings and `table` their lines. Three queries at most."""
    campaign = access.campaign
    if campaign.phase != "ended" or not any(row.games for row in rows):
        return None
    season = port_rows.seasons([campaign]).get(campaign.pk)
    found = season.awards if season else ()
    fleets = {row.number: (row.name, row.slug) for row in rows}
    missing = {number for each in found for number in each.fleets} - fleets.keys()
    if missing:
        fleets |= {row.number: (row.name, row.slug) for row in port_rows.fleets(campaign.pk, sorted(missing))}
    return Ending(podium(table, teams), award_lines(base_of(access), found, fleets))


@require_safe
def standings(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """The table of the campaign (CR-152), fifty fleets to a page."""
    access = campaign_access_or_404(request, campaign_id)
    number = number_or_404(request.GET.get("page") or "1")
    if number < 1:
        raise Http404("Pages begin with 1.")
    found = port_rows.standings(campaign_id, (number - 1) * PAGE, PAGE)
    if not found.rows and number > 1:
        raise Http404("There is no such page.")
    teams, table = teams_of(access), _table(access, found)
    context = frame(
        request,
        access,
        "Standings",
        teams=teams,
        table=table,
        ending=ending_of(access, found.rows, table, teams) if number == 1 else None,
        page=Paginator(range(found.total), PAGE).page(number),
    )
    return render(request, "league/standings/page.html", context)


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture with its figures: column titles and rows."""

    caption: str
    svg: SafeString
    head: Sequence[str]
    rows: Sequence[Sequence[object]]


@require_safe
def charts(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Fleet value and points in hand over the rounds: the best twelve fleets, and the reader's."""
    access = campaign_access_or_404(request, campaign_id)
    fleets = list(port_rows.standings(campaign_id, 0, CHARTED).rows)
    own = port_rows.own_fleets([(campaign_id, access.member.number)]) if access.member else {}
    mine = own.get(campaign_id)
    if mine is not None and mine.standing != "draft" and mine.number not in {each.number for each in fleets}:
        fleets.append(mine)
    rows = port_rows.values(campaign_id, (each.number for each in fleets))
    ordinals = campaigns.round_ordinals(campaign_id)
    figures = _figures(fleets, rows, ordinals, mine)
    context = frame(request, access, "Standings", figures=figures, markers=MARKERS_EXPLAINED)
    return render(request, "league/charts.html", context)


def _figures(
    fleets: Sequence[FleetRow], rows: Sequence[ValueRow], ordinals: dict[int, int], mine: FleetRow | None
) -> list[Figure]:
    if not rows:
        return []
    last = max((ordinals.get(row.round or 0, 0) for row in rows), default=0)
    steps = ["Start", *(f"Round {number}" for number in range(1, last + 1))]
    me = mine.number if mine else 0
    return [
        _figure(
            "Fleet value after each round (CR-002)", steps, fleets, _by_step(rows, ordinals, "value"), me
        ),
        _figure(
            "Fleet Points in hand after each round", steps, fleets, _by_step(rows, ordinals, "points"), me
        ),
    ]


def _by_step(rows: Sequence[ValueRow], ordinals: dict[int, int], what: str) -> dict[tuple[int, int], int]:
    """(fleet, step) → the last figure there; step 0 is the start."""
    return {(row.fleet, ordinals.get(row.round or 0, 0)): getattr(row, what) for row in rows}


def _carried(values: Iterable[int | None]) -> list[int | None]:
    """A fleet that sat a round out keeps the figure it had; before its first figure there is none."""
    found: list[int | None] = []
    for value in values:
        found.append(found[-1] if value is None and found else value)
    return found


def _figure(
    caption: str,
    steps: Sequence[str],
    fleets: Sequence[FleetRow],
    figures: dict[tuple[int, int], int],
    me: int,
) -> Figure:
    series = [
        Series(
            fleet.name,
            _carried([figures.get((fleet.number, step)) for step in range(len(steps))]),
            fleet.number == me,
            fleet.side,
        )
        for fleet in fleets
    ]
    table = [[one.name, *("–" if value is None else value for value in one.values)] for one in series]
    return Figure(caption, line_chart(caption, steps, series), ["Fleet", *steps], table)
