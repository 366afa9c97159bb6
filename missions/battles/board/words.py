"""Words that readers of every system share."""

from __future__ import annotations

from missions.battles.engine.contract import Effect, counted

FIGURES = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def figure_word(count: int) -> str:
    """A count as people write it: words up to ten."""
    return FIGURES[count] if 0 <= count < len(FIGURES) else str(count)


def at_least(effect: Effect, count: int) -> str:
    """Aim of dice, if a system has no better words: "for at least 2 damage"."""
    return effect.text or f"for at least {counted(count, effect.name)}"
