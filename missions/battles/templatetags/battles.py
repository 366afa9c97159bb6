"""Template tags of battles: the help that each rule system brings."""

from __future__ import annotations

from dataclasses import dataclass

from django import template
from django.utils.safestring import SafeString

from missions.battles.presenters.board.markup import cited
from missions.battles.presenters.choosing import SystemCard, system_cards
from missions.battles.systems.pack import HelpSection, Pack
from missions.battles.systems.registry import packs

register = template.Library()


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the help page with its rules as links."""

    title: str
    paragraphs: tuple[SafeString, ...]
    steps: tuple[tuple[str, SafeString], ...]


@dataclass(frozen=True, slots=True)
class SystemHelp:
    """The help of one rule system, and the page of its rules."""

    name: str
    rules: str
    sections: tuple[Section, ...]


@register.simple_tag
def battle_systems() -> list[SystemCard]:
    """Cards of all rule systems that lead to their help on the same page."""
    return system_cards(packs(), lambda pack: f"#{pack.rulebook().slug}")


@register.simple_tag
def battle_help() -> list[SystemHelp]:
    """The help of every rule system, in the order in which they are offered."""
    return [_help_of(pack) for pack in packs()]


def _help_of(pack: Pack) -> SystemHelp:
    return SystemHelp(pack.name, pack.rulebook().slug, tuple(_section(each) for each in pack.help()))


def _section(section: HelpSection) -> Section:
    return Section(
        section.title,
        tuple(cited(text) for text in section.paragraphs),
        tuple((head, cited(text)) for head, text in section.steps),
    )
