"""A battle as one seat may know it, as plain data; closed by default.

`look` starts from the system's own view for that seat, which is made from nothing, and adds only what
everybody may know. The conformance suite and the transcripts read battles so; pages are made of the same
view and of the sentences that are `readable`.
"""

from __future__ import annotations

from typing import Any, TypeVar

from missions.battles.engine.contract import Sentence, View
from missions.battles.engine.replay import Battle
from missions.battles.engine.secrecy import readable

S = TypeVar("S")


def look(battle: Battle[S], seat: int | None) -> View:
    """The battle for one seat (None: a spectator): its view, the sequence number, who is awaited, the
    outcome.
    """
    system, state = battle.system, battle.state
    ended = system.outcome(state)
    return {
        "view": system.view_for(state, seat),
        "at": len(battle),
        "awaited": sorted(system.to_act(state)),
        "yours": seat is not None and seat in system.to_act(state),
        "outcome": ended
        and {"winner": ended.winner, "reason": ended.reason, "rule": ended.rule, "grade": ended.grade},
    }


def orders_for(battle: Battle[S], seat: int) -> list[dict[str, Any]]:
    """Legal orders of a seat in words, unit by unit; empty if the seat is not awaited."""
    system, state = battle.system, battle.state
    if seat not in system.to_act(state):
        return []
    return [
        {"unit": unit, "choice": choice, "words": system.write(state, (unit, choice))}
        for unit in system.legal_units(state, seat)
        for choice in system.legal_orders(state, seat, unit)
    ]


def log(battle: Battle[S], seat: int | None = None) -> list[list[Sentence]]:
    """The battle so far in sentences that this seat may read (None: a spectator): the opening, then one list
    for every order. When it is over, everything is told to everybody.
    """
    narrate, state = battle.system.narrate, battle.state
    over = battle.system.outcome(state) is not None
    return [
        [line for line in narrate(state, events) if over or readable(line, seat)]
        for events in (battle.opening, *battle.events)
    ]
