"""Quotas of accounts: how many campaigns they organise, how often they restore one."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from league import limits
from league.kernel.refusal import Refusal, TooMany
from league.models import Attempt, Member


def refuse_more_campaigns(user: Any) -> None:
    """Raise `Refusal` if the account organises as many campaigns as it may. Inside the transaction that makes
    one more, the account's row is held so that two requests are not counted as one."""
    get_user_model().objects.select_for_update(no_key=True).get(pk=user.pk)
    mine = Member.objects.filter(user=user, role="organiser", active=True).count()
    if mine >= limits.CAMPAIGNS_PER_ACCOUNT:
        raise Refusal(
            "too_many_campaigns",
            f"You organise {mine} campaigns; an account can organise {limits.CAMPAIGNS_PER_ACCOUNT}. Hand "
            "one of them over to another member first.",
        )


def count_restore(user: Any, now: datetime | None = None) -> None:
    """Note that the account restores a campaign. Raises `TooMany` if it did so too often in the last
    hours."""
    at = now or timezone.now()
    since = at - timedelta(seconds=limits.RESTORES_SECONDS)
    with transaction.atomic():
        get_user_model().objects.select_for_update(no_key=True).get(pk=user.pk)
        own = Attempt.objects.filter(user=user, kind="restore")
        own.filter(at__lte=since).delete()
        begun = list(own.order_by("at").values_list("at", flat=True))
        if len(begun) >= limits.RESTORES:
            free = begun[-limits.RESTORES] + timedelta(seconds=limits.RESTORES_SECONDS)
            minutes = max(1, -int((at - free).total_seconds() // 60))
            raise TooMany(
                "too_many_restores",
                f"An account can restore {limits.RESTORES} campaigns in an hour. Try again in "
                f"{minutes} {'minute' if minutes == 1 else 'minutes'}.",
                field="archive",
            )
        Attempt.objects.create(user=user, kind="restore", at=at)
