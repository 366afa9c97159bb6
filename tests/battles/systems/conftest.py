"""Fixtures for tests that need neither Django nor a database."""

import pytest


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    """Clear nothing: there is no cache here."""


@pytest.fixture(autouse=True)
def _without_the_press() -> None:
    """Clear nothing: there are no sheets here."""
