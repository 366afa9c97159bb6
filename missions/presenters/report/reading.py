"""The report as it is read: a line for each ship with what follows from it, the special ones first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.addresses import Address
from league.templatetags.admiralty import stamp
from missions.presenters.game.page import FleetBadge
from missions.presenters.report.effects import COMMON
from missions.presenters.report.form import ship_panels
from missions.presenters.report.page import LineField, ReportPage, ReportSide

UNFOLDED = 10
"""Lines of a reader's own ships up to which a page shows all of them, within two screens of a phone."""


@lru_cache(maxsize=4096)
def _line_markup(
    name: str, rank: str, tone: str, fate: str, model: str, remark: str, follows: str
) -> SafeString:
    return format_html(
        '<strong>{} {}</strong><span class="tag {}">{}</span><span class="said-what"><span class="muted '
        'said-model">{}{}</span>{}{}</span>',
        name,
        stamp(rank),
        tone,
        fate,
        model,
        ": " if remark else "",
        remark,
        format_html(' <span class="said-follows">→ {}</span>', follows) if follows else "",
    )


@dataclass(frozen=True, slots=True)
class Said:
    """A line as it is read: `fields` correct it ("" if the reader may not), `follows` are the effects of the
    result on its ship, in short. `refused`: a correction of it was, with this `note`."""

    line: LineField
    fields: str
    follows: tuple[str, ...]
    refused: bool = False
    note: str = ""

    @property
    def markup(self) -> SafeString:
        """The ship, its fate, the remark, what follows. It may stand in a summary."""
        line = self.line
        return _line_markup(
            line.name, line.rank, line.tone, line.fate_word, line.model, line.remark, ", ".join(self.follows)
        )

    @property
    def stands_out(self) -> bool:
        """Whether it is read before the lines of ships to which nothing special happened: they survived with
        all cards, and the result does no more to them than to promote or repair them."""
        line = self.line
        if line.dispute or line.cards_reported or not set(self.follows) <= COMMON:
            return True
        return line.stands_out and not (self.follows and line.fate == "survived")


@dataclass(frozen=True, slots=True)
class SaidFold:
    """The lines of one squadron behind one that counts what they say; `squadron` is 0 for ships that came
    later."""

    squadron: int
    lines: tuple[Said, ...]

    @property
    def open(self) -> bool:
        """Whether a line needs a look: it is disputed, or a correction of it was refused."""
        return any(each.refused or each.line.dispute for each in self.lines)

    @property
    def fates(self) -> str:
        """The number of ships with each fate: "5 destroyed, 1 survived"."""
        counts = Counter(each.line.fate_word.lower() for each in self.lines)
        return ", ".join(f"{count} {word}" for word, count in counts.items())

    @property
    def follow(self) -> str:
        """Number of times that each effect occurs among its ships."""
        return _counted(self.lines)


def _counted(lines: Iterable[Said]) -> str:
    counts = Counter(words for each in lines for words in each.follows)
    return ", ".join(f"{words}: {count}" for words, count in counts.items())


@dataclass(frozen=True, slots=True)
class SaidSide:
    """The lines of a side as they are read: those that stand out, and the others. `in_short` counts the fates
    of all."""

    fleet: FleetBadge
    out: tuple[Said, ...]
    others: tuple[Said, ...]
    in_short: str

    @property
    def disputed(self) -> tuple[Said, ...]:
        return tuple(each for each in self.out if each.line.dispute)

    @property
    def undisputed(self) -> tuple[Said, ...]:
        return (*(each for each in self.out if not each.line.dispute), *self.others)

    @property
    def others_refused(self) -> bool:
        return any(each.refused for each in self.others)

    @property
    def undisputed_refused(self) -> bool:
        return any(each.refused for each in self.undisputed)

    @property
    def others_in_short(self) -> str:
        """Number of ships that the other lines are about: "2 other ships survived (1 unhurt)"."""
        number, unhurt = len(self.others), sum(not each.line.happened for each in self.others)
        fate = "unhurt" if unhurt == number else f"survived ({unhurt} unhurt)"
        return f"{number} {'other ' if self.out else ''}{'ship' if number == 1 else 'ships'} {fate}"

    @property
    def others_follow(self) -> str:
        """Number of times that each effect occurs among these ships."""
        return _counted(self.others)

    @property
    def folds(self) -> tuple[SaidFold, ...]:
        """The lines that stand out by squadron; none if they are so few that a phone shows them all."""
        found: dict[int, list[Said]] = {}
        for each in self.out:
            found.setdefault(each.line.squadron, []).append(each)
        if len(self.out) <= UNFOLDED or len(found) == 1:
            return ()
        return tuple(SaidFold(squadron, tuple(lines)) for squadron, lines in found.items())


@dataclass(frozen=True, slots=True)
class Reading:
    """A report as it is read, for a template that keeps what it draws: all that it needs is here. `writing`:
    it is not submitted yet; `confirming`: it waits to be confirmed. `acting`: the reader plays and can object
    to lines now; `may_dispute`: to the end of the game too. `ending_refused`: a correction of how the game
    ended was refused, with this `note`."""

    sides: tuple[SaidSide, ...]
    report: ReportPage
    url: Address
    writing: bool
    acting: bool
    may_dispute: bool
    confirming: bool = False
    ending_refused: bool = False
    note: str = ""

    @property
    def explains_at_form(self) -> bool:
        """Whether the reason of a refusal stands at the form: there is one form, and no finding says more."""
        lines = [each for side in self.sides for each in (*side.out, *side.others) if each.refused]
        placed = any(each.line.findings for each in lines) or self.ending_placed
        return len(lines) + self.ending_refused == 1 and not placed

    @property
    def ending_placed(self) -> bool:
        """Whether a finding stands at the corrected end of the game."""
        return self.ending_refused and bool(self.report.ending_findings)


def said_side(
    side: ReportSide,
    url: Address,
    follows: Mapping[int, tuple[str, ...]],
    *,
    correcting: bool,
    typed: Mapping[int, LineField] = MappingProxyType({}),
    notes: Mapping[int, str] = MappingProxyType({}),
) -> SaidSide:
    """The lines as they are read, each with the fields that correct it if the reader may do so; `follows`
    are the effects of the result by ship. Fields of a refused correction are as `typed`, by ship, with
    their `notes`."""
    fields: Iterable[str] = [""] * len(side.lines)
    if correcting:
        fields = ship_panels(side, url, settling=True, typed=typed)
    read = [
        Said(
            line,
            field,
            follows.get(line.ship, ()),
            line.ship in typed,
            notes.get(line.ship, "") if line.ship in typed else "",
        )
        for line, field in zip(side.lines, fields, strict=True)
    ]
    return SaidSide(
        side.fleet,
        tuple(each for each in read if each.stands_out),
        tuple(each for each in read if not each.stands_out),
        side.in_short,
    )
