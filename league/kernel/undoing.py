"""What else happens when an act is undone. An undone act leaves no trace in the state; where one has to stay,
the app above registers it here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from league.kernel.events import Event
from league.kernel.fold import CampaignState

Aftermath = Callable[[CampaignState, Sequence[Event]], Iterable[Event]]

_AFTERMATHS: list[Aftermath] = []


def after_undoing(function: Aftermath) -> Aftermath:
    """Register what follows when an act is undone. The function gets the state without the act and the events
    of the act. Its own events are part of the undoing, which is never undone itself: they have to apply to
    any state."""
    _AFTERMATHS.append(function)
    return function


def aftermath(state: CampaignState, undone: Sequence[Event]) -> list[Event]:
    """Everything that follows when an act with these events is undone."""
    return [event for function in _AFTERMATHS for event in function(state, undone)]
