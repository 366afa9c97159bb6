"""The fighter game as a `BoardReader`."""

from __future__ import annotations

from missions.battles.board.reader import Plain
from missions.battles.systems.fighters.board.orders import (
    goal,
    group_note,
    hint,
    offers,
    order_sentence,
    prompt,
    sights,
)
from missions.battles.systems.fighters.board.scene import (
    place_id,
    profile,
    reach,
    rolled_for,
    scene,
    traces,
    weapons,
)


class Reader(Plain):
    """`board.scene` reads the map and its units, `board.orders` what may be ordered."""

    scene = staticmethod(scene)
    reach = staticmethod(reach)
    profile = staticmethod(profile)
    weapons = staticmethod(weapons)
    traces = staticmethod(traces)
    rolled_for = staticmethod(rolled_for)
    place_id = staticmethod(place_id)
    offers = staticmethod(offers)
    goal = staticmethod(goal)
    group_note = staticmethod(group_note)
    order_sentence = staticmethod(order_sentence)
    prompt = staticmethod(prompt)
    sights = staticmethod(sights)
    hint = staticmethod(hint)


READER = Reader()
