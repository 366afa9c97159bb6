"""A running league with a game at each of its steps, and everybody's browser."""

from __future__ import annotations

import pytest
from django.db import transaction

from league.models import Campaign
from missions.rules.game.state import SIDES
from tests import verbs
from tests.clubs import running  # noqa: F401
from tests.missions.mission_tables import mission  # noqa: F401
from tests.missions.tables import Table
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
from tests.snapshots import once


@pytest.fixture(autouse=True)
def sheets_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sheets are answered as the text that the press would set; the press is tested by itself."""
    monkeypatch.setattr("league.pdf._pressed", lambda html, paper, identifier: html.encode())


def paired(running: verbs.League, organiser: Person, player: Person, rival: Person) -> Table:  # noqa: F811
    """Open a round and pair the two fleets."""
    number = once(running.campaign.pk, lambda: verbs.pair(running), "pair")
    game = verbs.game_of(organiser.seat, number)
    seats = {running.fleet: player, running.rival_fleet: rival}
    active, opposing = (seats[game.fleet_of(side)] for side in SIDES)
    return Table(running, number, organiser, active, opposing)


@pytest.fixture
def table(running: verbs.League, organiser: Person, player: Person, rival: Person) -> Table:  # noqa: F811
    """Paired, not drawn."""
    return paired(running, organiser, player, rival)


class Balanced(Exception):
    """The cards fell evenly this time."""


@pytest.fixture
def uneven(
    campaign: Campaign,  # noqa: F811
    organiser: Person,  # noqa: F811
    co_organiser: Person,  # noqa: F811
    player: Person,  # noqa: F811
    rival: Person,  # noqa: F811
    visitor: Person,  # noqa: F811
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
                    verbs.press_ready(organiser.seat, made.number, side, nonce="n", seed=f"{attempt}{side}")
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
