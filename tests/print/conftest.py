"""The press keeps its fonts; they are given back before the interpreter ends."""

from collections.abc import Iterator

import pytest

from league import press


@pytest.fixture(scope="session", autouse=True)
def _fonts_given_back() -> Iterator[None]:
    yield
    press._set_up.cache_clear()
