"""Questions about games between the nights: whether an agreed one can begin, by the rules of pairing
(CR-051, CR-052, CR-054), and who has to know of one that is off."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from copy import copy
from datetime import datetime, timedelta

from league.kernel.refusal import Refusal
from league.ports import FleetFacts
from league.rules.matching import Matching, waits_for_game
from league.rules.state import LeagueState, Meeting, RoundState

WHY_NOT_PLAY: Mapping[str, tuple[str, str]] = {
    "draft": ("{name} is still a draft. Finish the roster and ask an organiser to lock it.", "CR-051"),
    "playing": (
        "{name} is in a game. When that game and its repairs are over, this one can begin.",
        "CR-054",
    ),
    "desk": ("The repairs of {name} are open. When they are closed, this game can begin.", "CR-054"),
    "eliminated": ("{name} is eliminated and plays no more games.", "CR-051"),
    "retired": ("{name} has left the campaign and plays no more games.", "CR-051"),
}
"""Sentences about fleets that cannot play, with the rule, by their standing."""


STANDS = ("proposed", "agreed", "paired")
"""Statuses of games that the two sides may still expect, or have begun."""
DUE = timedelta(days=1)
"""Time before its start from which on an agreed game waits to be begun."""


EVENING = timedelta(hours=12)
"""Two fleets that agreed on a game play it if they are paired so long before its start or after it, at
most."""


def is_due(meeting: Meeting, now: datetime) -> bool:
    """Whether the game begins within a day, or should have begun."""
    return datetime.fromisoformat(meeting.starts) <= now + DUE


def is_of_evening(meeting: Meeting, now: datetime) -> bool:
    """Whether its two fleets play this game if they are paired now."""
    return abs(datetime.fromisoformat(meeting.starts) - now) <= EVENING


def due_games(league: LeagueState, now: datetime) -> list[Meeting]:
    """The agreed games that are due and have not begun, the earliest first."""
    return [each for each in _agreed_games(league) if is_due(each, now)]


def agreed_game_of(league: LeagueState, one: int, other: int, now: datetime) -> Meeting | None:
    """The game that these two fleets play if they are paired now, as they agreed on it; None if there is
    none."""
    found = (each for each in _agreed_games(league) if {each.fleet, each.opposing} == {one, other})
    return next((each for each in found if is_of_evening(each, now)), None)


def _agreed_games(league: LeagueState) -> list[Meeting]:
    """The agreed games that have not begun, the earliest first."""
    found = (each for each in league.meetings.values() if each.status == "agreed")
    return sorted(found, key=lambda each: (each.starts, each.id))


def refuse_unable(fleet: FleetFacts, field: str = "") -> None:
    """Refuse a fleet that cannot play, by its standing (CR-051, CR-054)."""
    sentence, rule = WHY_NOT_PLAY[fleet.standing]
    raise Refusal(f"fleet_{fleet.standing}", sentence.format(name=fleet.name), rule=rule, field=field)


def round_to_join(league: LeagueState) -> RoundState | None:
    """The open round, in which an agreed game would be played. One of agreed games that are all over gives
    way to the next round: then there is none (CR-051)."""
    at = league.open_round
    return None if at is not None and at.agreed and not at.playing else at


def refuse_beginning(league: LeagueState, meeting: Meeting, fleets: Mapping[int, FleetFacts]) -> None:
    """Refuse to begin the agreed game while one of its fleets cannot play, or while a fleet of the open round
    chooses its opponent (CR-052, CR-054)."""
    both = [fleets[number] for number in (meeting.fleet, meeting.opposing)]
    for each in both:
        if each.standing != "ready":
            refuse_unable(each)
    if league.format == "team" and both[0].side == both[1].side:
        raise Refusal("same_team", "Both fleets belong to one team, so they cannot play.", rule="CR-052")
    at = round_to_join(league)
    if at is None:
        return
    if at.picking is not None:
        name = fleets[at.picking].name if at.picking in fleets else "A fleet"
        raise Refusal(
            "choosing", f"{name} is choosing its opponent. After that, this game can begin.", rule="CR-052"
        )
    _refuse_second_turn(league, at, fleets, both)


def _refuse_second_turn(
    league: LeagueState, at: RoundState, fleets: Mapping[int, FleetFacts], both: list[FleetFacts]
) -> None:
    """Refuse a fleet that has had its turn in the round (CR-052)."""
    gathered = copy(at)
    gathered.present = [*at.present, *(each.id for each in both if each.id not in at.present)]
    found = Matching(gathered, fleets, league.format == "team", league.profile.second_game_in_round)
    active, opposing = sorted(both, key=lambda each: (each.value, each.id))
    if found.may_take(active, opposing):
        return
    name = next((each.name for each in both if not waits_for_game(at, each.id)), opposing.name)
    until = "the fleets that wait have played" if found.again else "that round is closed"
    raise Refusal(
        "has_played",
        f"{name} has had its turn in round {at.number}. When {until}, this game can begin.",
        rule="CR-052",
    )


def why_not_yet(league: LeagueState, meeting: Meeting, fleets: Mapping[int, FleetFacts]) -> str:
    """Sentence that says why the agreed game cannot begin now; "" if it can."""
    if meeting.fleet not in fleets or meeting.opposing not in fleets:
        return "A fleet of this game is gone."
    try:
        refuse_beginning(league, meeting, fleets)
    except Refusal as refusal:
        return refusal.message
    return ""


def is_news(league: LeagueState, meeting: Meeting, now: datetime) -> bool:
    """Whether players have to know that the game is not played: it was to begin later, it was agreed on and
    then withdrawn, or the side that was asked declined it, and the two have agreed on nothing else since."""
    ended = meeting.status == "declined" or meeting.off
    pair = {meeting.fleet, meeting.opposing}
    later = any(
        {each.fleet, each.opposing} == pair and each.number > meeting.number and each.status in STANDS
        for each in league.meetings.values()
    )
    return ended and not later and datetime.fromisoformat(meeting.starts) > now


def learns_of_it(meeting: Meeting, member: int, fleets: Collection[int]) -> bool:
    """Whether a member who commands these fleets has to be told that the game is not played: the side that
    proposed it, and after an agreement both, but not the member who ended it."""
    sides = {meeting.fleet, meeting.opposing} if meeting.off else {meeting.fleet}
    return bool(sides.intersection(fleets)) and member != meeting.ended_by
