"""Battles that nobody will come back to."""

from __future__ import annotations

from datetime import datetime, timedelta

from missions.battles.models import Battle

TRYOUT_DAYS = 14
OPEN_DAYS = 30


def stale(now: datetime) -> list[Battle]:
    """Try-outs without an account and battles that never began, after days without a change.

    A ticket lives a day, so none can bring back the seed of what is deleted here.
    """
    tried = Battle.objects.filter(tryout=True, changed_at__lt=now - timedelta(days=TRYOUT_DAYS))
    tried = tried.exclude(seats__kind="person")
    unbegun = Battle.objects.filter(
        status="open", campaign=None, changed_at__lt=now - timedelta(days=OPEN_DAYS)
    )
    return [*tried, *unbegun.exclude(pk__in=tried.values("pk"))]


def clear(now: datetime) -> int:
    """Delete them; how many."""
    found = stale(now)
    Battle.objects.filter(pk__in=[row.pk for row in found]).delete()
    return len(found)
