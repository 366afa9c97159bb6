"""The tests of both sides acting at once before a mission and in a battle once more, on PostgreSQL."""

from collections.abc import Callable

import pytest


@pytest.mark.parametrize("what", ["mission", "battle"])
def test_nothing_is_lost_or_counted_twice_on_postgresql_too(
    what: str, run_on_postgres: Callable[[str], str]
) -> None:
    assert " passed" in run_on_postgres(f"tests/missions/test_{what}_concurrency.py")
