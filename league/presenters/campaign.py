"""The campaign at a glance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from league.presenters.rounds import round_line
from league.rules.phrases import join_words
from league.rules.state import LeagueState


def campaign_line(
    league: LeagueState,
    *,
    leaders: Sequence[str],
    drafts: int,
    names: Mapping[int, str],
    sides: Mapping[int, str] | None = None,
) -> str:
    """Sentence about the campaign and whose move it is. `names` holds the fleet that chooses now, `sides`
    the fleets' teams in a team campaign."""
    if league.phase == "gathering":
        return _gathering(league, drafts)
    if league.phase == "ended":
        return f"The campaign has ended.{f' {join_words(leaders)} stood first.' if leaders else ''}"
    if league.called_round is not None:
        return round_line(league.called_round, names, sides)
    played = "One round" if len(league.rounds) == 1 else f"{len(league.rounds) or 'No'} rounds"
    return f"{played} played so far. An organiser opens the next one on game night."


def _gathering(league: LeagueState, drafts: int) -> str:
    players = sum(each.active and each.role != "visitor" for each in league.members.values())
    people = "1 person has" if players == 1 else f"{players} people have"
    fleets = "1 fleet is" if drafts == 1 else f"{drafts or 'no'} fleets are"
    return f"Gathering: {people} joined, {fleets} being built. An organiser starts the campaign."
