"""The step of the repairs at which a reader is, and the fleet's part of the result that opened them."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString

from league.selectors.timeline import Entry, TimelineSlice, acts_numbered
from league.views.timeline import filled_page
from rosters.presenters.repairs import known_step, told_once
from rosters.selectors.fleets import act_of_game
from rosters.views.workplace import Workplace

COOKIE = "repairs"
"""Cookie with the campaign, the fleet and the step at which its repairs were left."""


def step_of(request: HttpRequest, at: Workplace) -> str:
    """The step that the address names, or the page from which a part of it was asked for, or the one at which
    this fleet's repairs were left."""
    shown = urlsplit(request.headers.get("HX-Current-URL", "")).query
    named = request.GET.get("step") or parse_qs(shown).get("step", [""])[-1]
    return known_step(named or _left_at(request, at))


def _left_at(request: HttpRequest, at: Workplace) -> str:
    mark, _, step = request.COOKIES.get(COOKIE, "").rpartition(":")
    return step if mark == _mark(at) else ""


def keep_step(response: HttpResponse, at: Workplace, step: str) -> HttpResponse:
    """Let the browser remember the step until the window is closed."""
    response.set_cookie(COOKIE, f"{_mark(at)}:{step}", httponly=True, samesite="Lax")
    return response


def happened(at: Workplace) -> list[SafeString]:
    """The result that opened the phase, as far as it is about this fleet, in sentences; none if no game did.
    Six queries."""
    game = at.fleet.desk.game if at.fleet.desk else None
    act = act_of_game(at.campaign, at.fleet.id, game) if game else 0
    if not act:
        return []
    (entry,) = acts_numbered(at.campaign.pk, [act]).entries
    own = [each for each in entry.events if getattr(each.event, "fleet", None) == at.fleet.id]
    told = told_once([each.event for each in own])
    own = [each for each in own if each.event in told]
    page = filled_page(at.access, TimelineSlice([Entry(entry.act, own)], None))
    return [*page.items[0].sentences, *page.items[0].more]


def _mark(at: Workplace) -> str:
    return f"{at.campaign.pk}.{at.fleet.id}.{at.fleet.desk.game if at.fleet.desk else 0}"
