"""Friendly games: played between any two fleets, recorded, and without any consequence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from league.kernel.decision import Decision, Order, UndoBy, decides
from league.kernel.fold import CampaignState
from league.kernel.refusal import NotYours, Refusal, Unreadable
from league.rules.command import commanders, note_proxy
from missions.rules.game.state import GameState, MissionsState, next_number
from missions.rules.overrides.events import FriendlyArranged
from rosters.rules.state import FleetState, RostersState

CANNOT_PLAY = {
    "draft": "{name} is still a draft: it can play once its roster is locked.",
    "retired": "{name} has left the campaign.",
}


@dataclass(frozen=True, slots=True)
class ArrangeFriendly(Order):
    """Let two locked fleets play a game that changes nothing, with a mission or without. By an organiser, or
    by who commands one of them: the other side agrees by pressing ready."""

    name: ClassVar[str] = "arrange_friendly"
    undo_by: ClassVar[UndoBy] = "nobody"
    ground: ClassVar[str] = "start_campaign"
    active: int
    opposing: int
    missions: bool = False


@decides(ArrangeFriendly)
def _arrange(d: Decision, o: ArrangeFriendly) -> None:
    active, opposing = _fleet(d, o.active, "active"), _fleet(d, o.opposing, "opposing")
    if active.id == opposing.id:
        raise Refusal("itself", "A fleet cannot play itself. Choose another one.", field="opposing")
    own = [each for each in (active, opposing) if d.actor.member in commanders(each)]
    if not own and not d.actor.organises:
        raise NotYours(
            "not_your_fleet", "You arrange friendly games of your own fleet; an organiser arranges others."
        )
    pair = {active.id, opposing.id}
    for game in _under_way(d.state):
        if {game.active, game.opposing} == pair:
            raise Refusal(
                "open_already",
                f"{active.name} and {opposing.name} have one open already. Finish it or call it off first.",
            )
    for fleet in own:
        note_proxy(d, fleet)
    d.emit(
        FriendlyArranged(
            game=d.new_id(),
            fleet=active.id,
            opposing=opposing.id,
            missions=bool(o.missions),
            number=next_number(d.state.of(MissionsState)),
        )
    )


def _under_way(state: CampaignState) -> Iterator[GameState]:
    """The friendly games that are not over."""
    for game in state.of(MissionsState).games.values():
        if game.friendly and game.step not in ("done", "void"):
            yield game


def is_in_friendly(state: CampaignState, fleet: int) -> bool:
    """Whether the fleet is in a friendly game, in which its cards may lie face down."""
    return any(fleet in (game.active, game.opposing) for game in _under_way(state))


def _fleet(d: Decision, number: int, field: str) -> FleetState:
    found = d.state.of(RostersState).fleets.get(number)
    if found is None:
        raise Unreadable("no_fleet", "There is no such fleet in this campaign.", field=field)
    why = CANNOT_PLAY.get(found.standing)
    if why:
        raise Refusal(f"fleet_{found.standing}", why.format(name=found.name), field=field)
    return found
