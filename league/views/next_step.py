"""The line under the tabs of a campaign: the next thing that this reader can do, and news for the banner."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.addresses import address
from league.permissions import member_access_or_404
from league.selectors.waiting import Waiting, waiting_for

SHOWN, QUIET, SILENT = "shown", "quiet", "silent"
REMINDED, DATE, TWO_ROWS = "An organiser reminds you: ", 24, 44
"""Words of a reminder before its sentence, letters of a date after it and of two rows beside a button."""
SEEN, MOST_SEEN = "seen_news", 20
"""Field of the session with the news that its reader has been led to, and how many of them it keeps."""
NUMBERS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Task:
    """A task of the campaign. `key` stays the same as long as it waits; `here`: the page is its place and
    says so; `there`: the page is its place, whether it says so or not."""

    waiting: Waiting
    key: str
    here: bool
    there: bool


@require_safe
def next_step(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """The most urgent task of the reader in this campaign, all that hold others up for the banner, and how
    many of these wait for them in all. If nobody waits for the reader, the line has what they can do without
    haste. A page that is itself the place of the task says so in its own words, so there the line is empty,
    unless the task is done at a part of the page that its address names: then the line leads to that part.

    `was` says what the page had before: a line in sight keeps its room, and a hidden one stays hidden as long
    as the page is the place of a task, so that nothing moves while somebody is about to press it. Once all
    tasks of the reader are on other pages, the line is shown. A page that comes with no line ("silent") gets
    one only for a task that is news there. News for which there is nothing to do leaves the line once its
    reader has been at its place.
    """
    access = member_access_or_404(request, campaign_id)
    _, waiting = waiting_for(request.user)
    mine = [each for each in waiting if each.mine]
    here = urlsplit(request.headers.get("HX-Current-URL", "")).path
    all_tasks = [
        Task(each, key_of(each), there and not each.news_there, there)
        for each in waiting
        if each.seat.campaign == campaign_id
        for there in (_is_at(here, each),)
    ]
    all_tasks = _unseen(request, all_tasks)
    tasks = [each for each in all_tasks if each.waiting.mine]
    first, was = next(iter(tasks or all_tasks), None), request.GET.get("was", "")
    at_it = first is not None and first.here and not _leads_on(first.waiting)
    told = first is not None and first.waiting.news_there
    quiet = at_it or (was == SILENT and not told)
    stays = was == QUIET and (not tasks or any(each.there for each in tasks))
    response = render(
        request,
        "league/next.html",
        {
            "first": first,
            "task": first.waiting if first else None,
            "tasks": tasks,
            "at_it": at_it,
            "was": _now(was, quiet=quiet, stays=stays),
            "long": first is not None and takes_rows(first.waiting),
            "count": len(mine),
            "campaign": campaign_id,
            "ended": access.campaign.phase == "ended",
            "at_story": here == address("story", campaign_id),
        },
    )
    response["Cache-Control"] = "private, no-store"
    return response


def _now(was: str, *, quiet: bool, stays: bool) -> str:
    """State of the line from now on. `stays`: a hidden line is hidden further on."""
    if was == SILENT and quiet:
        return SILENT
    return QUIET if stays or (quiet and was != SHOWN) else SHOWN


def _is_at(here: str, task: Waiting) -> bool:
    """Whether the page at that path is the place of the task, or one below it that belongs to the place."""
    place = urlsplit(task.url).path
    return here == place if task.on_one_page else here.startswith(place)


def _leads_on(task: Waiting) -> bool:
    """Whether the task is done at a part of its page, and not only read there."""
    return bool(urlsplit(task.url).fragment) and not task.only_read


def takes_rows(task: Waiting) -> bool:
    """Whether the sentence of the task takes more than two rows beside its button on a phone."""
    return len(task.what) + len(REMINDED) * bool(task.reminded) + DATE * bool(task.at) > TWO_ROWS


def _unseen(request: HttpRequest, tasks: list[Task]) -> list[Task]:
    """The tasks without news that the reader has been led to, and note the news of this page."""
    seen = request.session.get(SEEN, [])
    here = [each.key for each in tasks if each.waiting.since and each.there and each.key not in seen]
    if here:
        request.session[SEEN] = [*seen, *here][-MOST_SEEN:]
    return [each for each in tasks if not each.waiting.since or each.key not in seen]


def key_of(task: Waiting) -> str:
    """The same for a task as long as it waits, whatever its sentence counts; another one once an organiser
    has reminded of it."""
    parts = (NUMBERS.sub("", task.what), task.url, task.fleet, task.at, task.reminded, task.since)
    return sha256(repr(parts).encode()).hexdigest()[:16]
