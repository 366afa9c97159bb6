"""Whether an act can still be undone, as far as a page can tell in a short time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from django.core.cache import caches
from django.db.models import Subquery

from league.kernel.decision import Actor
from league.kernel.events import Event
from league.kernel.history import PastAct
from league.kernel.refusal import Finding
from league.models import Act, Campaign, EventRow
from league.rules import undo
from league.rules.events import RoundClosed
from league.rules.rounds import CloseRound
from league.rules.state import LeagueState
from league.selectors.lasting import TURNS, lasting
from league.store.log import history, logged

START = "start_campaign"  # the order of rosters that starts a campaign
FOLDED_FOR_A_PAGE = 5_000
"""Events of the longest log that is folded to say on a page that a game stays."""


def last_act(campaign: Campaign, name: str) -> int:
    """The number of the last act that an order of that name did and that counts, 0 without one. One query."""
    acts = Act.objects.filter(campaign=campaign, name=name, undone=False).order_by("-number")
    return acts.values_list("number", flat=True).first() or 0


def start_to_undo(campaign: Campaign, league: LeagueState, actor: Actor) -> int:
    """The number of the act with which the campaign started, for organisers while it can be undone: until the
    first round opens, and while nothing stands on it that stays, such as a friendly game. 0 in any other
    case. One query, or two; each process asks once for each state of the campaign."""
    if league.phase != "running" or league.rounds or not actor.organises:
        return 0
    return lasting(
        campaign, "start", (), lambda: _start_to_undo(campaign.pk, actor), lasts=lambda found: False
    )


def _start_to_undo(campaign_id: int, actor: Actor) -> int:
    starts = Act.objects.filter(campaign_id=campaign_id, name=START, undone=False).order_by("-number")
    acts = _acts_from(campaign_id, Subquery(starts.values("number")[:1]))
    return next(iter(acts)) if acts and _keeper(campaign_id, acts, actor) is None else 0


def closing_of(campaign: Campaign, round: int) -> int:
    """The number of the act with which somebody closed this round by itself, 0 if it closed along with
    something else, such as the end of the campaign. One query."""
    last = EventRow.objects.filter(campaign=campaign, kind=RoundClosed.kind, round=round).order_by("-seq")
    acts = Act.objects.filter(campaign=campaign, number__in=last.values("act")[:1])
    return acts.filter(name=CloseRound.name, undone=False).values_list("number", flat=True).first() or 0


@dataclass(frozen=True, slots=True)
class Keeper:
    """A later act because of which another one stays. `touched` are the labels of what it changed."""

    number: int
    at: datetime
    touched: frozenset[str]


def keeper_of(campaign: Campaign, number: int, actor: Actor) -> Keeper | None:
    """The first later act that stands on the act with that number and that the actor cannot undo, such as a
    draw; None if there is none. Two queries, or three: most acts are told apart without their events. Each
    process works it out once, and again only if an act was undone or done again meanwhile; while there is
    none, once for each state of the campaign."""
    who = "organiser" if actor.organises else str(actor.member)
    return lasting(
        campaign,
        f"keeper:{number}:{who}",
        TURNS,
        lambda: _keeper(campaign.pk, _acts_from(campaign.pk, number), actor),
        lasts=lambda found: found is not None,
    )


def clash_of(campaign: Campaign, number: int) -> Finding | None:
    """The name over which mates would clash if the act with that number were undone (CR-039).

    None if there is none, if the campaign has no teams, or if its log is too long for a page: the undo page
    tells it then. Each process works it out once for each state of the campaign."""
    if campaign.format != "team" or campaign.head_seq > FOLDED_FOR_A_PAGE:
        return None
    key = f"clash:{campaign.pk}@{campaign.created_at.timestamp()}:{campaign.head_seq}:{number}"
    found = caches["seasons"].get_or_set(key, lambda: (_clash_of(campaign.pk, number),), None)
    return cast("tuple[Finding | None]", found)[0]


def _clash_of(campaign_id: int, number: int) -> Finding | None:
    log = history(campaign_id)
    return undo.clash(log, (number, *(each.act for each in undo.standing(log, number))))


Acts = Mapping[int, tuple[PastAct, datetime]]
"""Acts without their events by number, each with its moment, oldest first."""


def _acts_from(campaign_id: int, number: int | Subquery) -> Acts:
    """The act with that number and all later ones, as far as they count. One query."""
    rows = Act.objects.filter(campaign_id=campaign_id, number__gte=number, undone=False).order_by("number")
    return {
        key: (PastAct(key, name, by, frozenset(touched), ()), at)
        for key, name, by, touched, at in rows.values_list("number", "name", "actor", "touched", "at")
    }


def _keeper(campaign_id: int, acts: Acts, actor: Actor) -> Keeper | None:
    """The first of the acts that keeps the one before all of them. One query or two, none if their labels
    tell that there is none."""
    pasts = [past for past, _ in acts.values()]
    near = _first(pasts, actor)
    if near is None:
        return None
    # Events tell which acts changed something only in passing, so the labels alone may name too many.
    found = _first(_with_events(campaign_id, [each for each in pasts if each.number <= near]), actor)
    if found is None:
        found = _first(_with_events(campaign_id, pasts), actor)
    return Keeper(found, acts[found][1], acts[found][0].touched) if found is not None else None


def _first(pasts: list[PastAct], actor: Actor) -> int | None:
    found = undo.keeper(pasts[1:], pasts[0], actor) if pasts else None
    return found.number if found is not None else None


def _with_events(campaign_id: int, pasts: list[PastAct]) -> list[PastAct]:
    events: dict[int, list[Event]] = {}
    for each in logged(campaign_id, act__gte=pasts[0].number, act__lte=pasts[-1].number):
        events.setdefault(each.act, []).append(each.event)
    return [
        PastAct(each.number, each.name, each.actor, each.touched, tuple(events.get(each.number, ())))
        for each in pasts
    ]
