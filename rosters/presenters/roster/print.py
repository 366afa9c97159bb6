"""The printed roster sheet: what is on it and in which order, decided before any markup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rosters.presenters.assets import AssetPlace
from rosters.presenters.fleet_page import HistoryLine, MemorialLine
from rosters.presenters.roster.sheet import RosterSheet, ShipLine
from rosters.rules.state import ASSET_RANKS, SQUADRON_CARDS

HISTORY_LINES = 40
SHORT_HISTORY = 12
BLANK_SHIPS, BLANK_STORED, BLANK_GAMES = 4, 3, 6  # rows of a blank roster: two pages in all
NO_ASSETS = tuple(AssetPlace(rank) for rank in ASSET_RANKS)
NBSP = "\u00a0"  # a name and its price stay on one line


@dataclass(frozen=True, slots=True)
class PrintedShip:
    """A row of the sheet: everything that the paper roster has a column for."""

    name: str
    model: str
    unique: bool
    skill: str
    upgrades: str
    stamps: tuple[str, ...]
    price: int


@dataclass(frozen=True, slots=True)
class PrintedSquadron:
    """A squadron's rows; `spare` counts the empty ones below its ships, for the pencil."""

    card: int
    type_name: str
    value: int
    limits: str
    ships: tuple[PrintedShip, ...]
    spare: range = range(1)


@dataclass(frozen=True, slots=True)
class PrintedRoster:
    """A whole roster sheet."""

    title: str
    campaign: str
    owner: str
    side: str
    suit_sign: str
    standing: str
    points: int
    value: int
    record: str
    squadrons: tuple[PrintedSquadron, ...]
    inventory: tuple[PrintedShip, ...]
    loose: tuple[str, ...]
    missing: tuple[str, ...]
    killed: tuple[str, ...]
    assets: tuple[AssetPlace, ...]
    history: tuple[HistoryLine, ...]
    as_of: str
    spare: range = range(2)

    @property
    def short_inventory(self) -> bool:
        """Whether the inventory is short enough to stay on one page with its heading."""
        return len(self.inventory) <= SHORT_HISTORY

    @property
    def short_history(self) -> bool:
        """Whether the history is short enough to stay on one page with its heading."""
        return len(self.history) <= SHORT_HISTORY


@dataclass(frozen=True, slots=True)
class BlankRoster:
    """An empty roster: the cards of its squadrons and assets, and how many rows each part has."""

    cards: tuple[int, ...]
    assets: tuple[str, ...]
    ships: range
    stored: range
    games: range


def printed_roster(
    sheet: RosterSheet,
    *,
    campaign: str,
    owner: str,
    record: str,
    history: Sequence[HistoryLine],
    memorial: Sequence[MemorialLine],
    as_of: str,
    assets: Sequence[AssetPlace] = NO_ASSETS,
) -> PrintedRoster:
    """The roster sheet of a fleet; `as_of` says when it was true."""
    return PrintedRoster(
        title=sheet.name,
        campaign=campaign,
        owner=owner,
        side=sheet.side.capitalize(),
        suit_sign=sheet.suit_sign,
        standing=sheet.standing_word,
        points=sheet.points,
        value=sheet.value,
        record=record,
        squadrons=tuple(
            PrintedSquadron(
                block.card,
                block.type_name,
                block.value,
                f"{block.low}–{block.high}",
                tuple(_ship(ship) for ship in block.ships),
            )
            for block in sheet.squadrons
        ),
        inventory=tuple(_ship(ship) for ship in sheet.inventory),
        loose=tuple(_with_price(one.name, one.price) for one in sheet.loose if not one.mia),
        missing=tuple(
            [_with_price(ship.title, ship.price) for ship in sheet.missing]
            + [_with_price(one.name, one.price) for one in sheet.loose if one.mia]
        ),
        killed=tuple(
            f"{times} × {name}" if times > 1 else name
            for name, times in Counter(line.name for line in memorial if line.kia).items()
        ),
        assets=tuple(assets),
        history=tuple(history[:HISTORY_LINES]),
        as_of=as_of,
    )


def blank_roster() -> BlankRoster:
    """A roster to fill in with a pencil: nine squadrons, each with as many rows as most squadrons need."""
    return BlankRoster(
        tuple(SQUADRON_CARDS), ASSET_RANKS, range(BLANK_SHIPS), range(BLANK_STORED), range(BLANK_GAMES)
    )


def _ship(ship: ShipLine) -> PrintedShip:
    skill = "–" if ship.skill is None else str(ship.skill)
    upgrades = ", ".join(f"{one.name}{NBSP}{one.price}{' MIA' if one.mia else ''}" for one in ship.upgrades)
    return PrintedShip(ship.title, ship.model, ship.unique, skill, upgrades or "–", _stamps(ship), ship.price)


def _stamps(ship: ShipLine) -> tuple[str, ...]:
    """The status marks; on a ship of two sections each names its section (CR-112)."""
    if len(ship.sections) < 2:
        return ship.stamps
    named = [f"DAM{NBSP}{part.section}" for part in ship.sections if part.damaged]
    named += [f"CRPL{NBSP}{part.section}" for part in ship.sections if part.crippled]
    marks = [mark for mark in ship.stamps if mark not in ("DAM", "CRPL")]
    missing = [marks.pop()] if ship.mia else []
    return (*marks, *named, *missing)


def _with_price(name: str, price: int) -> str:
    return f"{name} ({price})"
