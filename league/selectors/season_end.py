"""News that a season is over, and of the campaign in which the club plays on."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.utils import timezone

from league.addresses import address
from league.models import EventRow
from league.rules.events import CampaignEnded
from league.selectors.waiting import Inbox, Waiting, provides_waiting

NEWS_FOR = timedelta(days=7)


@provides_waiting
def _over(inbox: Inbox) -> Iterable[Waiting]:
    """The seasons of the person that others have ended lately. One query, none without an ended campaign."""
    ended = {seat.campaign: seat for seat in inbox.seats if seat.phase == "ended"}
    events = EventRow.objects.filter(
        campaign_id__in=ended, kind=CampaignEnded.kind, at__gte=timezone.now() - NEWS_FOR
    )
    rows = events.order_by("seq").values_list("campaign_id", "actor") if ended else ()
    following = {seat.goes_on_from: seat for seat in inbox.seats}
    for campaign, actor in dict(rows).items():
        seat = ended[campaign]
        if actor == seat.member:
            continue
        what, url, label = "The season is over.", address("story", seat.address), "Read its story"
        after = following.get(campaign)
        if after is not None:
            what, url, label = f"{what} The club plays on in {after.name}.", after.address, "Go there"
        yield Waiting(seat, what, url, label, "trophy", mine=False, order=88)
