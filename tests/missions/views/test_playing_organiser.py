"""An organiser who plays is not offered the secret choices of their opponent."""

import pytest

from league.rules.campaign import ChangeRole
from missions.rules.orders import GoOn, NominateShip
from missions.rules.pregame.eligibility import nominees
from tests import verbs
from tests.missions.tables import page
from tests.places import fleet_url


@pytest.fixture
def mission_of_organisers(mission):
    """The opposing player is an organiser, too; the active side holds an asset and is asked for it."""
    rival = mission.opposing.seat
    verbs.do(mission.organiser.seat, ChangeRole(rival.number, "co_organiser"))
    mission.hold("active", "scouted_area")
    mission.choose(3)
    return mission


@pytest.mark.rule("CR-006", "CR-076")
def test_a_commitment_is_made_by_an_organiser_who_does_not_play_but_not_by_the_opponent(
    mission_of_organisers,
):
    mission = mission_of_organisers
    assert 'id="pregame-form-active"' in page(mission.organiser, mission.url)
    html = page(mission.opposing, mission.url)
    assert 'id="pregame-form-active"' not in html
    way_out = f'href="{fleet_url(mission.league.campaign.pk, mission.game.active)}proxy/"'
    assert (html.count(way_out), page(mission.organiser, mission.url).count(way_out)) == (1, 0)
    assert mission.press(mission.opposing, "commit", side="active", assets="").status_code == 403
    assert mission.press(mission.organiser, "commit", side="active", assets="").status_code == 302


@pytest.mark.rule("CR-006", "CR-091")
def test_the_opponent_does_not_turn_the_nomination_over_though_he_organises(mission_of_organisers):
    mission = mission_of_organisers
    mission.commit("active")
    mission.act("active", NominateShip(mission.number, nominees(mission.game)[0]))
    mission.act("opposing", GoOn(mission.number))
    assert "show-nomination" in page(mission.organiser, mission.url)
    assert "show-nomination" not in page(mission.opposing, mission.url)
    assert mission.press(mission.opposing, "show-nomination").status_code == 403
