"""A running league with a game at each of its steps, and everybody's browser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from league.addresses import address
from league.models import Campaign
from missions.rules.game.state import SIDES, FieldedShip, GameState, SideName
from tests import verbs
from tests.people import Person
from tests.places import game_url
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
        return game_url(self.league.campaign.pk, self.number)

    @property
    def verify_url(self) -> str:
        return address("verify-game", game_url(self.league.campaign.pk, self.number))

    @property
    def game(self) -> GameState:
        return verbs.game_of(self.organiser.seat, self.number)

    @property
    def head(self) -> int:
        return Campaign.objects.get(pk=self.league.campaign.pk).head_seq

    @property
    def home(self) -> str:
        """The campaign's page."""
        return f"/campaigns/{self.league.campaign.pk}/"

    def ships(self, side: SideName) -> list[FieldedShip]:
        return self.game.ships_of(side)

    def draw(self) -> GameState:
        once(
            self.league.campaign.pk, lambda: verbs.draw(self.organiser.seat, self.number), "draw", self.number
        )
        return self.game

    def report(self, fates: dict[int, Any] | None = None) -> None:
        """The active player reports and submits; nobody conceded."""
        writing = lambda: verbs.report(self.active.seat, self.number, fates)  # noqa: E731
        once(self.league.campaign.pk, writing, "report", self.number, *sorted((fates or {}).items()))

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
    return " ".join(answer.content.decode().split())


def typed(game: GameState, fate: str = "survived", **more: str) -> dict[str, str]:
    """The report form filled in with one fate for every ship."""
    return {f"s{ship}-fate": fate for ship in game.ships} | more


# --- the game at each of its steps ---------------------------------------------------------------


def paired(running: verbs.League, organiser: Person, player: Person, rival: Person) -> Table:
    """Open a round and pair the two fleets."""
    number = once(running.campaign.pk, lambda: verbs.pair(running), "pair")
    game = verbs.game_of(organiser.seat, number)
    seats = {running.fleet: player, running.rival_fleet: rival}
    active, opposing = (seats[game.fleet_of(side)] for side in SIDES)
    return Table(running, number, organiser, active, opposing)


@pytest.fixture
def table(running: verbs.League, organiser: Person, player: Person, rival: Person) -> Table:
    """Paired, not drawn."""
    return paired(running, organiser, player, rival)


class Balanced(Exception):
    """The cards fell evenly this time."""


@pytest.fixture
def uneven(
    campaign: Campaign,
    organiser: Person,
    co_organiser: Person,
    player: Person,
    rival: Person,
    visitor: Person,
) -> Table:
    """An unbalanced draw: one fleet's RECON turned over first, and then its pool was empty too early."""
    fleet = verbs.muster(player.seat, "Red Wing", "rebel", squadrons=2)
    verbs.form_squadron(player.seat, fleet, 4, "recon")
    for _ in range(2):
        verbs.buy_ship(player.seat, fleet, verbs.STOCK["rebel"], 4)
    rival_fleet = verbs.muster(rival.seat, "Iron Fist", "imperial")
    verbs.start_campaign(organiser.seat)
    seats = (organiser.seat, co_organiser.seat, player.seat, rival.seat, visitor.seat)
    made = paired(
        verbs.League(campaign, *seats, fleet=fleet, rival_fleet=rival_fleet), organiser, player, rival
    )
    for attempt in range(60):
        try:
            with transaction.atomic():
                for side in SIDES:
                    seat = made.active.seat if side == "active" else made.opposing.seat
                    verbs.press_ready(seat, made.number, side, nonce="n", seed=f"{attempt}{side}", theirs="n")
                if made.game.step != "draw":
                    raise Balanced
            return made
        except Balanced:
            continue
    raise AssertionError("sixty draws were all balanced")


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
