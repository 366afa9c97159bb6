"""Fighting a game on the hex board: one side proposes it, the other agrees or declines; afterwards the
report is filled in from what happened there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from league.kernel.decision import Decision, Order, UndoBy, decides
from league.kernel.refusal import NotYours, Refusal
from missions.rules.game import events as ev
from missions.rules.game.access import game_at, only_players
from missions.rules.game.orders.report import reported_game, save_line
from missions.rules.game.sides import SideName
from missions.rules.game.state import GameState, ShipReport
from missions.rules.hex_battle.events import BattleAgreed, BattleDeclined, BattleProposed


@dataclass(frozen=True, slots=True)
class ProposeBattle(Order):
    """A player would like to fight this game on the hex board, by the rules of `system` ("": the first there
    is).
    """

    name: ClassVar[str] = "propose_battle"
    game: int
    system: str = ""


@dataclass(frozen=True, slots=True)
class AnswerBattle(Order):
    """The other player agrees or declines; the proposing one may take the proposal back (`agree` False)."""

    name: ClassVar[str] = "answer_battle"
    game: int
    agree: bool


@dataclass(frozen=True, slots=True)
class FillReport(Order):
    """The lines of the report as the battle gives them, and how it ended: a draft like any other."""

    name: ClassVar[str] = "fill_report"
    undo_by: ClassVar[UndoBy] = "actor"
    game: int
    lines: tuple[ShipReport, ...]
    conceded: SideName | None = None
    stopped: bool = False


def _own_side(d: Decision, game: GameState, doing: str) -> SideName:
    side = only_players(d, game, doing)
    if side is None:
        raise NotYours("players_only", f"Only the two players of this game can {doing}: they fight it.")
    return side


@decides(ProposeBattle)
def _propose(d: Decision, o: ProposeBattle) -> None:
    game = game_at(d, o.game, "play")
    side = _own_side(d, game, "propose to fight it on the hex board")
    if game.fight is not None:
        what = (
            "It is being fought there already." if game.fight.battle else "Somebody has proposed it already."
        )
        raise Refusal("proposed_already", f"{what} Look at the page of the game.")
    d.emit(BattleProposed(game=game.id, side=side, member=d.actor.member, system=o.system))


@decides(AnswerBattle)
def _answer(d: Decision, o: AnswerBattle) -> None:
    game = game_at(d, o.game, "play")
    side = _own_side(d, game, "answer that")
    if game.fight is None:
        raise Refusal("no_proposal", "Nobody proposes to fight this game on the hex board any more.")
    if game.fight.battle:
        raise Refusal("agreed_already", "Both sides have agreed already: go to the battle.")
    if not o.agree:
        d.emit(BattleDeclined(game=game.id, side=side, member=d.actor.member))
        return
    if side == game.fight.proposed_by:
        raise NotYours("own_proposal", "You proposed it yourself; the other side answers.")
    d.emit(BattleAgreed(game=game.id, side=side, member=d.actor.member, battle=d.new_id()))


@decides(FillReport)
def _fill(d: Decision, o: FillReport) -> None:
    game, side = reported_game(d, o.game)
    if game.fight is None or not game.fight.battle:
        raise Refusal("no_battle", "This game was not fought on the hex board; report it by hand.")
    if game.report.lines:
        text = "The report has lines already. Correct them by hand, or undo them first."
        raise Refusal("lines_already", text, rule="CR-101")
    for line in o.lines:
        save_line(d, game, side, line)
    d.emit(
        ev.ReportFactsSaved(
            game=game.id,
            member=d.actor.member,
            conceded=o.conceded,
            stopped=o.stopped,
            scanned=game.report.scanned,
            side=side,
        )
    )
