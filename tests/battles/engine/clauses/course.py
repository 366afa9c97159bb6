"""Clauses about a battle as a whole."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from missions.battles.engine import notation
from missions.battles.engine.contract import (
    OVER,
    TURN,
    Event,
    Setup,
    System,
)
from missions.battles.engine.replay import Battle, replay
from tests.battles.engine.clauses.playing import (
    ended,
    play,
    readers,
    seats_of,
    seeds,
    start,
    told,
)


def comes_to_an_end(system: System[Any], setup: Setup) -> None:
    """Random battles end, with a reason and its rule, and nothing can be ordered any more."""
    for seed in seeds("a", "abcd"):
        battle = ended(system, setup, seed)
        outcome = system.outcome(battle.state)
        assert outcome is not None and outcome.reason and outcome.rule
        assert outcome.winner in (None, 0, 1)
        assert not any(system.legal_units(battle.state, seat) for seat in seats_of(battle))


def seating_holds(system: System[Any], setup: Setup) -> None:
    """Two sides of one to three seats each, with words of their own, known before there are forces."""
    bare = {key: value for key, value in setup.items() if key != "forces"}
    seating = system.seating(setup)
    assert seating == system.seating(bare) and len(set(seating.sides)) == 2
    assert all(1 <= len(seating.of(side)) <= 3 for side in (0, 1))
    assert all(seating.side(seat) == side for side in (0, 1) for seat in seating.of(side))
    for words in ([seat.word for seat in seating.seats], [seat.key for seat in seating.seats]):
        assert len(set(words)) == len(words) and all(words)
    assert all(seat.key == seat.key.lower() and " " not in seat.key for seat in seating.seats)


def replays_alike(system: System[Any], setup: Setup) -> None:
    """A record gives the same battle to the byte."""
    battle = ended(system, setup, "a")
    record = json.loads(json.dumps(battle.record()))
    assert replay(system, record).fingerprint() == battle.fingerprint()


def reads_its_own_text(system: System[Any], setup: Setup) -> None:
    """A battle as text gives the same battle; seat words begin its lines."""
    battle = ended(system, setup, "a")
    text = notation.dumps(battle)
    assert notation.loads(system, text).fingerprint() == battle.fingerprint()


def tells_its_course(system: System[Any], setup: Setup) -> None:
    """Events have one sentence each; turns count from 1 in every view; the end is told once."""
    battle, dice = start(system, setup, "course")
    turn = _course(battle, battle.opening, 0)
    orders = play(battle, dice, "course")
    for _ in orders:
        if battle.events:
            turn = _course(battle, battle.events[-1], turn)
    _course(battle, battle.events[-1], turn)


def _course(battle: Battle[Any], events: Sequence[Event], turn: int) -> int:
    """The turn after these events, the last ones told."""
    system, outcome = battle.system, battle.system.outcome(battle.state)
    for event in events:
        if event[0] == TURN:
            assert event[1] == turn + 1, "turns are counted one by one"
            turn = event[1]
    ends = [event[1:] for event in events if event[0] == OVER]
    assert ends == ([(outcome.winner, outcome.reason, outcome.rule, outcome.grade)] if outcome else [])
    for reader in readers(battle):
        assert system.view_for(battle.state, reader)["turn"] == turn, "the view knows the turn"
    lines = system.narrate(battle.state, events)
    assert len(lines) == len(events), "one sentence for each event"
    assert all(line.text.endswith(".") and line.rule for line in lines)
    return turn


def tells_everybody_something(system: System[Any], setup: Setup) -> None:
    """Every order tells every seat something."""
    battle = ended(system, setup, "a")
    for events in battle.events:
        for reader in readers(battle):
            assert told(system, battle.state, events, reader), "an order that a seat is told nothing of"
