"""Changes of a game when its sides propose and agree to fight it on the hex board."""

from __future__ import annotations

from dataclasses import replace

from league.kernel.fold import applies, must
from missions.rules.game.folding import game_at_step
from missions.rules.game.state import Fight, MissionsState
from missions.rules.hex_battle.events import BattleAgreed, BattleDeclined, BattleProposed


@applies(MissionsState, BattleProposed)
def _proposed(state: MissionsState, e: BattleProposed) -> None:
    game = game_at_step(state, e.game, "play")
    must(game.fight is None, "a battle is proposed already")
    game.fight = Fight(e.side, {e.side: e.member}, system=e.system)


@applies(MissionsState, BattleAgreed)
def _agreed(state: MissionsState, e: BattleAgreed) -> None:
    game = game_at_step(state, e.game, "play")
    must(game.fight is not None and not game.fight.battle, "no battle is proposed")
    assert game.fight is not None
    must(game.fight.proposed_by != e.side, "that side proposed it")
    members = {**game.fight.members, e.side: e.member}
    game.fight = replace(game.fight, members=members, battle=e.battle)


@applies(MissionsState, BattleDeclined)
def _declined(state: MissionsState, e: BattleDeclined) -> None:
    game = game_at_step(state, e.game, "play")
    must(game.fight is not None and not game.fight.battle, "no battle is proposed")
    game.fight = None
