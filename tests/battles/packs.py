"""Other rule systems than those of the product, while a test lasts."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from missions.battles.systems import registry
from missions.battles.systems.pack import Pack


def offer(monkeypatch: pytest.MonkeyPatch, *packs: Pack) -> None:
    """Make these the only systems from now on, the first one offered first.

    Inside `duels.registered`, patch in a block of its own. A test's own patch ends later and would bring the
    duel back.
    """
    known = {pack.id: pack for pack in packs}
    monkeypatch.setattr(registry, "PACKS", MappingProxyType(known))
    monkeypatch.setattr(
        registry, "SYSTEMS", MappingProxyType({name: pack.system for name, pack in known.items()})
    )
