"""Orders of the schedule: organisers plan, move and call off game nights; members say whether they come."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import ClassVar, get_args

from league.kernel.decision import Decision, Order, UndoBy, decides
from league.kernel.refusal import NotYours, Refusal, Stale, Unreadable
from league.rules.campaign import clean_reason, shown_text
from league.rules.schedule import events as ev
from league.rules.schedule.upcoming import is_coming, starts_at
from league.rules.state import Attendance, LeagueState, Night

VENUE_LENGTH = 120
FARTHEST = timedelta(days=730)
MOST = 50
"""Nights that may be planned ahead at the same time."""
CHOICES: tuple[str, ...] = get_args(Attendance)


@dataclass(frozen=True, slots=True)
class PlanNight(Order):
    """Plan a game night. `starts` is in ISO format with an offset from UTC."""

    name: ClassVar[str] = "plan_night"
    undo_by: ClassVar[UndoBy] = "organiser"
    starts: str
    venue: str


@dataclass(frozen=True, slots=True)
class MoveNight(Order):
    """Give a night another time or venue. `known` is the mark of the night that the organiser saw."""

    name: ClassVar[str] = "move_night"
    undo_by: ClassVar[UndoBy] = "organiser"
    night: int
    starts: str
    venue: str
    known: str


@dataclass(frozen=True, slots=True)
class CallOffNight(Order):
    """Call a night off, for a reason that everybody reads."""

    name: ClassVar[str] = "call_off_night"
    undo_by: ClassVar[UndoBy] = "organiser"
    night: int
    reason: str


@dataclass(frozen=True, slots=True)
class AnswerNight(Order):
    """Say for oneself: "coming", "late" or "not"."""

    name: ClassVar[str] = "answer_night"
    night: int
    answer: str


def night_mark(night: Night) -> str:
    """A short digest of time and venue, by which a form says what its writer saw."""
    return sha256(f"{night.starts}\n{night.venue}".encode()).hexdigest()[:16]


def _not_ended(league: LeagueState) -> None:
    if league.phase == "ended":
        raise Refusal("ended", "The campaign has ended. Reopen it to plan another game night.")


def clean_moment(d: Decision, text: str) -> datetime:
    """The moment in UTC. Raises `Unreadable`, and `Refusal` if it is over or far ahead."""
    try:
        found = datetime.fromisoformat(text)
        if found.tzinfo is None:
            raise ValueError("no offset")
        found = found.astimezone(UTC).replace(second=0, microsecond=0)
    except (ValueError, OverflowError):
        raise Unreadable("no_moment", "Write the date and time.", field="starts") from None
    now = datetime.fromisoformat(d.now)
    if found <= now:
        raise Refusal("past", "That time is over. Choose one that is still to come.", field="starts")
    if found > now + FARTHEST:
        raise Refusal("far", "That is more than two years ahead. Choose an earlier date.", field="starts")
    return found


def clean_venue(text: str) -> str:
    """The venue on one line. Raises `Refusal` for none, or a long one."""
    venue = " ".join(shown_text(text).split())
    if not venue:
        raise Refusal("no_venue", "Say where you meet.", field="venue")
    if len(venue) > VENUE_LENGTH:
        raise Refusal(
            "long_venue",
            f"Keep the venue to {VENUE_LENGTH} characters; this one has {len(venue)}.",
            field="venue",
        )
    return venue


def _night(d: Decision, number: int) -> Night:
    """The night, if it is still to come or going on. Raises `Refusal`."""
    league = d.state.of(LeagueState)
    found = league.nights.get(number)
    if found is None:
        raise Unreadable("no_night", "There is no such game night in this campaign.")
    if found.called_off:
        raise Refusal("called_off", "That game night is called off. Look at the schedule for the next one.")
    if not is_coming(league, found, datetime.fromisoformat(d.now)):
        raise Refusal("night_over", "That game night is over. Look at the schedule for the next one.")
    return found


def _refuse_same_time(league: LeagueState, starts: datetime, but: int = 0) -> None:
    for each in league.nights.values():
        if each.id != but and not each.called_off and starts_at(each) == starts:
            raise Refusal(
                "same_time", "A game night is already planned for this time. Change that one.", field="starts"
            )


@decides(PlanNight)
def _plan(d: Decision, o: PlanNight) -> None:
    d.only_organisers("plan a game night")
    league = d.state.of(LeagueState)
    _not_ended(league)
    starts, venue = clean_moment(d, o.starts), clean_venue(o.venue)
    _refuse_same_time(league, starts)
    now = datetime.fromisoformat(d.now)
    if sum(is_coming(league, each, now) for each in league.nights.values()) >= MOST:
        raise Refusal("many_nights", f"{MOST} game nights are planned. Call one off before you plan another.")
    number = 1 + max((each.number for each in league.nights.values()), default=0)
    d.emit(ev.NightPlanned(d.new_id(), number, starts.isoformat(), venue))


@decides(MoveNight)
def _move(d: Decision, o: MoveNight) -> None:
    d.only_organisers("change a game night")
    league = d.state.of(LeagueState)
    _not_ended(league)
    night = _night(d, o.night)
    if o.known != night_mark(night):
        raise Stale(
            "night.moved_on", "Somebody else has changed this game night. Look at it as it is now, then save."
        )
    venue = clean_venue(o.venue)
    if night.round:
        raise Refusal("night_begun", "Its round is open already, so this game night stays as it is.")
    starts = clean_moment(d, o.starts)
    _refuse_same_time(league, starts, but=night.id)
    if (starts_at(night), night.venue) == (starts, venue):
        raise Refusal("same_night", "Nothing is different. Change the time or the venue, then save.")
    d.emit(ev.NightMoved(night.id, starts.isoformat(), venue))


@decides(CallOffNight)
def _call_off(d: Decision, o: CallOffNight) -> None:
    d.only_organisers("call a game night off")
    night = _night(d, o.night)
    if night.round:
        raise Refusal("night_begun", "Its round is open already. Close the round instead.")
    d.emit(ev.NightCalledOff(night.id, clean_reason(o.reason, needed_for="call a game night off")))


@decides(AnswerNight)
def _answer(d: Decision, o: AnswerNight) -> None:
    if d.actor.role in ("visitor", "system"):
        raise NotYours(
            "players_only", "Only players and organisers answer. Ask an organiser to let you play."
        )
    league = d.state.of(LeagueState)
    if league.phase == "ended":
        raise Refusal("ended", "The campaign has ended, so no game night is ahead.")
    night = _night(d, o.night)
    if o.answer not in CHOICES:
        raise Unreadable("no_answer", "Choose: coming, late or not.", field="answer")
    if night.answers.get(d.actor.member) != o.answer:
        d.emit(ev.NightAnswered(night.id, d.actor.member, o.answer))  # type: ignore[arg-type]
