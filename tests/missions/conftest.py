"""A running league with a game at each of its steps, and everybody's browser."""

from __future__ import annotations

import pytest

from missions.rules.state import SIDES
from tests import verbs
from tests.clubs import running  # noqa: F401
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
