"""Fixtures for the league's own tests."""

from __future__ import annotations

import pytest

from tests import verbs


@pytest.fixture
def league() -> verbs.League:
    """A league that runs, with five people."""
    return verbs.league(verbs.crew())
