"""Orders of games between the nights: propose, answer, withdraw, and begin one by the rules of pairing
(CR-051, CR-052, CR-054)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from league.kernel.decision import Decision, Order, UndoBy, decides
from league.kernel.refusal import NotYours, Refusal, Unreadable
from league.ports import FleetFacts, fleet_facts, game_port
from league.rules.command import commanders, note_proxy, only_commander
from league.rules.events import ActiveFleetNamed, FleetCheckedIn, PairingMade
from league.rules.matching import lowest, tied_lowest
from league.rules.meetings import events as ev
from league.rules.meetings.questions import refuse_beginning, refuse_unable, round_to_join
from league.rules.rounds import begin_round, close_round
from league.rules.schedule.orders import clean_moment, clean_venue
from league.rules.state import LeagueState, Meeting

OPEN = ("proposed", "agreed")
OUT = ("draft", "eliminated", "retired")


@dataclass(frozen=True, slots=True)
class ProposeMeeting(Order):
    """Propose a game to another fleet. `starts` is in ISO format with an offset from UTC."""

    name: ClassVar[str] = "propose_meeting"
    ground: ClassVar[str] = "start_campaign"
    fleet: int
    opposing: int
    starts: str
    venue: str


@dataclass(frozen=True, slots=True)
class AnswerMeeting(Order):
    """Agree to a proposed game, or decline it."""

    name: ClassVar[str] = "answer_meeting"
    meeting: int
    agree: bool


@dataclass(frozen=True, slots=True)
class WithdrawMeeting(Order):
    """Take a proposal or an agreement back, by either side or an organiser."""

    name: ClassVar[str] = "withdraw_meeting"
    meeting: int


@dataclass(frozen=True, slots=True)
class PairMeeting(Order):
    """Begin the agreed game: both fleets are checked in and paired, in the open round or in the next one. By
    an organiser, with the option by either side as well (CR-052)."""

    name: ClassVar[str] = "pair_meeting"
    undo_by: ClassVar[UndoBy] = "organiser"
    meeting: int


def _fleet(d: Decision, number: int, field: str = "") -> FleetFacts:
    found = fleet_facts(d.state).get(number)
    if found is None:
        raise Unreadable("no_fleet", "There is no such fleet in this campaign.", field=field)
    return found


def _meeting(d: Decision, number: int, *statuses: str) -> Meeting:
    found = d.state.of(LeagueState).meetings.get(number)
    if found is None:
        raise Unreadable("no_meeting", "There is no such proposal in this campaign.")
    if found.status not in statuses:
        raise Refusal("moved_on", "This proposal has moved on. Look at the schedule as it is now.")
    return found


def _running(league: LeagueState) -> None:
    if league.phase != "running":
        raise Refusal("not_running", "Games are for campaigns that are running.", rule="CR-051")


@decides(ProposeMeeting)
def _propose(d: Decision, o: ProposeMeeting) -> None:
    league = d.state.of(LeagueState)
    _running(league)
    fleet, opposing = _fleet(d, o.fleet, "fleet"), _fleet(d, o.opposing, "opposing")
    only_commander(d, fleet, f"propose a game of {fleet.name}")
    if fleet.id == opposing.id:
        raise Refusal("itself", "A fleet cannot play itself. Choose another one.", field="opposing")
    if league.format == "team" and fleet.side == opposing.side:
        raise Refusal("same_team", "Choose a fleet of another team.", rule="CR-052", field="opposing")
    for each, field in ((fleet, "fleet"), (opposing, "opposing")):
        if each.standing in OUT:
            refuse_unable(each, field)
    pair = {fleet.id, opposing.id}
    if any(each.status in OPEN and {each.fleet, each.opposing} == pair for each in league.meetings.values()):
        raise Refusal(
            "open_already",
            "These two have a proposal already. Answer it or withdraw it first.",
            field="opposing",
        )
    starts, venue = clean_moment(d, o.starts), clean_venue(o.venue)
    number = 1 + max((each.number for each in league.meetings.values()), default=0)
    d.emit(ev.MeetingProposed(d.new_id(), number, fleet.id, opposing.id, starts.isoformat(), venue))


@decides(AnswerMeeting)
def _answer(d: Decision, o: AnswerMeeting) -> None:
    _running(d.state.of(LeagueState))
    meeting = _meeting(d, o.meeting, "proposed")
    fleet, opposing = _fleet(d, meeting.fleet), _fleet(d, meeting.opposing)
    if d.actor.member not in answering(fleet, opposing):
        raise NotYours("not_asked", f"{opposing.name} was asked: its player agrees or declines.")
    note_proxy(d, opposing)
    d.emit(ev.MeetingAnswered(meeting.id, opposing.id, bool(o.agree)))


def answering(fleet: FleetFacts, opposing: FleetFacts) -> tuple[int, ...]:
    """The members who may answer for the fleet that was asked: nobody agrees with themselves as its proxy."""
    return tuple(
        each for each in commanders(opposing) if each == opposing.member or each not in commanders(fleet)
    )


@decides(WithdrawMeeting)
def _withdraw(d: Decision, o: WithdrawMeeting) -> None:
    meeting = _meeting(d, o.meeting, *OPEN)
    sides = [_fleet(d, number) for number in (meeting.fleet, meeting.opposing)]
    d.only_members([who for each in sides for who in commanders(each)], "withdraw this game")
    d.emit(ev.MeetingWithdrawn(meeting.id, d.actor.member))


@decides(PairMeeting)
def _pair(d: Decision, o: PairMeeting) -> None:
    league = d.state.of(LeagueState)
    _running(league)
    meeting = _meeting(d, o.meeting, "agreed")
    sides = [_fleet(d, number) for number in (meeting.fleet, meeting.opposing)]
    if league.profile.games_by_agreement:
        d.only_members([who for each in sides for who in commanders(each)], "begin this game")
    else:
        d.only_organisers("begin a game that two players agreed on")
    refuse_beginning(league, meeting, fleet_facts(d.state))
    round = _round(d)
    for each in sides:
        if each.id not in d.state.of(LeagueState).rounds[round].present:
            d.emit(FleetCheckedIn(round=round, fleet=each.id))
    active, opposing = _name_active(d, round, sides)
    game = d.new_id()
    d.emit(
        PairingMade(
            round=round,
            game=game,
            fleet=active.id,
            opposing=opposing.id,
            missions=league.missions,
            number=game_port().next_number(d.state),
            agreed=d.state.of(LeagueState).rounds[round].agreed,
        )
    )
    d.emit(ev.MeetingPaired(meeting.id, game))


def _round(d: Decision) -> int:
    """The number of the open round, or of the next one, which is opened for agreed games (CR-051); one of
    agreed games that are over gives way to it."""
    league = d.state.of(LeagueState)
    joined = round_to_join(league)
    if joined is not None:
        return joined.id
    if league.open_round is not None:
        close_round(d, league.open_round)
    return begin_round(d, agreed=True)


def _name_active(d: Decision, round: int, both: Sequence[FleetFacts]) -> tuple[FleetFacts, FleetFacts]:
    """The Active and the Opposing Fleet: the lower value is active, and chance decides between equals
    (CR-052)."""
    active, tied = lowest(both, d.entropy), tied_lowest(both)
    d.emit(
        ActiveFleetNamed(
            round=round,
            fleet=active.id,
            value=active.value,
            tied=tuple(each.id for each in tied) if len(tied) > 1 else (),
            at=d.now,
        )
    )
    return active, next(each for each in both if each.id != active.id)
