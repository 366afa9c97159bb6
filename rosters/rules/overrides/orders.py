"""An organiser's word on a roster, where a rule decided otherwise: points, marks, lost names, elimination.

Every one has a reason that the players read. The roster stays well-formed, and what stands on a table stays
as it was drawn: while a fleet is in a game nothing of it is touched.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, replace
from typing import ClassVar

from league.kernel.decision import Decision, Order, UndoBy, decides
from league.kernel.fold import CampaignState
from league.kernel.refusal import Finding, Refusal, Unreadable, refuse_if
from league.rules.campaign import clean_reason
from league.rules.state import LeagueState
from rosters.catalogue import catalogue
from rosters.rules.access import (
    ENDED,
    card_faults,
    fleet_of,
    league_of,
    money,
    neighbours,
    profile_of,
    refuse_new,
    ship_of,
    upgrade_of,
)
from rosters.rules.desk.closing import STANDARDS_NEEDED
from rosters.rules.events import DeskOpened, PointsChanged
from rosters.rules.labels import ship_name, upgrade_name
from rosters.rules.legality import standard_squadrons
from rosters.rules.overrides.events import (
    EliminationStruck,
    NameRestored,
    ShipOverruled,
    ShipStatus,
    UpgradeOverruled,
)
from rosters.rules.overrides.folding import set_status, status_of
from rosters.rules.squadrons.types import type_findings
from rosters.rules.state import FleetState, Rank, RostersState, ShipState, Standing, UpgradeState
from rosters.rules.uniques.names import clashes_of_mates, use_findings
from rosters.rules.uniques.team import mates_of

RANKS: tuple[Rank, ...] = ("", "EXP", "VET", "ELITE")
MOST_POINTS = 9999
ADJUSTED = "Set right by an organiser"
UNTOUCHABLE: dict[Standing, str] = {
    "draft": "{name} is still a draft: its owner can change everything on it.",
    "playing": "{name} is in a game, and ships on the table stay as they are. Confirm the game's result or "
    "call the game off, then set the roster right.",
    "retired": "{name} has left the campaign, so its roster stays as it is.",
}


@dataclass(frozen=True, slots=True)
class AdjustPoints(Order):
    """Give a fleet points or take some away; a ledger line with the reason (CR-001, CR-003)."""

    name: ClassVar[str] = "adjust_points"
    undo_by: ClassVar[UndoBy] = "organiser"

    fleet: int
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class SetShipStatus(Order):
    """Set all marks of a ship: rank ("", EXP, VET, ELITE), missing or not, and the sections ("whole", "fore",
    "aft") that are DAMAGED and CRIPPLED."""

    name: ClassVar[str] = "set_ship_status"
    undo_by: ClassVar[UndoBy] = "organiser"

    fleet: int
    ship: int
    rank: str
    mia: bool
    damaged: tuple[str, ...]
    crippled: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class SetUpgradeStatus(Order):
    """Say that an upgrade of a unique name is missing, or is not (CR-036)."""

    name: ClassVar[str] = "set_upgrade_status"
    undo_by: ClassVar[UndoBy] = "organiser"

    fleet: int
    upgrade: int
    mia: bool
    reason: str


@dataclass(frozen=True, slots=True)
class RestoreName(Order):
    """Let a unique name that was KIA serve the fleet again (CR-040). Its cards have to be bought again."""

    name: ClassVar[str] = "restore_name"
    undo_by: ClassVar[UndoBy] = "organiser"

    fleet: int
    persona: str
    reason: str


@dataclass(frozen=True, slots=True)
class StrikeElimination(Order):
    """Let an eliminated fleet take part again (CR-150, CR-151). Without two STANDARD squadrons its desk is
    open, where its owner forms them (CR-146)."""

    name: ClassVar[str] = "strike_elimination"
    undo_by: ClassVar[UndoBy] = "organiser"

    fleet: int
    reason: str


def overridable(fleet: FleetState, *also: Standing) -> str:
    """Reason why the fleet cannot be set right now, in a sentence; "" if it can. Standings in `also` are
    no obstacle."""
    why = "" if fleet.standing in also else UNTOUCHABLE.get(fleet.standing, "")
    return why.format(name=fleet.name)


def fleet_to_override(d: Decision, number: int, doing: str, *also: Standing) -> FleetState:
    """The fleet, if an organiser acts and nothing of it stands on a table. Raises `Refusal`."""
    d.only_organisers(doing)
    fleet = fleet_of(d, number)
    if league_of(d).phase == "ended":
        raise Refusal("ended", ENDED)
    why = overridable(fleet, *also)
    if why:
        raise Refusal("not_now", why, rule="CR-007")
    return fleet


@decides(AdjustPoints)
def _adjust(d: Decision, order: AdjustPoints) -> None:
    fleet = fleet_to_override(d, order.fleet, "give points or take them away", "draft")
    if not order.amount or abs(order.amount) > MOST_POINTS:
        raise Refusal(
            "no_amount", f"Say how many points, 1 to {MOST_POINTS}, or -1 to -{MOST_POINTS}.", field="amount"
        )
    if fleet.points + order.amount < 0:
        raise Refusal(
            "points",
            f"{fleet.name} has {money(fleet.points)}: no more than that can be taken away.",
            rule="CR-001",
            field="amount",
        )
    reason = clean_reason(order.reason, needed_for="set points right")
    game, at = (fleet.desk.game, fleet.desk.round) if fleet.desk else (None, None)
    d.emit(PointsChanged(fleet.id, order.amount, "", f"{ADJUSTED}: {reason}", game, at, reason))


@decides(SetShipStatus)
def _set_ship(d: Decision, order: SetShipStatus) -> None:
    fleet = fleet_to_override(d, order.fleet, "set a ship's status")
    ship = ship_of(fleet, order.ship)
    before, after = status_of(ship), _status(ship, order)
    if after == before:
        raise Refusal("no_change", f"{ship_name(ship)} has that status already; nothing was changed.")
    _check_status(ship, after)
    after = _placed(d, fleet, ship, after)
    reason = clean_reason(order.reason, needed_for="set a ship's status")
    d.emit(ShipOverruled(fleet.id, ship.id, ship_name(ship), before, after, reason))


def _status(ship: ShipState, order: SetShipStatus) -> ShipStatus:
    """The ordered status as plain marks, each section once and in the card's order. Raises `Unreadable`."""
    if order.rank not in RANKS:
        raise Unreadable("no_rank", "A pilot is EXP, VET, ELITE or nothing.", rule="CR-120", field="rank")
    parts = sections_of(ship)
    for field, listed in (("damaged", order.damaged), ("crippled", order.crippled)):
        if not set(listed) <= set(parts):
            raise Unreadable(
                "no_section", f"{ship_name(ship)} has no such section.", rule="CR-042", field=field
            )
    return ShipStatus(
        rank=next(each for each in RANKS if each == order.rank),
        mia=bool(order.mia),
        damaged=tuple(each for each in parts if each in order.damaged),
        crippled=tuple(each for each in parts if each in order.crippled),
        squadron=ship.squadron,
    )


def sections_of(ship: ShipState) -> tuple[str, ...]:
    """The parts of a ship that have marks of their own: "whole", or "fore" and "aft" (CR-042)."""
    card = catalogue().ship_cards[ship.card]
    return tuple(str(part.section) for part in card.sections) or ("whole",)


def open_ranks(ship: ShipState) -> tuple[Rank, ...]:
    """The ranks that a ship can be given: one with the unique mark rises to VET at most (CR-118)."""
    unique = catalogue().ship_cards[ship.card].unique
    return tuple(each for each in RANKS if each != "ELITE" or not unique)


def may_be_crippled(ship: ShipState) -> bool:
    """Whether sections of a ship can be CRIPPLED: it has two (CR-117)."""
    return len(sections_of(ship)) > 1


def may_be_missing(upgrade: UpgradeState) -> bool:
    """Whether an upgrade can be missing without its ship: it is a unique name (CR-036)."""
    card = catalogue().upgrades[upgrade.card]
    return bool(card.persona) and not card.squadron_limited


def upgrades_to_set(fleet: FleetState) -> tuple[UpgradeState, ...]:
    """The upgrades whose status an organiser can set: those that are missing, and those that can be."""
    return tuple(each for each in fleet.upgrades.values() if each.mia or may_be_missing(each))


def _check_status(ship: ShipState, after: ShipStatus) -> None:
    name = ship_name(ship)
    if after.rank not in open_ranks(ship):
        raise Refusal(
            "unique", f"{name} has the unique mark and rises to VET at most.", rule="CR-118", field="rank"
        )
    if after.crippled and not may_be_crippled(ship):
        raise Refusal(
            "one_piece",
            f"{name} has no sections: it is never CRIPPLED. Mark it DAMAGED, or missing.",
            rule="CR-117",
            field="crippled",
        )
    if len(after.crippled) > 1:
        raise Refusal(
            "both",
            f"With both sections crippled {name} would be destroyed. Leave one whole, or mark it missing.",
            rule="CR-117",
            field="crippled",
        )
    if set(after.crippled) & set(after.damaged):
        raise Refusal(
            "twice",
            "A crippled section is not DAMAGED as well. Choose one of the marks for each section.",
            rule="CR-112",
            field="damaged",
        )


def _placed(d: Decision, fleet: FleetState, ship: ShipState, after: ShipStatus) -> ShipStatus:
    """The status with the place where the ship can be: one that comes back takes its old place if that is
    legal with it, else it waits in the inventory (CR-018). Raises `Refusal` for faults that remain."""
    faults = _new_faults(d, fleet, ship, after)
    if faults and ship.mia and not after.mia and after.squadron is not None:
        after = replace(after, squadron=None)
        faults = _new_faults(d, fleet, ship, after)
    refuse_if(faults)
    return after


def _new_faults(d: Decision, fleet: FleetState, ship: ShipState, after: ShipStatus) -> list[Finding]:
    near, mates = neighbours(fleet, ship.id), mates_of(d.state, fleet)
    trial = deepcopy(fleet)
    set_status(trial.ships[ship.id], after)
    before = set(card_faults(fleet, near, mates))
    found = card_faults(trial, near, mates)
    if ship.mia and not after.mia and after.squadron is not None:
        found += [each for each in type_findings(trial, after.squadron, profile_of(d)) if each.is_error]
    return [each for each in found if each not in before]


@decides(SetUpgradeStatus)
def _set_upgrade(d: Decision, order: SetUpgradeStatus) -> None:
    fleet = fleet_to_override(d, order.fleet, "set an upgrade's status")
    upgrade = upgrade_of(fleet, order.upgrade)
    card, label = catalogue().upgrades[upgrade.card], upgrade_name(upgrade)
    if upgrade.mia == bool(order.mia):
        raise Refusal("no_change", f"{label} is that already; nothing was changed.", field="mia")
    if order.mia and not may_be_missing(upgrade):
        raise Refusal(
            "no_name",
            f"{label} is no unique name, and only unique names can be missing without their ship.",
            rule="CR-036",
            field="mia",
        )
    reason = clean_reason(order.reason, needed_for="set an upgrade's status")
    mates, near = mates_of(d.state, fleet), neighbours(fleet, upgrade.ship)
    before, ship = card_faults(fleet, near, mates), upgrade.ship
    trial = deepcopy(fleet)
    trial.upgrades[upgrade.id].mia = bool(order.mia)
    new = [each for each in card_faults(trial, near, mates) if each not in before]
    if new and not order.mia and not card.fixed:
        ship = None
    d.emit(UpgradeOverruled(fleet.id, upgrade.id, label, bool(order.mia), ship, reason))
    refuse_new(before, card_faults(fleet, near, mates))


@decides(RestoreName)
def _restore(d: Decision, order: RestoreName) -> None:
    fleet = fleet_to_override(d, order.fleet, "bring a lost name back")
    if order.persona not in fleet.killed:
        raise Unreadable(
            "not_killed", f"{fleet.name} has not lost that name.", rule="CR-040", field="persona"
        )
    reason = clean_reason(order.reason, needed_for="bring a lost name back")
    name = catalogue().names[order.persona].name
    d.emit(NameRestored(fleet.id, order.persona, name, reason))


@decides(StrikeElimination)
def _strike(d: Decision, order: StrikeElimination) -> None:
    fleet = fleet_to_override(d, order.fleet, "strike an elimination")
    if fleet.standing != "eliminated":
        raise Refusal("not_eliminated", f"{fleet.name} is not eliminated.", rule="CR-150")
    _check_owner(d, fleet)
    reason = clean_reason(order.reason, needed_for="strike an elimination")
    clashes = set(_clashes(d.state))
    d.emit(EliminationStruck(fleet.id, reason))
    if len(standard_squadrons(fleet, profile_of(d))) < STANDARDS_NEEDED:
        d.emit(DeskOpened(fleet.id, d.new_id(), _latest_round(league_of(d))))
    refuse_if(each for each in _clashes(d.state) if each not in clashes)
    refuse_if(each for each in use_findings(fleet, mates_of(d.state, fleet)) if each.is_error)


def _latest_round(league: LeagueState) -> int:
    return max(league.rounds, default=0)


def _clashes(state: CampaignState) -> list[Finding]:
    return list(clashes_of_mates(state))


def _check_owner(d: Decision, fleet: FleetState) -> None:
    owner = league_of(d).members.get(fleet.member)
    if owner is None or not owner.active or owner.role == "visitor":
        raise Refusal("no_owner", f"No active player commands {fleet.name}. Hand it over to somebody first.")
    for each in d.state.of(RostersState).fleets.values():
        if each.member == fleet.member and each.standing not in ("eliminated", "retired"):
            raise Refusal(
                "one_fleet",
                f"One fleet each: its owner commands {each.name} by now. Hand {fleet.name} over first.",
                rule="CR-030",
            )
