"""Founding a fleet: side, suit, name; an organiser may do it for a player."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from league.addresses import address, fleet_address
from league.http import done, refusing
from league.kernel.refusal import NotYours
from league.models import Member
from league.permissions import CampaignAccess, member_access_or_404
from league.ports import FleetRow
from league.rules.next_fleet import needs_organiser
from league.rules.phrases import join_words
from league.selectors import campaigns, port_rows
from league.services.acts import act
from league.views.common import base_of, form_page, frame, posted
from league.views.succession import related
from rosters.forms import FoundForm
from rosters.rules.events import FleetFounded
from rosters.rules.fleets.names import SUITS
from rosters.rules.orders import FoundFleet
from rosters.rules.state import START_POINTS

SIDES = (
    ("rebel", "Rebel", "Sturdy, shielded, full of heroes."),
    ("imperial", "Imperial", "Fast, many, and well drilled."),
    ("scum", "Scum", "Odd ships, sharp tricks, no scruples."),
)


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit to choose; `taken_by` names the fleet that plays it."""

    value: str
    taken_by: str
    free: bool


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def found(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """The founding page, with the first suit that nobody plays chosen, which stands above the button; a post
    founds the fleet and leads to its builder."""
    access = member_access_or_404(request, campaign_id)
    if not access.plays and not access.organises:
        raise NotYours("no_player", "Only players have a fleet. Ask an organiser to make you one of them.")
    every = port_rows.fleets(campaign_id)
    rows = [row for row in every if row.standing != "retired"]
    members = campaigns.members(campaign_id)
    people = _without_fleet(access, rows, members) if access.organises else []
    suits = _suits(rows)
    unplayed = next((each.value for each in suits if each.free and not each.taken_by), "")
    form = FoundForm(
        posted(request), people=people, initial={"suit": unplayed, "member": request.GET.get("for", "")}
    )

    def send() -> HttpResponse:
        data = form.cleaned_data
        order = FoundFleet(data["fleet_name"], data["side"], data["suit"], data["member"] or 0)
        acted = act(campaign_id, access.member, order)
        founded = acted.events[0]
        assert isinstance(founded, FleetFounded)
        return done(
            request,
            address("fleet-work", fleet_address(base_of(access), founded.slug), "build"),
            f"{order.fleet_name} is founded. {START_POINTS} FP to spend.",
        )

    own = next((row for row in rows if access.member and row.member == access.member.number), None)
    context = frame(
        request,
        access,
        "Fleets",
        own_url=fleet_address(base_of(access), own.slug) if own else "",
        sides=_sides(rows, _last_time(request, access)) if access.campaign.format == "team" else SIDES,
        suits=suits,
        shared=all(each.taken_by for each in suits),
        people=people,
        own=own if own and own.standing != "eliminated" else None,
        ask=_whom_to_ask(access, every, members),
    )
    return form_page(request, "rosters/found.html", context, form, send)


def _whom_to_ask(access: CampaignAccess, rows: list[FleetRow], members: list[Member]) -> str:
    """The people who can found the reader's next fleet, "" if the reader can. One query."""
    if access.member is None or access.organises:
        return ""
    if not needs_organiser(campaigns.league_state(access.campaign.pk), access.member.number, rows):
        return ""
    return (
        join_words([each.name for each in members if each.organises and each.user_id], "or") or "An organiser"
    )


def _without_fleet(access: CampaignAccess, rows: list[FleetRow], members: list[Member]) -> list[Member]:
    taken = {row.member for row in rows if row.standing != "eliminated"}
    me = access.member.number if access.member else 0
    return [
        each for each in members if each.number not in taken and each.number != me and each.role != "visitor"
    ]


def _sides(rows: list[FleetRow], last: dict[str, list[str]]) -> list[tuple[str, str, str]]:
    """The sides of a team campaign, each with the fleets that are its team (CR-055) and, in a campaign that
    goes on from another, who played it there."""
    teams = {side: [row.name for row in rows if row.side == side] for side, *_ in SIDES}
    lines = []
    for side, label, _ in SIDES:
        words = f"Together with {join_words(teams[side])}." if teams[side] else "Nobody yet."
        lines.append(
            (side, label, f"{words} Last time: {join_words(last[side])}." if side in last else words)
        )
    return lines


def _last_time(request: HttpRequest, access: CampaignAccess) -> dict[str, list[str]]:
    """The players of each side in the team campaign that this one goes on from, as far as the reader may see
    it. Four queries at most, none without a predecessor."""
    before = related(request, access).before
    if before is None or before.format != "team":
        return {}
    rows = [row for row in port_rows.fleets(before.pk) if row.standing != "retired"]
    names = campaigns.member_names(before.pk, (row.member for row in rows))
    last: dict[str, list[str]] = {}
    for row in rows:
        name = names.get(row.member, row.name)
        if name not in last.setdefault(row.side, []):
            last[row.side].append(name)
    return last


def _suits(rows: list[FleetRow]) -> list[Suit]:
    """The four suits; a taken one can be chosen again once all are (CR-010)."""
    taken: dict[str, str] = {}
    for row in rows:
        taken.setdefault(row.suit, row.name)
    every = all(suit in taken for suit in SUITS)
    return [Suit(suit, taken.get(suit, ""), every or suit not in taken) for suit in SUITS]
