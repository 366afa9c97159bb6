"""Counting what a task asks of a person's hands: taps, keys, words, fields and scrolling.

Each file of this folder does one task as a person would and holds it to its aim. The numbers are the first
table of docs/taps.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from playwright.sync_api import Error, Locator

from tests.e2e.hands import Seat

SCREENS = "() => document.documentElement.scrollHeight / innerHeight"
TOP = "() => scrollY"
REPLACED_AT_MOST = 5


@dataclass
class Hand:
    """The hand of a person at a seat, with a count of everything that it does."""

    seat: Seat
    taps: int = 0
    keys: int = 0
    words: int = 0
    fields: int = 0
    scrolled: int = 0
    """Pixels by which the page had to be moved before a target was in sight."""
    screens: list[float] = field(default_factory=list)
    """Height of each page that was tapped on, in screens."""

    def tap(self, target: Locator) -> None:
        """Bring the target into sight as a person would, and tap it."""
        self._reach(target)
        self.screens.append(round(self.seat.page.evaluate(SCREENS), 2))
        self.seat.press(target)
        self.taps += 1

    def fill(self, target: Locator, text: str) -> None:
        """Tap a field and write into it: a tap, a field, and words."""
        self.tap(target)
        self.type(text)
        self.fields += 1

    def type(self, text: str) -> None:
        """Write words into the field that has the focus."""
        self.seat.page.keyboard.type(text)
        self.words += len(text.split())

    def key(self, *names: str) -> None:
        """Press keys, such as "Tab" or "Enter"."""
        for name in names:
            self.seat.page.keyboard.press(name)
            self.keys += 1

    def _reach(self, target: Locator) -> None:
        target.wait_for()
        before = self.seat.page.evaluate(TOP)
        self._scroll_to(target)
        self.scrolled += abs(self.seat.page.evaluate(TOP) - before)

    def _scroll_to(self, target: Locator) -> None:
        """Scroll there, again if a live page has put a new element in its place meanwhile."""
        for _ in range(REPLACED_AT_MOST):
            try:
                target.scroll_into_view_if_needed()
                return
            except Error as error:
                if "not attached" not in str(error):
                    raise
        raise AssertionError(f"{target} is replaced all the time")
