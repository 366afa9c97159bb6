"""The rule systems there are. A new one is added here and nowhere else; the conformance suite then runs over
it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from league.kernel.refusal import Unreadable
from missions.battles.engine.contract import System
from missions.battles.systems.fighters.engine.system import FIGHTERS

SYSTEMS: Mapping[str, System[Any]] = MappingProxyType({FIGHTERS.id: FIGHTERS})


def system(name: str) -> System[Any]:
    """The system of that id. Raises Unreadable for one that does not exist."""
    found = SYSTEMS.get(name)
    if found is None:
        raise Unreadable("battle.system", f"There is no system “{name}”; choose one of {', '.join(SYSTEMS)}.")
    return found
