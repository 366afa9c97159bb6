"""Rebuilding snapshot and rows from the log, after an update that changed what they hold."""

from __future__ import annotations

from django.db import transaction

from league.kernel.history import refold, undone_acts
from league.models import Act, Campaign, Shard
from league.services.acts import locked, store, sync_rows
from league.services.projections import sync_campaign
from league.store import lines, log
from league.store.parts import texts
from league.store.shape import current_shape


def refold_campaign(campaign_id: int) -> None:
    """Fold the log from nothing and write snapshot, rows and lines as it says. The log itself stays."""
    with transaction.atomic():
        campaign = locked(campaign_id)
        events = list(log.logged(campaign_id))
        undone = set(
            Act.objects.filter(campaign=campaign, undone=True).values_list("number", flat=True)
        ) | undone_acts(events)
        state = refold(events, undone).state
        before = {
            (part, key): doc
            for part, key, doc in Shard.objects.filter(campaign=campaign).values_list("part", "key", "doc")
        }
        after = texts(state)
        store(campaign, before, after)
        sync_rows(campaign, state, sorted(after))
        lines.rebuild(campaign, [each for each in events if each.act not in undone])
        sync_campaign(campaign, state)
        campaign.shape = current_shape()
        campaign.save()


def outdated() -> list[Campaign]:
    """The campaigns whose snapshot was written in another shape."""
    return list(Campaign.objects.filter(head_seq__gt=0).exclude(shape=current_shape()).order_by("pk"))
