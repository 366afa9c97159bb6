"""Maps and positions for the pictures of the manual."""

from __future__ import annotations

from collections.abc import Mapping

from missions.battles.board.reader import BoardReader
from missions.battles.board.scene import Scene
from missions.battles.systems.galaxies.engine.deployment import add
from missions.battles.systems.galaxies.engine.knowledge import view
from missions.battles.systems.galaxies.engine.scenarios import Battle
from missions.battles.systems.galaxies.engine.setup import seats
from missions.battles.systems.galaxies.engine.ships import BY_ID, Size
from missions.battles.systems.galaxies.engine.state import FleetCard, Model, Phase, State, Table

LAUNCHED, NOW = 1, 3
"""Turns in which the ships of a position were launched, and which it is."""


def position(battle: Battle, ships: Mapping[str, str]) -> State:
    """The map of a battle with these ships: id of a ship card → hexes of its ships, of a medium one the front
    and the back. They have all their shields, and nobody has cards behind a screen.
    """
    table = Table(seats({}), battle, ((), ()), (False, False), tactics=False, rounds=battle.rounds)
    state = State(table, energy=[20, 20], phase=Phase.ACTION, turn=LAUNCHED)
    for card, hexes in ships.items():
        _put(state, card, [battle.field.hexes[each] for each in hexes.split()])
    state.turn = NOW
    return state


def _put(state: State, card: str, places: list[int]) -> None:
    type_, first = BY_ID[card], len(state.card)
    fleet_card = FleetCard(type_, (Model(),) * type_.models)
    add(state, fleet_card, type_.side)
    ends = 2 if type_.size is Size.MEDIUM else 1
    for number in range(type_.models):
        pose = places[number * ends], places[number * ends + ends - 1]
        state.put(first + number, *pose, state.table.battle.field.covered(type_.size, pose))


def seen(reader: BoardReader, state: State) -> Scene:
    """A position as a spectator sees it."""
    return reader.scene(view(state, None), ())
