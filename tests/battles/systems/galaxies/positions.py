"""Positions written down by hand, in the middle of an action phase.

    stand("isn-barrage-standard 5,5 4,5 | wre-chosh-veteran 7,4", asteroid="4,5 5,5")

A card is followed by the hexes of its ships, each as column and row from 0; a medium ship has its front and
its back. The map has no tiles except those that are named.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from missions.battles.engine.contract import Event, Order, Seat, Seating
from missions.battles.engine.dice import Dice, ScriptedDice
from missions.battles.systems.galaxies.engine import activation, questions
from missions.battles.systems.galaxies.engine.course import Course
from missions.battles.systems.galaxies.engine.field import Field, field_of
from missions.battles.systems.galaxies.engine.scenarios import battles
from missions.battles.systems.galaxies.engine.ships import BY_ID, SIDES, Size
from missions.battles.systems.galaxies.engine.state import NOWHERE, FleetCard, Model, Phase, State, Table

ISN, WRETCH = 0, 1
SEATING = Seating(SIDES, tuple(Seat(side, name, name.lower(), True) for side, name in enumerate(SIDES)))


def label(text: str) -> str:
    """The name of a hex on the map: "5,4" is 0605."""
    column, row = text.split(",")
    return f"{int(column) + 1:02d}{int(row) + 1:02d}"


def place(state: State, text: str) -> int:
    """The number of a hex."""
    return state.table.battle.field.hexes[label(text)]


def spot(state: State, hex_: int) -> str:
    """Column and row of a hex: the way back from `place`."""
    name = state.table.battle.field.labels[hex_]
    return f"{int(name[:2]) - 1},{int(name[2:]) - 1}"


def spots(state: State, ship: int) -> str:
    """Hexes of a ship, the front first."""
    front, back = state.place[ship], state.tail[ship]
    return spot(state, front) if front == back else f"{spot(state, front)} {spot(state, back)}"


def fleet_card(name: str, hull: int = 0) -> FleetCard:
    """A ship card of a fleet by its id."""
    type_ = BY_ID[name]
    return FleetCard(type_, (Model(hull=hull),) * type_.models)


def map_of(size: tuple[int, int], tiles: dict[str, str]) -> Field:
    """A map with these tiles."""
    named = {kind: " ".join(label(each) for each in hexes.split()) for kind, hexes in tiles.items()}
    return field_of(*size, tuple(sorted(named.items())))


def stand(
    cards: str,
    *,
    size: tuple[int, int] = (24, 15),
    energy: tuple[int, int] = (20, 20),
    side: int = ISN,
    tactics: bool = False,
    reserve: Sequence[str] = (),
    goal: int = 0,
    **tiles: str,
) -> State:
    """A battle with these cards on the map, in the action phase of a side. `reserve` are further cards of
    both fleets, behind the screens.
    """
    field = map_of(size, tiles)
    battle = replace(battles()["ring_patrol"], field=field, goal=goal)
    found = [entry.split() for entry in cards.split("|") if entry.strip()]
    all_cards = [*(fleet_card(name) for name, *_ in found), *map(fleet_card, reserve)]
    fleets = tuple(tuple(card for card in all_cards if card.type.side == each) for each in (ISN, WRETCH))
    table = Table(SEATING, battle, fleets, (False, False), tactics, battle.rounds)
    state = State(table, energy=list(energy), phase=Phase.ACTION, turn=5, side=side)
    for each in (ISN, WRETCH):
        hidden = [card for card in map(fleet_card, reserve) if card.type.side == each]
        first = len(fleets[each]) - len(hidden)
        state.reserve[each] = tuple(range(first, first + len(hidden)))
    for card, (_, *hexes) in zip(all_cards, found, strict=False):
        launch(state, card, [place(state, each) for each in hexes])
    return state


def launch(state: State, card: FleetCard, hexes: Sequence[int]) -> None:
    """Put a card with its ships on the map."""
    number, type_ = len(state.cards), card.type
    state.cards.append(card)
    state.owner.append(type_.side)
    state.launched.append(1)
    state.carrier.append(NOWHERE)
    state.holds.append(())
    state.emptied.append(0)
    step = 2 if type_.size == Size.MEDIUM else 1
    for model, first in enumerate(range(0, len(hexes), step)):
        front, back = hexes[first], hexes[first + step - 1]
        state.card.append(number)
        state.model.append(model)
        for each in (state.place, state.tail):
            each.append(NOWHERE)
        state.cover.append(0)
        state.shields.append(type_.shields)
        state.hull.append(0)
        state.put(
            len(state.card) - 1, front, back, state.table.battle.field.covered(type_.size, (front, back))
        )


def act(state: State, order: Order, dice: Dice | Sequence[int] = ()) -> list[Event]:
    """Carry an order or an answer out with these faces, all of which have to fall."""
    side = state.waiting if state.wait else state.side
    thrown = dice if isinstance(dice, Dice) else ScriptedDice(dice)
    course = Course(side, thrown, seat=side)
    (questions.answer if state.wait else activation.carry_out)(state, order, course)
    assert not isinstance(thrown, ScriptedDice) or not thrown.left
    return course.events
