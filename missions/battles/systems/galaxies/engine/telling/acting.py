"""Sentences of the action phase, of questions and of tactic cards."""

from __future__ import annotations

from collections.abc import Mapping

from missions.battles.engine.contract import Sentence
from missions.battles.systems.galaxies.engine.movement import stepped
from missions.battles.systems.galaxies.engine.ships import CARDS, HIT, MISS, STAR, Size
from missions.battles.systems.galaxies.engine.state import NOWHERE, State
from missions.battles.systems.galaxies.engine.tactics import TACTICS
from missions.battles.systems.galaxies.engine.telling.words import (
    Teller,
    card_name,
    counted,
    hex_name,
    hexes,
    letter_name,
    rolled,
    ship_name,
    side_name,
)

_ENDS = ("front", "back")
_LASTING = {
    "reroll": "The attack is rolled again.",
    "miss": "The hit counts as a miss.",
    "move": "Ships of this activation move {} hexes farther.",
    "jam": "Nobody rolls for countermeasures against ships of this activation.",
    "range": "Primary weapons of this activation reach {} hexes farther.",
}
"""Effects of tactic cards that no other event tells."""
_CELLS = {MISS: ("misses", "BG-107"), HIT: ("hits", "BG-107"), STAR: ("hits the star", "BG-108")}


# --- activations and moves --------------------------------------------------------------------------


def _activates(state: State, card: int, cost: int, left: int) -> Sentence:
    side = side_name(state, state.owner[card])
    text = f"{side} activates {card_name(state, card)} for {cost} energy and has {left} left."
    return Sentence(text, "activates", "BG-052")


def _finishes(state: State, card: int) -> Sentence:
    return Sentence(f"{card_name(state, card)} is done for this turn.", "finishes", "BG-051")


def _moves(state: State, ship: int, lead: int, place: int, tail: int, *path: int) -> Sentence:
    name, field, size = ship_name(state, ship), state.table.battle.field, state.type_of(ship).size
    if not path:
        return Sentence(f"{name} stays on {hexes(state, place, tail)}.", "moves", "BG-060")
    pose = place, tail
    for direction in path:
        pose = stepped(field, size, lead, pose, direction) or pose
    ahead = f", {_ENDS[lead]} first" if size == Size.MEDIUM else ""
    text = f"{name} moves {counted(len(path), 'hex', 'hexes')} from {hexes(state, place, tail)}"
    return Sentence(f"{text} to {hexes(state, *pose)}{ahead}.", "moves", "BG-062" if ahead else "BG-060")


def _warps(state: State, ship: int, place: int, tail: int) -> Sentence:
    text = f"{ship_name(state, ship)} goes through the warp gate to {hexes(state, place, tail)}."
    return Sentence(text, "warps", "BG-147")


def _counters(state: State, ship: int, enemy: int, face: int, hurt: int, seat: int) -> Sentence:
    result = f"{counted(hurt, 'direct damage', 'direct damage')} to {ship_name(state, ship)}" if hurt else ""
    text = f"{ship_name(state, enemy)} rolls {face} for countermeasures: {result or 'no effect'}."
    return rolled(text, "counters", "BG-081", numbers=(face,), roller=seat)


def _lets_pass(state: State, ship: int, enemy: int) -> Sentence:
    text = f"{ship_name(state, enemy)} lets {ship_name(state, ship)} pass."
    return Sentence(text, "lets pass", "BG-088")


def _debris(state: State, ship: int, face: int, hurt: int, place: int, seat: int) -> Sentence:
    result = f"{hurt} direct damage" if hurt else "it comes through unharmed"
    text = f"{ship_name(state, ship)} is in debris at {hex_name(state, place)} and rolls {face}: {result}."
    return rolled(text, "debris", "BG-141", numbers=(face,), roller=seat)


# --- attacks and damage -----------------------------------------------------------------------------


def _charges(state: State, ship: int, weapon: int, cost: int, left: int) -> Sentence:
    name = state.type_of(ship).weapons[weapon].name
    side, owner = side_name(state, state.side_of(ship)), ship_name(state, ship)
    text = f"{side} pays {cost} energy to charge the {name} of {owner} and has {left} left."
    return Sentence(text, "charges", "BG-101")


def _fires(state: State, ship: int, weapon: int, target: int) -> Sentence:
    name = state.type_of(ship).weapons[weapon].name
    text = f"{ship_name(state, ship)} fires its {name} at {ship_name(state, target)}."
    return Sentence(text, "fires", "BG-103")


def _rolls(
    state: State,
    ship: int,
    weapon: int,
    target: int,
    letter: int,
    number: int,
    cell: int,
    seat: int,
    bare: bool,
) -> Sentence:
    verb, rule = _CELLS[cell]
    if cell == STAR:
        verb += (
            ", which destroys a ship with its shields down"
            if bare
            else ", an ordinary hit on a ship with its shields up"
        )
    text = f"{ship_name(state, ship)} rolls {letter_name(letter)}{number} and {verb}."
    return rolled(text, "rolls", rule, (number,), (letter,), seat)


def _damaged(state: State, ship: int, pegs: int, hurt: int, shields: int, hull: int, rule: str) -> Sentence:
    type_, loss = state.type_of(ship), counted(pegs, "shield peg")
    parts = [f"loses {loss}"] * bool(pegs) + [f"takes {counted(hurt, 'hull peg')}"] * bool(hurt)
    left = f"shields {shields} of {type_.shields}, hull {max(0, type_.hull - hull)} of {type_.hull} left"
    text = f"{ship_name(state, ship)} {' and '.join(parts)}: {left}."
    return Sentence(text, "damaged", rule)


def _destroyed(state: State, ship: int, place: int, worth: int, side: int, total: int) -> Sentence:
    text = f"{ship_name(state, ship)} is destroyed on {hex_name(state, place)}."
    score = f"{side_name(state, side)} scores {worth} and has {total}."
    return Sentence(f"{text} {score}", "destroyed", "BG-126")


def _lost_in_hold(state: State, card: int, type_: int, worth: int, side: int, total: int) -> Sentence:
    text = f"{CARDS[type_].title} is lost in the hold of {card_name(state, card)}."
    score = f"{side_name(state, side)} scores {worth} and has {total}."
    return Sentence(f"{text} {score}", "lost in hold", "BG-038")


def _raids(state: State, side: int, energy: int, total: int) -> Sentence:
    text = f"The raid brings {side_name(state, side)} {energy} energy, which makes {total}."
    return Sentence(text, "raids", "BG-153")


def _taken_over(state: State, card: int, side: int) -> Sentence:
    text = f"{side_name(state, side)} takes {card_name(state, card)} over."
    return Sentence(text, "taken over", "BG-127")


# --- tactic cards -----------------------------------------------------------------------------------


def _plays(state: State, side: int, tactic: int, ship: int, cost: int, left: int) -> Sentence:
    aim = f" on {ship_name(state, ship)}" if ship != NOWHERE else ""
    text = (
        f"{side_name(state, side)} plays {TACTICS[tactic].title}{aim} for {cost} energy and has {left} left."
    )
    effects = TACTICS[tactic].effects.items()
    told = [_LASTING[name].format(amount) for name, amount in effects if name in _LASTING]
    return Sentence(" ".join([text, *told]), "plays", "BG-162")


def _passes_on(state: State, side: int) -> Sentence:
    return Sentence(f"{side_name(state, side)} does not answer.", "passes on", "BG-161")


def _discards(state: State, side: int, tactic: int, energy: int, total: int) -> Sentence:
    text = f"{side_name(state, side)} discards {TACTICS[tactic].title} for {energy} energy and has {total}."
    return Sentence(text, "discards", "BG-018")


def _gains(state: State, side: int, energy: int, total: int) -> Sentence:
    text = f"{side_name(state, side)} gains {energy} energy and has {total}."
    return Sentence(text, "gains", "BG-161")


def _recharged(state: State, ship: int, pegs: int, shields: int) -> Sentence:
    text = f"{ship_name(state, ship)} gets {counted(pegs, 'shield peg')} back and has {shields}."
    return Sentence(text, "recharged", "BG-161")


def _repaired(state: State, ship: int, hull: int) -> Sentence:
    most = state.type_of(ship).hull
    text = f"{ship_name(state, ship)} is repaired: hull {most - hull} of {most} left."
    return Sentence(text, "repaired", "BG-161")


TELLERS: Mapping[str, Teller] = {
    "activates": _activates,
    "finishes": _finishes,
    "moves": _moves,
    "warps": _warps,
    "counters": _counters,
    "lets pass": _lets_pass,
    "debris": _debris,
    "charges": _charges,
    "fires": _fires,
    "rolls": _rolls,
    "damaged": _damaged,
    "destroyed": _destroyed,
    "lost in hold": _lost_in_hold,
    "raids": _raids,
    "taken over": _taken_over,
    "plays": _plays,
    "passes on": _passes_on,
    "discards": _discards,
    "gains": _gains,
    "recharged": _recharged,
    "repaired": _repaired,
}
