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
from league.kernel.decision import Order
from league.kernel.refusal import Refusal
from league.models import Member
from league.permissions import CampaignAccess, campaign_access_or_404
from league.ports import DraftStand, FleetRow
from league.presenters import standings as standings_lines
from league.presenters.campaign import campaign_line
from league.presenters.progress import at_repairs
from league.presenters.standings import StandingLine, unequal_teams
from league.presenters.timeline import names_of
from league.rules.campaign import ChangeSettings, CreateCampaign, EndCampaign, ReopenCampaign
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
from league.services.acts import act, preview
from league.services.campaigns import create_campaign
from league.views.common import base_of, form_page, frame, organiser_access, posted, undo_url
from league.views.inbox import ROLE_WORDS, tile
from league.views.schedule import next_card
from league.views.standings import ending_of, teams_of
from league.views.succession import related
from league.views.timeline import filled_page

STANDINGS_HEAD, TIMELINE_HEAD = 10, 6
START = "start_campaign"  # the order of rosters that starts a campaign
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
    leaders = [f"Team {each.name}" for each in teams if each.place == 1]
    stands = port_rows.draft_stands(campaign_id) if drafts and access.organises else {}
    repairing, own = _repairing(access, league), _own(access, rows)
    leaders = leaders or [each.name for each in table if each.place == 1]
    context = frame(
        request,
        access,
        "Overview",
        line=campaign_line(
            league,
            leaders=leaders,
            drafts=len(drafts),
            names=page.names.fleets,
            sides={each.number: each.side for each in rows} if league.format == "team" else None,
            repairing=repairing,
        ),
        unfinished=any(each.standing == "playing" for each in rows),
        own=own if own and own.standing != "retired" else None,
        former=own if own and own.standing == "retired" and own.ranked else None,
        may_found=access.plays
        and may_found(league, _number(access), [own] if own else [], organises=access.organises),
