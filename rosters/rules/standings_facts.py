"""What the standings are told of fleets (CR-152)."""

from __future__ import annotations

from league.kernel.fold import CampaignState
from league.rules import standings
from league.rules.events import CampaignEnded
from league.rules.standings import StandingFacts
from rosters.rules.purchases.values import fleet_value
from rosters.rules.state import RostersState


@standings.provides_standing_facts
def standing_facts(state: CampaignState) -> list[StandingFacts]:
    """Every fleet's record, by number."""
    return [
        StandingFacts(
            fleet.id,
            fleet.name,
            fleet.victories,
            fleet.defeats,
            fleet.draws,
            fleet_value(fleet),
            fleet.destroyed_points,
            fleet.standing,
            fleet.side,
        )
        for fleet in state.of(RostersState).fleets.values()
    ]


def final_standings(state: CampaignState) -> tuple[int, ...]:
    """The fleets' numbers, best first, for the end of a campaign (CR-152)."""
    return standings.final(state)


def ending(state: CampaignState) -> CampaignEnded:
    """The end of a campaign that has been decided, with who leads (CR-152)."""
    return standings.ending(state)
