"""Orders as text, and text as orders.

launch isn-barrage-standard 0205 0305
launch isn-hawks-veteran 0907 from I1
I4 place 0906
load isn-hawks-veteran isn-f54-seasoned
I1 move back W NW
I1 fire second W5
play hull_mine on W5
done
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from league.kernel.refusal import Unreadable
from missions.battles.engine.contract import NO_UNIT, Order
from missions.battles.systems.galaxies.engine.choices import Kind, kind_of
from missions.battles.systems.galaxies.engine.notation import acting, deploying
from missions.battles.systems.galaxies.engine.notation.words import LABEL, Reader, Writer, read_ship
from missions.battles.systems.galaxies.engine.state import State
from missions.battles.systems.galaxies.engine.telling.words import label

WRITERS: Mapping[Kind, Writer] = {**deploying.WRITERS, **acting.WRITERS}
"""The writer of each kind of choice; it takes the state, the unit and the choice."""
READERS: Mapping[str, Reader] = {**deploying.READERS, **acting.READERS}
"""The reader of each first word; it takes the state, the unit and the other words."""


def write(state: State, order: Order) -> str:
    """The order in words; `read` gives it back."""
    unit, choice = order
    words = WRITERS[kind_of(choice)](state, unit, choice)
    return words if unit == NO_UNIT else f"{label(state, unit)} {words}"


def read(state: State, text: str) -> Order:
    """The order that a text means. Raises Unreadable for a text that means none."""
    words = text.split()
    try:
        unit = NO_UNIT
        if words and LABEL.fullmatch(words[0]):
            unit = read_ship(state, words.pop(0))
        return unit, _choice(state, unit, words)
    except (LookupError, ValueError) as wrong:
        message = f"“{text[:60]}” is no order; write it like “I4 place 0906”, “I4 move E NE” or “done”."
        raise Unreadable("battle.order", message) from wrong


def _choice(state: State, unit: int, words: Sequence[str]) -> int:
    return READERS[words[0].lower()](state, unit, words[1:])
