"""The steps in which a page asks for an order of one kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from missions.battles.engine.contract import Pick
from missions.battles.systems.galaxies.engine.notation import write
from missions.battles.systems.galaxies.engine.state import State

Picks = tuple[int, ...]


def _whole(state: State, unit: int, choice: int) -> Picks:
    return (choice,)


def _first(state: State, unit: int, value: int) -> Pick:
    return Pick(value, write(state, (unit, value)))


def _more(state: State, unit: int, done: Picks, value: int) -> Pick:
    raise LookupError(done)


def _asks(state: State, unit: int, done: Picks) -> tuple[str, str]:
    raise LookupError(done)


@dataclass(frozen=True, slots=True)
class Steps:
    """Steps of one kind of order; as it stands, a single one.

    `parts` splits a choice of a unit into its picks. The first pick is itself a choice of that kind, whose
    load may lack the picks to come; no two kinds share one. `first` describes it, `more` describes a later
    pick, and `asks` gives the name of a later step with its question.
    """

    parts: Callable[[State, int, int], Picks] = _whole
    first: Callable[[State, int, int], Pick] = _first
    more: Callable[[State, int, Picks, int], Pick] = _more
    asks: Callable[[State, int, Picks], tuple[str, str]] = _asks


WHOLE = Steps()
