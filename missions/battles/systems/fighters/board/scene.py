"""The fighter game on the board: its view, its orders and its events as a scene, offers and traces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from missions.battles.board.scene import FACINGS, Arcs, Clock, Mark, Scene, Token, Trace, centre
from missions.battles.engine.arcs import CLOSED
from missions.battles.engine.contract import Event, View
from missions.battles.engine.hexes import Board
from missions.battles.systems.fighters.engine import victory
from missions.battles.systems.fighters.engine.state import PHASES, SIDES, State
from missions.battles.systems.fighters.scenarios import scenario

ROLES = {
    "transport": "the transport",
    "station": "the station to dock with",
    "prize": "the ship to be taken",
    "convoy": "one of the convoy",
    "outpost": "the outpost to hold",
    "garrison": "of the garrison",
}
ROLE_SIGNS = {"transport": "T", "station": "H", "prize": "P", "convoy": "C", "outpost": "O"}
ACTS = {2: "can still move", 3: "can still fire"}


# --- the scene --------------------------------------------------------------------------------------


def scene(view: View, state: State, acting: Iterable[int]) -> Scene:
    """The map as `view` has it; `acting` are the units that an order is awaited for."""
    battle = scenario(view["scenario"])
    waiting: dict[int, int] = {}
    for _, _, target, count in view["pending"]:
        waiting[target] = waiting.get(target, 0) + count
    may_act = frozenset(acting)
    phase = PHASES.index(view["phase"])
    tokens = tuple(
        _token(state, facts, waiting.get(facts["id"], 0), facts["id"] in may_act, phase)
        for facts in view["units"]
    )
    return Scene(
        columns=view["columns"],
        rows=view["rows"],
        tokens=tokens,
        clock=_clock(view, phase),
        name=battle.name,
        brief=battle.brief,
        rules=battle.rules,
        facts=tuple(_facts(view, state)),
        exits=(("east", "the convoy’s exit"),) if battle.id == "convoy_raid" else (),
    )


def _clock(view: View, phase: int) -> Clock:
    """Deployment stands alone; then the four phases of every turn."""
    first = view["first"] if phase >= 2 else None
    over = view["outcome"] is not None
    if phase == 0:
        return Clock(0, view["turns"], ("Deployment",), 0, None, over)
    names = ("Initiative", "Movement", "Shooting", "End phase")
    return Clock(view["turn"], view["turns"], names, min(phase, 4) - 1, first, over)


def _token(state: State, facts: dict[str, Any], hits: int, may_act: bool, phase: int) -> Token:
    unit = facts["id"]
    fixed, kit = state.fixed.units[unit], state.kits[unit]
    flight = facts["fighters"] is not None
    left = facts["fighters"] if flight else max(0, facts["hits"])
    start = fixed.men if flight else fixed.hull
    marks = tuple(_marks(facts, hits))
    place = facts["hex"] or ""
    shield = f", shields {facts['shield']} of {kit.shield}" if kit.shield else ""
    what = "fighters" if flight else "hits"
    where = f"at {place} facing {facts['facing']}" if place else facts["status"]
    more = "".join(f"; {mark.words}" for mark in marks)
    can = f"; {ACTS.get(phase, 'its order is awaited')}" if may_act else ""
    words = (
        f"{facts['label']} {facts['name']}, {SIDES[facts['seat']]}: "
        f"{left} of {start} {what}{shield}, {where}{more}{can}"
    )
    return Token(
        unit=unit,
        label=facts["label"],
        name=facts["name"],
        seat=facts["seat"],
        kind=facts["kind"],
        place=place,
        facing=FACINGS.index(facts["facing"]),
        left=left,
        start=start,
        shield=(facts["shield"], kit.shield),
        marks=marks,
        status=facts["status"],
        words=words,
        may_act=may_act,
    )


def _marks(facts: dict[str, Any], hits: int) -> Iterable[Mark]:
    if hits:
        yield Mark(f"hits {hits}", f"{hits} {'hit waits' if hits == 1 else 'hits wait'} for the end phase")
    if facts["vader"]:
        yield Mark("vader", "led by Vader")
    if facts["role"]:
        yield Mark(ROLE_SIGNS.get(facts["role"], ""), ROLES[facts["role"]])
    if facts["panicked"]:
        yield Mark("panic", "in panic")
    if facts["disabled"]:
        yield Mark("disabled", "disabled")
    elif facts["ion"] and any(facts["ion"][1:]):
        yield Mark("ion", "hurt by ions")
    if facts["stopped"]:
        yield Mark("stopped", "stands still")


def _facts(view: View, state: State) -> Iterable[tuple[str, str, str]]:
    for seat in (0, 1):
        yield f"{SIDES[seat]} has lost", f"{_figure(view['points_lost'][seat])} points", "FH-160"
    if state.fixed.convoy:
        gone = victory.freighters_destroyed(state)
        yield "Freighters gone", f"{gone} of {state.fixed.convoy}", "FH-162"
    if view["scenario"] == "hostages":
        yield "Docking counts after turn", str(view["clock"]), "FH-164"
    if view["docked"]:
        yield "End phases docked", f"{view['docked']} of 2", "FH-164"


def _figure(fraction: str) -> str:
    value = Fraction(fraction)
    return str(value.numerator) if value.denominator == 1 else f"{float(value):g}"


def arcs(state: State, unit: int) -> Arcs | None:
    """The best of all its weapons in each sextant; None for a unit without weapons."""
    modes = state.kits[unit].modes
    if not modes:
        return None
    best = [min(mode.arc[2 * sextant] for mode in modes) for sextant in range(6)]
    bands = tuple(modes[0].step * number for number in (1, 2, 3))
    return Arcs(tuple(0 if figure == CLOSED else 1 if figure > 0 else 2 for figure in best), bands)


def weapons(state: State, unit: int) -> list[tuple[str, str]]:
    """Its ways to fire, and what keeps them from it now."""
    record = state.ion.get(unit)
    out = record.out if record else 0
    return [(mode.name, "out of action" if out >> mode.slot & 1 else "") for mode in state.kits[unit].modes]


def profile(state: State, unit: int) -> list[tuple[str, str]]:
    """What a player asks about a craft, as label and figure."""
    kit = state.kits[unit]
    found = [("Craft", kit.name), ("Crew", kit.crew.name), ("Movement", str(kit.movement))]
    if kit.fighterlike:
        found.append(("Evasion", str(kit.evasion + kit.crew.piloting)))
    if kit.save:
        found.append(("Save", f"{kit.save}+"))
    return found


# --- what just happened -----------------------------------------------------------------------------


def traces(state: State, events: Sequence[Event]) -> list[Trace]:
    """Moves and shots of the last order, between places that are still known."""
    board, found = state.fixed.board, []
    for event in events:
        if event[0] == "move" and event[2] != event[3]:
            found.append(Trace("move", _at(board, event[2]), _at(board, event[3])))
        elif event[0] in ("fire", "lock") and state.pos[event[1]] >= 0 and state.pos[event[3]] >= 0:
            kind = "hit" if event[7] else "miss"
            found.append(Trace(kind, _at(board, state.pos[event[1]]), _at(board, state.pos[event[3]])))
    return found


def _at(board: Board, place: int) -> tuple[int, int]:
    return centre(*board.offset(place))


# --- dice on the table ------------------------------------------------------------------------------

ROLLED = {
    "initiative": "the initiative",
    "clock": "how long docking takes",
    "fire": "the shot",
    "lock": "the shot",
    "losses": "the saves of {}",
    "hull": "the saves of {}",
    "ion": "the ion hit on {}",
    "repair": "the repair of {}",
    "sharp": "the sharper turn of {}",
    "steady": "the nerves of {}",
    "will": "the nerves of {}",
}
"""What the dice of an event decide, for whoever rolls them by hand; the braces are for the unit."""


def rolled_for(state: State, events: Sequence[Event], given: int) -> str:
    """What the die decides that comes after so many of these events; "" where there is none."""
    for event in events:
        given -= sum(len(part) for part in event[1:] if isinstance(part, bytes))
        if given < 0:
            facts = state.fixed.units[event[1]] if "{}" in ROLLED.get(event[0], "") else None
            return ROLLED.get(event[0], "").format(f"{facts.label} {facts.name}" if facts else "")
    return ""
