"""Hands of people on the site: sign in, look at cards, press buttons.

A `Seat` is a person in front of a browser page. Its page keeps a list of everything that the browser
complained about: script errors, policy violations, requests that failed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Position, expect

Axe = Callable[..., list[str]]
SeatOf = Callable[..., "Seat"]
OpenContext = Callable[..., BrowserContext]
PlanDice = Callable[[int], None]

WAIT_MS = 20_000
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
# Rules of axe that can fail in one look and pass in another.
BY_LOOKS = ("color-contrast", "scrollable-region-focusable")
# Leaving a page ends its stream and what was still on its way; browser and htmx call that a failure.
ENDED_BY_LEAVING = ("htmx:afterRequest", "htmx:sendAbort")
# A busy machine draws a page so late that the browser wonders what its fonts were loaded for.
DRAWN_LATE = "was preloaded using link preload but not used within a few seconds"
PASSWORD = "seven ships in the harbour"


READ_ON = """() => {
    const button = document.querySelector(".page-bar [data-after]");
    if (button && button.type === "submit") { return true; }
    document.getElementById("read-to")?.scrollIntoView({ block: "center" });
    return false;
}"""


@dataclass
class Seat:
    """A person and the page they look at; `complaints` is what the browser found wrong so far."""

    page: Page
    touch: bool = False
    complaints: list[str] = field(default_factory=list)

    def go(self, path: str) -> None:
        self.page.goto(path)

    def press(self, target: Locator, at: Position | None = None) -> None:
        """Press with the finger or the mouse: the middle, or the place that is named. Without its scripts a
        page works differently, so that a press waits for them."""
        self.page.wait_for_load_state()
        if self.touch:
            target.tap(position=at)
        else:
            target.click(position=at)

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)

    def link(self, name: str | re.Pattern[str], *, exact: bool = False) -> Locator:
        return self.page.get_by_role("link", name=name, exact=exact)

    def reads(self, text: str | re.Pattern[str]) -> None:
        """Waits until the words stand on the page."""
        expect(self.page.get_by_text(text).first).to_be_visible()

    def read_on(self) -> None:
        """Scroll to the end of what is to be confirmed, which lets its button be pressed."""
        self.page.wait_for_load_state()
        self.page.wait_for_function(READ_ON)

    @property
    def path(self) -> str:
        return "/" + self.page.url.split("/", 3)[3]


def sit_down(context: BrowserContext, *, touch: bool = False) -> Seat:
    """A new page whose complaints are kept."""
    seat = Seat(context.new_page(), touch)
    seat.complaints = complaints_of(seat.page)
    return seat


def complaints_of(page: Page) -> list[str]:
    """A list that grows with every error of the page: script, policy, requests that fail or break the site.

    The console tells of all of them; to hear of each request would cost as much as drawing the page.
    """
    found: list[str] = []

    def logged(said: ConsoleMessage) -> None:
        if said.type not in ("error", "warning") or said.text.startswith(ENDED_BY_LEAVING):
            return
        if DRAWN_LATE not in said.text:
            found.append(said.text)

    page.on("console", logged)
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


def sign_in(context: BrowserContext, user: Any, site: str) -> None:
    """The session cookie of somebody who has signed in before."""
    client = Client()
    client.force_login(user)
    value = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": site}])


def log_in(seat: Seat, email: str, password: str) -> None:
    """Sign in through the form, as people do whose cookie is gone."""
    seat.go("/accounts/login/")
    seat.page.locator("#id_login").fill(email)
    seat.page.locator("#id_password").fill(password)
    seat.press(seat.button("Sign in").first)
    expect(seat.page).to_have_url(re.compile("/inbox/$"))


def make_account(seat: Seat, name: str) -> None:
    """Fill in the sign-up form that is open."""
    page = seat.page
    page.get_by_label("Display name").fill(name)
    page.get_by_label("Email").fill(f"{name.lower()}@example.org")
    page.locator("#id_password1").fill(PASSWORD)
    page.locator("#id_password2").fill(PASSWORD)
    seat.press(seat.button("Sign up"))
