"""PURE: orders that are tried on a copy of a fleet, one after another, as in its post-game phase (CR-140) or
its draft (CR-007). Nothing is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from league.kernel.decision import Actor, Order, decide
from league.kernel.entropy import SeededEntropy
from league.kernel.events import Event
from league.kernel.fold import CampaignState
from league.kernel.refusal import Refusal
from league.rules.state import Profile
from rosters.rules.desk.orders import Promote, RecoverShip, RecoverUpgrade, RepairSection
from rosters.rules.desk.refit import (
    FormSquadron,
    MoveShip,
    MoveUpgrade,
    Rearrange,
    RetypeSquadron,
    StrikeSquadron,
)
from rosters.rules.desk.what_if import Imagined, copied, play
from rosters.rules.fleets.draft import ReturnShip, ReturnUpgrade
from rosters.rules.fleets.names import NamePilot
from rosters.rules.purchases.buying import BuyShip, BuyUpgrade
from rosters.rules.state import FleetState, RostersState
from rosters.rules.uniques.team import Mates

PLANNABLE: Mapping[str, type[Order]] = {
    each.name: each
    for each in (
        BuyShip,
        BuyUpgrade,
        ReturnShip,
        ReturnUpgrade,
        MoveShip,
        MoveUpgrade,
        FormSquadron,
        RetypeSquadron,
        StrikeSquadron,
        Rearrange,
        Promote,
        RecoverShip,
        RecoverUpgrade,
        RepairSection,
        NamePilot,
    )
}
"""The orders that can be planned, by their names."""
OPEN = ("draft", "desk")
PLANNED = 10**9
NUMBERS_A_STEP = 1000
"""Things that a step brings get numbers from here on, so many for each step; no campaign comes near them."""


@dataclass(frozen=True, slots=True)
class Step:
    """A planned order. `serial` stays when other steps are dropped, and so do the numbers that it gives."""

    serial: int
    order: Order

    @property
    def first(self) -> int:
        """The number of the first thing that the step brings."""
        return PLANNED + self.serial * NUMBERS_A_STEP


@dataclass(frozen=True, slots=True)
class Plan:
    """Steps that follow each other, perhaps after a game that is imagined first."""

    steps: tuple[Step, ...] = ()
    imagined: Imagined | None = None

    def with_step(self, order: Order, serial: int) -> Plan:
        return replace(self, steps=(*self.steps, Step(serial, order)))

    def without(self, serial: int) -> Plan:
        return replace(self, steps=tuple(each for each in self.steps if each.serial != serial))


@dataclass(frozen=True, slots=True)
class Followed:
    """The fleet after the steps that are possible, and the events of each. `refusal` is the reason why the
    next step is not; the steps behind it were not tried."""

    fleet: FleetState
    done: tuple[tuple[Event, ...], ...]
    refusal: Refusal | None = None


def follow(
    fleet: FleetState, profile: Profile, plan: Plan, actor: Actor, *, now: str, mates: Mates = ()
) -> Followed:
    """Try the plan on a copy. A fleet whose roster is closed is taken as in its next post-game phase."""
    state = _start(fleet, profile, plan, mates)
    done, refusal = _try(state, plan.steps, actor, now)
    if refusal is not None:  # the copy may hold half of the step that was refused
        state = _start(fleet, profile, plan, mates)
        _try(state, plan.steps[: len(done)], actor, now)
    return Followed(state.of(RostersState).fleets[fleet.id], done, refusal)


def _start(fleet: FleetState, profile: Profile, plan: Plan, mates: Mates) -> CampaignState:
    state = copied(fleet, profile, mates)
    if plan.imagined is not None or fleet.standing not in OPEN:
        play(state, fleet.id, plan.imagined or Imagined())
    return state


def _try(
    state: CampaignState, steps: tuple[Step, ...], actor: Actor, now: str
) -> tuple[tuple[tuple[Event, ...], ...], Refusal | None]:
    """The events of the steps up to the first that is refused, and its refusal."""
    done: list[tuple[Event, ...]] = []
    for step in steps:
        try:
            made = decide(
                state, actor, step.order, now=now, entropy=SeededEntropy("plan"), next_id=step.first
            )
        except Refusal as refusal:
            return tuple(done), refusal
        done.append(tuple(made.events))
    return tuple(done), None


def renumbered(order: Order, numbers: Mapping[int, int]) -> Order:
    """The order with the numbers that things really got in place of those that the plan gave them."""
    values = {each.name: _renumbered(getattr(order, each.name), numbers) for each in fields(order)}
    return replace(order, **values)


def _renumbered(value: Any, numbers: Mapping[int, int]) -> Any:
    if isinstance(value, tuple):
        return tuple(_renumbered(each, numbers) for each in value)
    if isinstance(value, int) and value >= PLANNED:
        return numbers.get(value, value)
    return value
