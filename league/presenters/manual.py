"""The manual's pages: contents, what stands on a page, and what a search has found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from league.rules.manual.contents import BOOK_TEMPLATE, GROUPS, Manual
from league.rules.manual.model import ROOT, Example, Kind, Page
from league.rules.manual.search import Found
from league.rules.phrases import join_words
from league.rules.wording import Chapter, RuleText

KINDS: dict[Kind, tuple[str, str]] = {
    "mission": ("mission", "missions"),
    "asset": ("asset", "assets"),
    "status": ("status", "statuses"),
    "word": ("word", "words"),
    "battle": ("battle", "battles"),
    "unit": ("unit", "units"),
    "card": ("card", "cards"),
    "picture": ("picture", "pictures"),
    "chapter": ("chapter", "chapters"),
    "example": ("example", "examples"),
    "rule": ("rule", "rules"),
}
FEWEST_PLACES = 3
"""A page with fewer sections needs no list of them."""


@dataclass(frozen=True, slots=True)
class ContentsLine:
    """A page in the contents, with those that belong to it."""

    page: Page
    below: tuple[Page, ...]


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule with the examples that stand below it."""

    rule: RuleText
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True)
class PageView:
    """A page with the way to it (`trail`, pairs of label and address), its sections and its neighbours. If it
    is a book, `below` are the pages that belong to it.
    """

    page: Page
    trail: tuple[tuple[str, str], ...]
    places: tuple[tuple[str, str], ...]
    rules: tuple[RuleLine, ...]
    previous: Page | None
    next: Page | None
    below: tuple[Page, ...] = ()


def contents(manual: Manual, beside: Page | None = None) -> tuple[tuple[str, tuple[ContentsLine, ...]], ...]:
    """The contents: headings with their pages. Those `beside` a page begin with the part that it is in."""
    groups = sorted(GROUPS, key=lambda each: beside is None or each[0] != beside.group)
    return tuple((title, tuple(_lines(manual, group))) for group, title in groups)


def _lines(manual: Manual, group: str) -> Iterable[ContentsLine]:
    for page in manual.pages.values():
        if page.group == group and not page.parent:
            yield ContentsLine(page, _below(manual, page))


def _below(manual: Manual, page: Page) -> tuple[Page, ...]:
    return tuple(each for each in manual.pages.values() if each.parent == page.path)


def page_view(manual: Manual, page: Page) -> PageView:
    """Everything around and on a page. Raises KeyError if a page belongs to one that is not there."""
    previous, after = manual.neighbours(page.path)
    trail = [("Rules", ROOT)]
    if page.parent:
        parent = manual.pages[page.parent]
        trail.append((parent.title, parent.address))
    places = page.places + tuple((rule.id, f"{rule.id} {rule.title}") for rule in page.rules)
    return PageView(
        page=page,
        trail=tuple(trail),
        places=places if len(places) >= FEWEST_PLACES else (),
        rules=tuple(RuleLine(rule, manual.beside(rule.id)) for rule in page.rules),
        previous=previous,
        next=after,
        below=_below(manual, page) if page.template == BOOK_TEMPLATE else (),
    )


def whole_book(
    manual: Manual, chapters: tuple[Chapter, ...]
) -> tuple[tuple[Page, tuple[RuleLine, ...]], ...]:
    """Every chapter of the campaign's rules with the page on which it stands, for the front page."""
    return tuple(
        (manual.pages[chapter.slug], tuple(RuleLine(rule) for rule in chapter.rules)) for chapter in chapters
    )


def result_counts(found: Found) -> tuple[str, str]:
    """Count the results, in all and by kind: "12 results for “salvage”", "1 word, 1 example and 10 rules"."""
    number = len(found.topics)
    if not number:
        return f"Nothing found for “{found.query}”", ""
    title = f"{number} {'result' if number == 1 else 'results'} for “{found.query}”"
    kinds = Counter(topic.kind for topic in found.topics)
    parts = [f"{kinds[kind]} {names[kinds[kind] > 1]}" for kind, names in KINDS.items() if kinds[kind]]
    return title, join_words(parts)
