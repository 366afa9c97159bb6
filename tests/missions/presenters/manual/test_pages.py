"""The missions' share of the manual: a page for each mission, all assets, statuses and types of squadron."""

import re
from html import unescape

import pytest

from missions.presenters.diagram.drawing import diagram
from missions.presenters.manual.mission_pages import mission_address
from missions.presenters.manual.reference import squadrons_page
from missions.rules.assets.text import asset_words
from missions.rules.content.briefing import briefings
from missions.rules.content.mission_data import assets, missions
from missions.rules.game.sides import SIDES


def read(client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return " ".join(unescape(answer.content.decode()).split())


@pytest.mark.parametrize("number", list(missions()))
def test_a_mission_has_its_map_and_all_that_its_briefing_says(client, number):
    page, words = read(client, mission_address(missions()[number])), briefings()[number]
    assert unescape(str(diagram(number).svg)) in page and 'href="/static/css/diagram.css"' in page
    notes = (*words.setup, *words.deployment, *words.special, *words.leaving, *words.asset_note)
    texts = [words.story, words.active_goal, words.opposing_goal]
    texts += [note.text for note in (*notes, *words.active_wins, *words.opposing_wins)]
    assert [text for text in texts if text not in page] == []


@pytest.mark.parametrize("number", list(missions()))
def test_a_mission_says_what_each_side_can_win(client, number):
    mission = missions()[number]
    page = read(client, mission_address(mission))
    sides = page.split('<h3 class="h4">A victory')[1:]
    for side, part in zip(SIDES, sides, strict=True):
        offered = part.partition("</section>")[0]
        names = [assets()[kind].name for kind in mission.sides[side].offers]
        assert re.findall(r'<li><a href="/rules/assets/#[^"]*">([^<]*)</a>', offered) == names
        margin = mission.sides[side].margin
        assert (f" by {margin} points or more" in offered) == bool(margin)


def test_only_types_that_can_be_fielded_are_paid_for(client):
    assert "180 FP" not in read(client, "/rules/missions/infiltration/")
    assert "45 FP" in read(client, "/rules/missions/infiltration/")
    assert "180 FP" in read(client, "/rules/missions/blockade/")


def test_the_list_of_missions_leads_to_all_of_them(client):
    page = read(client, "/rules/missions/").partition("<tbody>")[2].partition("</tbody>")[0]
    assert re.findall(r'<a href="([^"]*)"', page) == [mission_address(each) for each in missions().values()]


@pytest.mark.parametrize("kind", list(assets()))
def test_an_asset_says_when_it_acts_what_it_does_and_how_it_is_won(client, kind):
    anchor = re.sub("[^a-z]+", "-", assets()[kind].name.lower())
    entry = read(client, "/rules/assets/").partition(f'id="{anchor}"')[2].partition("</section>")[0]
    words = asset_words()[kind]
    assert words.summary in entry and words.reminder in entry and words.against in entry
    assert "<dt>When</dt>" in entry
    won = {
        each.name for each in missions().values() if any(kind in each.sides[side].offers for side in SIDES)
    }
    assert {name.partition(" (")[0] for name in re.findall(r'missions/[^"]*">([^<]*)<', entry)} == won
    assert ("Any opponent" in entry) == (not assets()[kind].targeted)


def test_both_sides_can_win_what_both_are_offered(client):
    page = read(client, "/rules/assets/")
    assert "Blockade (either side)" in page and "Infiltration (opposing side)" in page


def test_the_table_of_statuses_has_a_row_for_each(client):
    page = read(client, "/rules/statuses/")
    assert re.findall(r'<tr id="([A-Z]+)">', page) == ["EXP", "VET", "ELITE", "DAM", "CRPL", "MIA", "KIA"]


def test_the_types_of_squadron_are_those_in_use():
    lines = squadrons_page().content()["types"]
    assert [(line.name, line.value, line.weight, line.victory) for line in lines] == [
        ("RECON", "30–60", 1, 45),
        ("STANDARD", "60–120", 2, 90),
        ("EPIC", "120–240", 4, 180),
    ]


def test_an_example_stands_below_its_rule(client):
    page = read(client, "/rules/desk/")
    rule = page.partition('id="CR-142"')[2].partition('id="CR-143"')[0]
    assert "<strong>Example.</strong> A Rookie Pilot (21 points)" in rule
