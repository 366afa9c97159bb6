"""Pages on which somebody works on a fleet learn that it has moved on by another hand."""

from __future__ import annotations

import re
from typing import Any

import pytest

from league.models import Act
from league.services.undo import undo
from rosters.presenters.moved import moved_on
from rosters.rules.orders import RenameFleet
from rosters.rules.state import FleetState
from tests import verbs
from tests.answers import text_of
from tests.people import Person
from tests.places import fleet_url
from tests.rosters.views.work_pages import ROOKIE, WorkPages

NEWS = re.compile(r'<p class="note">.*?</svg>(.*?)</p>')


@pytest.fixture
def gathered(bench: WorkPages, organiser: Person, rival: Person) -> WorkPages:
    """Paul's draft and two legal ones."""
    verbs.muster(organiser.seat, "Iron Fist", "imperial")
    verbs.muster(rival.seat, "Dawn", "rebel")
    return bench


def legal(bench: WorkPages) -> None:
    for _ in range(3):
        bench.done("buy_ship", card=ROOKIE, squadron=2)


def asks_at(text: str) -> str:
    """The address at which the page asks whether the fleet has moved on."""
    found = re.search(r'id="moved" hx-get="([^"]+)"', text)
    assert found, "The page does not ask."
    return found[1]


def answer_at(person: Person, address: str) -> Any:
    return person.client.get(address, headers={"HX-Request": "true"})


def test_a_page_is_left_alone_while_the_fleet_stands_as_it_did(gathered: WorkPages):
    address = asks_at(gathered.text())
    gathered.done("buy_ship", card=ROOKIE, squadron=2)
    answer = answer_at(gathered.person, address)
    assert (answer.status_code, answer.content) == (204, b"")


@pytest.mark.rule("CR-007")
def test_a_builder_gives_way_to_the_closed_roster_once_the_campaign_has_started(
    gathered: WorkPages, organiser: Person
):
    legal(gathered)
    address = asks_at(gathered.text())
    verbs.start_campaign(organiser.seat)
    answer = answer_at(gathered.person, address)
    text = text_of(answer)
    assert (answer.status_code, answer["HX-Retarget"], answer["HX-Reselect"]) == (200, "#main", "#main")
    assert "The campaign has started, which locked the roster of Red Wing." in text
    assert ("The roster is closed" in text, "Add squadron" in text) == (True, False)
    assert answer_at(gathered.person, asks_at(text)).status_code == 204


@pytest.mark.rule("CR-016")
def test_a_builder_of_a_draft_that_was_left_out_goes_on_with_another_next_step(
    gathered: WorkPages, organiser: Person
):
    address = asks_at(gathered.text())
    verbs.start_campaign(organiser.seat)
    answer = answer_at(gathered.person, address)
    text = text_of(answer)
    assert "HX-Retarget" not in answer
    assert NEWS.findall(text) == [
        "The campaign has started without Red Wing, because its roster has problems. "
        "Fix them, then lock the roster to join."
    ]
    assert 'id="page-actions" hx-swap-oob="true"' in text
    assert answer_at(gathered.person, asks_at(text)).status_code == 204
    start = Act.objects.get(name="start_campaign").number
    undo(organiser.seat.campaign_id, organiser.seat, start, "Too early")
    assert NEWS.findall(text_of(answer_at(gathered.person, asks_at(text)))) == [
        "The start of the campaign was undone. You can change Red Wing until it starts."
    ]


def test_repairs_give_way_once_an_organiser_has_closed_them(running: Any, organiser: Person, player: Person):
    verbs.play(running)
    desk = f"{fleet_url(running.campaign.pk, running.fleet)}desk/"
    address = asks_at(text_of(player.client.get(desk)))
    assert answer_at(player, address).status_code == 204
    verbs.close_desk(running.organiser, running.fleet)
    answer = answer_at(player, address)
    assert answer["HX-Retarget"] == "#main"
    text = text_of(answer)
    assert "No repairs are open" in text
    closed = Act.objects.get(name="close_desk").number
    undo(running.campaign.pk, running.organiser, closed, "Closed by mistake")
    answer = answer_at(player, asks_at(text))
    assert (answer.status_code, answer["HX-Refresh"]) == (204, "true")
    again = text_of(player.client.get(f"{desk}?step=recover"))
    assert "The repairs of Red Wing are open." in again
    assert "Reason: Closed by mistake." in again
    said = "The repairs of Red Wing are open again, because their closing was undone."
    assert said in text_of(player.client.get("/inbox/"))
    verbs.close_desk(running.organiser, running.fleet)
    assert said not in text_of(player.client.get("/inbox/"))


@pytest.mark.parametrize("was", ["", "x", "-", "gathering"])
def test_a_page_that_names_no_standing_is_loaded_again(bench: WorkPages, was: str):
    answer = bench.get("moved/", query_params={"was": was})
    assert (answer.status_code, answer["HX-Refresh"]) == (204, "true")
    assert "Red Wing has moved on since this page was shown." in bench.text()


def test_a_plan_asks_nothing(bench: WorkPages):
    assert 'id="moved"' not in text_of(bench.person.client.get(f"{bench.base}plan/"))
    assert bench.person.client.get(f"{bench.base}plan/moved/").status_code == 204


def test_a_locked_fleet_reads_that_the_campaign_has_started_until_its_first_round(
    gathered: WorkPages, organiser: Person
):
    legal(gathered)
    verbs.start_campaign(organiser.seat)
    inbox = text_of(gathered.person.client.get("/inbox/"))
    left = gathered.state.points
    said = f"The campaign has started, which locked Red Wing with {left} FP unspent."
    assert left > 0 and said in inbox
    verbs.open_round(organiser.seat)
    assert "The campaign has started" not in text_of(gathered.person.client.get("/inbox/"))


@pytest.mark.parametrize("was", ["running-draft", "running-desk", "gathering-draft"])
def test_a_page_of_an_ended_campaign_says_by_itself_why_it_has_closed(was: str):
    fleet = FleetState(1, 1, "Red Wing", "rebel", "hearts", slug="red-wing")
    assert moved_on(fleet, was, "ended") == ""


def test_a_player_who_opens_the_own_repairs_again_is_told_no_news(running: Any, player: Person):
    verbs.play(running)
    verbs.close_desk(running.player, running.fleet)
    undo(running.campaign.pk, running.player, Act.objects.get(name="close_desk").number, "")
    inbox = text_of(player.client.get("/inbox/"))
    assert ("open again" in inbox, "Red Wing is back" in inbox) == (False, True)


def test_the_news_of_repairs_that_are_open_again_outlives_an_own_undoing_of_something_else(
    running: Any, player: Person
):
    verbs.play(running)
    verbs.close_desk(running.player, running.fleet)
    closed = Act.objects.get(name="close_desk").number
    undo(running.campaign.pk, running.organiser, closed, "Closed by mistake")
    verbs.do(running.player, RenameFleet(running.fleet, "Blue Wing"))
    undo(running.campaign.pk, running.player, Act.objects.filter(name="rename_fleet").latest("pk").number)
    said = "The repairs of Red Wing are open again, because their closing was undone."
    assert said in text_of(player.client.get("/inbox/"))
