"""Expected fire: what the weapons of a ship can do to each enemy, and from where."""

from __future__ import annotations

from functools import lru_cache

from missions.battles.systems.galaxies.bots.care import Care
from missions.battles.systems.galaxies.bots.worths import Appraisal, salvo
from missions.battles.systems.galaxies.engine import gunnery
from missions.battles.systems.galaxies.engine.field import OFF, Field, listed, members
from missions.battles.systems.galaxies.engine.ships import ShipCard, Weapon
from missions.battles.systems.galaxies.engine.state import State

Aims = tuple[tuple[float, int], ...]
"""Values of targets, the best first, each with the hexes from which the weapon reaches it."""
Target = tuple[ShipCard, float, int, int, int, float]
"""A ship as a weapon sees it: its type and worth, its shields and hull, its hexes, and the weight of hits."""


def aims(state: State, ship: int, weapon: int, care: Care) -> Aims:
    """The targets of a weapon on the whole map."""
    attacks = gunnery.attacks_left(state, ship, weapon)
    if not attacks:
        return ()
    facts = state.type_of(ship).weapons[weapon]
    charge = 0.0 if (ship, weapon) in state.charged else care.energy * facts.charge
    reach, field = gunnery.reach(state, ship, weapon), state.table.battle.field
    enemies = targets(state, 1 - state.side_of(ship), care.worth)
    return _aims(field, facts.strength, attacks, charge, reach, enemies, care.worth.afloat)


def first_aims(state: State, side: int, weapon: Weapon, care: Care) -> Aims:
    """The same for a weapon of a card that a side has not launched yet."""
    enemies, charge = targets(state, 1 - side, care.worth), care.energy * weapon.charge
    field, afloat = state.table.battle.field, care.worth.afloat
    return _aims(field, weapon.strength, weapon.attacks, charge, weapon.range, enemies, afloat)


def targets(state: State, side: int, appraise: Appraisal) -> tuple[Target, ...]:
    """The ships of a side as targets."""
    cards, card, prize = state.cards, state.card, state.table.battle.prize
    shields, hull, cover = state.shields, state.hull, state.cover
    return tuple(
        [
            (
                cards[card[ship]].type,
                appraise(cards[card[ship]]),
                shields[ship],
                hull[ship],
                cover[ship],
                appraise.holder if prize != OFF and cover[ship] >> prize & 1 else 1.0,
            )
            for ship in listed(state.fleet[side])
        ]
    )


@lru_cache(maxsize=1 << 12)
def _aims(
    field: Field,
    strength: int,
    attacks: int,
    charge: float,
    reach: int,
    enemies: tuple[Target, ...],
    afloat: float,
) -> Aims:
    """The same from its facts alone: while one side moves, the other stays as it is."""
    found = []
    for type_, points, shields, hull, cover, weight in enemies:
        loss = salvo(type_, points, afloat, strength, attacks, shields, type_.hull - hull)
        value = weight * loss - charge
        if value > 0:
            found.append((value, field.fire(cover, reach)))
    found.sort(reverse=True)
    return tuple(found)


def all_aims(state: State, ship: int, care: Care) -> list[Aims]:
    """`aims` of each weapon."""
    return [aims(state, ship, weapon, care) for weapon in range(len(state.type_of(ship).weapons))]


def best_from(cover: int, weapons: list[Aims]) -> float:
    """Value of the best attacks from these hexes, each weapon at its best target."""
    found = 0.0
    for each in weapons:
        for value, zone in each:
            if zone & cover:
                found += value
                break
    return found


def reachable(field: Field, state: State, ship: int, spaces: int) -> int:
    """Hexes that some part of a ship may cover after a move of so many spaces, in open space."""
    return spread(field, state.cover[ship], spaces)


@lru_cache(maxsize=1 << 14)
def spread(field: Field, hexes: int, spaces: int) -> int:
    """Hexes at most so many spaces from one of these."""
    found = 0
    for place in members(hexes):
        found |= field.within(place, spaces)
    return found
