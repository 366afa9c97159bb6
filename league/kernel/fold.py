"""Folding events into the state of a campaign.

The state consists of parts, one per app. A part registers its class with `part` and its appliers with
`applies`; several parts may apply the same event. Appliers change the state they are given and raise
`Conflict` when the event presupposes something that is not so: this is how undo finds the later acts that no
longer stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from league.kernel.events import Event
from league.kernel.refusal import Finding

P = TypeVar("P")
EV = TypeVar("EV", bound=Event)
Applier = Callable[[Any, Any], None]

PARTS: dict[str, type[Any]] = {}
_APPLIERS: dict[type[Event], list[tuple[str, Applier]]] = {}
_CHECKS: list[Callable[[CampaignState], Iterable[Finding]]] = []


class Conflict(Exception):
    """An event cannot be applied to this state; the message says what is missing."""


def part(name: str, items: str = "") -> Callable[[type[P]], type[P]]:
    """Register a dataclass that builds its empty state without arguments as the part `name`. `items` names
    its field that is a mapping from number to item, such as fleets; blank for a part that is one whole."""

    def register(cls: type[P]) -> type[P]:
        PARTS[name] = cls
        cls.part_name = name  # type: ignore[attr-defined]
        cls.part_items = items  # type: ignore[attr-defined]
        return cls

    return register


def items_of(part_cls: type[Any]) -> str:
    """The field of a part that is a mapping from number to item; "" for a part that is one whole."""
    items: str = part_cls.part_items
    return items


@dataclass(slots=True)
class CampaignState:
    """The folded state: one value per registered part. Reach a part by its class: `state.of(LeagueState)`."""

    parts: dict[str, Any] = field(default_factory=lambda: {name: cls() for name, cls in PARTS.items()})

    def of(self, cls: type[P]) -> P:
        found: P = self.parts[_name(cls)]
        return found


def _name(part_cls: type[Any]) -> str:
    name: str = part_cls.part_name
    return name


WHOLE = 0
"""The number of a part that is one whole."""


def label(part_name: str, number: int = WHOLE) -> str:
    """The name of a piece of the state: "rosters:3"."""
    return f"{part_name}:{number}"


def pieces(state: CampaignState) -> dict[str, Any]:
    """Every piece of a state by its label: items one by one, other parts whole."""
    found: dict[str, Any] = {}
    for name, value in state.parts.items():
        items = items_of(type(value))
        listed = getattr(value, items).items() if items else [(WHOLE, value)]
        found.update({label(name, number): item for number, item in listed})
    return found


def applies(
    part_cls: type[P], event_cls: type[EV]
) -> Callable[[Callable[[P, EV], None]], Callable[[P, EV], None]]:
    """Register how a part changes on an event."""

    def register(function: Callable[[P, EV], None]) -> Callable[[P, EV], None]:
        _APPLIERS.setdefault(event_cls, []).append((_name(part_cls), function))
        return function

    return register


def apply(state: CampaignState, event: Event) -> None:
    """Apply one event to every part that knows it. Raises `Conflict`."""
    for name, function in _APPLIERS.get(type(event), ()):
        function(state.parts[name], event)


def heard_by(part_cls: type[Any]) -> frozenset[type[Event]]:
    """The classes of the events that a part applies."""
    name = _name(part_cls)
    return frozenset(cls for cls, found in _APPLIERS.items() if any(each == name for each, _ in found))


def apply_to(value: Any, event: Event) -> None:
    """Apply one event to this part alone. Raises `Conflict`."""
    name = _name(type(value))
    for each, function in _APPLIERS.get(type(event), ()):
        if each == name:
            function(value, event)


def fold(events: Iterable[Event], state: CampaignState | None = None) -> CampaignState:
    """The state after `events`, from nothing or from `state` (which is changed). Raises `Conflict`."""
    state = CampaignState() if state is None else state
    for each in events:
        apply(state, each)
    return state


def checks(
    function: Callable[[CampaignState], Iterable[Finding]],
) -> Callable[[CampaignState], Iterable[Finding]]:
    """Register a question about the whole state that no applier can ask, as it looks across items and parts.

    Deciding functions keep such things in order; undo and redo ask after refolding.
    """
    _CHECKS.append(function)
    return function


def faults(state: CampaignState) -> list[Finding]:
    """Return what the registered checks find wrong with a state."""
    return [finding for check in _CHECKS for finding in check(state)]


def must(condition: object, message: str) -> None:
    """Raise `Conflict(message)` unless the condition holds."""
    if not condition:
        raise Conflict(message)
