"""Closing an account: it is shut at once, its owner may take it back for a week, and then it is removed."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.auth import get_user_model
from django.db import OperationalError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from league.kernel.refusal import Refusal
from league.logs.security import note
from league.models import Closing
from league.services.campaigns import delete_account, hand_to_heirs, refuse_to_go
from league.services.outgoing.worker import hourly

GRACE = timedelta(days=7)
CERTAIN = timedelta(days=1)
"""Time for which every run has to find the week of an account over, before it is removed. So a clock that
leaps ahead removes nothing if it is put right within a day."""
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
            user=user, defaults={"closed_at": at, "until": at + GRACE, "over_since": None}
        )
        return closing


def closing_of(user_id: int, now: datetime | None = None) -> Closing | None:
    """The closing of an account that its owner may still take back, else None."""
    found = Closing.objects.filter(user_id=user_id, user__is_active=False, until__gt=now or timezone.now())
    return found.select_related("user").first()


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


def note_those_over(now: datetime | None = None) -> None:
    """Note the accounts whose week is over. A note from a time that lies ahead is forgotten, and so is one of
    an account whose week is not over: the clock of that run was wrong."""
    at = now or timezone.now()
    Closing.objects.filter(Q(until__gt=at) | Q(over_since__gt=at)).update(over_since=None)
    Closing.objects.filter(until__lte=at, over_since=None).update(over_since=at)


def overdue(now: datetime | None = None) -> QuerySet[Closing]:
    """The closings whose week is over, by a clock that has said so for a day, the oldest first."""
    at = now or timezone.now()
    return Closing.objects.filter(until__lte=at, over_since__lte=at - CERTAIN).order_by("until")


@hourly
def remove_closed(now: datetime | None = None) -> int:
    """Remove the accounts whose week is over; how many. One that a host has made active again stays, and so
    does one that cannot be removed; the log says why. Raises OperationalError if the database is away."""
    count = 0
    note_those_over(now)
    for user_id in list(overdue(now).values_list("user_id", flat=True)):
        try:
            count += _removed(user_id, now)
        except OperationalError:
            raise
        except Exception:
            log.exception("Account %s was not removed.", user_id)
    return count


def _removed(user_id: int, now: datetime | None) -> bool:
    """Remove one account, whose campaigns get another organiser first. Another process may be doing it."""
    with transaction.atomic():
        user = get_user_model().objects.select_for_update(no_key=True).filter(pk=user_id).first()
        closing = overdue(now).filter(user_id=user_id).first()
        if user is None or closing is None:
            return False
        closing.delete()
        if user.is_active:
            return False
        hand_to_heirs(user, now)
        delete_account(user)
    note("account removed", None, None, f"account {user_id}")
    return True
