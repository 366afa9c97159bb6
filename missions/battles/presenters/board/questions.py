"""Questions out of turn with the answers that stand for a seat, and the curtain between two hands on one
screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from missions.battles.engine.contract import ASK, Window
from missions.battles.presenters.board.inputs import Standing, Table
from missions.battles.systems.pack import Pack


@dataclass(frozen=True, slots=True)
class AnswerButton:
    """An answer that may stand; `now` says that it does, and `until` that it does so until the turn ends."""

    value: str
    words: str
    now: bool
    until: bool


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A question, its rule, and the answers that a seat may give to it once and for all."""

    kind: str
    text: str
    rule: str
    answers: tuple[AnswerButton, ...]


def standing_rows(pack: Pack, standing: Sequence[Standing]) -> tuple[StandingRow, ...]:
    """A row for every question that the rules ask out of turn, with what stands for this seat."""
    found = []
    for each in standing:
        question = pack.questions[each.kind]
        answers = {ASK: "Ask me each time", **question.answers}
        buttons = tuple(
            AnswerButton(key, words, key == each.answer, key == each.answer and each.until)
            for key, words in answers.items()
        )
        found.append(StandingRow(each.kind, question.text, question.rule, buttons))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class PassButtons:
    """The open question's kind, and answers that may stand for it from now on: values with their words."""

    kind: str
    answers: tuple[tuple[str, str], ...]


def pass_buttons(pack: Pack, window: Window | None) -> PassButtons | None:
    """Answers that may stand for the question that is open now; None if there are none."""
    if window is None or not window.answers:
        return None
    known = pack.questions[window.kind].answers
    return PassButtons(window.kind, tuple((key, known[key]) for key in window.answers))


@dataclass(frozen=True, slots=True)
class Curtain:
    """A curtain between two people at one screen: the seat that looks next, and what it is called."""

    seat: int
    place: str


def curtain(table: Table, seat: int | None) -> Curtain | None:
    """The curtain before a seat's secrets; None if none hangs."""
    if seat is None:
        return None
    return Curtain(seat, table.seating.seats[seat].word)
