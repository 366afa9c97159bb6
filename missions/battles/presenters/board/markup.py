"""Repeated parts of board and replay as finished markup.

A board is drawn with every order; a template that walks over each of its small facts would cost more than the
map.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from weakref import WeakKeyDictionary

from django.utils.safestring import SafeString

from league.templatetags.admiralty import rule
from missions.battles.board.scene import Meter, Scene
from missions.battles.board.style import LegendLine, Sample, Style
from missions.battles.engine.contract import Seating
from missions.battles.presenters.board.faces import drawn_face
from missions.battles.presenters.board.fill import fill, fill_each, joined
from missions.battles.presenters.board.order_list import OrderGroup
from missions.battles.presenters.board.sides import PhaseStep, UnitPanel

NOTHING, OPEN = SafeString(""), SafeString(" open")
NOW = SafeString(' aria-current="step"')
HALO = SafeString('<use href="#hx-o" class="halo"/>')
CITED = re.compile(r"\{([A-Z]+-\d+)\}")
NO_PLACES: Mapping[str, str] = MappingProxyType({})
"""No names that lead anywhere."""
FACT = "<dt>{}</dt><dd>{}</dd>"


def order_list(groups: Sequence[OrderGroup]) -> SafeString:
    """Every group of orders to open and close."""
    return fill_each(
        '<details class="og"{}><summary>{}{}{}</summary><ul>{}</ul></details>',
        ((OPEN if each.open else NOTHING, each.name, *_beside(each), each.links) for each in groups),
    )


def _beside(group: OrderGroup) -> tuple[SafeString, SafeString]:
    """Number and note beside the name of a group."""
    count = fill(' <span class="muted">{}</span>', group.count) if group.count > 1 else NOTHING
    note = fill(' <small class="muted">{}</small>', group.note) if group.note else NOTHING
    return count, note


def phase_list(steps: Iterable[PhaseStep]) -> SafeString:
    """The phases of the turn as list items."""
    return fill_each("<li{}{}>{}</li>", ((*_look(step), step.name) for step in steps))


def _look(step: PhaseStep) -> tuple[SafeString, SafeString]:
    name = fill(' class="{}"', step.when) if step.when else NOTHING
    return name, NOW if step.when == "now" else NOTHING


def fact_list(scene: Scene) -> SafeString:
    """Counts of the battle, each figure with its rule."""
    return _ruled(scene.facts)


def goal_list(scene: Scene) -> SafeString:
    """Everything that scores, each with its rule."""
    return _ruled(scene.goals)


def _ruled(facts: Iterable[tuple[str, str, str]]) -> SafeString:
    return fill_each("<dt>{}</dt><dd>{} {}</dd>", ((label, words, rule(id_)) for label, words, id_ in facts))


def score(scene: Scene, seating: Seating) -> SafeString:
    """The standing of each side as list items; "" if a battle counts nothing at its head."""
    return fill_each(
        '<li class="s{}"><b>{}</b> {}</li>',
        ((side, seating.sides[side], words) for side, words in scene.score),
    )


def meters(scene: Scene, side: int | None, spends: int) -> SafeString:
    """The stock of each side as a bar; for the reader's side with what a plan leaves that takes `spends`."""
    return joined(_meter(meter, spends if meter.side == side else 0) for meter in scene.meters)


def _meter(meter: Meter, spends: int) -> SafeString:
    left = max(0, min(meter.most, meter.now - spends))
    plan = f"{meter.now} {'−' if spends > 0 else '+'} {abs(spends)} = " if spends else ""
    most = "" if spends else f"/ {meter.most}"
    return fill(
        '<li class="meter s{}"><svg class="lg mk" viewBox="-12 -12 24 24" aria-hidden="true">'
        '<use href="#hx-{}"/></svg><span class="visually-hidden">{}: </span><b>{}{}</b>'
        '<span class="muted">{}</span>{}<svg class="meter-bar" viewBox="0 0 {} 10" '
        'preserveAspectRatio="none" aria-hidden="true"><rect class="mt" width="{}" height="10"/>'
        '<rect class="mp" width="{}" height="10"/><rect class="mn" width="{}" height="10"/></svg></li>',
        meter.side,
        meter.symbol,
        meter.words,
        plan,
        left,
        most,
        "" if spends else rule(meter.rule),
        meter.most,
        meter.most,
        max(meter.now, left),
        min(meter.now, left),
    )


def cited(text: str, places: Mapping[str, str] = NO_PLACES) -> SafeString:
    """A text in which rules stand in braces, with links to them instead. Each name in `places` becomes a link
    to its address.
    """
    parts = CITED.split(text)
    return joined(rule(part) if at % 2 else _linked(part, places) for at, part in enumerate(parts))


def _linked(text: str, places: Mapping[str, str]) -> SafeString:
    """The text with its names as links. If one name begins another, the longer one counts."""
    if not places:
        return fill("{}", text)
    names = "|".join(re.escape(name) for name in sorted(places, key=len, reverse=True))
    parts = re.split(rf"(?<!\w)({names})(?!\w)", text)
    return joined(
        fill('<a href="{}">{}</a>', places[part], part) if at % 2 else fill("{}", part)
        for at, part in enumerate(parts)
    )


def uncited(text: str) -> str:
    """A text without the rules in it."""
    return CITED.sub("", text).replace(" .", ".").replace(" ,", ",").replace("  ", " ").strip()


def rule_links(rules: Iterable[str]) -> SafeString:
    return fill_each("{}", ((rule(rule_id),) for rule_id in rules), " ")


def unit_facts(unit: UnitPanel | None) -> SafeString:
    """Key figures of a craft, and its ways to fire."""
    if unit is None:
        return NOTHING
    rows: list[tuple[str, str]] = [*unit.profile]
    if unit.weapons:
        rows.append(("Fires", fill_each("{}{}", _weapons(unit), ", ")))
    return fill_each(FACT, rows)


def _weapons(unit: UnitPanel) -> Iterator[tuple[str, SafeString]]:
    """Each weapon with what is wrong with it."""
    for name, state in unit.weapons:
        yield name, fill(' <span class="bad">({})</span>', state) if state else NOTHING


def legend(style: Style) -> SafeString:
    """Meanings of the map's signs and of the dice, as list items. Made once for each style."""
    found = _LEGENDS.get(style)
    if found is None:
        found = _LEGENDS[style] = legend_lines(style, style.legend)
    return found


def legend_lines(style: Style, lines: Iterable[LegendLine], *, ruled: bool = False) -> SafeString:
    """Some lines of a legend as list items, each with its rule if that is wanted."""
    return fill_each(
        "<li>{}{}{}{} <span>{}{}</span></li>",
        ((*_signs(line, style), line.words, _ruled_by(line.rule if ruled else "")) for line in lines),
    )


def _ruled_by(rule_id: str) -> SafeString:
    return fill(" {}", rule(rule_id)) if rule_id else NOTHING


_LEGENDS: WeakKeyDictionary[Style, SafeString] = WeakKeyDictionary()


def _signs(line: LegendLine, style: Style) -> tuple[SafeString, SafeString, SafeString, SafeString]:
    """Pictures of a line: counters, a sign, a piece of terrain, a face of a die."""
    samples = joined(_sample(sample, style) for sample in line.samples)
    sign = terrain = NOTHING
    if line.sign:
        sign = fill(
            '<svg class="lg mk mk-{}" viewBox="-12 -12 24 24" aria-hidden="true"><use href="#hx-{}"/></svg>',
            line.sign,
            line.sign,
        )
    if line.terrain:
        terrain = fill(
            '<svg class="lg feat" viewBox="-34 -34 68 68" aria-hidden="true"><use href="#hx-t-{}"/></svg>',
            line.terrain,
        )
    return samples, sign, terrain, drawn_face(*line.face) if line.face else NOTHING


SPAN = 34
"""Half the side of the box around a counter, if a style says nothing else."""


def counters(style: Style, kind: str, sides: Iterable[int] = (0, 1)) -> SafeString:
    """Counters of that kind, one of each side."""
    return joined(_sample(Sample(side, kind), style) for side in sides)


def _sample(sample: Sample, style: Style) -> SafeString:
    half = style.spans.get(sample.kind, SPAN)
    return fill(
        '<svg class="{}" viewBox="{} {} {} {}" aria-hidden="true">{}'
        '<use href="#hx-{}-{}" class="body"/></svg>',
        f"lg u s{sample.side} {sample.classes}".rstrip(),
        -half,
        -half,
        2 * half,
        2 * half,
        HALO if "can" in sample.classes else NOTHING,
        sample.side,
        sample.kind,
    )
