"""Repeated parts of board and replay as finished markup.

A board is drawn with every order; a template that walks over each of its small facts would cost more than the
map.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from weakref import WeakKeyDictionary

from django.utils.safestring import SafeString

from league.templatetags.admiralty import rule
from missions.battles.board.scene import Scene
from missions.battles.board.style import LegendLine, Sample, Style
from missions.battles.presenters.board.order_list import OrderGroup
from missions.battles.presenters.board.sides import PhaseStep, UnitPanel


def order_list(groups: Sequence[OrderGroup]) -> SafeString:
    """Every group of orders to open and close."""
    return SafeString("".join(_group(group) for group in groups))


def _group(group: OrderGroup) -> str:
    count = f' <span class="muted">{group.count}</span>' if group.count > 1 else ""
    note = f' <small class="muted">{escape(group.note)}</small>' if group.note else ""
    return (
        f'<details class="og"{" open" * group.open}><summary>{escape(group.name)}{count}{note}</summary>'
        f"<ul>{group.links}</ul></details>"
    )


def phase_list(steps: Iterable[PhaseStep]) -> SafeString:
    """The phases of the turn as list items."""
    parts = []
    for step in steps:
        look = f' class="{step.when}"' if step.when else ""
        now = ' aria-current="step"' if step.when == "now" else ""
        parts.append(f"<li{look}{now}>{escape(step.name)}</li>")
    return SafeString("".join(parts))


def fact_list(scene: Scene) -> SafeString:
    """Counts of the battle, each figure with its rule."""
    return SafeString(
        "".join(
            f"<dt>{escape(label)}</dt><dd>{escape(figure)} {rule(rule_id)}</dd>"
            for label, figure, rule_id in scene.facts
        )
    )


def rule_links(rules: Iterable[str]) -> SafeString:
    return SafeString(" ".join(rule(rule_id) for rule_id in rules))


def unit_facts(unit: UnitPanel | None) -> SafeString:
    """Key figures of a craft, and its ways to fire."""
    if unit is None:
        return SafeString("")
    rows = "".join(f"<dt>{escape(label)}</dt><dd>{escape(figure)}</dd>" for label, figure in unit.profile)
    if unit.weapons:
        fires = ", ".join(
            f'{escape(name)} <span class="bad">({escape(state)})</span>' if state else escape(name)
            for name, state in unit.weapons
        )
        rows += f"<dt>Fires</dt><dd>{fires}</dd>"
    return SafeString(rows)


def legend(style: Style) -> SafeString:
    """Meanings of the map's signs, as list items. Made once for each style."""
    found = _LEGENDS.get(style)
    if found is None:
        found = _LEGENDS[style] = SafeString("".join(f"<li>{_line(line)}</li>" for line in style.legend))
    return found


_LEGENDS: WeakKeyDictionary[Style, SafeString] = WeakKeyDictionary()


def _line(line: LegendLine) -> str:
    parts = [_sample(sample) for sample in line.samples]
    if line.sign:
        box = f'class="lg mk mk-{line.sign}" viewBox="-12 -12 24 24" aria-hidden="true"'
        parts.append(f'<svg {box}><use href="#hx-{line.sign}"/></svg>')
    if line.terrain:
        box = 'class="lg feat" viewBox="-34 -34 68 68" aria-hidden="true"'
        parts.append(f'<svg {box}><use href="#hx-t-{line.terrain}"/></svg>')
    return f"{''.join(parts)} {escape(line.words)}"


def _sample(sample: Sample) -> str:
    halo = '<use href="#hx-o" class="halo"/>' if "can" in sample.classes else ""
    classes = f"lg u s{sample.side} {sample.classes}".rstrip()
    box = f'class="{classes}" viewBox="-34 -34 68 68" aria-hidden="true"'
    return f'<svg {box}>{halo}<use href="#hx-{sample.side}-{sample.kind}" class="body"/></svg>'
