"""The private calendar: its address, what it tells and whom, how often, and what browsers' caches ask."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from league import limits
from league.limits import Rate
from league.models import CalendarFeed, Member, Tally
from league.rules.meetings.orders import AnswerMeeting, ProposeMeeting, WithdrawMeeting
from league.rules.schedule.orders import AnswerNight, CallOffNight, MoveNight, PlanNight, night_mark
from league.rules.state import LeagueState
from league.services.campaigns import delete_account
from league.services.feeds import fetched
from tests import verbs
from tests.answers import queries, text_of
from tests.people import Person

NOBODY = Client  # a calendar program has no session


def made_by(person: Person) -> str:
    """A new address of the person, without the site's own part."""
    assert person.client.post("/account/calendar/", {"doing": "new"}).status_code == 302
    page = person.client.get("/account/").content.decode()
    found = re.search(r'id="feed" value="http://testserver([^"]+)"', page)
    assert found is not None
    return found[1]


def entries(address: str) -> str:
    answer = NOBODY().get(address)
    assert answer.status_code == 200
    return answer.content.decode().replace("\r\n ", "")


def at(days: float) -> str:
    return (timezone.now() + timedelta(days=days)).isoformat()


def plan(running: verbs.League, venue: str = "The Old Mill", days: float = 7) -> int:
    verbs.do(running.organiser, PlanNight(at(days), venue))
    return max(verbs.state_of(running.organiser).of(LeagueState).nights)


def agree(running: verbs.League) -> int:
    verbs.do(running.player, ProposeMeeting(running.fleet, running.rival_fleet, at(3), "The Attic"))
    return max(verbs.state_of(running.organiser).of(LeagueState).meetings)


def test_a_calendar_without_a_session_gets_nights_and_agreed_games(running: verbs.League, player: Person):
    plan(running)
    number = agree(running)
    address = made_by(player)
    assert "The Attic" not in entries(address)  # only proposed so far
    verbs.do(running.rival, AnswerMeeting(number, agree=True))
    found = entries(address)
    assert "LOCATION:The Old Mill" in found
    assert "SUMMARY:Winter League: game night 1" in found
    assert re.search(r"SUMMARY:Winter League: .+ against .+\r\n", found)
    assert f"URL:http://testserver/campaigns/{running.campaign.pk}/schedule/" in found
    verbs.do(running.player, WithdrawMeeting(number))
    assert "The Attic" not in entries(address)


def test_the_entries_are_those_of_the_single_file(running: verbs.League, player: Person):
    plan(running)
    alone = player.client.get(f"/campaigns/{running.campaign.pk}/schedule/1/night.ics").content.decode()
    uid = re.search(r"UID:.+", alone.replace("\r\n ", ""))
    assert uid is not None
    assert uid[0] in entries(made_by(player))


def test_a_night_that_is_called_off_or_moved_says_so(running: verbs.League, player: Person):
    night, address = plan(running), made_by(player)
    state = verbs.state_of(running.organiser).of(LeagueState).nights[night]
    verbs.do(running.organiser, MoveNight(night, at(9), "The Barn", night_mark(state)))
    assert ("SEQUENCE:1" in entries(address), "LOCATION:The Barn" in entries(address)) == (True, True)
    verbs.do(running.organiser, CallOffNight(night, "No room."))
    assert "STATUS:CANCELLED" in entries(address)


def test_time_that_is_not_the_readers_own_stays_free(running: verbs.League, player: Person, visitor: Person):
    night = plan(running)
    assert entries(made_by(player)).count("TRANSP:OPAQUE") == 1
    verbs.do(running.player, AnswerNight(night, "not"))
    assert entries(made_by(player)).count("TRANSP:TRANSPARENT") == 1
    verbs.do(running.rival, AnswerMeeting(agree(running), agree=True))
    assert entries(made_by(visitor)).count("TRANSP:TRANSPARENT") == 1  # a game of others
    assert entries(made_by(player)).count("TRANSP:OPAQUE") == 1


def test_somebody_who_left_or_whose_account_is_closed_gets_nothing(
    running: verbs.League, visitor: Person, player: Person
):
    plan(running)
    address, others = made_by(visitor), made_by(player)
    Member.objects.filter(pk=visitor.seat.pk).update(active=False)
    assert "BEGIN:VEVENT" not in entries(address)
    visitor.user.is_active = False
    visitor.user.save()
    assert NOBODY().get(address).status_code == 404
    delete_account(player.user)
    assert NOBODY().get(others).status_code == 404


def test_strangers_get_an_empty_calendar_of_their_own(running: verbs.League, stranger: Person):
    plan(running)
    assert "BEGIN:VEVENT" not in entries(made_by(stranger))


def test_a_new_address_ends_the_old_one_and_withdrawing_ends_both(running: verbs.League, player: Person):
    first = made_by(player)
    second = made_by(player)
    assert first != second
    assert [NOBODY().get(each).status_code for each in (first, second)] == [404, 200]
    player.client.post("/account/calendar/", {"doing": "withdraw"})
    assert NOBODY().get(second).status_code == 404
    assert "Make an address" in text_of(player.client.get("/account/"))


def test_a_copy_of_the_database_opens_no_calendar(player: Person):
    address = made_by(player)
    key = CalendarFeed.objects.get().key
    assert len(address) > len(f"/calendar/{key}.ics") + 40
    for token in (key, f"{key}.", f"{key}.{'A' * 43}", "x", "%00", "a" * 5000):
        assert NOBODY().get(f"/calendar/{token}.ics").status_code == 404


@pytest.mark.parametrize("doing", ["", "steal", "new\0"])
def test_odd_wishes_are_answered_with_a_sentence(player: Person, doing: str):
    assert player.client.post("/account/calendar/", {"doing": doing}).status_code == 422
    assert not CalendarFeed.objects.exists()


def test_only_the_account_itself_makes_its_address(player: Person):
    assert NOBODY().post("/account/calendar/", {"doing": "new"})["Location"].startswith("/accounts/login/")
    assert player.client.get("/account/calendar/").status_code == 405
    assert not CalendarFeed.objects.exists()


def test_an_unchanged_calendar_is_not_sent_again(running: verbs.League, player: Person):
    plan(running)
    address = made_by(player)
    first = NOBODY().get(address)
    tags = {"If-None-Match": first["ETag"]}
    again = NOBODY().get(address, headers=tags)
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    since = {"If-Modified-Since": first["Last-Modified"]}
    assert NOBODY().get(address, headers=since).status_code == 304
    plan(running, "The Barn", 14)
    changed = NOBODY().get(address, headers=since)
    assert (changed.status_code, NOBODY().get(address, headers=tags).status_code) == (200, 200)
    assert changed["ETag"] != first["ETag"]
    assert changed["Last-Modified"] != first["Last-Modified"]
    assert first["Cache-Control"] == "private, no-cache"


def test_two_changes_in_one_second_are_two(running: verbs.League, player: Person):
    made_by(player)
    now = datetime(2026, 3, 1, 12, tzinfo=timezone.now().tzinfo)
    seen = set()
    for day, venue in enumerate("ABC", 1):
        plan(running, venue, day)
        seen.add(fetched(CalendarFeed.objects.get(), "http://testserver", now)[2])
    assert len(seen) == 3


def test_old_nights_leave_the_calendar(running: verbs.League, player: Person):
    plan(running, "The Cellar", 1)
    made_by(player)
    feed = CalendarFeed.objects.get()
    texts = [
        fetched(feed, "http://testserver", timezone.now() + timedelta(days=days))[0] for days in (60, 100)
    ]
    assert ["The Cellar" in text for text in texts] == [True, False]


def test_a_calendar_that_asks_too_often_is_told(
    running: verbs.League, player: Person, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(limits, "CALENDAR_FETCHES", Rate(2, 3600))
    address = made_by(player)
    assert [NOBODY().get(address).status_code for _ in range(3)] == [200, 200, 429]
    Tally.objects.all().delete()
    assert NOBODY().get(address).status_code == 200


def test_addresses_are_made_in_measure(player: Person, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "CALENDAR_ADDRESSES", Rate(1, 3600))
    first = made_by(player)
    assert player.client.post("/account/calendar/", {"doing": "new"}).status_code == 429
    assert NOBODY().get(first).status_code == 200


def test_few_queries_however_many_campaigns(running: verbs.League, player: Person):
    plan(running)
    verbs.do(running.rival, AnswerMeeting(agree(running), agree=True))
    address = made_by(player)
    entries(address)
    assert queries(NOBODY(), address) <= 12
    assert queries(player.client, "/account/") <= 12
