"""Somebody who stands in for an absent player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from league.kernel.decision import Decision, Order, UndoBy, decides
from league.kernel.refusal import Refusal, Unreadable
from league.rules.campaign import clean_reason
from rosters.rules.access import fleet_of, kept_fleet, league_of, refuse_reaching
from rosters.rules.overrides.events import ProxyAppointed


@dataclass(frozen=True, slots=True)
class AppointProxy(Order):
    """Let another member act for a fleet and see what its owner sees; member 0 ends it.

    Given by the owner or an organiser; a proxy may also stand down. A proxy may do everything that the owner
    may, except give the fleet away, retire it or name another proxy. Nobody can undo or redo it, which would
    bypass the check of the games that the fleet is in (CR-006); another such order ends or renews it.
    """

    name: ClassVar[str] = "appoint_proxy"
    undo_by: ClassVar[UndoBy] = "nobody"

    fleet: int
    member: int
    reason: str = ""


@decides(AppointProxy)
def _appoint(d: Decision, order: AppointProxy) -> None:
    fleet = fleet_of(d, order.fleet)
    if order.member == 0 and fleet.proxy:
        d.only_members((fleet.member, fleet.proxy), "end the proxy of this fleet")
        d.emit(ProxyAppointed(fleet.id, 0, clean_reason(order.reason)))
        return
    kept_fleet(d, order.fleet, "name a proxy for this fleet")
    if order.member == fleet.proxy:
        nobody = f"Nobody stands in for {fleet.name}." if not fleet.proxy else ""
        raise Refusal(
            "no_change", nobody or "That person is the proxy already; nothing was changed.", field="member"
        )
    if fleet.standing == "retired":
        raise Refusal("retired", f"{fleet.name} has left the campaign and needs no proxy.")
    _check_member(d, order.member, fleet.member)
    refuse_reaching(d, fleet, order.member)
    d.emit(ProxyAppointed(fleet.id, order.member, clean_reason(order.reason)))


def _check_member(d: Decision, number: int, owner: int) -> None:
    if number == owner:
        raise Refusal("owner", "They command this fleet already. Name somebody else.", field="member")
    member = league_of(d).members.get(number)
    if member is None or not member.active:
        raise Unreadable("no_member", "That person is not a member of this campaign.", field="member")
    if member.role == "visitor":
        raise Refusal(
            "visitor", "Visitors only watch. Make them a player first, then name them.", field="member"
        )
