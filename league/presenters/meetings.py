"""Games between the nights as one reader sees them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from league.addresses import Address, address
from league.ports import FleetFacts, FleetRow
from league.rules.meetings.questions import is_due, is_news, learns_of_it, why_not_yet
from league.rules.meetings.sentences import BEGIN_QUESTION, DECLINE_QUESTION, WITHDRAW_QUESTION, Side
from league.rules.state import LeagueState, Meeting, MeetingStatus

AHEAD: tuple[MeetingStatus, ...] = ("proposed", "agreed")
GONE = "A fleet that is gone"


@dataclass(frozen=True, slots=True)
class MeetingLine:
    """A proposed or agreed game, or one that the reader has to know is off. `buttons` are (address, label,
    question to ask first or "") of what the reader may do, the likeliest first; `mine`: it waits for the
    reader now; `why_not` says why a game that the reader may begin cannot begin yet, "" if it can; at
    `again_url` the reader proposes another time for one that is off."""

    number: int
    title: str
    starts: datetime
    venue: str
    state: str
    buttons: tuple[tuple[str, str, str], ...]
    mine: bool
    why_not: str = ""
    again_url: str = ""


def meeting_lines(
    league: LeagueState,
    fleets: Mapping[int, FleetRow],
    names: Mapping[int, str],
    *,
    base: Address,
    me: int,
    organises: bool,
    now: datetime,
) -> list[MeetingLine]:
    """The games that are proposed or agreed, and those that the reader may wrongly expect, the next one
    first, but before them those that wait for the reader, who answers or begins them. `fleets` are all of the
    campaign, `names` those of its members; `me` is the reader's member number."""
    commanded = [number for number, each in fleets.items() if me in (each.member, each.proxy)]
    ahead = [
        each
        for each in league.meetings.values()
        if each.status in AHEAD or (is_news(league, each, now) and learns_of_it(each, me, commanded))
    ]
    facts = {number: each.facts for number, each in fleets.items()}
    lines = [
        _line(league, each, fleets, names, facts, base, me, organises, now)
        for each in sorted(ahead, key=lambda each: (each.starts, each.id))
    ]
    return sorted(lines, key=lambda each: not each.mine)


def _line(
    league: LeagueState,
    meeting: Meeting,
    fleets: Mapping[int, FleetRow],
    names: Mapping[int, str],
    facts: Mapping[int, FleetFacts],
    base: Address,
    me: int,
    organises: bool,
    now: datetime,
) -> MeetingLine:
    sides = [fleets.get(number) for number in (meeting.fleet, meeting.opposing)]
    own = [each is not None and me in (each.member, each.proxy) for each in sides]
    told = [
        Side(each.name, names.get(each.member, ""), mine) if each else Side(GONE, "", own=False)
        for each, mine in zip(sides, own, strict=True)
    ]
    asked = meeting.status == "proposed" and own[1] and not own[0]
    begins = meeting.status == "agreed" and (organises or (league.profile.games_by_agreement and any(own)))
    why_not = why_not_yet(league, meeting, facts) if begins else ""
    doings = [("agree", "Agree", ""), ("decline", "Decline", DECLINE_QUESTION)] if asked else []
    if begins and not why_not:
        doings.append(("begin", "Begin the game", BEGIN_QUESTION))
    if meeting.status in AHEAD and not asked and (organises or any(own)):
        doings.append(("withdraw", "Withdraw", WITHDRAW_QUESTION if meeting.status == "agreed" else ""))
    return MeetingLine(
        meeting.number,
        f"{told[0].fleet} against {told[1].fleet}",
        datetime.fromisoformat(meeting.starts),
        meeting.venue,
        _state(meeting, told, asked=asked),
        tuple(
            (address("meeting-do", base, meeting.number, doing), label, question)
            for doing, label, question in doings
        ),
        asked or (begins and not why_not and is_due(meeting, now)),
        why_not,
        _again(league, meeting, own, base),
    )


def _again(league: LeagueState, meeting: Meeting, own: Sequence[bool], base: Address) -> str:
    """The form to propose another time to the other side of a game that is off; "" for everybody else."""
    if league.phase != "running" or meeting.status in AHEAD or own[0] == own[1]:
        return ""
    mine, other = meeting.fleet, meeting.opposing
    if own[1]:
        mine, other = other, mine
    return f"{address('meeting-new', base)}?fleet={mine}&against={other}"


def _state(meeting: Meeting, sides: Sequence[Side], *, asked: bool) -> str:
    match meeting.status:
        case "proposed":
            return (
                f"{sides[0].words} proposes it to you"
                if asked
                else f"waits for the answer of {sides[1].words}"
            )
        case "withdrawn":
            return "withdrawn: it is not played"
        case "declined":
            return f"{sides[1].words} declined"
        case status:
            return status
