"""Questions about planned nights: those to come, and the night of a round. No events."""

from __future__ import annotations

from datetime import datetime, timedelta

from league.rules.state import LeagueState, Night

LASTS = timedelta(hours=12)
"""Time after its start for which a night counts as going on if no round is opened on it."""
BELONGS = timedelta(hours=24)
"""Greatest distance between the start of a planned night and the opening of the round that belongs to it."""


def starts_at(night: Night) -> datetime:
    """The moment at which the night begins."""
    return datetime.fromisoformat(night.starts)


def is_coming(league: LeagueState, night: Night, now: datetime) -> bool:
    """Whether people can still answer: the night is not called off, and it is ahead or going on."""
    if night.called_off:
        return False
    if night.round:
        at = league.rounds.get(night.round)
        return at is not None and at.open
    return starts_at(night) > now - LASTS


def upcoming(league: LeagueState, now: datetime) -> list[Night]:
    """The nights to come, the next one first."""
    found = [each for each in league.nights.values() if is_coming(league, each, now)]
    return sorted(found, key=lambda each: (starts_at(each), each.id))


def past(league: LeagueState, now: datetime) -> list[Night]:
    """The other nights, the latest first: over or called off."""
    found = [each for each in league.nights.values() if not is_coming(league, each, now)]
    return sorted(found, key=lambda each: (starts_at(each), each.id), reverse=True)


def night_of(league: LeagueState, round: int) -> Night | None:
    """The night on which that round was opened."""
    return next((each for each in league.nights.values() if each.round == round), None)


def night_for_round(league: LeagueState, now: datetime) -> Night | None:
    """The night to which a round that is opened now belongs: the nearest one within a day."""

    def away(night: Night) -> timedelta:
        return abs(starts_at(night) - now)

    free = [each for each in league.nights.values() if not each.round and not each.called_off]
    near = [each for each in free if away(each) <= BELONGS]
    return min(near, key=lambda each: (away(each), each.id), default=None)
