"""A seat's view, which has everything because this game hides nothing; and the fates of mustered units."""

from __future__ import annotations

from typing import Any

from missions.battles.engine.contract import Fate, View
from missions.battles.engine.hexes import EAST, FACINGS, WEST
from missions.battles.systems.fighters.engine import victory
from missions.battles.systems.fighters.engine.loadouts import ANTI_FIGHTER, ANTI_SHIP, FIGHTER, KINDS
from missions.battles.systems.fighters.engine.movement import sharp_needed
from missions.battles.systems.fighters.engine.state import (
    IN_PLAY,
    PHASES,
    STATUSES,
    WITHDRAWN,
    State,
    is_disabled,
    is_panicked,
    movement,
)

LOADS = (("anti-ship", ANTI_SHIP), ("anti-fighter", ANTI_FIGHTER))
ENEMY_EDGE = (EAST, WEST)
"""Edge that each seat flies towards as the battle begins."""


def view(state: State, seat: int | None) -> View:
    """The position in names and numbers."""
    fixed = state.fixed
    return {
        "system": "fighters",
        "seat": seat,
        "scenario": fixed.scenario,
        "columns": fixed.board.columns,
        "rows": fixed.board.rows,
        "turn": state.turn,
        "turns": fixed.turns,
        "phase": PHASES[state.phase],
        "first": state.first,
        "to_act": [] if state.outcome else [state.seat],
        "active": state.active if state.active >= 0 else None,
        "under_way": state.left is not None,
        "ask": state.ask and {"what": state.ask[0], "unit": state.ask[2]},
        "units": [_unit(state, unit) for unit in range(len(fixed.units))],
        "pending": [list(hit) for hit in state.pending],
        "points_lost": [str(victory.points_lost(state, side)) for side in (0, 1)],
        "clock": fixed.clock,
        "docked": state.docked,
        "convoy": fixed.convoy,
        "convoy_lost": victory.freighters_destroyed(state) if fixed.convoy else 0,
        "outcome": state.outcome and [state.outcome.winner, state.outcome.reason],
    }


def _unit(state: State, unit: int) -> dict[str, Any]:
    facts, place = state.fixed.units[unit], state.pos[unit]
    record = state.ion.get(unit)
    return {
        "id": unit,
        "label": facts.label,
        "name": facts.name,
        "craft": facts.loadout.profile.id,
        "kind": KINDS[facts.loadout.kind],
        "seat": facts.seat,
        "role": facts.role,
        "crew": facts.loadout.crew.id,
        "upgrades": list(facts.loadout.upgrades),
        "armed": bool(facts.loadout.modes),
        "status": STATUSES[state.status[unit]],
        "hex": state.fixed.board.labels.get(place),
        "facing": FACINGS[state.face[unit]],
        "fighters": state.men[unit] if facts.loadout.kind == FIGHTER else None,
        "hits": state.hull[unit] if facts.loadout.kind != FIGHTER else None,
        "start": facts.men if facts.loadout.kind == FIGHTER else facts.hull,
        "shield": state.shield[unit],
        "shields": facts.loadout.shield,
        "movement": movement(state, unit),
        "vader": bool(state.lead[unit]),
        "stopped": bool(state.still[unit]),
        "panicked": is_panicked(state, unit),
        "disabled": is_disabled(state, unit),
        "ion": record.facts() if record else None,
        "out": record.out if record else 0,
        "sharp": [sharp_needed(state, unit, turns) for turns in (2, 3)]
        if facts.loadout.fighterlike
        else None,
        "salvos": {kind: state.salvos.get((unit, bit), 0) for kind, bit in LOADS} if state.salvos else {},
    }


def fates(state: State) -> list[Fate]:
    """One fate for each unit; a unit is damaged if it lost anything it cannot regain."""
    found = []
    for unit, facts in enumerate(state.fixed.units):
        flight = facts.loadout.kind == FIGHTER
        left = state.men[unit] if flight else max(0, state.hull[unit])
        start = facts.men if flight else facts.hull
        status = state.status[unit]
        word = "intact" if status == IN_PLAY else STATUSES[status]
        hurt = 0 < left < start and status in (IN_PLAY, WITHDRAWN)
        beyond = status == WITHDRAWN and state.gone[unit] == ENEMY_EDGE[facts.seat]
        kind = facts.loadout.profile.id
        found.append(Fate(kind, facts.ref, facts.seat, facts.name, word, hurt, left, start, beyond))
    return found
