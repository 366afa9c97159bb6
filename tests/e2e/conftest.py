"""Browsers and a running site. The site serves pages and streams from the test database."""

import os
import secrets
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from django.contrib.auth.models import User
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from tests.e2e.hands import (
    DESKTOP,
    PHONE,
    WAIT_MS,
    Axe,
    OpenContext,
    PlanDice,
    Seat,
    SeatOf,
    sign_in,
    sit_down,
)

# Playwright's sync interface keeps an event loop in this thread, which Django would take for async code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

HERE = Path(__file__).resolve().parent
AXE = next((HERE.parent / "vendor").glob("axe-core-*/axe.min.js"))
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Pages of tests live for a second: what other processes and threads would do for them does not pay.
    "--in-process-gpu",
    "--js-flags=--single-threaded",
)
# Style sheets need not be fetched once more for axe: only a rule that is off by default reads them.
LOOK_FOR_FAULTS = """async (rules) => {
    const only = rules.length ? {runOnly: rules} : {};
    const found = await axe.run(document, {resultTypes: ["violations"], preload: false, ...only});
    return found.violations.map((item) => (
        {id: item.id, help: item.help, places: item.nodes.map((node) => String(node.target[0]))}
    ));
}"""
# As in a browser that keeps no data of sites: it has no part of the dice to give.
KEEPS_NOTHING = "Object.defineProperty(window, 'localStorage', {get() { throw new Error('no storage'); }})"
expect.set_options(timeout=WAIT_MS)


class Chromium:
    """The browser of all tests of this folder, open from the first of them to the last in a row."""

    def __init__(self) -> None:
        self.browser: Browser | None = None
        self.driver: Playwright | None = None

    def open(self) -> Browser:
        path = (
            os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
        )
        assert path, "Chromium is missing; ./run test installs it"
        if self.browser is None:
            self.driver = sync_playwright().start()
            self.browser = self.driver.chromium.launch(executable_path=path, args=list(FLAGS))
        return self.browser

    def close(self) -> None:
        if self.browser is not None:
            self.browser.close()
        if self.driver is not None:
            self.driver.stop()
        self.browser = self.driver = None


chromium = Chromium()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    """Close the browser before tests of other folders: its event loop would hinder tests of async code."""
    try:
        return (yield)
    finally:
        if nextitem is None or HERE not in nextitem.path.parents:
            chromium.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, for one module, which leaves no stream behind."""
    yield chromium.open()
    assert no_stream_is_open(), "streams stay open though their pages are gone"


def no_stream_is_open() -> bool:
    """Whether the site soon has let go of every stream."""
    from league.asgi import streams

    until = time.monotonic() + WAIT_MS / 1000
    while streams.open.total() and time.monotonic() < until:
        time.sleep(0.05)
    return not streams.open.total()


@pytest.fixture(scope="session")
def server(django_db_setup: None) -> Iterator[str]:
    """The address of the running site, without a slash at the end."""
    from league.asgi import application

    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    config = uvicorn.Config(application, lifespan="off", log_level="warning", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, name="site")
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the site did not start"
        time.sleep(0.02)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join(10)


@pytest.fixture
def site(server: str, transactional_db: None) -> str:
    """The address of the running site; its database is empty at first."""
    return server


@pytest.fixture
def plan_dice(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[PlanDice]:
    """Makes the dice and cards of all battles those of the pier with that number, the same in each run.

    The browsers of such a test keep nothing, so that the site makes up every part of the dice.
    """
    from missions.battles.selectors import positions
    from missions.battles.services import chance, opening, sealing

    def plan(pier: int) -> None:
        settings.SECRET_KEY = f"a harbour that is not there, pier {pier}"
        ticket = SimpleNamespace(
            token_hex=lambda size: f"{size:02x}" * size, compare_digest=secrets.compare_digest
        )
        monkeypatch.setattr(opening, "secrets", ticket)
        for module in (sealing, chance):
            monkeypatch.setattr(module, "secrets", SimpleNamespace(token_hex=lambda size: "08" * 8))

    positions.forget()
    yield plan
    positions.forget()


@pytest.fixture
def open_context(
    browser: Browser, site: str, request: pytest.FixtureRequest
) -> Iterator[Callable[..., BrowserContext]]:
    """Makes browser contexts (one per person) on the site; keywords as of Playwright's new_context."""
    contexts: list[BrowserContext] = []
    dice_are_planned = "plan_dice" in request.fixturenames

    def make(**options: object) -> BrowserContext:
        context = browser.new_context(**{"base_url": site, **DESKTOP, **options})
        context.set_default_timeout(WAIT_MS)
        if dice_are_planned:
            context.add_init_script(KEEPS_NOTHING)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def desktop(open_context: Callable[..., BrowserContext]) -> BrowserContext:
    """A person at a desk."""
    return open_context()


@pytest.fixture
def phone(open_context: Callable[..., BrowserContext]) -> BrowserContext:
    """A person with a phone."""
    return open_context(**PHONE)


@pytest.fixture(scope="session")
def axe() -> Axe:
    """Runs axe-core on a loaded page, by all its rules or those named; a line per violation."""
    source = AXE.read_text(encoding="utf-8")

    def run(page: Page, *rules: str) -> list[str]:
        page.wait_for_load_state()
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(source)
        found = page.evaluate(LOOK_FOR_FAULTS, rules)
        return [f"{item['id']}: {item['help']} at {', '.join(item['places'])}" for item in found]

    return run


@pytest.fixture
def seat_of(open_context: OpenContext, site: str) -> SeatOf:
    """Somebody in front of a browser, signed in unless nobody is named."""

    def make(user: User | None = None) -> Seat:
        context = open_context()
        if user is not None:
            sign_in(context, user, site)
        return sit_down(context)

    return make
