"""Browsers of tests that keep chains of links for a game with a mission."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy

from league.kernel.decision import Decision, Order, decide
from league.kernel.entropy import SeededEntropy
from league.kernel.nonces import seal_of
from missions.rules import orders as do
from missions.rules.game.sides import SIDES, SideName
from tests.chains import Chain
from tests.missions.rules.builders import ACTIVE, NOW, OPPOSING, TIE, XWING, Night, actor


def chains_of(name: str = "") -> dict[SideName, Chain]:
    """A chain for each side."""
    return {side: Chain(f"{name} {side}") for side in SIDES}


def prepared(parts: Mapping[str, str]) -> Night:
    """Both sides are ready with these parts, and the active side rests nothing."""
    night = Night()
    for side, ship in (("active", XWING), ("opposing", TIE)):
        for card in (2, 3, 4):
            night.squadron(side, card, "standard")
            night.ship(side, ship, squadron=card)
    night.pair(missions=True)
    night.act(do.PressReady(night.game_id, "active", parts["active"]), ACTIVE)
    night.game.draw.seals["opposing"] = seal_of(parts["opposing"])
    night.act(do.PressReady(night.game_id, "opposing", parts["opposing"]), OPPOSING)
    night.act(do.RestSquadrons(night.game_id), ACTIVE)
    return night


def decided(night: Night, order: Order, links: Mapping[str, str] | None, member: int = ACTIVE) -> Decision:
    """The decision of an order with links, without carrying it out."""
    state, chance = deepcopy(night.state), SeededEntropy("links")
    return decide(state, actor(member), order, now=NOW, entropy=chance, next_id=night.next_id, links=links)
