"""Missions on paper: what can be printed when, and what no sheet tells before its time."""

import re

import pytest

from league.models import Act
from league.services.undo import undo
from tests.missions.mission_tables import named
from tests.missions.tables import page
from tests.places import fleet_url


def sheet(person, address):
    answer = person.client.get(address)
    return answer.status_code, answer.content.decode()


def test_a_missions_print_room_has_every_briefing_form_and_deck(mission):
    text = page(mission.active, f"{mission.home}print/")
    links = {part.split("?")[0] for part in text.split('href="')[1:] if ".pdf?" in part.split('"')[0]}
    base = f"{mission.home}print/"
    wanted = {f"{base}missions/{at}/{what}.pdf" for at in range(1, 9) for what in ("briefing", "result-form")}
    club = (
        "season-book",
        "card-backs",
        "standings",
        "tables",
        "evening",
        "reference-card",
        "blank-roster",
        "rosters",
    )
    wanted |= {f"{mission.url}result-form.pdf", *(f"{base}{what}.pdf" for what in club)}
    fleets = (mission.league.fleet, mission.league.rival_fleet)
    sheets = ("roster", "deck", "deck-with-backs")
    wanted |= {f"{fleet_url(mission.home, fleet)}{what}.pdf" for fleet in fleets for what in sheets}
    assert links == wanted
    assert {mission.active.client.get(link).status_code for link in links} == {200}


def test_groups_of_the_print_room_come_in_the_order_of_their_use(mission):
    text = page(mission.active, f"{mission.home}print/")
    ids = [part.split('"')[0] for part in text.split('<h2 id="')[1:]]
    assert ids == ["tonight", "games", "wall", "blank", "rosters", "missions"]


@pytest.mark.rule("CR-073")
def test_the_briefing_comes_with_the_choice_of_the_mission(mission):
    status, text = sheet(mission.active, f"{mission.url}briefing.pdf")
    assert (status, "the mission of this game is still to be chosen" in text) == (409, True)
    mission.choose(4)
    for person in (mission.active, mission.opposing):
        status, text = sheet(person, f"{mission.url}briefing.pdf")
        assert (status, "4 · Engagement" in text, "Red Wing" in text) == (200, True, True)
    assert f"{mission.url}briefing.pdf" in page(mission.active, f"{mission.home}print/")


def test_a_game_without_a_mission_has_no_briefing(drawn):
    status, text = sheet(drawn.active, f"{drawn.url}briefing.pdf")
    assert (status, "this game is played without a mission" in text) == (409, True)


def test_there_is_no_ninth_mission(mission):
    for number in (0, 9):
        for what in ("briefing", "result-form"):
            assert sheet(mission.active, f"{mission.home}print/missions/{number}/{what}.pdf")[0] == 404


@pytest.mark.rule("CR-075", "CR-078")
@pytest.mark.parametrize("side", ["active", "opposing"])
def test_no_sheet_of_the_game_tells_what_lies_face_down(mission, side):
    committed = {each: mission.hold(each, "medical_frigate") for each in ("active", "opposing")}
    mission.choose(4)
    mission.commit(side, committed[side])
    assert mission.game.step == "pregame"
    for who in ("active", "opposing"):
        status, text = sheet(getattr(mission, side), f"{mission.url}play-sheet-{who}.pdf")
        assert (status, "the squadrons of this game are still secret" in text) == (409, True)
    for what in ("result-form", "briefing"):
        status, text = sheet(getattr(mission, side), f"{mission.url}{what}.pdf")
        assert (status, "Zq" in text, "Your assets" in text) == (200, False, False)


@pytest.mark.rule("CR-075")
def test_a_deck_is_the_open_roster_and_nothing_of_the_game(mission):
    address = f"{fleet_url(mission.home, mission.game.active)}deck.pdf"
    before = sheet(mission.opposing, address)
    mission.choose(4)
    assert sheet(mission.opposing, address) == before
    assert all(named(mission.kind("active"), card) in before[1] for card in range(2, 8))


def played(mission, number):
    """The mission is prepared without assets and play has begun."""
    mission.choose(number)
    for side in ("active", "opposing"):
        if mission.game.step == "pregame" and side not in mission.pregame.commits:
            mission.commit(side)
    return mission


@pytest.mark.rule("CR-098")
def test_play_sheets_of_a_mission_say_how_it_is_set_up_and_who_may_withdraw(mission):
    played(mission, 1)
    active, opposing = (
        sheet(mission.active, f"{mission.url}play-sheet-{side}.pdf")[1] for side in ("active", "opposing")
    )
    assert "Then they place five markers, one at a time" in active
    assert ("withdrew" in active, "withdrew" in opposing) == (True, False)
    assert re.search(r"As of round 1, \d+ \w+ \d{4}, \d\d:\d\d UTC", active)
    assert "You win when:</b> Three markers or more are left" in opposing
    assert "The opponent wins when:</b> Three markers or more are left" in active


def test_a_private_campaigns_sheets_are_for_its_members(mission, client):
    base = mission.home
    addresses = ["print/season-book.pdf", "print/card-backs.pdf", "print/missions/1/briefing.pdf"]
    addresses += ["print/missions/1/result-form.pdf", "fleets/red-wing/deck.pdf"]
    addresses += ["games/1/briefing.pdf"]
    assert [client.get(base + each).status_code for each in addresses] == [404] * 6
    assert [client.get(f"{base}{each}?paper=a3").status_code for each in addresses] == [404] * 6


def test_the_season_book_tells_confirmed_games_and_not_undone_ones(finished):
    base = f"/campaigns/{finished.league.campaign.pk}/print/season-book.pdf"
    status, text = sheet(finished.active, base)
    assert (status, text.count('class="game"')) == (200, 1)
    assert re.search(r"<td>\s*\d+ \w{3}</td>\s*<td", text)
    assert "Reward" in text
    act = Act.objects.filter(campaign=finished.league.campaign, name="confirm_result").get()
    undo(finished.league.campaign.pk, finished.organiser.seat, act.number, "Wrong.")
    assert sheet(finished.active, base)[1].count('class="game"') == 0


def test_the_season_book_costs_the_same_for_any_number_of_games(finished, django_assert_max_num_queries):
    with django_assert_max_num_queries(20):
        sheet(finished.active, f"/campaigns/{finished.league.campaign.pk}/print/season-book.pdf")
