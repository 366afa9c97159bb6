"""Events of games outside the rounds: friendly games, which are recorded and change nothing. Appliers:
`missions.rules.overrides.folding`."""

from __future__ import annotations

from league.kernel.events import Event, event


@event("game.friendly_arranged")
class FriendlyArranged(Event):
    """`fleet` plays the active side, `opposing` the other; `missions`: with a mission; `number` counts the
    campaign's games, 0 in logs from before that."""

    game: int
    fleet: int
    opposing: int
    missions: bool = False
    number: int = 0


@event("game.friendly_finished")
class FriendlyFinished(Event):
    """The result of a friendly game is confirmed; it has no consequences."""

    game: int


@event("game.friendly_called_off")
class FriendlyCalledOff(Event):
    game: int
    reason: str
