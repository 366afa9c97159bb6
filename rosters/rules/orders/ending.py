"""The end of a campaign when one fleet, or one team, is left (CR-152)."""

from __future__ import annotations

from league.kernel.decision import Decision
from league.rules.events import RoundClosed
from league.rules.state import LeagueState
from rosters.rules.standings_facts import ending
from rosters.rules.state import RostersState

LIVING = ("ready", "playing", "desk")


def end_if_decided(d: Decision) -> None:
    """End a running campaign in which fewer than two fleets (team campaign: teams) still take part. Drafts do
    not take part yet."""
    league = d.state.of(LeagueState)
    living = [fleet for fleet in d.state.of(RostersState).fleets.values() if fleet.standing in LIVING]
    left = len({fleet.side for fleet in living}) if league.format == "team" else len(living)
    if league.phase != "running" or left > 1:
        return
    if league.open_round is not None:
        d.emit(RoundClosed(round=league.open_round.id))
    d.emit(ending(d.state))
