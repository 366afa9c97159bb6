"""The campaign at a glance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from league.presenters.progress import round_line
from league.rules.phrases import join_words, nobody_to_meet, too_few
from league.rules.state import LeagueState


def campaign_line(
    league: LeagueState,
    *,
    leaders: Sequence[str],
    drafts: int,
    names: Mapping[int, str],
    sides: Mapping[int, str] | None = None,
    repairing: Sequence[str] = (),
    stuck: bool = False,
) -> str:
    """Sentence about the campaign and whose move it is. `names` holds the fleet that chooses now, `sides`
    the fleets' teams in a team campaign, `repairing` the names of the fleets of the open round whose repairs
    are open; `stuck`: too few take part for a game."""
    if league.phase == "gathering":
        return _gathering(league, drafts)
    if league.phase == "ended":
        why = f", because {too_few(teams=league.format == 'team')}" if league.decided else ""
        return f"The campaign has ended{why}.{f' {join_words(leaders)} stood first.' if leaders else ''}"
    if league.called_round is not None:
        return round_line(league.called_round, names, sides, repairing)
    now = " A game that two players agreed on is being played." if league.played_round else ""
    next_one = "An organiser opens the next one on game night."
    if stuck:
        next_one = nobody_to_meet(teams=league.format == "team")
    return f"{_rounds_played(league)} played so far.{now} {next_one}"


def _rounds_played(league: LeagueState) -> str:
    """The number of rounds that are over, in words; one of agreed games needs a game that counts."""
    over = [
        each for each in league.rounds.values() if not each.playing and (not each.agreed or each.took_part)
    ]
    return "One round" if len(over) == 1 else f"{len(over) or 'No'} rounds"


def _gathering(league: LeagueState, drafts: int) -> str:
    players = sum(each.active and each.role != "visitor" for each in league.members.values())
    people = "1 person has" if players == 1 else f"{players} people have"
    fleets = "1 fleet is" if drafts == 1 else f"{drafts or 'no'} fleets are"
    return f"Gathering: {people} joined, {fleets} being built. An organiser starts the campaign."
