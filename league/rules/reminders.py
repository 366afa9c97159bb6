"""Reminders: who was reminded of what, and when. At most one a day for each thing."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from league.kernel.events import Event, event
from league.kernel.fold import applies
from league.rules.narration import narrates
from league.rules.phrases import join_words
from league.rules.state import LeagueState, RoundState

PAUSE = timedelta(days=1)
KEPT = timedelta(days=30)
NO_GAME, DESK = 0, "desk"
"""The parts of a key that stand for an open post-game phase; a fleet has only one at a time."""


@event("member.reminded")
class PlayersReminded(Event):
    """An organiser reminded the members of the fleet `whose` that the game `about` waits for them. The names
    of the fields keep the event out of the game's and the fleet's own history: it moves neither."""

    about: int
    whose: int
    what: str
    members: tuple[int, ...]
    at: str


@event("member.desk_reminded")
class DeskReminded(Event):
    """An organiser reminded the members of the fleet `whose` that its post-game phase is open. It moves
    neither the fleet nor its history."""

    whose: int
    members: tuple[int, ...]
    at: str


@event("member.choice_reminded")
class ChoiceReminded(Event):
    """An organiser reminded the members of the fleet `whose` that it chooses its opponent in a round."""

    round: int
    whose: int
    members: tuple[int, ...]
    at: str


def choice_in(at: RoundState) -> str:
    """The part of a key that stands for the choice that is awaited in a round; with it goes `NO_GAME`."""
    return f"choice {at.id} {at.named}"


def key_of(game: int, fleet: int, what: str) -> str:
    """The key of one thing to do in the mapping of reminders."""
    return f"{game}:{fleet}:{what}"


def reminded_at(league: LeagueState, game: int, fleet: int, what: str) -> datetime | None:
    """The moment of the last reminder of this thing."""
    return last_of(league.reminders, game, fleet, what)


def last_of(reminders: Mapping[str, str], game: int, fleet: int, what: str) -> datetime | None:
    """The same, from the mapping of a state."""
    found = reminders.get(key_of(game, fleet, what))
    return datetime.fromisoformat(found) if found else None


def soon_again(last: datetime | None, now: str) -> bool:
    """Whether the last reminder is less than a day old."""
    return last is not None and datetime.fromisoformat(now) - last < PAUSE


@applies(LeagueState, PlayersReminded)
def _reminded(state: LeagueState, e: PlayersReminded) -> None:
    _keep(state, key_of(e.about, e.whose, e.what), e.at)


@applies(LeagueState, DeskReminded)
def _desk_reminded(state: LeagueState, e: DeskReminded) -> None:
    _keep(state, key_of(NO_GAME, e.whose, DESK), e.at)


@applies(LeagueState, ChoiceReminded)
def _choice_reminded(state: LeagueState, e: ChoiceReminded) -> None:
    """Nobody undoes a reminder, so its round may be undone before it."""
    if e.round in state.rounds:
        _keep(state, key_of(NO_GAME, e.whose, choice_in(state.rounds[e.round])), e.at)


def _keep(state: LeagueState, key: str, at: str) -> None:
    """Keep the reminder, and drop those that are too old to be of use."""
    oldest = datetime.fromisoformat(at) - KEPT
    kept = {each: then for each, then in state.reminders.items() if datetime.fromisoformat(then) > oldest}
    state.reminders = kept | {key: at}


def forget_desk(state: LeagueState, fleet: int) -> None:
    """Drop the reminder of a post-game phase that is over, so that it says nothing about the next one."""
    state.reminders.pop(key_of(NO_GAME, fleet, DESK), None)


@narrates(PlayersReminded)
def _tell(e: PlayersReminded) -> str:
    return f"{_reminded_ones(e.members)} reminded that the game {{game:{e.about}}} waits."


@narrates(DeskReminded)
def _tell_of_desk(e: DeskReminded) -> str:
    return f"{_reminded_ones(e.members)} reminded that the repairs of {{fleet:{e.whose}}} are open."


@narrates(ChoiceReminded)
def _tell_of_choice(e: ChoiceReminded) -> str:
    return f"{_reminded_ones(e.members)} reminded that {{fleet:{e.whose}}} chooses its opponent."


def _reminded_ones(members: tuple[int, ...]) -> str:
    names = join_words(f"{{member:{each}}}" for each in members)
    return f"{names} {'was' if len(members) == 1 else 'were'}"
