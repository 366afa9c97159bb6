"""Value of tactic cards in the own turn, and of answers out of turn. Bots know no card by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from missions.battles.systems.galaxies.bots import fire, worths
from missions.battles.systems.galaxies.bots.care import Care
from missions.battles.systems.galaxies.engine.choices import Kind, kind_of, tactic_of
from missions.battles.systems.galaxies.engine.ships import MISS, STAR
from missions.battles.systems.galaxies.engine.state import State
from missions.battles.systems.galaxies.engine.tactics import DISCARD_GAIN, MOST_HAND, TACTICS

CARD = 0.5
"""Points that a card in the hand counts, so that it is not played for less."""
FULL = 8
"""Cards from which on one more counts little."""


def played(state: State, side: int, choice: int, care: Care) -> float:
    """Value of a card that is played or discarded in the own turn, against keeping it."""
    if kind_of(choice) is Kind.DISCARD:
        gain = worths.energy(state.energy[side] + DISCARD_GAIN) - worths.energy(state.energy[side])
        return care.energy * gain - _keeping(state, side)
    number, ship = tactic_of(choice)
    card = TACTICS[number]
    found = sum(_WORTH[name](state, ship, amount, care) for name, amount in card.effects.items())
    return found - care.energy * card.cost - _keeping(state, side)


def answered(state: State, choice: int, care: Care) -> float:
    """Value of an answer: a roll against the enemy, or a card on a miss or a hit."""
    kind, side = kind_of(choice), state.waiting
    if kind is Kind.PASS:
        return 0.0
    if kind is Kind.ROLL:
        return 1.0
    shot = state.shot
    assert shot is not None
    card = TACTICS[tactic_of(choice)[0]]
    weapon = state.type_of(shot.ship).weapons[shot.weapon]
    if "reroll" in card.effects:
        gain = worths.volley(state, weapon, 1, shot.target, care.worth)
    else:
        cell = state.type_of(shot.target).cell(shot.letter, shot.number)
        down = cell == STAR and not state.shields[shot.target]
        gain = (
            worths.worth(state, shot.target, care.worth)
            if down
            else worths.damaged(state, shot.target, weapon.strength, care.worth)
        )
        gain *= cell != MISS
    return gain - care.energy * card.cost - _keeping(state, side)


def _keeping(state: State, side: int) -> float:
    """Worth of a card in the hand."""
    held = len(state.hands[side])
    return 0.0 if held >= MOST_HAND else CARD / 2 if held >= FULL else CARD


def _pegs(state: State, ship: int, amount: int, care: Care) -> float:
    """Shield pegs given back, as a share of the ship."""
    more = min(amount, state.type_of(ship).shields - state.shields[ship])
    return _share(state, ship, care) * more


def _share(state: State, ship: int, care: Care) -> float:
    """Worth of one peg of a ship."""
    card = state.cards[state.card[ship]]
    return (1 - care.worth.afloat) * care.worth(card) / (card.type.shields + card.type.hull)


def _faster(state: State, ship: int, amount: int, care: Care) -> float:
    """Attacks that come into reach with more movement, and the way that it shortens."""
    found, field = 0.0, state.table.battle.field
    for each in state.ships_of(state.active):
        aims = fire.all_aims(state, each, care)
        most = state.type_of(each).move + state.faster
        near, far = (fire.reachable(field, state, each, spaces) for spaces in (most, most + amount))
        found += fire.best_from(far, aims) - fire.best_from(near, aims)
    return found


def _farther(state: State, ship: int, amount: int, care: Care) -> float:
    """Attacks that come into reach with more range; it counts for the targets nearest to it."""
    found, field = 0.0, state.table.battle.field
    for each in state.ships_of(state.active):
        aims = fire.all_aims(state, each, care)
        spaces = 0 if state.stayed >> each & 1 else state.type_of(each).move + state.faster
        near, far = (fire.reachable(field, state, each, spaces + more) for more in (0, amount))
        found += fire.best_from(far, aims[:1]) - fire.best_from(near, aims[:1])
    return found


def _jammed(state: State, ship: int, amount: int, care: Care) -> float:
    """Countermeasures that an approach would meet: a part of each ship that has an enemy in reach."""
    return sum(JAMMED * worths.worth(state, each, care.worth) for each in state.ships_of(state.active))


JAMMED = 0.06
"""Share of a ship that a jammer saves on an ordinary approach."""
_WORTH: Mapping[str, Callable[[State, int, int, Care], float]] = {
    "shields": _pegs,
    "repair": lambda state, ship, amount, care: _share(state, ship, care) * amount,
    "move": _faster,
    "range": _farther,
    "jam": _jammed,
    "energy": lambda state, ship, amount, care: care.energy * amount + CARD,
    "shield_damage": lambda state, ship, amount, care: (
        _share(state, ship, care) * min(amount, state.shields[ship])
    ),
    "hull_damage": lambda state, ship, amount, care: (
        worths.worth(state, ship, care.worth) - worths.hull_left(state, ship, amount, care.worth)
    ),
    "take_over": lambda state, ship, amount, care: 2 * worths.worth(state, ship, care.worth),
}
"""Worth of each effect of the language."""
