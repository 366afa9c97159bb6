"""Moves under way: contact with enemies and debris, step by step (BG-070, BG-080 … BG-091, BG-141)."""

from __future__ import annotations

from missions.battles.systems.galaxies.engine import damage
from missions.battles.systems.galaxies.engine.course import Course
from missions.battles.systems.galaxies.engine.field import Field, listed, members
from missions.battles.systems.galaxies.engine.ships import SLIP, Size
from missions.battles.systems.galaxies.engine.state import NOWHERE, UNKNOWN, State, Wait
from missions.battles.systems.galaxies.engine.state import Walk as UnderWay

SMALL, MEDIUM, LARGE = Size
CONTACT, DEBRIS = Wait.CONTACT, Wait.DEBRIS
FACES = 8
"""Faces of the number die."""
SUCCEEDS, SLIPS = 5, 7
"""Lowest face that does damage, and for a ship that slips (BG-081, BG-141, BG-150)."""
ECM = (1, 2, 3)
"""Direct damage by the size of the enemy (BG-081)."""
DEBRIS_DAMAGE = 1
DEBRIS_COST = DEBRIS_DAMAGE * (FACES + 1 - SUCCEEDS)
"""Expected damage of debris in eighths."""


def needed(special: str) -> int:
    """The lowest face with which countermeasures hurt a ship with this special."""
    return SLIPS if special == SLIP else SUCCEEDS


def ecm_cost(state: State, enemy: int, special: str) -> int:
    """Expected damage of an enemy's countermeasures in eighths, against a ship with this special."""
    return ECM[state.type_of(enemy).size] * (FACES + 1 - needed(special))


def contact_zones(state: State, ship: int) -> list[tuple[int, int]]:
    """Each enemy of a ship, and the hexes on which the ship has contact with it (BG-004, BG-083)."""
    near, cover = state.table.battle.field.near, state.cover
    return [(each, near(cover[each])) for each in listed(state.fleet[1 - state.side_of(ship)])]


def contacts(state: State, ship: int) -> int:
    """Enemies in contact with a ship, as bits."""
    here, found = state.cover[ship], 0
    for enemy, zone in contact_zones(state, ship):
        if zone & here:
            found |= 1 << enemy
    return found


def start(state: State, ship: int, lead: int, path: tuple[int, ...], course: Course) -> None:
    """Announce a move that may meet something, and go on as far as nobody has to answer (BG-070)."""
    state.taken &= ~state.cover[ship]
    state.walk = UnderWay(ship, lead, path, known=contacts(state, ship))
    go_on(state, course)


def go_on(state: State, course: Course) -> None:
    """Make the steps that are left, until somebody has to answer or to roll."""
    walk = state.walk
    while walk is not None and state.outcome is None:
        ship = walk.ship
        if walk.debris:
            if course.side != state.side_of(ship):
                _await(state, DEBRIS, state.side_of(ship))
                return
            _roll_debris(state, walk, course)
        elif walk.fresh:
            _await(state, CONTACT, 1 - state.side_of(ship))
            return
        elif walk.at == len(walk.path):
            state.put(ship, state.place[ship], state.tail[ship], state.cover[ship])
            state.walk = None
        else:
            _step(state, walk)
        walk = state.walk


def _await(state: State, wait: Wait, side: int) -> None:
    state.wait, state.waiting = wait, side


def _step(state: State, walk: UnderWay) -> None:
    """Make the next step and see what it meets: debris, and each enemy that it had no contact with before
    (BG-080, BG-082, BG-084, BG-085, BG-086, BG-141).
    """
    field, ship = state.table.battle.field, walk.ship
    before, size = state.cover[ship], state.type_of(ship).size
    place, tail = _after(field, size, walk, (state.place[ship], state.tail[ship]))
    walk.at += 1
    under = field.covered(size, (place, tail))
    state.place[ship], state.tail[ship], state.cover[ship] = place, tail, under
    state.zones[state.side_of(ship)] = UNKNOWN
    walk.debris = bool(under & ~before & field.debris)
    now = contacts(state, ship)
    fresh, walk.known = now & ~walk.known, now
    if fresh and not state.jammed:
        walk.fresh = tuple(sorted(members(fresh), key=lambda enemy: (-state.type_of(enemy).size, enemy)))


def _after(field: Field, size: Size, walk: UnderWay, pose: tuple[int, int]) -> tuple[int, int]:
    place, tail = pose
    direction = walk.path[walk.at]
    if size != MEDIUM:
        ahead = field.step[place][direction]
        return ahead, ahead
    ahead = field.step[tail if walk.lead else place][direction]
    return (tail, ahead) if walk.lead else (ahead, place)


def _roll_debris(state: State, walk: UnderWay, course: Course) -> None:
    """Roll for debris (BG-141)."""
    ship, face = walk.ship, course.number()
    walk.debris = False
    hurt = DEBRIS_DAMAGE if face >= SUCCEEDS else 0
    (place, *_) = members(state.cover[ship] & state.table.battle.field.debris)
    course.tell("debris", ship, face, hurt, place, course.seat)
    _hurt(state, ship, hurt, course)


def _hurt(state: State, ship: int, hurt: int, course: Course) -> None:
    """Deal direct damage (BG-089). A ship that it destroys goes no further (BG-090)."""
    if hurt:
        damage.take(state, ship, hurt, course, damage.DIRECT)
        if state.place[ship] == NOWHERE:
            state.walk = None


def roll_debris(state: State, course: Course) -> None:
    """The owner rolls for debris in an order of their own, and the ship goes on."""
    state.wait = None
    go_on(state, course)


def answer_contact(state: State, rolls: bool, course: Course) -> None:
    """The first of the enemies in fresh contact rolls or lets the ship pass (BG-081, BG-088)."""
    walk = state.walk
    assert walk is not None
    state.wait = None
    ship, enemy = walk.ship, walk.fresh[0]
    walk.fresh = walk.fresh[1:]
    if rolls:
        face, type_ = course.number(), state.type_of(ship)
        hurt = ECM[state.type_of(enemy).size] if face >= needed(type_.special) else 0
        course.tell("counters", ship, enemy, face, hurt, course.seat)
        _hurt(state, ship, hurt, course)
    else:
        course.tell("lets pass", ship, enemy)
    go_on(state, course)
