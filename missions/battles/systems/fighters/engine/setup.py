"""The first position, made from a set-up in JSON.

    {"system": "fighters", "version": "2", "scenario": "fighter_clash", "points": 60, "deploy": "choose",
     "forces": [{"side": "rebel", "units": [{"craft": "x_wing", "upgrades": ["act"]}, …]}, {…}]}

`deploy` is "choose" (units are placed one by one, FH-017) or "line" (drawn up for the players). A unit may
carry `name`, `squadron`, `role` ("transport"), `facing` ("NE": how it starts), `replaces` (the Falcon only:
the freighter whose place it takes, FH-157), `ref` (ship card), `crew` and `damaged` (campaign), `at`
([column, row, facing]: already placed). A force may carry a `facing` for all its units. In a free battle
`columns`, `rows` and `turns` may be given. House options for every battle: `natural_one_misses` (true: an
attack die that shows 1 always misses, FH-005) and `torpedo_salvos` (how often a unit may fire each
kind of torpedo; 0 or nothing: no limit, FH-120); for a clash or free battle `leaving_concedes` (false: a unit
that leaves the map gives the enemy no points, FH-165).
"""

from __future__ import annotations

import marshal
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from league.kernel.refusal import Unreadable, refuse_if
from missions.battles.engine.contract import Event, Setup
from missions.battles.engine.dice import Dice
from missions.battles.engine.hexes import DISTANCE, FACINGS, Board, board
from missions.battles.systems.fighters.engine import turn
from missions.battles.systems.fighters.engine.loadouts import FIGHTER, STATION, Loadout, loadout
from missions.battles.systems.fighters.engine.state import (
    CONVOY,
    GARRISON,
    OUTPOST,
    PRIZE,
    STATION_HELD,
    TRANSPORT,
    Fixed,
    State,
    Unit,
    new_state,
    place,
)
from missions.battles.systems.fighters.forces import muster
from missions.battles.systems.fighters.scenarios import EMPIRE_OF_THEFT, Scenario, convoy, scenario

EARLY, VERSION = "1", "2"
VERSIONS = (EARLY, VERSION)
"""The versions whose battles are played on by their own rules; new ones have the last."""
EASTWARD, WESTWARD = 0, 3
CLASHES = ("free", "fighter_clash")
"""Battles that are won by points alone (FH-165)."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A unit before it has a number: its line in the force and what the battle makes of it."""

    seat: int
    line: dict[str, Any]
    loadout: Loadout
    role: str = ""
    squadron: int = 0
    free: bool = False
    at: tuple[int, ...] = ()

    @property
    def ahead(self) -> int:
        """Facing of its side: freighters to their exit, others to the enemy's edge."""
        return EASTWARD if self.role == CONVOY else (EASTWARD, WESTWARD)[self.seat]

    @property
    def facing(self) -> int:
        """A unit's facing at the start."""
        given = self.line.get("facing")
        return FACINGS.index(given) if given else self.ahead


def build(setup: Setup, dice: Dice) -> tuple[State, list[Event]]:
    """The state before the first order. Raises Refusal with every finding, Unreadable for a broken set-up."""
    text = marshal.dumps(setup)
    start = _STARTS.get(text)
    if start is None:
        if len(_STARTS) >= MOST_STARTS:
            _STARTS.clear()
        start = _STARTS[text] = _drawn_up(setup)
    state = start.clone()
    out: list[Event] = []
    if state.fixed.scenario == "hostages":
        faces = dice.roll(1)
        state.fixed = replace(state.fixed, clock=faces[0])
        out.append(("clock", faces))
    turn.begin_deployment(state, dice, out)
    return state, out


_STARTS: dict[bytes, State] = {}
"""Positions of set-ups before any die: simulations and replays start from few of them."""
MOST_STARTS = 256


def _drawn_up(setup: Setup) -> State:
    battle = scenario(str(setup.get("scenario", "")))
    if setup.get("version", VERSION) not in VERSIONS:
        raise Unreadable("battle.version", f"There is no version “{setup['version']}” of these rules.")
    forces = setup.get("forces")
    if not isinstance(forces, list) or len(forces) != 2:
        raise Unreadable("battle.setup", "A battle needs two forces, west first.")
    points = int(setup.get("points", 0))
    forces = [_given(battle, seat, force) for seat, force in enumerate(forces)]
    refuse_if([found for seat in (0, 1) for found in muster.findings(forces[seat], battle, seat, points)])
    drawn = [one for seat in (0, 1) for one in _drawn(battle, seat, forces[seat], points)]
    state = new_state(_fixed(setup, battle, drawn))
    _placed(state, battle, drawn, setup)
    return state


def _given(battle: Scenario, seat: int, force: dict[str, Any]) -> dict[str, Any]:
    """The theft's defenders are printed; all others bring what they like."""
    if battle.id == "starship_theft" and seat == 1:
        lines = [{"craft": craft} for craft in EMPIRE_OF_THEFT]
        return {"side": "empire", "units": [*lines, {"craft": "outpost", "name": "Shipyard"}]}
    if not isinstance(force, dict) or not isinstance(force.get("units"), list):
        raise Unreadable("battle.force", "A force needs a side and a list of units.")
    return force


def _drawn(battle: Scenario, seat: int, force: dict[str, Any], points: int) -> list[Drawn]:
    squadrons, facing = muster.squadrons(force), force.get("facing", "")
    result = [
        Drawn(
            seat,
            {"facing": facing} | line,
            muster.loadout_of(line),
            "",
            squadron,
            False,
            tuple(line.get("at", ())),
        )
        for line, squadron in zip(force["units"], squadrons, strict=True)
    ]
    if battle.id == "convoy_raid" and seat == 1:
        result = _with_convoy(result, points)
    if muster.takes_transport(battle.id, seat):
        chosen = muster.transport_of([one.line for one in result])
        result[chosen] = replace(result[chosen], role=TRANSPORT)
    if battle.id == "hostages" and seat == 0:
        silent = replace(loadout("outpost"), modes=(), slots=0, sweep=0)
        line = {"craft": "outpost", "name": "Station"}
        result.append(Drawn(0, line, silent, STATION_HELD, 0, True, (*battle.station, EASTWARD)))
    if battle.id in ("outpost_assault", "starship_theft") and seat == 1:
        result = [_defender(battle, one) for one in result]
    if battle.id == "starship_theft" and seat == 1:
        line = {"craft": "corvette_empire", "name": "Prize"}
        result.append(Drawn(1, line, loadout("corvette_empire"), PRIZE, 0, True, (*battle.prize, WESTWARD)))
    return result


def _with_convoy(bought: list[Drawn], points: int) -> list[Drawn]:
    """The freighters; the Falcon sails in the place of the one that its side chose (FH-157, FH-162)."""
    light, heavy = convoy(points)
    crafts = ["light_freighter"] * light + ["heavy_freighter"] * heavy
    result = []
    for one in bought:
        falcon = one.line["craft"] == muster.FALCON
        if falcon:
            crafts.remove(muster.replaced(one.line))
        result.append(replace(one, role=CONVOY) if falcon else one)
    return result + [Drawn(1, {"craft": craft}, loadout(craft), CONVOY, 0, True) for craft in crafts]


def _defender(battle: Scenario, one: Drawn) -> Drawn:
    if one.loadout.kind == STATION:
        return replace(one, role=OUTPOST, at=(*battle.outpost, WESTWARD))
    return replace(one, role=GARRISON) if battle.id == "starship_theft" else one


def _fixed(setup: Setup, battle: Scenario, drawn: list[Drawn]) -> Fixed:
    own, early = battle.id == "free", setup.get("version") == EARLY
    map_ = board(
        int(setup.get("columns", battle.columns)) if own else battle.columns,
        int(setup.get("rows", battle.rows)) if own else battle.rows,
    )
    counts = [0, 0]
    units = []
    for one in drawn:
        counts[one.seat] += 1
        units.append(_unit(one, counts[one.seat]))
    return Fixed(
        scenario=battle.id,
        board=map_,
        turns=int(setup.get("turns", battle.turns)) if own else battle.turns,
        units=tuple(units),
        zones=tuple(_zone(map_, battle, one) for one in drawn),
        facings=(EASTWARD, WESTWARD),
        clock=0,
        convoy=sum(one.role == CONVOY for one in drawn),
        least=2 if _option(setup, "natural_one_misses", False) else 1,
        salvos=_option(setup, "torpedo_salvos", 0),
        concedes=concedes(setup),
        early=early,
    )


def concedes(setup: Setup) -> bool:
    """Whether leaving the map gives a unit's points away: in clashes of today's version that do not say
    otherwise (FH-165).
    """
    today = setup.get("version", VERSION) != EARLY and setup.get("scenario") in CLASHES
    return bool(_option(setup, "leaving_concedes", True)) and today


def _option(setup: Setup, name: str, default: int) -> int:
    """A house option: yes or no, or a number that is not negative."""
    given = setup.get(name, default)
    if type(given) is not type(default) or given < 0:
        wanted = "true or false" if isinstance(default, bool) else "a whole number from 0"
        raise Unreadable("battle.option", f"“{name}” must be {wanted}, not {given!r}.")
    return int(given)


def _unit(one: Drawn, number: int) -> Unit:
    hurt = bool(one.line.get("damaged"))
    men = one.loadout.craft if one.loadout.kind == FIGHTER else 1
    hull = one.loadout.hits
    return Unit(
        seat=one.seat,
        loadout=one.loadout,
        name=str(one.line.get("name") or one.loadout.name),
        label=f"{'WE'[one.seat]}{number}",
        role=one.role,
        squadron=one.squadron,
        men=muster.damaged(men) if hurt else men,
        hull=muster.damaged(hull) if hurt else hull,
        ref=str(one.line.get("ref", "")),
        free=one.free,
    )


def _zone(map_: Board, battle: Scenario, one: Drawn) -> frozenset[int]:
    """Set-up hexes of a unit: columns of its side, or hexes near a station."""
    if battle.near and battle.near[one.seat]:
        centre = map_.at(*(battle.station or battle.outpost))
        return frozenset(place for place in map_.cells if DISTANCE[place - centre] <= battle.near[one.seat])
    first, last = battle.convoy_zone if one.role == CONVOY else battle.zones[one.seat]
    if battle.id == "free" and one.seat == 1:
        first, last = map_.columns - 3, map_.columns - 1
    return _columns(map_, first, last)


@lru_cache(maxsize=64)
def _columns(map_: Board, first: int, last: int) -> frozenset[int]:
    return frozenset(place for place in map_.cells if first <= map_.offsets[place][0] <= last)


def _placed(state: State, battle: Scenario, drawn: list[Drawn], setup: Setup) -> None:
    map_ = state.fixed.board
    for unit, one in enumerate(drawn):
        state.face[unit] = one.facing
        if one.at:
            hex_ = map_.at(one.at[0], one.at[1])
            if not map_.inside[hex_] or hex_ in state.pos:
                raise Unreadable(
                    "battle.place", f"Column {one.at[0]}, row {one.at[1]} is not free on this map."
                )
            place(state, unit, hex_, one.at[2] if len(one.at) > 2 else state.face[unit])
    if setup.get("deploy") == "line":
        for seat in (0, 1):
            waiting = [unit for unit, one in enumerate(drawn) if one.seat == seat and not one.at]
            _line_up(state, waiting, [drawn[unit].ahead for unit in waiting])


@lru_cache(maxsize=1024)
def _front(zone: frozenset[int], map_: Board, row: int, facing: int) -> int | None:
    """The foremost hex of a zone in a row."""
    ahead = max if facing == EASTWARD else min
    return ahead((hex_ for hex_ in zone if map_.offsets[hex_][1] == row), default=None)


def _line_up(state: State, units: list[int], ahead: list[int]) -> None:
    """Evenly spread over the rows, in the column of the zone that looks `ahead` by unit."""
    map_ = state.fixed.board
    for number, unit in enumerate(units):
        row = (2 * number + 1) * map_.rows // (2 * len(units))
        front = _front(state.fixed.zones[unit], map_, row, ahead[number])
        if front is not None and front not in state.pos:
            place(state, unit, front, state.face[unit])
            continue
        forward = 1 if ahead[number] == EASTWARD else -1
        best = min(
            (hex_ for hex_ in state.fixed.zones[unit] if hex_ not in state.pos),
            key=lambda hex_: (abs(map_.offsets[hex_][1] - row), -forward * map_.offsets[hex_][0]),
        )
        place(state, unit, best, state.face[unit])


__all__ = ["VERSION", "build"]
