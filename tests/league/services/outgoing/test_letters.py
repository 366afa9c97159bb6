"""All mail goes through the outbox: what Django would have sent is what the worker sends."""

from __future__ import annotations

from datetime import timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPSenderRefused
from typing import Any

import pytest
from django.core import mail
from django.core.mail import BadHeaderError, EmailMessage, EmailMultiAlternatives, send_mail
from django.core.mail.backends.locmem import EmailBackend
from django.core.mail.message import SafeMIMEText
from django.db import transaction
from django.test import Client

from league.models import Outgoing
from league.services.outgoing import letters, rows
from league.services.outgoing.senders import Away, Later, Undeliverable
from league.services.outgoing.worker import Worker
from tests.league.test_accounts import PASSWORD, sign_up
from tests.people import account

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _outbox(settings: Any) -> None:
    """Mail becomes rows, as on a site; the worker sends into memory."""
    settings.EMAIL_BACKEND = "league.services.outgoing.letters.Outbox"


def work() -> list[Any]:
    """Everything that the worker sends now."""
    mail.outbox.clear()
    worker = Worker()
    while worker.turn():
        pass
    return list(mail.outbox)


def rich() -> EmailMultiAlternatives:
    """A letter with everything that a letter can have."""
    made = EmailMultiAlternatives(
        "Grüße",
        "Täglich\nfrisch",
        "Club <club@club.example>",
        ["Ada <ada@example.org>"],
        ["hidden@example.org"],
        cc=["rita@example.org"],
        reply_to=["host@example.org"],
        headers={"List-Unsubscribe": "<https://club.example/>"},
    )
    made.attach_alternative("<p>Täglich</p>", "text/html")
    made.attach("night.ics", "BEGIN:VCALENDAR\r\n", "text/calendar")
    made.attach("map.png", b"\x89PNG\xff", "image/png")
    return made


def test_a_letter_arrives_as_it_was_written():
    assert rich().send() == 1
    assert mail.outbox == []
    [sent] = work()
    expected = rich()
    expected.extra_headers |= {name: sent.extra_headers[name] for name in ("Message-ID", "Date")}
    assert sent.recipients() == ["Ada <ada@example.org>", "rita@example.org", "hidden@example.org"]
    assert parts(sent) == parts(expected)


def parts(message: EmailMessage) -> list[tuple[list[tuple[str, str]], Any]]:
    """Headers in any order and content of each part; boundaries are made up each time."""
    made = message.message()
    return [
        (
            sorted((name, value) for name, value in part.items() if not value.startswith("multipart/")),
            None if part.is_multipart() else part.get_payload(),
        )
        for part in made.walk()
    ]


def test_a_letter_keeps_its_number_and_date_however_often_it_leaves():
    send_mail("Hello", "Text", "Club <club@club.example>", ["ada@example.org"])
    row = Outgoing.objects.get()
    numbers = {
        (sent := letters.KeptLetter(**row.payload).message().message())["Message-ID"] for _ in range(2)
    }
    assert len(numbers) == 1 and numbers.pop().endswith("@club.example>")
    assert sent["Date"] == row.payload["headers"]["Date"]
    send_mail("Hello", "Text", None, ["ada@example.org"])
    assert len({each.payload["headers"]["Message-ID"] for each in Outgoing.objects.all()}) == 2


def test_a_letter_to_nobody_makes_no_row_and_several_make_one_query(django_assert_num_queries: Any):
    with django_assert_num_queries(0):
        assert EmailMessage("Hello", "Text", None, []).send() == 0
    three = [EmailMessage("Hello", "Text", None, [f"{name}@example.org"]) for name in ("a", "b", "c")]
    with django_assert_num_queries(1):
        assert mail.get_connection().send_messages(three) == 3
    assert len(work()) == 3


def test_a_letter_that_cannot_be_written_is_refused_where_it_is_made():
    with pytest.raises(BadHeaderError):
        send_mail("Two\nlines", "Text", None, ["ada@example.org"])
    for attachment in (SafeMIMEText("x", "plain", "utf-8"), ("m.eml", EmailMessage("in"), "message/rfc822")):
        with pytest.raises(ValueError, match="cannot be kept"):
            EmailMessage("Hello", "Text", None, ["ada@example.org"], attachments=[attachment]).send()
    assert not Outgoing.objects.exists()


def test_a_sent_letter_leaves_no_text_in_the_database():
    send_mail("Hello", "a link", None, ["ada@example.org"])
    [sent] = work()
    assert sent.body == "a link"
    row = Outgoing.objects.get()
    assert (row.ended, row.payload, row.said, "ada" in row.key) == ("sent", {}, "", False)


def test_a_forgotten_password_is_answered_through_the_outbox(client: Client):
    account("ada")
    client.post("/accounts/password/reset/", {"email": "ada@example.org"})
    assert mail.outbox == []
    [sent] = work()
    assert "/accounts/password/reset/key/" in sent.body


def test_an_account_that_is_not_made_gets_no_letter(client: Client):
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        assert sign_up(client, "Ada") is not None
        assert Outgoing.objects.exists()
        raise ZeroDivisionError
    assert work() == []


def test_an_account_is_made_though_the_mail_server_is_away(client: Client, settings: Any):
    settings.EMAIL_DELIVERY = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    ada = sign_up(client, "Ada")
    assert ada is not None and ada.check_password(PASSWORD)
    work()
    row = Outgoing.objects.get()
    assert (row.ended, row.tries, row.held_by) == ("", 1, "")
    assert row.said.startswith("ConnectionRefusedError") and row.due > row.wanted_at


RECIPIENT = "ada@example.org"


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (SMTPRecipientsRefused({RECIPIENT: (550, b"unknown")}), Undeliverable),
        (SMTPRecipientsRefused({RECIPIENT: (450, b"greylisted")}), Later),
        (SMTPRecipientsRefused({RECIPIENT: (550, b"unknown"), "b@example.org": (450, b"full")}), Later),
        (SMTPDataError(554, b"spam"), Undeliverable),
        (SMTPDataError(451, b"busy"), Later),
        (SMTPSenderRefused(550, b"not yours", "club@club.example"), Away),
        (TimeoutError("timed out"), Away),
        (ConnectionResetError("reset"), Away),
    ],
)
def test_each_answer_of_a_mail_server_is_understood(
    monkeypatch: pytest.MonkeyPatch, answer: Exception, told: Any
):
    def refuse(self: EmailBackend, messages: object) -> int:
        raise answer

    send_mail("Hello", "Text", None, [RECIPIENT])
    monkeypatch.setattr(EmailBackend, "send_messages", refuse)
    with pytest.raises((Undeliverable, Later)) as caught:
        letters.deliver(Outgoing.objects.get())
    assert caught.type is told and str(caught.value).startswith(type(answer).__name__)


def test_without_a_mail_server_letters_are_printed(settings: Any, capsys: pytest.CaptureFixture[str]):
    settings.EMAIL_DELIVERY = "django.core.mail.backends.console.EmailBackend"
    send_mail("Hello", "A link", None, ["ada@example.org"])
    work()
    assert "A link" in capsys.readouterr().out
    assert Outgoing.objects.get().ended == "sent"


def test_the_lease_outlasts_a_mail_server_that_is_slow_at_each_step():
    from league import env

    steps = 12  # connect, greeting, EHLO, STARTTLS, EHLO, AUTH (2), MAIL, RCPT, DATA, the text, QUIT
    timeout = env.email("smtp://mail.example")["EMAIL_TIMEOUT"]
    assert timedelta(seconds=steps * timeout) <= rows.LEASE
