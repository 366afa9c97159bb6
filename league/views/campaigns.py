"""Campaigns: the list, a new one, its page, its settings, its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from league.addresses import address, campaign_address, fleet_address, game_address
from league.forms import CampaignForm, CopyForm, NewCampaignForm, ReasonForm
from league.http import done, refusing
from league.models import Member
from league.permissions import CampaignAccess, campaign_access_or_404
from league.ports import DraftStand, FleetRow
from league.presenters import standings as standings_lines
from league.presenters.campaign import campaign_line
from league.presenters.progress import at_repairs
from league.presenters.standings import StandingLine, unequal_teams
from league.presenters.timeline import names_of
from league.rules.campaign import ChangeSettings, CreateCampaign, EndCampaign, ReopenCampaign
from league.rules.matching import lacks_opponents
from league.rules.next_fleet import may_found
from league.rules.phrases import SIDE_NAMES, join_words
from league.rules.profile import OPTIONS
from league.rules.state import LeagueState, Profile
from league.selectors import campaigns, port_rows
from league.selectors.clubs import listed_clubs
from league.selectors.copies import copies_among
from league.selectors.players import pages_of
from league.selectors.timeline import latest
from league.selectors.waiting import seats_of
from league.services.acts import act
from league.services.campaigns import create_campaign
from league.views.common import (
    base_of,
    form_page,
    frame,
    organiser_access,
    posted,
    undo_start_url,
    why_closed,
)
from league.views.inbox import ROLE_WORDS, tile
from league.views.schedule import next_card
from league.views.standings import ending_of, teams_of
from league.views.succession import related
from league.views.timeline import filled_page

STANDINGS_HEAD, TIMELINE_HEAD = 10, 6
LEAST_FLEETS = 2  # below that a campaign cannot start, so that inviting people comes first


@require_safe
def campaign_list(request: HttpRequest) -> HttpResponse:
    """My campaigns, clubs, and public campaigns to look at."""
    seats = seats_of(request.user) if request.user.is_authenticated else []
    public = campaigns.public_campaigns(request.user)
    clubs = listed_clubs(request.user)
    copies = copies_among({*(seat.campaign for seat in seats), *(each.pk for each in public)})
    restored = {number: each.restored for number, each in copies.items()}
    mine = [tile(seat, restored=restored.get(seat.campaign)) for seat in seats]
    others = [(each, restored.get(each.pk)) for each in public]
    return render(request, "league/campaign/list.html", {"tiles": mine, "public": others, "clubs": clubs})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def campaign_new(request: HttpRequest) -> HttpResponse:
    """Create a campaign (CR-050), perhaps with the settings of another."""
    mine = campaigns.organised_by(request.user)
    copy_form = CopyForm(request.GET if "copy" in request.GET else None, campaigns=mine)
    source = copy_form.cleaned_data["copy"] if copy_form.is_bound and copy_form.is_valid() else None
    initial = NewCampaignForm.initial_of("", source.public, source.profile) if source else None
    if initial is not None and source is not None:
        initial |= {"format": source.format, "missions": source.missions}
    form = NewCampaignForm(posted(request), initial=initial)

    def send() -> HttpResponse:
        data = form.cleaned_data
        order = CreateCampaign(
            data["campaign_name"],
            data["format"],
            data["missions"],
            public=data["public"],
            profile=form.profile(),
        )
        member = create_campaign(request.user, order)
        base = campaign_address(member.campaign_id)
        return done(request, address("invitations", base), "The campaign is ready. Now invite your players.")

    trail = [("Campaigns", address("campaigns"))]
    context = {"copy_form": copy_form if mine.exists() else None, "source": source, "trail": trail}
    return form_page(request, "league/campaign/new.html", context, form, send)


@dataclass(frozen=True, slots=True)
class OptionLine:
    """One option of the rules profile as this campaign plays it. `usual`: as the ruling of the digest is."""

    rule: str
    title: str
    reading: str
    on: bool
    usual: bool


def option_lines(profile: Profile) -> list[OptionLine]:
    """The rules profile in sentences."""
    return [
        OptionLine(each.rule, each.title, each.reading(profile), on, on == each.default)
        for each in OPTIONS
        for on in (getattr(profile, each.key),)
    ]


@require_safe
@refusing
def campaign_page(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """The campaign at a glance: what is going on, standings, fleets, timeline, people, rules."""
    access = campaign_access_or_404(request, campaign_id)
    league = campaigns.league_state(campaign_id)
    people = campaigns.all_members(campaign_id)
    owners, pages = {each.number: each.name for each in people}, pages_of(access, people)
    gathering = league.phase == "gathering"
    rows = _rows(access, gathering=gathering)
    drafts, table = (rows, []) if gathering else ([], _table(access, rows[:STANDINGS_HEAD], owners, pages))
    known = names_of(campaign_id, league, owners)
    picking = league.open_round.picking if league.open_round else None
    known.slugs = {each.number: each.slug for each in rows}
    known.fleets = ({picking: ""} if picking is not None else {}) | {each.number: each.name for each in rows}
    page = filled_page(access, latest(campaign_id, TIMELINE_HEAD), known, reading=True)
    teams = teams_of(access, rows) if table else []
    stands = port_rows.draft_stands(campaign_id) if drafts and access.organises else {}
    repairing = _repairing(access, league)
    context = frame(
        request,
        access,
        "Overview",
        line=campaign_line(
            league,
            leaders=[f"Team {each.name}" for each in teams if each.place == 1]
            or [each.name for each in table if each.place == 1],
            drafts=len(drafts),
            names=page.names.fleets,
            sides={each.number: each.side for each in rows} if league.format == "team" else None,
            repairing=repairing,
            stuck=_stuck(access, league),
        ),
        unfinished=any(each.standing == "playing" for each in rows),
        repairing="" if league.called_round else join_words(repairing),
        undo_start=undo_start_url(access, league),
        table=table,
        teams=teams,
        ending=ending_of(access, rows, table, teams),
        drafts=_with_players(drafts, owners, pages, stands, teams=league.format == "team"),
        shows_stands=bool(stands),
        fleetless=_fleetless(people, drafts) if gathering else [],
        unequal=_unequal(league, drafts),
        round=league.called_round,
        night=next_card(access, league, owners),
        items=page.items,
        options=option_lines(league.profile),
        people=[(each, ROLE_WORDS[each.role], pages.get(each.number, "")) for each in people if each.active],
        **_asking(request, access),
        playable=len(drafts) >= LEAST_FLEETS,
        related=related(request, access),
        **_my_fleet(access, league, rows),
    )
    return render(request, "league/campaign/page.html", context)


def _unequal(league: LeagueState, drafts: Sequence[FleetRow]) -> str:
    if league.format != "team":
        return ""
    return unequal_teams(each.side for each in drafts if each.standing == "draft")


def _asking(request: HttpRequest, access: CampaignAccess) -> dict[str, Any]:
    """Last request of a visitor who could ask to join, and whether an organiser removed them. At most four
    queries, none for members and strangers."""
    if access.member is not None or not request.user.is_authenticated:
        return {}
    return {
        "join_request": campaigns.last_request(access.campaign.pk, request.user),
        "removed": campaigns.was_removed(access.campaign.pk, request.user),
    }


def _stuck(access: CampaignAccess, league: LeagueState) -> bool:
    """Whether too few take part for a game. One query, none unless the campaign once ended for that."""
    return league.decided and lacks_opponents(league, port_rows.fleets(access.campaign.pk))


def _repairing(access: CampaignAccess, league: LeagueState) -> list[str]:
    """The fleets whose repairs are open: for those who may open a round now, or while the games of one are
    over. One query, none in any other case and before the first round."""
    at = league.called_round
    if at is not None and at.present and not at.playing:
        return port_rows.repairing(at_repairs(at, port_rows.fleets(access.campaign.pk)))
    may_open = access.organises and league.phase == "running" and at is None and league.rounds
    return port_rows.repairing(port_rows.fleets(access.campaign.pk)) if may_open else []


def _with_players(
    drafts: Sequence[FleetRow],
    owners: Mapping[int, str],
    pages: Mapping[int, str],
    stands: Mapping[int, DraftStand],
    *,
    teams: bool,
) -> list[tuple[FleetRow, str, str, DraftStand | None]]:
    """Each fleet with its player's name and page and how it stands, in teams team by team (CR-055)."""
    order = sorted(drafts, key=lambda each: tuple(SIDE_NAMES).index(each.side)) if teams else drafts
    return [
        (each, owners.get(each.member, ""), pages.get(each.member, ""), stands.get(each.number))
        for each in order
    ]


def _fleetless(people: Sequence[Member], drafts: Sequence[FleetRow]) -> list[str]:
    """The players who have not founded a fleet yet."""
    have = {each.member for each in drafts if each.standing == "draft"}
    return [each.name for each in people if each.active and each.role == "player" and each.number not in have]


def _number(access: CampaignAccess) -> int:
    return access.member.number if access.member else 0


def _my_fleet(access: CampaignAccess, league: LeagueState, rows: Sequence[FleetRow]) -> dict[str, Any]:
    """The reader's fleet, or the one that left after it had played, and whether they may found one."""
    own = _own(access, rows)
    gone = own is not None and own.standing == "retired"
    fleets = [own] if own else []
    return {
        "own": None if gone else own,
        "former": own if own and gone and own.ranked else None,
        "may_found": access.plays and may_found(league, _number(access), fleets, organises=access.organises),
    }


def _own(access: CampaignAccess, rows: Sequence[FleetRow]) -> FleetRow | None:
    """The reader's fleet, one that left only if there is no other. One query if it is not among the fleets
    that the page has read."""
    member = access.member
    if member is None:
        return None
    here = [each for each in rows if each.member == member.number and each.standing != "retired"]
    found = min(here, key=lambda each: each.number, default=None)
    return found or port_rows.own_fleets([(access.campaign.pk, member.number)]).get(access.campaign.pk)


def _rows(access: CampaignAccess, *, gathering: bool) -> Sequence[FleetRow]:
    """The drafts while the campaign gathers, then the head of the standings. All that are ranked in teams,
    whose sums need them, and after the end, when awards name any of them. One query."""
    campaign = access.campaign
    if gathering:
        return port_rows.fleets(campaign.pk)
    if campaign.format == "team" or campaign.phase == "ended":
        return port_rows.ranked(campaign.pk)
    return port_rows.standings(campaign.pk, 0, STANDINGS_HEAD, counted=False).rows


def _table(
    access: CampaignAccess, rows: Sequence[FleetRow], owners: Mapping[int, str], pages: Mapping[int, str]
) -> tuple[StandingLine, ...]:
    me = _number(access)
    ended = access.campaign.phase == "ended"
    return standings_lines.lines(
        rows, start=0, better=0, base=base_of(access), owners=owners, me=me, ended=ended, pages=pages
    )


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def settings(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Name, visibility and, while gathering, the rules profile."""
    access = organiser_access(request, campaign_id, "change the settings")
    campaign = access.campaign
    initial = CampaignForm.initial_of(campaign.name, campaign.public, campaign.profile)
    form = CampaignForm(posted(request), initial=initial, profile_fixed=campaign.phase != "gathering")

    def send() -> HttpResponse:
        data = form.cleaned_data
        act(campaign.pk, access.member, ChangeSettings(data["campaign_name"], data["public"], form.profile()))
        return done(request, base_of(access), "The settings are changed.")

    context = frame(request, access, "More", options=option_lines(Profile(**campaign.profile)))
    return form_page(request, "league/settings.html", context, form, send)


def _with_reason(
    request: HttpRequest, access: CampaignAccess, order: Any, words: dict[str, str], *, needed: bool
) -> HttpResponse:
    form = ReasonForm(posted(request), needed=needed)

    def send() -> HttpResponse:
        act(access.campaign.pk, access.member, order(reason=form.cleaned_data["reason"]))
        return done(request, base_of(access), words["done"])

    closed = "" if request.method == "POST" else why_closed(access, order(reason=words["button"]))
    unfinished = _unfinished(access) if closed and order is EndCampaign else []
    context = frame(request, access, "More", words=words, closed=closed, unfinished=unfinished)
    return form_page(request, "league/reason.html", context, form, send)


def _unfinished(access: CampaignAccess) -> list[tuple[str, str]]:
    """Games and post-game phases that keep the campaign from its end, each with the address where it is
    finished. A game of a closed round is among them if its result was undone. Three queries."""
    campaign, base = access.campaign.pk, base_of(access)
    fleets = {row.number: row for row in port_rows.fleets(campaign)}
    games = port_rows.games_of(campaign, (each.number for each in campaigns.rounds(campaign)))
    found: list[tuple[str, str]] = [
        (f"{fleets[each.active].name} against {fleets[each.opposing].name}", game_address(base, each.ordinal))
        for each in games
        if each.step not in ("done", "void")
    ]
    desks = [row for row in fleets.values() if row.standing == "desk"]
    found += [
        (
            f"Repairs of {row.name}",
            address("fleet-work", fleet_address(base, row.slug), "desk"),
        )
        for row in desks
    ]
    if desks:
        found.append(("Close the open repairs together", address("close-desks", base)))
    return found


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def end(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """End the campaign and keep its final standings (CR-152)."""
    words = {
        "title": "End the campaign",
        "text": "The present standings become final. An open round is closed, and no more are opened. "
        "Everybody can still read everything, and an organiser can reopen the campaign.",
        "rule": "CR-152",
        "button": "End the campaign",
        "done": "The campaign has ended. Its final standings are kept.",
    }
    access = organiser_access(request, campaign_id, "end the campaign")
    return _with_reason(request, access, EndCampaign, words, needed=False)


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def reopen(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Take an ended campaign up again, with a reason."""
    words = {
        "title": "Reopen the campaign",
        "text": "The campaign goes on: new rounds can be opened. Give a reason, so that everybody knows.",
        "rule": "",
        "button": "Reopen the campaign",
        "done": "The campaign goes on.",
    }
    access = organiser_access(request, campaign_id, "reopen the campaign")
    after = related(request, access).after
    if after is not None:
        words["text"] += f" {after.name} goes on from it already, and is not changed."
    return _with_reason(request, access, ReopenCampaign, words, needed=True)
