"""Command cards as plans: which units they order, and what those may do (RA-060 … RA-067).

A plan is made from the effects of a card once and for all. Nothing here changes a state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from missions.battles.systems.red_alert.engine.cards import COMMAND, COMMAND_CARDS
from missions.battles.systems.red_alert.engine.effects import Effect
from missions.battles.systems.red_alert.engine.field import (
    CENTRE,
    COUNT,
    EVERYWHERE,
    LEFT,
    RIGHT,
    SECTOR,
    SECTORS,
    WITHIN,
    hex_set,
    members,
)
from missions.battles.systems.red_alert.engine.state import State
from missions.battles.systems.red_alert.engine.units import CLASSES

ALL = -1
"""Number of units of an order for all of them."""
BY_HAND = -2
"""Number of units of an order for one unit for each command card in hand, the one in play included."""
PARTS = tuple(
    tuple(sector for sector in (LEFT, CENTRE, RIGHT) if number >> sector & 1) for number in range(1, 8)
)
"""Every choice of sectors."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The effects of a command card (RA-061).

    `sectors` are the numbers of units of each sector; if they are all 0, `count` units may be anywhere, of
    the class with that `symbol` (0: of any), `beside` an enemy only, or within `near` hexes of the flagship.
    """

    sectors: tuple[int, int, int] = (0, 0, 0)
    named: tuple[int, ...] = ()
    """Sectors that it speaks of."""
    count: int = 0
    symbol: int = 0
    beside: bool = False
    near: int = 0
    light: int = 0
    """Hexes of a move at light speed."""
    still: bool = False
    """No unit may move."""
    peaceful: bool = False
    """No unit may fight."""
    close_only: bool = False
    dice: tuple[tuple[int, str], ...] = ()
    """More dice for attacks of a kind."""
    second_move: bool = False
    pursuit: bool = True
    """Whether units that are ordered may pursue."""
    drawn: int = 1
    """Command cards drawn at the end; one of them is kept."""
    instant: tuple[Effect, ...] = ()
    """Effects on each ordered unit as soon as all are ordered."""
    repeats: bool = False
    """The plan is that of the enemy's last card."""
    replaced: bool = False
    """Another plan holds if no unit qualifies for this one."""

    @property
    def everybody(self) -> bool:
        """Whether the card orders all units that qualify."""
        return self.count == ALL


@cache
def plan_of(card: int, fallback: bool = False) -> Plan:
    """The plan of a command card, or the one that holds if no unit qualifies."""
    effects = COMMAND[card].fallback if fallback else COMMAND[card].effects
    found: dict[str, object] = {}
    for effect in effects:
        found |= _READERS[effect.name](effect)
    instant = tuple(effect for effect in effects if effect.name in ("ALERT_MARK", "REPAIR"))
    replaced = bool(COMMAND[card].fallback) and not fallback
    return Plan(**found, instant=instant, replaced=replaced)  # type: ignore[arg-type]


def _order(effect: Effect) -> dict[str, object]:
    given = effect.given.get("n", 0)
    count = {"all": ALL, "command": BY_HAND}.get(str(given)) or int(str(given))
    found: dict[str, object] = {"count": count, "beside": effect.word("where") == "adjacent_enemy"}
    found["pursuit"] = effect.word("pursuit", "yes") != "no"
    if name := effect.word("class"):
        found["symbol"] = CLASSES[name]
    if effect.word("of") == "flagship":
        found |= {"near": effect.number("within"), "count": ALL}
    sector = effect.word("sector", "any")
    wanted = {"each": SECTORS, "wings": ("left", "right"), "any": ()}.get(sector, (sector,))
    if wanted:
        found["sectors"] = tuple(count if name in wanted else 0 for name in SECTORS)
        found["named"] = tuple(number for number, name in enumerate(SECTORS) if name in wanted)
    return found


def _move(effect: Effect) -> dict[str, object]:
    return {"still": True} if effect.word("kind") == "none" else {"light": effect.number("set")}


def _combat(effect: Effect) -> dict[str, object]:
    return {"peaceful": True} if effect.word("mode") == "none" else {"close_only": True}


_READERS: Mapping[str, Callable[[Effect], dict[str, object]]] = {
    "ORDER": _order,
    "MOVE": _move,
    "COMBAT": _combat,
    "DICE": lambda effect: {"dice": ((effect.number("add"), effect.word("when", "any")),)},
    "MOVE_AFTER": lambda effect: {"second_move": True},
    "DRAW": lambda effect: {"drawn": effect.number("n")},
    "COPY_LAST": lambda effect: {"repeats": True},
    "ALERT_MARK": lambda effect: {},
    "REPAIR": lambda effect: {},
}


_PLANS = tuple(
    (*(plan_of(card, fallback) for card in range(len(COMMAND))), Plan()) for fallback in (False, True)
)
"""Plans by fallback and card; NO_CARD, which is the last one, has an empty plan."""


# --- which units a plan orders ----------------------------------------------------------------------


def plan(state: State) -> Plan:
    """The plan of this turn."""
    return _PLANS[state.fell_back][state.carried_out]


def qualifying(state: State, plan: Plan) -> list[int]:
    """Units of the side whose turn it is that the plan speaks of."""
    place, near = state.place, _near_flagship(state, state.side) if plan.near else EVERYWHERE
    own = [unit for unit in state.on_field(state.side) if near >> place[unit] & 1]
    return [unit for unit in own if _is_meant(state, plan, unit)]


def qualifies(state: State, plan: Plan, unit: int) -> bool:
    """Whether the plan speaks of the unit, in whichever sector it is."""
    if plan.near and not _near_flagship(state, state.table.owners[unit]) >> state.place[unit] & 1:
        return False
    return _is_meant(state, plan, unit)


def _is_meant(state: State, plan: Plan, unit: int) -> bool:
    """Whether the plan speaks of the unit, wherever its flagship is."""
    if plan.symbol and state.table.units[unit].type.symbol != plan.symbol:
        return False
    return not plan.beside or bool(state.neighbours(unit))


def _near_flagship(state: State, side: int) -> int:
    """Hexes of the flagship of a side and around it."""
    units = state.table.units
    own = (unit for unit in state.on_field(side) if units[unit].type.flagship)
    near = 0
    for unit in own:
        place = state.place[unit]
        near |= 1 << place | WITHIN[2][place]
    return near


def orders_left(state: State) -> bool:
    """Whether the card leaves an order, for whichever unit (RA-061, RA-063)."""
    found = plan(state)
    if found.everybody:
        return False
    limit = _hand(state) if found.count == BY_HAND else found.count
    return state.ordered.bit_count() < limit * (len(found.named) or 1)


def may_order(state: State, unit: int) -> bool:
    """Whether a unit of the side qualifies for an order beside those that are ordered already; none has to
    be ordered (RA-063, RA-064, RA-065).
    """
    found = plan(state)
    return qualifies(state, found, unit) and fits(state, found, state.ordered | 1 << unit, _hand(state))


def fits(state: State, plan: Plan, ordered: int, hand: int) -> bool:
    """Whether each of these units can fill one order of one sector that it is in: for no choice of sectors
    there are more units that stand in those alone than orders (RA-063). `hand` counts the command cards of
    their side, the one in play included.
    """
    if plan.count == ALL:
        return True
    limit = hand if plan.count == BY_HAND else plan.count
    if not plan.named:
        return ordered.bit_count() <= limit
    place, units, places, side = state.place, state.table.units, 0, state.side
    for unit in members(ordered):
        places |= 1 << place[unit]
        side = units[unit].side
    bounds = _bounds(side, plan.named)
    return all((places & alone).bit_count() <= most * limit for alone, most in bounds)


@cache
def _bounds(side: int, named: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Choices of sectors: the hexes that lie in no other sector, and how many of these sectors are named."""
    found = []
    for part in PARTS:
        others = [SECTOR[side][sector] for sector in (LEFT, CENTRE, RIGHT) if sector not in part]
        alone = hex_set(hex_ for hex_ in range(COUNT) if not any(other >> hex_ & 1 for other in others))
        found.append((alone, len(set(part) & set(named))))
    return tuple(each for each in found if not any(_implies(other, each) for other in found))


def _implies(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether units that keep within a bound keep within another one as well: more hexes, no more orders."""
    return one != other and one[0] | other[0] == one[0] and one[1] <= other[1]


def _hand(state: State) -> int:
    """Command cards of the side, the one in play included."""
    return len(state.hands[state.side][COMMAND_CARDS]) + 1
