"""The tests of concurrency once more, on PostgreSQL."""

from collections.abc import Callable


def test_one_wins_and_the_other_is_told_on_postgresql_too(run_on_postgres: Callable[[str], str]) -> None:
    assert " passed" in run_on_postgres("tests/league/test_concurrency.py")
