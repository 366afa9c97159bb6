"""Browsers of tests that keep chains of links, and battles whose seats have them."""

from __future__ import annotations

from typing import Any

from league.kernel.nonces import seal_of
from missions.battles.models import Battle
from missions.battles.selectors.battles import Sitter
from missions.battles.selectors.positions import Played
from missions.battles.services import links, opening
from missions.battles.services.chance import Laid, laid_of
from tests.battles import battles as b
from tests.battles.battles import EAST, WEST
from tests.chains import Chain


class Browser(Chain):
    """The browser of a seat, with a chain that follows from `name`."""

    def __init__(self, number: int, sitter: Sitter, name: str = "", count: int = 40) -> None:
        super().__init__(f"{name} {number}", count)
        self.number, self.sitter = number, sitter

    def begin(self, row: Battle) -> None:
        """Give the end of the chain to a battle under way."""
        links.begin_chain(row.pk, self.sitter, self.number, self.end)

    def give(self, row: Battle) -> int:
        """Give the next link to the order that is laid."""
        waiting = laid(row)
        seq = links.give_link(row.pk, self.sitter, self.number, waiting.number, self.link)
        self.spend()
        return seq


def laid(row: Battle) -> Laid:
    """The order that waits for links."""
    found = laid_of(b.fresh(row))
    assert found is not None
    return found


def begun(
    west: Sitter = WEST, east: Sitter = EAST, name: str = "", **more: Any
) -> tuple[Battle, list[Browser]]:
    """A battle under way whose parts of the dice are the ends of two chains."""
    row = b.opened(west, east, **more)
    browsers = [Browser(number, sitter, name) for number, sitter in enumerate((west, east))]
    for each in browsers:
        opening.announce_seal(row.pk, each.sitter, each.number, seal_of(each.end))
    for each in browsers:
        opening.change_force(row.pk, each.sitter, each.number, "suggest")
        opening.ready(row.pk, each.sitter, each.number, each.end)
    return b.fresh(row), browsers


def until_laid(row: Battle) -> Played:
    """Orders up to the next one that waits for links; return the battle as it stands before that."""
    for _ in range(60):
        now = b.order(row)
        if laid_of(b.fresh(row)) is not None:
            return now
    raise AssertionError("sixty orders, and none waits for links")


def carried_out(row: Battle, browsers: list[Browser]) -> Played:
    """Both browsers give their links to what is laid."""
    for each in browsers:
        each.give(row)
    return b.played(row)
