"""Starting a campaign: legal drafts are locked, the others are listed (CR-016, CR-055)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import ClassVar

from league.kernel.decision import Decision, Order, UndoBy, decides
from league.kernel.fold import CampaignState
from league.kernel.refusal import Finding, Refusal, are_legal, refuse_if
from league.rules.events import CampaignStarted
from league.rules.phrases import SIDE_NAMES, join_words
from league.rules.state import LeagueState
from rosters.rules import events as ev
from rosters.rules.access import draft_fleet, league_of, profile_of
from rosters.rules.fleets.ready import is_ready
from rosters.rules.legality import fleet_findings
from rosters.rules.purchases.values import fleet_value
from rosters.rules.state import FleetState, RostersState
from rosters.rules.uniques.team import mates_of

FLEETS_NEEDED = 2
TEAMS_NEEDED = 2


@dataclass(frozen=True, slots=True)
class StartCampaign(Order):
    """Lock every legal draft and begin; fleets that are not legal yet stay drafts and may be locked later.

    `locked` are the legal drafts that the organiser was shown, `building` those among them that nobody calls
    ready; without `locked`, the order takes the drafts as they are.
    """

    locked: tuple[int, ...] = ()
    building: tuple[int, ...] = ()
    name: ClassVar[str] = "start_campaign"
    undo_by: ClassVar[UndoBy] = "organiser"


@dataclass(frozen=True, slots=True)
class LockFleet(Order):
    """A fleet whose roster was not ready at the start joins the running campaign."""

    name: ClassVar[str] = "lock_fleet"
    ground: ClassVar[str] = "start_campaign"

    fleet: int


def start_report(state: CampaignState) -> list[tuple[int, list[Finding]]]:
    """Every draft with what is wrong with it at the start, by fleet number; warnings do not keep a fleet
    out."""
    profile = state.of(LeagueState).profile
    return [
        (fleet.id, fleet_findings(fleet, profile, "start", mates_of(state, fleet)))
        for fleet in state.of(RostersState).fleets.values()
        if fleet.standing == "draft"
    ]


@decides(StartCampaign)
def _start(d: Decision, order: StartCampaign) -> None:
    d.only_organisers("start the campaign")
    if league_of(d).phase != "gathering":
        raise Refusal("started", "The campaign has already started.")
    report = start_report(d.state)
    legal = [number for number, findings in report if are_legal(findings)]
    _check_shown(d.state, order, legal)
    if len(legal) < FLEETS_NEEDED:
        raise Refusal(
            "too_few_fleets",
            f"A campaign starts with at least {FLEETS_NEEDED} fleets whose rosters are legal; there "
            f"{'is' if len(legal) == 1 else 'are'} {len(legal)}. The list shows the problems of the others.",
            rule="CR-016",
            findings=_named(d.state, report),
        )
    _check_teams(d.state, legal)
    for number in legal:
        _lock_in(d, d.state.of(RostersState).fleets[number])
    d.emit(CampaignStarted(tuple(legal)))


def _check_shown(state: CampaignState, order: StartCampaign, legal: Collection[int]) -> None:
    """Refuse to lock other fleets than those that the organiser was shown, or with other words of theirs."""
    if not order.locked:
        return
    fleets = state.of(RostersState).fleets
    building = {number for number in legal if not is_ready(fleets[number])}
    changed = set(order.locked) ^ set(legal) | set(order.building) ^ building
    if changed:
        names = join_words(fleets[number].name for number in sorted(changed) if number in fleets)
        raise Refusal(
            "other_fleets",
            f"Since you opened this list, {names or 'a fleet'} changed. Read the list again, then start.",
            rule="CR-016",
        )


def lacks_teams(format: str, sides: Collection[str]) -> bool:
    """Whether fleets of these sides cannot start a campaign of that format, because it needs two teams
    (CR-055)."""
    return format == "team" and len(set(sides)) < TEAMS_NEEDED


def _check_teams(state: CampaignState, legal: list[int]) -> None:
    """Refuse a team campaign of one team. Unequal teams may start, which the page says (CR-055)."""
    fleets = state.of(RostersState).fleets
    sides = {fleets[number].side for number in legal}
    if lacks_teams(state.of(LeagueState).format, sides):
        (only,) = sides
        raise Refusal(
            "one_team",
            f"A team campaign needs two teams, and every fleet that is ready is {SIDE_NAMES[only]}. "
            "Let a fleet of another team join first.",
            rule="CR-055",
        )


def _named(state: CampaignState, report: list[tuple[int, list[Finding]]]) -> list[Finding]:
    """The faults of all drafts, each with the fleet's name before it."""
    fleets = state.of(RostersState).fleets
    return [
        replace(finding, message=f"{fleets[number].name}: {finding.message}", about=f"fleet:{number}")
        for number, findings in report
        for finding in findings
        if finding.is_error
    ]


@decides(LockFleet)
def _lock(d: Decision, order: LockFleet) -> None:
    fleet = draft_fleet(d, order.fleet, "lock the roster")
    if league_of(d).phase == "gathering":
        raise Refusal(
            "gathering", "Rosters are locked together when the organiser starts the campaign.", rule="CR-016"
        )
    refuse_if(fleet_findings(fleet, profile_of(d), "start", mates_of(d.state, fleet)))
    _lock_in(d, fleet)


def _lock_in(d: Decision, fleet: FleetState) -> None:
    d.emit(ev.FleetLocked(fleet.id, fleet_value(fleet), fleet.points))
