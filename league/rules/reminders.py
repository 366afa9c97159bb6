"""Reminders: who was reminded of what, and when. At most one a day for each thing."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from league.kernel.events import Event, event
from league.kernel.fold import applies
from league.rules.narration import narrates
from league.rules.phrases import join_words
from league.rules.state import LeagueState

PAUSE = timedelta(days=1)
KEPT = timedelta(days=30)


@event("member.reminded")
class PlayersReminded(Event):
    """An organiser reminded the members of the fleet `whose` that the game `about` waits for them. The names
    of the fields keep the event out of the game's and the fleet's own history: it moves neither."""

    about: int
    whose: int
    what: str
    members: tuple[int, ...]
    at: str


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
    """Keep the reminder, and drop those that are too old to be of use."""
    oldest = datetime.fromisoformat(e.at) - KEPT
    kept = {key: at for key, at in state.reminders.items() if datetime.fromisoformat(at) > oldest}
    state.reminders = kept | {key_of(e.about, e.whose, e.what): e.at}


@narrates(PlayersReminded)
def _tell(e: PlayersReminded) -> str:
    names = join_words(f"{{member:{each}}}" for each in e.members)
    return f"{names} {'was' if len(e.members) == 1 else 'were'} reminded that {{game:{e.about}}} waits."
