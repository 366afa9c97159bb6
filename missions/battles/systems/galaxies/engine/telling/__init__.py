"""Events in sentences. Rules emit events; only this package speaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from missions.battles.engine.contract import Event, Sentence
from missions.battles.systems.galaxies.engine.state import State
from missions.battles.systems.galaxies.engine.telling import acting, deploying
from missions.battles.systems.galaxies.engine.telling.words import Teller

TELLERS: Mapping[str, Teller] = {**deploying.TELLERS, **acting.TELLERS}
"""The teller of each kind of event; it takes the state and the rest of the event."""


def tell(state: State, events: Sequence[Event]) -> list[Sentence]:
    """One sentence for every event, with the names of this battle."""
    return [TELLERS[event[0]](state, *event[1:]) for event in events]
