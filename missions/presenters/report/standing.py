"""Words on what stands beside a report: an organiser's ruling, and disputes from before it was taken back."""

from __future__ import annotations

from collections.abc import Mapping

from league.rules.phrases import full_stop
from missions.presenters.report.verdict import Named
from missions.rules.game.secrets import GameView
from missions.rules.game.state import SIDES, SideName


def outcome_words(winner: str, names: Mapping[SideName, Named]) -> str:
    """The outcome that was ruled, as the end of a sentence."""
    side = next((each for each in SIDES if each == winner), None)
    return f"{names[side].name} wins" if side else "the game is a draw"


def ruling_words(view: GameView, fleets: Mapping[SideName, Named], members: Mapping[int, str]) -> str:
    """The ruling that stands, with its author and reason; "" for none."""
    if view.ruled is None:
        return ""
    who, outcome = members.get(view.ruled.member, "An organiser"), outcome_words(view.ruled.winner, fleets)
    return f"{who} ruled on the result: {outcome}. Reason: {full_stop(view.ruled.reason)}"


def unanswered_words(view: GameView, members: Mapping[int, str]) -> list[str]:
    """The disputes that stood when the report was taken back and whose lines are as they were then."""
    if view.report is None:
        return []
    said = []
    for number, dispute in view.report.unanswered.items():
        who = members.get(dispute.member, "Somebody")
        what = view.ships[number].name if number in view.ships else "the end of the game"
        reason = f": {full_stop(dispute.reason)}" if dispute.reason else "."
        verb = "corrected" if dispute.line or dispute.facts else "disputed"
        said.append(f"{who} {verb} {what}{reason}")
    return said
