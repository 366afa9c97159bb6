"""Galaxies as a `BoardReader`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from missions.battles.board.reader import Plain
from missions.battles.engine.contract import Event, View
from missions.battles.systems.galaxies.board.buttons import button
from missions.battles.systems.galaxies.board.charts import chart
from missions.battles.systems.galaxies.board.desk import Desk
from missions.battles.systems.galaxies.board.facts import field_of, named, ship_of, type_of
from missions.battles.systems.galaxies.board.orders import (
    goal,
    group_note,
    offers,
    prompt,
    spends,
    stepwise,
)
from missions.battles.systems.galaxies.board.reach import reach, sights
from missions.battles.systems.galaxies.board.scene import scene
from missions.battles.systems.galaxies.board.sentences import order_sentence
from missions.battles.systems.galaxies.board.traces import traces
from missions.battles.systems.galaxies.board.trays import weapon_words
from missions.battles.systems.galaxies.card_words import card_words
from missions.battles.systems.galaxies.engine import gunnery
from missions.battles.systems.galaxies.engine.telling.words import counted
from missions.battles.systems.galaxies.guide import hint

DICE = {
    "rolls": ("the letter of the attack on {}", "the number of the attack on {}"),
    "counters": ("countermeasures against {}",),
    "debris": ("debris under {}",),
}
"""Purpose of each die of an event, for a person who rolls it by hand; the braces are for the ship."""
STRUCK = {"rolls": 3, "counters": 1, "debris": 1}
"""Place in the event of the ship that the dice are about."""


class Reader(Plain):
    """`board.scene` reads the map, `board.orders` what may be ordered, `board.reach` the fire of ships."""

    scene = staticmethod(scene)
    offers = staticmethod(offers)
    goal = staticmethod(goal)
    group_note = staticmethod(group_note)
    order_sentence = staticmethod(order_sentence)
    prompt = staticmethod(prompt)
    sights = staticmethod(sights)
    reach = staticmethod(reach)
    traces = staticmethod(traces)
    chart = staticmethod(chart)
    button = staticmethod(button)
    spends = staticmethod(spends)
    stepwise = staticmethod(stepwise)
    hint = staticmethod(hint)

    def profile(self, view: View, unit: int) -> list[tuple[str, str]]:
        """Key figures of a ship, each with a label."""
        facts = ship_of(view, unit)
        type_ = type_of(facts)
        found = [
            ("Card", f"{type_.version}, {type_.size.name.lower()}"),
            ("Shields", f"{facts['shields']} of {type_.shields}"),
            ("Hull", f"{max(0, type_.hull - facts['hull'])} of {type_.hull}"),
            ("Activation", f"{type_.activation} energy"),
            ("Move", counted(type_.move, "hex", "hexes")),
        ]
        if type_.capacity:
            found.append(("Hold", counted(type_.capacity, "space")))
        if type_.special:
            found.append(("Power", card_words().specials[type_.special].explained))
        return [*found, ("About", card_words().ships[type_.short])]

    def weapons(self, view: View, unit: int) -> list[tuple[str, str]]:
        """Weapons of a ship with their range now, and what prevents each of them."""
        desk = Desk(view, unit)
        return [
            (weapon_words(weapon), " ".join(self._trouble(desk, number)))
            for number, weapon in enumerate(type_of(desk.ship).weapons)
        ]

    def _trouble(self, desk: Desk, weapon: int) -> Iterator[str]:
        if not desk.ship["hex"] or desk.ship["side"] != desk.view["active"]:
            return
        if not gunnery.attacks_left(desk.known, desk.unit, weapon):
            used = (desk.unit, weapon) in desk.charged
            yield "no attack left" if used else "not enough energy to charge it"

    def rolled_for(self, view: View, events: Sequence[Event], given: int) -> str:
        """Purpose of the die that comes after so many of these events; "" without one."""
        for event in events:
            for words in DICE.get(event[0], ()):
                if given == 0:
                    return words.format(named(ship_of(view, event[STRUCK[event[0]]])))
                given -= 1
        return ""

    def place_id(self, view: View, place: int) -> str:
        """The name of a hex of the engine."""
        return field_of(view).labels[place]


READER = Reader()
