"""Positions written as players would say them.

    stand("Cw CR G5, Cf BB(2)! E5", asteroids="G5")

Each unit has a side (Cw sits at the bottom, Cf at the top), its type, figures in brackets unless it has all,
`!` for a red alert marker, `~` for a cloak, and its hex.
"""

from __future__ import annotations

import re
from dataclasses import replace
from types import MappingProxyType

from missions.battles.engine.contract import Seat, Seating
from missions.battles.systems.red_alert.engine.field import HEXES, LABELS, hex_set
from missions.battles.systems.red_alert.engine.scenarios import SIDES, battles
from missions.battles.systems.red_alert.engine.state import NOWHERE, State, Table, Unit
from missions.battles.systems.red_alert.engine.units import BY_ID, FACES, SYMBOL

CW, CF = 0, 1
SEATING = Seating(SIDES, (Seat(0, SIDES[0], "commonwealth"), Seat(1, SIDES[1], "confederation")))
_UNIT = re.compile(r"(Cw|Cf) ([A-Z]+)(?:\((\d)\))?(!?)(~?) ([A-K]\d+)")


def named(text: str) -> int:
    """The set of hexes with these names."""
    return hex_set(HEXES[label] for label in text.split())


def stand(
    units: str,
    *,
    map_of: str = "opening_salvo",
    asteroids: str = "",
    planet: str = "",
    debris: str = "",
    stars: tuple[int, int] = (0, 0),
) -> State:
    """A battle with these units on the map of a scenario, or in open space with these features."""
    battle = battles()[map_of]
    if asteroids:
        battle = replace(battle, asteroids=named(asteroids))
    if planet:
        hexes = tuple(HEXES[label] for label in planet.split())
        group = MappingProxyType(dict.fromkeys(hexes, 0))
        battle = replace(battle, planets=(("Planet", hexes),), group=group)
    found = [_UNIT.fullmatch(each.strip()) for each in units.split(",")]
    assert all(found), units
    made = [_unit(number, match) for number, match in enumerate(found) if match]
    table = Table(SEATING, battle, tuple(made), battle.points, battle.eliminated, 200)
    state = State(table, [NOWHERE] * len(made), [unit.figures for unit in made], stars=list(stars))
    state.debris = named(debris)
    for number, match in enumerate(found):
        assert match
        state.put(number, HEXES[match[6]])
        state.figures[number] = int(match[3] or made[number].figures)
        state.marked |= bool(match[4]) << number
        state.cloaked |= bool(match[5]) << number
    return state


def _unit(number: int, match: re.Match[str]) -> Unit:
    type_ = BY_ID[match[2]]
    return Unit(type_, (CW, CF)[match[1] == "Cf"], f"{match[1]}-{match[2]}{number}", "", type_.figures)


def faces(text: str) -> bytes:
    """Faces by their letters: F S C the classes, B blast, * star, R red alert."""
    return bytes(SYMBOL.letters.index(letter) + 1 for letter in text.replace(" ", ""))


def labels(hexes: tuple[int, ...]) -> str:
    """Names of hexes in their order."""
    return " ".join(LABELS[each] for each in hexes)


assert len(FACES) == len(SYMBOL.letters)
