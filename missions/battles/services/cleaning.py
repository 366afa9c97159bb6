"""Battles that nobody will come back to."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import QuerySet

from league import limits
from missions.battles.models import Battle

TRYOUT_DAYS = 14
OPEN_DAYS = 30


def stale(now: datetime) -> list[Battle]:
    """Try-outs without an account and battles that never began, after days without a change.

    A ticket lives a day, so none can bring back the seed of what is deleted here.
    """
    tried = of_visitors().filter(changed_at__lt=now - timedelta(days=TRYOUT_DAYS))
    unbegun = Battle.objects.filter(
        status="open", campaign=None, changed_at__lt=now - timedelta(days=OPEN_DAYS)
    )
    return [*tried, *unbegun.exclude(pk__in=tried.values("pk"))]


def of_visitors() -> QuerySet[Battle]:
    """Try-outs that no account has kept."""
    return Battle.objects.filter(tryout=True).exclude(seats__kind="person")


def make_room() -> int:
    """Delete the visitors' try-outs that rested longest, so that one more fits; how many."""
    over = of_visitors().count() - limits.VISITORS_BATTLES + 1
    oldest = of_visitors().order_by("changed_at").values_list("pk", flat=True)[: max(0, over)]
    Battle.objects.filter(pk__in=list(oldest)).delete()
    return max(0, over)


def clear(now: datetime) -> int:
    """Delete them; how many."""
    found = stale(now)
    Battle.objects.filter(pk__in=[row.pk for row in found]).delete()
    return len(found)
