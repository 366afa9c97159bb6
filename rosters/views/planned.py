"""Plans of a person, kept in their session until they are carried out or thrown away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from django.http import HttpRequest

from league import limits
from rosters.rules.desk.planning import PLANNABLE, Plan, Step
from rosters.rules.desk.what_if import Imagined

KEY = "plans"


@dataclass(frozen=True, slots=True)
class Kept:
    """A plan for a fleet. `seq` is the point of the log at which the fleet had changed last when the plan was
    touched; `serial` is that of the next step."""

    plan: Plan = Plan()
    seq: int = 0
    serial: int = 0

    @property
    def empty(self) -> bool:
        return not self.plan.steps and self.plan.imagined is None


def kept(request: HttpRequest, campaign_id: int, fleet: int) -> Kept:
    """The plan for this fleet, an empty one without any. A plan that this release cannot read is gone."""
    found = request.session.get(KEY, {}).get(_key(campaign_id, fleet))
    if found is None:
        return Kept()
    try:
        return _read(found)
    except (msgspec.ValidationError, KeyError, TypeError, ValueError):
        return Kept()


def keep(request: HttpRequest, campaign_id: int, fleet: int, plan: Kept) -> None:
    """Keep the plan; an empty one is forgotten. The plans that were touched longest ago make room."""
    key = _key(campaign_id, fleet)
    plans = {each: value for each, value in request.session.get(KEY, {}).items() if each != key}
    if not plan.empty:
        plans[key] = _written(plan)
    request.session[KEY] = dict(list(plans.items())[-limits.PLANS_KEPT :])


def _key(campaign_id: int, fleet: int) -> str:
    return f"{campaign_id}:{fleet}"


def _written(kept_plan: Kept) -> dict[str, Any]:
    steps = [[each.serial, each.order.name, msgspec.to_builtins(each.order)] for each in kept_plan.plan.steps]
    imagined = kept_plan.plan.imagined
    return {
        "seq": kept_plan.seq,
        "serial": kept_plan.serial,
        "steps": steps,
        "imagined": None if imagined is None else msgspec.to_builtins(imagined),
    }


def _read(found: dict[str, Any]) -> Kept:
    steps = tuple(
        Step(serial, msgspec.convert(fields, PLANNABLE[name])) for serial, name, fields in found["steps"]
    )
    raw = found["imagined"]
    imagined = None if raw is None else msgspec.convert(raw, Imagined)
    return Kept(Plan(steps, imagined), found["seq"], found["serial"])
