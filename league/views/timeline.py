"""The timeline in sentences; taking entries back and doing them again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from league.addresses import address
from league.forms import ReasonForm
from league.http import done, refusing
from league.kernel.decision import Actor
from league.kernel.refusal import NotYours, Refusal
from league.models import Act
from league.permissions import CampaignAccess, campaign_access_or_404, member_access_or_404
from league.posted import read_number
from league.presenters import timeline as words
from league.presenters.timeline import Names, TimelineItem
from league.rules.events import MemberJoined
from league.rules.state import LeagueState
from league.selectors import campaigns, port_rows
from league.selectors.timeline import PAGE, Entry, TimelineSlice, acts_numbered, beginnings, timeline
from league.services import undo as undoing
from league.views.common import base_of, form_page, frame, number_or_404, posted

SHOWN = 4


@dataclass(frozen=True, slots=True)
class TimelinePage:
    """Some entries, and where older ones begin (None: nowhere)."""

    items: list[TimelineItem]
    older: int | None
    names: Names


def items_of(
    access: CampaignAccess, *, before: int | None = None, fleet: int | None = None, limit: int = PAGE
) -> TimelinePage:
    """A stretch of the campaign's timeline for this reader, names filled in. At most seven queries."""
    return filled_page(access, timeline(access.campaign.pk, before=before, fleet=fleet, limit=limit))


def filled_page(access: CampaignAccess, found: TimelineSlice, known: Names | None = None) -> TimelinePage:
    """A stretch with its names filled in; a page that has read people and rounds hands them in as `known`.

    One query for fleets whose names are not among `known`, one for games if there are any, one for acts that
    were undone or done again; without `known` one each for people and rounds.
    """
    sentences_of = {
        entry.act.number: words.texts(each.event for each in entry.events) for entry in found.entries
    }
    shown = [line for lines in sentences_of.values() for line in lines]
    told = beginnings(access.campaign.pk, words.marks(shown)["act"])
    lines_told = {number: lines[0] for number, (_, events) in told.items() if (lines := words.texts(events))}
    marks = words.marks([*shown, *lines_told.values()])
    names = known or _names(access.campaign.pk, marks, {entry.act.actor for entry in found.entries})
    named = {number: name for number, name in names.fleets.items() if name}
    missing = (marks["fleet"] | names.fleets.keys()) - named.keys()
    looked_up = port_rows.fleets(access.campaign.pk, missing) if missing else []
    names.fleets = {**named, **{each.number: each.name for each in looked_up}}
    names.slugs = {**names.slugs, **{each.number: each.slug for each in looked_up}}
    games = port_rows.game_names(access.campaign.pk, marks["game"])
    names.games = {number: game.ordinal for number, game in games.items()}
    names.friendlies = {number for number, game in games.items() if game.friendly}
    names.acts = {number: (words.plain(line, names), told[number][0]) for number, line in lines_told.items()}
    return TimelinePage(
        [_item(access, entry, sentences_of[entry.act.number], names) for entry in found.entries],
        found.older,
        names,
    )


def _names(campaign_id: int, marks: dict[str, set[int]], actors: set[int]) -> Names:
    league = campaigns.league_state(campaign_id) if marks["round"] else LeagueState()
    members = campaigns.member_names(campaign_id, marks["member"] | actors)
    return words.names_of(campaign_id, league, members)


def _item(access: CampaignAccess, entry: Entry, lines: list[str], names: Names) -> TimelineItem:
    row, sentences = entry.act, words.act_sentences(entry.act.name, lines, names)
    return TimelineItem(
        row.number,
        row.at,
        names.members.get(row.actor or _newcomer(entry), words.SYSTEM_NAME),
        tuple(sentences[:SHOWN]),
        tuple(sentences[SHOWN:]),
        row.undone,
        entry.undone_because or "",
        words.is_key(row.name, (each.event for each in entry.events)),
        _change_url(access, entry),
    )


def _newcomer(entry: Entry) -> int:
    """Member who joined by this entry, or 0: joining by a link or a request is the newcomer's own act."""
    joined = (each.event.member for each in entry.events if isinstance(each.event, MemberJoined))
    return next(joined, 0)


def _actor(access: CampaignAccess) -> Actor | None:
    member = access.member
    return None if member is None else Actor(member.number, member.role)  # type: ignore[arg-type]


def _change_url(access: CampaignAccess, entry: Entry) -> str:
    actor, row = _actor(access), entry.act
    if actor is None or not undoing.may_undo(actor, row) or _is_final(access, entry):
        return ""
    return _change_page(access, row)


def _is_final(access: CampaignAccess, entry: Entry) -> bool:
    ended = access.campaign.phase == "ended"
    return undoing.is_final(ended, entry.act, (each.event for each in entry.events))


def _change_page(access: CampaignAccess, row: Act) -> str:
    return address("redo" if row.undone else "undo", base_of(access), row.number)


@require_safe
@refusing
def timeline_page(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """The campaign's log in sentences, newest first; `before` pages, `fleet` filters."""
    access = campaign_access_or_404(request, campaign_id)
    before, fleet = request.GET.get("before", ""), request.GET.get("fleet", "")
    number = number_or_404(fleet) if fleet else None
    page = items_of(access, before=number_or_404(before) if before else None, fleet=number)
    names = port_rows.fleet_names(campaign_id, [number]) if number is not None else {}
    if number is not None and number not in names:
        raise Http404("There is no such fleet.")
    context = frame(
        request,
        access,
        "More",
        page=page,
        fleet=number,
        fleet_name=names.get(number or 0, ""),
        newest=not before,
    )
    return render(request, "league/timeline.html", context)


def _own_entry(access: CampaignAccess, number: int) -> tuple[Act, TimelineItem]:
    """An entry that this member may change. Raises Http404 and `NotYours`."""
    found = acts_numbered(access.campaign.pk, [number])
    if not found.entries:
        raise Http404("There is no such entry.")
    entry = found.entries[0]
    row = entry.act
    if _is_final(access, entry):
        raise Refusal("ended", undoing.FINAL, rule="CR-152")
    if not _change_url(access, entry):
        raise NotYours("not_undoable", "This entry is not yours to undo. An organiser may be able to help.")
    return row, filled_page(access, found).items[0]


def _blocking(access: CampaignAccess, number: int, doing: str) -> list[TimelineItem]:
    """The later entries that stand on this one, newest first; before an undoing, those that stand on them as
    well. Changing one of them leads back to this one."""
    found = undoing.standing if doing == "undo" else undoing.blockers
    numbers = [each.act for each in found(access.campaign.pk, number)]
    items = filled_page(access, acts_numbered(access.campaign.pk, numbers)).items if numbers else []
    return [
        replace(each, change_url=f"{each.change_url}?then={number}") if each.change_url else each
        for each in items
    ]


def _onward(request: HttpRequest, access: CampaignAccess) -> str:
    """Address to go to after a change: the timeline, or the entry that this one was blocking."""
    then = request.GET.get("then", "")
    wanted = (
        Act.objects.filter(campaign=access.campaign, number=number_or_404(then)).first() if then else None
    )
    return _change_page(access, wanted) if wanted else address("timeline", base_of(access))


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def undo(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Ask before an entry is undone: what it was, what stands on it, and why."""
    access = member_access_or_404(request, campaign_id)
    row, entry = _own_entry(access, number)
    actor = _actor(access)
    along = _along(request)
    needed = bool(along) or actor is None or undoing.needs_reason(actor, row)
    context = _change_context(request, access, entry, "undo")
    form = ReasonForm(posted(request), needed=needed or bool(context["blocking"]))

    def send() -> HttpResponse:
        reason = form.cleaned_data["reason"]
        if along:
            undoing.undo_with(campaign_id, access.member, number, along, reason)
            return done(request, _onward(request, access), f"{len(along) + 1} entries are undone.")
        undoing.undo(campaign_id, access.member, number, reason)
        return done(request, _onward(request, access), "It is undone.")

    return form_page(request, "league/undo.html", context, form, send)


def _along(request: HttpRequest) -> list[int]:
    """The entries that were shown as standing on the one to be undone, as they are posted. Raises
    `Unreadable`."""
    return [read_number(each, "The entry") for each in request.POST.getlist("along")]


def _change_context(
    request: HttpRequest, access: CampaignAccess, entry: TimelineItem, doing: str
) -> dict[str, Any]:
    blocking = _blocking(access, entry.number, doing) if (doing == "redo") == entry.undone else []
    stuck = any(not each.change_url for each in blocking)
    possible = not stuck if doing == "undo" else not blocking
    turned = (entry.number, *(each.number for each in blocking))
    asked = possible and (doing == "redo") == entry.undone
    clash = undoing.clash(access.campaign, turned) if asked else None
    return frame(
        request,
        access,
        "More",
        entry=entry,
        blocking=blocking,
        blocking_and_this=len(blocking) + 1,
        stuck=stuck,
        clash=clash,
        doing=doing,
        back=_onward(request, access),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def redo(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Ask before an undone entry counts again."""
    access = member_access_or_404(request, campaign_id)
    _, entry = _own_entry(access, number)
    if request.method == "POST":
        undoing.redo(campaign_id, access.member, number)
        return done(request, _onward(request, access), "It counts again.")
    return render(request, "league/undo.html", _change_context(request, access, entry, "redo"))
