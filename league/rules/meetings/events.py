"""Events of games that two players agree on, with the appliers that fold them."""

from __future__ import annotations

from league.kernel.events import Event, event
from league.kernel.fold import applies, must
from league.rules.narration import narrates
from league.rules.schedule.events import moment_mark
from league.rules.state import LeagueState, Meeting


@event("meeting.proposed")
class MeetingProposed(Event):
    """The `fleet` proposes a game to `opposing`. `starts` is in ISO format, UTC."""

    meeting: int
    number: int
    fleet: int
    opposing: int
    starts: str
    venue: str


@event("meeting.answered")
class MeetingAnswered(Event):
    meeting: int
    opposing: int
    agreed: bool


@event("meeting.withdrawn")
class MeetingWithdrawn(Event):
    """A proposal or an agreement is taken back. `by` is the member who did it, 0 in logs from before."""

    meeting: int
    by: int = 0


@event("meeting.paired")
class MeetingPaired(Event):
    """The agreed game has begun: `pairing` is the number of the new game."""

    meeting: int
    pairing: int


def _meeting(state: LeagueState, number: int, *statuses: str) -> Meeting:
    must(number in state.meetings, "that game was never proposed")
    found = state.meetings[number]
    must(found.status in statuses, "the proposal has moved on")
    return found


@applies(LeagueState, MeetingProposed)
def _proposed(state: LeagueState, e: MeetingProposed) -> None:
    taken = any(each.number == e.number for each in state.meetings.values())
    must(not taken, "another proposal has its number")
    state.meetings[e.meeting] = Meeting(e.meeting, e.number, e.fleet, e.opposing, e.starts, e.venue)


@applies(LeagueState, MeetingAnswered)
def _answered(state: LeagueState, e: MeetingAnswered) -> None:
    _meeting(state, e.meeting, "proposed").status = "agreed" if e.agreed else "declined"


@applies(LeagueState, MeetingWithdrawn)
def _withdrawn(state: LeagueState, e: MeetingWithdrawn) -> None:
    found = _meeting(state, e.meeting, "proposed", "agreed")
    found.off, found.ended_by = found.status == "agreed", e.by
    found.status = "withdrawn"


@applies(LeagueState, MeetingPaired)
def _paired(state: LeagueState, e: MeetingPaired) -> None:
    found = _meeting(state, e.meeting, "agreed")
    found.status, found.game = "paired", e.pairing


@narrates(MeetingProposed)
def _tell_proposed(e: MeetingProposed) -> str:
    return f"{{fleet:{e.fleet}}} proposed a game to {{fleet:{e.opposing}}} for {moment_mark(e.starts)}."


@narrates(MeetingAnswered)
def _tell_answered(e: MeetingAnswered) -> str:
    return f"{{fleet:{e.opposing}}} {'agreed to' if e.agreed else 'declined'} the game that was proposed."


@narrates(MeetingWithdrawn)
def _tell_withdrawn(e: MeetingWithdrawn) -> str:
    return "A proposed game was withdrawn."


@narrates(MeetingPaired)
def _tell_paired(e: MeetingPaired) -> str:
    return f"Both sides had agreed on the game {{game:{e.pairing}}}."
