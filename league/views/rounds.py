"""A round: check-in, order, pairings, its end (CR-051 … CR-056). Live in every open browser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.addresses import address, round_address
from league.forms import ReasonForm
from league.http import done, printed_origin, refusing, wants_part
from league.kernel.decision import Order
from league.kernel.refusal import Refusal
from league.permissions import CampaignAccess, campaign_access_or_404, member_access_or_404
from league.ports import GameStand
from league.posted import known_order, read_order
from league.presenters.rounds import RoundPage, round_page
from league.presenters.schedule import NightCard
from league.rules.meetings.questions import due_games, is_of_evening
from league.rules.phrases import join_words
from league.rules.remind import RemindChooser
from league.rules.reminders import ChoiceReminded
from league.rules.rounds import (
    CancelPairing,
    CheckIn,
    CheckOut,
    ChooseOpponent,
    CloseRound,
    FinishMatching,
    NameActiveFleet,
    OpenRound,
    SetTimer,
)
from league.rules.schedule.upcoming import night_of
from league.rules.state import LeagueState, RoundState
from league.selectors import campaigns, port_rows
from league.selectors.undoing import closing_of
from league.services.acts import act
from league.services.mail import mail_reminder
from league.views.common import base_of, form_page, frame, organiser_access, posted, undo_url, why_closed
from league.views.found import address_of
from league.views.schedule import cards, names_asked

LETTER = """{campaign}: {fleet} is the Active Fleet. Choose its opponent: the others wait for it.

{round}

You asked for reminders by mail. To stop them, go to {account}
"""


def _round_or_404(access: CampaignAccess, number: int) -> RoundState:
    return _round_in(campaigns.league_state(access.campaign.pk), number)


def _round_in(league: LeagueState, number: int) -> RoundState:
    found = league.rounds.get(number)
    if found is None:
        raise Http404("There is no such round.")
    return found


def _night_card(access: CampaignAccess, league: LeagueState, at: RoundState) -> NightCard | None:
    """The planned night of an open round, with everybody's answers. One query, none without a night."""
    found = night_of(league, at.id)
    nights = [found] if found and at.open and access.member else []
    return next(iter(cards(access, league, nights, names_asked(access.campaign.pk, league, nights))), None)


def page_of(
    access: CampaignAccess,
    at: RoundState,
    *,
    public: bool = False,
    league: LeagueState | None = None,
) -> RoundPage:
    """The page of a round for its reader, or as everybody sees it (`public`), with nothing to press and with
    the moves that games wait for. `league` is the campaign's state, if the page shows reminders and agreed
    games."""
    organises = access.organises and not public
    campaign_id = access.campaign.pk
    fleets = port_rows.fleets(campaign_id)
    games = port_rows.games(campaign_id, at.id)
    stands = _stands(access, at) if organises or public else {}
    choosing = {key for key, each in stands.items() if port_rows.leaves_choices(each)}
    if not stands:
        choosing = port_rows.choosing_games(campaign_id, games.values())
    people = {who for each in fleets for who in (each.member, each.proxy)}
    people |= {each.ended_by for each in at.pairings.values()}
    now = timezone.now()
    return round_page(
        at,
        fleets,
        games,
        campaigns.member_names(campaign_id, people),
        base=base_of(access),
        me=access.member.number if access.member and not public else 0,
        organises=organises,
        teams=access.campaign.format == "team",
        again=access.campaign.profile.get("second_game_in_round", False),
        stands=stands,
        choosing=choosing,
        reminders=league.reminders if league else None,
        agreed=[(each, is_of_evening(each, now)) for each in due_games(league, now)] if league else (),
        now=now.isoformat() if organises else "",
    )


def _stands(access: CampaignAccess, at: RoundState) -> Mapping[int, GameStand]:
    """Moves that the round's open games wait for."""
    playing = [each.id for each in at.pairings.values() if each.status == "playing"]
    return port_rows.standing_games(access.campaign.pk, playing)


@require_safe
def round_detail(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """The round: check-in, whose move it is, pairings."""
    access = campaign_access_or_404(request, campaign_id)
    league = campaigns.league_state(campaign_id)
    at = _round_in(league, number)
    context = frame(
        request,
        access,
        "Rounds",
        page=page_of(access, at, league=league),
        url=address_of(request),
        night=_night_card(access, league, at),
        undo=_undo(access, league, at),
    )
    return render(request, "league/round.html", context)


def _undo(access: CampaignAccess, league: LeagueState, at: RoundState) -> tuple[str, str]:
    """Address and label of the way in which an organiser takes the last step of the newest round back: its
    opening as long as no game was made in it, or its closing; two empty texts if there is none. One query."""
    if at.agreed or at.id != max(league.rounds):
        return "", ""
    if at.open:
        return "" if at.pairings else undo_url(access, OpenRound.name), "Undo the opening"
    running = access.organises and access.campaign.phase == "running"
    closed = closing_of(access.campaign, at.id) if running else 0
    return address("undo", base_of(access), closed) if closed else "", "Undo the closing"


@require_POST
@refusing
def open_round(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Begin the next gathering."""
    access = member_access_or_404(request, campaign_id)
    act(campaign_id, access.member, OpenRound())
    at = campaigns.league_state(campaign_id).open_round
    to = round_address(base_of(access), at.number) if at else base_of(access)
    names = port_rows.repairing(port_rows.fleets(campaign_id))
    later = f" Repairs are still open: {join_words(names)}." if names else ""
    return done(request, to, f"The round is open: fleets can check in.{later}")


BUTTONS: Mapping[str, type[Order]] = {
    "check-in": CheckIn,
    "check-out": CheckOut,
    "match": NameActiveFleet,
    "choose": ChooseOpponent,
    "finish": FinishMatching,
    "close": CloseRound,
    "timer": SetTimer,
}
MESSAGES = {
    "choose": "The two fleets are paired.",
    "finish": "The matching is finished: the repairs of fleets without a game are open.",
    "close": "The round is closed.",
    "timer": "The timer is set.",
}


@require_POST
@refusing
def round_do(request: HttpRequest, campaign_id: int, number: int, doing: str) -> HttpResponse:
    """One press of a button on the round page."""
    access = member_access_or_404(request, campaign_id)
    url = address_of(request)
    if doing == "check-in-all":
        message = _check_everybody_in(access, number)
    elif doing == "remind":
        message = _remind(request, access, number)
    else:
        order = read_order(known_order(BUTTONS, doing), request.POST, round=number)
        act(campaign_id, access.member, order)
        message = _said(access, order, doing)
    if wants_part(request):
        if message:
            messages.success(request, message)
        response = render(request, "components/messages.html", {"oob": True})
        response["HX-Trigger"] = "campaign-moved"
        return response
    return done(request, base_of(access) if doing == "close" else url, message)


def _said(access: CampaignAccess, order: Order, doing: str) -> str:
    """The message about an order that was carried out."""
    if isinstance(order, SetTimer) and not order.minutes:
        return "The timer is stopped."
    if not isinstance(order, CheckIn | CheckOut):
        return MESSAGES.get(doing, "")
    name = port_rows.fleet_names(access.campaign.pk, [order.fleet]).get(order.fleet, "The fleet")
    return f"{name} is checked {'in' if isinstance(order, CheckIn) else 'out'}."


def _remind(request: HttpRequest, access: CampaignAccess, number: int) -> str:
    """Remind the people of the Active Fleet; return who was reminded, and whether by mail as well."""
    campaign = access.campaign
    with transaction.atomic():
        made = act(campaign.pk, access.member, RemindChooser(number))
        found = next(each for each in made.events if isinstance(each, ChoiceReminded))
        name = port_rows.fleet_names(campaign.pk, [found.whose])[found.whose]
        origin = printed_origin(request)
        text = LETTER.format(
            campaign=campaign.name,
            fleet=name,
            round=origin + address_of(request),
            account=origin + address("account"),
        )
        sent = mail_reminder(campaign.pk, found.members, f"{campaign.name}: {name} chooses", text)
    names = campaigns.member_names(campaign.pk, found.members)
    people = join_words(names.get(each, "Somebody") for each in found.members)
    return f"{people} got a reminder in the inbox{' and by mail' if sent else ''}."


def _check_everybody_in(access: CampaignAccess, number: int) -> str:
    """Check every fleet in that can come, one act each, so that each can be taken back."""
    page = page_of(access, _round_or_404(access, number))
    coming = [each for each in page.people if each.may_in]
    if not coming:
        raise Refusal("nobody", "Nobody is left to check in.", rule="CR-051")
    for each in coming:
        act(access.campaign.pk, access.member, CheckIn(number, each.fleet))
    return f"{len(coming)} fleet{'s are' if len(coming) > 1 else ' is'} checked in."


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def cancel_pairing(request: HttpRequest, campaign_id: int, number: int, game: int) -> HttpResponse:
    """Call a game off, with a reason that the players see."""
    access = organiser_access(request, campaign_id, "call a pairing off")
    page = page_of(access, _round_or_404(access, number))
    line = next((each for each in page.pairings if each.ordinal == game), None)
    if line is None:
        raise Http404("There is no such game in this round.")
    url = address_of(request)
    form = ReasonForm(posted(request))

    def send() -> HttpResponse:
        act(campaign_id, access.member, CancelPairing(number, line.game, form.cleaned_data["reason"]))
        return done(request, url, "The pairing is called off; both fleets are free again.")

    words: dict[str, Any] = {
        "title": f"Call off {line.active} against {line.opposing}",
        "text": "Both fleets are unmatched again, as if this pairing had not been made. "
        "Everything reported so far is lost. Nobody can undo this.",
        "rule": "CR-052",
        "button": "Call it off",
        "danger": True,
    }
    closed = why_closed(access, CancelPairing(number, line.game, "Any"))
    context = frame(request, access, "Rounds", words=words, back=url, closed=closed)
    return form_page(request, "league/reason.html", context, form, send)
