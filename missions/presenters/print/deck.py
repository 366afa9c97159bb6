"""A fleet's deck on paper: squadron cards 2–10 and asset cards J–A, nine to a page, to be cut out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from django.utils.safestring import SafeString

from league.presenters.pictures import behind
from missions.presenters.print.card_sheet import COLUMNS, ROWS, backs_of, card_back, cut_marks
from missions.rules.assets.text import asset_words
from rosters.presenters.assets import AssetPlace
from rosters.presenters.roster.sheet import RosterSheet, ShipLine, SquadronBlock
from rosters.rules.state import SQUADRON_CARDS

ROOM = 57.0  # millimetres of a card for its ships
MOST = 16  # ships on a card; of more the last line says how many


@dataclass(frozen=True, slots=True)
class DeckShip:
    """A ship on its squadron's card; `upgrades` are the names of its cards, "" without any."""

    name: str
    detail: str
    stamps: tuple[str, ...] = ()
    upgrades: str = ""


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
class DeckPage:
    """A page of cards; `backs` are the places of its reverse that have a back."""

    cards: tuple[DeckCard, ...]
    backs: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """All cards by page. `marks` and `back` are pictures to stand behind; with `two_sided`, each page of
    fronts is followed by one of backs."""

    fleet: str
    campaign: str
    when: str
    sign: str
    paper: str
    pages: tuple[DeckPage, ...]
    marks: SafeString
    back: SafeString
    two_sided: bool


@dataclass(frozen=True, slots=True)
class _Size:
    """A size of type for ships: heights in millimetres of a name, of a line below it and of the gap between
    ships; how many letters fit on a line of each. `one_line`: a ship has a single line."""

    name: str
    name_height: float
    line_height: float
    gap: float
    name_letters: int
    line_letters: int
    one_line: bool = False

    def height(self, ship: DeckShip) -> float:
        """Millimetres that a ship takes."""
        if self.one_line:
            return self.name_height + self.gap
        named = f"{ship.name} {' '.join(f'[{stamp}]' for stamp in ship.stamps)}"
        lines = ceil(len(ship.detail) / self.line_letters) + ceil(len(ship.upgrades) / self.line_letters)
        return ceil(len(named) / self.name_letters) * self.name_height + lines * self.line_height + self.gap


SIZES = (
    _Size("large", 4.3, 3.6, 1.8, 25, 32),
    _Size("medium", 3.8, 3.1, 1.8, 28, 36),
    _Size("small", 3.2, 2.75, 1.05, 30, 36),
    _Size("tiny", 2.9, 0.0, 0.5, 60, 60, one_line=True),
)


def deck(
    sheet: RosterSheet,
    places: Sequence[AssetPlace],
    *,
    campaign: str,
    when: str,
    paper: str,
    two_sided: bool = False,
) -> Deck:
    """The cards of a fleet (CR-010): nine squadrons, and an asset for each of `places` (none in a campaign
    without missions). Raises KeyError for a paper that is neither A4 nor Letter."""
    blocks = {block.card: block for block in sheet.squadrons}
    cards = [_squadron(card, blocks.get(card)) for card in SQUADRON_CARDS]
    cards += [_asset(place) for place in places]
    step = COLUMNS * ROWS
    pages = [tuple(cards[at : at + step]) for at in range(0, len(cards), step)]
    return Deck(
        sheet.name,
        campaign,
        when,
        sheet.suit_sign,
        paper,
        tuple(DeckPage(page, backs_of(len(page))) for page in pages),
        behind(cut_marks(paper)),
        behind(card_back()),
        two_sided,
    )


def _squadron(card: int, block: SquadronBlock | None) -> DeckCard:
    if block is None or not block.ships:
        return DeckCard(str(card), "", "No squadron")
    ships = tuple(_ship(ship) for ship in block.ships)
    size = next((size for size in SIZES if sum(map(size.height, ships)) <= ROOM), SIZES[-1])
    if size.one_line:
        ships = tuple(_short(ship) for ship in ships)
    if len(ships) > MOST:
        ships = (*ships[: MOST - 1], DeckShip(f"and {len(ships) - MOST + 1} more", ""))
    return DeckCard(str(card), block.type_name, f"{block.value} squad points", ships, size=size.name)


def _ship(ship: ShipLine) -> DeckShip:
    skill = "" if ship.skill is None else f" · skill {ship.skill}"
    upgrades = ", ".join(f"{one.name}{' (MIA)' if one.mia else ''}" for one in ship.upgrades)
    return DeckShip(ship.title, f"{ship.model}{skill}", ship.stamps, upgrades)


def _short(ship: DeckShip) -> DeckShip:
    """A ship in a single line: its upgrades are only counted."""
    count = len(ship.upgrades.split(", ")) if ship.upgrades else 0
    extras = f" · {count} upgrade{'' if count == 1 else 's'}" if count else ""
    return DeckShip(ship.name, f"{ship.detail}{extras}", ship.stamps)


def _asset(place: AssetPlace) -> DeckCard:
    if not place.number:
        return DeckCard(place.rank, "", "No asset", asset=True)
    target = f"against {place.target}" if place.target else ""
    use = next(words.reminder for kind, words in asset_words().items() if kind == place.kind)
    return DeckCard(place.rank, place.name, target, text=place.summary, use=use, asset=True)
