"""Calendar addresses: one for each account that asks, unguessable, and gone once it is withdrawn.

The database holds a random key; the address is that key with its signature by the site's secret key. So a
copy of the database alone opens no calendar.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

from django.core import signing
from django.db import transaction
from django.utils import timezone

from league import limits
from league.addresses import address, campaign_address
from league.keys import CALENDARS
from league.models import CalendarFeed, Member
from league.models.feed import new_key
from league.presenters.calendar import Entry, calendar_file, campaign_entries
from league.selectors import port_rows
from league.selectors.campaigns import league_states
from league.services.quotas import count

_SIGNER = signing.Signer(salt=CALENDARS, sep=".")
NAME, REFRESH = "Game nights", "PT1H"


def uid_pattern(campaign_id: int, origin: str) -> str:
    """The pattern of the UIDs of a campaign's entries, for the kind and the number of a thing."""
    return f"campaign-{campaign_id}-{{}}-{{}}@{urlsplit(origin).hostname}"


def token_of(user: Any) -> str:
    """The token of the account's address, "" if it has none."""
    key = CalendarFeed.objects.filter(user=user).values_list("key", flat=True).first()
    return _SIGNER.sign(key) if key else ""


def make_address(user: Any) -> None:
    """Give the account a new address; an old one stops working at once. Raises `TooMany`."""
    text = f"An account can make {limits.CALENDAR_ADDRESSES.most} calendar addresses in an hour."
    with transaction.atomic():
        count("calendar_address", f"account {user.pk}", limits.CALENDAR_ADDRESSES, text)
        fresh = {"key": new_key(), "digest": "", "changed_at": None}
        CalendarFeed.objects.update_or_create(user=user, defaults=fresh)


def withdraw_address(user: Any) -> None:
    """Take the account's address away."""
    CalendarFeed.objects.filter(user=user).delete()


def feed_of(token: str) -> CalendarFeed | None:
    """The feed with that token, as long as its account is in use."""
    try:
        key = _SIGNER.unsign(token)
    except signing.BadSignature:
        return None
    return CalendarFeed.objects.filter(key=key, user__is_active=True).first()


def fetched(feed: CalendarFeed, origin: str, now: datetime | None = None) -> tuple[str, str, datetime]:
    """The calendar as a file, its ETag, and the moment since which it is like that. Six queries at most.

    Raises `TooMany` if the address was asked too often in the last hour.
    """
    at = now or timezone.now()
    text = f"A calendar can be fetched {limits.CALENDAR_FETCHES.most} times in an hour."
    count("calendar", f"account {feed.pk}", limits.CALENDAR_FETCHES, text, now=at)
    entries = _entries(feed, origin, at)
    digest = sha256(repr(entries).encode()).hexdigest()
    if feed.digest != digest or feed.changed_at is None:
        since = at if feed.changed_at is None else max(at, feed.changed_at + timedelta(seconds=1))
        CalendarFeed.objects.filter(pk=feed.pk, key=feed.key).update(digest=digest, changed_at=since)
        feed.digest, feed.changed_at = digest, since
    whole = feed.changed_at.replace(microsecond=0)
    return calendar_file(entries, now=whole, name=NAME, refresh=REFRESH), f'"{digest[:32]}"', whole


def _entries(feed: CalendarFeed, origin: str, now: datetime) -> list[Entry]:
    """Everything in the schedules of the account's campaigns. Queries: two, and one for each campaign with
    agreed games."""
    seats = list(Member.objects.filter(user=feed.user_id, active=True).select_related("campaign"))
    leagues = league_states(each.campaign_id for each in seats)
    found: list[Entry] = []
    for seat in sorted(seats, key=lambda each: each.campaign_id):
        league = leagues.get(seat.campaign_id)
        if league is None or not (league.nights or league.meetings):
            continue
        rows = port_rows.fleets(seat.campaign_id) if league.meetings else ()
        found += campaign_entries(
            league,
            {each.number: each for each in rows},
            uid=uid_pattern(seat.campaign_id, origin),
            campaign=seat.campaign.name,
            url=f"{origin}{address('schedule', campaign_address(seat.campaign_id))}",
            me=seat.number,
            now=now,
        )
    return sorted(found, key=lambda each: (each.starts, each.uid))[-limits.CALENDAR_ENTRIES :]
