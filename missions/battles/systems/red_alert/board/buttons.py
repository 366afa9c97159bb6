"""Words on the button of an order that waits to be confirmed."""

from __future__ import annotations

from collections.abc import Mapping

from missions.battles.engine.contract import Order, View
from missions.battles.systems.red_alert.engine.cards import COMBAT, COMMAND
from missions.battles.systems.red_alert.engine.choices import Kind, aim_of, kind_of, load_of

_COMMANDS: Mapping[Kind, str] = {
    Kind.SHOW: "Show {}",
    Kind.COMMAND: "Play {}",
    Kind.REACT: "Answer with {}",
    Kind.KEEP: "Keep {}",
}


def button(view: View, order: Order) -> str:
    """Words on the button of a chosen order with a card; "" for others, whose words in the list will do."""
    choice = order[1]
    kind = kind_of(choice)
    if kind in _COMMANDS:
        return _COMMANDS[kind].format(COMMAND[load_of(choice)].title)
    if kind is Kind.CARD:
        return f"Play {COMBAT[aim_of(choice)[0]].title}"
    return f"Discard {COMBAT[load_of(choice)].title}" if kind is Kind.TRADE else ""
