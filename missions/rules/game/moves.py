"""A game's next moves in words: to the people who have to act, and about them to everybody else."""

from __future__ import annotations

from missions.rules.game.state import GameStep
from missions.rules.game.waiting import What
from missions.rules.pregame.questions import QUESTIONS

MOVES: dict[What, tuple[str, str]] = {
    "ready": ("Press ready, and the squadrons are drawn.", "to press ready for the draw"),
    "nonce": (
        "Both sides are ready. Your browser opens your part of the draw.",
        "to open their part of the draw",
    ),
    "accept": (
        "The forces are not balanced: accept the draw, or ask an organiser to call the game off.",
        "to accept the unbalanced draw",
    ),
    "report": ("Report the result when the game is over.", "to report the result"),
    "choose": (
        "The result leaves you a choice. Read the report before you make it.",
        "to make the choices that the result leaves open",
    ),
    "check": (
        "Read the report, and say if a line is wrong.",
        "to check the report",
    ),
    "confirm": (
        "Read the report: confirm it, or say which line is wrong.",
        "to confirm or dispute the report",
    ),
    "answer": (
        "The other side corrects your report. Accept that, or say that your report stands.",
        "to answer the corrections",
    ),
    "settle": ("The sides do not agree on the report: settle it.", "to settle the disputed lines"),
    "fight": (
        "Decide whether to fight it on the hex board.",
        "to decide whether to fight it on the hex board",
    ),
    "show": ("When the battle is over, show the ship that you nominated.", "to show the nominated ship"),
}


def doing_words(what: str) -> str:
    """The end of a sentence about a move to those who make it: "You have …". Raises KeyError for no move."""
    words = {each.id: each.their_move for each in QUESTIONS.values()} | {
        name: their for name, (_, their) in MOVES.items()
    }
    return words[what]  # type: ignore[index]


def move_words(step: GameStep, what: What) -> tuple[str, str]:
    """Two phrases about a move: a sentence to those who make it, and the end of one about them."""
    if what in MOVES:
        return MOVES[what]
    question = next(each for each in QUESTIONS.values() if each.id == what)
    return question.your_move, question.their_move
