"""Deciding the end of a game: the owners' choices, then the confirmed result with everything it does (CR-101,
CR-122)."""

from __future__ import annotations

from league.kernel.decision import Decision, decides
from league.kernel.refusal import Finding, NotYours, Refusal, refuse_if
from missions.rules.game import events as ev
from missions.rules.game.access import checked_side, fleet_on, game_at, only_players, only_side
from missions.rules.game.choices import NO_CHOICES, check_choices, choices_to_make
from missions.rules.game.orders.classes import ConfirmResult, SaveChoices
from missions.rules.game.orders.report import may_confirm
from missions.rules.game.postgame import apply_result
from missions.rules.game.report import report_findings
from missions.rules.game.state import SIDES, Choices, GameState


@decides(SaveChoices)
def _save(d: Decision, o: SaveChoices) -> None:
    game, side = game_at(d, o.game, "confirm", rule="CR-102"), checked_side(o.side)
    fleet = fleet_on(d.state, game, side)
    only_side(d, game, side, f"choose for {fleet.name}")
    chosen = Choices(
        tuple(sorted(set(o.elite))),
        dict(o.promoted),
        {key: tuple(sorted(set(numbers))) for key, numbers in o.kept.items()},
    )
    check_choices(d.state, game, side, chosen)
    if chosen == NO_CHOICES and any(each.mandatory for each in choices_to_make(d.state, game, side)):
        raise Refusal("nothing_chosen", "Nothing is chosen yet. Choose, then keep it.", rule="CR-102")
    d.emit(
        ev.ChoicesSaved(
            game=game.id,
            side=side,
            fleet=fleet.id,
            elite=chosen.elite,
            promoted=chosen.promoted,
            kept=chosen.kept,
        )
    )


@decides(ConfirmResult)
def _confirm(d: Decision, o: ConfirmResult) -> None:
    game = game_at(d, o.game, "confirm", rule="CR-101")
    side = only_players(d, game, "confirm it")
    if not may_confirm(game, side, d.actor.member, d.actor.organises):
        raise NotYours(
            "own_report",
            "You wrote this report, so the other player confirms it, or an organiser does.",
            rule="CR-101",
        )
    _refuse_disputed(game)
    refuse_if(report_findings(game))
    refuse_if(_missing_choices(d, game))
    apply_result(d, game)


def _refuse_disputed(game: GameState) -> None:
    if not game.report.disputes:
        return
    names = [
        game.ships[number].name if number else "the facts of the game" for number in game.report.disputes
    ]
    raise Refusal(
        "disputed",
        f"Still disputed: {', '.join(names)}. Withdraw the dispute, or let an organiser settle it.",
        rule="CR-101",
    )


def _missing_choices(d: Decision, game: GameState) -> list[Finding]:
    return [
        Finding(
            "choice_missing",
            f"{fleet_on(d.state, game, side).name} still has to choose: {ask.question}",
            ask.rule,
            about=f"choice:{side}:{ask.kind}:{ask.key}",
        )
        for side in SIDES
        for ask in choices_to_make(d.state, game, side)
        if not ask.answered
    ]
