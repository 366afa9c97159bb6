"""Browsers in words, from what they call themselves."""

from __future__ import annotations

BROWSERS = (
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
)
"""Signs in the order in which they are looked for: many browsers also call themselves by the later names."""


def device_words(agent: str) -> str:
    """Browser and system, such as “Firefox on Android”, or “Unknown browser”."""
    browser = next((name for sign, name in BROWSERS if sign in agent), "Unknown browser")
    system = next((name for sign, name in SYSTEMS if sign in agent), "")
    return f"{browser} on {system}" if system else browser
