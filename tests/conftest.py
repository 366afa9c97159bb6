"""Shared by all tests."""

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache, caches
from hypothesis import HealthCheck, settings

from league.kernel.entropy import Entropy, SystemEntropy
from missions.rules.pregame import picking
from tests import beginnings, postgres

ROOT = Path(__file__).resolve().parent.parent

# The search for garbage is a tenth of a test run's work. Collecting makes none, and tests make little.
NEW_OBJECTS = 50_000
gc.disable()

# Modules with fixtures that every test knows by name; an imported module stands before its importer.
pytest_plugins = (
    "tests.walks",
    "tests.machine",
    "tests.people",
    "tests.clubs",
    "tests.sheets",
    "tests.leagues",
    "tests.missions.tables",
    "tests.missions.mission_tables",
    "tests.missions.secrets.secret_tables",
    "tests.rosters.views.work_pages",
)

# A busy machine is slow, which says nothing about what is tested; the same examples in every run.
settings.register_profile(
    "admiralty", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("admiralty")


@pytest.fixture(autouse=True)
def _fresh_cache() -> Iterator[None]:
    """Sign-in limits count in the cache; one test must not use up another's, nor read its awards."""
    cache.clear()
    caches["seasons"].clear()
    beginnings.forget()
    yield


@pytest.fixture(autouse=True, scope="session")
def _picks_follow_from_their_seed() -> Iterator[None]:
    """Two runs of a test, or the two worlds of one, pick alike: where chance is not seeded, the same fresh
    bytes join each pick of a purpose."""
    made = picking.fresh_bytes

    def fixed(entropy: Entropy, purpose: str) -> str:
        if isinstance(entropy, SystemEntropy):
            return sha256(purpose.encode()).hexdigest()[:32]
        return made(entropy, purpose)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(picking, "fresh_bytes", fixed)
        yield


@pytest.fixture(scope="session")
def postgres_url() -> str:
    """A PostgreSQL server for this session: the one the whole run uses, or one started now."""
    url = os.environ.get("ADMIRALTY_TEST_DATABASE_URL", "")
    return url if url.startswith("postgres") else postgres.start()


@pytest.fixture
def run_on_postgres(postgres_url: str) -> Callable[..., str]:
    """Runs test paths in a pytest of their own on PostgreSQL; returns its output, fails with it."""

    def run(*paths: str) -> str:
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *paths]
        environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")} | {
            "ADMIRALTY_TEST_DATABASE_URL": postgres_url
        }
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


IN_BROWSERS = (
    "tests/e2e/test_duels",
    "tests/e2e/test_league_night",
    "tests/e2e/test_battles",
    "tests/e2e/test_missions",
    "tests/e2e/test_builder",
    "tests/e2e/pages/",
    "tests/e2e/",
)
ARCHITECTURE = "tests/architecture/"
LONG = (
    ARCHITECTURE,
    "tests/league/test_operations",
    "tests/siege/",
    "tests/league/test_proxies",
    "tests/league/test_concurrency_postgres",
    "tests/missions/secrets/test_mission_secrets",
    "tests/missions/secrets/test_matrix",
    "tests/battles/engine/test_conformance",
    "tests/battles/views/test_duel",
    "tests/missions/secrets/",
    "tests/missions/autoplay/test_bots",
    "tests/missions/test_",
    "tests/league/test_",
    "tests/missions/mission_games/",
    "tests/print/",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long files before short ones, so that no worker is left alone with one at the end.

    A worker with a browser waits for it half of the time. So the files of IN_BROWSERS, in their order, stand
    apart, and the others, those of LONG first, are dealt out evenly among them.
    """
    files: dict[str, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.nodeid.partition("::")[0], []).append(item)
    browsers, long = _in_order(files, IN_BROWSERS), _in_order(files, LONG)
    short = [file for file in files if file not in {*browsers, *long}]
    hands = max(len(browsers), 1)
    order = [
        file for at in range(hands) for file in (*browsers[at : at + 1], *long[at::hands], *short[at::hands])
    ]
    items[:] = [item for file in order for item in files[file]]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Files go to workers whole, and those of `tests/architecture` together: they read the same sources."""
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            return ARCHITECTURE if nodeid.startswith(ARCHITECTURE) else super()._split_scope(nodeid)

    return Scheduling(config, log)


def pytest_collection_finish() -> None:
    """Modules and tests stay until the end; after this nobody searches them for garbage."""
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, 20, 20)
    gc.enable()


def _in_order(files: Iterable[str], starts: Iterable[str]) -> list[str]:
    """The files that begin with one of these, in the order of these."""
    return list(dict.fromkeys(file for start in starts for file in files if file.startswith(start)))
