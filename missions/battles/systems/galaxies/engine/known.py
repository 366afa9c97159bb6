"""The open position of a view, as a state that the rules can be asked about: nothing else is in it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from missions.battles.engine.contract import Seat, Seating, View
from missions.battles.systems.galaxies.engine.field import hex_set
from missions.battles.systems.galaxies.engine.scenarios import battles
from missions.battles.systems.galaxies.engine.ships import BY_ID
from missions.battles.systems.galaxies.engine.state import NOWHERE, FleetCard, Model, Phase, State, Table

Facts = dict[str, Any]
Known = State
"""A state without anything that is secret."""


def position(view: View) -> Known:
    """Cards, ships and energy that everybody sees. Fleets, hands and decks are empty."""
    battle = battles()[view["scenario"]]
    table = Table(_seating(*view["sides"]), battle, ((), ()), (False, False), view["tactics"], view["rounds"])
    state = State(table, energy=[*view["energy"]], phase=Phase[view["phase"].upper()])
    state.turn, state.side = view["turn"], view["active"]
    for card in view["cards"]:
        _add(state, card, [view["ships"][ship] for ship in card["ships"]])
    for facts in view["ships"]:
        if facts["hex"]:
            hexes = battle.field.hexes
            pose = hexes[facts["hex"]], hexes[facts["back"] or facts["hex"]]
            state.put(facts["id"], *pose, battle.field.covered(BY_ID[facts["type"]].size, pose))
    _activate(state, view["activation"])
    return state


@lru_cache(maxsize=8)
def _seating(first: str, second: str) -> Seating:
    return Seating((first, second), (Seat(0, first, "first"), Seat(1, second, "second")))


def _add(state: State, card: Facts, ships: list[Facts]) -> None:
    state.cards.append(
        FleetCard(BY_ID[card["type"]], tuple(Model(ship["ref"], ship["name"]) for ship in ships))
    )
    state.owner.append(card["side"])
    state.launched.append(card["launched"])
    state.carrier.append(NOWHERE if card["carrier"] is None else card["carrier"])
    state.holds.append(())
    state.emptied.append(card["emptied"])
    state.activated |= card["activated"] << card["id"]
    for model, ship in enumerate(ships):
        state.card.append(card["id"])
        state.model.append(model)
        state.place.append(NOWHERE)
        state.tail.append(NOWHERE)
        state.cover.append(0)
        state.shields.append(ship["shields"])
        state.hull.append(ship["hull"])


def _activate(state: State, found: Facts | None) -> None:
    """The activation under way."""
    if found is None:
        return
    state.active = found["card"]
    state.moved, state.stayed, state.gated = (hex_set(found[name]) for name in ("moved", "stayed", "gated"))
    state.firing, state.jammed = found["firing"], found["jammed"]
    state.faster, state.farther = found["faster"], found["farther"]
    state.charged = {(ship, weapon): left for ship, weapon, left in found["charged"]}
