"""Games between the nights as one reader sees them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from league.addresses import Address, address
from league.ports import FleetFacts, FleetRow
from league.rules.meetings.questions import is_due, is_news, learns_of_it, why_not_yet
from league.rules.state import LeagueState, Meeting, MeetingStatus

AHEAD: tuple[MeetingStatus, ...] = ("proposed", "agreed")
GONE = "A fleet that is gone"


@dataclass(frozen=True, slots=True)
class MeetingLine:
    """A proposed or agreed game, or one that the reader has to know is off. `buttons` are (address, label) of
    what the reader may do, the likeliest first; `mine`: it waits for the reader now; `why_not` says why a
    game that the reader may begin cannot begin yet, "" if it can."""

    number: int
    title: str
    starts: datetime
    venue: str
    state: str
    buttons: tuple[tuple[str, str], ...]
    mine: bool
    why_not: str = ""
    agreed: bool = False


def meeting_lines(
    league: LeagueState,
    fleets: Mapping[int, FleetRow],
    *,
    base: Address,
    me: int,
    organises: bool,
    now: datetime,
) -> list[MeetingLine]:
    """The games that are proposed or agreed, and those that the reader may wrongly expect, the next one
    first, but before them those that wait for the reader, who answers or begins them. `fleets` are all of the
    campaign; `me` is the reader's member number."""
    commanded = [number for number, each in fleets.items() if me in (each.member, each.proxy)]
    ahead = [
        each
        for each in league.meetings.values()
        if each.status in AHEAD or (is_news(league, each, now) and learns_of_it(each, me, commanded))
    ]
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
    if meeting.status in AHEAD and not asked and (organises or any(own)):
        doings.append(("withdraw", "Withdraw"))
    return MeetingLine(
        meeting.number,
        f"{names[0]} against {names[1]}",
        datetime.fromisoformat(meeting.starts),
        meeting.venue,
        _state(meeting, names, asked=asked),
        tuple((address("meeting-do", base, meeting.number, doing), label) for doing, label in doings),
        asked or (begins and not why_not and is_due(meeting, now)),
        why_not,
        meeting.status == "agreed",
    )


def _state(meeting: Meeting, names: Sequence[str], *, asked: bool) -> str:
    match meeting.status:
        case "proposed":
            return f"{names[0]} proposes it to you" if asked else f"waits for the answer of {names[1]}"
        case "withdrawn":
            return "withdrawn: it is not played"
        case "declined":
            return f"{names[1]} declined"
        case status:
            return status
