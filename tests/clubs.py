"""Campaigns in full swing, for tests that need more than an empty one."""

from __future__ import annotations

import pytest

from league.models import Campaign
from tests import verbs
from tests.people import Person
from tests.snapshots import once


@pytest.fixture
def running(
    campaign: Campaign,
    organiser: Person,
    co_organiser: Person,
    player: Person,
    rival: Person,
    visitor: Person,
) -> verbs.League:
    """The Winter League after its start: Paul's Red Wing and Rita's Iron Fist, both locked."""

    def started() -> tuple[int, int]:
        fleet = verbs.muster(player.seat, "Red Wing", "rebel")
        rival_fleet = verbs.muster(rival.seat, "Iron Fist", "imperial")
        verbs.start_campaign(organiser.seat)
        return fleet, rival_fleet

    fleet, rival_fleet = once(campaign.pk, started, "running", player.seat.number, rival.seat.number)
    campaign.refresh_from_db()
    seats = (organiser.seat, co_organiser.seat, player.seat, rival.seat, visitor.seat)
    return verbs.League(campaign, *seats, fleet=fleet, rival_fleet=rival_fleet)


@pytest.fixture
def teams(db: None) -> verbs.Club:
    """A campaign in teams that is gathering, without a fleet."""
    return verbs.club(verbs.crew(), format="team")
