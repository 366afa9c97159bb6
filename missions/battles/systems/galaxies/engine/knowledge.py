"""Knowledge of each seat, as a view (BG-011, BG-037, BG-045). `dreams` has the states imagined from it.

Cards behind a screen and in holds are secret until they are launched or destroyed, and so are hands and the
order of decks. Everybody knows the ships of a mustered fleet, only not which of them lie in a hold.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from missions.battles.engine.contract import View
from missions.battles.systems.galaxies.engine.awaited import to_act
from missions.battles.systems.galaxies.engine.state import (
    NOWHERE,
    FleetCard,
    State,
)
from missions.battles.systems.galaxies.engine.tactics import TACTICS
from missions.battles.systems.galaxies.engine.telling.words import label

NOBODY = -1


def side_of(state: State, seat: int | None) -> int:
    """The side of a seat; NOBODY for a spectator."""
    return NOBODY if seat is None else state.table.seating.side(seat)


def hidden_places(state: State, side: int) -> list[int]:
    """Places in the fleet of a side whose cards its enemy has not seen launched or destroyed."""
    found = [*state.reserve[side]]
    for card, hold in enumerate(state.holds):
        if state.owner[card] == side:
            found += hold
    return sorted(found)


# --- views ------------------------------------------------------------------------------------------


def view(state: State, seat: int | None) -> View:
    """The position as a seat (None: a spectator) knows it."""
    table, side = state.table, side_of(state, seat)
    return {
        "system": "galaxies",
        "seat": seat,
        "side": side if side != NOBODY else None,
        "sides": list(table.seating.sides),
        "scenario": table.battle.id,
        "turn": state.turn,
        "round": state.round,
        "rounds": table.rounds,
        "goal": table.battle.goal,
        "limit": table.battle.points,
        "tactics": table.tactics,
        "mustered": list(table.mustered),
        "phase": state.phase.name.lower(),
        "active": state.side,
        "first": state.first,
        "to_act": sorted(to_act(state)),
        "wait": state.wait.name.lower() if state.wait else None,
        "waiting": state.waiting if state.wait else None,
        "energy": state.energy[:],
        "points": state.points[:],
        "score": state.score[:],
        "unseen": [state.unseen(each) for each in (0, 1)],
        "fleets": [_fleet(state, each, side) for each in (0, 1)],
        "cards": [_card(state, card, side) for card in range(len(state.cards))],
        "ships": [_ship(state, ship) for ship in range(len(state.card))],
        "placing": _or_none(state.placing),
        "loading": _or_none(state.loading),
        "activation": _activation(state),
        "walk": state.walk
        and {**asdict(state.walk), "path": list(state.walk.path), "fresh": list(state.walk.fresh)},
        "shot": state.shot and asdict(state.shot),
        "hand": _tactics(state.hands[side]) if side != NOBODY else [],
        "held": [len(hand) for hand in state.hands],
        "decks": [len(deck) for deck in state.decks],
        "discards": [_tactics(cards) for cards in state.discards],
        "outcome": state.outcome and [state.outcome.winner, state.outcome.reason],
    }


def _or_none(number: int) -> int | None:
    return None if number == NOWHERE else number


def _tactics(cards: tuple[int, ...]) -> list[str]:
    return [TACTICS[card].id for card in cards]


def _fleet(state: State, side: int, reader: int) -> list[dict[str, Any]] | None:
    """Cards of a side that its enemy has not seen, for a reader who knows them; else None.

    Only the owner is told where each of them is.
    """
    if side != reader and not state.table.mustered[side]:
        return None
    fleet = state.table.fleets[side]
    return [
        {
            "place": place,
            "type": fleet[place].type.id,
            "models": [asdict(model) for model in fleet[place].models],
            "launch": fleet[place].launch,
            "spaces": fleet[place].spaces,
            "hold": _hold_of(state, side, place) if side == reader else None,
        }
        for place in hidden_places(state, side)
    ]


def _hold_of(state: State, side: int, place: int) -> int | None:
    """The launched card in whose hold a card of the fleet lies; None if it is behind the screen."""
    found = (card for card, hold in enumerate(state.holds) if state.owner[card] == side and place in hold)
    return next(found, None)


def _card(state: State, card: int, reader: int) -> dict[str, Any]:
    facts, own = state.cards[card], state.owner[card] == reader
    return {
        "id": card,
        "type": facts.type.id,
        "side": state.owner[card],
        "launched": state.launched[card],
        "carrier": _or_none(state.carrier[card]),
        "ships": [ship for ship, whose in enumerate(state.card) if whose == card],
        "launch": facts.launch,
        "worth": facts.worth,
        "activated": bool(state.activated >> card & 1),
        "hold": list(state.holds[card]) if own else None,
        "emptied": state.emptied[card],
    }


def _ship(state: State, ship: int) -> dict[str, Any]:
    card = state.card[ship]
    facts, place = state.cards[card], state.place[ship]
    model, labels = facts.models[state.model[ship]], state.table.battle.field.labels
    return {
        "id": ship,
        "card": card,
        "label": label(state, ship),
        "name": model.name,
        "ref": model.ref,
        "type": facts.type.id,
        "side": state.owner[card],
        "hex": labels[place] if place != NOWHERE else None,
        "back": labels[state.tail[ship]] if state.tail[ship] != place else None,
        "shields": state.shields[ship],
        "hull": state.hull[ship],
        "destroyed": bool(state.lost >> ship & 1),
    }


def _activation(state: State) -> dict[str, Any] | None:
    """The activation under way."""
    if state.active == NOWHERE:
        return None
    return {
        "card": state.active,
        "moved": _listed(state.moved),
        "stayed": _listed(state.stayed),
        "firing": state.firing,
        "charged": [[*key, left] for key, left in sorted(state.charged.items())],
        "gated": _listed(state.gated),
        "faster": state.faster,
        "farther": state.farther,
        "jammed": state.jammed,
    }


def _listed(numbers: int) -> list[int]:
    return [number for number in range(numbers.bit_length()) if numbers >> number & 1]


# --- the whole state --------------------------------------------------------------------------------


def key(state: State) -> str:
    """Everything that may change, and the fleets, as one text."""
    found = {name: getattr(state, name) for name in _FIELDS}
    found["fleets"] = [[_facts(card) for card in fleet] for fleet in state.table.fleets]
    found["cards"] = [_facts(card) for card in state.cards]
    found["charged"] = [[*weapon, left] for weapon, left in sorted(state.charged.items())]
    found["walk"], found["shot"] = state.walk and asdict(state.walk), state.shot and asdict(state.shot)
    found["outcome"] = state.outcome and asdict(state.outcome)
    return json.dumps(found, separators=(",", ":"))


def _facts(card: FleetCard) -> list[Any]:
    return [card.type.number, *([model.ref, model.name, model.hull, model.shields] for model in card.models)]


_SPECIAL = {"table", "zones", "cards", "charged", "walk", "shot", "outcome"}
_FIELDS = sorted(set(State.__dataclass_fields__) - _SPECIAL)
