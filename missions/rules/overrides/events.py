"""Events of games outside the rounds: friendly games, which are recorded and change nothing. Appliers:
`missions.rules.overrides.folding`."""

from __future__ import annotations

from league.kernel.events import Event, event


@event("game.friendly_arranged")
class FriendlyArranged(Event):
    """`fleet` plays the active side, `opposing` the other; `missions`: with a mission."""

    game: int
    fleet: int
    opposing: int
    missions: bool = False


@event("game.friendly_finished")
class FriendlyFinished(Event):
    """The result of a friendly game is confirmed; nothing follows from it."""

    game: int


@event("game.friendly_called_off")
class FriendlyCalledOff(Event):
    game: int
    reason: str
