"""Orders about the campaign itself: its settings, its members, its end (CR-050, CR-152)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import ClassVar

from league.kernel.decision import Decision, Order, Role, UndoBy, decides
from league.kernel.refusal import NotYours, Refusal, Stale, Unreadable
from league.ports import FleetFacts, fleet_facts
from league.rules import events as ev
from league.rules import standings
from league.rules.matching import HOLDING_UP, busy
from league.rules.profile import as_dict, completed
from league.rules.state import FORMATS, Format, LeagueState, MemberState

NAME_LENGTH = 80
REASON_LENGTH = 500
NOTES_LENGTH = 4000
GIVEN_ROLES: tuple[Role, ...] = ("co_organiser", "player", "visitor")


@dataclass(frozen=True, slots=True)
class CreateCampaign(Order):
    """Begin a campaign; the actor becomes its organiser. Decided on an empty state."""

    name: ClassVar[str] = "create_campaign"
    undo_by: ClassVar[UndoBy] = "nobody"
    campaign_name: str
    format: str = "free_for_all"
    missions: bool = False
    public: bool = False
    profile: dict[str, bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChangeSettings(Order):
    """Set name, visibility and, while gathering, the rules profile; options left out stay as they are."""

    name: ClassVar[str] = "change_settings"
    undo_by: ClassVar[UndoBy] = "organiser"
    campaign_name: str
    public: bool
    profile: dict[str, bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SetHouseNotes(Order):
    """Write the club's own agreements on the campaign page; blank takes them away. `known` is the mark of
    the notes that the writer saw, "" if there were none."""

    name: ClassVar[str] = "set_house_notes"
    undo_by: ClassVar[UndoBy] = "organiser"
    notes: str
    known: str = ""


@dataclass(frozen=True, slots=True)
class JoinCampaign(Order):
    """Take somebody in after an invitation or an accepted request."""

    name: ClassVar[str] = "join_campaign"
    undo_by: ClassVar[UndoBy] = "nobody"
    member: int
    role: Role = "player"


@dataclass(frozen=True, slots=True)
class ChangeRole(Order):
    """Give a member another role. The organiser's own role moves with `HandOverOrganiser` only."""

    name: ClassVar[str] = "change_role"
    undo_by: ClassVar[UndoBy] = "nobody"
    member: int
    role: Role


@dataclass(frozen=True, slots=True)
class HandOverOrganiser(Order):
    """Make another member the organiser; the present one becomes a co-organiser."""

    name: ClassVar[str] = "hand_over_organiser"
    undo_by: ClassVar[UndoBy] = "nobody"
    member: int


@dataclass(frozen=True, slots=True)
class EndCampaign(Order):
    """End the campaign and keep its final standings (CR-152)."""

    name: ClassVar[str] = "end_campaign"
    undo_by: ClassVar[UndoBy] = "nobody"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReopenCampaign(Order):
    """Take an ended campaign up again."""

    name: ClassVar[str] = "reopen_campaign"
    undo_by: ClassVar[UndoBy] = "nobody"
    reason: str = ""


def clean_reason(reason: str, *, needed_for: str = "") -> str:
    """The reason without blanks around it; signs that cannot be shown become blanks.

    Raises `Refusal` when it is too long, or blank though `needed_for` says what it is needed for.
    """
    text = shown_text(reason)
    if needed_for and not text:
        raise Refusal(
            "no_reason", f"Say why: everyone reads the reason when you {needed_for}.", field="reason"
        )
    if len(text) > REASON_LENGTH:
        raise Refusal(
            "long_reason",
            f"Keep the reason to {REASON_LENGTH} characters; this one has {len(text)}.",
            field="reason",
        )
    return text


def shown_text(text: str) -> str:
    """The text without blanks around it, with what cannot be shown as blanks; lines stay lines."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(sign if sign.isprintable() or sign == "\n" else " " for sign in lines).strip()


def _clean_name(name: str) -> str:
    text = " ".join("".join(sign if sign.isprintable() else " " for sign in name).split())
    if not text:
        raise Refusal("no_name", "Give the campaign a name.", field="campaign_name")
    if len(text) > NAME_LENGTH:
        raise Refusal(
            "long_name",
            f"Keep the name to {NAME_LENGTH} characters; this one has {len(text)}.",
            field="campaign_name",
        )
    return text


def _format(word: str) -> Format:
    """Raises `Unreadable` for anything but the two formats (CR-050)."""
    for known in FORMATS:
        if word == known:
            return known
    raise Unreadable(
        "format",
        "A campaign is played as a free-for-all or in teams: choose one of these.",
        rule="CR-050",
        field="format",
    )


def _active_member(league: LeagueState, number: int) -> MemberState:
    found = league.members.get(number)
    if found is None or not found.active:
        raise Unreadable("no_member", "That person is not a member of this campaign.", field="member")
    return found


def _only_the_organiser(d: Decision, doing: str) -> None:
    if d.actor.role not in ("organiser", "system"):
        raise NotYours("organiser_only", f"Only the organiser can {doing}.")


def _own_fleets(d: Decision, member: int) -> list[FleetFacts]:
    living = ("draft", "ready", "playing", "desk")
    return [
        each for each in fleet_facts(d.state).values() if each.member == member and each.standing in living
    ]


@decides(CreateCampaign)
def _create(d: Decision, o: CreateCampaign) -> None:
    league = d.state.of(LeagueState)
    if league.name or league.members:
        raise Refusal("exists", "This campaign has already been created.")
    d.emit(
        ev.CampaignCreated(
            name=_clean_name(o.campaign_name),
            format=_format(o.format),
            missions=bool(o.missions),
            public=o.public,
            profile=completed(o.profile),
        )
    )
    d.emit(ev.MemberJoined(member=d.actor.member, role="organiser"))


@decides(ChangeSettings)
def _change_settings(d: Decision, o: ChangeSettings) -> None:
    d.only_organisers("change the campaign's settings")
    league = d.state.of(LeagueState)
    name, profile = _clean_name(o.campaign_name), completed(o.profile, league.profile)
    if profile != as_dict(league.profile) and league.phase != "gathering":
        raise Refusal(
            "profile_fixed",
            "The rules options are fixed once the campaign has started, so that everybody plays the rules "
            "they signed up for. Name and visibility can still be changed.",
            field="profile",
        )
    before = {"name": league.name, "public": league.public, **as_dict(league.profile)}
    after = {"name": name, "public": o.public, **profile}
    changed = tuple(each for each, value in after.items() if value != before[each])
    if not changed:
        raise Refusal("no_change", "These are the settings already; nothing was changed.")
    d.emit(ev.SettingsChanged(name=name, public=o.public, profile=profile, changed=changed))


@decides(SetHouseNotes)
def _set_notes(d: Decision, o: SetHouseNotes) -> None:
    d.only_organisers("write the house notes")
    notes = shown_text(o.notes)
    if len(notes) > NOTES_LENGTH:
        raise Refusal(
            "long_notes",
            f"Keep the house notes to {NOTES_LENGTH} characters; these have {len(notes)}.",
            field="notes",
        )
    present = d.state.of(LeagueState).notes
    if notes == present:
        raise Refusal("no_change", "The house notes say that already; nothing was changed.", field="notes")
    if o.known and o.known != notes_mark(present):
        raise Stale(
            "stale",
            "Somebody else has changed the notes in the meantime. Put theirs and yours together, then save "
            "again.",
        )
    d.emit(ev.NotesChanged(notes=notes))


def notes_mark(notes: str) -> str:
    """Digest that tells these house notes from others."""
    return sha256(notes.encode()).hexdigest()[:16]


@decides(JoinCampaign)
def _join(d: Decision, o: JoinCampaign) -> None:
    d.only_organisers("let people in")
    league = d.state.of(LeagueState)
    if not any(each.active and each.role == "organiser" for each in league.members.values()):
        raise Refusal("closed", "This campaign is closed: its last member has left it.")
    _check_given_role(d, o.role)
    known = league.members.get(o.member)
    if known is not None and known.active:
        raise Refusal("already_in", "That person is already a member of this campaign.", field="member")
    if league.phase == "ended" and o.role != "visitor":
        raise Refusal(
            "ended", "The campaign has ended: people can still join as visitors, or the organiser reopens it."
        )
    d.emit(ev.MemberJoined(member=o.member, role=o.role))


def _check_given_role(d: Decision, role: Role) -> None:
    if role not in GIVEN_ROLES:
        raise Unreadable(
            "role",
            "A member can be a co-organiser, a player or a visitor; there is one organiser.",
            field="role",
        )
    if role == "co_organiser":
        _only_the_organiser(d, "make somebody a co-organiser")


@decides(ChangeRole)
def _change_role(d: Decision, o: ChangeRole) -> None:
    _only_the_organiser(d, "change roles")
    member = _active_member(d.state.of(LeagueState), o.member)
    _check_given_role(d, o.role)
    if member.role == "organiser":
        raise Refusal(
            "organiser_stays",
            "A campaign always has an organiser: hand the role over to somebody else instead.",
        )
    if member.role == o.role:
        raise Refusal("no_change", "That is their role already; nothing was changed.", field="role")
    fleets = _own_fleets(d, o.member)
    if o.role == "visitor" and fleets:
        raise Refusal(
            "has_fleet",
            f"They command {fleets[0].name}, and visitors have no fleet. "
            "Hand the fleet over to another player first.",
            field="role",
        )
    d.emit(_given(d, o.member, o.role))


def _given(d: Decision, member: int, role: Role) -> ev.MemberRoleChanged:
    return ev.MemberRoleChanged(member=member, role=role, by=d.actor.member, at=d.now)


@decides(HandOverOrganiser)
def _hand_over(d: Decision, o: HandOverOrganiser) -> None:
    _only_the_organiser(d, "hand the campaign over")
    league = d.state.of(LeagueState)
    successor = _active_member(league, o.member)
    if successor.role == "organiser":
        raise Refusal("no_change", "That person is the organiser already.", field="member")
    for each in league.members.values():
        if each.active and each.role == "organiser":
            d.emit(_given(d, each.id, "co_organiser"))
    d.emit(_given(d, o.member, "organiser"))


@decides(EndCampaign)
def _end(d: Decision, o: EndCampaign) -> None:
    d.only_organisers("end the campaign")
    league = d.state.of(LeagueState)
    if league.phase == "gathering":
        raise Refusal(
            "not_started",
            "The campaign has not started yet, so there is nothing to end. If you are alone in it, leave it: "
            "then it is closed.",
            rule="CR-152",
        )
    if league.phase == "ended":
        raise Refusal("ended", "The campaign has already ended.", rule="CR-152")
    reason = clean_reason(o.reason)
    refuse_while_busy(fleet_facts(d.state).values(), "The campaign cannot end yet", rule="CR-152")
    if league.open_round is not None:
        d.emit(ev.RoundClosed(round=league.open_round.id))
    d.emit(standings.ending(d.state, reason))


def refuse_while_busy(facts: Iterable[FleetFacts], start: str, *, rule: str) -> None:
    """Raise a `Refusal` naming each of these fleets that is in a game or at its desk; `start` begins it."""
    found = busy(sorted(facts, key=lambda each: each.id))
    open_things = []
    for why, fleets in found.items():
        if fleets:
            open_things.append(f"{HOLDING_UP[why]}: {', '.join(each.name for each in fleets)}")
    if open_things:
        raise Refusal("busy", f"{start}. {'. '.join(open_things)}. Finish these first.", rule=rule)


@decides(ReopenCampaign)
def _reopen(d: Decision, o: ReopenCampaign) -> None:
    d.only_organisers("reopen the campaign")
    if d.state.of(LeagueState).phase != "ended":
        raise Refusal("not_ended", "Only a campaign that has ended can be reopened.")
    d.emit(ev.CampaignReopened(reason=clean_reason(o.reason, needed_for="reopen the campaign")))
