"""A plan for a fleet: the fleet as it would be, each step in words, and the comparison with today."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import msgspec

from league.kernel.decision import Actor
from league.kernel.refusal import Refusal
from league.rules.state import Profile
from rosters.presenters.messages import message_for
from rosters.presenters.what_if import Outcome, outcome_of
from rosters.rules.desk.closing import closing
from rosters.rules.desk.planning import Plan, follow
from rosters.rules.desk.what_if import WhatIf
from rosters.rules.legality import fleet_findings
from rosters.rules.state import FleetState

Options = tuple[bool, bool, bool]


@dataclass(frozen=True, slots=True)
class StepLine:
    """A step in words. `serial` names it in forms; `refused`: it is not possible any more, and `text` says
    why; `waits`: it stands behind such a step."""

    serial: int
    text: str
    refused: bool = False
    waits: bool = False


@dataclass(frozen=True, slots=True)
class PlanView:
    """The stored text of the fleet as it would be, the steps, and the comparison. `to_start` is the number of
    errors that keep a draft from starting; None for other fleets."""

    doc: str
    steps: tuple[StepLine, ...]
    outcome: Outcome
    to_start: int | None

    @property
    def refused(self) -> StepLine | None:
        return next((each for each in self.steps if each.refused), None)

    @property
    def good(self) -> bool:
        """Whether the fleet would be in the campaign."""
        return not self.to_start if self.to_start is not None else not self.outcome.ending.ends_fleet

    @property
    def verdict(self) -> str:
        """Whether the fleet would be in the campaign, in a sentence."""
        if self.to_start is None:
            return self.outcome.verdict
        if not self.to_start:
            return "Legal: the fleet could start like this."
        things = "One thing is" if self.to_start == 1 else f"{self.to_start} things are"
        return f"{things} still missing or wrong before the fleet can start."


def plan_view(doc: str, profile: Profile, plan: Plan, actor: Actor, mates: tuple[str, ...] = ()) -> PlanView:
    """The plan worked out for a stored fleet among its mates. Kept by these texts."""
    options = (profile.recon_ship_limit_inclusive, profile.recover_any_ship, profile.three_defeats_eliminate)
    return _view(doc, options, plan, actor, mates)


@lru_cache(maxsize=64)
def _view(doc: str, options: Options, plan: Plan, actor: Actor, mate_docs: tuple[str, ...]) -> PlanView:
    fleet, *others = (msgspec.json.decode(each, type=FleetState) for each in (doc, *mate_docs))
    profile, mates = Profile(*options), tuple(others)
    found = follow(fleet, profile, plan, actor, now="", mates=mates)
    after = found.fleet
    outcome = outcome_of(fleet, WhatIf(after, closing(after, profile, mates)), profile)
    errors = [each for each in fleet_findings(after, profile, "start", mates) if each.is_error]
    return PlanView(
        msgspec.json.encode(after).decode(),
        _lines(plan, [message_for(each) for each in found.done], found.refusal),
        outcome,
        len(errors) if after.standing == "draft" else None,
    )


def _lines(plan: Plan, told: list[str], refusal: Refusal | None) -> tuple[StepLine, ...]:
    lines = []
    for place, step in enumerate(plan.steps):
        if place < len(told):
            lines.append(StepLine(step.serial, told[place]))
        elif place == len(told) and refusal is not None:
            lines.append(StepLine(step.serial, refusal.message, refused=True))
        else:
            lines.append(
                StepLine(step.serial, "Not tried, as the step before it is not possible.", waits=True)
            )
    return tuple(lines)
