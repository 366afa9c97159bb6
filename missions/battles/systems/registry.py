"""The rule systems there are, each by its pack. A new one is added here and nowhere else; the conformance
suite, the pages, the commands and the measurements then run over it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from league.kernel.refusal import Unreadable
from missions.battles.engine.contract import System
from missions.battles.systems.fighters.pack import FIGHTERS
from missions.battles.systems.galaxies.pack import GALAXIES
from missions.battles.systems.pack import Pack
from missions.battles.systems.red_alert.pack import RED_ALERT

PACKS: Mapping[str, Pack] = MappingProxyType({pack.id: pack for pack in (FIGHTERS, RED_ALERT, GALAXIES)})
"""Packs by id, the one that is offered first at the head."""
SYSTEMS: Mapping[str, System[Any]] = MappingProxyType({name: pack.system for name, pack in PACKS.items()})
"""Engines of the packs."""


def packs() -> tuple[Pack, ...]:
    """All packs, the one that is offered first at the head."""
    return tuple(PACKS.values())


def pack(name: str) -> Pack:
    """The pack of that system; "" stands for the first. Raises Unreadable for one that does not exist."""
    if not name:
        return packs()[0]
    found = PACKS.get(name)
    if found is None:
        raise Unreadable(
            "battle.system", f"There is no system “{name[:20]}”; choose one of {', '.join(PACKS)}."
        )
    return found


def system(name: str) -> System[Any]:
    """The system of that id. Raises Unreadable for one that does not exist."""
    return pack(name).system
