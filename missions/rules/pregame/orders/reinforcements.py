"""Deciding which squadrons come during Escalating Engagement (CR-093)."""

from __future__ import annotations

from league.kernel.decision import Decision, decides
from league.kernel.refusal import refuse_if
from missions.rules.game.access import checked_side, fleet_on, mission_game_at, only_side
from missions.rules.game.draws import field_squadron
from missions.rules.game.sides import SideName
from missions.rules.game.state import GameState
from missions.rules.pregame import events as ev
from missions.rules.pregame.eligibility import (
    drawn_reinforcements,
    reinforcement_findings,
    reserve_of,
    round_findings,
)
from missions.rules.pregame.orders.classes import (
    DrawReinforcement,
    PassReinforcement,
)
from missions.rules.pregame.picking import pick


def _in_battle(d: Decision, number: int, side: SideName, doing: str) -> GameState:
    game = mission_game_at(d, number, "play", "report", rule="CR-093")
    fleet = fleet_on(d.state, game, side)
    only_side(d, game, side, f"{doing} for {fleet.name}")
    return game


@decides(DrawReinforcement)
def _draw(d: Decision, o: DrawReinforcement) -> None:
    side = checked_side(o.side)
    game = _in_battle(d, o.game, side, "draw a squadron")
    refuse_if(reinforcement_findings(d.state, game, side, o.table_round))
    drawn = pick(
        d,
        game,
        f"reinforcement {side} {drawn_reinforcements(game, side) + 1}",
        (str(card) for card in reserve_of(d.state, game, side)),
    )
    card = int(drawn.taken[0])
    force, ships = field_squadron(fleet_on(d.state, game, side), card)
    d.emit(
        ev.ReinforcementDrawn(
            game=game.id,
            side=side,
            fleet=force.fleet,
            table_round=o.table_round,
            card=card,
            force=force,
            ships=ships,
            pick=drawn,
        )
    )


@decides(PassReinforcement)
def _pass(d: Decision, o: PassReinforcement) -> None:
    side = checked_side(o.side)
    game = _in_battle(d, o.game, side, "pass")
    refuse_if(round_findings(game, side, o.table_round))
    d.emit(
        ev.ReinforcementPassed(game=game.id, side=side, fleet=game.fleet_of(side), table_round=o.table_round)
    )
