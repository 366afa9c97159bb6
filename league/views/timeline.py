"""The timeline in sentences; taking entries back and doing them again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from league.addresses import address
from league.forms import ReasonForm
from league.http import back, done, refusing
from league.kernel.decision import Actor
from league.kernel.events import ActUndone
from league.kernel.refusal import NotYours, Refusal
from league.models import Act
from league.permissions import CampaignAccess, campaign_access_or_404, member_access_or_404
from league.posted import read_number
from league.presenters import timeline as words
from league.presenters.timeline import Names, TimelineItem
from league.rules.events import MemberJoined, PairingFinished, RoundOpened
from league.rules.state import LeagueState
from league.selectors import campaigns, port_rows
from league.selectors.timeline import (
    Entry,
    TimelineSlice,
    acts_numbered,
    beginnings,
    still_undone,
    timeline,
    undoings_of,
)
from league.services import undo as undoing
from league.views.common import base_of, form_page, frame, number_or_404, posted
from league.views.log_filter import filtered

SHOWN = 4
FILTER = "log-filter"
"""The id of the form."""
NOT_YOURS = "This entry is not yours to undo. An organiser may be able to help."
CHANGING = re.compile(r"/(undo|redo)/")
"""Part of the addresses of pages that change an entry: no way leads back to them."""


@dataclass(frozen=True, slots=True)
class TimelinePage:
    """Some entries, and where older ones begin (None: nowhere)."""

    items: list[TimelineItem]
    older: int | None
    names: Names


def filled_page(
    access: CampaignAccess, found: TimelineSlice, known: Names | None = None, *, reading: bool = False
) -> TimelinePage:
    """A stretch with its names filled in. A page that has read people and rounds hands them in as `known`;
    `reading` leaves out the ways to let entries count again.

    One query for fleets whose names are not among `known`, one for games that are not, if there are any, one
    for acts that were undone or done again; without `known` one each for people and rounds; and one for what
    can count again if anything was undone here.
    """
    sentences_of = {
        entry.act.number: words.texts(each.event for each in entry.events) for entry in found.entries
    }
    shown = [line for lines in sentences_of.values() for line in lines]
    told = beginnings(access.campaign.pk, words.marks(shown)["act"])
    lines_told = {number: lines[0] for number, (_, events) in told.items() if (lines := words.texts(events))}
    marks = words.marks([*shown, *lines_told.values()])
    names = known or _names(access.campaign.pk, marks, {entry.act.actor for entry in found.entries})
    unknown = port_rows.game_names(access.campaign.pk, marks["game"] - names.games.keys())
    names.games = {**names.games, **unknown}
    _add_fleets(access.campaign.pk, names, marks)
    names.acts = {number: (words.plain(line, names), told[number][0]) for number, line in lines_told.items()}
    again = {} if reading else _again(access, found.entries)
    items = [_item(access, entry, sentences_of[entry.act.number], names, again) for entry in found.entries]
    return TimelinePage(items, found.older, names)


def _add_fleets(campaign_id: int, names: Names, marks: Mapping[str, set[int]]) -> None:
    """Look up the fleets that the sentences, or their games, name and that have no name yet."""
    sides = {fleet for game in names.games.values() for fleet in game.pair}
    named = {number: name for number, name in names.fleets.items() if name}
    missing = (marks["fleet"] | names.fleets.keys() | sides) - named.keys()
    looked_up = port_rows.fleets(campaign_id, missing) if missing else []
    names.fleets = {**named, **{each.number: each.name for each in looked_up}}
    names.slugs = {**names.slugs, **{each.number: each.slug for each in looked_up}}


def _names(campaign_id: int, marks: dict[str, set[int]], actors: set[int]) -> Names:
    league = campaigns.league_state(campaign_id) if marks["round"] else LeagueState()
    members = campaigns.member_names(campaign_id, marks["member"] | actors)
    return words.names_of(campaign_id, league, members)


def _again(access: CampaignAccess, entries: Iterable[Entry]) -> dict[int, tuple[int, ...]]:
    """Entry that undid others → those of them that are still undone, if this reader may let all of these
    count again."""
    actor, turned = _actor(access), {each.act.number: _turned(each) for each in entries}
    if actor is None or access.campaign.phase == "ended":
        return {}
    rows = still_undone(access.campaign.pk, {number for numbers in turned.values() for number in numbers})
    own = [] if access.organises else [each for each, row in rows.items() if row.actor == actor.member]
    undid = {each: last.by for each, last in undoings_of(access.campaign.pk, own).items()}
    found = {key: tuple(each for each in numbers if each in rows) for key, numbers in turned.items()}
    return {
        key: numbers
        for key, numbers in found.items()
        if numbers and all(undoing.may_redo(actor, rows[each], undid.get(each, 0)) for each in numbers)
    }


def _turned(entry: Entry) -> list[int]:
    """Numbers of the entries that this one undid."""
    return [each.event.act for each in entry.events if isinstance(each.event, ActUndone)]


def _item(
    access: CampaignAccess,
    entry: Entry,
    lines: list[str],
    names: Names,
    again: Mapping[int, tuple[int, ...]],
) -> TimelineItem:
    row, sentences = entry.act, words.act_sentences(entry.act.name, lines, names)
    undone = entry.undoing
    return TimelineItem(
        row.number,
        row.at,
        names.members.get(row.actor or _newcomer(entry), words.SYSTEM_NAME),
        tuple(sentences[:SHOWN]),
        tuple(sentences[SHOWN:]),
        row.undone,
        entry.undone_because or "",
        words.is_key(row.name, (each.event for each in entry.events)),
        _change_url(access, entry, again.get(row.number, ())),
        again.get(row.number, ()),
        len(undone.turned) - 1 if undone else 0,
        words.entry_address(base_of(access), undone.act) if undone else "",
        words.TITLES.get(row.name, ""),
        "" if row.undone else words.together(row.name, (each.event for each in entry.events), names),
    )


def _newcomer(entry: Entry) -> int:
    """Member who joined by this entry, or 0: joining by a link or a request is the newcomer's own act."""
    joined = (each.event.member for each in entry.events if isinstance(each.event, MemberJoined))
    return next(joined, 0)


def _actor(access: CampaignAccess) -> Actor | None:
    member = access.member
    return None if member is None else Actor(member.number, member.role)  # type: ignore[arg-type]


def _change_url(access: CampaignAccess, entry: Entry, again: Sequence[int]) -> str:
    """The page to undo or redo an entry; "" if this reader may do neither. An entry that was undone along
    with others counts again with them, from the entry that undid them."""
    if again:
        return address("redo", base_of(access), entry.act.number if len(again) > 1 else again[0])
    return "" if entry.undoing and len(entry.undoing.turned) > 1 else _own_change(access, entry)


def _own_change(access: CampaignAccess, entry: Entry) -> str:
    """The page to undo or redo this entry by itself; "" if this reader may not."""
    actor, row = _actor(access), entry.act
    if actor is None or not undoing.may_undo(actor, row) or _is_final(access, entry):
        return ""
    if entry.undoing and not undoing.may_redo(actor, row, entry.undoing.by):
        return ""
    return _change_page(access, row)


def _is_final(access: CampaignAccess, entry: Entry) -> bool:
    ended = access.campaign.phase == "ended"
    return undoing.is_final(ended, entry.act, (each.event for each in entry.events))


def _change_page(access: CampaignAccess, row: Act) -> str:
    return address("redo" if row.undone or row.name == "undo" else "undo", base_of(access), row.number)


@require_safe
@refusing
def timeline_page(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """The campaign's log in sentences, newest first; `before` pages, and the filter chooses."""
    access = campaign_access_or_404(request, campaign_id)
    text = request.GET.get("before", "")
    before = number_or_404(text) if text else None
    chosen = filtered(request, access)
    query, here = chosen.filter.query, address("timeline", base_of(access))
    here = f"{here}?{query}" if query else here
    if "" in request.GET.values() and not request.headers.get("HX-Request"):
        # A form without script sends all its fields: an address has those that were chosen.
        return HttpResponseRedirect(here)
    page = filled_page(access, timeline(campaign_id, before=before, sought=chosen.sought), chosen.names)
    response = render(
        request,
        "league/timeline.html",
        frame(
            request,
            access,
            "More",
            items=words.folded(page.items),
            older=page.older,
            filter=chosen.filter,
            own=here,
            newest=before is None,
        ),
    )
    if request.headers.get("HX-Trigger") == FILTER:
        response["HX-Push-Url"] = here
    return response


def _own_entry(access: CampaignAccess, number: int) -> tuple[Entry, TimelineItem]:
    """An entry that this member may change. Raises Http404 and `NotYours`."""
    found = acts_numbered(access.campaign.pk, [number])
    if not found.entries:
        raise Http404("There is no such entry.")
    entry = found.entries[0]
    item = filled_page(access, found).items[0]
    if _is_final(access, entry):
        raise Refusal("ended", undoing.FINAL, rule="CR-152")
    if not item.again and access.organises and entry.act.name == "undo":
        raise Refusal("redone", "All that this entry undid counts again. Look at the log as it is now.")
    if not item.again and not _own_change(access, entry):
        own = access.member is not None and entry.act.actor == access.member.number
        raise NotYours("not_undoable", undoing.NOT_REDOABLE if entry.undoing and own else NOT_YOURS)
    return entry, item


def _entries(access: CampaignAccess, numbers: Sequence[int]) -> list[TimelineItem]:
    """Entries to be undone or done again, with all that they say."""
    page = filled_page(access, acts_numbered(access.campaign.pk, numbers)) if numbers else None
    return [each.unfolded for each in page.items] if page else []


def _onward(request: HttpRequest, access: CampaignAccess) -> str:
    """Address to go to after a change: the entry that this one was blocking, or the page of this campaign
    that the reader came from, or the timeline."""
    then = request.GET.get("then", "")
    wanted = (
        Act.objects.filter(campaign=access.campaign, number=number_or_404(then)).first() if then else None
    )
    return _change_page(access, wanted) if wanted else _origin(request, access)


def _origin(request: HttpRequest, access: CampaignAccess) -> str:
    """The page of this campaign that the reader came from, as the form carries it; else the timeline."""
    base = base_of(access)
    came = request.POST.get("back", "") if request.method == "POST" else _path(back(request))
    inside = came.startswith(base) and came.isprintable() and not CHANGING.search(came)
    return came if inside and ".." not in came else address("timeline", base)


def _path(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def undo(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Ask before an entry is undone: what it was, what stands on it, and why."""
    access = member_access_or_404(request, campaign_id)
    entry, item = _own_entry(access, number)
    if entry.act.name == "undo":
        return HttpResponseRedirect(_change_page(access, entry.act))
    actor = _actor(access)
    along = _posted_entries(request)
    needed = bool(along) or actor is None or undoing.needs_reason(actor, entry.act)
    context = _undo_context(request, access, item) | {"closed": _closed_round(access, entry)}
    form = ReasonForm(posted(request), needed=needed or bool(context["along"]))

    def send() -> HttpResponse:
        reason = form.cleaned_data["reason"]
        where = _remaining(access, entry, context["back"])
        if along:
            undoing.undo_with(campaign_id, access.member, number, along, reason)
            return done(request, where, f"{len(along) + 1} entries are undone.")
        undoing.undo(campaign_id, access.member, number, reason)
        return done(request, where, "It is undone.")

    return form_page(request, "league/undo.html", context, form, send)


def _closed_round(access: CampaignAccess, entry: Entry) -> int:
    """The number of the round whose game the entry finished, if it is closed; 0 in every other case. One
    query for the entry of a result."""
    finished = [each.event.round for each in entry.events if isinstance(each.event, PairingFinished)]
    if not finished:
        return 0
    at = campaigns.league_state(access.campaign.pk).rounds.get(finished[0])
    return at.number if at is not None and not at.open else 0


def _remaining(access: CampaignAccess, entry: Entry, came: str) -> str:
    """The page to go back to after an undoing: the list of rounds if the round of that page is gone then."""
    rounds = address("rounds", base_of(access))
    opened = any(isinstance(each.event, RoundOpened) for each in entry.events)
    return rounds if opened and came.startswith(rounds) else came


def _posted_entries(request: HttpRequest) -> list[int]:
    """The entries that were shown as changing along with the one of the page, as they are posted. Raises
    `Unreadable`."""
    return [read_number(each, "The entry") for each in request.POST.getlist("along")]


def _undo_context(request: HttpRequest, access: CampaignAccess, item: TimelineItem) -> dict[str, Any]:
    """The content of the page before an undoing: `along` would go as well, `staying` are the entries because
    of which it cannot go."""
    campaign = access.campaign.pk
    found = (
        []
        if item.undone
        else _entries(access, [each.act for each in undoing.standing(campaign, item.number)])
    )
    staying = [each for each in found if not each.change_url]
    turned = (item.number, *(each.number for each in found))
    clash = None if item.undone or staying else undoing.clash(access.campaign, turned)
    return frame(
        request,
        access,
        "More",
        entry=item,
        along=found,
        together=len(found) + 1,
        staying=staying,
        clash=clash,
        stuck=bool(staying or clash),
        back=_onward(request, access),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def redo(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Ask before an undone entry counts again, or everything that an entry undid."""
    access = member_access_or_404(request, campaign_id)
    entry, item = _own_entry(access, number)
    if request.method == "POST":
        where = _onward(request, access)
        if _turned(entry):
            shown = _posted_entries(request)
            undoing.redo_with(campaign_id, access.member, number, shown)
            return done(request, where, f"{len(shown)} entries count again.")
        undoing.redo(campaign_id, access.member, number)
        return done(request, where, "It counts again.")
    return render(request, "league/redo.html", _redo_context(request, access, entry, item))


def _redo_context(
    request: HttpRequest, access: CampaignAccess, entry: Entry, item: TimelineItem
) -> dict[str, Any]:
    """The content of the page before a redoing: `again` would count again, `refusal` is why they cannot, and
    `blocking` are the later entries to undo before that."""
    campaign, turned = access.campaign.pk, item.again or ((item.number,) if item.undone else ())
    refusal = undoing.hindrance(campaign, turned) if turned else None
    later = [each.act for each in undoing.blockers(campaign, *turned)] if refusal else []
    blocking = _entries(access, later)
    return frame(
        request,
        access,
        "More",
        entry=item,
        again=_entries(access, item.again),
        nothing=not turned,
        refusal=refusal,
        staying=[each for each in blocking if not each.change_url],
        blocking=[
            replace(each, change_url=f"{each.change_url}?then={item.number}")
            for each in blocking
            if each.change_url
        ],
        together=address("redo", base_of(access), entry.undoing.act) if item.along and entry.undoing else "",
        back=_onward(request, access),
    )
