"""Every rule of a campaign in our own words, by chapter.

`league.rules.manual` puts the rules of all apps together and knows their addresses.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parent / "data"


@dataclass(frozen=True, slots=True)
class RuleText:
    """One rule: "CR-042", a short title and a few sentences. `ruling` settles what the published rule leaves
    open, `house` holds figures of our own.
    """

    id: str
    title: str
    text: str
    ruling: str = ""
    house: str = ""

    @property
    def number(self) -> int:
        return int(self.id.rpartition("-")[2])


@dataclass(frozen=True, slots=True)
class Chapter:
    """Rules that belong together. `slug` is the address of their page and `about` its sentence in the
    contents; both are "" for the chapters of a book that stands on one page."""

    title: str
    rules: tuple[RuleText, ...]
    slug: str = ""
    about: str = ""


@dataclass(frozen=True, slots=True)
class Book:
    """The rules whose IDs begin with `prefix`, all on the page `slug`."""

    prefix: str
    slug: str
    title: str
    about: str
    chapters: tuple[Chapter, ...]

    @property
    def marked(self) -> bool:
        """True if rulings and figures of our own are told apart from what is published."""
        return any(rule.ruling or rule.house for chapter in self.chapters for rule in chapter.rules)


@cache
def rule_texts() -> Mapping[str, RuleText]:
    """All rules of a campaign by ID, in order. Raises ValueError when a wording belongs to no known rule."""
    titles = _read("rule_ids.toml")
    wording = _read("wording.toml")
    stray = sorted(wording.keys() - titles.keys())
    if stray:
        raise ValueError(f"wording.toml speaks of rules that rule_ids.toml does not know: {', '.join(stray)}")
    return {
        rule: RuleText(rule, facts["title"], " ".join(wording.get(rule, "").split()))
        for rule, facts in sorted(titles.items())
    }


@cache
def chapters() -> tuple[Chapter, ...]:
    """The chapters of a campaign's rules. Raises ValueError when a rule is in no chapter or in several."""
    found = tuple(
        Chapter(row["title"], _rules_of(row["rules"]), row["slug"], row["about"])
        for row in _read("chapters.toml")["chapter"]
    )
    placed = sorted(rule.id for chapter in found for rule in chapter.rules)
    if placed != list(rule_texts()):
        wrong = sorted(set(placed) ^ set(rule_texts()))
        raise ValueError(f"chapters.toml: every rule is in one chapter; look at {wrong or 'the stretches'}.")
    return found


def _rules_of(stretches: list[tuple[int, int]]) -> tuple[RuleText, ...]:
    numbers = {number for first, last in stretches for number in range(first, last + 1)}
    return tuple(each for each in rule_texts().values() if each.number in numbers)


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))
