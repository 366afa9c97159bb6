"""An organiser closes the open post-game phases with one press, after a look at what that does (CR-145), or
reminds the players whose phases are open."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from league.addresses import address, fleet_address, round_address
from league.http import back, done, printed_origin, refusing, seen_from
from league.permissions import CampaignAccess, member_access_or_404
from league.posted import read_number
from league.rules.command import commanders
from league.rules.phrases import join_words
from league.rules.reminders import DESK, NO_GAME, DeskReminded, reminded_at, soon_again
from league.rules.state import LeagueState
from league.selectors import campaigns, port_rows
from league.services.acts import act
from league.services.mail import Letter, mail_letters
from league.store import log
from league.views.common import base_of, frame, organiser_access
from rosters.rules.desk.closing import Closing
from rosters.rules.desk.orders import open_desks
from rosters.rules.desk.remind import RemindDesks
from rosters.rules.state import FleetState
from rosters.services.desks import close_desks

LETTER = """{campaign}: the repairs of {fleet} are open. Spend, recover and arrange, then close them.

{desk}

You asked for reminders by mail. To stop them, go to {account}
"""


@dataclass(frozen=True, slots=True)
class Desk:
    """An open post-game phase: what closing it now does, and why it stays open ("" if it can be closed).
    `answer` is the label of the link to the place where that is answered, at `answer_url`. `may_remind`: its
    people can be reminded of it now; `reminded` is when they were reminded last."""

    number: int
    name: str
    side: str
    owner: str
    url: str
    points: int
    outcome: Closing
    why_open: str
    may_remind: bool
    reminded: datetime | None
    answer: str
    answer_url: str


def _answer(fleet: FleetState, outcome: Closing, desk: str) -> tuple[str, str]:
    """The place where a player, or an organiser for them, answers what keeps a phase open."""
    if fleet.offer is not None:
        return "Take an asset or none", f"{desk}?step=result#offer"
    if outcome.proposal is not None:
        return "Lay out the squadrons", f"{desk}?step=arrange"
    return "To the closing of these repairs", f"{desk}?step=review#close"


def found(access: CampaignAccess) -> list[Desk]:
    """Every open post-game phase, by the fleet's number."""
    campaign = access.campaign
    rows = {each.number: each for each in port_rows.fleets(campaign.pk)}
    owners = campaigns.member_names(campaign.pk, (each.member for each in rows.values()))
    state, now = log.load(campaign.pk), timezone.now().isoformat()
    me = access.member.number if access.member else 0
    last = {each: reminded_at(state.of(LeagueState), NO_GAME, each, DESK) for each in rows}
    listed = []
    for fleet, outcome, why in open_desks(state):
        url = address("fleet-work", fleet_address(base_of(access), rows[fleet.id].slug), "desk")
        listed.append(
            Desk(
                fleet.id,
                fleet.name,
                fleet.side,
                owners.get(fleet.member, ""),
                url,
                fleet.points,
                outcome,
                why,
                not soon_again(last[fleet.id], now) and any(each != me for each in commanders(fleet)),
                last[fleet.id],
                *_answer(fleet, outcome, url),
            )
        )
    return listed


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def desks(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Show the open phases with the effects of closing them; a post closes those that were shown."""
    access = organiser_access(request, campaign_id, "close the repairs of others")
    if request.method == "POST":
        fleets = _fleets(request)
        seen = seen_from(request, *(f"rosters:{each}" for each in fleets))
        together = close_desks(campaign_id, access.member, fleets, seen)
        closed = "one fleet" if len(fleets) == 1 else f"{len(fleets)} fleets"
        how = " This ended the campaign, so they are one entry of the log and are undone together."
        said = f"The repairs of {closed} are closed.{how if together else ''}"
        return done(request, _round_or_overview(access), said)
    listed = found(access)
    context = frame(
        request,
        access,
        "Rounds",
        closable=[each for each in listed if not each.why_open],
        others=[each for each in listed if each.why_open],
        to_remind=[each for each in listed if each.may_remind],
        back=_round_or_overview(access),
        seen=access.campaign.head_seq,
    )
    return render(request, "rosters/desks.html", context)


def _round_or_overview(access: CampaignAccess) -> str:
    """The page of the open round, which leads here; without one, the campaign's."""
    at = campaigns.league_state(access.campaign.pk).open_round
    return round_address(base_of(access), at.number) if at else base_of(access)


@require_POST
@refusing
def remind(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Remind the people of these fleets, and say who was reminded and whether by mail."""
    access = member_access_or_404(request, campaign_id)
    with transaction.atomic():
        made = act(campaign_id, access.member, RemindDesks(_fleets(request)))
        found = [each for each in made.events if isinstance(each, DeskReminded)]
        sent = mail_letters(campaign_id, _letters(request, access, found))
    names = campaigns.member_names(campaign_id, {number for each in found for number in each.members})
    people = join_words(
        dict.fromkeys(names.get(number, "Somebody") for each in found for number in each.members)
    )
    how = " Those who asked for mail got it by mail too." if sent else ""
    return done(request, back(request), f"{people} got a reminder in the inbox.{how}")


def _fleets(request: HttpRequest) -> tuple[int, ...]:
    return tuple(read_number(each, "The fleet") for each in request.POST.getlist("fleet"))


def _letters(request: HttpRequest, access: CampaignAccess, found: list[DeskReminded]) -> list[Letter]:
    """A letter for each fleet. One query."""
    campaign, origin = access.campaign, printed_origin(request)
    rows = {each.number: each for each in port_rows.fleets(campaign.pk)}
    letters = []
    for each in found:
        fleet = rows[each.whose]
        desk = address("fleet-work", fleet_address(base_of(access), fleet.slug), "desk")
        text = LETTER.format(
            campaign=campaign.name, fleet=fleet.name, desk=origin + desk, account=origin + address("account")
        )
        letters.append(Letter(each.members, f"{campaign.name}: the repairs of {fleet.name} are open", text))
    return letters
