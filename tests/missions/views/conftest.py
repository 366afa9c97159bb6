"""A running league with a game that is about to be drawn, and everybody's browser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from league.models import Campaign
from missions.rules.state import SIDES, FieldedShip, GameState, SideName
from tests import verbs
from tests.clubs import running  # noqa: F401
from tests.people import (  # noqa: F401
    Person,
    campaign,
    co_organiser,
    nobody,
    organiser,
    player,
    rival,
    stranger,
    visitor,
)


@dataclass(frozen=True)
class Table:
    """A game with its people: `active` and `opposing` are the players of the sides."""

    league: verbs.League
    number: int
    organiser: Person
    active: Person
    opposing: Person

    @property
    def url(self) -> str:
        return f"/campaigns/{self.league.campaign.pk}/games/{self.number}/"

    @property
    def verify_url(self) -> str:
        return f"/verify/{self.league.campaign.pk}/{self.number}/"

    @property
    def game(self) -> GameState:
        return verbs.game_of(self.organiser.seat, self.number)

    @property
    def head(self) -> int:
        return Campaign.objects.get(pk=self.league.campaign.pk).head_seq

    def ships(self, side: SideName) -> list[FieldedShip]:
        return self.game.ships_of(side)

    def draw(self) -> GameState:
        return verbs.draw(self.organiser.seat, self.number)

    def report(self, fates: dict[int, Any] | None = None) -> None:
        """The active player reports and submits; nobody conceded."""
        verbs.report(self.active.seat, self.number, fates)

    def choose(self) -> None:
        verbs.make_choices(self.organiser.seat, self.number)

    def press(self, person: Person, doing: str, **fields: Any) -> Any:
        """Post a button of the game page."""
        return person.client.post(f"{self.url}{doing}/", fields)


def page(browser: Client | Person, address: str) -> str:
    """A page's text."""
    client = browser.client if isinstance(browser, Person) else browser
    answer = client.get(address)
    assert answer.status_code == 200, answer
    return answer.content.decode()


def typed(game: GameState, fate: str = "survived", **more: str) -> dict[str, str]:
    """The report form filled in with one fate for every ship."""
    return {f"s{ship}-fate": fate for ship in game.ships} | more


@pytest.fixture
def table(running: verbs.League, organiser: Person, player: Person, rival: Person) -> Table:  # noqa: F811
    """Paired, not drawn."""
    number = verbs.pair(running)
    game = verbs.game_of(organiser.seat, number)
    seats = {running.fleet: player, running.rival_fleet: rival}
    active, opposing = (seats[game.fleet_of(side)] for side in SIDES)
    return Table(running, number, organiser, active, opposing)


@pytest.fixture
def drawn(table: Table) -> Table:
    """The squadrons are drawn and the game is on the table."""
    table.draw()
    return table


@pytest.fixture
def reported(drawn: Table) -> Table:
    """The active player has submitted a report in which the first opposing ship was destroyed."""
    drawn.report({drawn.ships("opposing")[0].id: "destroyed"})
    return drawn


@pytest.fixture
def finished(reported: Table) -> Table:
    """The result is confirmed."""
    reported.choose()
    verbs.confirm(reported.organiser.seat, reported.number)
    return reported
