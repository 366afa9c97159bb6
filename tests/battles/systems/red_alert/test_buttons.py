"""The button of an order with a card names what becomes of the card."""

from __future__ import annotations

import pytest

from missions.battles.engine.contract import NO_UNIT
from missions.battles.systems.red_alert.board.reader import READER
from missions.battles.systems.red_alert.engine.cards import COMBAT, COMMAND
from missions.battles.systems.red_alert.engine.choices import Kind, aimed, packed

COMBAT_CARD, COMMAND_CARD = COMBAT[1].title, COMMAND[2].title


@pytest.mark.parametrize(
    "choice, words",
    [
        (packed(Kind.SHOW, 2), f"Show {COMMAND_CARD}"),
        (packed(Kind.COMMAND, 2), f"Play {COMMAND_CARD}"),
        (packed(Kind.REACT, 2), f"Answer with {COMMAND_CARD}"),
        (packed(Kind.KEEP, 2), f"Keep {COMMAND_CARD}"),
        (packed(Kind.TRADE, 1), f"Discard {COMBAT_CARD}"),
        (aimed(1, 0, 3), f"Play {COMBAT_CARD}"),
        (packed(Kind.PASS), ""),
        (packed(Kind.ORDER), ""),
    ],
)
def test_a_card_is_named_with_what_becomes_of_it(choice: int, words: str):
    assert READER.button({}, (NO_UNIT, choice)) == words
