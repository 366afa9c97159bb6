"""Orders of a game night: open a round, check in, match the fleets, close the round (CR-051 … CR-056)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar

from league.kernel.decision import Decision, Order, UndoBy, decides
from league.kernel.refusal import Refusal, Unreadable
from league.ports import FleetFacts, fleet_facts, game_port
from league.rules import events as ev
from league.rules.campaign import clean_reason, refuse_while_busy
from league.rules.command import only_commander
from league.rules.matching import (
    Matching,
    lowest,
    matching,
    may_check_in,
    may_check_out,
    tied_lowest,
    waits_for_game,
)
from league.rules.meetings.events import MeetingPaired
from league.rules.meetings.questions import agreed_game_of
from league.rules.schedule.events import NightBegun
from league.rules.schedule.upcoming import night_for_round
from league.rules.state import LeagueState, RoundState

LONGEST_TIMER = 600  # minutes


@dataclass(frozen=True, slots=True)
class OpenRound(Order):
    """Begin the next gathering (CR-051)."""

    name: ClassVar[str] = "open_round"
    undo_by: ClassVar[UndoBy] = "organiser"
    ground: ClassVar[str] = "start_campaign"


@dataclass(frozen=True, slots=True)
class SetTimer(Order):
    """Let the games of the round end in so many minutes; 0 stops the timer. It only tells the time."""

    name: ClassVar[str] = "set_timer"
    undo_by: ClassVar[UndoBy] = "organiser"
    round: int
    minutes: int


@dataclass(frozen=True, slots=True)
class CheckIn(Order):
    """Say that a fleet is present (CR-051); late arrivals too, as long as the round is open."""

    name: ClassVar[str] = "check_in"
    round: int
    fleet: int


@dataclass(frozen=True, slots=True)
class CheckOut(Order):
    """Say that a fleet is not, or no longer, present (CR-051)."""

    name: ClassVar[str] = "check_out"
    round: int
    fleet: int


@dataclass(frozen=True, slots=True)
class NameActiveFleet(Order):
    """Begin or go on matching: find the fleet that chooses next (CR-052)."""

    name: ClassVar[str] = "name_active_fleet"
    undo_by: ClassVar[UndoBy] = "organiser"
    round: int


@dataclass(frozen=True, slots=True)
class ChooseOpponent(Order):
    """The Active Fleet takes an Opposing Fleet, which makes a game (CR-052). If the two had agreed on one for
    that time, this is it. `chooser` is the Active Fleet for which the choice is meant, 0 for any."""

    name: ClassVar[str] = "choose_opponent"
    undo_by: ClassVar[UndoBy] = "organiser"
    round: int
    opposing: int
    chooser: int = 0


@dataclass(frozen=True, slots=True)
class FinishMatching(Order):
    """No more games are made: fleets present without one sit out (CR-052, CR-056)."""

    name: ClassVar[str] = "finish_matching"
    undo_by: ClassVar[UndoBy] = "organiser"
    round: int


@dataclass(frozen=True, slots=True)
class CancelPairing(Order):
    """Call a game off; both fleets are unmatched again. `reason` is shown to the players.

    Nobody undoes this: the secret of a draw that had begun is open from then on (CR-079).
    """

    name: ClassVar[str] = "cancel_pairing"
    undo_by: ClassVar[UndoBy] = "nobody"
    round: int
    game: int
    reason: str


@dataclass(frozen=True, slots=True)
class CloseRound(Order):
    """End the gathering."""

    name: ClassVar[str] = "close_round"
    undo_by: ClassVar[UndoBy] = "organiser"
    round: int


def call_off(d: Decision, round: int, game: int, reason: str) -> None:
    """Call a game off: both fleets are free again, and what the game took from them is given back. Raises
    `Refusal` if that cannot be."""
    game_port().put_right(d, game)
    d.emit(ev.PairingCancelled(round=round, game=game, reason=reason, by=d.actor.member))


def open_round(d: Decision, number: int) -> RoundState:
    """The open round with that number of its own. Raises `Refusal` if it is closed, `Unreadable` if there is
    none."""
    found = d.state.of(LeagueState).rounds.get(number)
    if found is None:
        raise Unreadable("no_round", "There is no such round in this campaign.")
    if not found.open:
        raise Refusal(
            "round_closed", f"Round {found.number} is closed. Open the next one to go on.", rule="CR-051"
        )
    return found


def _fleet(d: Decision, number: int) -> FleetFacts:
    found = fleet_facts(d.state).get(number)
    if found is None:
        raise Unreadable("no_fleet", "There is no such fleet in this campaign.", field="fleet")
    return found


@decides(OpenRound)
def _open(d: Decision, o: OpenRound) -> None:
    d.only_organisers("open a round")
    league = d.state.of(LeagueState)
    if league.phase == "gathering":
        raise Refusal("not_started", "Start the campaign first: rounds are for locked fleets.", rule="CR-051")
    if league.phase == "ended":
        raise Refusal("ended", "The campaign has ended. Reopen it to play another round.", rule="CR-152")
    at = league.open_round
    if at is None:
        _begin_night(d, begin_round(d))
    elif not at.agreed:
        raise Refusal(
            "round_open", f"Round {at.number} is still open. Close it before the next.", rule="CR-051"
        )
    elif at.playing:
        d.emit(ev.RoundOpenedToAll(at.id))
        _begin_night(d, at.id)
    else:
        close_round(d, at)
        _begin_night(d, begin_round(d))


def begin_round(d: Decision, *, agreed: bool = False) -> int:
    """Open the next round, for an agreed game or for all; return its own number."""
    opened = d.new_id()
    rounds = d.state.of(LeagueState).rounds
    number = 1 + max((each.number for each in rounds.values()), default=0)
    d.emit(ev.RoundOpened(round=opened, number=number, agreed=agreed))
    return opened


def _begin_night(d: Decision, round: int) -> None:
    """Note that the round is that of the planned night, if there is one."""
    night = night_for_round(d.state.of(LeagueState), datetime.fromisoformat(d.now))
    if night is not None:
        d.emit(NightBegun(night.id, round))


@decides(SetTimer)
def _time(d: Decision, o: SetTimer) -> None:
    d.only_organisers("set the round timer")
    at = open_round(d, o.round)
    if not 0 <= o.minutes <= LONGEST_TIMER:
        raise Unreadable(
            "minutes",
            f"Set the timer to 1 to {LONGEST_TIMER} minutes, or to 0 to stop it.",
            field="minutes",
        )
    if not o.minutes and not at.ends:
        raise Refusal("no_timer", "No timer is running.", field="minutes")
    ends = datetime.fromisoformat(d.now) + timedelta(minutes=o.minutes)
    d.emit(ev.TimerSet(o.round, ends.isoformat(timespec="seconds") if o.minutes else "", o.minutes))


WHY_NOT_IN = {
    "draft": (
        "{name} is still a draft. Finish the roster and ask an organiser to lock it, then check in.",
        "CR-051",
    ),
    "playing": (
        "{name} is in a game; it can check in once that game and its repairs are over.",
        "CR-054",
    ),
    "desk": ("The repairs of {name} are still open. Close them, then check in.", "CR-054"),
    "eliminated": ("{name} is eliminated and takes part in no more rounds.", "CR-051"),
    "retired": ("{name} has left the campaign and takes part in no more rounds.", "CR-051"),
}


_WHY_NOT_OUT = {
    "playing": "{name} is in a game. Finish or concede it, or ask an organiser to call it off.",
    "desk": "Close the repairs of {name} first, then check out.",
}

_HAD_ITS_TURN = "{name} has had its turn in this round, so it stays in the list of those who came."


@decides(CheckIn)
def _check_in(d: Decision, o: CheckIn) -> None:
    at, fleet = open_round(d, o.round), _fleet(d, o.fleet)
    only_commander(d, fleet, "check this fleet in")
    if o.fleet in at.present:
        raise Refusal("already_in", f"{fleet.name} is already checked in.", rule="CR-051", field="fleet")
    if at.agreed:
        raise Refusal(
            "agreed_round",
            f"Only agreed games are played in round {at.number}. Check in when an organiser opens the round "
            "of the next night.",
            rule="CR-051",
        )
    if not may_check_in(at, fleet):
        sentence, rule = WHY_NOT_IN[fleet.standing]
        raise Refusal(f"fleet_{fleet.standing}", sentence.format(name=fleet.name), rule=rule, field="fleet")
    d.emit(ev.FleetCheckedIn(round=o.round, fleet=o.fleet))


@decides(CheckOut)
def _check_out(d: Decision, o: CheckOut) -> None:
    at, fleet = open_round(d, o.round), _fleet(d, o.fleet)
    only_commander(d, fleet, "check this fleet out")
    if o.fleet not in at.present:
        raise Refusal("not_in", f"{fleet.name} is not checked in.", rule="CR-051", field="fleet")
    if not may_check_out(at, fleet):
        sentence = _WHY_NOT_OUT.get(fleet.standing, _HAD_ITS_TURN)
        raise Refusal(f"fleet_{fleet.standing}", sentence.format(name=fleet.name), rule="CR-054")
    was_choosing = at.picking == o.fleet
    d.emit(ev.FleetCheckedOut(round=o.round, fleet=o.fleet))
    if was_choosing:
        _name_next(d, o.round)


def _name(d: Decision, round: int, among: list[FleetFacts]) -> None:
    chosen, tied = lowest(among, d.entropy), tied_lowest(among)
    d.emit(
        ev.ActiveFleetNamed(
            round=round,
            fleet=chosen.id,
            value=chosen.value,
            tied=tuple(each.id for each in tied) if len(tied) > 1 else (),
            at=d.now,
        )
    )


def _name_next(d: Decision, round: int) -> None:
    """Name the next Active Fleet if two unmatched fleets are left that may meet; the others wait."""
    found = matching(d.state, round)
    if found.can_meet(found.unmatched):
        _name(d, round, found.unmatched)


@decides(NameActiveFleet)
def _name_active(d: Decision, o: NameActiveFleet) -> None:
    d.only_organisers("start the matching")
    at = open_round(d, o.round)
    found = matching(d.state, o.round)
    if len(found.among) < 2:
        without = "" if found.again else " and without a game in this round"
        raise Refusal(
            "too_few",
            f"Matching needs two present fleets that are free{without}. Check another one in first.",
            rule="CR-052",
        )
    if not found.can_meet(found.among):
        raise Refusal(
            "one_team",
            "All the free fleets belong to one team, and a game needs two teams. Check in a fleet of "
            "another team, or finish the matching.",
            rule="CR-052",
        )
    if at.picking is not None and at.picking in [each.id for each in tied_lowest(found.choosers)]:
        name = _fleet(d, at.picking).name
        raise Refusal(
            "choosing", f"{name} is already the Active Fleet and chooses its opponent now.", rule="CR-052"
        )
    _name(d, o.round, found.choosers)


@decides(ChooseOpponent)
def _choose(d: Decision, o: ChooseOpponent) -> None:
    at = open_round(d, o.round)
    if at.picking is None:
        raise Refusal(
            "nobody_chooses", "No fleet is choosing just now: an organiser names the next one.", rule="CR-052"
        )
    active = _fleet(d, at.picking)
    if o.chooser not in (0, active.id):
        raise Refusal(
            "other_chooser",
            f"The matching has moved on: {active.name} chooses now. Look at the choice as it is now.",
            rule="CR-052",
        )
    only_commander(d, active, f"choose an opponent for {active.name}")
    opposing = _fleet(d, o.opposing)
    if opposing.id == active.id:
        raise Refusal(
            "itself", "A fleet cannot play itself. Choose another one.", rule="CR-052", field="opposing"
        )
    found = matching(d.state, o.round)
    if found.same_team(active, opposing):
        raise Refusal(
            "same_team",
            f"{opposing.name} belongs to the same team as {active.name}. Choose a fleet of another team.",
            rule="CR-052",
            field="opposing",
        )
    free = [each.id for each in found.free]
    if active.id not in free:
        raise Refusal(
            "active_busy", f"{active.name} is not free any more: name the next fleet.", rule="CR-054"
        )
    if opposing.id not in free:
        raise Refusal(
            "not_free",
            f"{opposing.name} is not free: choose a fleet that is checked in, in no game and done with its "
            "repairs.",
            rule="CR-052" if opposing.standing == "ready" else "CR-054",
            field="opposing",
        )
    refuse_played(found, active, opposing)
    agreed = agreed_game_of(d.state.of(LeagueState), active.id, opposing.id, datetime.fromisoformat(d.now))
    game = d.new_id()
    d.emit(
        ev.PairingMade(
            round=o.round,
            game=game,
            fleet=active.id,
            opposing=opposing.id,
            missions=d.state.of(LeagueState).missions,
            number=game_port().next_number(d.state),
        )
    )
    if agreed is not None:
        d.emit(MeetingPaired(agreed.id, game))
    _name_next(d, o.round)


def refuse_played(found: Matching, active: FleetFacts, opposing: FleetFacts) -> None:
    """Refuse a choice of, or by, a fleet that has had its turn in this round (CR-052)."""
    if found.may_take(active, opposing):
        return
    text = (
        f"{opposing.name} has had its turn in this round. Choose among the fleets that still wait for a game."
    )
    if not found.again:
        name = opposing.name if waits_for_game(found.at, active.id) else active.name
        text = f"{name} has had its turn in this round, and every fleet plays once in a round."
    raise Refusal("has_played", text, rule="CR-052", field="opposing")


@decides(FinishMatching)
def _finish(d: Decision, o: FinishMatching) -> None:
    d.only_organisers("finish the matching")
    open_round(d, o.round)
    waiting = matching(d.state, o.round).unmatched
    if not waiting:
        raise Refusal(
            "all_matched", "Everybody who is here has a game or sits out; nothing is left.", rule="CR-052"
        )
    for each in waiting:
        d.emit(ev.FleetSatOut(round=o.round, fleet=each.id))


@decides(CancelPairing)
def _cancel(d: Decision, o: CancelPairing) -> None:
    d.only_organisers("call a pairing off")
    at = open_round(d, o.round)
    pairing = at.pairings.get(o.game)
    if pairing is None:
        raise Unreadable("no_game", "There is no such game in this round.")
    if pairing.status == "cancelled":
        raise Refusal("cancelled", "That pairing has already been called off.")
    if pairing.status == "finished":
        raise Refusal(
            "finished",
            "That game is finished and applied. Undo its result first, then call it off.",
            rule="CR-101",
        )
    reason = clean_reason(o.reason, needed_for="call a pairing off")
    call_off(d, o.round, o.game, reason)


@decides(CloseRound)
def _close(d: Decision, o: CloseRound) -> None:
    d.only_organisers("close the round")
    close_round(d, open_round(d, o.round))


def close_round(d: Decision, at: RoundState) -> None:
    """Close an open round. Raises `Refusal` while a fleet of it is busy or waits for a game (CR-054,
    CR-056)."""
    found = matching(d.state, at.id)
    refuse_while_busy(found.held, f"Round {at.number} cannot close yet", rule="CR-054")
    waiting = found.unmatched
    if waiting:
        names = ", ".join(each.name for each in waiting)
        raise Refusal(
            "unmatched",
            f"Without a game so far: {names}. Finish the matching, so that their repairs open.",
            rule="CR-056",
        )
    d.emit(ev.RoundClosed(round=at.id))
