"""What stands on an act is listed for who would undo it, and tells no commitment before it is open."""

from __future__ import annotations

import pytest

from league.models import Act
from league.services.undo import blockers
from tests.missions.mission_tables import MissionTable


def stands_on_the_gift(mission: MissionTable, *, committed: bool) -> list[tuple[str, str]]:
    """What stands on the gain of an asset once its owner has committed it, or nothing."""
    gained = mission.hold("active", "scouted_area")
    act = Act.objects.filter(campaign=mission.league.campaign).latest("number").number
    mission.hold("opposing", "scouted_area")
    mission.choose(4)
    mission.commit("active", *([gained] if committed else []))
    assert not mission.pregame.locked
    return [(each.name, each.reason) for each in blockers(mission.league.campaign.pk, act)]


@pytest.mark.rule("CR-006", "CR-076")
@pytest.mark.parametrize("committed", [True, False])
def test_undoing_the_gain_of_an_asset_does_not_tell_whether_it_is_committed(
    mission: MissionTable, committed: bool
) -> None:
    assert "commit_assets" not in [name for name, _ in stands_on_the_gift(mission, committed=committed)]
