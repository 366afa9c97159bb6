"""Quotas: how many campaigns an account organises, how often people ask for costly things."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from hashlib import sha256
from math import ceil
from typing import Any

from django.contrib.auth import get_user_model
from django.core.cache import caches
from django.core.cache.backends.db import DatabaseCache
from django.db import connection
from django.db.models import F, Q
from django.utils import timezone

from league import limits
from league.kernel.refusal import Refusal, TooMany
from league.limits import Rate
from league.models import Member, Tally

SLACK = timedelta(minutes=5)
"""Difference of the clocks of two machines that is none."""
LONGEST = timedelta(days=1)
"""Time that the longest limit takes."""


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
    day = at + timedelta(seconds=limits.SIGN_UPS.seconds)
    made = Tally.objects.filter(
        key=_key("account", "all"), until__gt=at, until__lte=day, count__gte=limits.SIGN_UPS.most
    )
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

    Any number of processes count exactly. Rows that have run out are deleted, and so is one that ends later
    than a new one would: a clock that was ahead has made it.
    """
    at = now or timezone.now()
    until = at + timedelta(seconds=rate.seconds)
    key = _key(kind, who)
    Tally.objects.filter(Q(until__lte=at) | Q(key=key, until__gt=until + SLACK)).delete()
    Tally.objects.bulk_create([Tally(key=key, count=0, until=until)], ignore_conflicts=True)
    own = Tally.objects.filter(key=key)
    if own.filter(count__lt=rate.most).update(count=F("count") + 1):
        return
    until = own.values_list("until", flat=True).first() or at
    raise _too_many(kind, text, until - at, field)


def forget_limits_ahead() -> None:
    """Forget counts and locks of sign-in that end later than any limit can: a clock that was ahead has made
    them, and they would keep people out until that time comes."""
    latest = timezone.now() + LONGEST + SLACK
    Tally.objects.filter(until__gt=latest).delete()
    locks = caches["default"]
    if isinstance(locks, DatabaseCache):
        with connection.cursor() as cursor:
            table = connection.ops.quote_name(locks.cache_model_class._meta.db_table)
            value = connection.ops.adapt_datetimefield_value(latest.replace(microsecond=0))
            cursor.execute(f"DELETE FROM {table} WHERE expires > %s", [value])  # noqa: S608  a quoted name


def _key(kind: str, who: str) -> str:
    return sha256(f"{kind} {who}".encode()).hexdigest()


def _too_many(kind: str, text: str, wait: timedelta, field: str = "") -> TooMany:
    return TooMany(f"too_many_{kind}", f"{text} Try again in {_wait(wait)}.", field=field)


def _wait(time: timedelta) -> str:
    """A time in words, in minutes up to two hours, then in hours, rounded up."""
    minutes = max(1, ceil(time.total_seconds() / 60))
    number, unit = (minutes, "minute") if minutes <= 2 * 60 else (ceil(minutes / 60), "hour")
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"
