"""Every page, as organiser and as player: axe finds nothing, nothing complains.

Each page is examined on a desktop in light colours and on a phone in dark ones; if several people walk the
same pages, each of them walks in one look.
"""

from __future__ import annotations

import pytest

from tests import verbs
from tests.e2e.hands import Axe
from tests.e2e.pages.examining import Examiner, Known


@pytest.fixture(scope="module")
def known(whole: bool) -> Known:
    """Pages that this module's tests have looked at; no other module's, so that every run looks at the
    same."""
    return Known(whole)


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
