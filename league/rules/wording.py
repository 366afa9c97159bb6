"""Every rule in our own words, for the rules pages and the links beside figures.

The rules of the campaign are here. Apps above register their books when Django starts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
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
    title: str
    rules: tuple[RuleText, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """The rules whose IDs begin with `prefix`, on a page of their own; `slug` is "" for the campaign's."""

    prefix: str
    slug: str
    title: str
    about: str
    chapters: tuple[Chapter, ...]

    @property
    def address(self) -> str:
        return _address(self.slug)

    @property
    def example(self) -> str:
        """A rule ID to try a search with."""
        return self.chapters[len(self.chapters) // 2].rules[0].id

    @property
    def marked(self) -> bool:
        """Whether rulings and figures of our own are told apart from what is published."""
        return any(rule.ruling or rule.house for chapter in self.chapters for rule in chapter.rules)

    def holding(self, search: str) -> list[Chapter]:
        """The chapters with those rules that hold all words of `search`; empty chapters are left out."""
        words = search.lower().split()
        found = (
            Chapter(each.title, tuple(rule for rule in each.rules if _holds(rule, words)))
            for each in self.chapters
        )
        return [each for each in found if each.rules]


_BOOKS: dict[str, tuple[str, Callable[[], Book]]] = {}
"""By prefix: the slug and the function that reads the book."""


def provides_book(prefix: str, slug: str) -> Callable[[Callable[[], Book]], Callable[[], Book]]:
    """Register the function that reads the book of the rules with this prefix, for the page of this slug."""

    def register(load: Callable[[], Book]) -> Callable[[], Book]:
        _BOOKS[prefix] = (slug, load)
        return load

    return register


def books() -> list[Book]:
    """Every book there is, the campaign's first."""
    return [load() for _, load in _BOOKS.values()]


def book(slug: str) -> Book | None:
    """The book of that page; None when there is none."""
    return next((load() for each, load in _BOOKS.values() if each == slug), None)


def rule_address(rule: str) -> str:
    """Where a rule stands: "/rules/#CR-042"."""
    slug, _ = _BOOKS.get(rule.partition("-")[0], ("", None))
    return f"{_address(slug)}#{rule}"


def _address(slug: str) -> str:
    return f"/rules/{slug}/" if slug else "/rules/"


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


@provides_book("CR", "")
@lru_cache(maxsize=1)
def campaign_book() -> Book:
    """The rules of campaigns."""
    found = tuple(
        Chapter(title, tuple(each for each in rule_texts().values() if first <= each.number <= last))
        for title, first, last in CHAPTERS
    )
    about = "Every rule of a campaign that the app applies, in our own words."
    return Book("CR", "", "Campaigns", about, found)


def chapters(search: str = "") -> list[Chapter]:
    """The campaign's rules by chapter; with `search` only those that hold all its words."""
    return campaign_book().holding(search)


def _holds(rule: RuleText, words: list[str]) -> bool:
    text = f"{rule.id} {rule.title} {rule.text} {rule.ruling} {rule.house}".lower()
    return all(word in text for word in words)
