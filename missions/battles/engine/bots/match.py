"""Bots by level, and battles between them without a page or a database."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

from missions.battles.engine.bots.random_bot import RandomBot
from missions.battles.engine.bots.rated import RatedBot
from missions.battles.engine.bots.search import SearchBot
from missions.battles.engine.contract import Event, Order, Setup, System
from missions.battles.engine.dice import Dice
from missions.battles.engine.replay import Battle
from missions.battles.engine.sight import known_to


class Bot(Protocol):
    """Chooses orders for a seat and says why."""

    name: str
    why: str

    def choose(self, system: System[Any], state: Any, seat: int) -> Order: ...

    def explain(self) -> str: ...


LEVELS: Mapping[str, Callable[[str], Bot]] = MappingProxyType(
    {
        "random": RandomBot,
        "close": lambda seed: RatedBot("close"),
        "greedy": lambda seed: RatedBot("greedy"),
        "search": lambda seed: SearchBot(seed=seed),
    }
)
"""Level → a bot made from a seed, from the weakest up."""


def bots_for(system: System[Any], setup: Setup, levels: Sequence[str], seed: str) -> list[Bot]:
    """A bot for each seat of the level of its side."""
    seats = system.seating(setup).seats
    return [LEVELS[levels[seat.side]](f"{seed}/{number}") for number, seat in enumerate(seats)]


def fight(system: System[Any], setup: Setup, bots: Sequence[Bot], dice: Dice) -> Battle[Any]:
    """A battle to its end, seat by seat; each bot gets only what its seat may know."""
    battle = Battle(system, setup, dice)
    while seats := system.to_act(battle.state):
        seat = min(seats)
        battle.force(seat, _chosen(battle, seat, bots[seat]), dice)
    return battle


def fight_on(battle: Battle[Any], bots: Sequence[Bot], dice: Dice) -> Iterator[tuple[int, str, list[Event]]]:
    """Yield a battle order by order: the seat, the explanation of its bot, the events."""
    while seats := battle.system.to_act(battle.state):
        seat = min(seats)
        order = _chosen(battle, seat, bots[seat])
        why = bots[seat].explain()
        yield seat, why, battle.force(seat, order, dice)


def _chosen(battle: Battle[Any], seat: int, bot: Bot) -> Order:
    return bot.choose(battle.system, known_to(battle.system, battle.state, seat), seat)
