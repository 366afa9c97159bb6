"""Many battles between bots and what they show: wins, losses by kind, thinking time, each with its interval.

`play_one` is what one process does for one battle; everything it is given and gives back can be pickled.
"""

from __future__ import annotations

import csv
import io
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from missions.battles.engine.bots.match import Bot, bots_for, fight
from missions.battles.engine.contract import Order, Outcome, Seating, Setup, System
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.statistics import Estimate, mean, share


@dataclass(frozen=True, slots=True)
class Task:
    """One battle to be fought: the levels of both sides, and the seeds of its dice and of its bots."""

    system: System[Any]
    setup: Setup
    bots: tuple[str, str]
    dice: str
    style: str


@dataclass(frozen=True, slots=True)
class Loss:
    """Losses of one kind of unit of one side in one battle: fielded, lost (parts of a unit count), destroyed
    or captured as a whole.
    """

    side: int
    kind: str
    fielded: int
    lost: float
    destroyed: int


@dataclass(frozen=True, slots=True)
class Fought:
    """One battle fought. `thought` holds the seconds of each order, side by side; `first` is the side that
    had the first turn, None in a system whose view names none.
    """

    winner: int | None
    reason: str
    turns: int
    orders: int
    losses: tuple[Loss, ...]
    thought: tuple[tuple[float, ...], tuple[float, ...]]
    first: int | None = None


class Timed:
    """A bot with a watch."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.name = bot.name
        self.why = bot.why
        self.thought: list[float] = []

    def choose(self, system: System[Any], state: Any, seat: int) -> Order:
        """The bot's order; the time it took is noted."""
        began = perf_counter()
        order = self.bot.choose(system, state, seat)
        self.thought.append(perf_counter() - began)
        return order

    def explain(self) -> str:
        """The bot's explanation."""
        return self.bot.explain()


def play_one(task: Task) -> Fought:
    """Fights one battle to its end. The same task gives the same battle."""
    system = task.system
    bots = [Timed(bot) for bot in bots_for(system, task.setup, task.bots, task.style)]
    battle = fight(system, task.setup, bots, seeded_dice(task.dice))
    outcome: Outcome | None = system.outcome(battle.state)
    if outcome is None:
        raise RuntimeError("A battle stopped before its end.")
    view = system.view_for(battle.state, None)
    return Fought(
        winner=outcome.winner,
        reason=outcome.reason,
        turns=int(view["turn"]),
        orders=len(battle),
        losses=_losses(system, battle.state),
        thought=_thought(system.seating(task.setup), bots),
        first=view.get("first"),
    )


def _thought(seating: Seating, bots: Sequence[Timed]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    first, second = (
        tuple(time for seat in seating.of(side) for time in bots[seat].thought) for side in (0, 1)
    )
    return first, second


def _losses(system: System[Any], state: Any) -> tuple[Loss, ...]:
    found: dict[tuple[int, str], list[float]] = {}
    for fate in system.report(state):
        gone = fate.fate in ("destroyed", "captured")
        line = found.setdefault((fate.side, fate.kind), [0, 0.0, 0])
        line[0] += 1
        line[1] += 1.0 if gone else 1 - fate.left / fate.start
        line[2] += gone
    return tuple(
        Loss(side, kind, int(fielded), lost, int(destroyed))
        for (side, kind), (fielded, lost, destroyed) in sorted(found.items())
    )


# --- two bots against each other --------------------------------------------------------------------


def match_tasks(
    system: System[Any], setups: Sequence[Setup], first: str, second: str, games: int, seed: str
) -> list[Task]:
    """Battles of two levels; every second one has the same dice with the sides swapped. Each set-up is fought
    twice before the next one.
    """
    return [
        Task(
            system,
            setups[game // 2 % len(setups)],
            (first, second) if game % 2 == 0 else (second, first),
            f"match {seed}/{game // 2}",
            f"{seed}/{game}",
        )
        for game in range(games)
    ]


@dataclass(slots=True)
class Match:
    """The score of the first of two levels so far."""

    first: str
    second: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    thought: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def rate(self) -> Estimate:
        return share(self.wins, self.games)

    def add(self, game: int, played: Fought) -> None:
        """Counts the battle with that number."""
        side = game % 2
        self.wins += played.winner == side
        self.draws += played.winner is None
        self.losses += played.winner == 1 - side
        self.thought[0].extend(played.thought[side])
        self.thought[1].extend(played.thought[1 - side])


# --- what a battle is like ---------------------------------------------------------------------------


def simulation_tasks(
    system: System[Any], setup: Setup, bots: tuple[str, str], games: int, seed: str
) -> list[Task]:
    """Battles with one set-up; each has dice of its own."""
    return [Task(system, setup, bots, f"simulate {seed}/{game}", f"{seed}/{game}") for game in range(games)]


@dataclass(frozen=True, slots=True)
class Row:
    """One figure of a simulation, as the table and the picture show it. `part` is a share, `mean` a count;
    `side` is what the side that it is about is called, "" for both.
    """

    group: str
    name: str
    side: str
    kind: str
    estimate: Estimate


def rows(battles: Sequence[Fought], names: Mapping[str, str], sides: Sequence[str]) -> list[Row]:
    """Results, also of the side that begins, then the losses of each kind of unit, then how long battles are;
    `names` are those of the kinds, `sides` what the two sides are called.
    """
    winners = Counter(played.winner for played in battles)
    count = len(battles)
    result = [
        Row("result", f"{sides[side]} wins", sides[side], "part", share(winners[side], count))
        for side in (0, 1)
    ]
    result.insert(1, Row("result", "draw", "", "part", share(winners[None], count)))
    begun = [played for played in battles if played.first is not None]
    if begun:
        wins = sum(played.winner == played.first for played in begun)
        result.append(Row("result", "side that begins wins", "", "part", share(wins, len(begun))))
    fielded = sorted({(loss.side, loss.kind) for played in battles for loss in played.losses})
    for side, kind in fielded:
        lines = [
            loss for played in battles for loss in played.losses if (loss.side, loss.kind) == (side, kind)
        ]
        lost = share(min(len(lines), sum(line.lost / line.fielded for line in lines)), len(lines))
        result.append(Row("losses", names.get(kind, kind), sides[side], "part", lost))
    result.append(Row("length", "turns", "", "mean", mean([played.turns for played in battles])))
    result.append(Row("length", "orders", "", "mean", mean([played.orders for played in battles])))
    return result


def as_csv(figures: Iterable[Row]) -> str:
    """The figures as a table: group, name, side, value, low, high, battles."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("group", "name", "side", "value", "low", "high", "battles"))
    for row in figures:
        found = row.estimate
        writer.writerow(
            (
                row.group,
                row.name,
                row.side,
                f"{found.value:.4f}",
                f"{found.low:.4f}",
                f"{found.high:.4f}" if found.high < math.inf else "",
                found.count,
            )
        )
    return out.getvalue()
