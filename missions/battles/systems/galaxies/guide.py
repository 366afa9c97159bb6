"""Hints of the guided first battle: those of `data/hints.toml` that are true in the position at hand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from types import MappingProxyType

from missions.battles.engine.contract import NO_UNIT, View
from missions.battles.systems.galaxies.board.desk import Desk
from missions.battles.systems.galaxies.board.facts import Facts, battle_of, ship_of, type_of
from missions.battles.systems.galaxies.engine import activation, gunnery, movement
from missions.battles.systems.galaxies.engine.deployment import room_for
from missions.battles.systems.galaxies.engine.known import Known, position
from missions.battles.systems.galaxies.engine.loads import fits
from missions.battles.systems.galaxies.engine.places import number_of
from missions.battles.systems.galaxies.engine.ships import DATA, Size
from missions.battles.systems.galaxies.engine.state import NOWHERE, FleetCard, Model
from missions.battles.systems.hints import Conditions, Hints, hints_of, told


@lru_cache(maxsize=1)
def hints() -> Hints:
    """All hints. Raises ValueError for a condition that does not exist."""
    return hints_of((DATA / "hints.toml").read_text(encoding="utf-8"), CONDITIONS)


def hint(view: View) -> str:
    """The hint for the reader's present decision, with rules in braces; "" if there is none."""
    if not battle_of(view).guided or view["seat"] not in view["to_act"]:
        return ""
    moments, moment = (hints().asked, view["wait"]) if view["wait"] else (hints().own, _moment(view))
    return told(moments.get(moment, ()), CONDITIONS, view, max(1, view["round"]))


def _moment(view: View) -> str:
    """The phase, or the part of it: a squadron or a hold after a launch, a move, an attack, or the end of an
    activation.
    """
    if view["placing"] is not None:
        return "squadron"
    if view["loading"] is not None:
        return "hold"
    if view["activation"] is None:
        return str(view["phase"])
    known = position(view)
    if _movers(known):
        return "move"
    return "attack" if _targets(known) else "finish"


# --- conditions of launches -------------------------------------------------------------------------


def _fleet(view: View) -> Iterator[tuple[Facts, FleetCard]]:
    """The reader's cards that are not on the map."""
    for facts in view["fleets"][view["side"]] or ():
        yield facts, FleetCard(type_of(facts), tuple(Model(**model) for model in facts["models"]))


def _launches(view: View) -> Iterator[tuple[FleetCard, int]]:
    """The reader's cards that may be launched now, each with its carrier or NOWHERE (BG-020, BG-040)."""
    known, energy = position(view), view["energy"][view["side"]]
    for facts, card in _fleet(view):
        carrier = NOWHERE if facts["hold"] is None else facts["hold"]
        ready = carrier == NOWHERE or known.launched[carrier] < known.turn
        if ready and card.launch <= energy and number_of(room_for(known, card, carrier)):
            yield card, carrier


def _poor(view: View) -> bool:
    return not any(_launches(view))


def _carrier(view: View) -> bool:
    """Whether a ship may be launched whose hold has room for another card."""
    behind = [card for facts, card in _fleet(view) if facts["hold"] is None]
    ways = (card for card, carrier in _launches(view) if carrier == NOWHERE)
    return any(fits(card, other) for card in ways for other in behind)


def _out(view: View) -> bool:
    return any(carrier != NOWHERE for _, carrier in _launches(view))


def _nobody(view: View) -> bool:
    """Whether the reader has no ship on the map, and could launch one (BG-132)."""
    return not position(view).fleet[view["side"]] and not _poor(view)


def _leaving(view: View) -> bool:
    return view["cards"][view["placing"]]["carrier"] is not None


def _loadable(view: View) -> bool:
    card = view["cards"][view["loading"]]
    carrier = FleetCard(type_of(card), (Model(),))
    return any(fits(carrier, each) for facts, each in _fleet(view) if facts["hold"] is None)


# --- conditions of the action phase -----------------------------------------------------------------


def _movers(known: Known) -> list[int]:
    """Ships of the active card that may still move."""
    return [ship for ship in known.ships_of(known.active) if activation.may_move(known, ship)]


def _targets(known: Known) -> set[int]:
    """Enemies that ships of the active card may attack."""
    return {
        target
        for ship in known.ships_of(known.active)
        for weapon in range(len(known.type_of(ship).weapons))
        for target in gunnery.targets(known, ship, weapon)
    }


def _spent(view: View) -> bool:
    known = position(view)
    return activation.candidates(known) == [NO_UNIT]


def _last(view: View) -> bool:
    """Whether the side whose turn it is has no turn after this one (BG-134)."""
    return bool(view["turn"] + 2 > 2 * view["rounds"])


def _medium(view: View) -> bool:
    return type_of(view["cards"][view["activation"]["card"]]).size == Size.MEDIUM


def _several(view: View) -> bool:
    """Whether several ships of a squadron may still move."""
    return len(_movers(position(view))) > 1


def _danger(view: View) -> bool:
    """Whether a move may come next to an enemy or into debris (BG-080, BG-141)."""
    known = position(view)
    desks = (Desk(view, ship) for ship in _movers(known))
    return any(desk.may_meet(move) for desk in desks for move in movement.moves(known, desk.unit))


def _again(view: View) -> bool:
    """Whether a weapon has attacks of its charge left for a target (BG-103)."""
    known = position(view)
    return any(left and gunnery.targets(known, *key) for key, left in known.charged.items())


def _bare(view: View) -> bool:
    """Whether the shields of a target are down (BG-009, BG-108)."""
    return any(not ship_of(view, target)["shields"] for target in _targets(position(view)))


CONDITIONS: Conditions = MappingProxyType(
    {
        "poor": _poor,
        "carrier": _carrier,
        "out": _out,
        "nobody": _nobody,
        "leaving": _leaving,
        "loadable": _loadable,
        "spent": _spent,
        "last turn": _last,
        "medium": _medium,
        "several": _several,
        "danger": _danger,
        "again": _again,
        "bare": _bare,
    }
)
"""Conditions that a hint may have, asked of the reader's view."""
