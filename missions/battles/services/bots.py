"""The computer at a seat: it answers within the request that made it its turn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from time import perf_counter
from typing import Any

from league import limits
from league.kernel.refusal import Refusal, Stale
from missions.battles.engine.bots.match import LEVELS, Bot
from missions.battles.engine.sight import known_to
from missions.battles.models import Battle, BattleSeat
from missions.battles.selectors.positions import Played, played_of
from missions.battles.services import acts

BUDGET = 2.0
"""Seconds of thought for all orders that one request has the computer answer with; after that it plays on
greedily, in a few milliseconds an order."""
SLOW, QUICK = "search", "greedy"
CHOICES = tuple(LEVELS)
"""The levels that people are offered, from the weakest up."""


def answer(battle_id: int) -> Played | None:
    """Let the computer order until somebody else is awaited; None if it was not its turn.

    It thinks outside the lock and sees only what its seat may know.
    """
    with _thinking() as thinks:
        return _answered(battle_id, BUDGET if thinks else 0.0)


_thinkers = BoundedSemaphore(limits.BOTS_THINKING)


@contextmanager
def _thinking() -> Iterator[bool]:
    """Whether this request may think ahead: only so many do at a time, or they would stop all pages."""
    free = _thinkers.acquire(blocking=False)
    try:
        yield free
    finally:
        if free:
            _thinkers.release()


def _answered(battle_id: int, budget: float) -> Played | None:
    began = perf_counter()
    after: Played | None = None
    while True:
        row = Battle.objects.get(pk=battle_id)
        seat = _bot_to_act(row)
        if seat is None:
            return after
        played = played_of(row)
        bot = LEVELS[_level(seat.bot, late=perf_counter() - began >= budget)](f"{row.pk} {played.at}")
        try:
            after = _ordered(row, seat, bot, played)
        except Stale:
            # Somebody else chose or answered meanwhile: the computer looks at the battle again.
            continue
        except Refusal:
            # Resigned or paused meanwhile.
            return after


def _level(level: str, *, late: bool) -> str:
    """The level to play at: without time to think ahead, a quick one. Weaker levels stay as weak."""
    return QUICK if late and level == SLOW else level


def _ordered(row: Battle, seat: BattleSeat, bot: Bot, played: Played) -> Played:
    known = played.system.clone(known_to(played.system, played.state, seat.number))
    given = bot.choose(played.system, known, seat.number)
    return acts.order_of_bot(row.pk, seat.number, given, played, bot.explain())


def _bot_to_act(row: Battle) -> BattleSeat | None:
    if row.status != "running":
        return None
    seats: Any = BattleSeat.objects.filter(battle=row, kind="bot").order_by("number")
    return next((seat for seat in seats if row.awaited >> seat.number & 1), None)


def agrees_to_draw(played: Played, seat: int) -> bool:
    """True if the computer takes a draw: when it stands worse, as far as its seat knows."""
    return played.system.score(known_to(played.system, played.state, seat), seat) < 0
