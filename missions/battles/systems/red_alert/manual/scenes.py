"""Maps for the pictures of the manual."""

from __future__ import annotations

from collections.abc import Mapping

from missions.battles.board.scene import Scene
from missions.battles.engine.dice import seeded_dice
from missions.battles.systems.red_alert.board.reader import READER
from missions.battles.systems.red_alert.engine.field import HEXES
from missions.battles.systems.red_alert.engine.scenarios import Battle
from missions.battles.systems.red_alert.engine.state import State
from missions.battles.systems.red_alert.engine.system import RED_ALERT
from missions.battles.systems.red_alert.forces import catalogue


def scene_of(battle: Battle) -> Scene:
    """The map of a battle before it begins, as a spectator sees it."""
    state, _ = RED_ALERT.setup(catalogue.written(battle.id, ("", ""), {}), seeded_dice(battle.id))
    return READER.scene(RED_ALERT.view_for(state, None), ())


def position(units: Mapping[str, str]) -> State:
    """A position in open space with these units of Opening Salvo: label → hex."""
    state, _ = RED_ALERT.setup(catalogue.written("opening_salvo", ("", ""), {}), seeded_dice("a position"))
    known = {each.label: number for number, each in enumerate(state.table.units)}
    for number in known.values():
        state.lift(number)
    for label, hex_ in units.items():
        state.put(known[label], HEXES[hex_])
    return state


def seen(state: State) -> Scene:
    """A position as a spectator sees it."""
    return READER.scene(RED_ALERT.view_for(state, None), ())
