"""The battle told in sentences with its dice, and how lucky each side has been."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.safestring import SafeString

from missions.battles.engine.contract import PHASE, TURN, Sentence
from missions.battles.presenters.board.fill import fill, fill_each
from missions.battles.presenters.board.inputs import LuckLine, Numbered, Table
from missions.battles.presenters.board.odds import percent

SHOWN = 45
"""Number of newest sentences on the board; the replay has them all."""
NEWS = 6
"""Greatest number of them right under the map."""
HEADINGS = (TURN, PHASE)
Faces = Callable[[Sentence], SafeString]
"""The dice of a sentence as pictures."""
NOTHING, HEADING, LOUD_LINE = SafeString(""), SafeString(" class=lh"), SafeString(" class=ll")
LOUD = ("destroyed", "captured", "over", "leave", "eliminated", "exits")


def log(
    sentences: Sequence[Numbered], faces: Faces, replay: str, more: str = "", shown: int = SHOWN
) -> SafeString:
    """The newest sentences first, those of one order together, with a link to that moment of the replay.

    `more` ends each of these addresses (the seat that is watched from).
    """
    moments: dict[int, list[Sentence]] = {}
    for number, sentence in sentences[-shown:]:
        moments.setdefault(number, []).append(sentence)
    return fill_each(
        '<li><a class="lt" href="{}" title="Show this moment">{}</a><div>{}</div>',
        (
            (f"{replay}?at={number}{more}", number, _lines(tuple(told), faces))
            for number, told in reversed(moments.items())
        ),
    )


def news(sentences: Sequence[Numbered], faces: Faces) -> SafeString:
    """Effects of the last two orders, newest last: the reader's own and the answer to it."""
    recent = {number for number, _ in sentences[-1:]}
    recent |= {number - 1 for number in recent}
    return _lines(tuple(told for number, told in sentences[-NEWS:] if number in recent), faces)


def last_turn(sentences: Sequence[Numbered]) -> int | None:
    """The number of the order with which the turn before this one began; None if there is none."""
    begun = [number for number, sentence in sentences if sentence.kind == TURN]
    return begun[-2] if len(begun) > 1 else None


@lru_cache(maxsize=4096)
def _lines(sentences: tuple[Sentence, ...], faces: Faces) -> SafeString:
    """Sentences with their dice drawn; turns and phases as headings. A board asks for the same ones
    again with every look at it.
    """
    return fill_each("<p{}>{}{}</p>", (_line(each, faces) for each in sentences))


def _line(sentence: Sentence, faces: Faces) -> tuple[SafeString, str, SafeString]:
    dice = NOTHING
    if sentence.dice:
        dice = fill(' <span class="dice" aria-hidden="true">{}</span>', faces(sentence))
    look = HEADING if sentence.kind in HEADINGS else LOUD_LINE if sentence.kind in LOUD else NOTHING
    return look, sentence.text, dice


@dataclass(frozen=True, slots=True)
class LuckRow:
    """One seat's dice: what was rolled, what was to be expected, and how likely so much luck is."""

    side: int
    name: str
    dice: int
    rolled: int
    expected: str
    words: str
    figure: SafeString


def luck_rows(lines: Sequence[LuckLine], table: Table) -> tuple[LuckRow, ...]:
    """A row for each seat that has rolled dice of its own."""
    return tuple(_luck_row(line, table) for line in lines if line.dice)


def _luck_row(line: LuckLine, table: Table) -> LuckRow:
    side = table.seating.side(line.seat)
    return LuckRow(
        side=side,
        name=table.names[line.seat],
        dice=line.dice,
        rolled=line.rolled,
        expected=f"{float(line.expected):.1f}",
        words=_luck_words(line),
        figure=_gauge(line, side),
    )


def _luck_words(line: LuckLine) -> str:
    if line.rolled >= line.expected:
        return f"As lucky as this or luckier: {percent(line.at_least)} of all battles."
    return f"As unlucky as this or worse: {percent(line.at_most)} of all battles."


def _gauge(line: LuckLine, side: int) -> SafeString:
    """The rolled result as a bar, with the expected result as a mark on it."""
    most = max(line.rolled, float(line.expected)) * 1.15 or 1
    rolled, mark = 200 * line.rolled / most, 200 * float(line.expected) / most
    return fill(
        '<svg class="gauge s{}" viewBox="0 0 200 14" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="ot" y="3" width="200" height="8" rx="4"/>'
        '<rect class="of" y="3" width="{}" height="8" rx="4"/>'
        '<rect class="om" x="{}" width="3" height="14"/></svg>',
        side,
        f"{rolled:.0f}",
        f"{mark - 1:.0f}",
    )
