"""Events: frozen dataclasses of plain data, registered under a kind and a version.

An event holds its facts as they were (card names, points, rule IDs) and never people's names: people are
member numbers, so that a deleted account leaves nothing behind in the log.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar, dataclass_transform


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events. `fleet`, `game` and `round` fields of subclasses are indexed by the log.

    A `secret` event holds something that not everybody may read before its `game` is over: archives leave it
    and all that follows in that game out.
    """

    kind: ClassVar[str] = ""
    version: ClassVar[int] = 1
    secret: ClassVar[bool] = False


E = TypeVar("E", bound=type[Event])
Upcast = Callable[[dict[str, Any]], dict[str, Any]]

KINDS: dict[str, type[Event]] = {}
_UPCASTS: dict[tuple[str, int], Upcast] = {}


@dataclass_transform(frozen_default=True)
def event(kind: str, version: int = 1) -> Callable[[E], E]:
    """Register an event class under `kind` ("fleet.ship_bought"); the class becomes a frozen slotted
    dataclass.

    Raises ValueError when the kind is taken.
    """

    def register(cls: E) -> E:
        made: E = dataclass(frozen=True, slots=True)(cls)  # type: ignore[assignment]
        if kind in KINDS and KINDS[kind].__qualname__ != made.__qualname__:
            raise ValueError(f"Two event classes claim the kind {kind!r}.")
        made.kind = kind
        made.version = version
        KINDS[kind] = made
        return made

    return register


def upcast(kind: str, version: int) -> Callable[[Upcast], Upcast]:
    """Register how a payload of an older `version` becomes one of the next version."""

    def register(function: Upcast) -> Upcast:
        _UPCASTS[kind, version] = function
        return function

    return register


def current(kind: str, version: int, payload: Mapping[str, Any]) -> tuple[type[Event], dict[str, Any]]:
    """The event class of `kind` and the payload brought up to its present version.

    Raises KeyError for an unknown kind or a version with no way forward.
    """
    cls = KINDS[kind]
    facts = dict(payload)
    while version < cls.version:
        facts = _UPCASTS[kind, version](facts)
        version += 1
    return cls, facts


@event("act.undone")
class ActUndone(Event):
    """An earlier act no longer counts. `reason` is shown to the players."""

    act: int
    reason: str = ""


@event("act.redone")
class ActRedone(Event):
    """An act that had been undone counts again, at its old place in the order."""

    act: int
