"""The print room and the sheets' addresses."""

import pytest

from league.rules.campaign import EndCampaign
from missions.views.print import games as game_print
from rosters.views import print as roster_print
from tests import verbs
from tests.missions.tables import page
from tests.places import fleet_url


def test_the_print_room_leads_to_every_sheet(drawn, visitor):
    base = f"/campaigns/{drawn.league.campaign.pk}/"
    wanted = [f"{fleet_url(base, drawn.league.fleet)}roster.pdf", f"{drawn.url}play-sheet-active.pdf"]
    wanted += [f"{drawn.url}play-sheet-opposing.pdf", f"{drawn.url}result-form.pdf"]
    for asked, paper in (("", "a4"), ("?paper=letter", "letter"), ("", "letter")):
        text = page(visitor, f"{base}print/{asked}")
        assert [f'href="{each}?paper={paper}"' in text for each in wanted] == [True] * 4


def test_a_browser_remembers_its_paper_for_every_sheet(drawn):
    sheet = f"{drawn.url}result-form.pdf"
    room = f"/campaigns/{drawn.league.campaign.pk}/print/"
    papers = [drawn.active.client.get(sheet).content.split()[0]]
    assert drawn.active.client.get(f"{room}?paper=letter").status_code == 200
    papers.append(drawn.active.client.get(sheet).content.split()[0])
    assert "On Letter paper." in " ".join(page(drawn.active, drawn.url).split())
    drawn.active.client.cookies["paper"] = "papyrus"
    papers.append(drawn.active.client.get(sheet).content.split()[0])
    assert papers == [b"a4", b"letter", b"a4"]
    assert drawn.active.client.get(f"{room}?paper=papyrus").status_code == 404


def test_the_roster_of_a_fleet_that_played_tells_of_its_game(finished):
    text = page(finished.active, f"/campaigns/{finished.league.campaign.pk}/fleets/red-wing/roster.pdf")
    history = text.split("<h2>History</h2>")[1]
    assert "Iron Fist" in history and "No games yet" not in history


def test_every_link_of_the_print_room_opens(drawn, visitor):
    room = f"/campaigns/{drawn.league.campaign.pk}/print/"
    text = page(visitor, room) + page(visitor, f"{room}?paper=letter")
    links = [part.split('"')[0] for part in text.split('href="')[1:] if ".pdf" in part.split('"')[0]]
    assert len(links) == 34
    assert {visitor.client.get(link).content.split()[0] for link in links} == {b"a4", b"letter"}


def test_a_roster_that_was_printed_before_the_end_is_set_anew_after_it(running, organiser, monkeypatch):
    kept = {}
    monkeypatch.setattr(roster_print, "sheet", lambda key, _, html: kept.setdefault(key, html()).encode())
    place = f"{fleet_url(running.campaign.pk, running.fleet)}roster.pdf"
    pages = [page(organiser, place)]
    verbs.do(organiser.seat, EndCampaign())
    pages += [page(organiser, place)]
    assert ["· Ready" in each for each in pages] == [True, False]
    assert ["· Finished" in each for each in pages] == [False, True]


def test_an_empty_print_room_says_what_to_do(campaign, player):
    text = page(player, f"/campaigns/{campaign.pk}/print/")
    assert "as soon as a fleet is founded" in text


def test_play_sheets_come_with_the_draw(table):
    early = table.active.client.get(f"{table.url}play-sheet-active.pdf")
    assert early.status_code == 409
    assert "still to be drawn. Until then the print room has" in early.content.decode()
    table.draw()
    answer = table.active.client.get(f"{table.url}play-sheet-active.pdf")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")


def test_there_is_no_play_sheet_once_the_result_counts(finished):
    late = finished.active.client.get(f"{finished.url}play-sheet-active.pdf")
    assert late.status_code == 409
    assert "this game is over and its ships may have changed" in late.content.decode()


def test_there_is_no_play_sheet_of_a_game_called_off(drawn):
    drawn.press(drawn.organiser, "void", reason="The hall closes.")
    for side in ("active", "opposing"):
        answer = drawn.active.client.get(f"{drawn.url}play-sheet-{side}.pdf")
        assert (answer.status_code, "this game was called off" in answer.content.decode()) == (409, True)


@pytest.mark.rule("CR-101")
def test_a_submitted_report_still_has_its_play_sheets(reported):
    answer = reported.opposing.client.get(f"{reported.url}play-sheet-opposing.pdf?paper=letter")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")


def test_both_sides_sheets_are_open_to_both(drawn):
    for person in (drawn.active, drawn.opposing):
        text = person.client.get(f"{drawn.url}play-sheet-opposing.pdf").content.decode()
        assert all(ship.name in text for ship in drawn.ships("opposing"))


def test_the_result_form_carries_the_games_address(drawn):
    text = drawn.active.client.get(f"{drawn.url}result-form.pdf").content.decode()
    assert f"http://testserver{drawn.url}" in text
    assert "<svg" in text


def test_a_result_form_is_set_once_whatever_port_or_host_is_made_up(drawn, monkeypatch, settings):
    settings.ALLOWED_HOSTS = ["testserver", ".testserver"]
    keys = []
    monkeypatch.setattr(game_print, "sheet", lambda key, paper, html: keys.append(key) or html().encode())
    hosts = ["testserver:8000", "testserver:1", "testserver:99", "a.testserver", "b.testserver:7"]
    for host in hosts:
        answer = drawn.active.client.get(f"{drawn.url}result-form.pdf", headers={"host": host})
        assert f"http://testserver:8000{drawn.url}" in answer.content.decode()
    assert len(set(keys)) == 1


def test_other_papers_are_not_found(drawn):
    answers = [
        drawn.active.client.get(f"{drawn.url}result-form.pdf?paper={paper}").status_code
        for paper in ("a4", "letter", "LETTER", "a5", "")
    ]
    assert answers == [200, 200, 200, 404, 404]


def test_strangers_print_nothing(drawn, stranger, nobody):
    base = f"/campaigns/{drawn.league.campaign.pk}/"
    places = (
        f"{base}print/",
        f"{fleet_url(base, drawn.league.fleet)}roster.pdf",
        f"{drawn.url}play-sheet-active.pdf",
        f"{drawn.url}result-form.pdf",
    )
    assert {client.get(place).status_code for place in places for client in (stranger.client, nobody)} == {
        404
    }
