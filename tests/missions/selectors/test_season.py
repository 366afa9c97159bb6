"""Reading a campaign for its story."""

import pytest
from django.utils import timezone

from league.models import Act
from league.rules.events import FleetSatOut
from league.store import log
from missions.selectors import season
from rosters.rules.events import DeskOpened, FleetEliminated

GAME = 5


@pytest.mark.rule("CR-150")
def test_a_fleet_that_sat_out_again_was_eliminated_after_no_game(running):
    campaign, fleet = running.campaign, running.fleet
    happened = (
        FleetSatOut(round=1, fleet=fleet),
        DeskOpened(fleet, 1, 2, game=GAME),
        FleetSatOut(round=3, fleet=fleet),
        FleetEliminated(fleet, "CR-150"),
    )
    for number, event in enumerate(happened, campaign.head_seq + 1):
        act = Act(campaign=campaign, number=number, last_seq=number, name="told", at=timezone.now())
        act.save()
        log.append(campaign.pk, act, [event])
    assert season.milestones(campaign, [fleet]).eliminated == {fleet: 0}
