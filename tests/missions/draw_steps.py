"""Steps of a game at which its draw holds a secret."""

from __future__ import annotations

from tests import verbs
from tests.missions.tables import Table

NONCE = "a-nonce-that-nobody-else-has"


def one_ready(table: Table) -> None:
    """One side has pressed ready, with a text of its own."""
    verbs.press_ready(table.active.seat, table.number, "active", nonce=NONCE)


def being_reported(table: Table) -> None:
    """One line of the report is filled in."""
    game = table.draw()
    verbs.do(table.active.seat, verbs.line_for(table.number, next(iter(game.ships.values()))))
