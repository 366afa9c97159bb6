"""Facts about fleets for the league."""

import pytest

from league.kernel.fold import CampaignState
from league.ports import FleetFacts, fleet_facts
from rosters.rules import facts
from rosters.rules.state import RostersState
from tests.rosters.rules.builders import a_fleet, with_ship


@pytest.mark.rule("CR-002", "CR-052")
def test_the_league_is_told_side_value_and_standing():
    state = CampaignState()
    fleet = a_fleet("scum", number=7, standing="ready", points=12)
    with_ship(fleet, "scum-ywing-syndicatethug", ["unhingedastromech"], 2)
    state.of(RostersState).fleets[7] = fleet
    expected = {7: FleetFacts(7, 107, "Fleet 7", "scum", 19, "ready")}
    assert fleet_facts(state) == facts.facts(state) == expected
