"""The schedule's pages: planning, answering with one tap, the calendar file, the inbox."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import Act
from league.rules.state import LeagueState
from league.selectors.waiting import waiting_for
from league.services.undo import undo
from tests import verbs
from tests.answers import text_of
from tests.invariants import broken
from tests.places import round_url


def at(days: int = 7, minutes: int = 0) -> str:
    moment = timezone.now() + timedelta(days=days, minutes=minutes)
    return f"{moment:%Y-%m-%dT%H:%M}"


def url_of(campaign) -> str:
    return f"/campaigns/{campaign.pk}/schedule/"


def plan(person, campaign, starts="", offset="", venue="The Old Mill"):
    fields = {"starts": starts or at(), "offset": offset, "venue": venue}
    return person.client.post(f"{url_of(campaign)}new/", fields)


def night_in(person):
    return max(verbs.state_of(person.seat).of(LeagueState).nights.values(), key=lambda each: each.id)


def answer(person, campaign, what, number=1, headers=None):
    return person.client.post(f"{url_of(campaign)}{number}/answer/", {"answer": what}, headers=headers)


def test_an_organiser_plans_a_night_in_the_own_time_zone(campaign, organiser):
    starts = at()
    assert plan(organiser, campaign, starts, "-120")["Location"] == url_of(campaign)
    night = night_in(organiser)
    assert night.starts[:16] == at(minutes=-120)
    assert "The Old Mill" in text_of(organiser.client.get(url_of(campaign)))
    assert broken(campaign.pk) == []


@pytest.mark.parametrize(
    ("starts", "offset", "venue", "status"),
    [
        ("soon", "0", "Mill", 422),
        ("", "0", "", 422),
        ("2020-01-01T19:00", "0", "Mill", 409),
        ("0001-01-01T00:00", "-840", "Mill", 422),
        ("9999-12-31T23:59", "840", "Mill", 422),
        ("2027-01-01T19:00", "901", "Mill", 422),
        ("2027-01-01T19:00", "x", "Mill", 422),
        ("2027-01-01T19:00", "0", "M" * 121, 422),
    ],
)
def test_a_night_that_makes_no_sense_is_refused_in_place(campaign, organiser, starts, offset, venue, status):
    fields = {"starts": starts, "offset": offset, "venue": venue}
    reply = organiser.client.post(f"{url_of(campaign)}new/", fields)
    assert reply.status_code == status
    assert verbs.state_of(organiser.seat).of(LeagueState).nights == {}


def test_players_plan_nothing_and_strangers_see_nothing(campaign, organiser, player, stranger):
    plan(organiser, campaign)
    assert plan(player, campaign, at(9)).status_code == 403
    assert player.client.get(f"{url_of(campaign)}1/change/").status_code == 403
    for place in ("", "1/change/", "1/night.ics"):
        assert stranger.client.get(f"{url_of(campaign)}{place}").status_code == 404


def test_a_public_campaign_does_not_show_its_venue_to_everybody(public_campaign, organiser, nobody):
    plan(organiser, public_campaign)
    here = f"/campaigns/{public_campaign.pk}/"
    assert nobody.get(url_of(public_campaign)).status_code == 404
    for page in (here, f"{here}timeline/", f"{here}rounds/"):
        assert "The Old Mill" not in text_of(nobody.get(page))


@pytest.mark.parametrize("place", ["", "schedule/"])
def test_one_tap_answers_on_the_overview_and_in_the_schedule(campaign, organiser, player, place):
    plan(organiser, campaign)
    here = f"/campaigns/{campaign.pk}/{place}"
    page = player.client.get(here).content.decode()
    assert f'action="{url_of(campaign)}1/answer/"' in page
    reply = answer(player, campaign, "late", headers={"referer": f"http://testserver{here}"})
    assert reply["Location"] == f"http://testserver{here}"
    assert night_in(organiser).answers == {player.seat.number: "late"}
    assert "Late: 1</dt><dd>Paul</dd>" in text_of(organiser.client.get(here))


def test_one_tap_answers_on_the_page_of_the_round(running, organiser, player):
    plan(organiser, running.campaign, at(0, 60))
    verbs.open_round(running.organiser)
    url = round_url(running.campaign.pk, verbs.round_of(running.organiser).id)
    assert "I’m coming" in text_of(player.client.get(url))
    reply = answer(player, running.campaign, "coming", headers={"HX-Request": "true"})
    assert (reply.status_code, reply["HX-Trigger"]) == (204, "campaign-moved")
    assert "Coming: 1</dt><dd>Paul</dd>" in text_of(organiser.client.get(url))


@pytest.mark.parametrize(("what", "number", "status"), [("perhaps", 1, 422), ("", 1, 422), ("late", 2, 404)])
def test_an_answer_that_makes_no_sense_changes_nothing(campaign, organiser, player, what, number, status):
    plan(organiser, campaign)
    assert answer(player, campaign, what, number).status_code == status
    assert night_in(organiser).answers == {}


def test_a_visitor_sees_the_night_and_does_not_answer(campaign, organiser, visitor):
    plan(organiser, campaign)
    assert "I’m coming" not in text_of(visitor.client.get(url_of(campaign)))
    assert answer(visitor, campaign, "coming").status_code == 403


def test_the_later_of_two_who_change_a_night_sees_it_as_it_is(campaign, organiser, co_organiser):
    plan(organiser, campaign)
    page = f"{url_of(campaign)}1/change/"
    known = organiser.client.get(page).context["known"]
    fields = {"starts": at(8), "offset": "0", "known": known}
    assert co_organiser.client.post(page, {**fields, "venue": "The Barn"}).status_code == 302
    late = organiser.client.post(page, {**fields, "venue": "The Attic"})
    assert late.status_code == 409
    assert "Somebody else has changed this game night." in text_of(late)
    assert night_in(organiser).venue == "The Barn"


def test_a_night_is_called_off_with_a_reason_and_back_by_undo(campaign, organiser):
    plan(organiser, campaign)
    page = f"{url_of(campaign)}1/call-off/"
    assert "Call off game night 1" in text_of(organiser.client.get(page))
    assert organiser.client.post(page, {"reason": ""}).status_code == 422
    organiser.client.post(page, {"reason": "No room."})
    assert night_in(organiser).called_off
    undo(campaign.pk, organiser.member, Act.objects.latest("pk").number, "There is one.")
    assert not night_in(organiser).called_off
    assert broken(campaign.pk) == []


def test_the_calendar_file_is_for_members(campaign, organiser, player):
    plan(organiser, campaign)
    reply = player.client.get(f"{url_of(campaign)}1/night.ics")
    assert reply["Content-Type"] == "text/calendar; charset=utf-8"
    assert "winter-league-night-1.ics" in reply["Content-Disposition"]
    assert b"LOCATION:The Old Mill\r\n" in reply.content


def test_the_inbox_asks_until_it_is_answered(campaign, organiser, player):
    plan(organiser, campaign)

    def asked():
        found = [each for each in waiting_for(player.user)[1] if each.symbol == "clock"]
        return [(each.what, each.mine, each.at is not None) for each in found]

    assert asked() == [("Game night 1, The Old Mill: say whether you come.", True, True)]
    assert "data-local" in player.client.get("/inbox/").content.decode()
    answer(player, campaign, "not")
    assert asked() == [("Game night 1, The Old Mill: you are not coming.", False, True)]


def test_the_timeline_tells_the_time_in_the_readers_own(campaign, organiser):
    plan(organiser, campaign)
    page = organiser.client.get(f"/campaigns/{campaign.pk}/timeline/").content.decode()
    assert 'Game night 1 was planned for <time datetime="' in page
