"""Cards by which people choose a rule system, and a battle of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import cache

from django.utils.safestring import SafeString

from missions.battles.board.grid import HALF
from missions.battles.board.style import Style
from missions.battles.presenters.board.fill import fill, fill_each
from missions.battles.presenters.board.symbols import HEX
from missions.battles.systems.introduction import Minutes, Piece
from missions.battles.systems.pack import Campaign, Pack

ROW = 45
"""Distance between two rows of hexes."""
COLUMNS, ROWS, BEYOND = 5, 3, 4
BOX = f"{-HALF} -34 {2 * HALF * COLUMNS + HALF} {ROW * (ROWS - 1) + 68}"
"""Part of the map in a system's picture; in a wide one, more hexes show on either side."""


@dataclass(frozen=True, slots=True)
class SystemCard:
    """A rule system to choose; `url` leads on to it, "" if it is a field of a form. `suits` says what becomes
    of a game's ships, `first` why it is offered first; both are "" outside of campaigns.
    """

    id: str
    name: str
    tagline: str
    picture: SafeString
    minutes: str
    difficulty: str
    likes: str
    dislikes: str
    chosen: bool
    url: str = ""
    suits: str = ""
    first: str = ""


@dataclass(frozen=True, slots=True)
class BattleCard:
    """A battle of a system to choose."""

    id: str
    name: str
    brief: str
    minutes: str
    chosen: bool


def minutes_words(minutes: Minutes) -> str:
    """Length of a battle in words."""
    least, most = minutes
    return f"{least} to {most} minutes" if least < most else f"{most} minutes"


def system_cards(
    packs: Iterable[Pack], address: Callable[[Pack], str], chosen: Pack | None = None
) -> list[SystemCard]:
    """Systems to choose from, each with the address that leads on; none if there is no choice."""
    cards = [_card(pack, chosen=pack is chosen, url=address(pack)) for pack in packs]
    return cards if len(cards) > 1 else []


def query(pack: Pack) -> str:
    """The address of the same page for another system."""
    return f"?system={pack.id}"


def game_cards(offered: Iterable[tuple[Pack, Campaign]], *, huge: bool) -> list[SystemCard]:
    """Systems for a game of the campaign, the one that is offered first at the head; `huge` says that Huge
    ships are at home in it.
    """
    return [
        _card(
            pack,
            chosen=not number,
            suits=campaign.suits,
            first="" if number else _reason(campaign, huge=huge),
        )
        for number, (pack, campaign) in enumerate(offered)
    ]


def _reason(campaign: Campaign, *, huge: bool) -> str:
    """Sentence that says why a system is offered first."""
    return campaign.huge if huge and campaign.huge else campaign.first


def battle_cards(pack: Pack, offered: Collection[str], chosen: str) -> list[BattleCard]:
    """Battles to choose from."""
    found = [scenario for name, scenario in pack.scenarios().items() if name in offered]
    return [
        BattleCard(each.id, each.name, each.brief, minutes_words(each.minutes), each.id == chosen)
        for each in found
    ]


def _card(pack: Pack, *, chosen: bool, url: str = "", suits: str = "", first: str = "") -> SystemCard:
    introduction = pack.introduction
    return SystemCard(
        pack.id,
        pack.name,
        pack.tagline,
        picture(pack.style, introduction.picture),
        minutes_words(pack.minutes),
        introduction.difficulty,
        introduction.likes,
        introduction.dislikes,
        chosen,
        url,
        suits,
        first,
    )


@cache
def picture(style: Style, pieces: tuple[Piece, ...]) -> SafeString:
    """A small picture of a system: pieces on a few hexes. It is decoration, since words stand beside it."""
    return fill(
        '<svg class="sketch" viewBox="{}" aria-hidden="true"><path class="sketch-grid" d="{}"/>{}</svg>',
        BOX,
        _grid(),
        fill_each('<g class="{}" transform="translate({} {}) rotate({})">{}</g>', _drawn(style, pieces)),
    )


def _grid() -> str:
    """Outlines of all hexes, with those beyond each end of a row."""
    columns = range(-BEYOND, COLUMNS + BEYOND)
    places = [_middle(column, row) for row in range(-1, ROWS + 1) for column in columns]
    return "".join(f"M{x} {y}{_OUTLINE}" for x, y in places)


_OUTLINE = HEX.replace("M0", "m0")


def _middle(column: float, row: int) -> tuple[int, int]:
    return round(2 * HALF * column) + HALF * (row % 2), ROW * row


def _drawn(style: Style, pieces: Iterable[Piece]) -> Iterable[tuple[str | int | SafeString, ...]]:
    """Class, place, turn and shape of every piece."""
    for piece in pieces:
        x, y = _middle(piece.column, piece.row)
        if piece.side is None:
            yield "sketch-ground", x, y, piece.turn, SafeString(style.terrain[piece.kind])
        else:
            colour = f"sketch-{style.colours[piece.side]}"
            yield colour, x, y, piece.turn, SafeString(style.bodies[piece.side, piece.kind])
