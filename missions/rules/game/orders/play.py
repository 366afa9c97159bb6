"""Deciding what is settled at the table before the first shot: Squadron Limited copies (CR-038)."""

from __future__ import annotations

from league.kernel.decision import Decision, decides
from league.kernel.refusal import Refusal, Unreadable
from missions.rules.content.table import limited_copies
from missions.rules.game import events as ev
from missions.rules.game.access import fleet_on, game_at, only_side
from missions.rules.game.orders.classes import ChooseLimited


@decides(ChooseLimited)
def _choose(d: Decision, o: ChooseLimited) -> None:
    game = game_at(d, o.game, "play", "report", rule="CR-038")
    copy = next((each for each in limited_copies(game) if each.upgrade == o.upgrade), None)
    if copy is None:
        raise Unreadable(
            "not_limited",
            "That is no Squadron Limited card of a fielded ship.",
            rule="CR-038",
            field="upgrade",
        )
    fleet = fleet_on(d.state, game, copy.side)
    only_side(d, game, copy.side, f"choose for {fleet.name}")
    if game.limited.get(copy.side) == o.upgrade:
        raise Refusal("already_chosen", f"That copy of {copy.name} is in use already.", rule="CR-038")
    d.emit(
        ev.LimitedChosen(
            game=game.id,
            side=copy.side,
            fleet=fleet.id,
            upgrade=o.upgrade,
            name=f"{copy.name} ({copy.ship_name})",
        )
    )
