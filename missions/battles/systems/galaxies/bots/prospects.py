"""Expected gains of activating a card, without a look at each of its moves."""

from __future__ import annotations

from math import sqrt

from missions.battles.systems.galaxies.bots import fire
from missions.battles.systems.galaxies.bots.care import Care
from missions.battles.systems.galaxies.bots.places import goals_of
from missions.battles.systems.galaxies.engine.activation import may_activate
from missions.battles.systems.galaxies.engine.field import OFF
from missions.battles.systems.galaxies.engine.state import State


def card_prospect(state: State, card: int, care: Care) -> float:
    """Worth that the ships of a card may take and the way that they may make, before its price."""
    return sum(ship_prospect(state, ship, care) for ship in state.ships_of(card))


def ship_prospect(state: State, ship: int, care: Care) -> float:
    """The same for one ship: the best attacks from hexes that it can reach, else the way there."""
    field, type_ = state.table.battle.field, state.type_of(ship)
    spread = fire.reachable(field, state, ship, type_.move)
    shots = fire.best_from(spread, fire.all_aims(state, ship, care))
    battle, prize = state.table.battle, 0.0
    if battle.prize != OFF and spread >> battle.prize & 1 and not state.cover[ship] >> battle.prize & 1:
        prize = care.prize
    if shots or prize:
        return shots + prize
    worth = care.worth(state.cards[state.card[ship]])
    goals = goals_of(state, state.side_of(ship))
    away = min((field.apart(state.place[ship], goal) for goal in goals), default=0)
    return care.approach * sqrt(worth) * min(type_.move, max(0, away - 1))


def wanted_energy(state: State, side: int, care: Care) -> int:
    """Energy of the activations of a side that promise attacks now."""
    found = 0
    for card, facts in enumerate(state.cards):
        if state.owner[card] == side and may_activate(state, card):
            price = facts.type.activation
            if card_prospect(state, card, care) > care.energy * price:
                found += price
    return found


def energy_price(state: State, side: int, care: Care) -> float:
    """Points that an energy counts now: more if it is too little for all activations that promise attacks."""
    return care.scarce if wanted_energy(state, side, care) > state.energy[side] else care.energy
