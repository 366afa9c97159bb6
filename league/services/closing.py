"""Closing an account: it is shut at once, its owner may take it back for a week, and then it is removed.

The week is a week that the site saw pass (`league.services.elapsed`). The clock only says which day people
are told.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.auth import get_user_model
from django.db import OperationalError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from league.kernel.refusal import Refusal
from league.logs.security import note
from league.models import Closing
from league.services import elapsed
from league.services.campaigns import delete_account, hand_to_heirs, refuse_to_go
from league.services.outgoing.worker import hourly

GRACE = timedelta(days=7)
log = logging.getLogger(__name__)


def close_account(user: Any, now: datetime | None = None) -> Closing:
    """Close an account: it is signed out everywhere, and nobody signs in with it.

    Raises `Refusal` while it is the only organiser of a campaign that others are still in.
    """
    at = now or timezone.now()
    with transaction.atomic():
        refuse_to_go(user)
        user.is_active = False
        user.save(update_fields=["is_active"])
        for session in UserSession.objects.filter(user=user):
            session.end()
        closing, _ = Closing.objects.update_or_create(
            user=user,
            defaults={
                "closed_at": at,
                "until": at + GRACE,
                "due": elapsed.observe(at) + GRACE.total_seconds(),
            },
        )
        return closing


def closing_of(user_id: int, now: datetime | None = None) -> Closing | None:
    """The closing of an account that its owner may still take back, else None. Its `until` is the day of the
    removal by the present clock."""
    at = now or timezone.now()
    found = Closing.objects.filter(user_id=user_id, user__is_active=False).select_related("user").first()
    if found is None:
        return None
    if found.due is not None:
        left = timedelta(seconds=found.due - elapsed.passed(at))
        if left <= timedelta(0):
            return None
        found.until = at + left
    return found


def keep_account(user_id: int, now: datetime | None = None) -> Any:
    """Open a closed account again; returns it. Raises `Refusal` if it is not closed, or the week is over."""
    with transaction.atomic():
        get_user_model().objects.select_for_update(no_key=True).filter(pk=user_id).first()
        closing = closing_of(user_id, now)
        if closing is None:
            raise Refusal("not_closed", "There is nothing to keep: the account is open, or its week is over.")
        user = closing.user
        closing.delete()
        user.is_active = True
        user.save(update_fields=["is_active"])
        return user


def overdue(passed: float) -> QuerySet[Closing]:
    """The closings whose week is over when so many seconds have passed, the oldest first."""
    return Closing.objects.filter(due__lte=passed).order_by("due")


def give_due(passed: float, now: datetime | None = None) -> None:
    """Give closings of an earlier release the end that the clock says, a day from now at the soonest and a
    week at the latest."""
    at = now or timezone.now()
    for closing in Closing.objects.filter(due=None):
        left = min(max(closing.until - at, timedelta(days=1)), GRACE)
        Closing.objects.filter(pk=closing.pk, due=None).update(due=passed + left.total_seconds())


@hourly
def remove_closed(now: datetime | None = None) -> int:
    """Remove the accounts whose week is over; how many. One that a host has made active again stays, and so
    does one that cannot be removed; the log says why. Raises OperationalError if the database is away."""
    count, passed = 0, elapsed.observe(now)
    give_due(passed, now)
    for user_id in list(overdue(passed).values_list("user_id", flat=True)):
        try:
            count += _removed(user_id, passed, now)
        except OperationalError:
            raise
        except Exception:
            log.exception("Account %s was not removed.", user_id)
    return count


def _removed(user_id: int, passed: float, now: datetime | None) -> bool:
    """Remove one account, whose campaigns get another organiser first. Another process may be doing it."""
    with transaction.atomic():
        user = get_user_model().objects.select_for_update(no_key=True).filter(pk=user_id).first()
        closing = overdue(passed).filter(user_id=user_id).first()
        if user is None or closing is None:
            return False
        closing.delete()
        if user.is_active:
            return False
        hand_to_heirs(user, now)
        delete_account(user)
    note("account removed", None, None, f"account {user_id}")
    return True
