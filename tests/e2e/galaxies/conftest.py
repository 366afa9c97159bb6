"""Dice for battles of Galaxies in real browsers."""

from __future__ import annotations

import pytest

from tests.e2e.hands import PlanDice


@pytest.fixture(autouse=True)
def _same_dice(plan_dice: PlanDice) -> None:
    plan_dice(9)
