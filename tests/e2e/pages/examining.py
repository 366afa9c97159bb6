"""Looking at one page after another: axe, the width, what the browser complains about.

A test run looks at the templates that the last commit changed and at a tenth of all others, which the commit
chooses: each on one page, by all of axe's rules in the first look, and by those whose answer depends on
colours and sizes in the second. The whole walk (`./run walks pages`) holds every page against all rules.
"""

from __future__ import annotations

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


class Known:
    """Templates that were looked at.

    `changed` are templates to look at. Of all others, those of this `tenth` are looked at; None: every page
    is examined.
    """

    def __init__(self, tenth: int | None, changed: Iterable[str] = ()) -> None:
        self.whole = tenth is None
        self.tenth, self.changed = tenth, frozenset(changed)
        self.templates: dict[str, set[str]] = {look: set() for look in LOOKS}

    def is_new(self, templates: Iterable[str], look: str) -> bool:
        """Whether a page with these templates is to be examined in this look."""
        return self.whole or any(map(self.is_looked_for, set(templates) - self.templates[look]))

    def is_looked_for(self, template: str) -> bool:
        return template in self.changed or crc32(template.encode()) % TENTHS == self.tenth

    def add(self, templates: Iterable[str], look: str) -> None:
        self.templates[look].update(templates)

    def any_look(self) -> set[str]:
        return set().union(*self.templates.values())


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
        seat.page.goto("about:blank")  # an open page would reload when its battle moves
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
        new = [look for look in looks if self.known.is_new(templates, look)]
        if not new:
            return []
        seat.complaints.clear()
        seat.page.goto(path)
        wrong = [line for look in new for line in self.look(seat.page, look, templates)]
        return wrong + complaints(seat, status)

    def look(self, page: Page, look: str, templates: set[str]) -> list[str]:
        whole = self.known.whole or not templates <= self.known.any_look()
        self.known.add(templates, look)
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
