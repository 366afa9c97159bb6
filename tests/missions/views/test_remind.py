"""Reminding the people for whom a table waits: rules, page, inbox, mail, two organisers at once."""

from datetime import datetime, timedelta

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
from league.services.undo import undo
from missions.rules.game.orders.remind import RemindSide
from tests import verbs
from tests.answers import queries, text_of
from tests.invariants import broken
from tests.places import game_url, round_url

REMIND = "remind/"


@pytest.fixture
def table(running):
    """A game that is reported and waits for the opposing side."""
    game = verbs.pair(running)
    verbs.draw(running.organiser, game)
    verbs.report(running.player, game)
    verbs.make_choices(running.organiser, game)
    return game


def page_of(running):
    return round_url(running.campaign.pk, verbs.round_of(running.organiser).id)


def press(person, running, game, fleet=None):
    url = f"{game_url(running.campaign.pk, game)}remind/"
    back = {"referer": f"http://testserver{page_of(running)}"}
    fields = {"fleet": running.rival_fleet if fleet is None else fleet}
    return person.client.post(url, fields, headers=back)


def reminders(running):
    return verbs.state_of(running.organiser).of(LeagueState).reminders


def refused(member, order, now=None):
    with pytest.raises(Refusal) as caught:
        act(member.campaign_id, member, order, now=now)
    return caught.value


def test_an_organiser_reminds_the_side_that_holds_a_table_up(running, table, organiser, rival):
    page = organiser.client.get(page_of(running)).content.decode()
    assert page.count(REMIND) == 1
    assert press(organiser, running, table)["Location"].endswith(page_of(running))
    shown = text_of(organiser.client.get(page_of(running)))
    assert "Rita got a reminder in the inbox." in shown
    assert "Reminded" in shown
    assert REMIND not in shown
    assert broken(running.campaign.pk) == []


def test_the_person_finds_it_first_in_the_inbox_until_it_is_done(running, table, organiser, rival):
    press(organiser, running, table)
    first = waiting_for(rival.user)[1][0]
    assert (first.mine, first.fleet, first.reminded is not None) == (True, running.rival_fleet, True)
    assert "an organiser reminded you on" in text_of(rival.client.get("/inbox/"))
    verbs.confirm(running.rival, table)
    assert all(each.reminded is None for each in waiting_for(rival.user)[1])


def test_one_reminder_a_day_for_each_thing(running, table):
    now, order = timezone.now(), RemindSide(table, running.rival_fleet)
    act(running.campaign.pk, running.organiser, order, now=now)
    soon = now + timedelta(hours=23, minutes=59)
    assert refused(running.organiser, order, soon).code == "reminded"
    act(running.campaign.pk, running.organiser, order, now=now + timedelta(days=1))
    assert len(reminders(running)) == 1


def test_old_reminders_are_dropped_when_a_new_one_is_kept(running, table):
    now, order = timezone.now(), RemindSide(table, running.rival_fleet)
    act(running.campaign.pk, running.organiser, order, now=now)
    later = now + timedelta(days=31)
    act(running.campaign.pk, running.organiser, order, now=later)
    assert [datetime.fromisoformat(each) for each in reminders(running).values()] == [later]


def test_nobody_is_reminded_of_what_does_not_wait(running, table):
    assert refused(running.organiser, RemindSide(table, running.fleet)).code == "not_awaited"
    verbs.confirm(running.rival, table)
    assert refused(running.organiser, RemindSide(table, running.rival_fleet)).code == "not_awaited"


def test_a_side_is_reminded_of_the_first_thing_that_it_has_to_do(running, organiser):
    game = verbs.pair(running)
    verbs.draw(running.organiser, game)
    verbs.report(running.player, game)
    page = organiser.client.get(page_of(running)).content.decode()
    assert page.count(f'{REMIND}"') == 2  # both have choices to make, and one has to confirm after that
    press(organiser, running, game)
    page = organiser.client.get(page_of(running)).content.decode()
    assert page.count(f'{REMIND}"') == 1
    assert [key.split(":")[2] for key in reminders(running)] == ["choose"]


def test_a_game_on_the_table_waits_for_nobody(running):
    game = verbs.pair(running)
    verbs.draw(running.organiser, game)
    assert refused(running.organiser, RemindSide(game, running.fleet)).code == "not_awaited"


def test_only_organisers_remind_and_strangers_find_nothing(running, table, player, stranger):
    assert isinstance(refused(running.player, RemindSide(table, running.rival_fleet)), NotYours)
    assert press(player, running, table).status_code == 403
    assert press(stranger, running, table).status_code == 404
    assert REMIND not in player.client.get(page_of(running)).content.decode()
    assert reminders(running) == {}


@pytest.mark.parametrize(("fleet", "status"), [("", 422), ("x", 422), ("99999", 409)])
def test_a_reminder_of_nobody_is_answered_with_a_sentence(running, table, organiser, fleet, status):
    assert press(organiser, running, table, fleet).status_code == status


def test_the_later_of_two_organisers_is_told(running, table, organiser, co_organiser):
    assert press(organiser, running, table).status_code == 302
    late = press(co_organiser, running, table)
    assert (late.status_code, "less than a day ago" in text_of(late)) == (409, True)


def test_a_reminder_and_its_letters_are_kept_together_or_not_at_all(
    running, table, organiser, monkeypatch: pytest.MonkeyPatch
):
    def full(*args: object) -> int:
        raise DatabaseError("disk full")

    monkeypatch.setattr("missions.views.remind.mail_reminder", full)
    with pytest.raises(DatabaseError):
        press(organiser, running, table)
    assert reminders(running) == {}


def test_mail_goes_only_to_those_who_asked_for_it(running, table, organiser, rival):
    press(organiser, running, table)
    assert mail.outbox == []
    assert rival.client.post("/account/mail/", {"reminders": "on"}).status_code == 302
    assert "Stop reminders by mail" in text_of(rival.client.get("/account/"))
    wish_for_reminders(organiser.user, True)
    act(running.campaign.pk, running.organiser, RemindSide(table, running.rival_fleet), now=tomorrow())
    assert mail.outbox == []  # the letter is the page's, the reminder the rules'
    rival.client.post("/account/mail/")
    assert "Send me reminders by mail" in text_of(rival.client.get("/account/"))


def tomorrow():
    return timezone.now() + timedelta(days=1, seconds=5)


def test_the_letter_says_what_waits_and_how_to_stop_it(running, table, organiser, rival):
    wish_for_reminders(rival.user, True)
    press(organiser, running, table)
    (letter,) = mail.outbox
    assert letter.to == [rival.user.email]
    assert "You have to confirm or dispute the report." in letter.body
    assert f"http://testserver{game_url(running.campaign.pk, table)}" in letter.body
    assert "/account/" in letter.body
    assert "by mail." in text_of(organiser.client.get(page_of(running)))


def test_a_mail_server_that_is_away_costs_no_reminder_and_the_letter_waits(
    running, table, organiser, rival, settings
):
    settings.EMAIL_BACKEND = "league.services.outgoing.letters.Outbox"
    settings.EMAIL_DELIVERY = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    wish_for_reminders(rival.user, True)
    assert press(organiser, running, table).status_code == 302
    assert "by mail." in text_of(organiser.client.get(page_of(running)))
    assert [row.payload["to"] for row in Outgoing.objects.all()] == [[rival.user.email]]


def test_without_a_mail_server_nothing_is_mailed_or_offered(running, table, organiser, rival, settings):
    settings.EMAIL_DELIVERY = "django.core.mail.backends.console.EmailBackend"
    assert "This site does not send mail yet." in text_of(rival.client.get("/account/"))
    wish_for_reminders(rival.user, True)
    press(organiser, running, table)
    assert "in the inbox." in text_of(organiser.client.get(page_of(running)))


def test_a_reminder_moves_no_table_and_stays(running, table, organiser):
    press(organiser, running, table)
    last = Act.objects.latest("pk")
    assert not EventRow.objects.filter(act=last.number, game=table).exists()
    with pytest.raises(Refusal):
        undo(running.campaign.pk, running.organiser, last.number, "Sorry.")
    page = organiser.client.get(f"/campaigns/{running.campaign.pk}/timeline/")
    assert "was reminded that" in text_of(page)


def test_a_round_with_its_night_and_reminders_stays_within_twelve_queries(running, table, organiser):
    starts = f"{timezone.now() + timedelta(hours=1):%Y-%m-%dT%H:%M}"
    organiser.client.post(
        f"/campaigns/{running.campaign.pk}/schedule/new/", {"starts": starts, "offset": "0", "venue": "Mill"}
    )
    press(organiser, running, table)
    organiser.client.get(page_of(running))
    assert queries(organiser.client, page_of(running)) <= 12
    assert queries(organiser.client, f"/campaigns/{running.campaign.pk}/") <= 12
    assert queries(organiser.client, "/inbox/") <= 12
