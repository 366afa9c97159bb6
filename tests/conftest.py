"""Shared by all tests."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core.cache import cache
from hypothesis import HealthCheck, settings

from tests import beginnings, postgres

ROOT = Path(__file__).resolve().parent.parent

# Modules with fixtures that every test knows by name; an imported module stands before its importer.
pytest_plugins = (
    "tests.walks",
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
    """Sign-in limits count in the cache; one test must not use up another's."""
    cache.clear()
    beginnings.forget()
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


LONG = (
    "tests/e2e/",
    "tests/missions/secrets/test_mission_secrets",
    "tests/league/test_",
    "tests/missions/test_",
    "tests/missions/mission_games/",
    "tests/missions/services/",
    "tests/print/",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browsers, random machines and walks over all pages first, as they take longest; LONG is in order.

    Tests in browsers stand together, so that each process opens one browser.
    """
    ranks = {
        item: next((at for at, start in enumerate(LONG) if item.nodeid.startswith(start)), len(LONG))
        for item in items
    }
    items.sort(key=ranks.__getitem__)
