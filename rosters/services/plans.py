"""Carrying a plan out: all of its steps through the door, or none."""

from __future__ import annotations

from django.db import transaction

from league.kernel.refusal import NotYours, Refusal, Stale
from league.models import Campaign, Member
from league.services.acts import Seen, act, locked
from rosters.rules.desk.planning import Plan, renumbered


def carry_out_plan(campaign_id: int, member: Member | None, plan: Plan, seen: Seen) -> int:
    """Carry out the steps one after another, each as an act of its own that can be undone, and return their
    number. If one of them is refused, nothing is written.

    Raises `Stale` if a seen shard has changed since, and `Refusal` with the number of the refused step.
    """
    numbers: dict[int, int] = {}
    with transaction.atomic():
        locked(campaign_id)
        for place, step in enumerate(plan.steps, 1):
            before = _next_number(campaign_id)
            try:
                order = renumbered(step.order, numbers)
                act(campaign_id, member, order, seen=seen if place == 1 else None, own_too=True)
            except (NotYours, Stale):
                raise
            except Refusal as refusal:
                raise Refusal(
                    refusal.code,
                    f"Step {place} of the plan is not possible on the fleet as it is today. {refusal} "
                    "Nothing was changed, and your plan is still there.",
                    rule=refusal.rule,
                ) from refusal
            real = range(before, _next_number(campaign_id))
            numbers |= {step.first + place: number for place, number in enumerate(real)}
    return len(plan.steps)


def _next_number(campaign_id: int) -> int:
    return Campaign.objects.values_list("next_id", flat=True).get(pk=campaign_id)
