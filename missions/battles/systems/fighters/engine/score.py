"""Score of a battle after a turn, in the figures that decide it (FH-160 … FH-166)."""

from __future__ import annotations

from collections.abc import Callable

from missions.battles.engine.contract import Event
from missions.battles.engine.hexes import EAST
from missions.battles.systems.fighters.engine import victory
from missions.battles.systems.fighters.engine.state import (
    CONVOY,
    GARRISON,
    IN_PLAY,
    OUTPOST,
    SIDES,
    TRANSPORT,
    WITHDRAWN,
    Fixed,
    State,
    new_state,
)

RULES = {
    "free": "FH-165",
    "fighter_clash": "FH-165",
    "convoy_raid": "FH-162",
    "outpost_assault": "FH-163",
    "hostages": "FH-164",
    "starship_theft": "FH-166",
}
"""The rule that says what counts, by battle."""


def event(state: State) -> Event:
    """The facts from which the sentence about the score after this turn is written."""
    return (
        "score",
        state.turn,
        tuple(state.men),
        tuple(state.lead),
        tuple(state.status),
        tuple(state.gone),
        tuple(state.hull),
        state.carried,
    )


def words(
    fixed: Fixed,
    turn: int,
    men: tuple[int, ...],
    lead: tuple[int, ...],
    status: tuple[int, ...],
    gone: tuple[int, ...],
    hull: tuple[int, ...],
    carried: int,
) -> str:
    """The score in a sentence, from the facts of its event."""
    state = new_state(fixed)
    state.men, state.lead, state.status = list(men), list(lead), list(status)
    state.gone, state.hull, state.carried = list(gone), list(hull), carried
    return f"After turn {turn}: {'; '.join(_WORDS[fixed.scenario](state))}."


def _points(state: State, side: int, who: str, role: str = "") -> str:
    lost, whole = victory.points_lost(state, side, role), victory.points(state, side, role)
    return f"{who} has lost {victory.figure(lost)} of {victory.figure(whole)} points"


def _raiders(state: State) -> str:
    lost, units = victory.units_lost(state, 0)
    return f"{lost} of {units} raiders {'is' if lost == 1 else 'are'} lost"


def _hull(state: State, role: str, what: str) -> str:
    unit = next(unit for unit, facts in enumerate(state.fixed.units) if facts.role == role)
    if state.status[unit] != IN_PLAY:
        return f"{what} is gone"
    return f"{what} has {state.hull[unit]} of {state.loadouts[unit].hits} hull left"


def _clash(state: State) -> list[str]:
    return [_points(state, side, SIDES[side]) for side in (0, 1)]


def _convoy(state: State) -> list[str]:
    down, convoy = victory.freighters_destroyed(state), state.fixed.convoy
    saved = sum(
        status == WITHDRAWN and state.gone[unit] == EAST
        for unit, status in enumerate(state.status)
        if state.fixed.units[unit].role == CONVOY
    )
    return [_raiders(state), f"of {convoy} freighters {down} are down and {saved} saved"]


def _outpost(state: State) -> list[str]:
    return [_points(state, 0, SIDES[0]), _hull(state, OUTPOST, "the outpost")]


def _hostages(state: State) -> list[str]:
    return [_points(state, 0, SIDES[0]), _hull(state, TRANSPORT, "the transport")]


def _theft(state: State) -> list[str]:
    garrison = _points(state, 1, "the garrison", GARRISON)
    return [_raiders(state), garrison, _hull(state, OUTPOST, "the shipyard")]


_WORDS: dict[str, Callable[[State], list[str]]] = {
    "free": _clash,
    "fighter_clash": _clash,
    "convoy_raid": _convoy,
    "outpost_assault": _outpost,
    "hostages": _hostages,
    "starship_theft": _theft,
}
