"""Unfinished orders, step by step: helpers that systems share for `System.draft`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from missions.battles.engine.contract import Choice, Draft, Pick, System


def whole(system: System[Any], state: Any, seat: int, unit: int, picks: Sequence[int]) -> Draft:
    """Draft for a system whose orders have one step each: pick a whole order."""
    choices = system.legal_orders(state, seat, unit)
    if not picks:
        options = [Pick(choice, system.write(state, (unit, choice))) for choice in choices]
        return Draft((), "order", "Choose an order.", options)
    if len(picks) == 1 and picks[0] in choices:
        return Draft(tuple(picks), "", "", (), picks[0])
    return wrong(picks)


def grown(
    choices: Iterable[Choice],
    parts: Callable[[Choice], tuple[int, ...]],
    picks: Sequence[int],
    step: Callable[[tuple[int, ...]], tuple[str, str]],
    option: Callable[[tuple[int, ...], int], Pick],
) -> Draft:
    """Draft for a system whose orders have several steps, from a list of all orders.

    `parts` splits an order into its picks. For the picks so far, `step` gives the name of the next step and
    its question, and `option` describes one possible pick.
    """
    done = tuple(picks)
    ahead = {parts(choice): choice for choice in choices}
    after = sorted({path[len(done)] for path in ahead if len(path) > len(done) and path[: len(done)] == done})
    if not after:
        return Draft(done, "", "", (), ahead[done]) if done in ahead else wrong(done)
    name, text = step(done)
    return Draft(done, name, text, [option(done, value) for value in after], ahead.get(done))


def gathered(
    sets: Mapping[frozenset[int], Choice],
    first: Sequence[int],
    members: Sequence[int],
    question: str,
    option: Callable[[int], Pick],
) -> Draft:
    """Draft for orders that are sets, such as the units that a card is played on. Members are picked one
    after the other in any sequence. `sets` holds the order of each set, `first` are the picks before them.
    """
    taken, picks = frozenset(members), (*first, *members)
    ahead = {each: choice for each, choice in sets.items() if taken <= each}
    if not ahead or len(taken) < len(members):
        return wrong(picks)
    after = sorted(frozenset[int]().union(*ahead) - taken)
    if not after:
        return Draft(picks, "", "", (), ahead[taken])
    return Draft(picks, "unit", question, [option(value) for value in after], ahead.get(taken))


def wrong(picks: Sequence[int]) -> Draft:
    """Draft for picks that are not legal, or not legal any more: it leads nowhere."""
    return Draft(tuple(picks), "", "", ())


def finished(system: System[Any], state: Any, seat: int, unit: int) -> Iterator[Choice]:
    """Yield each order that the drafts of a unit end in once, in the order of the picks."""
    waiting: list[tuple[int, ...]] = [()]
    found: set[Choice] = set()
    while waiting:
        draft = system.draft(state, seat, unit, waiting.pop())
        if draft.choice is not None and draft.choice not in found:
            found.add(draft.choice)
            yield draft.choice
        waiting += [(*draft.picks, option.value) for option in reversed(draft.options)]
