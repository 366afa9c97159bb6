"""Clubs as their readers may know them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from league.models import Campaign, Club, ClubCampaign
from league.permissions import CampaignAccess
from league.prepared import Prepared
from league.selectors.campaigns import NOBODY, PUBLIC_SHOWN, organised_by
from league.selectors.players import campaigns_of, may_know


@dataclass(frozen=True, slots=True)
class ClubAccess:
    """A club as somebody visits it."""

    club: Club
    organises: bool


def _readable(reader: int) -> Q:
    """Condition on clubs: public ones, and those that this account organises or has a campaign in."""
    entries = ClubCampaign.objects.filter(club=OuterRef("pk"), campaign__in=campaigns_of(reader))
    return Q(public=True) | Q(_organised(reader)) | Q(Exists(entries))


def _organised(reader: int) -> Exists:
    return Exists(Club.organisers.through.objects.filter(club_id=OuterRef("pk"), user_id=reader))


def club_for(reader: Any, slug: str) -> ClubAccess | None:
    """The club at that address, if this reader may know of it. One query."""
    account = reader.pk or NOBODY
    found = Club.objects.filter(_readable(account), slug=slug).annotate(organises=_organised(account)).first()
    return None if found is None else ClubAccess(found, found.organises)


def campaigns_in(club: Club, reader: Any) -> list[Campaign]:
    """The club's campaigns that the reader may know of, newest first. One query."""
    found = Campaign.objects.filter(may_know(reader), club_entry__club=club, head_seq__gt=0)
    return list(found.order_by("-pk"))


def known_clubs(reader: Any) -> QuerySet[Club]:
    """The clubs that the reader organises or has a campaign in, and public ones, by name."""
    return _known(reader.pk or NOBODY)


def _known(reader: int) -> QuerySet[Club]:
    return Club.objects.filter(_readable(reader)).order_by("name", "pk")


LISTED: Prepared[Club] = Prepared(lambda reader: _known(reader)[:PUBLIC_SHOWN], int)


def listed_clubs(reader: Any) -> list[Club]:
    """The first PUBLIC_SHOWN of the known clubs. One query."""
    return LISTED.rows(reader.pk or NOBODY)


def club_of(access: CampaignAccess) -> Club | None:
    """The club of a campaign, if this reader may know of it. Members of a campaign may. No query: it
    came with the campaign."""
    entry: ClubCampaign | None = getattr(access.campaign, "club_entry", None)
    shown = entry is not None and (access.member is not None or entry.club.public)
    return entry.club if entry is not None and shown else None


def addable(user: Any) -> QuerySet[Campaign]:
    """The campaigns that the user organises and that have no club."""
    return organised_by(user).filter(club_entry=None)


def removable(club: Club, user: Any) -> list[tuple[Campaign, bool]]:
    """All campaigns of the club, as far as the user knows them, and whether the user organises them too. Two
    queries."""
    mine = set(organised_by(user).values_list("pk", flat=True))
    return [(each, each.pk in mine) for each in campaigns_in(club, user)]


def organiser_names(club: Club) -> list[str]:
    """The display names of the club's organisers. One query."""
    rows = club.organisers.order_by("first_name", "pk").values_list("first_name", "pk")
    return [name or f"Member {number}" for name, number in rows]
