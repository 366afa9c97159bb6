"""Events of a campaign as such, with the appliers that fold them."""

from __future__ import annotations

from dataclasses import field, fields
from typing import Any, Literal

from league.kernel.decision import Role
from league.kernel.events import Event, event, upcast
from league.kernel.fold import applies, must
from league.rules.state import LeagueState, MemberState, Pairing, RoundState


@event("campaign.created", version=2)
class CampaignCreated(Event):
    name: str
    format: Literal["free_for_all", "team"] = "free_for_all"
    missions: bool = False
    public: bool = False
    profile: dict[str, bool] = field(default_factory=dict)


@event("campaign.settings_changed", version=2)
class SettingsChanged(Event):
    """New values of settings; `profile` only while gathering. `changed` names those that are new: "name",
    "public", and options of the profile; the first releases did not note it."""

    name: str
    public: bool
    profile: dict[str, bool]
    changed: tuple[str, ...] = ()


@upcast("campaign.created", 1)
@upcast("campaign.settings_changed", 1)
def _played_again(facts: dict[str, Any]) -> dict[str, Any]:
    """Add the option, switched on: without it a fleet could always play again in a round (CR-052), and a
    campaign goes on by the rules that its players signed up for."""
    return {**facts, "profile": {**facts.get("profile", {}), "second_game_in_round": True}}


@event("campaign.started")
class CampaignStarted(Event):
    fleets: tuple[int, ...]


@event("campaign.ended")
class CampaignEnded(Event):
    """`standings`: fleet numbers, best first, of which the first `level` are equal; `teams`: the sides
    that stand first in a team campaign. `rule` is CR-152; `reason` is the organiser's, if they ended it;
    `decided`: it ended by itself, because fewer than two fleets, or teams, were left.
    """

    standings: tuple[int, ...]
    rule: str = "CR-152"
    reason: str = ""
    level: int = 1
    teams: tuple[str, ...] = ()
    decided: bool = False


@event("campaign.reopened")
class CampaignReopened(Event):
    reason: str = ""


@event("campaign.notes_changed")
class NotesChanged(Event):
    """The house notes as they are from now on; "" takes them away."""

    notes: str


@event("member.joined")
class MemberJoined(Event):
    member: int
    role: Role


@event("member.role_changed")
class MemberRoleChanged(Event):
    """`by` is the member who gave the role, 0 for the site, `at` the moment."""

    member: int
    role: Role
    by: int = 0
    at: str = ""


@event("member.left")
class MemberLeft(Event):
    """`removed`: somebody else ended the membership."""

    member: int
    removed: bool = False


@event("member.acted_for")
class ActedFor(Event):
    """Mark of a proxy's act: `proxy` acted in the place of `member`, the fleet's owner."""

    fleet: int
    member: int
    proxy: int


@event("round.opened")
class RoundOpened(Event):
    """`agreed`: for a game that two players agreed on, so that nobody else is called to it."""

    round: int
    number: int
    agreed: bool = False


@event("round.opened_to_all")
class RoundOpenedToAll(Event):
    """A round that an agreed game opened became that of a game night."""

    round: int


@event("round.timer_set")
class TimerSet(Event):
    """The games of the round end at `ends`, in ISO format; "": the timer is stopped. `minutes` from the
    moment of the act, 0 when it is stopped."""

    round: int
    ends: str
    minutes: int


@event("round.fleet_checked_in")
class FleetCheckedIn(Event):
    round: int
    fleet: int


@event("round.fleet_checked_out")
class FleetCheckedOut(Event):
    round: int
    fleet: int


@event("round.active_fleet_named")
class ActiveFleetNamed(Event):
    """The fleet with the lowest value picks next (CR-052). `value` and `tied` (fleet numbers) as they
    were; `at` is the moment in ISO format, which the first releases did not note.
    """

    round: int
    fleet: int
    value: int
    tied: tuple[int, ...] = ()
    at: str = ""


@event("round.pairing_made")
class PairingMade(Event):
    """`game` is the new game; `fleet` the Active Fleet, `opposing` the Opposing Fleet; `missions` whether it
    is played with a mission (CR-050); `number` counts the campaign's games, 0 in logs from before that.
    `agreed`: in a round of agreed games, so that its fleets leave when it is over; not so in logs from before
    that."""

    round: int
    game: int
    fleet: int
    opposing: int
    missions: bool = False
    number: int = 0
    agreed: bool = False


@event("round.pairing_cancelled")
class PairingCancelled(Event):
    """The game is called off. `by` is the member who did it, 0 in logs from before."""

    round: int
    game: int
    reason: str
    by: int = 0


@event("round.pairing_finished")
class PairingFinished(Event):
    """The game's result is confirmed and applied."""

    round: int
    game: int


@event("round.fleet_sat_out")
class FleetSatOut(Event):
    """A present fleet without a game this round; its post-game phase opens (CR-056)."""

    round: int
    fleet: int


@event("round.closed")
class RoundClosed(Event):
    round: int


def _round(state: LeagueState, number: int) -> RoundState:
    must(number in state.rounds, "that round was never opened")
    return state.rounds[number]


@applies(LeagueState, CampaignCreated)
def _created(state: LeagueState, e: CampaignCreated) -> None:
    state.name, state.format, state.missions, state.public = e.name, e.format, e.missions, e.public
    _set_profile(state, e.profile)


def _set_profile(state: LeagueState, profile: dict[str, bool]) -> None:
    for each in fields(state.profile):
        if each.name in profile:
            setattr(state.profile, each.name, profile[each.name])


@applies(LeagueState, SettingsChanged)
def _settings(state: LeagueState, e: SettingsChanged) -> None:
    state.name, state.public = e.name, e.public
    _set_profile(state, e.profile)


@applies(LeagueState, NotesChanged)
def _notes(state: LeagueState, e: NotesChanged) -> None:
    state.notes = e.notes


@applies(LeagueState, CampaignStarted)
def _started(state: LeagueState, e: CampaignStarted) -> None:
    must(state.phase == "gathering", "the campaign has already started")
    state.phase = "running"


@applies(LeagueState, CampaignEnded)
def _ended(state: LeagueState, e: CampaignEnded) -> None:
    must(state.phase == "running", "the campaign is not running")
    state.phase, state.decided = "ended", e.decided


@applies(LeagueState, CampaignReopened)
def _reopened(state: LeagueState, e: CampaignReopened) -> None:
    must(state.phase == "ended", "the campaign has not ended")
    state.phase = "running"


@applies(LeagueState, MemberJoined)
def _joined(state: LeagueState, e: MemberJoined) -> None:
    known = state.members.get(e.member)
    must(known is None or not known.active, "that member is already here")
    had_fleet = known is not None and known.had_fleet
    state.members[e.member] = MemberState(e.member, e.role, had_fleet=had_fleet)


@applies(LeagueState, MemberRoleChanged)
def _role(state: LeagueState, e: MemberRoleChanged) -> None:
    must(e.member in state.members and state.members[e.member].active, "that member is not here")
    member = state.members[e.member]
    member.role, member.given, member.given_by = e.role, e.at, e.by


@applies(LeagueState, MemberLeft)
def _left(state: LeagueState, e: MemberLeft) -> None:
    must(e.member in state.members and state.members[e.member].active, "that member is not here")
    state.members[e.member].active = False


@applies(LeagueState, RoundOpened)
def _opened(state: LeagueState, e: RoundOpened) -> None:
    must(state.open_round is None, "another round is still open")
    state.rounds[e.round] = RoundState(e.round, e.number, agreed=e.agreed)


@applies(LeagueState, RoundOpenedToAll)
def _opened_to_all(state: LeagueState, e: RoundOpenedToAll) -> None:
    at = _round(state, e.round)
    must(at.open and at.agreed, "the round is not one of agreed games")
    at.agreed = False


@applies(LeagueState, TimerSet)
def _timed(state: LeagueState, e: TimerSet) -> None:
    at = _round(state, e.round)
    must(at.open, "the round is closed")
    at.ends = e.ends


@applies(LeagueState, FleetCheckedIn)
def _checked_in(state: LeagueState, e: FleetCheckedIn) -> None:
    at = _round(state, e.round)
    must(at.open and e.fleet not in at.present, "the fleet cannot check in")
    at.present.append(e.fleet)
    at.matched = False


@applies(LeagueState, FleetCheckedOut)
def _checked_out(state: LeagueState, e: FleetCheckedOut) -> None:
    at = _round(state, e.round)
    must(at.open and e.fleet in at.present, "the fleet is not checked in")
    at.present.remove(e.fleet)
    if at.picking == e.fleet:
        at.picking = None


@applies(LeagueState, ActiveFleetNamed)
def _named(state: LeagueState, e: ActiveFleetNamed) -> None:
    at = _round(state, e.round)
    must(at.open and e.fleet in at.present, "the fleet is not checked in")
    at.picking = e.fleet
    at.named = e.at


@applies(LeagueState, PairingMade)
def _paired(state: LeagueState, e: PairingMade) -> None:
    at = _round(state, e.round)
    must(at.open and e.fleet in at.present and e.opposing in at.present, "both fleets must be checked in")
    at.pairings[e.game] = Pairing(e.game, e.fleet, e.opposing, agreed=e.agreed)
    at.picking = None


@applies(LeagueState, PairingCancelled)
def _cancelled(state: LeagueState, e: PairingCancelled) -> None:
    at = _round(state, e.round)
    must(e.game in at.pairings and at.pairings[e.game].status == "playing", "that game is not being played")
    over = at.pairings[e.game]
    over.status, over.reason, over.ended_by = "cancelled", e.reason, e.by
    at.matched = False
    _leave(at, over)


@applies(LeagueState, PairingFinished)
def _finished(state: LeagueState, e: PairingFinished) -> None:
    at = _round(state, e.round)
    must(e.game in at.pairings and at.pairings[e.game].status == "playing", "that game is not being played")
    at.pairings[e.game].status = "finished"
    _leave(at, at.pairings[e.game])


def _leave(at: RoundState, over: Pairing) -> None:
    """The fleets of an agreed game that is over had come for this game alone."""
    if over.agreed:
        at.present = [each for each in at.present if each not in over.fleets]


@applies(LeagueState, FleetSatOut)
def _sat_out(state: LeagueState, e: FleetSatOut) -> None:
    at = _round(state, e.round)
    must(at.open and e.fleet in at.present and e.fleet not in at.sitting_out, "the fleet cannot sit out")
    at.sitting_out.append(e.fleet)
    at.matched = True
    if at.picking == e.fleet:
        at.picking = None


@applies(LeagueState, RoundClosed)
def _round_closed(state: LeagueState, e: RoundClosed) -> None:
    at = _round(state, e.round)
    must(at.open, "the round is already closed")
    at.open = False
    at.picking = None
