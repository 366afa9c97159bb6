"""The manual put together: its pages in order, where every rule stands, everything the search can find."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from league.rules.manual.model import Example, Group, Page, Topic, address
from league.rules.manual.port import Share, shares
from league.rules.manual.words import WORDS_PATH, Word, words
from league.rules.wording import Book, RuleText, chapters

EXAMPLES_PATH = "examples"
GROUPS: tuple[tuple[Group, str], ...] = (
    ("table", "At the table"),
    ("campaign", "The campaign, step by step"),
    ("reference", "To look things up"),
    ("battles", "Battles on hexes"),
)
BOOK_TEMPLATE = "league/manual/book.html"
EXAMPLES_TEMPLATE = "league/manual/examples.html"
WORDS_TEMPLATE = "league/manual/words.html"


@dataclass(frozen=True, slots=True)
class Manual:
    """`pages` by path in the order of the contents; `places` says at which address each rule stands;
    `beside` gives the examples that stand below a rule."""

    pages: Mapping[str, Page]
    books: tuple[Book, ...]
    examples: tuple[Example, ...]
    places: Mapping[str, str]
    topics: tuple[Topic, ...]

    def page(self, path: str) -> Page | None:
        return self.pages.get(path)

    def beside(self, rule: str) -> tuple[Example, ...]:
        """The examples whose first rule this is."""
        return tuple(each for each in self.examples if each.rules[0] == rule)

    def neighbours(self, path: str) -> tuple[Page | None, Page | None]:
        """The pages before and after this one. Raises ValueError for a path without a page."""
        ordered = list(self.pages.values())
        at = list(self.pages).index(path)
        return (ordered[at - 1] if at else None, ordered[at + 1] if at + 1 < len(ordered) else None)


@cache
def manual() -> Manual:
    """The whole manual, with the shares of all apps."""
    return assemble(shares())


def rule_address(rule: str) -> str:
    """Return the address of a rule, "/rules/cards/#CR-042"; that of the front page for an unknown one."""
    return manual().places.get(rule) or address("", rule)


def assemble(added: Sequence[Share]) -> Manual:
    """The manual made of these shares. Raises ValueError when two pages have one path or two rules one ID."""
    books = tuple(book for share in added for book in share.books())
    examples = tuple(each for share in added for each in share.examples())
    given = [page for share in added for page in share.pages()]
    ordered = _in_order([*_chapter_pages(given), *_own_pages(books, examples)])
    pages = {page.path: page for page in ordered}
    if len(pages) < len(ordered):
        raise ValueError(f"Two pages of the manual have one path: {[page.path for page in ordered]}.")
    topics = (
        *(topic for share in added for topic in share.topics()),
        *(_word_topic(word) for word in words()),
        *_page_topics(ordered),
        *(_example_topic(each) for each in examples),
    )
    standing = tuple(_standing(ordered, books))
    rule_topics = (topic for path, title, rules in standing for topic in _rule_topics(path, title, rules))
    return Manual(pages, books, examples, _places(standing), (*topics, *rule_topics))


def _chapter_pages(given: Sequence[Page]) -> Iterator[Page]:
    """The pages of the apps and one for every other chapter; those that open a chapter get its rules."""
    rules = {chapter.slug: chapter.rules for chapter in chapters()}
    opened = {page.path: page for page in given if page.path in rules}
    yield from (
        replace(page, rules=rules.get(page.path, page.rules)) for page in given if page.group != "campaign"
    )
    for chapter in chapters():
        page = opened.get(chapter.slug, Page(chapter.slug, chapter.title, chapter.about, "campaign"))
        if page.group == "campaign":
            yield replace(page, rules=chapter.rules)
    yield from (page for page in given if page.group == "campaign" and page.path not in rules)


def _own_pages(books: Iterable[Book], examples: Sequence[Example]) -> Iterator[Page]:
    yield Page(
        EXAMPLES_PATH,
        "Worked examples",
        "The rules with ships and figures, worked out step by step.",
        "reference",
        EXAMPLES_TEMPLATE,
        lambda: {"examples": examples},
        places=tuple((each.anchor, each.title) for each in examples),
    )
    yield Page(
        WORDS_PATH,
        "Words",
        "The terms of the campaign, each in a sentence, and other words for the same things.",
        "reference",
        WORDS_TEMPLATE,
        lambda: {"words": words()},
    )
    for book in books:
        yield _book_page(book)


def _book_page(book: Book) -> Page:
    places = tuple((f"chapter-{number}", each.title) for number, each in enumerate(book.chapters, 1))
    content = {"book": book}
    return Page(book.slug, book.title, book.about, "battles", BOOK_TEMPLATE, lambda: content, places=places)


def _in_order(pages: Iterable[Page]) -> list[Page]:
    """Pages by group, each followed by those that belong to it. Raises ValueError for a page that belongs to
    none, or to one that belongs to another itself.
    """
    order = [group for group, _ in GROUPS]
    found = sorted(pages, key=lambda page: order.index(page.group))
    below: dict[str, list[Page]] = {}
    for page in found:
        below.setdefault(page.parent, []).append(page)
    heads = {page.path for page in below[""]}
    if lost := [page.path for page in found if page.parent and page.parent not in heads]:
        raise ValueError(f"These pages of the manual belong to no other page: {', '.join(lost)}.")
    return [each for page in below[""] for each in (page, *below.get(page.path, ()))]


def _places(standing: Iterable[tuple[str, str, tuple[RuleText, ...]]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for path, _, rules in standing:
        for rule in rules:
            if rule.id in found:
                raise ValueError(f"The rule {rule.id} stands on two pages of the manual.")
            found[rule.id] = address(path, rule.id)
    return found


def _standing(
    pages: Iterable[Page], books: Iterable[Book]
) -> Iterator[tuple[str, str, tuple[RuleText, ...]]]:
    """Path, title and rules of every page that has rules."""
    yield from ((page.path, page.title, page.rules) for page in pages if page.rules)
    for book in books:
        rules = tuple(rule for chapter in book.chapters for rule in chapter.rules)
        yield book.slug, book.title, rules


def _page_topics(pages: Iterable[Page]) -> Iterator[Topic]:
    """A topic for every page that stands by itself; those below another are topics of their app."""
    yield from (
        Topic("chapter", page.title, page.address, page.about, (page.path,))
        for page in pages
        if not page.parent
    )


def _word_topic(word: Word) -> Topic:
    place = address(WORDS_PATH, word.anchor)
    return Topic("word", word.name, place, word.means, word.also, tries=word.tries, rule=word.rule)


def _example_topic(example: Example) -> Topic:
    place = address(EXAMPLES_PATH, example.anchor)
    return Topic("example", example.title, place, example.text, text=" ".join(example.rules))


def _rule_topics(path: str, title: str, rules: Iterable[RuleText]) -> Iterator[Topic]:
    for rule in rules:
        text = " ".join(part for part in (rule.text, rule.ruling, rule.house) if part)
        prefix = rule.id.partition("-")[0].lower()
        ways = (rule.id, f"{prefix}{rule.number}", f"{prefix} {rule.number}", f"{prefix}{rule.number:03}")
        yield Topic("rule", rule.title, address(path, rule.id), text, ways, rule=rule.id, where=title)
