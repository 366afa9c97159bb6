"""The start of a campaign: which rosters get locked, and what the others lack (CR-016)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from league.addresses import address, fleet_address
from league.http import done, refusing
from league.kernel.refusal import Finding, Refusal, are_legal
from league.models import Campaign
from league.permissions import CampaignAccess
from league.posted import read_number
from league.presenters.standings import unequal_teams
from league.selectors import campaigns, port_rows
from league.services.acts import act
from league.store import log
from league.views.common import base_of, frame, organiser_access, undo_start_url
from rosters.presenters.start import start_question
from rosters.rules.fleets.ready import is_ready
from rosters.rules.fleets.start import FLEETS_NEEDED, TEAMS_NEEDED, start_report
from rosters.rules.orders import StartCampaign
from rosters.rules.state import RostersState
from rosters.selectors.waiting import WORTH_SPENDING


@dataclass(frozen=True, slots=True)
class Draft:
    """A fleet as the start would take it: `legal` ones are locked, the others stay drafts. `ready`: its
    commander says so."""

    number: int
    name: str
    url: str
    owner: str
    side: str
    ships: int
    value: int
    points: int
    findings: Sequence[Finding]
    ready: bool

    @property
    def much_left(self) -> bool:
        """Whether enough points are left to buy something with."""
        return self.points >= WORTH_SPENDING

    @property
    def legal(self) -> bool:
        return are_legal(self.findings)


def drafts(access: CampaignAccess) -> list[Draft]:
    """Every draft with its findings, by number. Four queries."""
    campaign: Campaign = access.campaign
    state = log.load(campaign.pk)
    rows = {each.number: each for each in port_rows.fleets(campaign.pk)}
    owners = campaigns.member_names(campaign.pk, (each.member for each in rows.values()))
    return [
        Draft(
            number,
            rows[number].name,
            address("fleet-work", fleet_address(base_of(access), rows[number].slug), "build"),
            owners.get(rows[number].member, ""),
            rows[number].side,
            rows[number].ships,
            rows[number].value,
            rows[number].points,
            findings,
            is_ready(state.of(RostersState).fleets[number]),
        )
        for number, findings in start_report(state)
        if number in rows
    ]


def _fleetless(access: CampaignAccess) -> list[str]:
    """The players who have founded no fleet. Two queries."""
    campaign = access.campaign.pk
    have = {each.member for each in port_rows.fleets(campaign) if each.standing == "draft"}
    return [
        each.name for each in campaigns.members(campaign) if each.role == "player" and each.number not in have
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def start(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Show what the start will do; a post does it."""
    access = organiser_access(request, campaign_id, "start the campaign")
    if request.method == "POST":
        locked, building = (_posted_fleets(request, name) for name in ("locked", "building"))
        try:
            act(campaign_id, access.member, StartCampaign(locked, building))
        except Refusal as refusal:
            return _page(request, organiser_access(request, campaign_id, "start the campaign"), refusal)
        return done(request, base_of(access), "The campaign has begun. Open the first round on game night.")
    return _page(request, access)


def _posted_fleets(request: HttpRequest, name: str) -> tuple[int, ...]:
    """The numbers of fleets in the fields of that name. Raises `Unreadable`."""
    return tuple(read_number(each, "The fleet", field=name) for each in request.POST.getlist(name))


def _page(request: HttpRequest, access: CampaignAccess, refusal: Refusal | None = None) -> HttpResponse:
    """The list of what the start will do, perhaps below the reason why it did not."""
    found = drafts(access) if access.campaign.phase == "gathering" else []
    legal = [each for each in found if each.legal]
    others = [each for each in found if not each.legal]
    waiting = [each for each in legal if not each.ready]
    fleetless = _fleetless(access) if access.campaign.phase == "gathering" else []
    teams = access.campaign.format == "team"
    context = frame(
        request,
        access,
        "More",
        refusal=refusal,
        legal=legal,
        others=others,
        waiting=waiting,
        fleetless=fleetless,
        question=start_question(
            len(legal),
            building=[each.name for each in waiting],
            drafts=[each.name for each in others],
            fleetless=fleetless,
        ),
        undo=undo_start_url(access, campaigns.league_state(access.campaign.pk)),
        needed=FLEETS_NEEDED,
        enough=len(legal) >= FLEETS_NEEDED,
        one_team=teams and len({each.side for each in legal}) < TEAMS_NEEDED,
        unequal=unequal_teams(each.side for each in legal) if teams else "",
    )
    status = refusal.status if refusal else 200
    return render(request, "rosters/start.html", context, status=status)
