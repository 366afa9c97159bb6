"""Exact odds for readers: one line for an order in the list, and all of it for the order that is chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from operator import itemgetter

from django.utils.safestring import SafeString

from league.rules.phrases import join_words
from missions.battles.engine.contract import Effect, Odds, Reason
from missions.battles.engine.dice import Die
from missions.battles.presenters.board.fill import fill, fill_each

Goal = Callable[[Effect, int], str]
"""Aim of an effect, in the words of its system (`BoardReader.goal`)."""

BAR, GAP, TALL = 26, 8, 56
MOST_BARS = 12
NEEDED, ADDED = "The rolls that you need", "The dice that you roll"
"""Titles of the sum: of one that ends in a face, and of one that counts dice."""


@dataclass(frozen=True, slots=True)
class ReasonLine:
    """One line of the sum: "+1", "angle of the target", "AB-012"."""

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
    heading: str
    """Title of the sum."""


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
    """An order's chances in one line: "4 dice at 4+, 38 % to destroy at least two". Aims in a row that are
    equally likely share their figure.
    """
    promised = [pair for effect in _possible(odds) for pair in _promised(effect, goal)]
    told = []
    for figure, pairs in groupby(promised, key=itemgetter(0)):
        aims = [aim for _, aim in pairs]
        told.append(f"{figure}{' each' if len(aims) > 1 else ''} {join_words(aims)}")
    return f"{odds.dice_words}, {', '.join(told)}"


def unbroken(line: str) -> str:
    """The line with its percents kept together where a reader's screen breaks it."""
    return (
        line.replace("< ", "<\N{NO-BREAK SPACE}")
        .replace("> ", ">\N{NO-BREAK SPACE}")
        .replace(" %", "\N{NO-BREAK SPACE}%")
    )


def _possible(odds: Odds) -> list[Effect]:
    """The effect that the order is given for, and the others that can happen at all."""
    main, *others = odds.effects
    return [main, *(effect for effect in others if effect.at_least(1))]


def _promise(effect: Effect, goal: Goal) -> str:
    return ", ".join(f"{figure} {aim}" for figure, aim in _promised(effect, goal))


def _promised(effect: Effect, goal: Goal) -> list[tuple[str, str]]:
    """Chances of an effect, each with its aim."""
    count = effect.likely
    counts = (1, count) if effect.from_one and count > 1 else (count,)
    return [(percent(effect.at_least(each)), goal(effect, each)) for each in counts]


def panel(odds: Odds, goal: Goal, dice: Mapping[str, Die]) -> OddsPanel:
    """All that a player asks before committing; `dice` are those of the system, by name."""
    return OddsPanel(
        summary=unbroken(odds_line(odds, goal)),
        reasons=tuple(_reason(reason, number) for number, reason in enumerate(odds.reasons)),
        total=_total(odds, dice),
        effects=tuple(_effect(effect, goal) for effect in _possible(odds)),
        heading=NEEDED if odds.rolls and odds.rolls[0].shown else ADDED,
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
    """One line; a final one and a note have no figure, and nothing has no sign."""
    if reason.final or reason.note:
        return ReasonLine("–" if reason.final else "", reason.text, reason.rule)
    first = number == 0 and reason.amount > 0
    sign = str(reason.amount) if first or not reason.amount else f"{reason.amount:+d}"
    return ReasonLine(sign.replace("-", "−"), reason.text, reason.rule)


def _total(odds: Odds, dice: Mapping[str, Die]) -> str:
    """Sum of the lines, if they add up to a needed roll."""
    if not odds.rolls or not odds.rolls[0].shown:
        return ""
    if sum(reason.amount for reason in odds.reasons) != odds.needed:
        return ""
    highest = dice[odds.rolls[0].die].sides
    if any(reason.final for reason in odds.reasons):
        return f"above {highest}: {odds.dice_words}"
    if odds.needed > highest:
        return f"{odds.needed}+ is above {highest}: {odds.dice_words}"
    return f"{odds.rolls[0].shown}+ needed on each die"


def figure(chances: Sequence[Fraction]) -> SafeString:
    """A distribution as columns with their chances; the rows under it say the same."""
    shown = bins(chances)
    highest = max(chance for _, chance in shown)
    columns = fill_each(
        '<rect class="ob{}" x="{}" y="{}" width="{}" height="{}" rx="2"/>'
        '<text x="{}" y="{}">{}</text><text class="ox" x="{}" y="{}">{}</text>',
        (_column(number * (BAR + GAP), name, chance, highest) for number, (name, chance) in enumerate(shown)),
    )
    width = len(shown) * (BAR + GAP) - GAP + 4
    svg = '<svg class="odds-fig" viewBox="-2 0 {} {}" width="{}" aria-hidden="true">{}</svg>'
    return fill(svg, width, TALL + 37, width, columns)


def _column(x: int, name: str, chance: Fraction, highest: Fraction) -> tuple[str | int, ...]:
    """Class, box and captions of one column of the figure."""
    tall = max(1, round(TALL * float(chance / highest)))
    middle, percents = x + BAR // 2, percent(chance).removesuffix(" %")
    look = " none" if name == "0" else ""
    box = (look, x, 16 + TALL - tall, BAR, tall)
    return (*box, middle, 11 + TALL - tall, percents, middle, TALL + 32, name)


def bins(chances: Sequence[Fraction]) -> list[tuple[str, Fraction]]:
    """The distribution by count, without what cannot happen; the rest of a long one is put together."""
    found = [(str(count), chance) for count, chance in enumerate(chances) if chance]
    if len(found) <= MOST_BARS:
        return found
    head, tail = found[: MOST_BARS - 1], found[MOST_BARS - 1 :]
    return [*head, (f"{tail[0][0]}+", sum((chance for _, chance in tail), Fraction(0)))]
