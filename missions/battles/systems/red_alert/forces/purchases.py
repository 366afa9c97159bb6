"""Task force cards that a side may have, and a purchase for somebody who chooses none (RA-181 … RA-184).

There is one deck of twelve cards. It is shuffled by the `draw` of the set-up and dealt to both sides, six
cards each, so that they never have the same one. A side fights with its first card, or it chooses one of the
six if the battle says so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from league.kernel.dice import SEED_BYTES, FairStream
from missions.battles.engine.contract import Setup
from missions.battles.systems.red_alert.engine.fleets import TASK_FORCES, allowance, findings
from missions.battles.systems.red_alert.engine.scenarios import Battle, battles
from missions.battles.systems.red_alert.engine.units import TYPES

UNDRAWN = bytes(SEED_BYTES).hex()
"""Stands for the draw of a set-up that has none, such as one in tests and measurements."""


def battle_of(setup: Setup) -> Battle:
    """The battle of a set-up."""
    return battles()[str(setup["scenario"])]


def dealt(setup: Setup, side: int) -> Sequence[int]:
    """The task force cards of a side: the one that it drew, or those that it chooses from; none in a battle
    without cards (RA-180, RA-184).
    """
    found = battle_of(setup).task_force
    if not found:
        return ()
    draw = bytes.fromhex(str(setup.get("draw", UNDRAWN)))
    deck = FairStream(draw, (), "task forces").shuffle(TASK_FORCES)
    hand = deck[side::2]
    return hand if found == "choose" else hand[:1]


def spare(setup: Setup, side: int, taken: Collection[int]) -> int:
    """The first card of a side that is not taken; of the whole deck if its own are."""
    return next(card for card in (*dealt(setup, side), *TASK_FORCES) if card not in taken)


@lru_cache(maxsize=64)
def purchase(battle_id: str, side: int, card: int | None) -> tuple[str, ...]:
    """A legal purchase for all points, or for as many as possible; of these the one with the most types of
    units. Empty for a side that buys nothing.
    """
    battle = battles()[battle_id]
    if not battle.support[side]:
        return ()
    best = sorted(_purchases(allowance(battle, side, card)), reverse=True)
    legal = (bought for *_, bought in best if not findings(battle, side, card, bought))
    return next(legal, ())


def _purchases(limit: int) -> Iterator[tuple[int, int, int, tuple[str, ...]]]:
    """Every purchase within a limit, with its points, its number of types, and its number of units."""
    sold = [type_ for type_ in TYPES if type_.sold]
    for counts in _counts([(type_.cost, type_.markers) for type_ in sold], limit):
        spent = sum(type_.cost * count for type_, count in zip(sold, counts, strict=True))
        bought = tuple(type_.id for type_, count in zip(sold, counts, strict=True) for _ in range(count))
        yield spent, sum(count > 0 for count in counts), -len(bought), bought


def _counts(sold: Sequence[tuple[int, int]], limit: int) -> Iterator[tuple[int, ...]]:
    """Numbers of things that a limit pays for; each has a cost and a highest number."""
    if not sold:
        yield ()
        return
    (cost, most), *others = sold
    for count in range(min(most, limit // cost) + 1):
        for rest in _counts(others, limit - cost * count):
            yield count, *rest
