"""Facts about fleets for the league."""

from __future__ import annotations

from collections.abc import Mapping

from league.kernel.fold import CampaignState
from league.ports import FleetFacts
from rosters.rules.purchases.values import fleet_value
from rosters.rules.state import RostersState


def facts(state: CampaignState) -> Mapping[int, FleetFacts]:
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
            fleet.victories,
            fleet.defeats,
            fleet.draws,
            fleet.destroyed_points,
        )
        for fleet in state.of(RostersState).fleets.values()
    }
