"""Orders put together step by step: what every system shares of `System.draft`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from missions.battles.engine.contract import Choice, Draft, Option, System


def whole(system: System[Any], state: Any, seat: int, unit: int, picks: Sequence[int]) -> Draft:
    """The drafts of a system whose orders have one step each: pick a whole order."""
    choices = system.legal_orders(state, seat, unit)
    if not picks:
        options = [Option(choice, system.write(state, (unit, choice))) for choice in choices]
        return Draft((), "order", "Choose an order.", options)
    if len(picks) == 1 and picks[0] in choices:
        return Draft(tuple(picks), "", "", (), picks[0])
    return wrong(picks)


def wrong(picks: Sequence[int]) -> Draft:
    """The draft of picks that are not legal, or not any more: it leads nowhere."""
    return Draft(tuple(picks), "", "", ())


def finished(system: System[Any], state: Any, seat: int, unit: int) -> Iterator[Choice]:
    """Every order that the drafts of a unit end in, in the order of their picks."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        draft = system.draft(state, seat, unit, waiting.pop())
        if draft.choice is not None:
            yield draft.choice
        waiting += [(*draft.picks, option.value) for option in reversed(draft.options)]
