"""The map of a battle: hexes, tiles, footprints and lines of fire (BG-003 … BG-006, BG-105, BG-140 … BG-147).

A hex is a number, row by row from the top left. A set of hexes is an integer with one bit for each. A ship
stands in a *pose*: its front or middle hex, and the back hex of a medium ship (else the same hex again).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from missions.battles.engine.hexes import DISTANCE, MARGIN, STEPS, bit, board, sampled
from missions.battles.systems.galaxies.engine.ships import Size

OFF = -1
"""Hex beyond the rim (BG-006)."""
ASTEROID, DEBRIS = "asteroid", "debris"
ENERGY_SOURCE, REGENERATOR, ARTIFACT = "energy_source", "shield_regenerator", "alien_artifact"
STATION, MARKET, GATE, VICTORY_POINT = "observation_station", "orbital_market", "warp_gate", "victory_point"
TILES = (
    ASTEROID,
    DEBRIS,
    ENERGY_SOURCE,
    REGENERATOR,
    ARTIFACT,
    STATION,
    MARKET,
    GATE,
    VICTORY_POINT,
)

Pose = tuple[int, int]
"""Front or middle hex, and back hex."""


def members(hexes: int) -> Iterator[int]:
    """The numbers of a set, in order."""
    while hexes:
        low = hexes & -hexes
        yield low.bit_length() - 1
        hexes ^= low


@lru_cache(maxsize=1 << 14)
def listed(numbers: int) -> tuple[int, ...]:
    """The same of a small set that is asked for often, such as the ships of a side."""
    return tuple(members(numbers))


def nth(hexes: int, number: int) -> int:
    """The number of a set that has so many others before it."""
    for _ in range(number):
        hexes &= hexes - 1
    return (hexes & -hexes).bit_length() - 1


def hex_set(hexes: Iterable[int]) -> int:
    """The set of these numbers."""
    found = 0
    for place in hexes:
        found |= 1 << place
    return found


class Field:
    """A map of whole hexes with its tiles. `step[hex][direction]` is the next hex, or OFF."""

    __slots__ = (
        "around",
        "columns",
        "count",
        "debris",
        "flower",
        "free",
        "hexes",
        "labels",
        "map",
        "rocks",
        "rows",
        "number",
        "onward",
        "onward_large",
        "step",
        "strewn",
        "tiles",
        "wall",
        "_east",
        "_even",
        "_fire",
        "_near",
        "_seen",
        "_spread",
        "_zones",
        "_west",
        "_within",
    )

    def __init__(self, columns: int, rows: int, tiles: Mapping[str, str]) -> None:
        self.columns, self.rows = columns, rows
        self.map = board(columns, rows)
        self.count = len(self.map.cells)
        self.number = {place: number for number, place in enumerate(self.map.cells)}
        """Number of each hex by its axial position."""
        near = self.number.get
        self.step = tuple(tuple(near(place + to, OFF) for to in STEPS) for place in self.map.cells)
        self.labels = tuple(self.map.labels[place] for place in self.map.cells)
        self.hexes: Mapping[str, int] = MappingProxyType(
            {label: number for number, label in enumerate(self.labels)}
        )
        self.around = tuple(hex_set(to for to in each if to != OFF) for each in self.step)
        """Set of the neighbours of each hex."""
        self.flower = tuple(
            0 if OFF in each else self.around[number] | 1 << number for number, each in enumerate(self.step)
        )
        """The seven hexes of a large ship with its middle there; 0 where it does not fit (BG-067)."""
        self.tiles: Mapping[str, int] = MappingProxyType(
            {kind: hex_set(self.hexes[label] for label in tiles.get(kind, "").split()) for kind in TILES}
        )
        """Set of the hexes of each kind of tile."""
        self.rocks, self.debris = self.tiles[ASTEROID], self.tiles[DEBRIS]
        self.free = (1 << self.count) - 1 & ~self.rocks
        """Hexes that ships may cover (BG-140)."""
        self._even = hex_set(row * columns + column for row in range(0, rows, 2) for column in range(columns))
        self._west, self._east = (
            ~hex_set(row * columns + column for row in range(rows)) for column in (0, columns - 1)
        )
        self._near: dict[int, int] = {}
        self._seen: dict[int, int] = {}
        self._fire: dict[tuple[int, int], int] = {}
        self._spread: dict[int, int] = {}
        self._zones: dict[int, int] = {}
        self.wall = self._closed()
        """Positions that no ship may cover, made with `bit`: asteroids, and a margin beyond the rim."""
        small, large = (
            self.free,
            hex_set(place for place, under in enumerate(self.flower) if under and not under & self.rocks),
        )
        self.onward, self.onward_large = (
            tuple(
                tuple((direction, to) for direction, to in enumerate(each) if to != OFF and open_ >> to & 1)
                for each in self.step
            )
            for open_ in (small, large)
        )
        """Next hexes of each hex that the leading end of a ship may enter, by direction, and the same for the
        middle of a large ship (BG-065, BG-067).
        """
        self.strewn = self.spread(self.debris)
        """Positions with debris, made with `bit`."""
        self._within: dict[tuple[int, int], int] = {}

    def apart(self, one: int, other: int) -> int:
        """Distance of two hexes."""
        return DISTANCE[self.map.cells[other] - self.map.cells[one]]

    def covered(self, size: Size, pose: Pose) -> int:
        """Hexes under a ship in a pose; 0 for a large ship that does not fit on the map (BG-003)."""
        place, tail = pose
        return self.flower[place] if size == Size.LARGE else 1 << place | 1 << tail

    def near(self, hexes: int) -> int:
        """Give these hexes with all their neighbours. A ship that covers any of them is adjacent (BG-004)."""
        found = self._near.get(hexes)
        if found is None:
            found = hexes
            for place in members(hexes):
                found |= self.around[place]
            self._near[hexes] = found
        return found

    def shifted(self, hexes: int, direction: int) -> int:
        """The next hexes of these in one direction, those beyond the rim left out."""
        columns = self.columns
        if direction == 0:
            return (hexes & self._east) << 1
        if direction == 3:
            return (hexes & self._west) >> 1
        even, odd = hexes & self._even, hexes & ~self._even
        if direction == 1:
            return even >> columns | (odd & self._east) >> columns - 1
        if direction == 2:
            return (even & self._west) >> columns + 1 | odd >> columns
        below = (
            (even & self._west) << columns - 1 | odd << columns
            if direction == 4
            else even << columns | (odd & self._east) << columns + 1
        )
        return below & (1 << self.count) - 1

    def within(self, place: int, far: int) -> int:
        """Hexes at most so far away, the hex itself included."""
        found = self._within.get((place, far))
        if found is None:
            found = self._within[place, far] = hex_set(
                other for other in range(self.count) if self.apart(place, other) <= far
            )
        return found

    def seen(self, place: int) -> int:
        """Hexes that no asteroid hides from a hex (BG-105)."""
        found = self._seen.get(place)
        if found is None:
            found = self._seen[place] = hex_set(
                other for other in range(self.count) if self._clear(place, other)
            )
        return found

    def _clear(self, one: int, other: int) -> bool:
        """Whether one of the two readings of a line meets no asteroid. Its ends are not read (BG-105)."""
        start, end = self.map.cells[one], self.map.cells[other]
        far, rocks = DISTANCE[end - start] + 1, 0
        for place in members(self.rocks):
            rock = self.map.cells[place]
            if DISTANCE[rock - start] + DISTANCE[end - rock] <= far:
                rocks |= bit(rock - start)
        if not rocks:
            return True
        through, left, right = sampled(end - start)
        return not (rocks & through or (rocks & left and rocks & right))

    def fire(self, hexes: int, reach: int) -> int:
        """Hexes that can be attacked from any of these hexes with that range (BG-104, BG-105)."""
        found = self._fire.get((hexes, reach))
        if found is None:
            found = 0
            for place in members(hexes):
                found |= self.within(place, reach) & self.seen(place)
            self._fire[hexes, reach] = found
        return found

    def spread(self, hexes: int) -> int:
        """The same set as positions made with `bit`, which keep their distances when they are shifted."""
        found = self._spread.get(hexes)
        if found is None:
            found = 0
            for place in members(hexes):
                found |= bit(self.map.cells[place])
            self._spread[hexes] = found
        return found

    def spread_near(self, hexes: int) -> int:
        """Hexes and all their neighbours as positions made with `bit`."""
        found = self._zones.get(hexes)
        if found is None:
            found = self._zones[hexes] = self.spread(self.near(hexes))
        return found

    def _closed(self) -> int:
        found = self.spread(self.rocks)
        for row in range(-MARGIN, self.rows + MARGIN):
            for column in range(-MARGIN, self.columns + MARGIN):
                if (place := self.map.at(column, row)) not in self.number:
                    found |= bit(place)
        return found


@lru_cache(maxsize=32)
def field_of(columns: int, rows: int, tiles: tuple[tuple[str, str], ...]) -> Field:
    """The map of that size with these tiles, made once."""
    return Field(columns, rows, dict(tiles))
