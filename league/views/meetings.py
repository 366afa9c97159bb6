"""Games between the nights: proposing one, and the buttons beside it in the schedule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from league.addresses import address, game_address
from league.http import done, refusing
from league.kernel.decision import Order
from league.kernel.refusal import NotYours, Unreadable
from league.permissions import CampaignAccess, member_access_or_404
from league.ports import FleetRow
from league.rules.matching import may_meet
from league.rules.meetings.orders import OUT, AnswerMeeting, PairMeeting, ProposeMeeting, WithdrawMeeting
from league.selectors import campaigns, port_rows
from league.services.acts import act
from league.views.common import base_of, form_page, frame, posted
from league.views.schedule import NightForm

TOLD = {
    "agree": "You agreed to the game. It stands in the schedule.",
    "decline": "You declined the game.",
    "withdraw": "The game is withdrawn.",
    "begin": "The game has begun: both fleets are paired.",
}


class MeetingForm(NightForm):
    """Both fleets, time and venue of a proposed game."""

    fleet = forms.TypedChoiceField(label="Your fleet", coerce=int)
    opposing = forms.TypedChoiceField(label="Against", coerce=int)
    field_order = ("fleet", "opposing", "starts", "offset", "venue")

    def __init__(self, *args: Any, own: Sequence[FleetRow], others: Sequence[FleetRow], **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["starts"].error_messages["required"] = "Choose the date and time of the game."
        for name, rows in (("fleet", own), ("opposing", others)):
            field = self.fields[name]
            assert isinstance(field, forms.TypedChoiceField)
            listed = [(str(each.number), each.name) for each in rows]
            field.choices = listed if len(rows) == 1 else [("", "Choose a fleet"), *listed]
            field.error_messages |= {
                "required": "Choose a fleet.",
                "invalid_choice": "Choose a fleet from the list.",
            }


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def meeting_new(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Propose a game to another fleet."""
    access = member_access_or_404(request, campaign_id)
    me = access.member.number if access.member else 0
    fleets = [each for each in port_rows.fleets(campaign_id) if each.standing not in OUT]
    own = [each for each in fleets if me in (each.member, each.proxy)]
    if not own:
        raise NotYours("no_fleet_here", "You need a fleet that plays here. Found one, or ask an organiser.")
    teams = access.campaign.format == "team"
    others = [
        each
        for each in fleets
        if any(mine != each and may_meet((mine.side, each.side), teams=teams) for mine in own)
    ]
    form = MeetingForm(posted(request), own=own, others=others, initial=_other_time(request))

    def send() -> HttpResponse:
        data = form.cleaned_data
        order = ProposeMeeting(data["fleet"], data["opposing"], form.moment(), data["venue"])
        act(campaign_id, access.member, order)
        return done(request, _schedule(access), "The game is proposed. The other side finds it in the inbox.")

    words = {
        "title": "Propose a game",
        "button": "Propose this game",
        "text": "The other player agrees or declines. The game counts like every game of a round.",
    }
    context = frame(request, access, "Rounds", words=words, back=_schedule(access))
    return form_page(request, "league/schedule/form.html", context, form, send)


def _other_time(request: HttpRequest) -> dict[str, str]:
    """The two fleets that a link names, which proposes another time for a game of theirs that is off."""
    return {"fleet": request.GET.get("fleet", ""), "opposing": request.GET.get("against", "")}


@require_POST
@refusing
def meeting_do(request: HttpRequest, campaign_id: int, number: int, doing: str) -> HttpResponse:
    """One press: agree, decline, withdraw or begin."""
    access = member_access_or_404(request, campaign_id)
    meeting = _meeting_or_404(campaign_id, number)
    act(campaign_id, access.member, _order(doing, meeting))
    return done(request, _game(access, meeting) if doing == "begin" else _schedule(access), TOLD[doing])


def _game(access: CampaignAccess, meeting: int) -> str:
    """The page of the game that has begun, or the schedule if it was called off at once."""
    campaign_id = access.campaign.pk
    found = campaigns.league_state(campaign_id).meetings.get(meeting)
    name = port_rows.game_names(campaign_id, [found.game]).get(found.game) if found and found.game else None
    return game_address(base_of(access), name.ordinal) if name else _schedule(access)


def _order(doing: str, meeting: int) -> Order:
    """The order of a button. Raises `Unreadable`."""
    match doing:
        case "agree" | "decline":
            return AnswerMeeting(meeting, doing == "agree")
        case "withdraw":
            return WithdrawMeeting(meeting)
        case "begin":
            return PairMeeting(meeting)
    raise Unreadable("no_such_thing", "There is no such button. Reload the page and try again.")


def _meeting_or_404(campaign_id: int, number: int) -> int:
    found = campaigns.league_state(campaign_id).meetings.values()
    meeting = next((each.id for each in found if each.number == number), None)
    if meeting is None:
        raise Http404("There is no such proposal.")
    return meeting


def _schedule(access: CampaignAccess) -> str:
    return address("schedule", base_of(access))
