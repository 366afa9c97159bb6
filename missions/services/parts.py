"""The missions part: one shard per game, and its row."""

from __future__ import annotations

from collections.abc import Iterator

import missions.rules.game.folding
import missions.rules.orders  # noqa: F401  registers appliers and orders
from league.kernel.fold import CampaignState
from league.store.parts import PartSpec, Table, register
from missions.models import Game
from missions.ports import battle_port
from missions.rules.game.state import GameState, MissionsState


def game_row(game: GameState) -> dict[str, object]:
    """The columns of a game's row; nothing secret is among them."""
    return {
        "round": game.round,
        "active": game.active,
        "opposing": game.opposing,
        "step": game.step,
        "winner": game.winner,
        "termination": game.termination,
        "active_score": game.scores.get("active", 0),
        "opposing_score": game.scores.get("opposing", 0),
        "mission": game.pregame.mission if game.pregame is not None else 0,
        "friendly": game.friendly,
        "disputed": game.report.disputed if game.step == "confirm" else "",
        "ordinal": game.number,
    }


def tables(state: CampaignState, key: int) -> Iterator[Table]:
    """The row of one game."""
    game = state.of(MissionsState).games.get(key)
    yield Table(Game, {"number": key}, "number", {key: game_row(game)} if game else {})


def follow(campaign_id: int, state: CampaignState, key: int) -> None:
    """Let the hex board follow what became of a game."""
    battle_port().follow_game(campaign_id, state, key)


register(PartSpec("missions", MissionsState, item=GameState, tables=tables, follow=follow))
