"""Consequences of undoing an act, and pieces of the state that an act changed only in passing.

An undone act leaves no trace in the state. If one has to stay, the app above registers it here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from league.kernel.events import Event
from league.kernel.fold import CampaignState

Aftermath = Callable[[CampaignState, Sequence[Event]], Iterable[Event]]
InPassing = Callable[[Sequence[Event]], Iterable[str]]

_AFTERMATHS: list[Aftermath] = []
_IN_PASSING: list[InPassing] = []


def after_undoing(function: Aftermath) -> Aftermath:
    """Register what follows when an act is undone. The function gets the state without the act and the events
    of the act. Its own events are part of the undoing, which is never undone itself: they have to apply to
    any state."""
    _AFTERMATHS.append(function)
    return function


def aftermath(state: CampaignState, undone: Sequence[Event]) -> list[Event]:
    """Everything that follows when an act with these events is undone."""
    return [event for function in _AFTERMATHS for event in function(state, undone)]


def changed_in_passing(function: InPassing) -> InPassing:
    """Register which pieces of the state (labels) an act with these events is not about, although it changed
    them: later acts do not stand on it for their sake alone, only if they no longer apply without it."""
    _IN_PASSING.append(function)
    return function


def in_passing(events: Sequence[Event]) -> set[str]:
    """The labels of what an act with these events changed only in passing."""
    return {label for function in _IN_PASSING for label in function(events)}
