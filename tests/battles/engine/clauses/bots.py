"""Clauses about bots."""

from __future__ import annotations

from typing import Any

from missions.battles.engine.bots.match import bots_for, fight
from missions.battles.engine.contract import (
    Setup,
    System,
)
from missions.battles.engine.dice import seeded_dice
from tests.battles.engine.clauses.playing import (
    played,
)


def bots_play(system: System[Any], setup: Setup) -> None:
    """Bots come to an end, knowing only what their seats know."""
    for levels in (("random", "close"), ("greedy", "random")):
        battle = fight(system, setup, bots_for(system, setup, levels, "bots"), seeded_dice("bots"))
        assert system.outcome(battle.state) is not None


def contenders_are_legal(system: System[Any], setup: Setup) -> None:
    """A bot compares at least one unit, and only units that may be ordered."""
    for battle, seat, _ in played(system, setup, "contend", 60):
        for style in ("greedy", "close"):
            found = system.contenders(battle.state, seat, style)
            assert found and set(found) <= set(system.legal_units(battle.state, seat))
            for unit in found:
                choices = system.legal_orders(battle.state, seat, unit)
                assert len(system.rate(battle.state, seat, unit, choices, style)) == len(choices)
