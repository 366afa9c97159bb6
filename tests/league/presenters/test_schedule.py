"""A planned night in words and as a file for calendars."""

from datetime import UTC, datetime

from league.addresses import campaign_address
from league.presenters.calendar import FOLD, calendar_file, night_entry
from league.presenters.schedule import night_card
from league.rules.state import LeagueState, MemberState, Night

NOW = datetime(2026, 3, 1, 19, tzinfo=UTC)


def night(answers=None, called_off=False, changes=0):
    place = "The Old Mill; first floor, left"
    return Night(9, 3, "2026-03-08T19:30:00+00:00", place, 0, called_off, changes, answers or {})


def card(made, me=2, role="player", organises=False):
    members = {1: MemberState(1, "organiser"), 2: MemberState(2, role), 3: MemberState(3, "visitor")}
    league = LeagueState(members=members, nights={9: made})
    names = {1: "Olga", 2: "Paul", 3: "Viktor"}
    return night_card(league, made, names, base=campaign_address(5), me=me, organises=organises, now=NOW)


def test_the_card_counts_answers_and_does_not_ask_visitors():
    found = card(night(answers={2: "late"}))
    assert found.groups == (("Late", ("Paul",)), ("No answer yet", ("Olga",)))
    assert (found.mine, found.counts, len(found.buttons)) == ("late", "1 late, 1 has not answered", 3)
    assert card(night(), me=3).buttons == ()


def test_only_organisers_get_the_ways_to_change_a_night():
    assert (card(night()).change_url, card(night()).call_off_url) == ("", "")
    assert card(night(), organises=True).change_url == "/campaigns/5/schedule/3/change/"
    assert card(night(called_off=True), organises=True).change_url == ""


def text(made, campaign="Winter League", url="https://example.org/campaigns/5/schedule/"):
    entry = night_entry(made, uid="night-9@example.org", campaign=campaign, url=url)
    return calendar_file([entry], now=NOW)


def test_the_calendar_file_has_times_in_utc_and_escapes_signs():
    lines = text(night(changes=2)).split("\r\n")
    assert "DTSTART:20260308T193000Z" in lines
    assert "DTEND:20260308T233000Z" in lines
    assert "LOCATION:The Old Mill\\; first floor\\, left" in lines
    assert {"SEQUENCE:2", "STATUS:CONFIRMED", "UID:night-9@example.org"} <= set(lines)


def test_a_night_called_off_takes_its_entry_out_of_calendars():
    assert "STATUS:CANCELLED\r\n" in text(night(called_off=True))


def test_no_line_of_the_file_is_too_long_and_unfolding_gives_it_back():
    name = "Ågrens Lägerelds-Kampanj " * 5
    made = text(night(), campaign=name)
    assert max(len(line.encode()) for line in made.split("\r\n")) <= FOLD + 1
    assert f"SUMMARY:{name}: game night 3" in made.replace("\r\n ", "")


def test_nothing_that_people_wrote_begins_a_line_of_its_own():
    made = text(night(), campaign="A\r\nBEGIN:VALARM")
    assert "\nBEGIN:VALARM" not in made
