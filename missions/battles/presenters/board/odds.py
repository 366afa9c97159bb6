"""Exact odds for readers: one line for a shot in the list, and all of it for the shot that is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.safestring import SafeString

from missions.battles.engine.contract import Odds, Reason, counted

WORDS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
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
class EffectLine:
    """The chance of one number of effects, and of at least as many."""

    count: int
    chance: str
    at_least: str


@dataclass(frozen=True, slots=True)
class OddsPanel:
    """The chosen order's chances: a sentence, the sum line by line, the distribution as figure and rows."""

    summary: str
    expected: str
    reasons: tuple[ReasonLine, ...]
    total: str
    effect_name: str
    effects: tuple[EffectLine, ...]
    figure: SafeString


def percent(chance: Fraction | float) -> str:
    """Whole percents; what is possible and not sure never rounds to 0 or 100."""
    value = float(chance) * 100
    if 0 < value < 0.5:
        return "< 1 %"
    if 99.5 <= value < 100:
        return "> 99 %"
    return f"{value:.0f} %"


def any_effect(odds: Odds) -> Fraction:
    """The chance that the order does anything at all."""
    return 1 - odds.main.chances[0]


def telling(odds: Odds) -> int:
    """The number worth telling of what the order is given for."""
    return odds.main.telling


def shot_line(odds: Odds) -> str:
    """An order's chances in one line: "4 dice at 4+, 38 % to destroy at least two"."""
    count = telling(odds)
    return f"{odds.dice_words}, {percent(odds.main.at_least(count))} {_goal(odds, count)}"


def _goal(odds: Odds, count: int) -> str:
    figure = WORDS[count] if count < len(WORDS) else str(count)
    main = odds.main
    if main.text:
        return main.text
    if main.name == "fighters destroyed":
        return f"to destroy at least {figure}" if count < len(main.chances) - 1 else f"to destroy {figure}"
    return f"for at least {counted(count, main.name)}"


def panel(odds: Odds) -> OddsPanel:
    """All that a player asks before committing."""
    tail, effects = Fraction(1), []
    for count, chance in enumerate(odds.main.chances):
        if chance:
            effects.append(EffectLine(count, percent(chance), percent(tail)))
        tail -= chance
    return OddsPanel(
        summary=shot_line(odds),
        expected=f"{float(odds.main.expected):.2f}",
        reasons=tuple(_reason(reason, number) for number, reason in enumerate(odds.reasons)),
        total=_total(odds),
        effect_name=odds.main.name,
        effects=tuple(effects),
        figure=figure(odds),
    )


def _reason(reason: Reason, number: int) -> ReasonLine:
    """One line; what no bonus can make good has no figure."""
    if reason.amount >= HOPELESS:
        return ReasonLine("–", reason.text, reason.rule)
    sign = str(reason.amount) if number == 0 and reason.amount >= 0 else f"{reason.amount:+d}"
    return ReasonLine(sign.replace("-", "−"), reason.text, reason.rule)


def _total(odds: Odds) -> str:
    """What the lines add up to, where they are a sum."""
    if sum(reason.amount for reason in odds.reasons) != odds.needed:
        return ""
    if odds.needed >= HOPELESS - 6:
        return "only luck can help: 6+ on a single die"
    if odds.needed > 6:
        return f"{odds.needed}+: only luck can help, 6+ on a single die"
    return f"{max(1, odds.needed)}+ needed on each die"


def figure(odds: Odds) -> SafeString:
    """The distribution of the effect as columns with their chances; the rows under it say the same."""
    shown = bins(odds.main.chances)
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


def bins(effect: Sequence[Fraction]) -> list[tuple[str, Fraction]]:
    """The distribution by count, without what cannot happen; the rest of a long one is put together."""
    found = [(str(count), chance) for count, chance in enumerate(effect) if chance]
    if len(found) <= MOST_BARS:
        return found
    head, tail = found[: MOST_BARS - 1], found[MOST_BARS - 1 :]
    return [*head, (f"{tail[0][0]}+", sum((chance for _, chance in tail), Fraction(0)))]
