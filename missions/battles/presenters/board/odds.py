"""Exact odds for readers: one line for an order in the list, and all of it for the order that is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.safestring import SafeString

from missions.battles.engine.contract import Effect, Odds, Reason

Goal = Callable[[Effect, int], str]
"""Aim of an effect, in the words of its system (`BoardReader.goal`)."""

BAR, GAP, TALL = 26, 8, 56
MOST_BARS = 12
HOPELESS = 50
"""Amounts from here on stand for what no bonus can make good."""


@dataclass(frozen=True, slots=True)
class ReasonLine:
    """One line of the sum: "+1", "angle of the target", "FH-093"."""

    amount: str
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class ChanceLine:
    """The chance of one number of effects, and of at least as many."""

    count: int
    chance: str
    at_least: str


@dataclass(frozen=True, slots=True)
class EffectPanel:
    """One possible effect of the dice: its expected number, its distribution as figure and rows. If there is
    only yes or no, `line` says everything, and there is neither.
    """

    name: str
    line: str
    expected: str
    chances: tuple[ChanceLine, ...]
    figure: SafeString


@dataclass(frozen=True, slots=True)
class OddsPanel:
    """The chosen order's chances: a sentence, the sum line by line, each effect with its distribution."""

    summary: str
    reasons: tuple[ReasonLine, ...]
    total: str
    effects: tuple[EffectPanel, ...]


def percent(chance: Fraction | float) -> str:
    """Whole percents; a chance that is possible but not sure never rounds to 0 or 100."""
    value = float(chance) * 100
    if 0 < value < 0.5:
        return "< 1 %"
    if 99.5 <= value < 100:
        return "> 99 %"
    return f"{value:.0f} %"


def any_effect(odds: Odds) -> Fraction:
    """The chance that the order does anything of what it is given for."""
    return 1 - odds.main.chances[0]


def odds_line(odds: Odds, goal: Goal) -> str:
    """An order's chances in one line: "4 dice at 4+, 38 % to destroy at least two"."""
    return f"{odds.dice_words}, {', '.join(_promise(effect, goal) for effect in odds.effects)}"


def _promise(effect: Effect, goal: Goal) -> str:
    count = effect.likely
    return f"{percent(effect.at_least(count))} {goal(effect, count)}"


def panel(odds: Odds, goal: Goal) -> OddsPanel:
    """All that a player asks before committing."""
    return OddsPanel(
        summary=odds_line(odds, goal),
        reasons=tuple(_reason(reason, number) for number, reason in enumerate(odds.reasons)),
        total=_total(odds),
        effects=tuple(_effect(effect, goal) for effect in odds.effects),
    )


def _effect(effect: Effect, goal: Goal) -> EffectPanel:
    tail, lines = Fraction(1), []
    for count, chance in enumerate(effect.chances):
        if chance:
            lines.append(ChanceLine(count, percent(chance), percent(tail)))
        tail -= chance
    return EffectPanel(
        name=effect.name,
        line=_promise(effect, goal),
        expected=f"{float(effect.expected):.2f}",
        chances=tuple(lines),
        figure=figure(effect.chances),
    )


def _reason(reason: Reason, number: int) -> ReasonLine:
    """One line; a term that no bonus can offset has no figure."""
    if reason.amount >= HOPELESS:
        return ReasonLine("–", reason.text, reason.rule)
    sign = str(reason.amount) if number == 0 and reason.amount >= 0 else f"{reason.amount:+d}"
    return ReasonLine(sign.replace("-", "−"), reason.text, reason.rule)


def _total(odds: Odds) -> str:
    """Sum of the lines, if they add up to a needed roll."""
    shown = odds.rolls[0].shown if odds.rolls else 0
    if not shown or sum(reason.amount for reason in odds.reasons) != odds.needed:
        return ""
    if odds.needed >= HOPELESS - 6:
        return f"above 6: {odds.dice_words}"
    if odds.needed > shown:
        return f"{odds.needed}+ is above 6: {odds.dice_words}"
    return f"{shown}+ needed on each die"


def figure(chances: Sequence[Fraction]) -> SafeString:
    """A distribution as columns with their chances; the rows under it say the same."""
    shown = bins(chances)
    highest = max(chance for _, chance in shown)
    parts = []
    for number, (name, chance) in enumerate(shown):
        x = number * (BAR + GAP)
        tall = max(1, round(TALL * float(chance / highest)))
        nothing = " none" if name == "0" else ""
        parts.append(
            f'<rect class="ob{nothing}" x="{x}" y="{16 + TALL - tall}" width="{BAR}" height="{tall}" rx="2"/>'
            f'<text x="{x + BAR // 2}" y="{11 + TALL - tall}">{float(chance) * 100:.0f}</text>'
            f'<text class="ox" x="{x + BAR // 2}" y="{TALL + 32}">{name}</text>'
        )
    width = len(shown) * (BAR + GAP) - GAP
    box = f'viewBox="-2 0 {width + 4} {TALL + 37}" width="{width + 4}"'
    return SafeString(f'<svg class="odds-fig" {box} aria-hidden="true">{"".join(parts)}</svg>')


def bins(chances: Sequence[Fraction]) -> list[tuple[str, Fraction]]:
    """The distribution by count, without what cannot happen; the rest of a long one is put together."""
    found = [(str(count), chance) for count, chance in enumerate(chances) if chance]
    if len(found) <= MOST_BARS:
        return found
    head, tail = found[: MOST_BARS - 1], found[MOST_BARS - 1 :]
    return [*head, (f"{tail[0][0]}+", sum((chance for _, chance in tail), Fraction(0)))]
