"""No test of a game presses a sheet."""

import pytest


@pytest.fixture(autouse=True)
def _without_the_press(sheets_as_text: None) -> None:
    """A test that looks at what is pressed has a `sheets_as_text` of its own."""
