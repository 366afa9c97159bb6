"""Browsers give links to an order that picks at random, or the site fills them in (docs/decisions/0033)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from league.addresses import address
from league.http import done, refusing
from league.kernel.refusal import Refusal
from league.permissions import CampaignAccess, member_access_or_404
from league.posted import read_order
from league.views.found import address_of
from missions.rules.game.state import SideName
from missions.rules.pregame.links import fill_begins, missing_links
from missions.selectors import games as select
from missions.selectors.games import OpenedGame
from missions.selectors.laid import laid_row
from missions.services.links import fill_links, give_link


@dataclass(frozen=True, slots=True)
class GivenLink:
    """A link as a script posts it: the own side, the number of the laid order, and the link."""

    side: SideName
    order: int
    link: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """The facts with which a page gives links by itself, and tells people that the cards wait for them. `own`
    is the reader's side with the last known value of its chain; `wanted` that side if the order waits for it;
    `others` the other sides that it waits for; `plays` whether the reader plays a side; `wait` the
    milliseconds until the site may fill in."""

    address: str
    fill: str
    number: int
    mark: str
    own: tuple[tuple[SideName, str], ...]
    wanted: tuple[SideName, ...]
    others: tuple[SideName, ...]
    plays: bool
    may_fill: bool
    wait: int


def waiting_for_links(access: CampaignAccess, opened: OpenedGame, url: str) -> Waiting | None:
    """The facts for the reader's page while an order waits for links; None if none does. One query if one
    does."""
    draw = opened.game.draw
    if draw is None or draw.laid is None or opened.game.step in ("done", "void"):
        return None
    side = opened.side_of(access.member.number) if access.member is not None else None
    row = laid_row(access.campaign.pk, opened.game.id)
    sides = missing_links(draw.laid, row.given if row is not None else ())
    begins, since = fill_begins(draw.laid), datetime.fromisoformat(draw.laid.since)
    left = min(max(timedelta(), begins - timezone.now()), begins - since)
    return Waiting(
        address=address("game-links", url),
        fill=address("game-fill-links", url),
        number=draw.laid.number,
        mark=draw.laid.mark,
        own=tuple((each, draw.chains[each]) for each in draw.laid.wanted if each == side),
        wanted=tuple(each for each in sides if each == side),
        others=tuple(each for each in sides if each != side),
        plays=side is not None,
        may_fill=side is not None or access.organises,
        wait=left // timedelta(milliseconds=1),
    )


@require_POST
def game_links(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Answer scripts: a side gives a `link` to the laid `order`. `seq` is the campaign's new number if the
    order was carried out, else 0. A refusal is its sentence."""
    access = member_access_or_404(request, campaign_id)
    opened = select.opened_or_404(access.campaign, number)
    assert access.member is not None
    try:
        given = read_order(GivenLink, request.POST)
        seq = give_link(campaign_id, opened, access.member.number, given.side, given.order, given.link)
    except Refusal as refusal:
        return JsonResponse({"refused": refusal.message}, status=refusal.status)
    return JsonResponse({"seq": seq})


@require_POST
@refusing
def game_fill_links(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """The site fills in the links that are missing."""
    access = member_access_or_404(request, campaign_id)
    opened = select.opened_or_404(access.campaign, number)
    assert access.member is not None
    fill_links(campaign_id, opened, access.member.number, organises=access.organises)
    return done(request, address_of(request), "")
