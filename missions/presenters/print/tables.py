"""Tonight's tables: who plays whom where, each with a code that opens the game on a phone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Protocol

from django.utils.safestring import SafeString

from league.presenters.pictures import code
from league.rules.phrases import SIDE_NAMES
from missions.rules.content.mission_data import missions
from missions.rules.game.sides import SIDE_TITLES

CROWDED = 4
"""Number of tables from which on they stand in two columns."""


class FleetRow(Protocol):
    """A fleet as the sheet of tables shows it."""

    @property
    def name(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def member(self) -> int: ...


class GameRow(Protocol):
    """A game under way; fleets by number, `mission` 0 while there is none."""

    @property
    def number(self) -> int: ...
    @property
    def active(self) -> int: ...
    @property
    def opposing(self) -> int: ...
    @property
    def mission(self) -> int: ...
    @property
    def friendly(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class TableSeat:
    """A side of a table: "Active Fleet", the fleet, its side and who commands it."""

    title: str
    fleet: str
    side: str
    commander: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table; `number` counts from 1, `about` names mission and size of the table once they are known."""

    number: int
    about: str
    seats: tuple[TableSeat, TableSeat]
    address: str
    code: SafeString


@dataclass(frozen=True, slots=True)
class TablesSheet:
    """The sheet for the wall. `without` names the fleets that got no game, `waiting` those that are here and
    have none so far."""

    campaign: str
    occasion: str
    tables: tuple[Table, ...]
    without: tuple[str, ...]
    as_of: str
    waiting: tuple[str, ...] = ()

    @property
    def size(self) -> str:
        """Type of the sheet: "large" with one table in a row, or "small" with two."""
        return "large" if len(self.tables) < CROWDED else "small"


def tables(
    games: Iterable[GameRow],
    fleets: Mapping[int, FleetRow],
    owners: Mapping[int, str],
    addresses: Mapping[int, str],
    numbers: Mapping[int, int],
) -> tuple[Table, ...]:
    """The tables of the games, in their order; `addresses` are those of the games' pages, `numbers` the
    tables of the round's games. Games outside of it get the numbers that follow."""
    spare = count(1 + max(numbers.values(), default=0))
    return tuple(
        _table(numbers.get(game.number) or next(spare), game, fleets, owners, addresses[game.number])
        for game in games
    )


def _table(
    number: int, game: GameRow, fleets: Mapping[int, FleetRow], owners: Mapping[int, str], address: str
) -> Table:
    return Table(
        number,
        _about(game),
        (
            _seat(SIDE_TITLES["active"], fleets[game.active], owners),
            _seat(SIDE_TITLES["opposing"], fleets[game.opposing], owners),
        ),
        address,
        code(address, f"Code that opens the game of table {number}"),
    )


def _seat(title: str, fleet: FleetRow, owners: Mapping[int, str]) -> TableSeat:
    return TableSeat(title, fleet.name, SIDE_NAMES[fleet.side], owners.get(fleet.member, ""))


def _about(game: GameRow) -> str:
    parts = ["Friendly game"] if game.friendly else []
    if game.mission:
        mission = missions()[game.mission]
        parts += [mission.name, f"{mission.table[0]}' × {mission.table[1]}'"]
    return " · ".join(parts)
