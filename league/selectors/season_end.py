"""News that a season is over, and of the campaign in which the club plays on."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

import msgspec
from django.utils import timezone

from league.addresses import address
from league.models import EventRow
from league.rules.events import CampaignEnded
from league.rules.phrases import too_few
from league.selectors.waiting import Inbox, Waiting, provides_waiting

NEWS_FOR = timedelta(days=7)


@provides_waiting
def _over(inbox: Inbox) -> Iterable[Waiting]:
    """The seasons of the person that others have ended lately. One query, none without an ended campaign."""
    ended = {seat.campaign: seat for seat in inbox.seats if seat.phase == "ended"}
    events = EventRow.objects.filter(
        campaign_id__in=ended, kind=CampaignEnded.kind, at__gte=timezone.now() - NEWS_FOR
    )
    rows = events.order_by("seq").values_list("campaign_id", "actor", "payload") if ended else ()
    last = {campaign: (actor, payload) for campaign, actor, payload in rows}
    following = {seat.goes_on_from: seat for seat in inbox.seats}
    for campaign, (actor, payload) in last.items():
        seat = ended[campaign]
        if actor == seat.member:
            continue
        end = msgspec.json.decode(payload, type=CampaignEnded)
        why = f": {too_few(teams=bool(end.teams))}" if end.decided else ""
        what, url, label = f"The season is over{why}.", address("story", seat.address), "Read its story"
        after = following.get(campaign)
        if after is not None:
            what, url, label = f"{what} The club plays on in {after.name}.", after.address, "Go there"
        yield Waiting(seat, what, url, label, "trophy", mine=False, order=88)
