"""The schedule of a campaign: game nights with date and venue, and the people who come."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.addresses import address
from league.forms import ReasonForm
from league.http import back, done, printed_origin, refusing, wants_part
from league.naming import file_stem
from league.permissions import CampaignAccess, member_access_or_404
from league.posted import read_order
from league.presenters.calendar import calendar_file, night_entry
from league.presenters.meetings import MeetingLine, meeting_lines
from league.presenters.schedule import NightCard, expected, night_card
from league.rules.schedule.orders import (
    VENUE_LENGTH,
    AnswerNight,
    CallOffNight,
    MoveNight,
    PlanNight,
    night_mark,
)
from league.rules.schedule.upcoming import past, starts_at, upcoming
from league.rules.state import LeagueState, Night
from league.selectors import campaigns, port_rows
from league.services.acts import act
from league.services.feeds import uid_pattern
from league.views.common import base_of, form_page, frame, organiser_access, posted

TYPED = "%Y-%m-%dT%H:%M"
FARTHEST_ZONE = 15 * 60  # minutes from UTC; no zone is farther
PAST_SHOWN = 10


class NightForm(forms.Form):
    """Time and venue of a night. The browser says how many minutes its own time is behind UTC at that moment;
    without that the time is in UTC."""

    starts = forms.DateTimeField(
        label="Date and time",
        input_formats=[TYPED, f"{TYPED}:%S"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local", "data-moment": ""}, format=TYPED),
        help_text="In your own time zone. If scripts are off in your browser, in UTC.",
        error_messages={
            "required": "Choose the date and time of the game night.",
            "invalid": "Write the date and time like 2026-05-31T19:00.",
        },
    )
    offset = forms.IntegerField(
        required=False,
        min_value=-FARTHEST_ZONE,
        max_value=FARTHEST_ZONE,
        widget=forms.HiddenInput,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), "There is no such time zone."),
    )
    venue = forms.CharField(
        label="Venue",
        max_length=VENUE_LENGTH,
        help_text="Members of the campaign can read it.",
        error_messages={
            "required": "Say where you meet.",
            "max_length": f"Keep the venue to {VENUE_LENGTH} characters.",
        },
    )

    def moment(self) -> str:
        """The chosen time in ISO format, UTC."""
        typed: datetime = self.cleaned_data["starts"]
        away = timedelta(minutes=self.cleaned_data["offset"] or 0)
        try:
            return (typed.replace(tzinfo=UTC) + away).isoformat()
        except OverflowError:
            return ""


def cards(
    access: CampaignAccess, league: LeagueState, nights: list[Night], names: dict[int, str]
) -> list[NightCard]:
    """The cards of these nights for the reader; none for people who are no members."""
    if access.member is None:
        return []
    me, now = access.member.number, timezone.now()
    return [
        night_card(league, each, names, base=base_of(access), me=me, organises=access.organises, now=now)
        for each in nights
    ]


def next_card(access: CampaignAccess, league: LeagueState, names: dict[int, str]) -> NightCard | None:
    """The card of the next night for a member. `names` are those of the members."""
    return next(iter(cards(access, league, upcoming(league, timezone.now())[:1], names)), None)


def names_asked(
    campaign_id: int, league: LeagueState, nights: list[Night], *, with_players: bool = False
) -> dict[int, str]:
    """Names of the members who are asked; no query without a night, unless players are named in any case."""
    asked = bool(nights) or with_players
    return dict(campaigns.member_names(campaign_id, expected(league))) if asked else {}


@require_safe
@refusing
def schedule(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """The nights to come, the games between them, and the last nights. Four queries."""
    access = member_access_or_404(request, campaign_id)
    league, now = campaigns.league_state(campaign_id), timezone.now()
    nights, over = upcoming(league, now), past(league, now)[:PAST_SHOWN]
    names = names_asked(campaign_id, league, [*nights, *over], with_players=bool(league.meetings))
    meetings = _meetings(access, league, names, now)
    context = frame(
        request,
        access,
        "Rounds",
        nights=cards(access, league, nights, names),
        over=cards(access, league, over, names),
        may_plan=access.organises and league.phase != "ended",
        running=league.phase == "running",
        meetings=meetings,
        meetings_first=any(each.mine for each in meetings) or bool(meetings and not nights),
    )
    return render(request, "league/schedule/page.html", context)


def _meetings(
    access: CampaignAccess, league: LeagueState, names: dict[int, str], now: datetime
) -> list[MeetingLine]:
    """The games between the nights. One query, none without such games."""
    if not league.meetings or access.member is None:
        return []
    fleets = {each.number: each for each in port_rows.fleets(access.campaign.pk)}
    me = access.member.number
    return meeting_lines(
        league, fleets, names, base=base_of(access), me=me, organises=access.organises, now=now
    )


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def night_new(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Plan a game night."""
    access = organiser_access(request, campaign_id, "plan a game night")
    form = NightForm(posted(request))

    def send() -> HttpResponse:
        act(campaign_id, access.member, PlanNight(form.moment(), form.cleaned_data["venue"]))
        return done(request, _schedule(access), "The game night is planned. Members find it in their inbox.")

    words = {"title": "Plan a game night", "button": "Plan this night"}
    context = frame(request, access, "Rounds", words=words, back=_schedule(access))
    return form_page(request, "league/schedule/form.html", context, form, send)


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def night_change(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Give a night another time or venue."""
    access = organiser_access(request, campaign_id, "change a game night")
    night = _night_or_404(access, number)
    form = NightForm(posted(request), initial={"starts": starts_at(night), "venue": night.venue})
    form.fields["starts"].widget.attrs["data-moment"] = night.starts

    def send() -> HttpResponse:
        known = request.POST.get("known", "")
        order = MoveNight(night.id, form.moment(), form.cleaned_data["venue"], known)
        act(campaign_id, access.member, order)
        return done(request, _schedule(access), "The game night is changed.")

    words = {
        "title": f"Change game night {night.number}",
        "button": "Save this night",
        "text": "If you change the time, everybody is asked again.",
    }
    context = frame(request, access, "Rounds", words=words, back=_schedule(access), known=night_mark(night))
    return form_page(request, "league/schedule/form.html", context, form, send)


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def night_call_off(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Call a night off, with a reason that everybody reads."""
    access = organiser_access(request, campaign_id, "call a game night off")
    night = _night_or_404(access, number)
    form = ReasonForm(posted(request))

    def send() -> HttpResponse:
        act(campaign_id, access.member, CallOffNight(night.id, form.cleaned_data["reason"]))
        return done(request, _schedule(access), "The game night is called off.")

    words: dict[str, Any] = {
        "title": f"Call off game night {night.number}",
        "text": "It stays in the schedule as called off, so that nobody comes in vain.",
        "rule": "",
        "button": "Call it off",
    }
    context = frame(request, access, "Rounds", words=words, back=_schedule(access))
    return form_page(request, "league/reason.html", context, form, send)


@require_POST
@refusing
def night_answer(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """One tap: coming, late or not."""
    access = member_access_or_404(request, campaign_id)
    order = read_order(AnswerNight, request.POST, night=_night_or_404(access, number).id)
    act(campaign_id, access.member, order)
    if wants_part(request):
        response = HttpResponse(status=204)
        response["HX-Trigger"] = "campaign-moved"
        return response
    return done(request, back(request), "Your answer is noted.")


@require_safe
def night_calendar(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """The night as a file for calendars."""
    access = member_access_or_404(request, campaign_id)
    night = _night_or_404(access, number)
    origin = printed_origin(request)
    entry = night_entry(
        night,
        uid=uid_pattern(campaign_id, origin).format("night", night.id),
        campaign=access.campaign.name,
        url=f"{origin}{_schedule(access)}",
    )
    text = calendar_file([entry], now=timezone.now())
    name = f"{file_stem(access.campaign.name, 'campaign')}-night-{night.number}.ics"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"}
    return HttpResponse(text, content_type="text/calendar; charset=utf-8", headers=headers)


def _schedule(access: CampaignAccess) -> str:
    return address("schedule", base_of(access))


def _night_or_404(access: CampaignAccess, number: int) -> Night:
    nights = campaigns.league_state(access.campaign.pk).nights.values()
    found = next((each for each in nights if each.number == number), None)
    if found is None:
        raise Http404("There is no such game night.")
    return found
