"""Traces of an undone result: its seed was shown, and people remember it (CR-079)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from league.kernel.events import Event
from league.kernel.fold import CampaignState
from league.kernel.undoing import after_undoing
from missions.rules.content.victory import mission_of
from missions.rules.game.events import SeedKnown, SeedRevealed
from missions.rules.game.state import MissionsState


@after_undoing
def seed_stays_known(state: CampaignState, undone: Sequence[Event]) -> Iterator[Event]:
    """Yield an event for every game whose seed the undone act showed, if squadrons can still be drawn in play
    (CR-093)."""
    for event in undone:
        game = state.of(MissionsState).games.get(event.game) if isinstance(event, SeedRevealed) else None
        mission = mission_of(game) if game is not None else None
        if game is not None and mission is not None and mission.reserve and not game.seed_shown:
            yield SeedKnown(game.id)
