"""Red Alert as a `BoardReader`."""

from __future__ import annotations

from collections.abc import Sequence

from missions.battles.board.reader import Plain
from missions.battles.board.scene import Cell, Offer, Reach, Trace
from missions.battles.engine.contract import Event, View
from missions.battles.systems.red_alert.board.buttons import button
from missions.battles.systems.red_alert.board.facts import (
    Facts,
    battle_of,
    named,
    type_of,
    unit_of,
)
from missions.battles.systems.red_alert.board.grid import GRID
from missions.battles.systems.red_alert.board.orders import (
    goal,
    offers,
    order_sentence,
    prompt,
    sights,
)
from missions.battles.systems.red_alert.board.scene import scene
from missions.battles.systems.red_alert.card_words import card_words
from missions.battles.systems.red_alert.engine.field import APART, HEXES, LABELS, hex_set, sees
from missions.battles.systems.red_alert.engine.narration import counted
from missions.battles.systems.red_alert.engine.scenarios import Battle
from missions.battles.systems.red_alert.guide import hint

ROLLED = {
    "rolls": "the attack of {}",
    "confirms": "the hits on {}",
    "asteroid": "the asteroid that {} retires over",
    "passes": "the unit that {} passes",
    "asteroid risk": "the asteroid under {}",
    "drifts": "the asteroid under {}",
    "sabotages": "the sabotage of {}",
    "rebuilds": "the repair of {}",
    "tie": "the tie",
}
"""Purpose of an event's dice, for a person who rolls them by hand; the braces are for the unit."""
MOVES = ("moves", "pursues")


class Reader(Plain):
    """`board.scene` reads the battlefield, `board.orders` what may be ordered."""

    scene = staticmethod(scene)
    offers = staticmethod(offers)
    goal = staticmethod(goal)
    order_sentence = staticmethod(order_sentence)
    prompt = staticmethod(prompt)
    sights = staticmethod(sights)
    hint = staticmethod(hint)
    button = staticmethod(button)

    def reach(self, view: View, unit: int, chosen: Offer | None) -> Reach | None:
        """Hexes within range with the dice there; a hex out of sight counts as badly in reach."""
        facts = unit_of(view, unit)
        place = chosen.place if chosen is not None and chosen.end else facts["hex"]
        if not place:
            return None
        here, reach = HEXES[place], type_of(facts).reach
        battle, standing = battle_of(view), _standing(view, facts)
        cells = []
        for hex_, label in enumerate(LABELS):
            far = APART[here][hex_]
            if 0 < far <= reach:
                clear = far == 1 or sees(here, hex_, _obstructions(battle, standing, here, hex_))
                cells.append(Cell(label, 2 if clear else 0, str(_dice(facts, far)) if clear else ""))
        return Reach(place, cells=tuple(cells))

    def profile(self, view: View, unit: int) -> list[tuple[str, str]]:
        """Key figures of a unit, each with a label."""
        facts = unit_of(view, unit)
        type_ = type_of(facts)
        warp = f", warp {type_.warp}" if type_.warp else ""
        return [
            ("Figures", f"{facts['figures']} of {facts['most']}"),
            ("Move", f"{counted(type_.move, 'hex', 'hexes')}{warp}"),
            ("Points", str(type_.points)),
            ("About", card_words().units[type_.id]),
        ]

    def weapons(self, view: View, unit: int) -> list[tuple[str, str]]:
        """Dice of a unit by range."""
        facts = unit_of(view, unit)
        names = ("", "Close quarters", "Range 2", "Range 3", "Range 4")
        return [
            (f"{names[far]}: {counted(_dice(facts, far), 'die', 'dice')}", "")
            for far in range(1, type_of(facts).reach + 1)
        ]

    def leader(self, view: View, unit: int) -> int | None:
        """The seat that leads an ordered unit (RA-190)."""
        facts = unit_of(view, unit)
        return int(facts["leader"]) if facts["ordered"] else None

    def traces(self, view: View, events: Sequence[Event]) -> list[Trace]:
        """Moves, retires and attacks of the last order, and the attack that waits for its dice."""
        found: list[Trace] = []
        for event in events:
            if event[0] in MOVES:
                found.append(Trace("move", GRID.at[LABELS[event[2]]], GRID.at[LABELS[event[3]]]))
            elif event[0] == "retires" and len(event) > 2:
                way = [GRID.at[LABELS[hex_]] for hex_ in event[2:]]
                found += [Trace("move", start, end) for start, end in zip(way, way[1:], strict=False)]
            elif event[0] == "rolls":
                ends = [unit_of(view, unit)["hex"] for unit in event[1:3]]
                if all(ends):
                    start, end = (GRID.at[each] for each in ends)
                    found.append(Trace("hit" if event[4] else "miss", start, end))
        attack = view["attack"]
        if attack and not attack["faces"]:
            start, end = (unit_of(view, attack[each])["hex"] for each in ("unit", "target"))
            if start and end:
                found.append(Trace("aim", GRID.at[start], GRID.at[end]))
        return found

    def rolled_for(self, view: View, events: Sequence[Event], given: int) -> str:
        """Purpose of the die that comes after so many of these events; "" without one."""
        for event in events:
            given -= sum(len(part) for part in event[1:] if isinstance(part, bytes))
            if given < 0:
                words = ROLLED.get(event[0], "")
                return words.format(named(unit_of(view, event[1]))) if "{}" in words else words
        return ""

    def place_id(self, view: View, place: int) -> str:
        """The label of a hex."""
        return LABELS[place]


def _dice(facts: Facts, far: int) -> int:
    """Dice of a unit at a range with the figures that it has left."""
    return type_of(facts).dice_at(far, facts["figures"])


def _standing(view: View, facts: Facts) -> int:
    """Hexes with debris, or with another unit than this one."""
    units = hex_set(HEXES[each["hex"]] for each in view["units"] if each["hex"] and each is not facts)
    return units | hex_set(HEXES[hex_] for hex_ in view["debris"])


def _obstructions(battle: Battle, standing: int, here: int, there: int) -> int:
    """Hexes that cut the line between two hexes (RA-090, RA-091, RA-151); `standing` is of units and
    debris.
    """
    planets, group = battle.planet_hexes, battle.group.get(here)
    if group is not None and group == battle.group.get(there):
        planets &= ~hex_set(battle.planets[group][1])
    return (standing | battle.asteroids | planets) & ~(1 << here | 1 << there)


READER = Reader()
