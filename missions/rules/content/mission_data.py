"""The eight missions and the eleven fleet assets as data (sections 7 and 8), read from `data/*.toml` and
checked."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

from missions.rules.game.sides import SIDES, SideName
from missions.rules.game.state import ShipFate
from missions.rules.pregame.state import AssetKind
from rosters.rules.state import OfferedAsset, SquadronType

Victory = Literal["markers", "key_ship", "points"]
Withdrawal = Literal["yes", "no", "key"]
Placing = Literal["turns", "active", "opposing"]
Edge = Literal["active", "opposing", "neutral"]
Aim = Literal["scouting", "crossing", "rescue", "skirmish", "ambush", "blockade", "fleet_action"]
Acts = Literal["cards", "squadrons", "table", "fates", "agent"]

_DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class SideBrief:
    """One side's part in a mission. `pool`: squadron types that it draws from, () for none besides the Drawn
    Squadron; `strength`: least and most squadrons (CR-074); `withdraw`: whether ships may leave unharmed
    (CR-098), "key" = the nominated ship first; `leaves_by`: the edges by which ships withdraw then, the
    nominated one left aside, with `jumps` by hyperdrive any edge; `enemy_edge`: the fate of a ship that goes
    by the enemy's edge without withdrawing (CR-096); `beyond`: what is drafted for it after a battle on hexes
    in which a ship is nominated; `margin`: squad points for the asset, 0 if points decide nothing (CR-099);
    `offers`: assets of which the winner takes one, whichever side an asset's own heading names (CR-081)."""

    pool: tuple[SquadronType, ...]
    strength: tuple[int, int]
    withdraw: Withdrawal
    leaves_by: tuple[Edge, ...]
    jumps: bool
    enemy_edge: ShipFate
    beyond: ShipFate
    margin: int
    offers: tuple[AssetKind, ...]

    @property
    def may_withdraw(self) -> bool:
        """Whether ships of this side can leave unharmed at some time."""
        return self.withdraw != "no"


@dataclass(frozen=True, slots=True)
class Mission:
    """One mission. `drawn`: types of Drawn Squadron that open it (CR-073); `table` in feet, long side first;
    `deploy_range` from the own edge; `markers` in Reconnaissance (CR-090); `key_ship` what the nominated ship
    is called (CR-091), "" for none, or with `key_aboard` whom it carries. It withdraws by the edge
    `key_edge`, without `key_jumps` not by hyperdrive; another edge makes its fate `key_astray`; the others
    may withdraw once its fate is one of `key_frees` (CR-098). `neutral`: whether there are neutral edges;
    `reserve`: further squadrons come during play (CR-093); `aim`: the kind of battle on hexes that fits."""

    number: int
    id: str
    name: str
    drawn: tuple[SquadronType, ...]
    needs_big: bool
    table: tuple[int, int]
    obstacles: int
    pairs: bool
    placing: Placing
    debris: bool
    deploy_range: int
    victory: Victory
    markers: int
    key_ship: str
    key_aboard: bool
    key_edge: SideName | None
    key_astray: ShipFate | None
    key_jumps: bool
    key_frees: tuple[ShipFate, ...]
    neutral: bool
    reserve: bool
    aim: Aim
    sides: Mapping[SideName, SideBrief]

    @property
    def key_called(self) -> str:
        """The nominated ship: "Supply Ship", or whose ship it is; "" without one."""
        return f"{self.key_ship}’s ship" if self.key_aboard else self.key_ship

    @property
    def key_frees_once(self) -> str:
        """Condition for the other ships to withdraw, to follow "once" (CR-098); "" without a nominated
        ship."""
        if not self.key_ship:
            return ""
        left = "the table" if "driven_off" in self.key_frees else f"by the {self.key_edge} edge"
        sentence = f"the {self.key_called} has left {left}"
        return f"{sentence} or is destroyed" if "destroyed" in self.key_frees else sentence


@dataclass(frozen=True, slots=True)
class Asset:
    """One kind of fleet asset. `acts` says when it works (see `data/assets.toml`)."""

    kind: AssetKind
    name: str
    acts: Acts
    targeted: bool

    @property
    def offered(self) -> OfferedAsset:
        """The asset as the roster is offered it."""
        return OfferedAsset(self.kind, self.name, self.targeted)


def open_fates(mission: Mission | None, side: SideName) -> tuple[ShipFate, ...]:
    """The fates that ships of a side can have: some missions let them withdraw (CR-096, CR-098)."""
    may_withdraw = mission is not None and mission.sides[side].may_withdraw
    return ("survived", "destroyed", "driven_off", *(("withdrawn",) if may_withdraw else ()))


def _read(name: str) -> dict[str, Any]:
    with (_DATA / name).open("rb") as file:
        return tomllib.load(file)


@cache
def missions() -> Mapping[int, Mission]:
    """All missions by number. Raises ValueError for data that does not fit, naming the mission."""
    return {int(number): _mission(int(number), raw) for number, raw in _read("missions.toml").items()}


@cache
def assets() -> Mapping[AssetKind, Asset]:
    """All assets by kind. Raises ValueError for an unknown or missing kind."""
    raw = _read("assets.toml")
    if set(raw) != set(get_args(AssetKind)):
        raise ValueError(
            f"assets.toml: {sorted(set(raw) ^ set(get_args(AssetKind)))} do not match the kinds."
        )
    return {
        kind: Asset(
            kind, raw[kind]["name"], _one_of(Acts, raw[kind]["acts"], kind), raw[kind].get("targeted", False)
        )
        for kind in get_args(AssetKind)
    }


def _mission(number: int, raw: Mapping[str, Any]) -> Mission:
    where = f"mission {number}"
    return Mission(
        number=number,
        id=raw["id"],
        name=raw["name"],
        drawn=tuple(_one_of(SquadronType, each, where) for each in raw["drawn"]),
        needs_big=raw.get("needs_big", False),
        table=(raw["table"][0], raw["table"][1]),
        obstacles=raw["obstacles"],
        pairs=raw["pairs"],
        placing=_one_of(Placing, raw["placing"], where),
        debris=raw["debris"],
        deploy_range=raw["deploy_range"],
        victory=_one_of(Victory, raw["victory"], where),
        markers=raw.get("markers", 0),
        key_ship=raw.get("key_ship", ""),
        key_aboard=raw.get("key_aboard", False),
        key_edge=_one_of(SideName, raw["key_edge"], where) if "key_ship" in raw else None,
        key_astray=_one_of(ShipFate, raw["key_astray"], where) if "key_ship" in raw else None,
        key_jumps=raw.get("key_jumps", True),
        key_frees=tuple(_one_of(ShipFate, each, where) for each in raw.get("key_frees", ())),
        neutral=raw.get("neutral", True),
        reserve=raw.get("reserve", False),
        aim=_one_of(Aim, raw["aim"], where),
        sides={side: _side(raw[side], f"{where}, {side}") for side in SIDES},
    )


def _side(raw: Mapping[str, Any], where: str) -> SideBrief:
    least, most = raw["strength"]
    if not 1 <= least <= most:
        raise ValueError(f"{where}: a strength of {least} to {most} makes no sense.")
    return SideBrief(
        pool=tuple(_one_of(SquadronType, each, where) for each in raw["pool"]),
        strength=(least, most),
        withdraw=_one_of(Withdrawal, raw["withdraw"], where),
        leaves_by=tuple(_one_of(Edge, each, where) for each in raw.get("leaves_by", ())),
        jumps=raw.get("jumps", False),
        enemy_edge=_one_of(ShipFate, raw.get("enemy_edge", "destroyed"), where),
        beyond=_one_of(ShipFate, raw.get("beyond", "destroyed"), where),
        margin=raw.get("margin", 0),
        offers=tuple(_one_of(AssetKind, each, where) for each in raw["offers"]),
    )


def _one_of(choices: Any, value: str, where: str) -> Any:
    if value not in get_args(choices):
        raise ValueError(f"{where}: {value!r} is none of {', '.join(get_args(choices))}.")
    return value
