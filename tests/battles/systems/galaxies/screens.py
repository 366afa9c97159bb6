"""Deploy phases written down by hand: cards behind the screens, and cards on the map.

    deploying("isn-barrage-standard isn-hawks-seasoned", energy=12)
    deploying("", "isn-everest-veteran 8,6 : isn-hawks-veteran isn-f54-seasoned", energy=25)

The first text has the cards behind the screen of the side whose turn it is. The second has its cards on the
map in the manner of `positions`, and behind a colon what lies in the hold. Starting zones are the first and
the last three columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from missions.battles.engine.contract import NO_UNIT, Event
from missions.battles.engine.dice import Dice, ScriptedDice
from missions.battles.systems.galaxies.engine import awaited, deployment, refusing
from missions.battles.systems.galaxies.engine.choices import Kind, launch, packed, place_at
from missions.battles.systems.galaxies.engine.field import hex_set
from missions.battles.systems.galaxies.engine.scenarios import battles
from missions.battles.systems.galaxies.engine.ships import Size
from missions.battles.systems.galaxies.engine.state import NOWHERE, FleetCard, Phase, State, Table
from tests.battles.systems.galaxies.positions import ISN, SEATING, WRETCH, fleet_card, map_of, place

WIDTH = 3
DONE = packed(Kind.DONE)
ENEMY = "wre-chosh-standard 20,7"
EARLIER, NOW = 1, 5


def deploying(
    reserve: str,
    cards: str = "",
    enemy: str = ENEMY,
    *,
    energy: int = 25,
    size: tuple[int, int] = (24, 15),
    tactics: bool = False,
    goal: int = 0,
    enemy_reserve: str = "",
    **tiles: str,
) -> State:
    """The deploy phase of the ISN in turn 5, with these cards; those on the map were launched in turn 1."""
    field = map_of(size, tiles)
    columns, rows = size
    zones = tuple(
        hex_set(row * columns + column for row in range(rows) for column in wide)
        for wide in (range(WIDTH), range(columns - WIDTH, columns))
    )
    battle = replace(battles()["ring_patrol"], field=field, goal=goal, zones=zones, points=70)
    lines = [[_line(line) for line in text.split("|") if line.strip()] for text in (cards, enemy)]
    behind = [text.split() for text in (reserve, enemy_reserve)]
    fleets = tuple(_fleet(lines[side], behind[side]) for side in (ISN, WRETCH))
    table = Table(SEATING, battle, fleets, (False, False), tactics, battle.rounds)
    state = State(table, energy=[energy, 20], phase=Phase.DEPLOY, turn=EARLIER)
    for side in (ISN, WRETCH):
        state.reserve[side] = _places(fleets[side], behind[side])
        for name, hexes, hold in lines[side]:
            _stand(state, side, fleet_card(name), hexes, _places(fleets[side], hold))
    state.turn = NOW
    return state


def _line(text: str) -> tuple[str, list[str], list[str]]:
    ship, _, hold = text.partition(":")
    name, *hexes = ship.split()
    return name, hexes, hold.split()


def _fleet(lines: Iterable[tuple[str, list[str], list[str]]], behind: Iterable[str]) -> tuple[FleetCard, ...]:
    names = [*behind]
    for name, _, hold in lines:
        names += [name, *hold]
    return tuple(sorted((fleet_card(name) for name in names), key=lambda card: card.type.number))


def _places(fleet: Sequence[FleetCard], names: Iterable[str]) -> tuple[int, ...]:
    ids = [card.type.id for card in fleet]
    return tuple(sorted(ids.index(name) for name in names))


def _stand(state: State, side: int, facts: FleetCard, hexes: list[str], hold: tuple[int, ...]) -> None:
    first = len(state.card)
    card = deployment.add(state, facts, side)
    step = 2 if facts.type.size == Size.MEDIUM else 1
    for number in range(0, len(hexes), step):
        pose = place(state, hexes[number]), place(state, hexes[number + step - 1])
        covered = state.table.battle.field.covered(facts.type.size, pose)
        state.put(first + number // step, *pose, covered)
    state.holds[card] = hold


# --- orders -----------------------------------------------------------------------------------------


def place_of(state: State, name: str) -> int:
    """The place of a card in the fleet of the side whose turn it is."""
    return [card.type.id for card in state.table.fleets[state.side]].index(name)


def launching(state: State, name: str, hexes: str, carrier: int = NOWHERE) -> int:
    """The choice that launches a card with its first ship on these hexes."""
    front, *back = [place(state, each) for each in hexes.split()]
    return launch(place_of(state, name), carrier, (front, back[0] if back else front))


def loading(state: State, names: str) -> int:
    """The choice that loads the hold with these cards."""
    return packed(Kind.LOAD, hex_set(place_of(state, name) for name in names.split()))


def allowed(state: State, choice: int, unit: int = NO_UNIT) -> bool:
    """Whether the side whose turn it is may give an order."""
    return unit in awaited.legal_units(state, state.side) and choice in awaited.legal_orders(
        state, state.side, unit
    )


def order(state: State, choice: int, unit: int = NO_UNIT, dice: Dice | None = None) -> list[Event]:
    """Carry out an order of the side whose turn it is, which has to be legal."""
    assert allowed(state, choice, unit), refusing.why_not(state, state.side, (unit, choice))
    return awaited.apply(state, state.side, (unit, choice), dice or ScriptedDice(()))


def ready(state: State, name: str, hexes: str, carrier: int = NOWHERE, hold: str = "") -> list[Event]:
    """Launch a whole card: one hex for each small ship. A hold is loaded with these cards."""
    first, *others = [hexes] if _type(state, name).size == Size.MEDIUM else hexes.split()
    events = order(state, launching(state, name, first, carrier))
    for each in others:
        hex_ = place(state, each)
        events += order(state, place_at((hex_, hex_)), deployment.to_place(state))
    if state.loading != NOWHERE:
        events += order(state, loading(state, hold))
    return events


def _type(state: State, name: str):
    return state.table.fleets[state.side][place_of(state, name)].type


def refused(state: State, choice: int, unit: int = NO_UNIT) -> tuple[str, str]:
    """The reason against an order that is not legal, and its rule."""
    assert not allowed(state, choice, unit)
    return refusing.why_not(state, state.side, (unit, choice))


def squadron_fits(state: State, name: str, hexes: str, carrier: int = NOWHERE) -> bool:
    """Whether a squadron may be launched onto these hexes, one after the other as they are named."""
    copy = state.clone()
    first, *others = hexes.split()
    if not allowed(copy, launching(copy, name, first, carrier)):
        return False
    order(copy, launching(copy, name, first, carrier))
    for each in others:
        hex_ = place(copy, each)
        choice, unit = place_at((hex_, hex_)), deployment.to_place(copy)
        if not allowed(copy, choice, unit):
            return False
        order(copy, choice, unit)
    return True
