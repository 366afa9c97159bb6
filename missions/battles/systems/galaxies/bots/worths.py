"""Worth of ships, damage and energy, in points of the score (BG-134) or by the guns of a ship."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from missions.battles.systems.galaxies.engine.field import OFF
from missions.battles.systems.galaxies.engine.ships import CELLS, HIT, STAR, ShipCard, Weapon
from missions.battles.systems.galaxies.engine.state import FleetCard, State

PLENTY = 20
"""Energy beyond which more of it counts for little."""
SECOND, MOST_USED = 0.4, 3
"""Share that counts of a second weapon in `guns`, and the most damage of a hit that does."""
SPARE = 0.2
"""Share that such energy counts."""


@dataclass(frozen=True, slots=True)
class Appraisal:
    """The worth of ships: points for each damage of a ship's `guns` and for each point of its price while it
    is whole, the share of them that it keeps until its last peg, and the worth of damage to the ship on the
    prize, in damage to others.
    """

    gun: float
    price: float
    afloat: float
    holder: float = 1.0

    def __call__(self, card: FleetCard) -> float:
        """Points of each ship of a card. Its share of the launch cost is not rounded as the score is."""
        found = self.price * card.launch / len(card.models)
        return found + self.gun * guns(card.type) if self.gun else found


@lru_cache(maxsize=64)
def guns(type_: ShipCard) -> float:
    """Damage of one round of attacks that all hit. Damage beyond what most ships have left is lost, and a
    second weapon costs energy and has a short range.
    """
    first, *others = (weapon.attacks * min(weapon.strength, MOST_USED) for weapon in type_.weapons)
    return first + SECOND * sum(others)


PRICED = Appraisal(gun=0.0, price=1.0, afloat=0.45, holder=1.6)
ARMED = Appraisal(gun=3.0, price=0.13, afloat=0.32)
"""Worth by the guns of ships, which foretell results better than prices do; for battles without a prize."""
ARMED_FOR_PRIZE = Appraisal(gun=3.46, price=0.13, afloat=0.28, holder=2.6)
"""Worth in battles with a prize."""


def worth(state: State, ship: int, appraise: Appraisal = PRICED) -> float:
    """Worth of a ship as it is."""
    card = state.cards[state.card[ship]]
    left = card.type.hull - state.hull[ship]
    return _worth(card.type, appraise(card), appraise.afloat, state.shields[ship], left)


@lru_cache(maxsize=1 << 14)
def _worth(type_: ShipCard, points: float, afloat: float, shields: int, left: int) -> float:
    if left <= 0:
        return 0.0
    return points * (afloat + (1 - afloat) * (shields + left) / (type_.shields + type_.hull))


def energy(amount: int) -> float:
    """Worth of an amount of energy, before the weight of a style."""
    return min(amount, PLENTY) + SPARE * max(0, amount - PLENTY)


def damaged(state: State, ship: int, hits: int, appraise: Appraisal) -> float:
    """Worth that damage takes off a ship, shields first (BG-120)."""
    return worth(state, ship, appraise) - after(state, ship, hits, appraise)


def after(state: State, ship: int, hits: int, appraise: Appraisal) -> float:
    """Worth of a ship after that damage."""
    card = state.cards[state.card[ship]]
    pegs = min(hits, state.shields[ship])
    left = card.type.hull - state.hull[ship] - (hits - pegs)
    return _worth(card.type, appraise(card), appraise.afloat, state.shields[ship] - pegs, left)


def hull_left(state: State, ship: int, hits: int, appraise: Appraisal) -> float:
    """Worth of a ship after direct hull damage (BG-123)."""
    card = state.cards[state.card[ship]]
    left = card.type.hull - state.hull[ship] - hits
    return _worth(card.type, appraise(card), appraise.afloat, state.shields[ship], left)


def volley(state: State, weapon: Weapon, attacks: int, target: int, appraise: Appraisal) -> float:
    """Worth that attacks of a weapon are expected to take off a target, exactly (BG-106 … BG-108)."""
    card = state.cards[state.card[target]]
    type_ = card.type
    left, shields = type_.hull - state.hull[target], state.shields[target]
    found = salvo(type_, appraise(card), appraise.afloat, weapon.strength, attacks, shields, left)
    return found * appraise.holder if holds_prize(state, target) else found


def holds_prize(state: State, ship: int) -> bool:
    """Whether a ship covers the hex that scores (BG-133)."""
    prize = state.table.battle.prize
    return prize != OFF and bool(state.cover[ship] >> prize & 1)


@lru_cache(maxsize=1 << 16)
def salvo(
    type_: ShipCard, points: float, afloat: float, strength: int, attacks: int, shields: int, left: int
) -> float:
    """The same from the facts of a target that is not on the prize: the expected loss of the attacks that are
    left, one after the other.
    """
    if not attacks or left <= 0:
        return 0.0
    now, rest = _worth(type_, points, afloat, shields, left), attacks - 1
    hits, stars = type_.grid.count(HIT), type_.grid.count(STAR)
    pegs = min(strength, shields)
    shields_after, left_after = shields - pegs, left - (strength - pegs)
    hit = now - _worth(type_, points, afloat, shields_after, left_after)
    hit += salvo(type_, points, afloat, strength, rest, shields_after, left_after)
    star = hit if shields else now
    miss = salvo(type_, points, afloat, strength, rest, shields, left)
    return (hits * hit + stars * star + (CELLS - hits - stars) * miss) / CELLS
