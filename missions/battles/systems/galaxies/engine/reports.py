"""Fates of the ships of a battle, for the campaign's report and for figures about many battles."""

from __future__ import annotations

from collections.abc import Iterator

from missions.battles.engine.contract import Fate
from missions.battles.systems.galaxies.engine.knowledge import hidden_places
from missions.battles.systems.galaxies.engine.state import NOWHERE, FleetCard, State


def fates(state: State) -> list[Fate]:
    """One fate for each ship of both fleets.

    A ship that was never launched is intact, unless its carrier took it along (BG-038). One that the enemy
    has taken over is captured (BG-127). A ship is damaged if it has more hull pegs than at the start.
    """
    return [fate for side in (0, 1) for fate in _of_side(state, side)]


def _of_side(state: State, side: int) -> Iterator[Fate]:
    hidden = set(hidden_places(state, side))
    for place, card in enumerate(state.table.fleets[side]):
        at = next((number for number, each in enumerate(state.cards) if each is card), NOWHERE)
        for model in range(len(card.models)):
            yield _fate(state, side, card, model, at, place in hidden)


def _fate(state: State, side: int, card: FleetCard, model: int, at: int, hidden: bool) -> Fate:
    """The fate of one model of a card, which is launched card `at` unless that is NOWHERE."""
    facts = card.models[model]
    start = card.type.hull - facts.hull
    left, captured = (start if hidden else 0), False
    if at != NOWHERE:
        ship = state.card.index(at) + model
        captured = state.owner[at] != side and state.place[ship] != NOWHERE
        left = 0 if state.lost >> ship & 1 else card.type.hull - state.hull[ship]
    return Fate(
        kind=card.type.id,
        ref=facts.ref,
        side=side,
        name=facts.name or card.type.name,
        fate="captured" if captured else "intact" if left else "destroyed",
        damaged=0 < left < start,
        left=left,
        start=start,
    )
