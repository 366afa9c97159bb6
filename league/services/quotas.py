"""Quotas: how many campaigns an account organises, how often people ask for costly things."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from hashlib import sha256
from math import ceil
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import F
from django.utils import timezone

from league import limits
from league.kernel.refusal import Refusal, TooMany
from league.limits import Rate
from league.models import Member, Tally


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
    """Note that the account restores a campaign. Raises `TooMany` if it did so too often in the last hour."""
    text = f"An account can restore {limits.RESTORES.most} campaigns in an hour."
    count("restore", f"account {user.pk}", limits.RESTORES, text, field="archive", now=now)


def count_own_data(user: Any, now: datetime | None = None) -> None:
    """Note that the account downloads its data. Raises `TooMany` if it did so too often in the last hour."""
    text = f"An account can download its data {limits.OWN_DATA.most} times in an hour."
    count("own_data", f"account {user.pk}", limits.OWN_DATA, text, now=now)


def refuse_more_accounts(now: datetime | None = None) -> None:
    """Raise `TooMany` if the whole site has made as many accounts as it may in a day."""
    at = now or timezone.now()
    made = Tally.objects.filter(key=_key("account", "all"), until__gt=at, count__gte=limits.SIGN_UPS.most)
    if (until := made.values_list("until", flat=True).first()) is not None:
        raise _too_many("account", "Very many accounts have been made today.", until - at)


def count_account() -> None:
    """Note that somebody has made an account."""
    with suppress(TooMany):
        count("account", "all", limits.SIGN_UPS, "")


def count_battle(user: Any, address: str) -> None:
    """Note that an account, or without one (None) an address, begins a battle.

    Raises `TooMany` if it began too many in the last hour, or if visitors together did.
    """
    if user is not None:
        text = f"No more than {limits.OPENED.most} battles an hour can be begun with one account."
        count("battle", f"account {user.pk}", limits.OPENED, text)
        return
    text = f"No more than {limits.TRIED.most} battles an hour can be tried without an account."
    count("battle", f"address {address}", limits.TRIED, text)
    text = "Very many people are trying battles at the moment."
    count("battle", "all", limits.TRIED_BY_ALL, text)


def count(
    kind: str, who: str, rate: Rate, text: str, *, field: str = "", now: datetime | None = None
) -> None:
    """Note that somebody asks for a thing of that kind. Raises `TooMany` with this text and the time of the
    next try if they asked for as many as the rate allows; then nothing is counted.

    Any number of processes count exactly. Rows that have run out are deleted.
    """
    at = now or timezone.now()
    key = _key(kind, who)
    Tally.objects.filter(until__lte=at).delete()
    Tally.objects.bulk_create(
        [Tally(key=key, count=0, until=at + timedelta(seconds=rate.seconds))], ignore_conflicts=True
    )
    own = Tally.objects.filter(key=key)
    if own.filter(count__lt=rate.most).update(count=F("count") + 1):
        return
    until = own.values_list("until", flat=True).first() or at
    raise _too_many(kind, text, until - at, field)


def _key(kind: str, who: str) -> str:
    return sha256(f"{kind} {who}".encode()).hexdigest()


def _too_many(kind: str, text: str, wait: timedelta, field: str = "") -> TooMany:
    return TooMany(f"too_many_{kind}", f"{text} Try again in {_wait(wait)}.", field=field)


def _wait(time: timedelta) -> str:
    """A time in words, in minutes up to two hours, then in hours, rounded up."""
    minutes = max(1, ceil(time.total_seconds() / 60))
    number, unit = (minutes, "minute") if minutes <= 2 * 60 else (ceil(minutes / 60), "hour")
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"
