"""Leagues that bots have played, each once in a run of tests (`tests.snapshots.once_in_a_run`)."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from league.rules.state import Format
from missions.autoplay.demo.league import build
from missions.autoplay.driver import Driver
from missions.autoplay.league import play
from tests.snapshots import once_in_a_run


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of this run share."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


def league_of(
    seed: str, players: int, rounds: int, format: Format = "free_for_all", missions: bool = True
) -> Driver:
    """A league played now."""
    driver = Driver(seed)
    play(driver, players, rounds, format=format, with_missions=missions)
    return driver


Known = Callable[[str], Driver]
LEAGUES: dict[str, Callable[[], Driver]] = {
    "missions": lambda: league_of("missions 3", 4, 3),
    "missions in teams": lambda: league_of("missions", 7, 2, "team"),
    "few": lambda: league_of("few", 3, 1),
    "demo": build,
}


@pytest.fixture
def league(db: None, run_folder: Path) -> Known:
    """One of `LEAGUES` by name, as its driver left it; only one in a test."""

    def played(name: str) -> Driver:
        driver = LEAGUES[name]()
        driver._present = None
        return driver

    return lambda name: once_in_a_run(run_folder, name.replace(" ", "-"), lambda: played(name))
