"""Galaxies keeps every clause of the contract."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from league.kernel.refusal import Unreadable
from missions.battles.engine.contract import System
from missions.battles.engine.dice import seeded_dice
from missions.battles.systems.galaxies.engine.system import GALAXIES
from tests.battles.engine import clauses
from tests.battles.systems.galaxies.setups import SETUPS


@pytest.mark.parametrize("name", SETUPS)
@pytest.mark.parametrize("clause", clauses.CLAUSES, ids=lambda clause: clause.__name__)
def test_clause(clause: Callable[[System[Any], Any], None], name: str):
    clause(GALAXIES, SETUPS[name])


@pytest.mark.parametrize("name", SETUPS)
def test_text_that_is_no_order_is_unreadable(name: str):
    battle, _ = clauses.start(GALAXIES, SETUPS[name], "unreadable")
    for text in ("", "W1", "Z9 stop", "W1 fly to the moon", "begin nobody", "load", "launch", "done now"):
        with pytest.raises(Unreadable):
            GALAXIES.read(battle.state, text)


def test_a_broken_setup_is_refused():
    for broken in ({}, {"scenario": "ring_patrol"}, {"scenario": "free", "forces": [{}, {}]}):
        with pytest.raises(Unreadable):
            GALAXIES.setup({"system": "galaxies", **broken}, seeded_dice("broken"))
