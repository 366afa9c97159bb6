"""The questions that a mission's preparation waits for, as far as a reader may know them.

Built from nothing like `missions.rules.game.secrets`: an organiser who acts for an absent side gets the
question, and of the answers those that follow from what everybody sees.
"""

from __future__ import annotations

from dataclasses import dataclass

from league.kernel.fold import CampaignState
from missions.rules.game.sides import SideName
from missions.rules.game.state import GameState
from missions.rules.pregame.eligibility import way_back
from missions.rules.pregame.questions import Answers, Question, asked_now
from missions.rules.pregame.secrets import Viewer


@dataclass(frozen=True, slots=True)
class PendingQuestion:
    """A question to one side, and what it may answer."""

    question: Question
    side: SideName
    answers: Answers


def side_choosing_in_secret(state: CampaignState, game: GameState, viewer: Viewer) -> SideName | None:
    """The opponent's side while it chooses in secret what the reader's own side must not choose for it
    (CR-006)."""
    if game.step != "pregame" or viewer in ("public", "organiser"):
        return None
    return next(
        (side for question, side in asked_now(state, game) if question.secret and side != viewer), None
    )


def pending_questions(state: CampaignState, game: GameState, viewer: Viewer) -> tuple[PendingQuestion, ...]:
    """Every question that the preparation waits for, for a reader who plays, organises or watches."""
    if game.step != "pregame" or viewer == "public":
        return ()
    return tuple(
        PendingQuestion(question, side, question.answers(state, game, side, side == viewer))
        for question, side in asked_now(state, game)
        if side == viewer or viewer == "organiser" or not question.secret
    )


def may_take_back(state: CampaignState, game: GameState, viewer: Viewer) -> bool:
    """Whether the reader can take the last choice of their side back."""
    if viewer == "active" or viewer == "opposing":
        return way_back(state, game, viewer) is not None
    return False
