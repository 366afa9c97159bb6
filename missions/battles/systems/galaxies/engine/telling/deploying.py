"""Sentences of the set-up, the turn, the energy phase and the deploy phase."""

from __future__ import annotations

from collections.abc import Mapping

from league.rules.phrases import join_words
from missions.battles.engine.contract import OVER, PHASE, TURN, Sentence
from missions.battles.systems.galaxies.engine.ships import CARDS
from missions.battles.systems.galaxies.engine.state import NOWHERE, Phase, State
from missions.battles.systems.galaxies.engine.tactics import TACTICS
from missions.battles.systems.galaxies.engine.telling.words import (
    Teller,
    card_name,
    counted,
    hexes,
    only,
    rolled,
    ship_name,
    side_name,
    titles,
)

PHASES: Mapping[int, tuple[str, str]] = {
    Phase.BEGIN: ("{side} says who begins", "BG-013"),
    Phase.ENERGY: ("Energy phase of {side}", "BG-015"),
    Phase.DEPLOY: ("Deploy phase of {side}", "BG-020"),
    Phase.ACTION: ("Action phase of {side}", "BG-050"),
}


def _turn(state: State, number: int) -> Sentence:
    return Sentence(f"Turn {number}.", TURN, "BG-014")


def _phase(state: State, phase: int, side: int) -> Sentence:
    text, rule = PHASES[phase]
    return Sentence(f"{text.format(side=side_name(state, side))}.", PHASE, rule)


def _over(state: State, winner: int | None, reason: str, rule: str, grade: str) -> Sentence:
    result = "The battle is a draw" if winner is None else f"{side_name(state, winner)} wins"
    return Sentence(f"{result}. {reason}", OVER, rule)


def _fleet(state: State, side: int, *types: int) -> Sentence:
    text = f"{side_name(state, side)} has these ship cards behind its screen: {titles(types)}."
    return Sentence(text, "fleet", "BG-011", only=only(state, side))


def _initiative(state: State, one: int, other: int) -> Sentence:
    first, second = state.table.seating.sides
    more = "Both roll again." if one == other else f"{first if one > other else second} is higher."
    text = f"{first} rolls {one} and {second} rolls {other}. {more}"
    return rolled(text, "initiative", "BG-013", numbers=(one, other))


def _begins(state: State, side: int) -> Sentence:
    return Sentence(f"{side_name(state, side)} has the first turn.", "begins", "BG-013")


def _extra(state: State, side: int, energy: int, total: int) -> Sentence:
    turn = "first" if side == state.first else "second"
    text = f"{side_name(state, side)} gets {energy} more energy because its turn is {turn}, and has {total}."
    return Sentence(text, "extra", "BG-013")


def _energy(state: State, side: int, gain: int, tiles: int, total: int, wasted: int) -> Sentence:
    more = f" and {tiles} from energy sources" if tiles else ""
    over = f"; {wasted} above the limit {'is' if wasted == 1 else 'are'} lost" if wasted else ""
    text = f"{side_name(state, side)} gains {gain} energy{more} and has {total}{over}."
    return Sentence(text, "energy", "BG-016" if wasted else "BG-142" if tiles else "BG-015")


def _regains(state: State, ship: int, pegs: int, shields: int, rule: str) -> Sentence:
    text = f"{ship_name(state, ship)} regains {counted(pegs, 'shield peg')} and has {shields}."
    return Sentence(text, "regains", rule)


def _market(state: State, side: int, energy: int) -> Sentence:
    what = f"{energy} energy" if energy else "a further tactic card"
    return Sentence(f"The orbital market gives {side_name(state, side)} {what}.", "market", "BG-146")


def _point(state: State, side: int, ship: int, total: int) -> Sentence:
    points = counted(total, "victory point")
    text = f"{ship_name(state, ship)} holds the wreck: {side_name(state, side)} has {points}."
    return Sentence(text, "point", "BG-133")


def _drawn(state: State, side: int, *tactics: int) -> Sentence:
    cards = join_words([TACTICS[each].title for each in sorted(tactics)])
    what = "The card is" if len(tactics) == 1 else "The cards are"
    return Sentence(f"{what} {cards}.", "drawn", "BG-018", only=only(state, side))


def _draws(state: State, side: int, count: int) -> Sentence:
    text = f"{side_name(state, side)} draws {counted(count, 'tactic card')}."
    return Sentence(text, "draws", "BG-018")


def _shuffles(state: State, side: int) -> Sentence:
    text = f"{side_name(state, side)} shuffles its discarded tactic cards into a new deck."
    return Sentence(text, "shuffles", "BG-162")


def _launches(state: State, card: int, type_: int, side: int, carrier: int, cost: int, left: int) -> Sentence:
    source = f" out of the hold of {card_name(state, carrier)}" if carrier != NOWHERE else ""
    what = f"{side_name(state, side)} launches {CARDS[type_].title}{source}"
    return Sentence(
        f"{what} for {cost} energy and has {left} left.",
        "launches",
        "BG-020" if carrier == NOWHERE else "BG-040",
    )


def _placed(state: State, ship: int, place: int, tail: int, shields: int) -> Sentence:
    pegs = counted(shields, "shield peg") if shields else "no shield peg"
    text = f"{ship_name(state, ship)} is placed on {hexes(state, place, tail)} with {pegs}."
    return Sentence(text, "placed", "BG-024")


def _sealed(state: State, card: int) -> Sentence:
    text = f"The hold of {card_name(state, card)} is sealed; nobody else knows whether anything is in it."
    return Sentence(text, "sealed", "BG-045")


def _loads(state: State, card: int, *types: int) -> Sentence:
    side = state.owner[card]
    text = f"{side_name(state, side)} puts {titles(types)} into the hold of {card_name(state, card)}."
    return Sentence(text, "loads", "BG-030", only=only(state, side))


TELLERS: Mapping[str, Teller] = {
    TURN: _turn,
    PHASE: _phase,
    OVER: _over,
    "fleet": _fleet,
    "initiative": _initiative,
    "begins": _begins,
    "extra": _extra,
    "energy": _energy,
    "regains": _regains,
    "market": _market,
    "point": _point,
    "drawn": _drawn,
    "draws": _draws,
    "shuffles": _shuffles,
    "launches": _launches,
    "placed": _placed,
    "sealed": _sealed,
    "loads": _loads,
}
