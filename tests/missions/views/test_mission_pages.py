"""The page of a game with a mission: every stage, every reader, and what stays hidden."""

import pytest
from django.contrib.auth.models import User

from league.rules.campaign import CreateCampaign
from league.services.campaigns import add_member, create_campaign
from missions.rules import orders as do
from tests.missions.mission_tables import MissionTable, mission_table, named
from tests.missions.tables import page
from tests.people import Person, account, browser


@pytest.fixture
def mission(db: None) -> MissionTable:
    """Paired in a campaign with missions, nothing prepared yet."""
    boss: User = account("olga")
    seat = create_campaign(boss, CreateCampaign("Mission League", missions=True))
    others = [
        Person(user, add_member(seat.campaign_id, user, "player"), browser(user))
        for user in map(account, ("paul", "rita"))
    ]
    return mission_table(Person(boss, seat, browser(boss)), *others)


def marks(text: str, side: str) -> set[int]:
    """The squadron cards of a side whose ships can be read in a text."""
    return {card for card in range(2, 8) if f"{named(side, card)} " in text}


def test_both_press_ready_and_the_active_side_is_asked_first(mission):
    assert 'form="pregame-form"' in page(mission.active, mission.url)
    for person, side in ((mission.active, "active"), (mission.opposing, "opposing")):
        assert mission.press(person, "ready", side=side).status_code == 302
    assert "Which squadrons rest?" in page(mission.active, mission.url)
    assert "to say which squadrons rest" in page(mission.opposing, mission.url)


def test_the_active_side_rests_draws_and_chooses_on_one_page(mission):
    mission.ready()
    assert mission.press(mission.active, "rest", cards="3").status_code == 302
    text = page(mission.active, mission.url)
    assert "Take back" in text
    assert "Take back" not in page(mission.opposing, mission.url)
    mission.press(mission.active, "squadron", deck=["2", "4"])
    drawn = mission.pregame.drawn
    assert marks(page(mission.active, mission.url), mission.kind("active")) == {drawn}
    assert marks(page(mission.opposing, mission.url), mission.kind("active")) == set()


@pytest.mark.rule("CR-073")
def test_all_eight_missions_are_shown_and_the_closed_ones_say_why(mission):
    mission.draw_squadron("recon")
    text = page(mission.active, mission.url)
    assert text.count('name="mission"') == 8
    assert text.count("It opens to a drawn") == 4
    assert "It opens to a drawn" not in page(mission.opposing, mission.url)
