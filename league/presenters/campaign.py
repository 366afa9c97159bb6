"""The campaign at a glance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from league.presenters.rounds import round_line
from league.rules.state import LeagueState


def campaign_line(
    league: LeagueState, *, leaders: Sequence[str], drafts: int, names: Mapping[int, str]
) -> str:
    """One sentence: what is going on, and whose move it is. `names` knows the fleet that chooses now."""
    if league.phase == "gathering":
        return _gathering(league, drafts)
    if league.phase == "ended":
        return f"The campaign has ended.{f' {_and(leaders)} stood first.' if leaders else ''}"
    if league.open_round is not None:
        return round_line(league.open_round, names)
    played = "One round" if len(league.rounds) == 1 else f"{len(league.rounds) or 'No'} rounds"
    return f"{played} played so far. An organiser opens the next one on game night."


def _gathering(league: LeagueState, drafts: int) -> str:
    players = sum(each.active and each.role != "visitor" for each in league.members.values())
    people = "1 person has" if players == 1 else f"{players} people have"
    fleets = "1 fleet is" if drafts == 1 else f"{drafts or 'no'} fleets are"
    return f"Gathering: {people} joined, {fleets} being built. An organiser starts the campaign."


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
