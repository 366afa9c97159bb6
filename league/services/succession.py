"""A campaign that goes on from one that has ended: same rules, same people, new fleets."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from league.kernel.refusal import NotYours, Refusal
from league.models import Campaign, Member
from league.rules.campaign import NAME_LENGTH, CreateCampaign, HandOverOrganiser, SetHouseNotes
from league.rules.state import LeagueState
from league.services.acts import act, locked
from league.services.campaigns import add_member, create_campaign
from league.store import log

NUMERALS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")


def next_name(name: str) -> str:
    """A name for the campaign after this one: "Tuesday League" → "Tuesday League II" → "… III"."""
    words = name.split()
    number = NUMERALS.index(words[-1]) + 1 if len(words) > 1 and words[-1] in NUMERALS[:-1] else 0
    title = " ".join(words[:-1]) if number else name
    numeral = NUMERALS[number or 1]
    return f"{title[: NAME_LENGTH - len(numeral) - 1].rstrip()} {numeral}"


def obstacle(campaign: Campaign) -> Refusal | None:
    """Reason why no campaign can go on from this one now, or None."""
    if campaign.phase != "ended":
        return Refusal("not_ended", "The next campaign begins when this one has ended. End it first.")
    if Campaign.objects.filter(predecessor=campaign).exists():
        return Refusal("succeeded", "The next campaign already exists: see the campaign's page.")
    return None


def succeed(member: Member, name: str, public: bool, *, now: datetime | None = None) -> Member:
    """Begin the successor of an ended campaign: its format, missions, rules profile and house notes come
    along, and every active member who can sign in joins at once in their role. The member who begins it
    organises it if the organiser cannot sign in any more. Fleets stay behind.

    Returns that member's place in the new campaign. Raises `Refusal`; then nothing is kept.
    """
    if not member.organises or not member.active:
        raise NotYours("organisers_only", "Only an organiser can begin the next campaign. Ask yours.")
    with transaction.atomic():
        old = locked(member.campaign_id)
        found = obstacle(old)
        if found is not None:
            raise found
        league = log.load(old.pk).of(LeagueState)
        order = CreateCampaign(name, old.format, old.missions, public, dict(old.profile))
        first = create_campaign(member.user, order, now=now)
        Campaign.objects.filter(pk=first.campaign_id).update(predecessor=old)
        if league.notes:
            act(first.campaign_id, first, SetHouseNotes(league.notes), now=now)
        for each in _others(member):
            led = each.role == "organiser"
            seat = add_member(first.campaign_id, each.user, "co_organiser" if led else each.role, now=now)
            if led:
                act(first.campaign_id, first, HandOverOrganiser(seat.number), now=now)
        first.refresh_from_db()
        return first


def _others(member: Member) -> list[Any]:
    """The other members who can sign in, in the order in which they came."""
    people = Member.objects.filter(campaign=member.campaign, active=True, user__is_active=True)
    return list(people.exclude(pk=member.pk).select_related("user").order_by("number"))
