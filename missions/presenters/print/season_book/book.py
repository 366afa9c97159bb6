"""The season book: cover, standings, charts, every game, and the memorial wall."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from django.utils.safestring import SafeString

from league.charts import MARKERS_EXPLAINED, Series, line_chart
from league.kernel.events import Event
from league.presenters.dates import day_words
from league.presenters.standings import StandingLine, TeamLine
from league.rules.phrases import join_words
from missions.presenters.story.games import BookGame
from rosters.presenters.roster.sheet import SUIT_SIGNS
from rosters.rules.events import NameKilled, ShipLost
from rosters.rules.overrides.events import NameRestored

CHARTED = 12
RUNNING = 60  # letters of the campaign's name in the head of a page
PHASES = {"gathering": "not begun yet", "running": "still running", "ended": "ended"}
CHART_INKS = {
    "currentColor": "#000",
    'class="chart-grid"': 'fill="none" stroke="#000" stroke-width=".25"',
    'class="chart-text"': 'fill="#000" font-family="Inter" font-size="9"',
    'class="chart-hollow"': 'fill="#fff"',
}
FORMATS = {"free_for_all": "Every fleet for itself", "team": "Teams"}


class FleetRecord(Protocol):
    """A fleet's row, as far as the book needs it."""

    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def suit(self) -> str: ...


class ValuePoint(Protocol):
    """A fleet's figures at one moment; `round` is None before the first round."""

    @property
    def fleet(self) -> int: ...
    @property
    def round(self) -> int | None: ...
    @property
    def value(self) -> int: ...
    @property
    def points(self) -> int: ...


@dataclass(frozen=True, slots=True)
class BookChart:
    caption: str
    svg: SafeString


@dataclass(frozen=True, slots=True)
class BookRound:
    """A round's games; `title` is "Round 3" or "Friendly games"."""

    title: str
    games: tuple[BookGame, ...]

    @property
    def days(self) -> str:
        """The first and the last day on which a result of the round was confirmed; "" without any."""
        known = sorted(game.day for game in self.games if game.day)
        return dates(known[:1] + known[-1:])


@dataclass(frozen=True, slots=True)
class Fallen:
    """One name on the wall, and in which round it was lost ("" when it was not in a game of a round)."""

    name: str
    when: str


@dataclass(frozen=True, slots=True)
class FleetWall:
    fleet: str
    sign: str
    fallen: tuple[Fallen, ...]

    @property
    def by_round(self) -> list[tuple[str, list[str]]]:
        """The names under the rounds in which they fell, in order; those outside of rounds last."""
        found: dict[str, list[str]] = {}
        for one in sorted(self.fallen, key=lambda one: not one.when):
            found.setdefault(one.when or "Outside of rounds", []).append(one.name)
        return list(found.items())


@dataclass(frozen=True, slots=True)
class SeasonBook:
    """The whole book. `facts` are pairs of a figure and what it counts, for the cover."""

    campaign: str
    subtitle: str
    dates: str
    champion: str
    facts: tuple[tuple[int, str], ...]
    standings: tuple[StandingLine, ...]
    teams: tuple[TeamLine, ...]
    charts: tuple[BookChart, ...]
    rounds: tuple[BookRound, ...]
    wall: tuple[FleetWall, ...]
    missions: bool
    as_of: str
    ended: bool = False

    @property
    def running(self) -> str:
        """The campaign's name for the head of each page, as long as fits there."""
        return self.campaign if len(self.campaign) <= RUNNING else f"{self.campaign[: RUNNING - 1].rstrip()}…"

    @property
    def markers(self) -> str:
        """Meanings of the markers in the charts."""
        return MARKERS_EXPLAINED

    @property
    def standings_title(self) -> str:
        return "Final standings" if self.ended else "Standings so far"


def fact(count: int, thing: str) -> tuple[int, str]:
    """A figure of the cover and what it counts: one game, two games."""
    return count, thing if count == 1 else f"{thing}s"


def subtitle(form: str, phase: str) -> str:
    """The campaign in a line."""
    return f"{FORMATS.get(form, form)} · {PHASES.get(phase, phase)}"


def dates(days: Sequence[date]) -> str:
    """The first and the last day in words, or the only day."""
    return " – ".join(dict.fromkeys(map(day_words, days)))


def champion(standings: Sequence[StandingLine], teams: Sequence[TeamLine], phase: str) -> str:
    """Name of the winner or leader; "" before the first game. Several names if they are equal."""
    table: Sequence[StandingLine | TeamLine] = teams or standings
    first = [f"Team {line.name}" if teams else line.name for line in table if line.place == 1]
    played = any(line.victories or line.defeats or line.draws for line in table)
    if not first or not played:
        return ""
    return f"{'Won' if phase == 'ended' else 'Led'} by {join_words(first)}"


def charts(
    fleets: Sequence[FleetRecord], rows: Sequence[ValuePoint], ordinals: Mapping[int, int], *, out_of: int
) -> tuple[BookChart, ...]:
    """Fleet value and points in hand over the rounds, of the first fleets `out_of` all; () without any."""
    if not rows:
        return ()
    last = max(ordinals.get(row.round or 0, 0) for row in rows)
    steps = ["Start", *(f"Round {number}" for number in range(1, last + 1))]
    whose = f", the first {len(fleets)} of {out_of} fleets" if out_of > len(fleets) else ""
    drawn: tuple[tuple[str, Callable[[ValuePoint], int]], ...] = (
        (f"Fleet value after each round{whose}", lambda row: row.value),
        (f"Fleet Points in hand after each round{whose}", lambda row: row.points),
    )
    return tuple(
        BookChart(
            caption, on_paper(line_chart(caption, steps, _series(fleets, rows, ordinals, figure, last)))
        )
        for caption, figure in drawn
    )


def _series(
    fleets: Iterable[FleetRecord],
    rows: Sequence[ValuePoint],
    ordinals: Mapping[int, int],
    figure: Callable[[ValuePoint], int],
    last: int,
) -> list[Series]:
    """A line for each fleet; one that sat a round out keeps the figure that it had."""
    known = {(row.fleet, ordinals.get(row.round or 0, 0)): figure(row) for row in rows}
    made = []
    for fleet in fleets:
        values: list[int | None] = []
        for step in range(last + 1):
            values.append(known.get((fleet.number, step), values[-1] if values else None))
        made.append(Series(fleet.name, values, side=fleet.side))
    return made


def rounds(games: Iterable[tuple[int, BookGame]]) -> tuple[BookRound, ...]:
    """The games (each with its round's ordinal, 0 for none) by round; friendly games outside of rounds come
    last."""
    by_round: dict[int, list[BookGame]] = {}
    for ordinal, game in games:
        by_round.setdefault(ordinal, []).append(game)
    order = sorted(by_round, key=lambda ordinal: (ordinal == 0, ordinal))
    return tuple(
        BookRound(f"Round {ordinal}" if ordinal else "Friendly games", tuple(by_round[ordinal]))
        for ordinal in order
    )


def wall(
    fleets: Sequence[FleetRecord], losses: Iterable[Event], round_of: Mapping[int, int]
) -> tuple[FleetWall, ...]:
    """Ships and names that never come back, oldest first, by fleet in the order given; `round_of` maps games
    to rounds."""
    fallen: dict[int, list[Fallen]] = {fleet.number: [] for fleet in fleets}
    for event in _killed(losses):
        ordinal = round_of.get(event.game or 0, 0)
        fallen.setdefault(event.fleet, []).append(Fallen(event.name, f"Round {ordinal}" if ordinal else ""))
    return tuple(
        FleetWall(fleet.name, SUIT_SIGNS.get(fleet.suit, ""), tuple(fallen[fleet.number]))
        for fleet in fleets
        if fallen[fleet.number]
    )


def _killed(losses: Iterable[Event]) -> list[ShipLost | NameKilled]:
    """Ships and unique names that are lost for good, so not those that an organiser let serve again. A name
    that died with its ship stands on the ship's line."""
    standing = list(losses)
    back = {
        (event.fleet, bare_name(event.name)): place
        for place, event in enumerate(standing)
        if isinstance(event, NameRestored)
    }
    ships = [event for event in standing if isinstance(event, ShipLost) and event.fate == "kia"]
    died = {(ship.fleet, ship.game, bare_name(ship.name)) for ship in ships}
    killed = [
        (place, event)
        for place, event in enumerate(standing)
        if (isinstance(event, ShipLost) and event.fate == "kia")
        or (isinstance(event, NameKilled) and (event.fleet, event.game, bare_name(event.name)) not in died)
    ]
    return [event for place, event in killed if back.get((event.fleet, bare_name(event.name)), -1) < place]


def bare_name(name: str) -> str:
    """A card's name without the ship or slot that tells it from others of the name."""
    return name.partition(" (")[0]


def on_paper(chart: SafeString) -> SafeString:
    """A chart in black and in the type of paper: the style of a page does not reach into its pictures."""
    inked = str(chart)
    for name, look in CHART_INKS.items():
        inked = inked.replace(name, look)
    return SafeString(inked)
