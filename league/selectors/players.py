"""People across campaigns, as far as a reader may know: their pages, places and names.

A person's page is closed unless its owner opens it. A reader learns of campaigns that are public, and of
those in which they are a member themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from league.addresses import address
from league.models import Campaign, Member, PlayerPage
from league.permissions import CampaignAccess
from league.prepared import Prepared
from league.rules.records import Person, Place

PersonColumns = tuple[int, str, bool, int | None, str | None, str | None]
PEOPLE: Prepared[PersonColumns] = Prepared(
    lambda campaign, numbers: Member.objects.filter(campaign_id=campaign, number__in=numbers).values_list(
        "number", "name", "active", "user_id", "user__player_page__slug", "user__player_page__shown"
    ),
    int,
    list,
)


@dataclass(frozen=True, slots=True)
class People:
    """Names of members by number, and the addresses of those pages that the reader may open."""

    names: dict[int, str] = field(default_factory=dict)
    pages: dict[int, str] = field(default_factory=dict)


def people_in(access: CampaignAccess, numbers: Iterable[int]) -> People:
    """Names and pages of these members of a campaign, former ones too. One query, none for none.

    A page for people who share a campaign counts as open if the reader and its owner are members of this one.
    """
    wanted = sorted(set(numbers) - {0})
    rows = PEOPLE.rows(access.campaign.pk, wanted) if wanted else []
    found = People()
    for number, name, active, user, slug, shown in rows:
        found.names[number] = name
        if slug and shown and _opens(access.member, user, shown, shares=active):
            found.pages[number] = address("player", slug)
    return found


def pages_of(access: CampaignAccess, members: Iterable[Member]) -> dict[int, str]:
    """The addresses of those pages of these members that the reader may open, by number. The members are rows
    of `league.selectors.campaigns.all_members`, which know the pages."""
    return {
        each.number: address("player", slug)
        for each in members
        if (slug := getattr(each, "page_slug", None))
        and _opens(access.member, each.user_id, getattr(each, "page_shown", ""), shares=each.active)
    }


def _opens(reader: Member | None, owner: int | None, shown: str, *, shares: bool) -> bool:
    if shown == "everybody":
        return True
    if reader is None:
        return False
    return reader.user_id == owner or (shown == "members" and shares)


def page_for(reader: Any, slug: str) -> PlayerPage | None:
    """The page at that address, if this reader may open it. One query."""
    found = PlayerPage.objects.select_related("user").filter(slug=slug, user__is_active=True)
    open_to = Q(shown="everybody")
    if reader.is_authenticated:
        shared = Member.objects.filter(
            user=OuterRef("user"), active=True, campaign__in=campaigns_of(reader.pk)
        )
        open_to |= Q(user=reader) | Q(Exists(shared), shown="members")
    return found.filter(open_to).first()


def own_page(user: Any) -> PlayerPage | None:
    """The account's own page, None if it never chose readers. One query."""
    return PlayerPage.objects.filter(user=user).first()


def campaigns_of(reader: int | None) -> QuerySet[Member, int]:
    """The campaigns in which the reader is a member; none for a reader without an account."""
    return Member.objects.filter(user=reader, active=True).values_list("campaign_id", flat=True)


def may_know(reader: Any) -> Q:
    """Condition on campaigns: the reader may know of them."""
    public = Q(public=True)
    return public | Q(pk__in=campaigns_of(reader.pk)) if reader.is_authenticated else public


def places_of(user: int, reader: Any) -> list[Member]:
    """The places of a person in campaigns that the reader may know, former ones too, newest first. One
    query."""
    known = Campaign.objects.filter(may_know(reader), head_seq__gt=0)
    found = Member.objects.filter(user_id=user, campaign__in=known)
    return list(found.select_related("campaign").order_by("-campaign_id"))


def people_across(places: Iterable[Place], reader: Any) -> Mapping[Place, Person]:
    """The people in these places. One query, none for none."""
    wanted = set(places)
    if not wanted:
        return {}
    campaigns, numbers = {campaign for campaign, _ in wanted}, {number for _, number in wanted}
    rows = Member.objects.filter(campaign_id__in=campaigns, number__in=numbers)
    own = reader.pk if reader.is_authenticated else None
    shared = Member.objects.filter(user=OuterRef("user"), active=True, campaign__in=campaigns_of(own))
    columns = rows.annotate(shares=Exists(shared)).values_list(
        "campaign_id",
        "number",
        "name",
        "user_id",
        "user__player_page__slug",
        "user__player_page__shown",
        "shares",
    )
    found: dict[Place, Person] = {}
    for campaign, number, name, user, slug, shown, shares in columns:
        opens = shown == "everybody" or (user is not None and user == own) or (shown == "members" and shares)
        key = ("account", user, 0) if user else ("place", campaign, number)
        found[campaign, number] = Person(key, name, address("player", slug) if slug and opens else "")
    return found
