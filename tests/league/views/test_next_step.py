"""The line under the tabs: the one thing that the reader can do next in this campaign."""

import pytest

from tests import verbs
from tests.answers import text_of
from tests.places import fleet_url, round_url


def next_of(running) -> str:
    return f"/campaigns/{running.campaign.pk}/next/"


def round_of(running) -> str:
    return round_url(running.campaign.pk, verbs.round_of(running.organiser).id)


@pytest.fixture
def evening(running):
    verbs.open_round(running.organiser)
    return running


def test_a_player_checks_in_from_any_page_with_one_press(evening, player):
    line = text_of(player.client.get(next_of(evening), HTTP_HX_CURRENT_URL="http://testserver/x/"))
    assert "Round 1 is open: check Red Wing in" in line
    assert f'action="{round_of(evening)}check-in/"' in line and f'value="{evening.fleet}"' in line
    answer = player.client.post(f"{round_of(evening)}check-in/", {"fleet": evening.fleet})
    assert answer.status_code == 302
    assert "Nothing waits for you" in text_of(player.client.get(next_of(evening)))


def test_the_place_of_the_task_says_it_itself(evening, player):
    here = f"http://testserver{round_of(evening)}?was=1"
    line = text_of(player.client.get(next_of(evening), HTTP_HX_CURRENT_URL=here))
    assert ("check Red Wing in" in line, "Nothing waits" in line) == (False, False)


def test_the_line_counts_all_tasks_for_the_badge(evening, player):
    assert 'data-waiting="1"' in text_of(player.client.get(next_of(evening)))


def test_pages_of_members_ask_for_the_line(evening, player):
    page = text_of(player.client.get(fleet_url(evening.campaign.pk, evening.fleet)))
    assert f'hx-get="{next_of(evening)}" hx-trigger="load"' in page


def test_strangers_are_told_nothing(evening, stranger):
    assert stranger.client.get(next_of(evening)).status_code == 404


def test_the_line_is_never_kept(evening, player):
    assert "no-store" in player.client.get(next_of(evening))["Cache-Control"]
