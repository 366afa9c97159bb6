"""What the league is told of fleets."""

from __future__ import annotations

from league.kernel.fold import CampaignState
from league.rules.state import FleetFacts, provides_fleet_facts
from rosters.rules.purchases.values import fleet_value
from rosters.rules.state import RostersState


@provides_fleet_facts
def facts(state: CampaignState) -> dict[int, FleetFacts]:
    """Facts of every fleet, by number; the value is CR-002's."""
    return {
        fleet.id: FleetFacts(
            fleet.id,
            fleet.member,
            fleet.name,
            fleet.side,
            fleet_value(fleet),
            fleet.standing,
            fleet.proxy,
        )
        for fleet in state.of(RostersState).fleets.values()
    }
