"""Visits in a real browser: how much is sent the first time and the second, and how far the page jumps while
it arrives.

Everything as at a club: compressed files of their release, an empty cache, a slow telephone line.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from bench import Figure, within
from bench._worlds import compressed
from tests.e2e.screenshots import FLAGS, SCREENS, People, campaign_called, demo_site, links

BYTES, AGAIN, SHIFT = 250.0, 30.0, 0.05
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}
# The sum of all shifts that no hand caused, as a browser counts them.
SHIFTS = """() => new Promise((done) => {
    let sum = 0;
    new PerformanceObserver((list) => {
        list.getEntries().forEach((entry) => { if (!entry.hadRecentInput) { sum += entry.value; } });
    }).observe({type: "layout-shift", buffered: true});
    setTimeout(() => done(sum), 300);
})"""


class Visit(NamedTuple):
    """Kilobytes sent at a first visit and at the next, and the layout shift of the first."""

    sent: float
    again: float
    shift: float


def measure() -> Iterator[Figure]:
    """Kilobytes and layout shift of some pages, each the larger of desk and phone."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with demo_site() as (site, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        for name, who, address in pages(People(browser, site)):
            seen = [visit(browser, site, who, address, screen) for screen in SCREENS]
            yield within(f"{name}, first visit", max(one.sent for one in seen), BYTES, "kB")
            yield within(f"{name}, second visit", max(one.again for one in seen), AGAIN, "kB")
            yield within(f"{name}, layout shift", max(one.shift for one in seen), SHIFT, "")
        browser.close()


def pages(people: People) -> list[tuple[str, list[dict[str, object]], str]]:
    """Names, cookies and addresses of what a newcomer, a player and an organiser see first."""
    league = campaign_called(people, "Demo league")
    (draft,) = links(people.visit("newcomer", "/inbox/"), rf"{league}fleets/[^/]+/")[:1]
    (game,) = links(people.visit("player", "/inbox/"), rf"{league}games/\d+/")[:1]
    cookies = {who: people.page(who).context.cookies() for who in ("organiser", "player", "newcomer")}
    found = [
        ("landing", "", "/"),
        ("try a battle", "", "/battles/try/"),
        ("rules", "", "/rules/"),
        ("cards", "", "/cards/"),
        ("inbox", "organiser", "/inbox/"),
        ("campaign", "organiser", league),
        ("builder", "newcomer", f"{draft}build/"),
        ("game", "player", game),
    ]
    return [(name, cookies.get(who, []), address) for name, who, address in found]  # type: ignore[misc]


def visit(browser: Browser, site: str, cookies: list[dict[str, object]], address: str, screen: str) -> Visit:
    """One visit with an empty cache, and the next."""
    context = browser.new_context(base_url=site, **SCREENS[screen])  # type: ignore[arg-type]
    context.add_cookies(cookies)  # type: ignore[arg-type]
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW)
    sent: list[int] = []
    line.on("Network.loadingFinished", lambda event: sent.append(event["encodedDataLength"]))
    spared = _spared(page, address)
    page.evaluate("document.fonts.ready")
    shift, first = float(page.evaluate(SHIFTS)), sum(sent)
    spared_again = _spared(page, address)
    context.close()
    return Visit((first - spared) / 1000, (sum(sent) - first - spared_again) / 1000, shift)


def _spared(page: Page, address: str) -> int:
    """Visit a page; return the bytes that a proxy spares by compressing the page itself."""
    answer = page.goto(address, wait_until="load")
    assert answer is not None
    return len(answer.body()) - compressed(answer.body())
