"""These tests need neither Django nor a database."""

import pytest


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    """There is no cache to clear here."""


@pytest.fixture(autouse=True)
def _without_the_press() -> None:
    """There are no sheets here."""
