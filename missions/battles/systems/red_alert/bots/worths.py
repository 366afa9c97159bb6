"""Worth of units, stars and cards in victory points, and what attacks are expected to take from them.

Everything is counted once from the exact chances of `strike_odds` and kept as plain numbers.
"""

from __future__ import annotations

from functools import cache, lru_cache

from missions.battles.systems.red_alert.engine.cards import COMBAT
from missions.battles.systems.red_alert.engine.field import FARTHEST
from missions.battles.systems.red_alert.engine.state import State
from missions.battles.systems.red_alert.engine.strike_odds import strike
from missions.battles.systems.red_alert.engine.strikes import ignored_blasts
from missions.battles.systems.red_alert.engine.units import BY_ID

GUN = 1.0
"""Points that any unit counts beyond its own: it fights, and so many units lost lose a battle."""
WOUNDED = 0.55
"""Share of a unit's worth that is gone when it is down to no figures but the last; that brings the points."""
STAR, SPARE_STAR, ENOUGH = 0.3, 0.1, 6
"""Points that a star counts, one beyond enough of them, and how many are enough."""
CARD = 0.4
"""Points that a combat card in hand counts."""
HOME = 0.3
"""Points that a red alert counts which sends a unit home."""
MARKER = 0.5
"""Points that a red alert marker counts."""
FARTHEST_MOVE = 6
SELDOM = frozenset(("ALERT_MARK", "PASS"))
"""Effects that are seldom worth their stars."""
CARD_WORTHS = tuple(0.1 if {each.name for each in card.effects} <= SELDOM else CARD for card in COMBAT)
"""Points that each combat card in hand counts."""


def worth(type_: str) -> float:
    """Points that a unit of this type counts."""
    return BY_ID[type_].points + GUN


@cache
def gone(type_: str, figures: int) -> float:
    """Points of its worth that a unit with so many figures left has lost."""
    if not figures:
        return worth(type_)
    whole = BY_ID[type_].figures
    return worth(type_) * WOUNDED * (whole - figures) / whole


def stars(count: int) -> float:
    """Points that so many stars count."""
    return STAR * min(count, ENOUGH) + SPARE_STAR * max(0, count - ENOUGH)


def price(state: State, side: int, count: int) -> float:
    """Points that a side gives up for so many of its stars."""
    held = state.stars[side]
    return stars(held) - stars(held - count)


@lru_cache(maxsize=65536)
def blow(by: int, type_: str, figures: int, marked: bool, dice: int) -> float:
    """Points that so many dice of a unit with that symbol are expected to bring against a unit: figures, its
    retreat and stars.
    """
    if dice <= 0:
        return 0.0
    facts = BY_ID[type_]
    found = strike(dice, ignored_blasts(by, facts.symbol), figures, facts.flagship, marked)
    before = gone(type_, figures)
    taken = sum(
        float(chance) * (gone(type_, figures - lost) - before) for lost, chance in enumerate(found.lost)
    )
    home = HOME * sum(float(chance) * count for count, chance in enumerate(found.alerts))
    return taken + home + STAR * dice / 6


@lru_cache(maxsize=65536)
def stays(by: int, type_: str, figures: int, marked: bool, dice: int) -> float:
    """Chance that a unit is still in its hex after an attack with so many dice."""
    if dice <= 0:
        return 1.0
    facts = BY_ID[type_]
    found = strike(dice, ignored_blasts(by, facts.symbol), figures, facts.flagship, marked)
    return float(found.alerts[0]) - float(found.lost[figures] if len(found.lost) > figures else 0)


@lru_cache(maxsize=4096)
def reach_dice(type_: str, marked: bool) -> tuple[int, ...]:
    """Most dice of a unit in its next turn on a target by the distance now, moves included."""
    facts = BY_ID[type_]
    found = []
    for far in range(FARTHEST_MOVE + FARTHEST + 1):
        best = 0
        for at in range(1, FARTHEST + 1):
            steps = 0 if marked else max(facts.move, facts.warp if at == 1 else 0)
            if abs(far - at) <= steps:
                best = max(best, facts.dice_at(at, facts.figures) - marked)
        found.append(best)
    return tuple(found)


@lru_cache(maxsize=65536)
def menace(by: str, by_marked: bool, type_: str, figures: int, marked: bool, cover: int) -> tuple[float, ...]:
    """Points that a unit is expected to take from another in its next turn by the distance now; `cover` is
    the number of dice that the other's hex takes off.
    """
    symbol = BY_ID[by].symbol
    near = [blow(symbol, type_, figures, marked, dice - cover) for dice in reach_dice(by, by_marked)]
    return (*near, *[0.0] * 16)
