"""Hints of the guided first battle: those of `data/hints.toml` that are true in the position at hand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from types import MappingProxyType

from missions.battles.engine.contract import View
from missions.battles.systems.hints import Conditions, Hints, hints_of, told
from missions.battles.systems.red_alert.board.facts import Facts, battle_of, far, hex_of, type_of
from missions.battles.systems.red_alert.engine.answers import BATTLE_BACK
from missions.battles.systems.red_alert.engine.cards import COMMAND
from missions.battles.systems.red_alert.engine.commands import Plan, plan_of
from missions.battles.systems.red_alert.engine.moves import IMPULSE
from missions.battles.systems.red_alert.engine.questions import NAMES
from missions.battles.systems.red_alert.engine.state import Wait
from missions.battles.systems.red_alert.engine.units import DATA, FIGHTER
from missions.battles.systems.red_alert.engine.windows import REPAIR


@lru_cache(maxsize=1)
def hints() -> Hints:
    """All hints. Raises ValueError for a condition that does not exist."""
    return hints_of((DATA / "hints.toml").read_text(encoding="utf-8"), CONDITIONS)


def hint(view: View) -> str:
    """The hint for the reader's present decision, with rules in braces; "" if there is none."""
    if not battle_of(view).guided or view["seat"] not in view["to_act"]:
        return ""
    if view["wait"]:
        found = hints().asked.get(NAMES[Wait[view["wait"].upper()]], [])
    else:
        found = hints().own.get(_moment(view), [])
    return told(found, CONDITIONS, view, max(1, (view["turn"] + 1) // 2))


def _moment(view: View) -> str:
    """The phase, or the part of the end of the turn: cards, the card to keep, stars."""
    if view["phase"] != "end":
        return str(view["phase"])
    if view["drawn"]:
        return "keep"
    return "reward" if view["ending"] else "end"


# --- conditions -------------------------------------------------------------------------------------


def _own(view: View) -> Iterator[Facts]:
    """The reader's units on the battlefield."""
    return (each for each in view["units"] if each["side"] == view["side"] and each["hex"])


def _stars(view: View) -> int:
    return int(view["stars"][view["side"]])


def _plan(view: View) -> Plan:
    """The plan of the command card in play."""
    card = view["carried_out"] or view["command"]
    return next((plan_of(number) for number, each in enumerate(COMMAND) if each.id == card), Plan())


def _still_moving(view: View) -> Iterator[Facts]:
    """Ordered units that may still move."""
    return (each for each in _own(view) if each["ordered"] and not each["moved"] and not each["marked"])


def _last_turn(view: View) -> bool:
    """Whether the side whose turn it is has no turn after this one (RA-203)."""
    return bool(view["turn"] + 2 > view["turns"])


def _marked(view: View) -> bool:
    return _stars(view) > 0 and any(each["marked"] for each in _own(view))


def _light_speed(view: View) -> bool:
    return _plan(view).light > 0


def _destroyer(view: View) -> bool:
    return not _plan(view).peaceful and any(type_of(each).warp for each in _still_moving(view))


def _impulse(view: View) -> bool:
    return _stars(view) >= IMPULSE and not _light_speed(view) and any(_still_moving(view))


def _tradable(view: View) -> bool:
    return not view["played"][view["side"]] and bool(view["hands"][1])


def _several(view: View) -> bool:
    return bool(view["attack"]["alerts"] > 1)


def _free(view: View) -> bool:
    """Whether the unit that was attacked may disregard the red alert (RA-117, RA-118)."""
    unit, battle = view["units"][view["attack"]["target"]], battle_of(view)
    features = battle.asteroids | battle.planet_hexes
    if _several(view) or unit["marked"] or features >> hex_of(unit) & 1:
        return False
    flagships = (each for each in _own(view) if type_of(each).flagship)
    return any(each is unit or (far(each, unit) == 1 and not each["marked"]) for each in flagships)


def _repair(view: View) -> bool:
    unit = view["units"][view["attack"]["target"]]
    return not _several(view) and type_of(unit).symbol != FIGHTER and _stars(view) >= REPAIR


def _pay(view: View) -> bool:
    return _stars(view) >= BATTLE_BACK


CONDITIONS: Conditions = MappingProxyType(
    {
        "last turn": _last_turn,
        "marked": _marked,
        "light speed": _light_speed,
        "destroyer": _destroyer,
        "impulse": _impulse,
        "tradable": _tradable,
        "several": _several,
        "free": _free,
        "repair": _repair,
        "pay": _pay,
    }
)
"""Conditions that a hint may have, asked of the reader's view."""
