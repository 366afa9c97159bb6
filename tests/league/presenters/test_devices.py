"""Browsers that call themselves by each other's names are told apart."""

import pytest

from league.presenters.devices import device_words

WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    "agent, words",
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox on Linux"),
        (f"Mozilla/5.0 (Windows NT 10.0) {WEBKIT} Chrome/130.0 Safari/537.36 Edg/130.0", "Edge on Windows"),
        (f"Mozilla/5.0 (Linux; Android 14) {WEBKIT} Chrome/130.0 Mobile Safari/537.36", "Chrome on Android"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18 like Mac OS X) Version/18.0 Safari/604.1",
            "Safari on iPhone",
        ),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 14) Version/18.0 Safari/605.1", "Safari on Mac"),
        ("curl/8.5", "Unknown browser"),
        ("", "Unknown browser"),
    ],
)
def test_a_browser_is_named_with_its_system(agent: str, words: str):
    assert device_words(agent) == words
