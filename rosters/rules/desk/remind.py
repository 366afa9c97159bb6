"""Reminding the people whose post-game phase is open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from league.kernel.decision import Decision, Order, UndoBy, decides
from league.kernel.refusal import Refusal
from league.rules.command import commanders
from league.rules.reminders import DESK, NO_GAME, DeskReminded, reminded_at, soon_again
from league.rules.state import LeagueState
from rosters.rules.access import fleet_of
from rosters.rules.state import FleetState


@dataclass(frozen=True, slots=True)
class RemindDesks(Order):
    """Remind the people of these fleets that their post-game phases are open. Nobody undoes this: it has been
    sent."""

    name: ClassVar[str] = "remind_desks"
    undo_by: ClassVar[UndoBy] = "nobody"

    fleets: tuple[int, ...] = ()


@decides(RemindDesks)
def _remind(d: Decision, order: RemindDesks) -> None:
    """Remind those of several fleets who can be reminded now; a single fleet that cannot is refused with its
    reason."""
    d.only_organisers("remind a player")
    fleets = [fleet_of(d, number) for number in dict.fromkeys(order.fleets)]
    barred = {each.id: _barred(d, each) for each in fleets}
    able = [each for each in fleets if barred[each.id] is None]
    if len(fleets) == 1 and (refusal := barred[fleets[0].id]) is not None:
        raise refusal
    if not able:
        raise Refusal(
            "nobody_to_remind",
            "Nobody can be reminded of repairs now. Look at the page as it is now.",
        )
    for each in able:
        d.emit(DeskReminded(each.id, _others(d, each), d.now))


def _others(d: Decision, fleet: FleetState) -> tuple[int, ...]:
    """The fleet's commanders without the organiser who reminds them."""
    return tuple(each for each in commanders(fleet) if each != d.actor.member)


def _barred(d: Decision, fleet: FleetState) -> Refusal | None:
    """The reason why nobody of this fleet can be reminded now."""
    if fleet.standing != "desk":
        return Refusal(
            "no_open_desk", f"The repairs of {fleet.name} are not open. Look at the page as it is now."
        )
    if not _others(d, fleet):
        return Refusal("yourself", f"{fleet.name} is your own fleet. Close its repairs on its page.")
    if soon_again(reminded_at(d.state.of(LeagueState), NO_GAME, fleet.id, DESK), d.now):
        return Refusal(
            "reminded",
            f"The player of {fleet.name} was reminded less than a day ago. Wait a day before the next one.",
        )
    return None
