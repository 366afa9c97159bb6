"""The pages of a round and a game at each of their steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from league.addresses import address
from missions.rules.game.orders.classes import DisputeLine, SaveReportLine, VoidGame
from missions.rules.game.state import SectionReport
from tests import verbs
from tests.e2e.hands import SeatOf
from tests.e2e.pages.examining import DESK, PHONE, Examiner
from tests.places import game_url, round_url

pytestmark = pytest.mark.walk("pages", tests=True)


@dataclass(frozen=True)
class Table:
    """A league with one game, and the addresses that change with its steps."""

    league: verbs.League
    game: int

    @property
    def paths(self) -> list[str]:
        base = f"/campaigns/{self.league.campaign.pk}/"
        here = game_url(base, self.game)
        at = round_url(base, verbs.round_of(self.league.organiser).id)
        verify = address("verify-game", here)
        return [here, f"{here}report/", f"{here}settle/", at, base, "/inbox/", verify]


def one_ready(at: Table) -> None:
    verbs.press_ready(at.league.organiser, at.game, "active")


def drawn(at: Table) -> None:
    verbs.press_ready(at.league.organiser, at.game, "opposing")
    assert verbs.game_of(at.league.organiser, at.game).step == "play"


def begun(at: Table) -> None:
    """The player has told of the first ship, with figures that cannot be."""
    ship = next(iter(verbs.game_of(at.league.player, at.game).ships))
    verbs.do(at.league.player, SaveReportLine(at.game, ship, "survived", {"whole": SectionReport(9, 9)}))


def submitted(at: Table) -> None:
    ships = list(verbs.game_of(at.league.player, at.game).ships)
    verbs.report(at.league.player, at.game, {ships[0]: "destroyed", ships[-1]: "driven_off"})


def disputed(at: Table) -> None:
    ship = next(iter(verbs.game_of(at.league.rival, at.game).ships))
    verbs.do(at.league.rival, DisputeLine(at.game, ship, "It was still there"))


def called_off(at: Table) -> None:
    verbs.do(at.league.organiser, VoidGame(at.game, "The lights went out"))


STEPS: tuple[Callable[[Table], None], ...] = (one_ready, drawn, begun, submitted, disputed, called_off)


def test_a_game_at_each_of_its_steps(examiner: Examiner, seat_of: SeatOf):
    people = verbs.crew()
    running = verbs.league(people)
    at = Table(running, verbs.pair(running))
    seats = ((seat_of(people.organiser), "desktop light"), (seat_of(people.player), "phone dark"))
    for step in (lambda table: None, *STEPS):
        step(at)
        for seat, look in seats:
            examiner.walk(seat, at.paths, [look])


def test_a_round_before_its_games(examiner: Examiner, seat_of: SeatOf):
    people = verbs.crew()
    running = verbs.league(people)
    seats = [(seat_of(people.organiser), DESK), (seat_of(people.player), PHONE)]
    path = round_url(running.campaign.pk, verbs.open_round(running.organiser))
    steps = (
        lambda: None,
        lambda: verbs.check_in(running.organiser, running.fleet, running.rival_fleet),
        lambda: verbs.name_active(running.organiser, seed="walk"),
    )
    for step in steps:
        step()
        for seat, looks in seats:
            examiner.walk(seat, [path, "/inbox/"], looks)
