"""Value of orders in the action phase."""

from __future__ import annotations

from collections.abc import Sequence

from missions.battles.engine.contract import NO_UNIT, Choice
from missions.battles.systems.galaxies.bots import places, stance, tactics, worths
from missions.battles.systems.galaxies.bots.care import Care
from missions.battles.systems.galaxies.bots.prospects import card_prospect, energy_price
from missions.battles.systems.galaxies.engine.activation import may_move
from missions.battles.systems.galaxies.engine.choices import Kind, fire_of, kind_of, pose_of
from missions.battles.systems.galaxies.engine.field import members
from missions.battles.systems.galaxies.engine.state import NOWHERE, State

LATER = -50.0
"""Value of an attack while the ship may still move: its move comes first, and so do those of its mates."""
OVER = -0.01
"""Value of an activation that ends: anything that does no harm comes first."""
_MOVING = frozenset((Kind.MOVE, Kind.WARP))


def rated(state: State, side: int, unit: int, choices: Sequence[Choice], care: Care) -> list[float]:
    """The value of each choice of a ship, or of the side (NO_UNIT), in points."""
    if unit == NO_UNIT:
        return [_of_side(state, side, choice, care) for choice in choices]
    moves = may_move(state, unit) and state.card[unit] == state.active
    waits = care.plans and (moves or state.active == NOWHERE) and stance.waits(state, side, care)
    if moves:
        ground = places.Ground(state, unit, care, waits=waits)
        stay = ground.value(state.place[unit], state.cover[unit])
        return [_moved(choice, ground) - stay for choice in choices]
    return [_acts(state, unit, choice, care, waits) for choice in choices]


def _of_side(state: State, side: int, choice: Choice, care: Care) -> float:
    kind = kind_of(choice)
    if kind in (Kind.TACTIC, Kind.DISCARD):
        return tactics.played(state, side, choice, care)
    return OVER if kind is Kind.FINISH else 0.0


def _moved(choice: Choice, ground: places.Ground) -> float:
    """A move or a warp by the place at its end and the dangers of the way."""
    kind = kind_of(choice)
    if kind is Kind.WARP:
        return ground.standing(pose_of(choice))
    return ground.moved(choice) if kind is Kind.MOVE else LATER


def _acts(state: State, unit: int, choice: Choice, care: Care, waits: bool) -> float:
    """An attack by its exact odds, or an activation by what it promises."""
    if kind_of(choice) is Kind.ACTIVATE:
        card = state.card[unit]
        price = energy_price(state, state.side, care)
        promise = _better(state, card, care) if waits else card_prospect(state, card, care)
        return promise - price * state.cards[card].type.activation
    weapon, target = fire_of(choice)
    facts = state.type_of(unit).weapons[weapon]
    if (unit, weapon) in state.charged:
        return worths.volley(state, facts, 1, target, care.worth)
    return worths.volley(state, facts, facts.attacks, target, care.worth) - care.energy * facts.charge


def _better(state: State, card: int, care: Care) -> float:
    """Gain of the ships of a card by moves to better places, while their side waits."""
    field, found = state.table.battle.field, 0.0
    for ship in state.ships_of(card):
        type_, ground = state.type_of(ship), places.Ground(state, ship, care, waits=True)
        near = field.within(state.place[ship], type_.move) & field.free & ~(state.taken & ~state.cover[ship])
        covers = ((place, field.covered(type_.size, (place, place))) for place in members(near))
        stay = ground.value(state.place[ship], state.cover[ship])
        found += max([stay, *(ground.value(place, cover) for place, cover in covers if cover)]) - stay
    return found
