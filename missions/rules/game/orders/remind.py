"""Reminding the people for whom a game waits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from league.kernel.decision import Decision, Order, UndoBy, decides
from league.kernel.refusal import Refusal
from league.rules.reminders import PlayersReminded, reminded_at, soon_again
from league.rules.state import LeagueState
from missions.rules.game.access import find_game
from missions.rules.game.state import GameState
from missions.rules.game.waiting import Awaited, awaited


@dataclass(frozen=True, slots=True)
class RemindSide(Order):
    """Remind the people of a fleet that the game waits for them. Nobody undoes this: it has been sent."""

    name: ClassVar[str] = "remind_side"
    undo_by: ClassVar[UndoBy] = "nobody"
    game: int
    fleet: int


def may_be_reminded(game: GameState, each: Awaited) -> bool:
    """Whether a game holds others up until this is done. While it is played on the table, nobody is late, and
    nothing waits for a report to be checked."""
    return each.side is not None and each.holds_up and not game.friendly and game.step != "play"


@decides(RemindSide)
def _remind(d: Decision, o: RemindSide) -> None:
    d.only_organisers("remind a player")
    game = find_game(d.state, o.game)
    found = next(
        (
            each
            for each in awaited(d.state, game)
            if each.side and game.fleet_of(each.side) == o.fleet and may_be_reminded(game, each)
        ),
        None,
    )
    if found is None:
        raise Refusal(
            "not_awaited", "The game no longer waits for this player. Look at the round as it is now."
        )
    members = tuple(each for each in found.members if each != d.actor.member)
    if not members:
        raise Refusal("yourself", "The game waits for you. Do it on the page of the game.")
    last = reminded_at(d.state.of(LeagueState), game.id, o.fleet, found.what)
    if soon_again(last, d.now):
        raise Refusal(
            "reminded", "This player was reminded of it less than a day ago. Wait a day before the next one."
        )
    d.emit(PlayersReminded(game.id, o.fleet, found.what, members, d.now))
