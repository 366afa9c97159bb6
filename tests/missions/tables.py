"""A running league with a game that is about to be drawn, and everybody's browser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.test import Client

from league.models import Campaign
from missions.rules.game.state import FieldedShip, GameState, SideName
from tests import verbs
from tests.people import Person
from tests.snapshots import once


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
        once(
            self.league.campaign.pk, lambda: verbs.draw(self.organiser.seat, self.number), "draw", self.number
        )
        return self.game

    def report(self, fates: dict[int, Any] | None = None) -> None:
        """The active player reports and submits; nobody conceded."""
        told = lambda: verbs.report(self.active.seat, self.number, fates)  # noqa: E731
        once(self.league.campaign.pk, told, "report", self.number, *sorted((fates or {}).items()))

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
