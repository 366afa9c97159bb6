"""Finding things in the manual by word, by another word for the same thing, or by rule ID."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from league.rules.manual.contents import manual
from league.rules.manual.model import Topic

EXACT, IN_NAME, ALL_IN_NAME, WHOLE_WORDS, BEGINNINGS = 100, 80, 70, 50, 30
THE_PHRASE = 5
"""Added if the words stand together in the text."""
BY_ANOTHER_WORD = 15
"""Taken off what only another word for the thing has found."""
LONGEST_NAME = 4
"""Words of a query that may be a name together: "left the table edge"."""
SUGGESTED = 3


@dataclass(frozen=True, slots=True)
class Found:
    """Results of a search, the best first. `tried` are the other words that were searched for,
    `suggested` the nearest names when nothing was found."""

    query: str
    topics: tuple[Topic, ...]
    tried: tuple[str, ...] = ()
    suggested: tuple[Topic, ...] = ()


@dataclass(frozen=True, slots=True)
class _Entry:
    """A topic as it is compared: `names` whole, `heading` all names and `text` everything, each of the last
    two between blanks."""

    topic: Topic
    names: frozenset[str]
    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class Index:
    """All topics ready to be compared; `tries` gives for a name the words to try besides."""

    entries: tuple[_Entry, ...]
    tries: dict[str, tuple[str, ...]]


def search(query: str) -> Found:
    """Find the topics of the manual in which every word of the query occurs."""
    return find(query, _index())


def find(query: str, index: Index) -> Found:
    """Do the same as `search` in an index of your own."""
    wanted = plain(query)
    if not wanted:
        return Found(query, ())
    others = dict(_other_ways(wanted, index))
    best: dict[int, int] = {}
    for phrase, off in ((wanted, 0), *((other, BY_ANOTHER_WORD) for other in others)):
        beginnings = [f" {word}" for word in phrase.split()]
        for place, entry in enumerate(index.entries):
            if all(word in entry.text for word in beginnings):
                best[place] = max(best.get(place, 0), _score(entry, phrase, beginnings) - off)
    ordered = sorted(best, key=lambda place: (-best[place], place))
    topics = tuple(index.entries[place].topic for place in ordered)
    tried = tuple(dict.fromkeys(others.values()))
    return Found(query, topics, tried, () if topics else _nearest(wanted, index))


def plain(text: str) -> str:
    """Words in lower case with single blanks between them, without accents and signs."""
    bare = unicodedata.normalize("NFKD", text.casefold().replace("’", "").replace("'", ""))
    return " ".join(re.findall(r"[a-z0-9]+", bare.encode("ascii", "ignore").decode()))


def index_of(topics: Iterable[Topic]) -> Index:
    """The index of these topics."""
    entries: list[_Entry] = []
    tries: dict[str, tuple[str, ...]] = {}
    for topic in topics:
        names = frozenset(plain(name) for name in (topic.title, *topic.names))
        heading = f" {' | '.join(sorted(names))} "
        text = f"{heading}{plain(topic.summary)} {plain(topic.text)} {plain(topic.rule)} "
        entries.append(_Entry(topic, names, heading, text))
        if topic.tries:
            tries |= dict.fromkeys(names, topic.tries)
    return Index(tuple(entries), tries)


@cache
def _index() -> Index:
    return index_of(manual().topics)


def _score(entry: _Entry, phrase: str, words: Sequence[str]) -> int:
    """Score a topic in whose text all words begin a word; each of `words` has a blank before it."""
    if phrase in entry.names:
        return EXACT
    if f" {phrase} " in entry.heading:
        return IN_NAME
    if all(f"{word} " in entry.heading for word in words):
        return ALL_IN_NAME
    if all(f"{word} " in entry.text for word in words):
        return WHOLE_WORDS + (THE_PHRASE if f" {phrase} " in entry.text else 0)
    return BEGINNINGS


def _other_ways(wanted: str, index: Index) -> Iterator[tuple[str, str]]:
    """The query with a name in it replaced by what that name tries as well, and that word by itself."""
    words = wanted.split()
    for start in range(len(words)):
        for end in range(start + 1, min(start + LONGEST_NAME, len(words)) + 1):
            for other in index.tries.get(" ".join(words[start:end]), ()):
                way = " ".join((*words[:start], plain(other), *words[end:]))
                if way != wanted:
                    yield way, other


def _nearest(wanted: str, index: Index) -> tuple[Topic, ...]:
    """The topics whose names are written most like the query."""
    by_name = {name: entry.topic for entry in reversed(index.entries) for name in entry.names}
    near = get_close_matches(wanted, by_name, n=SUGGESTED)
    return tuple(dict.fromkeys(by_name[name] for name in near))
