"""Changes of games by an organiser's ruling, and the beginning and end of friendly games."""

from __future__ import annotations

from league.kernel.fold import applies, must
from missions.rules.game.folding import game_at_step
from missions.rules.game.state import GameState, MissionsState, Ruling, Winner, next_number
from missions.rules.overrides.events import FriendlyArranged, FriendlyCalledOff, FriendlyFinished
from missions.rules.pregame.events import ResultRuled
from missions.rules.pregame.state import Pregame

WINNERS: tuple[Winner, ...] = ("", "active", "opposing", "draw")


@applies(MissionsState, ResultRuled)
def _ruled(state: MissionsState, e: ResultRuled) -> None:
    """The sides choose again, as their options follow from the winner."""
    game = game_at_step(state, e.game, "report", "confirm")
    must(e.winner in WINNERS, "nobody can win like that")
    winner = next(each for each in WINNERS if each == e.winner)
    game.ruled = Ruling(winner, e.reason, e.asset, e.member) if winner else None
    game.choices = {}


@applies(MissionsState, FriendlyArranged)
def _arranged(state: MissionsState, e: FriendlyArranged) -> None:
    must(e.game not in state.games, "that game exists already")
    number = max(e.number, next_number(state))
    game = GameState(e.game, 0, e.fleet, e.opposing, friendly=True, number=number)
    if e.missions:
        game.step, game.pregame = "pregame", Pregame()
    state.games[e.game] = game


@applies(MissionsState, FriendlyFinished)
def _finished(state: MissionsState, e: FriendlyFinished) -> None:
    game = game_at_step(state, e.game, "confirm")
    must(game.friendly and game.winner, "the result is not confirmed")
    game.step = "done"


@applies(MissionsState, FriendlyCalledOff)
def _called_off(state: MissionsState, e: FriendlyCalledOff) -> None:
    game = game_at_step(state, e.game, "pregame", "draw", "play", "report", "confirm")
    must(game.friendly, "that is no friendly game")
    game.step = "void"
