"""Set-up diagram of each mission, in millimetres on the table (CR-064, CR-090, CR-098).

The origin is the table's upper left corner, y grows downwards. Obstacles and markers are examples in legal
places. If the players' edges are the long or opposite ones, the active side sits below; in the Blockade it
sits on the left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from missions.rules.content.mission_data import Mission, missions
from missions.rules.game.sides import SideName

Edge = Literal["top", "right", "bottom", "left"]
Owner = Literal["active", "opposing", "neutral"]

BAND = 100.0  # one range band
LENGTHS = {3: 914.0, 5: 1524.0}  # feet to millimetres
OBSTACLE = 36.0  # radius
MARKER = 20.0


@dataclass(frozen=True, slots=True)
class Box:
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Disc:
    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Zone:
    """Deployment zone of a side. `sure` is False if it also depends on things nearby; `label` is drawn on
    it, "" for none."""

    side: SideName
    shape: Box | Disc
    label: str
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Limit:
    """A dashed line that something has to stay beyond."""

    shape: Box | Disc
    label: str


@dataclass(frozen=True, slots=True)
class Exit:
    """An arrow over an edge. `key` for the nominated ship's."""

    edge: Edge
    side: SideName
    key: bool = False


@dataclass(frozen=True, slots=True)
class Thing:
    """An obstacle or marker at its middle."""

    x: float
    y: float
    kind: Literal["asteroid", "debris", "marker", "centre"]


@dataclass(frozen=True, slots=True)
class Plan:
    """One mission's table. Of `things`, obstacles that lie in pairs stand next to each other in the tuple."""

    mission: Mission
    width: float
    height: float
    edges: Mapping[Edge, Owner]
    zones: tuple[Zone, ...]
    limits: tuple[Limit, ...]
    exits: tuple[Exit, ...]
    things: tuple[Thing, ...]

    @property
    def obstacles(self) -> tuple[Thing, ...]:
        return tuple(each for each in self.things if each.kind in ("asteroid", "debris"))


FACING: dict[Edge, Owner] = {"top": "opposing", "right": "neutral", "bottom": "active", "left": "neutral"}
SIDEWAYS: dict[Edge, Owner] = {"top": "neutral", "right": "opposing", "bottom": "neutral", "left": "active"}
TRAP: dict[Edge, Owner] = {"top": "opposing", "right": "opposing", "bottom": "active", "left": "active"}
SCATTERED = ((300, 290), (610, 250), (250, 520), (470, 560), (670, 470), (620, 668))
BETWEEN_MARKERS = ((270, 300), (457, 250), (640, 300), (290, 540), (470, 620), (640, 520))
AROUND_CENTRE = ((210, 300), (470, 140), (730, 270), (760, 560), (500, 780), (200, 640))
PAIRS = (
    ((270, 290), (380, 305)),
    ((670, 300), (780, 285)),
    ((1070, 285), (1180, 300)),
    ((270, 612), (380, 622)),
    ((670, 625), (780, 612)),
    ((1070, 612), (1180, 625)),
)
SPREAD_MARKERS = ((457, 420), (210, 220), (740, 330), (250, 680), (690, 660))


@cache
def plans() -> Mapping[int, Plan]:
    """The plan of every mission by number."""
    return {number: _plan(mission) for number, mission in missions().items()}


def _plan(mission: Mission) -> Plan:
    width, height = (LENGTHS[feet] for feet in mission.table)
    edges = SIDEWAYS if mission.number == 7 else TRAP if mission.number == 5 else FACING
    zones, limits, exits = _LAYOUTS.get(mission.number, _facing)(mission, width, height)
    return Plan(mission, width, height, edges, zones, limits, exits, _things(mission))


Layout = tuple[tuple[Zone, ...], tuple[Limit, ...], tuple[Exit, ...]]


def _bands(mission: Mission) -> tuple[float, str]:
    return mission.deploy_range * BAND, f"Range {mission.deploy_range}"


def _facing(mission: Mission, width: float, height: float) -> Layout:
    """Each side along its own edge."""
    deep, bands = _bands(mission)
    zones = (
        Zone("opposing", Box(0, 0, width, deep), f"Opposing · {bands}"),
        Zone("active", Box(0, height - deep, width, deep), f"Active · {bands}"),
    )
    return zones, (), ()


def _reconnaissance(mission: Mission, width: float, height: float) -> Layout:
    zones, _, _ = _facing(mission, width, height)
    inner = Box(BAND, BAND, width - 2 * BAND, height - 2 * BAND)
    return (
        zones,
        (Limit(inner, ""),),
        (Exit("bottom", "active"), Exit("left", "active"), Exit("right", "active")),
    )


def _flanks(width: float, height: float, free: float, label: str) -> tuple[Zone, Zone]:
    """The opposing side along both neutral edges, keeping `free` millimetres from the active edge."""
    return (
        Zone("opposing", Box(0, 0, BAND, height - free), label),
        Zone("opposing", Box(width - BAND, 0, BAND, height - free), label),
    )


def _infiltration(mission: Mission, width: float, height: float) -> Layout:
    deep, bands = _bands(mission)
    zones = (
        *_flanks(width, height, 2 * BAND, "Opposing · Range 1"),
        Zone("active", Box(0, height - deep, width, deep), f"Active · {bands}"),
    )
    limit = Limit(Box(0, height - 2 * BAND, width, 0), "Range 2")
    return zones, (limit,), (Exit("top", "active", key=True),)


def _extraction(mission: Mission, width: float, height: float) -> Layout:
    deep, bands = _bands(mission)
    zones = (
        *_flanks(width, height, 3 * BAND, "Opposing · Range 1"),
        Zone("active", Box(0, 0, width, BAND), "Drawn Squadron · Range 1"),
        Zone("active", Box(0, height - deep, width, deep), f"Second squadron · {bands}"),
    )
    limit = Limit(Box(0, height - 3 * BAND, width, 0), "Range 3")
    return zones, (limit,), (Exit("bottom", "active", key=True),)


def _ambush(mission: Mission, width: float, height: float) -> Layout:
    deep, bands = _bands(mission)
    zones = (
        Zone("active", Box(0, 0, deep, height), f"Active · {bands}"),
        Zone("active", Box(deep, height - deep, width - deep, deep), f"Active · {bands}"),
        Zone("opposing", Disc(width / 2, height / 2, 3 * BAND), "Opposing · Range 3"),
    )
    limit = Limit(Disc(width / 2, height / 2, 2 * BAND), "")
    exits = (
        Exit("bottom", "active"),
        Exit("left", "active"),
        Exit("top", "opposing"),
        Exit("right", "opposing"),
    )
    return zones, (limit,), exits


def _blockade(mission: Mission, width: float, height: float) -> Layout:
    deep, bands = _bands(mission)
    near, far = deep + 3 * BAND, width - 3 * BAND
    zones = (
        Zone("active", Box(0, 0, deep, height), f"Active · {bands}"),
        Zone("opposing", Box(deep, 0, near - deep, BAND), "", sure=False),
        Zone("opposing", Box(deep, height - BAND, near - deep, BAND), "", sure=False),
        Zone("opposing", Box(near, 0, far - near, BAND), "One squadron · Range 1"),
        Zone("opposing", Box(near, height - BAND, far - near, BAND), "or here, or both · Range 1"),
        Zone("opposing", Box(width - BAND, 0, BAND, height), "Opposing · Range 1"),
    )
    limit = Limit(Box(far, 0, 0, height), "Range 3")
    return zones, (limit,), (Exit("right", "active", key=True),)


_LAYOUTS = {1: _reconnaissance, 2: _infiltration, 3: _extraction, 5: _ambush, 7: _blockade}


def _things(mission: Mission) -> tuple[Thing, ...]:
    places: tuple[tuple[int, int], ...]
    if mission.pairs:
        places = tuple(place for pair in PAIRS for place in pair)
    else:
        places = {1: BETWEEN_MARKERS, 5: AROUND_CENTRE}.get(mission.number, SCATTERED)
    found = [
        Thing(x, y, "debris" if mission.debris and at % 3 == 1 else "asteroid")
        for at, (x, y) in enumerate(places)
    ]
    found += [Thing(x, y, "marker") for x, y in SPREAD_MARKERS[: mission.markers]]
    if mission.number == 5:
        found.append(Thing(LENGTHS[3] / 2, LENGTHS[3] / 2, "centre"))
    return tuple(found)
