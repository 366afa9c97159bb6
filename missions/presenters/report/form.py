"""The report as a form: a panel for each ship. In a big game each squadron is folded to one line, which says
all that the panels behind it say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from league.addresses import Address
from league.kernel.refusal import Finding
from missions.presenters.report.page import LineField, ReportSide, line_field
from missions.rules.game.secrets import GameView
from missions.rules.game.sides import SIDES, SideName
from missions.rules.game.state import ShipFate

UNFOLDED = 12
"""Ships of a game up to which its report shows all of them, within two screens of a phone."""

Fates = tuple[tuple[ShipFate, str], ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A ship to which something happened, in the line of its squadron. `faulty`: its figures have to be
    corrected."""

    name: str
    faulty: bool
    happened: str


@dataclass(frozen=True, slots=True)
class Fold:
    """Ships of one squadron behind one line; `squadron` is 0 for ships that came later."""

    side: SideName
    squadron: int
    lines: tuple[LineField, ...]

    @property
    def key(self) -> str:
        return f"{self.side}-{self.squadron}"

    @property
    def open(self) -> bool:
        """Whether a ship behind the line needs a look: something about it is wrong or disputed."""
        return any(line.findings or line.dispute for line in self.lines)

    @property
    def told(self) -> tuple[Told, ...]:
        """The ships to which something happened, and those with a fault."""
        return tuple(_told(line) for line in self.lines if line.happened or _has_fault(line))

    @property
    def rest(self) -> str:
        """The other ships: "all survived unhurt", "3 survived unhurt"."""
        count = len(self.lines) - len(self.told)
        how_many = str(count) if self.told else "all"
        return f"{how_many} survived unhurt" if count else ""


def _told(line: LineField) -> Told:
    name = f"{line.name} ({line.which})" if line.which else line.name
    words = (line.fate_word.lower(), line.besides) if line.happened else ("survived unhurt",)
    return Told(name, _has_fault(line), ", ".join(each for each in words if each))


def _has_fault(line: LineField) -> bool:
    """Whether the line keeps the report from being submitted; a warning does not."""
    return any(each.is_error for each in line.findings)


def folds_of(view: GameView, lines: Iterable[LineField]) -> tuple[Fold, ...]:
    """The lines by side and squadron, in their order."""
    found: dict[tuple[SideName, int], list[LineField]] = {}
    for line in lines:
        side: SideName = SIDES[0] if view.ships[line.ship].fleet == view.active else SIDES[1]
        found.setdefault((side, line.squadron), []).append(line)
    return tuple(Fold(side, squadron, tuple(each)) for (side, squadron), each in found.items())


def has_folds(view: GameView) -> bool:
    """Whether the report of this game has so many ships that its squadrons are folded."""
    return len(view.ships) > UNFOLDED


def fold_of(view: GameView, ship: int, findings: Mapping[int, tuple[Finding, ...]]) -> Fold | None:
    """The line behind which a ship is folded, as it reads now; None if the ship is not folded. `findings` are
    those of each ship."""
    about = view.ships[ship]
    numbers = [
        each.id
        for each in view.ships.values()
        if (each.fleet, each.squadron) == (about.fleet, about.squadron)
    ]
    if not has_folds(view) or len(numbers) == 1:
        return None
    lines = (line_field(view, number, findings.get(number, ())) for number in numbers)
    (fold,) = folds_of(view, lines)
    return fold


def to_settle(side: ReportSide) -> tuple[ReportSide, ReportSide]:
    """The side with the lines that an organiser has to look at, disputed or faulty, and with the others."""
    looks = [bool(line.dispute or line.findings) for line in side.lines]
    return (
        replace(side, lines=tuple(line for line, look in zip(side.lines, looks, strict=True) if look)),
        replace(side, lines=tuple(line for line, look in zip(side.lines, looks, strict=True) if not look)),
    )


def panels_of(side: ReportSide, view: GameView, url: Address, *, settling: bool) -> tuple[SafeString, ...]:
    """The panels of a side in the form of the game at `url`. A ship that is alone in its squadron is not
    folded, and an organiser who settles sees every ship."""
    ships = ship_panels(side, url, settling=settling)
    if settling or not has_folds(view):
        return ships
    by_line = dict(zip((line.ship for line in side.lines), ships, strict=True))
    panels: list[SafeString] = []
    for fold in folds_of(view, side.lines):
        behind = tuple(by_line[line.ship] for line in fold.lines)
        panels += behind if len(behind) == 1 else (_squadron(fold, side.fleet.suit, behind),)
    return tuple(panels)


def ship_panels(
    side: ReportSide, url: Address, *, settling: bool, typed: Mapping[int, LineField] = MappingProxyType({})
) -> tuple[SafeString, ...]:
    """A panel for each line of a side, in their order. In place of lines of ships in `typed` stand these,
    which are drawn and not kept."""
    return tuple(
        _drawn(typed[line.ship], side.fleet.suit, side.fates, url, settling)
        if line.ship in typed
        else _ship(line, side.fleet.suit, side.fates, url, settling)
        for line in side.lines
    )


@lru_cache(maxsize=2048)
def _ship(line: LineField, suit: str, fates: Fates, url: Address, settling: bool) -> SafeString:
    """A ship's panel. Cached, since a report changes ship by ship and only one panel has to be drawn."""
    return _drawn(line, suit, fates, url, settling)


def _drawn(line: LineField, suit: str, fates: Fates, url: Address, settling: bool) -> SafeString:
    context = {"line": line, "ship": line.key, "suit": suit, "fates": fates, "url": url, "settling": settling}
    return render_to_string("missions/report/ship.html", context)


@lru_cache(maxsize=512)
def _squadron(fold: Fold, suit: str, panels: Sequence[SafeString]) -> SafeString:
    """A squadron's line with the panels of its ships behind it."""
    return render_to_string("missions/report/squadron.html", {"fold": fold, "suit": suit, "panels": panels})
