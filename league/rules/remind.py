"""Reminding the people whose fleet chooses its opponent (CR-052)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from league.kernel.decision import Decision, Order, UndoBy, decides
from league.kernel.refusal import Refusal
from league.ports import fleet_facts
from league.rules.command import commanders
from league.rules.reminders import NO_GAME, ChoiceReminded, choice_in, reminded_at, soon_again
from league.rules.rounds import open_round
from league.rules.state import LeagueState


@dataclass(frozen=True, slots=True)
class RemindChooser(Order):
    """Remind the people of the Active Fleet that its choice is awaited (CR-052). Nobody undoes this: it has
    been sent."""

    name: ClassVar[str] = "remind_chooser"
    undo_by: ClassVar[UndoBy] = "nobody"
    round: int


@decides(RemindChooser)
def _remind(d: Decision, o: RemindChooser) -> None:
    d.only_organisers("remind a player")
    at = open_round(d, o.round)
    if at.picking is None:
        raise Refusal(
            "nobody_chooses", "No fleet is choosing now. Look at the round as it is.", rule="CR-052"
        )
    fleet = fleet_facts(d.state)[at.picking]
    others = tuple(each for each in commanders(fleet) if each != d.actor.member)
    if not others:
        raise Refusal("yourself", f"{fleet.name} is your own fleet: choose its opponent.", rule="CR-052")
    if soon_again(reminded_at(d.state.of(LeagueState), NO_GAME, fleet.id, choice_in(at)), d.now):
        raise Refusal("reminded", f"The player of {fleet.name} was reminded of this choice already.")
    d.emit(ChoiceReminded(at.id, fleet.id, others, d.now))
