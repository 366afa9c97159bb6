"""Words on the button of an order that waits to be confirmed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from missions.battles.engine.contract import Choice, Order, View
from missions.battles.systems.galaxies.board.desk import Desk
from missions.battles.systems.galaxies.engine.choices import Kind, kind_of, load_of, move_of, tactic_of
from missions.battles.systems.galaxies.engine.odds.moves import DEBRIS, meetings
from missions.battles.systems.galaxies.engine.tactics import TACTICS
from missions.battles.systems.galaxies.engine.telling.words import counted


def button(view: View, order: Order) -> str:
    """Words on the button of a chosen order; "" if its words in the list will do, or its dice."""
    unit, choice = order
    words = _WORDS.get(kind_of(choice))
    return words(Desk(view, unit), choice) if words else ""


def _load(desk: Desk, choice: Choice) -> str:
    cards = desk.loaded(choice)
    if not cards:
        return "Leave the hold empty"
    return f"Load {cards[0].name}" if len(cards) == 1 else f"Load {counted(len(cards), 'card')}"


def _move(desk: Desk, choice: Choice) -> str:
    """A move says whose dice may fall: those of the enemy beside which it comes, or one's own for debris."""
    if not move_of(choice)[1]:
        return "Stay here"
    met = {each.enemy for each in meetings(desk.known, desk.unit, choice)}
    if met - {DEBRIS}:
        return f"Move, {desk.view['sides'][1 - desk.side]} may roll"
    return "Move and roll for debris" if met else "Move"


def _tactic(desk: Desk, choice: Choice) -> str:
    return f"Play {TACTICS[tactic_of(choice)[0]].title}"


def _discard(desk: Desk, choice: Choice) -> str:
    return f"Discard {TACTICS[load_of(choice)].title}"


_WORDS: Mapping[Kind, Callable[[Desk, Choice], str]] = {
    Kind.LOAD: _load,
    Kind.ACTIVATE: lambda desk, choice: "Activate",
    Kind.MOVE: _move,
    Kind.WARP: lambda desk, choice: "Go through the gate",
    Kind.FINISH: lambda desk, choice: "Finish",
    Kind.TACTIC: _tactic,
    Kind.DISCARD: _discard,
}
