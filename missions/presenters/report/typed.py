"""A form of the report that was refused: what was typed there stays in its fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from missions.presenters.report.page import LineField, ReportPage, ending_of, with_fields
from missions.rules.game.secrets import GameView
from missions.rules.game.state import Facts, ShipReport


@dataclass(frozen=True, slots=True)
class TypedReport:
    """A correction or a settlement as it was typed: lines of ships, the facts about the whole game if they
    were sent, the notes beside them by ship (0: the facts), and the reason of a settlement."""

    lines: tuple[ShipReport, ...] = ()
    facts: Facts | None = None
    reason: str = ""
    notes: Mapping[int, str] = field(default_factory=dict)

    @property
    def ships(self) -> frozenset[int]:
        return frozenset(line.ship for line in self.lines)


def as_typed(view: GameView, report: ReportPage, typed: TypedReport) -> ReportPage:
    """The report with the fields of its forms as they were typed. Its sentences stay: nothing was saved."""
    lines = {line.ship: line for line in typed.lines}

    def field(line: LineField) -> LineField:
        return with_fields(view, line, lines[line.ship]) if line.ship in lines else line

    sides = tuple(replace(side, lines=tuple(map(field, side.lines))) for side in report.sides)
    if typed.facts is None:
        return replace(report, sides=sides)
    return replace(report, sides=sides, ending=ending_of(typed.facts), scanned=typed.facts.scanned)
