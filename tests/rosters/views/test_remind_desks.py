"""Reminding people whose post-game phase is open: rules, pages, inbox, mail, two organisers at once."""

from datetime import timedelta

import pytest
from django.core import mail
from django.db import DatabaseError
from django.utils import timezone

from league.kernel.refusal import NotYours, Refusal
from league.models import Act, EventRow, Outgoing
from league.rules.state import LeagueState
from league.selectors.waiting import waiting_for
from league.services.acts import act
from league.services.mail import wish_for_reminders
from rosters.rules.desk.remind import RemindDesks
from rosters.rules.fleets.people import HandOverFleet
from tests import verbs
from tests.answers import queries, text_of
from tests.invariants import broken
from tests.places import fleet_url, round_url

REMIND = "desks/remind/"


@pytest.fixture
def evening(running):
    """A game is over, and both phases are open."""
    verbs.play(running)
    return running


def page_of(running):
    return round_url(running.campaign.pk, verbs.round_of(running.organiser).id)


def press(person, running, *fleets: object):
    url = f"/campaigns/{running.campaign.pk}/{REMIND}"
    back = {"referer": f"http://testserver{page_of(running)}"}
    return person.client.post(url, {"fleet": list(fleets)}, headers=back)


def reminders(running):
    return verbs.state_of(running.organiser).of(LeagueState).reminders


def refused(member, order, now=None):
    with pytest.raises(Refusal) as caught:
        act(member.campaign_id, member, order, now=now)
    return caught.value


def head(running):
    running.campaign.refresh_from_db()
    return running.campaign.head_seq


@pytest.mark.parametrize("page", ["round", "desks"])
def test_one_is_reminded_where_the_open_phases_stand(evening, organiser, page):
    url = page_of(evening) if page == "round" else f"/campaigns/{evening.campaign.pk}/desks/"
    before = organiser.client.get(url).content.decode()
    assert before.count(REMIND) == 3  # each of the two fleets, and all of them
    assert press(organiser, evening, evening.rival_fleet)["Location"].endswith(page_of(evening))
    shown = text_of(organiser.client.get(url))
    assert "Rita got a reminder in the inbox." in shown
    assert "reminded on" in shown
    assert shown.count(REMIND) == 1
    assert broken(evening.campaign.pk) == []


def test_all_are_reminded_with_one_press_in_one_act(evening, organiser, player, rival):
    before = Act.objects.count()
    press(organiser, evening, evening.fleet, evening.rival_fleet)
    assert Act.objects.count() == before + 1
    assert sorted(reminders(evening)) == sorted(
        f"0:{each}:desk" for each in (evening.fleet, evening.rival_fleet)
    )
    for person in (player, rival):
        first = waiting_for(person.user)[1][0]
        assert (first.label, first.reminded is not None) == ("Repairs", True)
    assert "an organiser reminded you on" in text_of(rival.client.get("/inbox/"))


def test_the_next_phase_of_a_fleet_begins_without_a_reminder(evening, organiser):
    press(organiser, evening, evening.rival_fleet)
    verbs.close_desk(evening.rival, evening.rival_fleet)
    assert reminders(evening) == {}
    assert broken(evening.campaign.pk) == []


def test_one_reminder_a_day(evening):
    now, order = timezone.now(), RemindDesks((evening.rival_fleet,))
    act(evening.campaign.pk, evening.organiser, order, now=now)
    soon = now + timedelta(hours=23, minutes=59)
    assert refused(evening.organiser, order, soon).code == "reminded"
    act(evening.campaign.pk, evening.organiser, order, now=now + timedelta(days=1))


def test_of_several_those_are_reminded_whose_phase_is_still_open(evening, organiser):
    verbs.close_desk(evening.player, evening.fleet)
    assert press(organiser, evening, evening.fleet, evening.rival_fleet).status_code == 302
    assert list(reminders(evening)) == [f"0:{evening.rival_fleet}:desk"]
    late = press(organiser, evening, evening.fleet, evening.rival_fleet)
    assert (late.status_code, "Nobody can be reminded" in text_of(late)) == (409, True)
    alone = press(organiser, evening, evening.fleet)
    assert (alone.status_code, "are not open" in text_of(alone)) == (409, True)


@pytest.mark.parametrize(("fleets", "status"), [([], 409), (["x"], 422), (["99999"], 422), (["-1"], 422)])
def test_bad_lists_remind_nobody(evening, organiser, fleets, status):
    before = head(evening)
    assert (press(organiser, evening, *fleets).status_code, head(evening)) == (status, before)


def test_only_organisers_remind_and_strangers_find_nothing(evening, player, stranger):
    assert isinstance(refused(evening.player, RemindDesks((evening.rival_fleet,))), NotYours)
    assert press(player, evening, evening.rival_fleet).status_code == 403
    assert press(stranger, evening, evening.rival_fleet).status_code == 404
    assert REMIND not in player.client.get(page_of(evening)).content.decode()
    assert reminders(evening) == {}


def test_organisers_are_not_reminded_by_themselves(evening, organiser):
    verbs.do(evening.organiser, HandOverFleet(evening.fleet, evening.organiser.number))
    assert press(organiser, evening, evening.fleet).status_code == 409


def test_the_letter_leads_to_the_desk_and_goes_only_to_those_who_asked(evening, organiser, rival):
    wish_for_reminders(rival.user, True)
    press(organiser, evening, evening.fleet, evening.rival_fleet)
    (letter,) = mail.outbox
    assert letter.to == [rival.user.email]
    assert f"http://testserver{fleet_url(evening.campaign.pk, evening.rival_fleet)}desk/" in letter.body
    assert "/account/" in letter.body
    assert "got it by mail too" in text_of(organiser.client.get(page_of(evening)))


def test_a_mail_server_that_is_away_costs_no_reminder_and_the_letters_wait(
    evening, organiser, player, rival, settings
):
    settings.EMAIL_BACKEND = "league.services.outgoing.letters.Outbox"
    settings.EMAIL_DELIVERY = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    for person in (player, rival):
        wish_for_reminders(person.user, True)
    assert press(organiser, evening, evening.fleet, evening.rival_fleet).status_code == 302
    assert len(reminders(evening)) == 2
    to = [row.payload["to"] for row in Outgoing.objects.order_by("pk")]
    assert to == [[player.user.email], [rival.user.email]]


def test_reminders_and_their_letters_are_kept_together_or_not_at_all(
    evening, organiser, monkeypatch: pytest.MonkeyPatch
):
    def full(*args: object) -> int:
        raise DatabaseError("disk full")

    monkeypatch.setattr("rosters.views.desks.mail_letters", full)
    with pytest.raises(DatabaseError):
        press(organiser, evening, evening.fleet, evening.rival_fleet)
    assert reminders(evening) == {}


def test_a_reminder_moves_no_fleet(evening, organiser):
    press(organiser, evening, evening.rival_fleet)
    last = Act.objects.latest("pk")
    assert last.touched == ["league:0"]
    assert not EventRow.objects.filter(act=last.number, fleet=evening.rival_fleet).exists()
    page = organiser.client.get(f"/campaigns/{evening.campaign.pk}/timeline/")
    assert "was reminded that the repairs of" in text_of(page)


def test_the_pages_stay_within_twelve_queries(evening, organiser):
    press(organiser, evening, evening.rival_fleet)
    for url in (page_of(evening), f"/campaigns/{evening.campaign.pk}/desks/", "/inbox/"):
        organiser.client.get(url)
        assert queries(organiser.client, url) <= 12
