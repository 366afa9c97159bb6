"""Games between the nights as one reader sees them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from league.addresses import Address, address
from league.ports import FleetFacts, FleetRow
from league.rules.meetings.beginning import is_due, why_not_yet
from league.rules.state import LeagueState, Meeting, MeetingStatus

AHEAD: tuple[MeetingStatus, ...] = ("proposed", "agreed")
GONE = "A fleet that is gone"


@dataclass(frozen=True, slots=True)
class MeetingLine:
    """A proposed or agreed game. `buttons` are (address, label) of what the reader may do, the likeliest
    first; `mine`: it waits for the reader now; `why_not` says why a game that the reader may begin cannot begin
    yet, "" if it can."""

    number: int
    title: str
    starts: datetime
    venue: str
    state: str
    buttons: tuple[tuple[str, str], ...]
    mine: bool
    why_not: str = ""


def meeting_lines(
    league: LeagueState,
    fleets: Mapping[int, FleetRow],
    *,
    base: Address,
    me: int,
    organises: bool,
    now: datetime,
) -> list[MeetingLine]:
    """The games that are proposed or agreed, the next one first, but before them those that wait for the
    reader, who answers or begins them. `fleets` are all of the campaign; `me` is the reader's member
    number."""
    ahead = [each for each in league.meetings.values() if each.status in AHEAD]
    facts = {number: each.facts for number, each in fleets.items()}
    lines = [
        _line(league, each, fleets, facts, base, me, organises, now)
        for each in sorted(ahead, key=lambda each: (each.starts, each.id))
    ]
    return sorted(lines, key=lambda each: not each.mine)


def _line(
    league: LeagueState,
    meeting: Meeting,
    fleets: Mapping[int, FleetRow],
    facts: Mapping[int, FleetFacts],
    base: Address,
    me: int,
    organises: bool,
    now: datetime,
) -> MeetingLine:
    sides = [fleets.get(number) for number in (meeting.fleet, meeting.opposing)]
    own = [each is not None and me in (each.member, each.proxy) for each in sides]
    names = [each.name if each else GONE for each in sides]
    asked = meeting.status == "proposed" and own[1] and not own[0]
    begins = meeting.status == "agreed" and (organises or (league.profile.games_by_agreement and any(own)))
    why_not = why_not_yet(league, meeting, facts) if begins else ""
    doings = [("agree", "Agree"), ("decline", "Decline")] if asked else []
    if begins and not why_not:
        doings.append(("begin", "Begin the game"))
    if organises or own[0] or (any(own) and not asked):
        doings.append(("withdraw", "Withdraw"))
    return MeetingLine(
        meeting.number,
        f"{names[0]} against {names[1]}",
        datetime.fromisoformat(meeting.starts),
        meeting.venue,
        "agreed" if meeting.status == "agreed" else _proposed(names, asked=asked),
        tuple((address("meeting-do", base, meeting.number, doing), label) for doing, label in doings),
        asked or (begins and not why_not and is_due(meeting, now)),
        why_not,
    )


def _proposed(names: Sequence[str], *, asked: bool) -> str:
    return f"{names[0]} proposes it to you" if asked else f"waits for the answer of {names[1]}"
