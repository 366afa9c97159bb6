"""Looking at one page after another: axe, the width, what the browser complains about.

A page is looked at when something in it is new in this look: a template or a class. New templates are held
against all of axe's rules; the second look, and new classes, against those whose answer depends on colours
and sizes. A test run looks for the templates that the last commit changed and for a tenth of all else, which
the commit chooses. The whole walk (`./run walks pages`) holds every page against all rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from zlib import crc32

from django.test import Client
from django.test.signals import template_rendered
from playwright.sync_api import Page

from league.templatetags.admiralty import kept
from tests.e2e.hands import BY_LOOKS, Axe, Seat
from tests.walks import TENTHS

LOOKS = {
    "desktop light": ({"width": 1280, "height": 800}, "light"),
    "phone dark": ({"width": 390, "height": 844}, "dark"),
    "desktop dark": ({"width": 1280, "height": 800}, "dark"),
    "phone light": ({"width": 390, "height": 844}, "light"),
}
USUAL = ("desktop light", "phone dark")
DESK, PHONE = USUAL[:1], USUAL[1:]  # if two people walk the same addresses
REFUSED = (403, 404, 409, 422)

CLASSES = re.compile(r'\bclass="([^"]*)"')
# Room above and below changes no colour and makes nothing wider.
ROOM = re.compile(r"m[tby]-\d")


class Known:
    """Parts of the pages that were examined.

    `changed` are templates to look for. Of all other parts, those of this `tenth` are looked for; None:
    every page is examined.
    """

    def __init__(self, tenth: int | None, changed: Iterable[str] = ()) -> None:
        self.whole = tenth is None
        self.tenth, self.changed = tenth, frozenset(changed)
        self.templates: set[str] = set()
        self.parts: dict[str, set[str]] = {look: set() for look in LOOKS}

    def is_new(self, parts: Iterable[str], look: str) -> bool:
        """Whether a page with these parts is to be examined in this look."""
        return self.whole or any(map(self.is_looked_for, set(parts) - self.parts[look]))

    def is_looked_for(self, part: str) -> bool:
        return part in self.changed or crc32(part.encode()) % TENTHS == self.tenth


class Examiner:
    """Looks at pages; `seen` holds the addresses that were answered with a page."""

    def __init__(self, axe: Axe, known: Known) -> None:
        self.axe, self.known = axe, known
        self.seen: list[str] = []
        self.refusals: set[tuple[str, int]] = set()

    def walk(self, seat: Seat, paths: Iterable[str], looks: Iterable[str] = USUAL) -> None:
        """Looks at every page; all that is wrong is told at once. In whole walks nobody has one look only."""
        looks = dict.fromkeys((*looks, *USUAL)) if self.known.whole else looks
        wrong = [f"{path}: {line}" for path in paths for line in self.examine(seat, path, looks)]
        assert wrong == [], "\n".join(wrong)

    def examine(self, seat: Seat, path: str, looks: Iterable[str]) -> list[str]:
        """Faults of one page, a line each. Of pages that say no, one of each kind is examined."""
        with templates_drawn() as templates:
            asked = in_the_same_session(seat).get(path)
        status = asked.status_code
        if status >= 500:
            return [f"answered with {status}"]
        if status in (301, 302, 405) or "text/html" not in asked.headers.get("content-type", ""):
            return []
        if status >= 400 and not self.is_new(path, status):
            return [] if status in REFUSED else [f"answered with {status}"]
        if status == 200:
            self.seen.append(path)
        parts = templates | classes(asked.content.decode())
        new = [look for look in looks if self.known.is_new(parts, look)]
        if not new:
            return []
        seat.complaints.clear()
        seat.page.goto(path)
        wrong = [line for look in new for line in self.look(seat.page, look, templates, parts)]
        return wrong + complaints(seat, status)

    def look(self, page: Page, look: str, templates: set[str], parts: set[str]) -> list[str]:
        whole = self.known.whole or not templates <= self.known.templates
        self.known.templates |= templates
        self.known.parts[look] |= parts
        return faults(page, self.axe, look, () if whole else BY_LOOKS)

    def is_new(self, path: str, status: int) -> bool:
        """Whether no refusal of this kind has been looked at in this part of the site."""
        kind = (path.split("/")[1], status)
        known = kind in self.refusals
        self.refusals.add(kind)
        return not known


def in_the_same_session(seat: Seat) -> Client:
    """Asks the site as the seat's browser does, without the browser."""
    client = Client(raise_request_exception=False)
    client.cookies.load({each["name"]: each["value"] for each in seat.page.context.cookies()})
    return client


def classes(page: str) -> set[str]:
    """The combinations of classes on a page, without those that leave room above or below."""
    found = (each.split() for each in CLASSES.findall(page))
    return {" ".join(name for name in names if not ROOM.fullmatch(name)) for names in found}


@contextmanager
def templates_drawn() -> Iterator[set[str]]:
    """The names of the templates that the site draws meanwhile, parts included; no part is kept from
    before."""
    names: set[str] = set()
    kept.cache_clear()

    def note(template: Any, **_: object) -> None:
        names.add(template.name or "")

    template_rendered.connect(note)
    try:
        yield names
    finally:
        template_rendered.disconnect(note)


def faults(page: Page, axe: Axe, look: str, rules: Iterable[str] = ()) -> list[str]:
    """Findings of axe by all its rules, or by these; and whether the page is wider than the screen."""
    size, scheme = LOOKS[look]
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    found = [f"{look}: {line}" for line in axe(page, *rules)]
    wide = page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth")
    return [*found, f"{look}: {wide} px wider than the screen"] if wide > 0 else found


def complaints(seat: Seat, status: int) -> list[str]:
    """The browser's complaints; that a page was refused is none of them."""
    refusal = f"the server responded with a status of {status} "
    return [line for line in seat.complaints if status < 400 or refusal not in line]
