"""Owners of fleets: handing over, leaving, retiring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from league.kernel.decision import Decision, Order, UndoBy, decides
from league.kernel.refusal import Refusal, Unreadable
from league.rules.events import FleetCheckedOut, MemberLeft, SettingsChanged
from league.rules.profile import as_dict
from league.rules.standings import OUT
from rosters.rules import events as ev
from rosters.rules.access import kept_fleet, league_of, refuse_reaching
from rosters.rules.fleets.ending import end_if_decided
from rosters.rules.purchases.values import fleet_value
from rosters.rules.state import FleetState, RostersState


@dataclass(frozen=True, slots=True)
class HandOverFleet(Order):
    """Give a fleet to another member who has none. Nobody undoes it or does it again past the look at the
    games that it is in (CR-006): it is handed back by another such order."""

    name: ClassVar[str] = "hand_over_fleet"
    undo_by: ClassVar[UndoBy] = "nobody"

    fleet: int
    member: int


@dataclass(frozen=True, slots=True)
class LeaveCampaign(Order):
    """The acting member leaves; their fleet is retired. It cannot be undone, as that would put a person
    back in without asking them. To come back they are invited, or ask to join."""

    name: ClassVar[str] = "leave_campaign"
    undo_by: ClassVar[UndoBy] = "nobody"


@dataclass(frozen=True, slots=True)
class RemoveMember(Order):
    """An organiser takes a member out; the fleet is retired. It was an organiser's decision alone, so
    organisers undo it."""

    name: ClassVar[str] = "remove_member"
    undo_by: ClassVar[UndoBy] = "organiser"

    member: int


@dataclass(frozen=True, slots=True)
class RetireFleet(Order):
    """Take a fleet out of the campaign for good; a draft is dissolved."""

    name: ClassVar[str] = "retire_fleet"
    undo_by: ClassVar[UndoBy] = "organiser"

    fleet: int


@decides(HandOverFleet)
def _hand_over(d: Decision, order: HandOverFleet) -> None:
    fleet = kept_fleet(d, order.fleet, "hand this fleet over")
    if fleet.standing == "retired":
        raise Refusal("retired", f"{fleet.name} has left the campaign and cannot change hands.")
    heir = league_of(d).members.get(order.member)
    if heir is None or not heir.active:
        raise Unreadable("no_member", "That person is not a member of this campaign.", field="member")
    if heir.role == "visitor":
        raise Refusal("visitor", "Visitors have no fleet. Make them a player first.", field="member")
    owned = _fleets_of(d, order.member)
    if owned:
        raise Refusal(
            "one_fleet",
            f"One fleet each: they already command {owned[0].name}.",
            rule="CR-030",
            field="member",
        )
    refuse_reaching(d, fleet, order.member)
    locked = fleet.standing != "draft"
    d.emit(ev.FleetHandedOver(fleet.id, order.member, fleet.member, fleet.proxy, locked=locked, at=d.now))


@decides(LeaveCampaign)
def _leave(d: Decision, order: LeaveCampaign) -> None:
    _go(d, d.actor.member)


@decides(RemoveMember)
def _remove(d: Decision, order: RemoveMember) -> None:
    d.only_organisers("take a member out of the campaign")
    if order.member == d.actor.member:
        raise Refusal("yourself", "That is you. To leave the campaign, use its members page.")
    _go(d, order.member)


Staying = Literal["", "organises", "playing"]


def why_staying(role: str, fleet: str, phase: str, *, alone: bool = False) -> Staying:
    """Reason why a member cannot leave the campaign now, "" for none: they are its organiser, or their fleet
    is in a game. `fleet` is the standing of the member's fleet, "" without one. Somebody who is `alone` in a
    campaign that has not started leaves it, and it is closed."""
    if role == "organiser":
        return "" if alone and phase == "gathering" else "organises"
    return "playing" if fleet == "playing" and phase != "ended" else ""


def goes_along(fleet: str, phase: str) -> bool:
    """Whether a fleet of that standing leaves with its owner: it still takes part, or is a draft, in a
    campaign that has not ended (CR-039, CR-152)."""
    return phase != "ended" and fleet not in ("", *OUT)


def _go(d: Decision, number: int) -> None:
    league = league_of(d)
    member = league.members.get(number)
    if member is None or not member.active:
        raise Unreadable("no_member", "That person is not a member of this campaign.", field="member")
    fleets = [each for each in _fleets_of(d, number) if goes_along(each.standing, league.phase)]
    alone = [each.id for each in league.members.values() if each.active] == [number]
    standing = fleets[0].standing if fleets else ""
    if why_staying(member.role, standing, league.phase, alone=alone) == "organises":
        raise Refusal(
            "last_organiser",
            "A campaign needs its organiser. Hand the role over to somebody else, then leave.",
        )
    for fleet in fleets:
        _retire(d, fleet)
    if alone and league.public:
        d.emit(SettingsChanged(league.name, False, as_dict(league.profile), ("public",)))
    d.emit(MemberLeft(number, removed=number != d.actor.member))
    end_if_decided(d)


@decides(RetireFleet)
def _retire_fleet(d: Decision, order: RetireFleet) -> None:
    fleet = kept_fleet(d, order.fleet, "retire this fleet")
    if fleet.standing in OUT:
        raise Refusal("out_already", f"{fleet.name} is out of the campaign already.")
    _retire(d, fleet)
    end_if_decided(d)


def _fleets_of(d: Decision, member: int) -> list[FleetState]:
    """The member's fleets that still take part, drafts too; there is at most one."""
    fleets = d.state.of(RostersState).fleets.values()
    return [each for each in fleets if each.member == member and each.standing not in OUT]


def _retire(d: Decision, fleet: FleetState) -> None:
    """A fleet that goes needs no legal arrangement: an open desk is closed as it is."""
    if fleet.standing == "playing":
        raise Refusal(
            "playing",
            f"{fleet.name} is in a game. Finish it, or ask an organiser to call it off, first.",
        )
    if fleet.desk is not None:
        desk = fleet.desk
        d.emit(ev.DeskClosed(fleet.id, desk.id, desk.round, fleet_value(fleet), fleet.points))
    at = league_of(d).open_round
    if at is not None and fleet.id in at.present and fleet.id not in at.sitting_out:
        games = [each for each in at.pairings.values() if fleet.id in (each.active, each.opposing)]
        if all(each.status == "cancelled" for each in games):
            d.emit(FleetCheckedOut(at.id, fleet.id))
    d.emit(ev.FleetRetired(fleet.id, 0 if fleet.standing == "draft" else fleet.member))
