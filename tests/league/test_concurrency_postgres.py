"""The tests of concurrency once more, on PostgreSQL."""

from collections.abc import Callable

CONCURRENT = (
    "tests/league/test_concurrency.py",
    "tests/missions/test_mission_concurrency.py",
    "tests/battles/test_concurrency.py",
    "tests/league/test_one_address.py",
    "tests/league/views/test_odd_requests.py",
)


def test_one_wins_and_the_other_is_told_on_postgresql_too(run_on_postgres: Callable[..., str]) -> None:
    """All in one run, as each makes its database anew."""
    assert " passed" in run_on_postgres(*CONCURRENT)
