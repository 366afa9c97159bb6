"""Playing a battle by its pages alone: follow the links of the board, press its button."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape
from random import Random

from django.test import Client

HTMX = {"HX-Request": "true"}
CONFIRM = re.compile(r'<form class="action-bar board-confirm".*?</form>', re.DOTALL)
LISTED = re.compile(r'<section class="panel board-orders.*?</section>', re.DOTALL)
ON_MAP = re.compile(r'<svg class="hexmap".*?id="hexcursor"|<ul class="hand">.*?</ul>', re.DOTALL)


LINKS = re.compile(r'href="(\?unit=[^"]*)"(?: class="([^"]*)")?')


def query_of(page: str) -> str:
    """The address of what a page shows as picked."""
    found = re.search(r'data-query="([^"]*)"', page)
    assert found
    return unescape(found[1])


def _leads(classes: str) -> bool:
    """Whether a link leads to an order; counters that may not act only lead to what is known of them."""
    return "u" not in classes.split() or "can" in classes.split()


def _picks(link: str) -> int:
    return link.count("pick=")


@dataclass
class PagePlayer:
    """A person with a browser. On the desktop htmx swaps parts and the list is used; on the phone there is no
    script, and orders are pressed on the map or in the hand where that is possible.
    """

    client: Client
    desktop: bool
    random: Random
    pages: list[str] = field(default_factory=list)

    def look(self, board: str, query: str = "") -> str:
        """The board with what is picked."""
        address = f"{board}board/{query}" if self.desktop else f"{board}{query}"
        answer = self.client.get(address, headers=HTMX if self.desktop else None)
        assert answer.status_code == 200, answer.content.decode()
        self.pages.append(" ".join(answer.content.decode().split()))
        return self.pages[-1]

    def order(self, board: str) -> str:
        """Put one order together by links and press the button; returns the query it was made of."""
        query = ""
        for _ in range(12):
            page = self.look(board, query)
            confirm = CONFIRM.search(page)
            further = self.further(page)
            if confirm and (not further or self.random.random() < 0.5):
                self.press(confirm[0])
                return query
            assert further, f"{query} leads nowhere"
            query = self.random.choice(further)
        raise AssertionError("twelve steps and no order")

    def further(self, page: str) -> list[str]:
        """Links that go on from here: a unit that may be ordered, or one more pick."""
        places = [*LISTED.findall(page), *ON_MAP.findall(page)]
        if not self.desktop:
            places.reverse()
        query = query_of(page)
        for place in places:
            links = list(dict.fromkeys(unescape(link) for link, name in LINKS.findall(place) if _leads(name)))
            deeper = [link for link in links if link.startswith(query or "?")]
            on = [link for link in deeper if _picks(link) == _picks(query) + 1]
            units = [link for link in links if not query and _picks(link) == 0]
            if on or units:
                return [*on, *units]
        return []

    def press(self, form: str) -> None:
        """Send the form of the order."""
        address = re.search(r'action="([^"]*)"', form)
        assert address
        fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
        answer = self.client.post(unescape(address[1]), fields, headers=HTMX if self.desktop else None)
        assert answer.status_code == (200 if self.desktop else 302), answer.content.decode()


def sit_down(*clients: Client) -> tuple[PagePlayer, ...]:
    """Players with these browsers: every second one at a desk."""
    return tuple(PagePlayer(client, n % 2 == 0, Random(n)) for n, client in enumerate(clients))
