"""Every rule of the campaign in our own words, for the rules page and the links beside figures."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

DATA = Path(__file__).resolve().parent / "data"

# First and last rule ID of each chapter, as the digest counts them.
CHAPTERS: tuple[tuple[str, int, int], ...] = (
    ("Currency and value", 1, 9),
    ("Squadrons", 10, 29),
    ("Cards on a roster", 30, 49),
    ("Rounds and matching", 50, 59),
    ("Before a game", 60, 69),
    ("Draws, missions and how games end", 70, 99),
    ("Reporting a result", 100, 109),
    ("After a game: what the result does", 110, 129),
    ("Hyperdrive and the campaign’s own cards", 130, 139),
    ("At the desk: spending and reorganising", 140, 149),
    ("Elimination and the end", 150, 159),
)


@dataclass(frozen=True, slots=True)
class RuleText:
    """One rule: "CR-042", a short title and a few sentences."""

    id: str
    title: str
    text: str

    @property
    def number(self) -> int:
        return int(self.id.removeprefix("CR-"))


@dataclass(frozen=True, slots=True)
class Chapter:
    title: str
    rules: tuple[RuleText, ...]


@lru_cache(maxsize=1)
def rule_texts() -> dict[str, RuleText]:
    """All rules by ID, in order. Raises ValueError when a wording belongs to no known rule."""
    titles = tomllib.loads((DATA / "rule_ids.toml").read_text(encoding="utf-8"))
    wording = tomllib.loads((DATA / "wording.toml").read_text(encoding="utf-8"))
    stray = sorted(wording.keys() - titles.keys())
    if stray:
        raise ValueError(f"wording.toml speaks of rules that rule_ids.toml does not know: {', '.join(stray)}")
    return {
        rule: RuleText(rule, facts["title"], " ".join(wording.get(rule, "").split()))
        for rule, facts in sorted(titles.items())
    }


def chapters(search: str = "") -> list[Chapter]:
    """The rules by chapter; with `search` only those that hold all its words. Empty chapters are left out."""
    words = search.lower().split()
    found = []
    for title, first, last in CHAPTERS:
        rules = tuple(
            each for each in rule_texts().values() if first <= each.number <= last and _holds(each, words)
        )
        if rules:
            found.append(Chapter(title, rules))
    return found


def _holds(rule: RuleText, words: list[str]) -> bool:
    text = f"{rule.id} {rule.title} {rule.text}".lower()
    return all(word in text for word in words)
