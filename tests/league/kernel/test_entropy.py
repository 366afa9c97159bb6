"""Chance of real games comes from the system; sources that can be foreseen are for copies and bots."""

from __future__ import annotations

import pytest

from league.kernel import entropy
from tests.architecture.sources import APPS, ROOT, files

FORESEEN = {
    "league/kernel/entropy.py": "defines it",
    "rosters/rules/purchases/importing.py": "tries an import on a copy",
    "rosters/rules/desk/what_if.py": "imagines a purchase",
    "rosters/rules/desk/planning.py": "plans on a copy",
    "missions/autoplay/driver.py": "lets bots play",
}


def test_seeds_come_from_the_systems_generator(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("secrets.token_bytes", lambda count: b"\7" * count)
    assert entropy.SystemEntropy().bytes(32) == b"\7" * 32


def test_no_module_gives_a_real_game_chance_that_can_be_foreseen():
    found = {
        path.relative_to(ROOT).as_posix()
        for path in files(*APPS)
        if "SeededEntropy" in path.read_text(encoding="utf-8")
    }
    assert found == set(FORESEEN)
