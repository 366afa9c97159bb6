"""Poses and walks of ships (BG-060 … BG-070).

Ships do not stop each other on the way (BG-066), so the ways of a ship depend only on its footprint, its
moves and the map. `ways` has them for open space. A walk that meets asteroids, the rim, countermeasures or
debris is searched for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from missions.battles.engine.contract import Random
from missions.battles.engine.hexes import DIRECTION, DISTANCE, STEPS, bit
from missions.battles.engine.walks import WIDTH
from missions.battles.systems.galaxies.engine.choices import BITS, Kind, move_along, move_of
from missions.battles.systems.galaxies.engine.countermeasures import DEBRIS_COST, contact_zones, ecm_cost
from missions.battles.systems.galaxies.engine.field import OFF, Field, Pose, listed
from missions.battles.systems.galaxies.engine.ships import Size
from missions.battles.systems.galaxies.engine.state import State

STAY = move_along(0, ())
"""The move of no space (BG-060)."""
SMALL, MEDIUM, LARGE = Size
ONE_HEX, FLOWER = 6, 7
"""Footprints by number: 0 … 5 a medium ship whose back lies in that direction, a small ship, a large one."""
DEBRIS_MET = 1 << 62
"""Stands for debris among the things that a walk meets; the others are ships."""
TRIES = 24
"""Ends drawn at random before all are listed."""


Label = tuple[int, int, int]
"""Things that a walk meets, its cost, and its order."""


class Way(NamedTuple):
    """A walk in open space: its order, its end as differences from the front or middle hex, and all
    positions that it covers after the start, as differences made with `bit`.
    """

    choice: int
    place: int
    tail: int
    swept: int


def footprint(state: State, ship: int) -> int:
    """Number of the footprint of a ship where it stands."""
    place, tail = state.place[ship], state.tail[ship]
    if place != tail:
        cells = state.table.battle.field.map.cells
        return DIRECTION[cells[tail] - cells[place]] >> 1
    return FLOWER if state.cards[state.card[ship]].type.size == LARGE else ONE_HEX


def _start(shape: int) -> Pose:
    return 0, (STEPS[shape] if shape < ONE_HEX else 0)


def _onward(shape: int, lead: int, pose: Pose, to: int) -> Pose | None:
    """The pose after a step of that difference, on any grid of positions; None for BG-064."""
    place, tail = pose
    if shape >= ONE_HEX:
        return place + to, tail + to
    ahead = (tail if lead else place) + to
    if ahead == (place if lead else tail):
        return None
    return (tail, ahead) if lead else (ahead, place)


def _under(shape: int, pose: Pose) -> int:
    """Positions under a footprint, made with `bit`."""
    if shape == FLOWER:
        found = bit(pose[0])
        for to in STEPS:
            found |= bit(pose[0] + to)
        return found
    return bit(pose[0]) | bit(pose[1])


@lru_cache(maxsize=256)
def ways(shape: int, most: int) -> tuple[Way, ...]:
    """The shortest walk of up to so many spaces to each end in open space, that of no space first. Of equal
    ones it is the one with lower directions first, then the one with the front ahead.
    """
    found: dict[Pose, Way] = {}
    for lead in (0, 1) if shape < ONE_HEX else (0,):
        for way in _led(shape, lead, most):
            known = found.get((way.place, way.tail))
            if known is None or way.choice < known.choice:
                found[way.place, way.tail] = way
    return tuple(sorted(found.values()))


def _led(shape: int, lead: int, most: int) -> Iterator[Way]:
    """The shortest walks with one end ahead."""
    start = _start(shape)
    border: list[tuple[Pose, tuple[int, ...], int]] = [(start, (), 0)]
    known = {start}
    yield Way(STAY, *start, 0)
    for _ in range(most):
        ahead = []
        for pose, path, swept in border:
            for direction, to in enumerate(STEPS):
                after = _onward(shape, lead, pose, to)
                if after is None or after in known:
                    continue
                known.add(after)
                walk = (after, (*path, direction), swept | _under(shape, after))
                ahead.append(walk)
                yield Way(move_along(lead, walk[1]), *after, walk[2])
        border = ahead


@lru_cache(maxsize=1 << 15)
def chosen(shape: int, choice: int) -> tuple[int, tuple[int, ...], int, int, int]:
    """A move of a footprint as its leading end, its steps, and its way: `Way.place`, `tail` and `swept`."""
    lead, path = move_of(choice)
    return lead, path, *way_of(shape, lead, path)[1:]


def way_of(shape: int, lead: int, path: tuple[int, ...]) -> Way:
    """Steps as a walk in open space; they need not be the shortest. Raises ValueError for BG-064."""
    pose, swept = _start(shape), 0
    for direction in path:
        after = _onward(shape, lead, pose, STEPS[direction])
        if after is None:
            raise ValueError("The leading end does not enter the hex of the trailing end.")
        pose, swept = after, swept | _under(shape, after)
    return Way(move_along(lead, path), *pose, swept)


# --- on the map -------------------------------------------------------------------------------------


def stepped(field: Field, size: int, lead: int, pose: Pose, direction: int) -> Pose | None:
    """The pose of a ship after one space of movement; None if it is not allowed (BG-062 … BG-067). The end
    that leads is the same for the whole walk (BG-063), and mates of a squadron may part (BG-069).
    """
    place, tail = pose
    if size != MEDIUM:
        ahead = field.step[place][direction]
        if ahead == OFF or (field.flower[ahead] if size == LARGE else 1 << ahead) & ~field.free:
            return None
        return None if size == LARGE and not field.flower[ahead] else (ahead, ahead)
    ahead = field.step[tail if lead else place][direction]
    if ahead == OFF or not field.free >> ahead & 1 or ahead == (place if lead else tail):
        return None
    return (tail, ahead) if lead else (ahead, place)


def moves_of(state: State, ship: int) -> int:
    """Spaces that a ship may move in this activation (BG-060)."""
    return state.cards[state.card[ship]].type.move + state.faster


def danger(state: State, ship: int) -> int:
    """Positions, made with `bit`, at which a ship may meet countermeasures or debris."""
    field = state.table.battle.field
    if state.jammed:
        return field.strewn
    side = 1 - state.owner[state.card[ship]]
    found = state.zones[side]
    if found < 0:
        cover, spread, found = state.cover, field.spread_near, field.strewn
        for enemy in listed(state.fleet[side]):
            found |= spread(cover[enemy])
        state.zones[side] = found
    return found


def any_move(state: State, ship: int, random: Random) -> int:
    """A legal move at random: an end, then the walk to it with the least to fear. Ends that only a detour
    reaches are drawn, too.
    """
    field, place = state.table.battle.field, state.place[ship]
    cell, wall, number = field.map.cells[place], field.wall, field.number.get
    large = state.cards[state.card[ship]].type.size == LARGE
    found = ways(footprint(state, ship), moves_of(state, ship))
    blocked, count, fear = state.taken & ~state.cover[ship] | field.rocks, len(found), -1
    for _ in range(TRIES):
        choice, to, tail, swept = found[int(random() * count)]
        end, back = number(cell + to, OFF), number(cell + tail, OFF)
        if end == OFF or back == OFF:
            continue
        under = field.flower[end] if large else 1 << end | 1 << back
        if not under or under & blocked:
            continue
        covered = swept << cell
        if not covered & wall:
            if fear < 0:
                fear = danger(state, ship)
            if not covered & fear:
                return choice
        if (detour := _best(state, ship, (end, back))) is not None:
            return detour
    return STAY


def moves(state: State, ship: int) -> list[int]:
    """All moves of a ship. Of the walks to one end it has those that no other walk beats (`walks`): of two
    with the same dice the shorter one, then the one with lower directions.
    """
    return [label[2] for labels in ends(state, ship).values() for label in labels]


def ends(state: State, ship: int) -> Mapping[Pose, tuple[Label, ...]]:
    """Poses in which moves of a ship may end, each with its walks, the least to fear first."""
    field = state.table.battle.field
    shape, most = footprint(state, ship), moves_of(state, ship)
    cell, number = field.map.cells[state.place[ship]], field.number
    blocked = state.taken & ~state.cover[ship]
    if _extent(shape, most) << cell & (danger(state, ship) | field.wall):
        start = state.place[ship], state.tail[ship]
        return _searched(Risks(state, ship), start, most, blocked)
    legal = {}
    for choice, to, tail, _ in ways(shape, most):
        pose = number[cell + to], number[cell + tail]
        under = field.flower[pose[0]] if shape == FLOWER else 1 << pose[0] | 1 << pose[1]
        if not under & blocked:
            legal[pose] = ((0, 0, choice),)
    return legal


@lru_cache(maxsize=256)
def _extent(shape: int, most: int) -> int:
    """All positions that walks of up to so many spaces may cover."""
    found = 0
    for way in ways(shape, most):
        found |= way.swept
    return found


# --- walks that may meet something ------------------------------------------------------------------


class Risks:
    """Things that a ship may meet in its poses: enemies that it has contact with, and debris.

    The cost of a walk is its expected damage in eighths, if every enemy rolls. Risks are equal if every walk
    meets the same with them.
    """

    __slots__ = ("_contacts", "_costs", "_key", "_zones", "debris", "field", "size")

    def __init__(self, state: State, ship: int) -> None:
        self.field, self.size = state.table.battle.field, state.cards[state.card[ship]].type.size
        self.debris = self.field.debris
        self._zones = [] if state.jammed else contact_zones(state, ship)
        slips = state.cards[state.card[ship]].type.special
        self._costs = {1 << enemy: ecm_cost(state, enemy, slips) for enemy, _ in self._zones}
        self._contacts: dict[Pose, tuple[int, int]] = {}
        self._key = self.field, self.size, tuple(self._zones), tuple(self._costs.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Risks) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def at(self, pose: Pose) -> tuple[int, int]:
        """Hexes under the ship in a pose, and enemies in contact with it there as bits."""
        found = self._contacts.get(pose)
        if found is None:
            under, met = self.field.covered(self.size, pose), 0
            for enemy, zone in self._zones:
                if zone & under:
                    met |= 1 << enemy
            found = self._contacts[pose] = under, met
        return found

    def step(self, before: tuple[int, int], after: tuple[int, int]) -> tuple[int, int]:
        """Things that a step meets, and its cost."""
        met, cost = after[1] & ~before[1], 0
        if met:
            for enemy, price in self._costs.items():
                if met & enemy:
                    cost += price
        if after[0] & ~before[0] & self.debris:
            return met | DEBRIS_MET, cost + DEBRIS_COST
        return met, cost


def _labels(
    risks: Risks, start: Pose, most: int, lead: int, end: Pose | None = None
) -> dict[Pose, list[Label]]:
    """Walks with one end ahead to each pose, or to one pose only, that no walk before them beats."""
    field, at, step, medium = risks.field, risks.at, risks.step, risks.size == MEDIUM
    debris = risks.debris
    table = field.onward_large if risks.size == LARGE else field.onward
    cells = field.map.cells
    goal = cells[end[lead]] if end else 0
    found: dict[Pose, list[Label]] = {start: [(0, 0, 1)]}
    reached = found.setdefault(end, []) if end else []
    border = [(start, 0, 0, 1)]
    for left in range(most - 1, -1, -1):
        ahead = []
        for pose, met, cost, path in border:
            here, leading, trailing = at(pose), pose[lead], pose[1 - lead]
            for direction, to in table[leading]:
                if to == trailing or (end and DISTANCE[goal - cells[to]] > left):
                    continue
                after = ((leading, to) if lead else (to, leading)) if medium else (to, to)
                now = at(after)
                if now[1] & ~here[1] or now[0] & debris & ~here[0]:
                    more, price = step(here, now)
                    label = met | more, cost + price, path << WIDTH | direction
                else:
                    label = met, cost, path << WIDTH | direction
                known = found.get(after)
                if known is None:
                    known = found[after] = []
                elif known and _beaten(label, known):
                    continue
                if not reached or not _beaten(label, reached):
                    known.append(label)
                    ahead.append((after, *label))
        border = ahead
    return found


def _beaten(label: Label, others: list[Label]) -> bool:
    """Whether one of these walks makes another one to the same pose needless."""
    met, cost, path = label
    for things, price, way in others:
        if not things & ~met and price <= cost and (things != met or price != cost or way < path):
            return True
    return False


def _all_labels(risks: Risks, start: Pose, most: int, end: Pose | None = None) -> dict[Pose, list[Label]]:
    """Walks with either end ahead, with their orders."""
    found: dict[Pose, list[Label]] = {}
    for lead in (0, 1) if risks.size == MEDIUM else (0,):
        for pose, labels in _labels(risks, start, most, lead, end).items():
            known = found.setdefault(pose, [])
            known += [(met, cost, (path << 1 | lead) << BITS | _MOVE) for met, cost, path in labels]
    return found


@lru_cache(maxsize=64)
def _searched(risks: Risks, start: Pose, most: int, blocked: int) -> Mapping[Pose, tuple[Label, ...]]:
    """Walks to all ends that are not blocked, by search. A page and a bot ask for the same ones often."""
    legal, covered, size = {}, risks.field.covered, risks.size
    for pose, labels in _all_labels(risks, start, most).items():
        if not covered(size, pose) & blocked:
            best = [label for label in labels if not _beaten(label, labels)]
            legal[pose] = tuple(sorted(best, key=_fear))
    return MappingProxyType(legal)


def _best(state: State, ship: int, end: Pose) -> int | None:
    """The move to an end with the least to fear; None if there is none."""
    start = state.place[ship], state.tail[ship]
    labels = _all_labels(Risks(state, ship), start, moves_of(state, ship), end).get(end)
    return min(labels, key=_fear)[2] if labels else None


def _fear(label: Label) -> tuple[int, int, int]:
    """Order of walks to one end: the cost first."""
    return label[1], label[0].bit_count(), label[2]


_MOVE = int(Kind.MOVE)
