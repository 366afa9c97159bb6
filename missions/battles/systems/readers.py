"""What the board needs to know of each rule system, by the system's id."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from missions.battles.board.scene import Arcs, Offer, Scene, Trace
from missions.battles.engine.contract import Choice, Event, Order, View
from missions.battles.systems.fighters.board import orders as board_fighters_orders
from missions.battles.systems.fighters.board import scene as board_fighters


@dataclass(frozen=True, slots=True)
class Reader:
    """How one rule system is put on the map, in the words of `board_scene`.

    Everything that could be hidden comes from a seat's view; the state is asked for what that view names.
    """

    scene: Callable[[View, Any, Iterable[int]], Scene]
    offers: Callable[[Any, int, Sequence[Choice]], list[Offer]]
    group_note: Callable[[Any, int, str], str]
    told: Callable[[Any, Order], tuple[str, str]]
    asked: Callable[[Any], str]
    sights: Callable[[Any, int, Offer], list[str]]
    arcs: Callable[[Any, int], Arcs | None]
    profile: Callable[[Any, int], list[tuple[str, str]]]
    weapons: Callable[[Any, int], list[tuple[str, str]]]
    traces: Callable[[Any, Sequence[Event]], list[Trace]]
    rolled_for: Callable[[Any, Sequence[Event], int], str]


READERS: Mapping[str, Reader] = MappingProxyType(
    {
        "fighters": Reader(
            scene=board_fighters.scene,
            offers=board_fighters_orders.offers,
            group_note=board_fighters_orders.group_note,
            told=board_fighters_orders.told,
            asked=board_fighters_orders.asked,
            sights=board_fighters_orders.sights,
            arcs=board_fighters.arcs,
            profile=board_fighters.profile,
            weapons=board_fighters.weapons,
            traces=board_fighters.traces,
            rolled_for=board_fighters.rolled_for,
        )
    }
)
