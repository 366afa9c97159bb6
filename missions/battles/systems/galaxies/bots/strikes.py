"""Launches of a side that plans: its cards stay behind the screen until they strike together.

A card may move and attack in the turn of its launch. Behind the screen nothing can hit it, and its energy is
kept for the turn that it is wanted in. So cards are launched if their attacks of this turn, with those of the
ships on the map, take more than the fire that all of them draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from missions.battles.systems.galaxies.bots import fire, standing, threats, worths
from missions.battles.systems.galaxies.bots.care import Care
from missions.battles.systems.galaxies.engine import deployment, turn
from missions.battles.systems.galaxies.engine.field import members
from missions.battles.systems.galaxies.engine.ships import Weapon
from missions.battles.systems.galaxies.engine.state import FleetCard, State

PRESENCE = 2.0
"""Points of a launch without a strike: a side without a ship loses, and energy beyond the most is lost."""

SCARCE = 0.2
"""Points for an energy of a launch while it is too little for all cards."""

MOST_COMPARED = 7
"""Cards whose sets are compared: large fleets have more, and each further card doubles the sets."""

Launch = tuple[int, int]
"""A card by its place in the fleet, and the carrier that it leaves."""


class Chance(NamedTuple):
    """Attacks of a card in this turn: their worth, and the energy of its activation."""

    worth: float
    price: int


class Danger(NamedTuple):
    """A weapon that the enemy may fire next turn. It may take so much from ships that are in its reach `now`,
    and at `most` so much from any ship that was on the map before this turn.
    """

    weapon: Weapon
    now: float
    most: float


def chosen(state: State, side: int, care: Care) -> Mapping[Launch, float]:
    """The cards that a side had better launch now, each with its share of what the strike is worth."""
    fleet, energy = state.table.fleets[side], state.energy[side]
    cards = [each for each in deployment.candidates(state) if fleet[each[0]].launch <= energy]
    if not cards:
        return {}
    best, most = _strike(state, side, cards, care)
    if best:
        return dict.fromkeys(best, PRESENCE + most / len(best))
    if not state.fleet[side]:
        least = min(cards, key=lambda each: _whole(fleet[each[0]], care))
        return {least: PRESENCE}
    if energy + turn.GAIN > turn.MOST_ENERGY:
        return {max(cards, key=lambda each: fleet[each[0]].launch): PRESENCE}
    return {}


def _strike(state: State, side: int, cards: Sequence[Launch], care: Care) -> tuple[Sequence[Launch], float]:
    """The cards with the best strike, and what it takes beyond the fire that it draws and its energy. Cards
    that were launched this turn belong to it already.
    """
    fleet, energy = state.table.fleets[side], state.energy[side]
    own = [card for card, owner in enumerate(state.owner) if owner == side]
    fresh = [card for card in own if state.launched[card] == state.turn]
    old = [_of_card(state, card) for card in own if card not in fresh]
    out = [_of_card(state, card) for card in fresh]
    chances = {each: _of_launch(state, side, each, care) for each in cards}
    dangers = _dangers(state, side, fresh, care)
    suffered = [_suffered(state.cards[card], dangers, care) for card in fresh]
    suffers = {each: _suffered(fleet[each[0]], dangers, care) for each in cards}
    enemy = sum(worths.worth(state, foe, care.worth) for foe in members(state.fleet[1 - side]))
    waiting = sum(fleet[place].launch for place, _ in deployment.candidates(state))
    scarce = waiting > energy + turn.GAIN
    best: Sequence[Launch] = ()
    most = 0.0
    for some in _sets(cards, chances):
        price = sum(fleet[place].launch for place, _ in some)
        gain = _gain([*out, *(chances[each] for each in some)], old, energy - price)
        if gain:
            drawn = _drawn(dangers, [*suffered, *(suffers[each] for each in some)])
            reply = care.fear * max(0.0, 1 - gain / enemy) * drawn
            value = gain - reply - SCARCE * scarce * price
            if value > most:
                best, most = some, value
    return best, most


def _sets(cards: Sequence[Launch], chances: Mapping[Launch, Chance]) -> Iterator[Sequence[Launch]]:
    """Sets of cards that could attack this turn, of those with the best attacks if there are many."""
    able = [each for each in cards if chances[each].worth > 0]
    able = sorted(able, key=lambda each: chances[each].worth, reverse=True)[:MOST_COMPARED]
    for count in range(1, len(able) + 1):
        yield from combinations(able, count)


def _of_card(state: State, card: int) -> Chance:
    """Attacks of a card on the map."""
    type_ = state.cards[card].type
    found = sum(standing.aimed(state, ship, type_.move) for ship in state.ships_of(card))
    return Chance(found, type_.activation)


def _of_launch(state: State, side: int, each: Launch, care: Care) -> Chance:
    """Attacks of a card in the turn of its launch, from wherever its ships can be then."""
    place, carrier = each
    card, field = state.table.fleets[side][place], state.table.battle.field
    hexes = fire.spread(field, deployment.zone_for(state, side, carrier), card.type.move)
    weapons = [fire.first_aims(state, side, weapon, care) for weapon in card.type.weapons]
    return Chance(fire.best_from(hexes, weapons) * len(card.models), card.type.activation)


def _gain(new: Iterable[Chance], old: Iterable[Chance], energy: int) -> float:
    """Worth of the attacks that the energy is enough for: those of all new cards, else none, then the best of
    the others for their price.
    """
    total = 0.0
    for worth, price in new:
        total, energy = total + worth, energy - price
    if energy < 0:
        return 0.0
    for worth, price in sorted(old, key=lambda chance: chance.worth / chance.price, reverse=True):
        if price <= energy:
            total, energy = total + worth, energy - price
    return total


def _dangers(state: State, side: int, fresh: Sequence[int], care: Care) -> list[Danger]:
    """The weapons of the enemy, for the ships that were on the map before this turn."""
    ships = [ship for ship in members(state.fleet[side]) if state.card[ship] not in fresh]
    found = []
    for weapon, zone in threats.launched(state, side) + threats.unseen(state, side):
        values = [worths.volley(state, weapon, weapon.attacks, ship, care.worth) for ship in ships]
        near = [value for value, ship in zip(values, ships, strict=True) if zone & state.cover[ship]]
        found.append(Danger(weapon, max(near, default=0.0), max(values, default=0.0)))
    return found


def _suffered(card: FleetCard, dangers: Iterable[Danger], care: Care) -> list[float]:
    """Worth that each of these weapons may take from a ship of a card."""
    type_, points, afloat = card.type, care.worth(card), care.worth.afloat
    return [
        worths.salvo(type_, points, afloat, weapon.strength, weapon.attacks, type_.shields, type_.hull)
        for weapon, _, _ in dangers
    ]


def _drawn(dangers: Sequence[Danger], suffered: Sequence[Sequence[float]]) -> float:
    """Worth that the enemy may take next turn beyond what they may take from ships where they are now."""
    drawn: float = sum(
        max(danger.most, *values) - danger.now for danger, *values in zip(dangers, *suffered, strict=True)
    )
    return drawn


def _whole(card: FleetCard, care: Care) -> float:
    """Worth of all ships of a card."""
    return care.worth(card) * len(card.models)
