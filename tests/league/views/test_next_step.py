"""The line under the tabs: the one thing that the reader can do next in this campaign."""

import re

import pytest
from django.test import Client

from league.models import Campaign
from league.rules.state import LeagueState
from league.selectors.waiting import Seat, Waiting
from league.views.next_step import key_of
from rosters.rules.desk.remind import RemindDesks
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
    assert "Red Wing is checked in and waits for its game." in text_of(player.client.get(next_of(evening)))


def test_a_game_on_the_table_is_named_though_it_holds_nobody_up(running, player):
    verbs.draw(running.organiser, verbs.pair(running))
    line = text_of(player.client.get(next_of(running)))
    assert "is on the table: report its result when it is over" in line
    assert (keys_in(line), "Nothing waits" in line) == ([], False)


def test_the_place_of_the_task_says_it_itself(evening, player):
    here = f"http://testserver{round_of(evening)}?was=1"
    line = text_of(player.client.get(next_of(evening), HTTP_HX_CURRENT_URL=here)).partition("<template")[0]
    assert ("check Red Wing in" in line, "Nothing waits" in line) == (False, False)


def test_the_round_page_leads_the_active_fleet_to_its_choice(evening, player, rival):
    verbs.check_in(evening.organiser, evening.fleet, evening.rival_fleet)
    active = verbs.name_active(evening.organiser)
    chooser, other = (player, rival) if active == evening.fleet else (rival, player)
    here = round_of(evening)
    line = text_of(chooser.client.get(next_of(evening), HTTP_HX_CURRENT_URL=f"http://testserver{here}"))
    assert "is the Active Fleet: choose its opponent" in line and f'href="{here}#picking"' in line
    button = '<form method="post" id="opponents"'
    assert [button in text_of(each.client.get(here)) for each in (chooser, other)] == [True, False]


def test_the_line_counts_all_tasks_for_the_badge(evening, player):
    assert 'data-waiting="1"' in text_of(player.client.get(next_of(evening)))


def test_pages_of_members_ask_for_the_line(evening, player):
    page = text_of(player.client.get(fleet_url(evening.campaign.pk, evening.fleet)))
    assert f'hx-get="{next_of(evening)}" hx-trigger="load"' in page


def test_strangers_are_told_nothing(evening, stranger):
    assert stranger.client.get(next_of(evening)).status_code == 404


def test_the_line_is_never_kept(evening, player):
    assert "no-store" in player.client.get(next_of(evening))["Cache-Control"]


def keys_in(line: str) -> list[str]:
    return re.findall(r'data-task="(\w+)"', line)


def test_a_line_in_sight_keeps_its_room_and_a_hidden_one_stays_hidden_at_the_place_of_its_task(
    evening, player
):
    elsewhere, here = "http://testserver/x/", f"http://testserver{round_of(evening)}"

    def asked(was: str, url: str) -> tuple[bool, bool]:
        line = text_of(player.client.get(f"{next_of(evening)}?was={was}", HTTP_HX_CURRENT_URL=url))
        opening = line.partition(">")[0]
        return " hidden" in opening, "next-empty" in opening

    assert [asked(was, elsewhere) for was in ("", "shown", "quiet")] == [
        (False, False), (False, False), (False, False),
    ]  # fmt: skip
    assert [asked(was, here) for was in ("", "shown", "quiet")] == [(True, True), (False, True), (True, True)]
    verbs.check_in(evening.organiser, evening.fleet)
    assert asked("quiet", elsewhere) == (True, False)


def test_a_page_without_a_line_has_none_for_tasks_of_other_pages(evening, player):
    line = text_of(player.client.get(f"{next_of(evening)}?was=silent")).partition(">")[0]
    assert ("/next/?was=silent" in line, " hidden" in line) == (True, True)


def test_each_task_comes_once_for_the_banner_and_knows_its_place(evening, player):
    line = text_of(player.client.get(next_of(evening), HTTP_HX_CURRENT_URL="http://testserver/x/"))
    assert len(keys_in(line)) == 1
    assert "data-here" not in line
    assert "<strong>New:</strong> Round 1 is open: check Red Wing in" in line
    here = text_of(
        player.client.get(next_of(evening), HTTP_HX_CURRENT_URL=f"http://testserver{round_of(evening)}")
    )
    assert (keys_in(here), "data-here" in here) == (keys_in(line), True)


def test_a_task_is_news_once_and_again_when_an_organiser_reminds_of_it(running, player, organiser):
    verbs.play(running)
    first = keys_in(text_of(player.client.get(next_of(running))))
    verbs.do(running.organiser, RemindDesks((running.fleet,)))
    line = text_of(player.client.get(next_of(running)))
    assert keys_in(line) != first
    assert "<strong>An organiser reminds you:</strong>" in line


def test_a_sentence_that_counts_is_no_news_each_time():
    seat = Seat(1, "Winter League", "running", 2, "organiser", None)
    two, three, other = (
        Waiting(seat, what, url, "Match", "round")
        for what, url in (("2 fleets wait.", "/x/"), ("3 fleets wait.", "/x/"), ("3 fleets wait.", "/y/"))
    )
    assert key_of(two) == key_of(three) != key_of(other)


def test_every_page_of_a_member_hears_news_and_no_page_of_others(evening, player, visitor, organiser):
    base = fleet_url(evening.campaign.pk, evening.fleet)
    for path in ("", "what-if/", "plan/", "ledger/"):
        page = text_of(player.client.get(f"{base}{path}"))
        assert ('id="news"' in page, "data-live=" in page) == (True, True)
    screen = text_of(organiser.client.get(f"/campaigns/{evening.campaign.pk}/screen/"))
    assert 'id="news"' not in screen
    evening.campaign.public = True
    evening.campaign.save()
    assert 'id="news"' not in Client().get(base).content.decode()


def test_an_organiser_closes_a_round_that_is_done_with_one_press(running, organiser):
    verbs.play(running)
    line = text_of(organiser.client.get(next_of(running)))
    assert ("Close it once all repairs are closed." in line, "/close/" in line) == (True, False)
    for member, fleet in ((running.player, running.fleet), (running.rival, running.rival_fleet)):
        verbs.close_desk(member, fleet)
    line = text_of(organiser.client.get(next_of(running)))
    close = re.search(r'action="([^"]+/close/)"', line)[1]
    assert organiser.client.post(close).status_code == 302
    assert verbs.state_of(running.organiser).of(LeagueState).open_round is None


def test_after_the_end_the_line_leads_to_the_story(running, player):
    Campaign.objects.update(phase="ended")
    line = text_of(player.client.get(next_of(running)))
    assert ("The season is over." in line, "/story/" in line) == (True, True)


def test_the_line_of_an_ended_season_leads_to_its_story_but_not_from_there(running, player):
    Campaign.objects.update(phase="ended")
    story = f"/campaigns/{running.campaign.pk}/story/"
    for here, leads in ((next_of(running), True), (story, False)):
        line = text_of(player.client.get(next_of(running), HTTP_HX_CURRENT_URL=f"http://testserver{here}"))
        assert ("The season is over." in line, f'href="{story}"' in line) == (True, leads)


def test_the_page_of_a_closed_round_leads_an_organiser_to_the_next_one(evening, organiser):
    here = round_of(evening)
    verbs.close_round(evening.organiser)
    line = text_of(organiser.client.get(next_of(evening), HTTP_HX_CURRENT_URL=f"http://testserver{here}"))
    assert ("No round is open" in line, 'rounds/open/"' in line) == (True, True)
    listed = f"http://testserver/campaigns/{evening.campaign.pk}/rounds/"
    line = text_of(organiser.client.get(next_of(evening), HTTP_HX_CURRENT_URL=listed))
    assert "No round is open" not in line.partition("<template")[0]
