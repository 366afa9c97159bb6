"""The tests of concurrency once more, on PostgreSQL."""

from collections.abc import Callable

import pytest

CONCURRENT = (
    "tests/league/test_concurrency.py",
    "tests/missions/mission_games/test_concurrency.py",
    "tests/battles/test_concurrency.py",
    "tests/league/services/outgoing/test_rows.py",
    "tests/league/services/outgoing/test_worker.py",
    "tests/league/test_one_address.py::test_a_double_click_on_sign_up_makes_one_account",
    "tests/league/test_one_address.py::test_the_database_itself_refuses_a_second_account",
    "tests/league/test_one_address.py::test_an_upgrade_names_accounts_that_share_an_address_and_merges_none",
    "tests/league/test_restoring_meanwhile.py::test_others_act_while_a_campaign_is_restored",
    "tests/league/views/test_odd_requests.py::test_an_address_with_a_zero_byte_is_not_found",
)


def test_one_wins_and_the_other_is_told_on_postgresql_too(run_on_postgres: Callable[..., str]) -> None:
    """All in one run, as each run creates its own database."""
    assert " passed" in run_on_postgres(*CONCURRENT)


@pytest.mark.walk("sites")
def test_processes_that_die_lose_and_double_nothing_on_postgresql_too(
    run_on_postgres: Callable[..., str],
) -> None:
    assert "2 passed" in run_on_postgres("tests/league/services/outgoing/test_kills.py")
