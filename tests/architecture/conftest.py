"""The sources that these tests read, syntax trees above all, are forgotten after the last of them."""

from pathlib import Path

import pytest

from tests.architecture import sources

HERE = Path(__file__).resolve().parent


def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    if nextitem is None or HERE not in nextitem.path.parents:
        sources.forget()
