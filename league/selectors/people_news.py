"""News of a role that somebody was given, and fleets in play whose player cannot sign in."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from league.addresses import address
from league.models import Member
from league.ports import FleetRow
from league.prepared import Prepared
from league.rules.narration import ROLE_WORDS
from league.rules.phrases import join_words
from league.selectors.campaigns import names_of
from league.selectors.port_rows import fleets
from league.selectors.waiting import NONE, Inbox, Waiting, provides_waiting

NEWS_FOR = timedelta(days=7)
IN_PLAY = ("ready", "playing", "desk")
NAMED = 3
"""Fleets that a task names before it counts the rest."""
ABSENT: Prepared[tuple[int, int]] = Prepared(
    lambda campaigns: (
        Member.objects.filter(campaign_id__in=campaigns, active=True)
        .filter(Q(user=None) | Q(user__is_active=False))
        .order_by("campaign_id", "number")
        .values_list("campaign_id", "number")
    ),
    list,
)


def cannot_sign_in(campaign_id: int) -> set[int]:
    """The active members of a campaign who have no account, or have closed it. One query."""
    return {number for _, number in ABSENT.rows([campaign_id])}


@provides_waiting
def _roles(inbox: Inbox) -> Iterable[Waiting]:
    """Roles that somebody else gave the person lately. One query, none without them."""
    since = timezone.now() - NEWS_FOR
    found = [
        (seat, state.given_by, at)
        for seat in inbox.seats
        if (league := inbox.leagues.get(seat.campaign)) is not None
        and (state := league.members.get(seat.member)) is not None
        and state.given
        and state.given_by != seat.member
        and (at := datetime.fromisoformat(state.given)) >= since
    ]
    names = names_of((seat.campaign, by) for seat, by, _ in found if by)
    for seat, by, at in found:
        role = ROLE_WORDS[seat.role]
        who = names.get((seat.campaign, by), "")
        what = f"{who} made you {role}." if who else f"You are {role} now."
        url = address("members", seat.address)
        yield Waiting(
            seat, what, url, "To the members", "users", mine=False, order=78, since=at, only_read=True
        )


@provides_waiting
def _absent(inbox: Inbox) -> Iterable[Waiting]:
    """Fleets that take part and whose player has no account, or has closed it, for organisers. One query for
    those who organise a running campaign, and one more for each campaign with such members."""
    organised = {seat.campaign: seat for seat in inbox.seats if seat.organises and seat.phase == "running"}
    if not organised:
        return
    absent: dict[int, set[int]] = {}
    for campaign, number in ABSENT.rows(sorted(organised) or NONE):
        absent.setdefault(campaign, set()).add(number)
    for campaign, members in absent.items():
        left = [
            row
            for row in fleets(campaign)
            if row.member in members and row.standing in IN_PLAY and not _proxied(row, members)
        ]
        if left:
            seat = organised[campaign]
            url = address("members", seat.address)
            yield Waiting(seat, _told(left), url, "To the members", "users", order=45)


def _proxied(row: FleetRow, absent: set[int]) -> bool:
    return row.proxy != 0 and row.proxy not in absent


def _told(left: list[FleetRow]) -> str:
    names = [row.name for row in left[:NAMED]]
    if len(left) > NAMED:
        names.append(f"{len(left) - NAMED} more")
    one = len(left) == 1
    return (
        f"The player of {join_words(names)} cannot sign in: hand the fleet over, or name a proxy."
        if one
        else f"The players of {join_words(names)} cannot sign in: hand the fleets over, or name proxies."
    )
