"""Campaigns, their people and their rounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import Count, F, Q, QuerySet

from league.kernel.fold import WHOLE
from league.models import Act, Campaign, Invitation, JoinRequest, Member, Round, Shard
from league.prepared import Prepared
from league.rules.events import MemberLeft
from league.rules.state import LeagueState
from league.store.log import logged

NOBODY = 0  # No account has this number.
ROLE_ORDER = ("organiser", "co_organiser", "player", "visitor")


LEAGUES: Prepared[tuple[int, str]] = Prepared(
    lambda campaigns: Shard.objects.filter(campaign_id__in=campaigns, part="league", key=WHOLE).values_list(
        "campaign_id", "doc"
    ),
    list,
)


def league_states(campaign_ids: Iterable[int]) -> dict[int, LeagueState]:
    """The folded league part of each of these campaigns. One query, none for none."""
    rows = LEAGUES.rows(list(campaign_ids))
    return {campaign: msgspec.json.decode(doc, type=LeagueState) for campaign, doc in rows}


def league_state(campaign_id: int) -> LeagueState:
    """The folded league part of one campaign."""
    return league_states([campaign_id]).get(campaign_id) or LeagueState()


PUBLIC_SHOWN = 50


def _public(user: int) -> QuerySet[Campaign]:
    own = Member.objects.filter(user_id=user, active=True)
    found = Campaign.objects.filter(public=True, head_seq__gt=0).exclude(members__in=own)
    people = Count("members", filter=Q(members__active=True))
    return found.annotate(people=people).order_by("-pk")[:PUBLIC_SHOWN]


PUBLIC: Prepared[Campaign] = Prepared(_public, int)


def public_campaigns(reader: Any) -> list[Campaign]:
    """The newest PUBLIC_SHOWN public campaigns that the reader is not in, with `people` counted. One
    query."""
    return PUBLIC.rows(reader.pk or NOBODY)


def organised_by(user: Any) -> QuerySet[Campaign]:
    """Campaigns that the user organises, newest first: settings can be copied from them."""
    seats = Member.objects.filter(user=user, active=True, role__in=("organiser", "co_organiser"))
    return Campaign.objects.filter(pk__in=seats.values("campaign_id")).order_by("-pk")


def members(campaign_id: int) -> list[Member]:
    """Active members: organisers first, then by name."""
    return [each for each in all_members(campaign_id) if each.active]


MEMBERS: Prepared[Member] = Prepared(
    lambda campaign: Member.objects.filter(campaign_id=campaign).annotate(
        page_slug=F("user__player_page__slug"), page_shown=F("user__player_page__shown")
    ),
    int,
)


def all_members(campaign_id: int) -> list[Member]:
    """Members, former ones too: organisers first, then by name. They know their people's pages, `page_slug`
    and `page_shown`; `league.selectors.players.pages_of` says which of them a reader may open."""
    return sorted(
        MEMBERS.rows(campaign_id),
        key=lambda each: (ROLE_ORDER.index(each.role), each.name.lower(), each.number),
    )


NAMES: Prepared[tuple[int, str]] = Prepared(
    lambda campaign, numbers: Member.objects.filter(campaign_id=campaign, number__in=numbers).values_list(
        "number", "name"
    ),
    int,
    list,
)


def member_names(campaign_id: int, numbers: Iterable[int]) -> Mapping[int, str]:
    """Names of these members, former ones too; nothing is asked for none."""
    wanted = sorted(set(numbers) - {0})
    if not wanted:
        return {}
    return dict(NAMES.rows(campaign_id, wanted))


EVERYBODY: Prepared[tuple[int, str]] = Prepared(
    lambda campaign: Member.objects.filter(campaign_id=campaign).values_list("number", "name"), int
)


def everybody(campaign_id: int) -> dict[int, str]:
    """Names of all members by number, former ones too. One query."""
    return dict(EVERYBODY.rows(campaign_id))


def names_of(members: Iterable[tuple[int, int]]) -> Mapping[tuple[int, int], str]:
    """Names of these members of several campaigns, by campaign and number. One query, none for none."""
    wanted = set(members)
    if not wanted:
        return {}
    campaigns, numbers = {campaign for campaign, _ in wanted}, {number for _, number in wanted}
    rows = Member.objects.filter(campaign_id__in=campaigns, number__in=numbers)
    return {(one, number): name for one, number, name in rows.values_list("campaign_id", "number", "name")}


def was_removed(campaign_id: int, user: Any) -> bool:
    """Whether the account was a member and the last to end that was somebody else: an organiser.

    At most three queries; one for those who never were members.
    """
    if not user.is_authenticated:
        return False
    seat = Member.objects.filter(campaign_id=campaign_id, user=user, active=False).first()
    if seat is None:
        return False
    acts = Act.objects.filter(campaign_id=campaign_id, undone=False)
    acts = acts.filter(name__in=("leave_campaign", "remove_member"))
    numbers = list(acts.values_list("number", flat=True))
    goings = logged(campaign_id, kind=MemberLeft.kind, act__in=numbers)
    events = (each.event for each in goings)
    own = [each for each in events if isinstance(each, MemberLeft) and each.member == seat.number]
    return bool(own) and own[-1].removed


def former_members(campaign_id: int) -> set[int]:
    """Accounts that were in the campaign and are no longer."""
    rows = Member.objects.filter(campaign_id=campaign_id, active=False, user__isnull=False)
    return {int(user) for user in rows.values_list("user_id", flat=True) if user is not None}


def round_ordinals(campaign_id: int) -> dict[int, int]:
    """Round number → 1, 2, 3 …"""
    rows = Round.objects.filter(campaign_id=campaign_id).order_by("ordinal")
    return dict(rows.values_list("number", "ordinal"))


def rounds(campaign_id: int) -> QuerySet[Round]:
    """The campaign's rounds, newest first."""
    return Round.objects.filter(campaign_id=campaign_id).order_by("-ordinal")


def is_open(campaign_id: int) -> bool:
    """Whether a round of the campaign is open. One query."""
    return Round.objects.filter(campaign_id=campaign_id, is_open=True).exists()


def open_invitations(campaign_id: int, now: datetime) -> QuerySet[Invitation]:
    """Links that still let people in, newest first."""
    return Invitation.objects.filter(campaign_id=campaign_id, revoked_at=None, expires_at__gt=now).order_by(
        "-pk"
    )


def open_requests(campaign_id: int) -> QuerySet[JoinRequest]:
    """Unanswered requests to join, oldest first."""
    return (
        JoinRequest.objects.filter(campaign_id=campaign_id, answered_at=None)
        .select_related("user")
        .order_by("pk")
    )


def last_request(campaign_id: int, user: Any) -> JoinRequest | None:
    """The user's latest request to join, answered or not."""
    return JoinRequest.objects.filter(campaign_id=campaign_id, user=user).order_by("-pk").first()
