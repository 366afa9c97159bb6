"""The map of a battle of fighters, and what its reader may ask about a unit there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from typing import Any

from missions.battles.board.grid import centre, grid
from missions.battles.board.scene import (
    Clock,
    Exit,
    Gauge,
    Mark,
    Offer,
    Reach,
    Scene,
    Token,
    Trace,
)
from missions.battles.engine.arcs import CLOSED
from missions.battles.engine.contract import Event, View
from missions.battles.engine.hexes import FACINGS, Board
from missions.battles.systems.fighters.board.facts import (
    Facts,
    board_of,
    loadout_of,
    modes_of,
    named,
    unit_of,
    units_of,
)
from missions.battles.systems.fighters.engine.state import PHASES, SIDES
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
PIPS = 6
"""Largest number of fighters drawn as pips; above it a bar is drawn."""
TO_COME = "not yet placed"
"""The status of a unit that has still to be set up."""


# --- the scene --------------------------------------------------------------------------------------


def scene(view: View, acting: Collection[int]) -> Scene:
    """The map as `view` has it; `acting` are the units that an order is awaited for."""
    battle = scenario(view["scenario"])
    waiting: dict[int, int] = {}
    for _, _, target, count in view["pending"]:
        waiting[target] = waiting.get(target, 0) + count
    may_act = frozenset(acting)
    phase = PHASES.index(view["phase"])
    return Scene(
        grid=grid(view["columns"], view["rows"]),
        tokens=tuple(
            _token(facts, waiting.get(facts["id"], 0), facts["id"] in may_act, phase)
            for facts in view["units"]
        ),
        clock=_clock(view, phase),
        name=battle.name,
        brief=battle.brief,
        rules=battle.rules,
        facts=tuple(_facts(view)),
        exits=(Exit("east", "the convoy’s exit"),) if battle.id == "convoy_raid" else (),
    )


def _clock(view: View, phase: int) -> Clock:
    """Deployment stands alone; then the four phases of every turn."""
    first = view["first"] if phase >= 2 else None
    over = view["outcome"] is not None
    if phase == 0:
        return Clock(0, view["turns"], ("Deployment",), 0, None, over)
    names = ("Initiative", "Movement", "Shooting", "End phase")
    return Clock(view["turn"], view["turns"], names, min(phase, 4) - 1, first, over)


def _token(facts: Facts, hits: int, may_act: bool, phase: int) -> Token:
    flight = facts["fighters"] is not None
    left = facts["fighters"] if flight else max(0, facts["hits"])
    start, now, most = facts["start"], facts["shield"], facts["shields"]
    marks = tuple(_marks(facts, hits))
    place = facts["hex"] or ""
    pips = facts["kind"] == "fighter" and start <= PIPS
    gauges = (Gauge("pips" if pips else "solid", left, start),)
    return Token(
        unit=facts["id"],
        label=facts["label"],
        name=facts["name"],
        side=facts["seat"],
        kind=facts["kind"],
        place=place,
        facing=FACINGS.index(facts["facing"]),
        gauges=(*gauges, Gauge("dashed", now, most)) if most and not pips else gauges,
        plate=f"{left + now}" if most and not pips else str(left),
        strength=f"{left}/{start}" + (f"+{now}" if most else ""),
        marks=marks,
        status=facts["status"],
        gone=not place and facts["status"] != TO_COME,
        words=_words(facts, left, marks, may_act, phase),
        may_act=may_act,
    )


def _words(facts: Facts, left: int, marks: Sequence[Mark], may_act: bool, phase: int) -> str:
    shield = f", shields {facts['shield']} of {facts['shields']}" if facts["shields"] else ""
    what = "hits" if facts["fighters"] is None else "fighters"
    where = f"at {facts['hex']} facing {facts['facing']}" if facts["hex"] else facts["status"]
    more = "".join(f"; {mark.words}" for mark in marks)
    can = f"; {ACTS.get(phase, 'its order is awaited')}" if may_act else ""
    return (
        f"{named(facts)}, {SIDES[facts['seat']]}: "
        f"{left} of {facts['start']} {what}{shield}, {where}{more}{can}"
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


def _facts(view: View) -> Iterable[tuple[str, str, str]]:
    for side, word in enumerate(SIDES):
        yield f"{word} has lost", f"{_figure(view['points_lost'][side])} points", "FH-160"
    if view["convoy"]:
        yield "Freighters gone", f"{view['convoy_lost']} of {view['convoy']}", "FH-162"
    if view["scenario"] == "hostages":
        yield "Docking counts after turn", str(view["clock"]), "FH-164"
    if view["docked"]:
        yield "End phases docked", f"{view['docked']} of 2", "FH-164"


def _figure(fraction: str) -> str:
    value = Fraction(fraction)
    return str(value.numerator) if value.denominator == 1 else f"{float(value):g}"


# --- one unit ---------------------------------------------------------------------------------------


def reach(view: View, unit: int, chosen: Offer | None) -> Reach | None:
    """The best of all its weapons in each sextant; None for a unit without weapons or off the map."""
    facts = unit_of(view, unit)
    place, facing = facts["hex"] or "", FACINGS.index(facts["facing"])
    if chosen is not None and chosen.end:
        place, facing = chosen.place, chosen.facing
    modes = modes_of(facts)
    if not modes or not place:
        return None
    best = [min(mode.arc[2 * sextant] for mode in modes) for sextant in range(6)]
    bands = tuple(modes[0].step * number for number in (1, 2, 3))
    wedges = tuple(0 if figure == CLOSED else 1 if figure > 0 else 2 for figure in best)
    return Reach(place, facing, wedges, bands)


def weapons(view: View, unit: int) -> list[tuple[str, str]]:
    """A unit's ways to fire, and what prevents each of them now."""
    facts = unit_of(view, unit)
    out = facts["out"]
    return [(mode.name, "out of action" if out >> mode.slot & 1 else "") for mode in modes_of(facts)]


def profile(view: View, unit: int) -> list[tuple[str, str]]:
    """Key figures of a craft, each with a label."""
    loadout = loadout_of(unit_of(view, unit))
    found = [("Craft", loadout.name), ("Crew", loadout.crew.name), ("Movement", str(loadout.movement))]
    if loadout.fighterlike:
        found.append(("Evasion", str(loadout.evasion + loadout.crew.piloting)))
    if loadout.save:
        found.append(("Save", f"{loadout.save}+"))
    return found


# --- what just happened -----------------------------------------------------------------------------


def traces(view: View, events: Sequence[Event]) -> list[Trace]:
    """Moves and shots of the last order, between places that are still known."""
    board, units, found = board_of(view), units_of(view), []
    for event in events:
        if event[0] == "move" and event[2] != event[3]:
            found.append(Trace("move", _at(board, event[2]), _at(board, event[3])))
        elif event[0] in ("fire", "lock"):
            ends = [units[unit]["hex"] for unit in (event[1], event[3]) if unit in units]
            if all(ends) and len(ends) == 2:
                kind = "hit" if event[7] else "miss"
                start, end = (_at(board, board.places[each]) for each in ends)
                found.append(Trace(kind, start, end))
    return found


def _at(board: Board, place: int) -> tuple[int, int]:
    return centre(*board.offset(place))


def place_id(view: View, place: int) -> str:
    """The label of a hex."""
    return board_of(view).labels[place]


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
"""Purpose of an event's dice, for a person who rolls them by hand; the braces are for the unit."""


def rolled_for(view: View, events: Sequence[Event], given: int) -> str:
    """Purpose of the die that comes after so many of these events; "" without one."""
    for event in events:
        given -= sum(len(part) for part in event[1:] if isinstance(part, bytes))
        if given < 0:
            words = ROLLED.get(event[0], "")
            return words.format(named(unit_of(view, event[1]))) if "{}" in words else words
    return ""
