"""Everything that is wrong with a fleet as it stands, each finding with its subject and rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Literal

from league.kernel.refusal import Finding
from league.rules.phrases import SIDE_NAMES
from league.rules.state import Profile
from rosters.rules.elimination.two_standards import two_standards
from rosters.rules.fitting.cards import companies, loose_findings, rig_findings
from rosters.rules.fitting.rigs import Rig, rigs
from rosters.rules.squadrons.types import Member, epic_findings, member, type_findings, typed_findings
from rosters.rules.state import SQUADRON_CARDS, FleetState
from rosters.rules.uniques.names import use_findings
from rosters.rules.uniques.team import Mates

Moment = Literal["draft", "start", "desk", "close"]
STANDARDS_AT_CLOSE = 2


def fleet_findings(fleet: FleetState, profile: Profile, moment: Moment, mates: Mates = ()) -> list[Finding]:
    """All faults of a fleet: ships and their upgrades, loose cards, names, squadrons, and what the moment
    asks for.

    "draft" while the roster is made, "start" when it is locked (one STANDARD squadron, CR-016), "desk"
    during a post-game phase, "close" at its end (two, CR-146). `about` is "ship:…", "upgrade:…",
    "squadron:…" or "fleet". `mates` are the other fleets of the team (CR-039).
    """
    found: list[Finding] = []
    rigged = rigs(fleet)
    beside = companies(fleet, rigged)
    for number, of in rigged.items():
        found += _foreign(fleet, of, number)
        faults = () if fleet.ships[number].mia else rig_findings(of, beside[number])
        found += [replace(finding, about=f"ship:{number}") for finding in faults]
    for upgrade in fleet.upgrades_on(None):
        found += [replace(finding, about=f"upgrade:{upgrade.id}") for finding in loose_findings(upgrade.card)]
    found += use_findings(fleet, mates)
    found += _squadron_findings(fleet, profile, moment, rigged)
    found += epic_findings(fleet)
    found += _moment_findings(fleet, profile, moment, mates)
    return found


def to_fix(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The errors that somebody can fix. That a squadron fits no type (CR-021) is none of them: its other
    faults say what to do."""
    return tuple(each for each in findings if each.is_error and each.code != "squadron_no_type")


def standard_squadrons(fleet: FleetState, profile: Profile) -> list[int]:
    """The squadron cards that are designated STANDARD and within its limits."""
    return [card for card in _standards(fleet) if not type_findings(fleet, card, profile)]


def _standards(fleet: FleetState) -> list[int]:
    return [squadron.card for squadron in fleet.squadrons.values() if squadron.type == "standard"]


def _foreign(fleet: FleetState, of: Rig, number: int) -> Iterator[Finding]:
    if of.card.side != fleet.side:
        message = (
            f"{of.card.name} is {SIDE_NAMES[of.card.side]}, and a {SIDE_NAMES[fleet.side]} fleet has no "
            "ships of another side. Give it back."
        )
        yield Finding("other_side", message, "CR-030", about=f"ship:{number}")


def _squadron_findings(
    fleet: FleetState, profile: Profile, moment: Moment, rigged: Mapping[int, Rig]
) -> Iterator[Finding]:
    listed: dict[int | None, list[Member]] = {}
    for ship in fleet.ships.values():
        if not ship.mia:
            listed.setdefault(ship.squadron, []).append(member(rigged[ship.id]))
    for card, squadron in fleet.squadrons.items():
        if card not in SQUADRON_CARDS:
            message = "A squadron has a playing card from 2 to 10. Give it one of those."
            yield Finding("squadron_card", message, "CR-010", about=f"squadron:{card}")
        faults = typed_findings(listed.get(card, []), squadron.type, profile, card)
        if faults and moment == "close":
            yield _struck(card)
            faults = [replace(fault, level="warning") for fault in faults]
        yield from faults


def _struck(card: int) -> Finding:
    message = (
        "This squadron is outside its limits. If you close now it is disbanded and its ships go "
        "to the inventory; to keep it, move, buy or recover ships, or give it another type."
    )
    return Finding("squadron_struck", message, "CR-019", "warning", f"squadron:{card}")


def _moment_findings(fleet: FleetState, profile: Profile, moment: Moment, mates: Mates) -> Iterator[Finding]:
    if moment == "start":
        yield from _start_findings(fleet, profile, mates)
    elif moment == "close":
        yield from _close_findings(fleet, profile, mates)


def _start_findings(fleet: FleetState, profile: Profile, mates: Mates) -> Iterator[Finding]:
    if not _standards(fleet):
        message = "A fleet starts with at least one STANDARD squadron, 60 to 120 squad points. Form one."
        yield Finding("no_standard", message, "CR-016")
    if two_standards(fleet, profile, mates) is None:
        message = (
            "Two STANDARD squadrons cannot be formed from these ships. The fleet may start, but losses can "
            "eliminate it soon; more ships would help."
        )
        yield Finding("two_standards_impossible", message, "CR-016", "warning")


def _close_findings(fleet: FleetState, profile: Profile, mates: Mates) -> Iterator[Finding]:
    formed = len(standard_squadrons(fleet, profile))
    if formed >= STANDARDS_AT_CLOSE:
        return
    if two_standards(fleet, profile, mates) is None:
        message = (
            "The ships that are left cannot form two STANDARD squadrons: closing now ends the campaign for "
            "this fleet. Buying or recovering ships may save it."
        )
        yield Finding("elimination", message, "CR-150", "warning")
    else:
        message = (
            f"The fleet needs two STANDARD squadrons and has {formed}, but it can form them. Do so to close."
        )
        yield Finding("standards_missing", message, "CR-146")
