"""The tests of both sides acting at once before a mission once more, on PostgreSQL."""

from collections.abc import Callable


def test_nothing_is_lost_or_counted_twice_on_postgresql_too(run_on_postgres: Callable[[str], str]) -> None:
    assert " passed" in run_on_postgres("tests/missions/test_mission_concurrency.py")
