"""Everything that the site keeps about one account, as plain data: each app registers its share.

A share gives files by their names. It holds only what belongs to the account, and what everybody in its
campaigns may read of them. Acts on games that are not over stay out, because the same events hold the secrets
of both sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession

from league.kernel.events import KINDS
from league.models import Act, CalendarFeed, Club, EventRow, JoinRequest, Member, Wishes
from league.selectors.downloads import sealed_games
from league.selectors.players import own_page

WORDS = ("reason", "notes", "text", "venue", "given_name")
"""Fields of events in which people write."""


@dataclass(frozen=True, slots=True)
class Owner:
    """The account, and its places in campaigns: present and former ones, the oldest first."""

    user: Any
    seats: tuple[Member, ...]


Files = Mapping[str, Any]
"""Content by file name: what JSON knows, or a function that reads a picture's bytes (None: it is gone)."""
Share = Callable[[Owner], Files]
_SHARES: list[Share] = []


def provides_own_data(share: Share) -> Share:
    """Register a share."""
    if share not in _SHARES:
        _SHARES.append(share)
    return share


def own_data(user: Any) -> dict[str, Any]:
    """Each file's content by its name."""
    seats = Member.objects.filter(user=user).select_related("campaign").order_by("campaign_id")
    owner = Owner(user, tuple(seats))
    return {name: content for share in _SHARES for name, content in share(owner).items()}


def moment(at: datetime | None) -> str | None:
    """A moment as the files have it, in UTC; None for none."""
    return at.isoformat(timespec="seconds") if at else None


@provides_own_data
def _account(owner: Owner) -> Files:
    user = owner.user
    addresses = EmailAddress.objects.filter(user=user).order_by("pk")
    steps = Authenticator.objects.filter(user=user).order_by("pk")
    sessions = UserSession.objects.filter(user=user).order_by("pk")
    page = own_page(user)
    return {
        "account.json": {
            "number": user.pk,
            "display_name": user.first_name,
            "email": user.email,
            "made": moment(user.date_joined),
            "last_signed_in": moment(user.last_login),
            "reminders_by_mail": Wishes.objects.filter(user=user, reminders=True).exists(),
            "player_page": {"name_in_its_address": page.slug, "shown_to": page.shown} if page else None,
            "calendar_address_made": moment(
                CalendarFeed.objects.filter(user=user).values_list("made_at", flat=True).first()
            ),
            "clubs": [
                {
                    "name": club.name,
                    "name_in_its_address": club.slug,
                    "about": club.about,
                    "public": club.public,
                }
                for club in Club.objects.filter(organisers=user).order_by("pk")
            ],
            "addresses": [
                {"address": each.email, "primary": each.primary, "confirmed": each.verified}
                for each in addresses
            ],
            "second_steps": [
                {
                    "kind": each.type,
                    "name": each.data.get("name", ""),
                    "added": moment(each.created_at),
                    "last_used": moment(each.last_used_at),
                }
                for each in steps
            ],
        },
        "browsers.json": [
            {
                "calls_itself": each.user_agent,
                "address": each.ip,
                "signed_in": moment(each.created_at),
                "last_seen": moment(each.last_seen_at),
            }
            for each in sessions
        ],
    }


@provides_own_data
def _campaigns(owner: Owner) -> Files:
    asked = JoinRequest.objects.filter(user=owner.user).select_related("campaign").order_by("pk")
    return {
        "campaigns.json": [
            {
                "campaign": _campaign(seat),
                "your_number": seat.number,
                "your_name": seat.name,
                "role": seat.role,
                "still_in": seat.active,
                "joined": moment(seat.joined_at),
            }
            for seat in owner.seats
        ],
        "requests.json": [
            {
                "campaign": each.campaign.name,
                "message": each.message,
                "asked": moment(each.created_at),
                "answered": moment(each.answered_at),
                "accepted": each.accepted,
            }
            for each in asked
        ],
    }


def _campaign(seat: Member) -> dict[str, Any]:
    """The campaign's public facts; only its name to those who are no longer in it."""
    campaign = seat.campaign
    facts = {"number": campaign.pk, "name": campaign.name}
    if not seat.active and not campaign.public:
        return facts
    more = ("phase", "format", "missions", "public", "profile", "notes")
    return facts | {name: getattr(campaign, name) for name in more}


@provides_own_data
def _acts(owner: Owner) -> Files:
    """Everything that the account did in its campaigns, and once more the texts that it wrote there."""
    acts: list[dict[str, Any]] = []
    words: list[dict[str, Any]] = []
    for seat in owner.seats:
        for act in _acts_of(seat):
            acts.append(act)
            words.extend(_words(act))
    return {"acts.json": acts, "words.json": words}


def _acts_of(seat: Member) -> Iterator[dict[str, Any]]:
    """The acts of one place, the oldest first, each with its events. Acts on games that are not over and hold
    a secret are left out. Four queries."""
    events: dict[int, list[dict[str, Any]]] = {}
    for act, kind, payload in _events_of(seat):
        events.setdefault(act, []).append({"kind": kind, **msgspec.json.decode(payload)})
    sealed = set(sealed_games(seat.campaign_id))
    own = Act.objects.filter(campaign=seat.campaign_id, actor=seat.number).order_by("number")
    for each in own:
        if sealed.isdisjoint(_numbers(each.touched)):
            yield {
                "campaign": seat.campaign.name,
                "number": each.number,
                "at": moment(each.at),
                "name": each.name,
                "undone": each.undone,
                "events": events.get(each.number, []),
            }


def _numbers(touched: Iterable[str]) -> Iterator[int]:
    """The numbers of the changed things. A campaign uses each number once, so a number says which game."""
    return (int(label.rpartition(":")[2]) for label in touched)


def _events_of(seat: Member) -> Iterator[tuple[int, str, str]]:
    """Act, kind and payload of the events of one place, without secrets that belong to no game."""
    secret = [kind for kind, event in KINDS.items() if event.secret]
    rows = EventRow.objects.filter(campaign=seat.campaign_id, actor=seat.number).order_by("seq")
    rows = rows.exclude(kind__in=secret, game=None)
    return iter(rows.values_list("act", "kind", "payload").iterator(chunk_size=2000))


def _words(act: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for event in act["events"]:
        for field in WORDS:
            if isinstance(event.get(field), str) and event[field]:
                yield {
                    "campaign": act["campaign"],
                    "at": act["at"],
                    "act": act["name"],
                    "field": field,
                    "text": event[field],
                }
