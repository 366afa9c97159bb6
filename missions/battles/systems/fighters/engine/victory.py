"""End and victor of a battle, scenario by scenario (FH-160 … FH-169)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache

from missions.battles.engine.contract import Event, Outcome
from missions.battles.engine.hexes import DISTANCE, EAST
from missions.battles.systems.fighters.engine.loadouts import FIGHTER, STATION, upgrades
from missions.battles.systems.fighters.engine.state import (
    CAPTURED,
    CONVOY,
    DESTROYED,
    GARRISON,
    IN_PLAY,
    OUTPOST,
    PRIZE,
    STATION_HELD,
    TRANSPORT,
    WITHDRAWN,
    State,
    in_play,
    is_disabled,
    remove,
)

WEST_SEAT, EAST_SEAT = 0, 1
LOST = (DESTROYED, CAPTURED)
HALF, THREE_QUARTERS = Fraction(1, 2), Fraction(3, 4)


def end_of_turn(state: State, out: list[Event]) -> Outcome | None:
    """Docking, capture, and whether the battle is over (FH-065, FH-168)."""
    if state.fixed.scenario in DOCKS:
        _dock(state, out)
    if state.ion or state.held:
        _capture(state, out)
    limit = state.turn >= state.fixed.turns
    return JUDGES[state.fixed.scenario](state, limit)


# --- tallies ----------------------------------------------------------------------------------------


def points(state: State, seat: int, role: str = "") -> Fraction:
    """Cost of a seat's units at the start; `role` limits it to one role."""
    return _added(_value(state, unit) for unit in _paid(state, seat, role))


def points_lost(state: State, seat: int, role: str = "") -> Fraction:
    """A flight's cost for each fighter lost; other units when destroyed or captured (FH-160)."""
    return _added(_lost(state, unit) for unit in _paid(state, seat, role))


Share = tuple[int, int]
"""Points as numerator and denominator."""


def _added(shares: Iterable[Share]) -> Fraction:
    sums: dict[int, int] = {}
    for points_, whole in shares:
        sums[whole] = sums.get(whole, 0) + points_
    found = NOTHING
    for whole, total in sums.items():
        found = found + _fraction(total, whole) if found else _fraction(total, whole)
    return found


NOTHING = Fraction(0)


@lru_cache(maxsize=4096)
def _fraction(numerator: int, denominator: int) -> Fraction:
    return Fraction(numerator, denominator)


def _paid(state: State, seat: int, role: str = "") -> list[int]:
    return [
        unit
        for unit, facts in enumerate(state.fixed.units)
        if facts.seat == seat and not facts.free and role in ("", facts.role)
    ]


def _value(state: State, unit: int) -> Share:
    facts = state.fixed.units[unit]
    loadout = facts.loadout
    if loadout.kind != FIGHTER:
        return loadout.points, 1
    return loadout.cost * facts.men + _vader(state, unit), loadout.craft


def _vader(state: State, unit: int) -> int:
    """Vader's own price, in the shares of the flight (FH-152)."""
    loadout = state.loadouts[unit]
    return upgrades()["vader"].cost * loadout.craft if loadout.vader else 0


def _lost(state: State, unit: int) -> Share:
    facts = state.fixed.units[unit]
    loadout = facts.loadout
    if state.status[unit] == CAPTURED or (loadout.kind != FIGHTER and state.status[unit] == DESTROYED):
        return _value(state, unit)
    if state.fixed.concedes and conceded(state, unit):
        return _value(state, unit)
    if loadout.kind != FIGHTER:
        return 0, 1
    share = loadout.cost * (facts.men - state.men[unit])
    return share + (_vader(state, unit) if not state.lead[unit] else 0), loadout.craft


def conceded(state: State, unit: int) -> bool:
    """Whether a unit has left the map of its own accord (FH-165)."""
    return state.status[unit] == WITHDRAWN and not state.carried >> unit & 1


def units_lost(state: State, seat: int) -> tuple[int, int]:
    """(units destroyed or captured, units at the start), freighters and free units aside (FH-160)."""
    units = _paid(state, seat)
    return sum(_counts_as_lost(state, unit) for unit in units), len(units)


def _counts_as_lost(state: State, unit: int) -> bool:
    gone = state.status[unit] == WITHDRAWN and state.fixed.units[unit].role == TRANSPORT
    return gone or state.status[unit] in LOST


def freighters_destroyed(state: State) -> int:
    """Destroyed, captured, or off the map by another edge than the exit (FH-162)."""
    return sum(
        status in LOST or (status == WITHDRAWN and state.gone[unit] != EAST)
        for unit, status in enumerate(state.status)
        if state.fixed.units[unit].role == CONVOY
    )


def _with_role(state: State, role: str) -> int:
    return next(unit for unit, facts in enumerate(state.fixed.units) if facts.role == role)


# --- docking and capture ----------------------------------------------------------------------------

DOCKS = {"hostages": STATION_HELD, "starship_theft": PRIZE}


def _beside(state: State, one: int, other: int) -> bool:
    both = state.status[one] == IN_PLAY and state.status[other] == IN_PLAY
    return both and DISTANCE[state.pos[one] - state.pos[other]] == 1


def dock_of(state: State) -> int | None:
    """The unit that the transport of this battle is to dock with, while it is in play."""
    role = DOCKS.get(state.fixed.scenario)
    dock = _with_role(state, role) if role else None
    return dock if dock is not None and state.status[dock] == IN_PLAY else None


def _dock(state: State, out: list[Event]) -> None:
    """End phases running that the transport has been beside its dock (FH-164, FH-166)."""
    role = DOCKS[state.fixed.scenario]
    transport, dock = _with_role(state, TRANSPORT), _with_role(state, role)
    if state.turn > state.fixed.clock and _beside(state, transport, dock):
        state.docked += 1
        out.append(("docked", transport, dock, state.docked))
        if role == PRIZE and state.docked > 1:
            remove(state, dock, CAPTURED)
            out.append(("captured", dock, transport))
    else:
        state.docked = 0


def _capture(state: State, out: list[Event]) -> None:
    """A disabled ship with the same enemy ship beside it in two end phases running (FH-167); the prize of a
    theft is for the transport alone (FH-166).
    """
    before, state.held = state.held, {}
    for unit in state.fixed.ships:
        if state.status[unit] != IN_PLAY or not is_disabled(state, unit):
            continue
        if state.fixed.units[unit].role == PRIZE and not state.fixed.early:
            continue
        bits = _captors(state, unit)
        both = bits & before.get(unit, 0)
        if both:
            remove(state, unit, CAPTURED)
            out.append(("captured", unit, both.bit_length() - 1))
        elif bits:
            state.held[unit] = bits


def _captors(state: State, unit: int) -> int:
    bits = 0
    for other, loadout in enumerate(state.loadouts):
        if (
            loadout.kind in (FIGHTER, STATION)
            or state.side[other] == state.side[unit]
            or is_disabled(state, other)
        ):
            continue
        if _beside(state, unit, other) and state.fixed.units[other].role not in (PRIZE, STATION_HELD):
            bits |= 1 << other
    return bits


# --- the judges ---------------------------------------------------------------------------------------


def _clash(state: State, limit: bool) -> Outcome | None:
    """FH-165."""
    if not limit and _both_fight_on(state):
        return None
    west, east = points_lost(state, EAST_SEAT), points_lost(state, WEST_SEAT)
    score = f"West took down {figure(west)} points, east {figure(east)}."
    if state.fixed.concedes and any(conceded(state, unit) for unit in range(len(state.status))):
        score = f"{score} Units that left the map count in full."
    if west == east:
        return Outcome(None, score, "FH-165")
    return Outcome(WEST_SEAT if west > east else EAST_SEAT, score, "FH-165")


def _both_fight_on(state: State) -> bool:
    status = state.status
    for units in state.fixed.active:
        for unit in units:
            if status[unit] == IN_PLAY:
                break
        else:
            return False
    return True


def figure(value: Fraction) -> str:
    """Points as people write them: “7.5”."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):g}"


def _both(west: str, east: str, rule: str) -> Outcome | None:
    """FH-161: both conditions in one end phase are a draw."""
    if west and east:
        return Outcome(None, f"{west} But {east[0].lower()}{east[1:]}", rule)
    if west or east:
        return Outcome(WEST_SEAT if west else EAST_SEAT, west or east, rule)
    return None


def _convoy(state: State, limit: bool) -> Outcome | None:
    """FH-162."""
    count, down = state.fixed.convoy, freighters_destroyed(state)
    lost, units = units_lost(state, WEST_SEAT)
    enough, bled = down >= THREE_QUARTERS * count, lost >= HALF * units
    west = f"{down} of {count} freighters are gone." if enough and lost <= HALF * units else ""
    east = f"{lost} of {units} raiders are lost." if bled else ""
    found = _both(west, east, "FH-162")
    if found is not None:
        return found
    waiting = [u for u in in_play(state, EAST_SEAT) if state.fixed.units[u].role == CONVOY]
    hopeless = down + len(waiting) < THREE_QUARTERS * count
    if limit or hopeless or not waiting or not in_play(state, WEST_SEAT):
        return Outcome(EAST_SEAT, f"Only {down} of {count} freighters are gone.", "FH-162")
    return None


def _outpost(state: State, limit: bool) -> Outcome | None:
    """FH-163."""
    lost, whole = points_lost(state, WEST_SEAT), points(state, WEST_SEAT)
    score = f"{figure(lost)} of {figure(whole)} points of the attackers are lost."
    if state.status[_with_role(state, OUTPOST)] == DESTROYED:
        if lost < THREE_QUARTERS * whole:
            return Outcome(WEST_SEAT, f"The outpost has fallen. {score}", "FH-163")
        return Outcome(None, f"The outpost has fallen, but the attackers lost too much: {score}", "FH-163")
    if limit or not in_play(state, WEST_SEAT):
        return Outcome(EAST_SEAT, "The outpost stands.", "FH-163")
    return None


def _hostages(state: State, limit: bool) -> Outcome | None:
    """FH-164."""
    transport = _with_role(state, TRANSPORT)
    gone = state.status[transport] != IN_PLAY
    lost, whole = points_lost(state, WEST_SEAT), points(state, WEST_SEAT)
    if gone and state.status[transport] == WITHDRAWN:
        lost += Fraction(*_value(state, transport))
    west = "The transport has been docked for a whole turn." if state.docked > 1 else ""
    east = ""
    if gone and lost >= HALF * whole:
        east = f"The transport and {figure(lost)} of {figure(whole)} points are lost."
    found = _both(west, east, "FH-164")
    if found is not None or not (limit or not in_play(state, WEST_SEAT)):
        return found
    return Outcome(None, "Neither side has reached its goal.", "FH-164")


GRADES = ("victory", "major victory", "total victory")


def secondaries(state: State) -> int:
    """Number of the two further aims that are reached now (FH-166)."""
    yard = _with_role(state, OUTPOST)
    garrison = points_lost(state, EAST_SEAT, GARRISON) >= THREE_QUARTERS * points(state, EAST_SEAT, GARRISON)
    knocked = state.status[yard] == DESTROYED or (state.status[yard] == IN_PLAY and is_disabled(state, yard))
    return int(garrison) + int(knocked)


def _theft(state: State, limit: bool) -> Outcome | None:
    """FH-166."""
    transport = _with_role(state, TRANSPORT)
    captured = state.status[_with_role(state, PRIZE)] == CAPTURED
    lost, units = units_lost(state, WEST_SEAT)
    driven = state.status[transport] != IN_PLAY and lost >= HALF * units
    east = f"The transport and {lost} of {units} raiders are gone." if driven else ""
    west = "The Corvette is captured." if captured else ""
    found = _both(west, east, "FH-166")
    if found is not None:
        graded = found.winner == WEST_SEAT
        return Outcome(found.winner, found.reason, found.rule, GRADES[secondaries(state)] if graded else "")
    if not in_play(state, WEST_SEAT):
        return Outcome(EAST_SEAT, "All raiders are gone and the Corvette is still here.", "FH-166")
    return Outcome(None, "The Corvette is neither taken nor safe.", "FH-166") if limit else None


JUDGES: dict[str, Callable[[State, bool], Outcome | None]] = {
    "free": _clash,
    "fighter_clash": _clash,
    "convoy_raid": _convoy,
    "outpost_assault": _outpost,
    "hostages": _hostages,
    "starship_theft": _theft,
}
