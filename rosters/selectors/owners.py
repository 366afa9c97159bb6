"""Fleets that own a card, as far as the asker may see them as a member."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Model, QuerySet

from league.addresses import fleet_address
from league.models import Member
from rosters.models import Fleet, ShipCard, UpgradeCard


@dataclass(frozen=True, slots=True)
class Owner:
    """A fleet of one of the asker's campaigns with the number of copies it has."""

    campaign: str
    fleet: str
    url: str
    copies: int
    missing: int


def owners_of(user: Any, card_id: str) -> list[Owner]:
    """Fleets of the user's campaigns that own the card, by campaign and name; none for strangers. At most
    four queries.
    """
    if not user.is_authenticated:
        return []
    campaigns = dict(
        Member.objects.filter(user=user, active=True).values_list("campaign_id", "campaign__name")
    )
    found: dict[tuple[int, int], list[int]] = {}
    for model in (ShipCard, UpgradeCard):
        for campaign, fleet, mia, copies in _counts(model._default_manager.all(), card_id, list(campaigns)):
            entry = found.setdefault((campaign, fleet), [0, 0])
            entry[0] += copies
            entry[1] += copies if mia else 0
    fleets = Fleet.objects.filter(campaign_id__in=campaigns, number__in={fleet for _, fleet in found})
    owning = {(one.campaign_id, one.number): one for one in fleets}
    return sorted(
        (
            Owner(
                campaigns[key[0]], owning[key].name, fleet_address(key[0], owning[key].slug), copies, missing
            )
            for key, (copies, missing) in found.items()
            if key in owning
        ),
        key=lambda owner: (owner.campaign, owner.fleet),
    )


def _counts(rows: QuerySet[Model], card_id: str, campaigns: list[int]) -> list[tuple[int, int, bool, int]]:
    counted = rows.filter(card=card_id, campaign_id__in=campaigns).values_list("campaign_id", "fleet", "mia")
    return list(counted.annotate(copies=Count("pk")).order_by("campaign_id", "fleet"))
