"""Every page, as organiser and as player: axe finds nothing, nothing complains.

Each page is examined on a desktop in light colours and on a phone in dark ones; if several people walk the
same pages, each of them walks in one look.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser

from tests import verbs, walks
from tests.e2e.hands import DESKTOP, WAIT_MS, Axe, Seat, SeatOf, sign_in, sit_down
from tests.e2e.pages.examining import Examiner, Known


class Chairs:
    """Seats that one test after another uses.

    A browser that has loaded the site's files, and a page that has drawn it, show the next page in half the
    time.
    """

    def __init__(self, browser: Browser, site: str) -> None:
        self.browser, self.site = browser, site
        self.free: list[Seat] = []
        self.taken: list[Seat] = []

    def take(self, user: User | None = None) -> Seat:
        """Give a seat to somebody, who is signed in, or to nobody in particular."""
        seat = self.free.pop() if self.free else self.another()
        self.taken.append(seat)
        if user is not None:
            sign_in(seat.page.context, user, self.site)
        return seat

    def another(self) -> Seat:
        context = self.browser.new_context(base_url=self.site, **DESKTOP)
        context.set_default_timeout(WAIT_MS)
        return sit_down(context)

    def leave(self) -> None:
        """Free all seats and clear their cookies."""
        for seat in reversed(self.taken):
            seat.page.goto(f"{self.site}/healthz")  # so that nothing is asked for any more
            seat.page.context.clear_cookies()
            seat.complaints.clear()
        self.free += reversed(self.taken)
        self.taken.clear()

    def remove(self) -> None:
        for seat in (*self.free, *self.taken):
            seat.page.context.close()


@pytest.fixture(scope="module")
def chairs(browser: Browser, server: str) -> Iterator[Chairs]:
    chairs = Chairs(browser, server)
    yield chairs
    chairs.remove()


@pytest.fixture
def seat_of(chairs: Chairs, site: str) -> Iterator[SeatOf]:
    """Somebody in front of a browser, signed in unless nobody is named."""
    yield chairs.take
    chairs.leave()


@pytest.fixture(scope="module")
def known(whole: bool, tenth: int) -> Known:
    """Pages that this module's tests have looked at; no other module's, so that every run of a commit looks
    at the same."""
    return Known(None) if whole else Known(tenth, walks.changed_templates())


@pytest.fixture
def examiner(axe: Axe, known: Known) -> Examiner:
    return Examiner(axe, known)


@pytest.fixture
def played() -> tuple[verbs.Crew, verbs.League, int]:
    """A league after a game with losses on both sides; both desks are open. With the game's number."""
    people = verbs.crew()
    running = verbs.league(people)
    game = verbs.pair(running)
    ships = list(verbs.draw(running.organiser, game).ships)
    verbs.report(running.organiser, game, dict.fromkeys(ships[:2] + ships[-2:], "destroyed"))
    verbs.make_choices(running.organiser, game)
    verbs.confirm(running.organiser, game)
    return people, running, game
