"""A fleet's deck on paper: squadron cards 2–10 and asset cards J–A, nine to a page, to be cut out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from missions.rules.assets.text import asset_words
from rosters.presenters.assets import AssetPlace
from rosters.presenters.roster.sheet import RosterSheet, ShipLine, SquadronBlock
from rosters.rules.state import SQUADRON_CARDS

COLUMNS, ROWS = 3, 3
CARD = (63.0, 88.0)  # millimetres
PAPER = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARK = 5.0  # length of a cut mark
AWAY = 1.0  # from the cards
RED_SUITS = ("hearts", "diamonds")
ROOMY, CLOSE, SNUG, MOST = 4, 6, 8, 16  # ships up to which a card is set large, medium, small, tiny


@dataclass(frozen=True, slots=True)
class DeckShip:
    name: str
    detail: str
    missing: bool


@dataclass(frozen=True, slots=True)
class DeckCard:
    """One card. An empty one (`title` "") has lines to write on. `size` is how small its ships are set:
    "large", "medium", "small" or "tiny"; `use` says what an asset does at the table."""

    rank: str
    title: str
    note: str
    ships: tuple[DeckShip, ...] = ()
    text: str = ""
    use: str = ""
    size: str = "large"
    asset: bool = False


@dataclass(frozen=True, slots=True)
class Deck:
    """All cards by page. `marks` are the cut marks of a page of the paper, `top` and `left` (mm) where its
    first card begins. With a `back`, each page of fronts is followed by one of backs."""

    fleet: str
    campaign: str
    sign: str
    red: bool
    paper: str
    pages: tuple[tuple[DeckCard, ...], ...]
    marks: SafeString
    back: CardBack | None
    places: range = range(COLUMNS * ROWS)


def deck(
    sheet: RosterSheet, places: Sequence[AssetPlace], *, campaign: str, paper: str, backs: bool = False
) -> Deck:
    """The thirteen cards of a fleet (CR-010). Raises KeyError for a paper that is neither A4 nor Letter."""
    blocks = {block.card: block for block in sheet.squadrons}
    cards = [_squadron(card, blocks.get(card)) for card in SQUADRON_CARDS]
    cards += [_asset(place) for place in places]
    step = COLUMNS * ROWS
    return Deck(
        sheet.name,
        campaign,
        sheet.suit_sign,
        sheet.suit in RED_SUITS,
        paper,
        tuple(tuple(cards[at : at + step]) for at in range(0, len(cards), step)),
        cut_marks(paper),
        card_back() if backs else None,
    )


def _squadron(card: int, block: SquadronBlock | None) -> DeckCard:
    if block is None or not block.ships:
        return DeckCard(str(card), "", "No squadron")
    ships = tuple(_ship(ship) for ship in block.ships)
    if len(ships) > MOST:
        ships = (*ships[: MOST - 1], DeckShip(f"and {len(ships) - MOST + 1} more", "", missing=False))
    rooms = ((ROOMY, "large"), (CLOSE, "medium"), (SNUG, "small"))
    size = next((name for most, name in rooms if len(ships) <= most), "tiny")
    return DeckCard(str(card), block.type_name, f"{block.value} squad points", ships, size=size)


def _ship(ship: ShipLine) -> DeckShip:
    skill = "" if ship.skill is None else f" · skill {ship.skill}"
    return DeckShip(ship.title, f"{ship.model}{skill}", ship.mia)


def _asset(place: AssetPlace) -> DeckCard:
    if not place.number:
        return DeckCard(place.rank, "", "No asset", asset=True)
    target = f"against {place.target}" if place.target else ""
    use = next(words.reminder for kind, words in asset_words().items() if kind == place.kind)
    return DeckCard(place.rank, place.name, target, text=place.summary, use=use, asset=True)


def cut_marks(paper: str) -> SafeString:
    """Marks around the nine cards of a page, in the margins only: nothing is left on a card."""
    width, height = PAPER[paper]
    return format_html(
        '<svg class="cut-marks" viewBox="0 0 {} {}" width="{}mm" height="{}mm">{}</svg>',
        width,
        height,
        width,
        height,
        format_html_join(
            "",
            '<path d="M{} {}L{} {}" stroke="#1b2336" stroke-width=".2"/>',
            (tuple(f"{value:.2f}" for value in line) for line in mark_lines(paper)),
        ),
    )


def mark_lines(paper: str) -> Iterator[tuple[float, float, float, float]]:
    """The cut marks as lines (x, y, x, y) in millimetres."""
    width, height = PAPER[paper]
    left, top = corner(paper)
    right, bottom = width - left, height - top
    for column in range(COLUMNS + 1):
        x = left + column * CARD[0]
        yield x, top - AWAY - MARK, x, top - AWAY
        yield x, bottom + AWAY, x, bottom + AWAY + MARK
    for row in range(ROWS + 1):
        y = top + row * CARD[1]
        yield left - AWAY - MARK, y, left - AWAY, y
        yield right + AWAY, y, right + AWAY + MARK, y


def corner(paper: str) -> tuple[float, float]:
    """Where the first card begins: the nine stand in the middle of the page, so that backs fit fronts."""
    width, height = PAPER[paper]
    return (width - COLUMNS * CARD[0]) / 2, (height - ROWS * CARD[1]) / 2


@dataclass(frozen=True, slots=True)
class CardBack:
    """The one back of all cards as SVG paths on 63 × 88 mm. Turned by half it is the same."""

    lattice: str
    star: str


def card_back() -> CardBack:
    """A lattice with a star in its middle."""
    width, height = CARD
    inset, step = 6.0, 5.1
    low, high = 2 * inset - height, width - 2 * inset
    middle = (width - height) / 2
    offsets = [middle + step * at for at in range(-30, 31) if low < middle + step * at < high]
    falling = [_clipped(offset, inset) for offset in offsets]
    rising = [(width - x1, y1, width - x2, y2) for x1, y1, x2, y2 in falling]
    lattice = "".join(f"M{x1:.2f} {y1:.2f}L{x2:.2f} {y2:.2f}" for x1, y1, x2, y2 in (*falling, *rising))
    corners = [
        (width / 2 + far * cos(at * pi / 8), height / 2 + far * sin(at * pi / 8))
        for at, far in enumerate((15.0, 5.0, 9.0, 5.0) * 4)
    ]
    return CardBack(lattice, "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in corners) + "Z")


def _clipped(offset: float, inset: float) -> tuple[float, float, float, float]:
    """The part of the line y = x - offset that lies within the card's frame."""
    left, right = inset, CARD[0] - inset
    top, bottom = inset, CARD[1] - inset
    start, end = max(left, top + offset), min(right, bottom + offset)
    return start, start - offset, end, end - offset
