"""Events of the schedule, with the appliers that fold them."""

from __future__ import annotations

from datetime import datetime

from league.kernel.events import Event, event
from league.kernel.fold import applies, must
from league.rules.narration import narrates
from league.rules.phrases import because
from league.rules.state import Attendance, LeagueState, Night


@event("night.planned")
class NightPlanned(Event):
    """`starts` is in ISO format, UTC; `number` is the one by which people know the night."""

    night: int
    number: int
    starts: str
    venue: str


@event("night.moved")
class NightMoved(Event):
    """A new time or venue. At another time the answers are asked for again."""

    night: int
    starts: str
    venue: str


@event("night.called_off")
class NightCalledOff(Event):
    night: int
    reason: str


@event("night.answered")
class NightAnswered(Event):
    night: int
    member: int
    answer: Attendance


@event("night.begun")
class NightBegun(Event):
    """The round was opened on this night."""

    night: int
    round: int


def _night(state: LeagueState, number: int) -> Night:
    must(number in state.nights, "that game night was never planned")
    found = state.nights[number]
    must(not found.called_off, "that game night is called off")
    return found


@applies(LeagueState, NightPlanned)
def _planned(state: LeagueState, e: NightPlanned) -> None:
    taken = any(each.number == e.number for each in state.nights.values())
    must(not taken, "another game night has its number")
    state.nights[e.night] = Night(e.night, e.number, e.starts, e.venue)


@applies(LeagueState, NightMoved)
def _moved(state: LeagueState, e: NightMoved) -> None:
    night = _night(state, e.night)
    if night.starts != e.starts:
        night.answers = {}
    night.starts, night.venue = e.starts, e.venue
    night.changes += 1


@applies(LeagueState, NightCalledOff)
def _called_off(state: LeagueState, e: NightCalledOff) -> None:
    night = _night(state, e.night)
    night.called_off = True
    night.changes += 1


@applies(LeagueState, NightAnswered)
def _answered(state: LeagueState, e: NightAnswered) -> None:
    _night(state, e.night).answers[e.member] = e.answer


@applies(LeagueState, NightBegun)
def _begun(state: LeagueState, e: NightBegun) -> None:
    night = _night(state, e.night)
    must(night.round == 0, "that game night has its round already")
    night.round = e.round


def moment_mark(starts: str) -> str:
    """The mark of a moment, which pages show in the reader's own time."""
    return f"{{moment:{int(datetime.fromisoformat(starts).timestamp())}}}"


@narrates(NightPlanned)
def _tell_planned(e: NightPlanned) -> str:
    return f"Game night {e.number} was planned for {moment_mark(e.starts)}."


@narrates(NightMoved)
def _tell_moved(e: NightMoved) -> str:
    return f"A game night was changed: it begins on {moment_mark(e.starts)}."


@narrates(NightCalledOff)
def _tell_called_off(e: NightCalledOff) -> str:
    return f"A game night was called off.{because(e.reason)}"


@narrates(NightAnswered)
def _tell_answered(e: NightAnswered) -> str:
    return f"{{member:{e.member}}} answered for a game night."


@narrates(NightBegun)
def _tell_begun(e: NightBegun) -> None:
    return None
