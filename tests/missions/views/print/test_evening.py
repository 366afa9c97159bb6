"""Paper for one evening: what is in it at which step, and for whom."""

from __future__ import annotations

import re

import pytest

from missions.rules import orders as do
from rosters.models import Fleet
from tests.missions.tables import page

SHEETS = ("tables", "evening", "standings", "reference-card", "blank-roster", "rosters")


def sheet(person, table, name):
    answer = person.client.get(f"{table.home}print/{name}.pdf")
    return answer.status_code, " ".join(answer.content.decode().split())


def test_before_the_draw_the_evening_has_rosters_and_forms(table):
    status, text = sheet(table.active, table, "evening")
    assert status == 200
    titles = [part.split("</title>")[0].rpartition(" – ")[2] for part in text.split("<title>")[1:]]
    titles = [title for title in titles if "Code" not in title]
    assert titles == ["tables", "roster sheet", "roster sheet", "Round 1"]


def test_all_rosters_are_one_file_without_fleets_that_left(table):
    status, text = sheet(table.active, table, "rosters")
    assert (status, text.count("– roster sheet</title>")) == (200, 2)
    Fleet.objects.filter(campaign=table.league.campaign, number=table.league.fleet).update(standing="retired")
    assert sheet(table.active, table, "rosters")[1].count("– roster sheet</title>") == 1
    Fleet.objects.update(standing="retired")
    status, text = sheet(table.active, table, "rosters")
    assert (status, "no fleet to print yet" in text) == (409, True)


def test_after_the_draw_the_evening_has_play_sheets(drawn):
    _, text = sheet(drawn.active, drawn, "evening")
    assert (text.count("– play sheet</title>"), text.count("– roster sheet</title>")) == (2, 0)
    assert text.count("Table 1") == 1
    assert f"http://testserver{drawn.url}" in text


@pytest.mark.rule("CR-075", "CR-078")
def test_the_evening_of_a_mission_has_its_briefing_and_nothing_that_lies_face_down(mission):
    committed = mission.hold("active", "medical_frigate")
    mission.hold("opposing", "sabotage")  # so that the opposing side is still being waited for
    mission.choose(4)
    mission.act("active", do.CommitAssets(mission.number, "active", (committed,)))
    assert mission.game.step == "pregame"
    status, text = sheet(mission.active, mission, "evening")
    assert (status, "4 · Engagement" in text, "play sheet</title>" in text) == (200, True, False)
    assert "Your assets" not in text
    assert sheet(mission.opposing, mission, "evening") == (status, text)


@pytest.mark.rule("CR-051")
@pytest.mark.parametrize("name", ["tables", "evening"])
def test_without_a_game_under_way_a_sentence_says_what_to_do(running, organiser, name):
    answer = organiser.client.get(f"/campaigns/{running.campaign.pk}/print/{name}.pdf")
    assert (answer.status_code, "no game is under way" in answer.content.decode()) == (409, True)
    assert 'id="tonight"' not in page(organiser, f"/campaigns/{running.campaign.pk}/print/")


def test_the_print_room_begins_with_tonight(drawn):
    text = page(drawn.active, f"{drawn.home}print/")
    ids = [part.split('"')[0] for part in text.split('<h2 id="')[1:]]
    assert ids == ["tonight", "games", "wall", "blank", "rosters"]
    links = {part.split("?")[0] for part in text.split('href="')[1:] if ".pdf?" in part.split('"')[0]}
    assert {f"{drawn.home}print/{name}.pdf" for name in SHEETS} <= links
    assert re.findall(r"paper=(\w+)", text)[:2] == ["a4", "letter"]


def test_the_poster_shows_the_standings_with_an_address(finished):
    status, text = sheet(finished.active, finished, "standings")
    assert (status, f"http://testserver{finished.home}" in text) == (200, True)
    assert text.count('class="place-cell"') == 2
    assert "Led by" in text


@pytest.mark.parametrize("name", SHEETS)
def test_sheets_of_a_private_campaign_are_for_its_members_and_on_two_papers(drawn, client, name):
    address = f"{drawn.home}print/{name}.pdf"
    assert client.get(address).status_code == 404
    assert drawn.active.client.get(f"{address}?paper=a3").status_code == 404
    answer = drawn.active.client.get(f"{address}?paper=letter")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert answer.content.startswith(b"letter ")


def test_a_campaign_without_missions_has_a_card_without_assets(table):
    assert "Fleet assets" not in sheet(table.active, table, "reference-card")[1]


def test_a_campaign_with_missions_has_a_card_with_assets(mission):
    assert "Fleet assets" in sheet(mission.active, mission, "reference-card")[1]


def test_files_have_names_of_their_own(drawn):
    names = {
        address: drawn.active.client.get(f"{drawn.home}{address}.pdf")["Content-Disposition"]
        for address in (
            "fleets/red-wing/deck",
            "fleets/red-wing/deck-with-backs",
            "fleets/red-wing/roster",
            *(f"print/{name}" for name in SHEETS),
        )
    }
    assert len(set(names.values())) == len(names)
