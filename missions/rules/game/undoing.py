"""Traces of an undone result: its seed was shown, and people remember it (CR-079)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from league.kernel.events import Event
from league.kernel.fold import CampaignState, label
from league.kernel.undoing import after_undoing, changed_in_passing
from missions.rules.content.victory import mission_of
from missions.rules.game.events import GameTold, GameToldByOrganiser, SeedKnown, SeedRevealed
from missions.rules.game.state import MissionsState

ACCOUNTS = (GameTold, GameToldByOrganiser)


@changed_in_passing
def accounts_of_games(events: Sequence[Event]) -> Iterator[str]:
    """The games that an act only told of: no result stands in its way, nor does it stand on one."""
    about = {event.game: isinstance(event, ACCOUNTS) for event in events if hasattr(event, "game")}
    return (label("missions", game) for game, only in about.items() if only)


@after_undoing
def seed_stays_known(state: CampaignState, undone: Sequence[Event]) -> Iterator[Event]:
    """Yield an event for every game whose seed the undone act showed, if squadrons can still be drawn in play
    (CR-093)."""
    for event in undone:
        game = state.of(MissionsState).games.get(event.game) if isinstance(event, SeedRevealed) else None
        mission = mission_of(game) if game is not None else None
        if game is not None and mission is not None and mission.reserve and not game.seed_shown:
            yield SeedKnown(game.id)
