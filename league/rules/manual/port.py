"""The port through which an app adds its share to the manual; the manual knows no app."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from league.rules.manual.model import Example, Page, Topic
from league.rules.wording import Book


class Share(Protocol):
    """One app's part of the manual. It is asked once, when the manual is first read."""

    def books(self) -> Sequence[Book]:
        """Rules with a prefix of their own, each book on one page."""

    def pages(self) -> Sequence[Page]:
        """Pages in the order of the contents, a page before those that belong to it."""

    def topics(self) -> Sequence[Topic]:
        """Things that the search finds besides rules, chapters and examples."""

    def examples(self) -> Sequence[Example]:
        """Worked examples, in the order of their page."""


@dataclass(frozen=True, slots=True)
class BookShare:
    """A share that is a book alone: `load` reads it."""

    load: Callable[[], Book]

    def books(self) -> Sequence[Book]:
        return (self.load(),)

    def pages(self) -> Sequence[Page]:
        return ()

    def topics(self) -> Sequence[Topic]:
        return ()

    def examples(self) -> Sequence[Example]:
        return ()


_shares: list[Share] = []


def add_share(share: Share) -> None:
    """Add an app's share; called when Django starts."""
    _shares.append(share)


def shares() -> tuple[Share, ...]:
    """The shares of all apps, in the order in which they were added."""
    return tuple(_shares)
