"""A mate's names on the pages of a roster: who has them, and what that makes impossible (CR-039)."""

import pytest

from tests import verbs
from tests.people import browser
from tests.places import fleet_url

LUKE = "rebel-xwing-lukeskywalker"
HAN = "rebel-yt1300-hansolo"
SMUGGLER = "rebel-yt1300-outerrimsmuggler"


@pytest.fixture
def red(teams) -> int:
    """The player's draft."""
    return verbs.found_fleet(teams.player, "Red Wing", "rebel")


@pytest.fixture
def blue(teams) -> int:
    """The rival's draft, of the same team; the page is the rival's."""
    return verbs.found_fleet(teams.rival, "Blue Wing", "rebel")


def text(teams: verbs.Club, fleet: int, path: str) -> str:
    answer = browser(teams.rival.user).get(f"{fleet_url(teams.campaign.pk, fleet)}{path}")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


@pytest.mark.rule("CR-039")
def test_a_found_ship_says_which_mate_has_the_name(teams, red, blue):
    verbs.buy_ship(teams.player, red, LUKE)
    page = text(teams, blue, "build/ships/?q=luke+skywalker")
    assert "Red Wing has a ship card of Luke Skywalker" in page


@pytest.mark.rule("CR-039")
def test_a_card_for_the_inventory_says_which_mate_has_it(teams, red, blue):
    verbs.buy_upgrade(teams.player, red, "hansolo")
    assert "Red Wing has Han Solo as a Crew card" in text(teams, blue, "build/loose/?q=han+solo")


@pytest.mark.rule("CR-039")
def test_the_menu_of_a_card_says_who_uses_the_name(teams, red, blue):
    verbs.form_squadron(teams.player, red, 2)
    verbs.buy_ship(teams.player, red, HAN, 2)
    verbs.buy_ship(teams.rival, blue, SMUGGLER)
    crew = verbs.buy_upgrade(teams.rival, blue, "hansolo")
    assert "Red Wing has Han Solo in use" in text(teams, blue, f"build/upgrades/{crew}/")


@pytest.mark.rule("CR-039")
def test_a_slot_offers_no_name_that_a_mate_has(teams, red, blue):
    verbs.buy_ship(teams.player, red, SMUGGLER, None, ("hansolo",))
    ship = verbs.buy_ship(teams.rival, blue, SMUGGLER)
    page = text(teams, blue, f"build/ships/{ship}/slots/0/")
    assert "Red Wing has Han Solo as a Crew card" in page
    assert "Red Wing has Han Solo in use" not in page


@pytest.mark.rule("CR-055")
def test_a_player_who_founds_a_fleet_sees_the_teams(teams, red, blue):
    answer = browser(teams.helper.user).get(f"/campaigns/{teams.campaign.pk}/fleets/new/")
    page = answer.content.decode()
    assert "Together with Red Wing and Blue Wing." in page
    assert page.count("Nobody yet.") == 2


@pytest.mark.rule("CR-039")
def test_a_late_click_is_answered_with_who_has_the_name(teams, red, blue):
    client = browser(teams.rival.user)
    verbs.buy_ship(teams.player, red, LUKE)
    url = f"{fleet_url(teams.campaign.pk, blue)}build/"
    answer = client.post(url, {"do": "buy_ship", "card": LUKE, "squadron": "inventory"})
    assert answer.status_code == 409
    assert "Red Wing has a ship card of Luke Skywalker" in answer.content.decode()


@pytest.mark.rule("CR-039")
def test_when_fleets_play_alone_no_other_fleet_is_read(db, django_assert_max_num_queries):
    crew = verbs.crew()
    counts = []
    for format in ("free_for_all", "team"):
        teams = verbs.club(crew, format=format)
        fleet = verbs.found_fleet(teams.rival, "Blue Wing", "rebel")
        client = browser(teams.rival.user)
        url = f"{fleet_url(teams.campaign.pk, fleet)}build/ships/?q=luke"
        client.get(url)
        with django_assert_max_num_queries(30) as seen:
            client.get(url)
        counts.append(len(seen))
    assert counts[1] - counts[0] == 1
