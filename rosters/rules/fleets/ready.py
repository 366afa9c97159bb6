"""Saying that a draft is ready for the start (CR-016): a word to the organisers, which binds nobody."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import ClassVar

from league.kernel.decision import Decision, Order, decides
from league.kernel.refusal import Refusal, refuse_if
from rosters.rules import events as ev
from rosters.rules.access import draft_fleet, league_of, profile_of
from rosters.rules.legality import fleet_findings
from rosters.rules.state import FleetState
from rosters.rules.uniques.team import mates_of


@dataclass(frozen=True, slots=True)
class SayReady(Order):
    """Say that a draft is ready to start, or (`ready` False) that it is not after all."""

    name: ClassVar[str] = "say_ready"
    fleet: int
    ready: bool


def roster_mark(fleet: FleetState) -> str:
    """Digest that tells this roster from every other: its cards, where they are, and its points."""
    ships = [(each.id, each.card, each.squadron) for each in fleet.ships.values()]
    upgrades = [(each.id, each.card, each.ship, each.section) for each in fleet.upgrades.values()]
    squadrons = [(card, each.type) for card, each in fleet.squadrons.items()]
    facts = repr((fleet.points, fleet.side, sorted(ships), sorted(upgrades, key=repr), sorted(squadrons)))
    return hashlib.sha256(facts.encode()).hexdigest()[:16]


def is_ready(fleet: FleetState) -> bool:
    """Whether the roster is the one that was called ready. A change takes the word back by itself."""
    return fleet.ready != "" and fleet.ready == roster_mark(fleet)


def waits_for_start(fleet: FleetState, phase: str, *, errors: bool) -> bool:
    """Whether a draft is called ready for a start that is still to come. `errors`: it has faults, which may
    have come by a mate since."""
    return fleet.standing == "draft" and phase == "gathering" and is_ready(fleet) and not errors


@decides(SayReady)
def _say(d: Decision, o: SayReady) -> None:
    fleet = draft_fleet(d, o.fleet, "say that it is ready")
    if league_of(d).phase != "gathering":
        raise Refusal("started", "The campaign has started. Lock the roster to join it.", rule="CR-016")
    if o.ready == is_ready(fleet):
        word = "ready" if o.ready else "not ready"
        raise Refusal("no_change", f"{fleet.name} is {word} already; nothing was changed.")
    if o.ready:
        refuse_if(fleet_findings(fleet, profile_of(d), "start", mates_of(d.state, fleet)))
    d.emit(ev.FleetReady(fleet.id, roster_mark(fleet) if o.ready else ""))
