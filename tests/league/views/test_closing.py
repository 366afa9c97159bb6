"""The pages at the end of an account: closing it, and the offer to keep it to somebody who signs in."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.utils import timezone

from league.models import Closing
from tests.people import PASSWORD, account, browser, proven

pytestmark = pytest.mark.django_db

DELETE, KEEP = "/account/delete/", "/account/keep/"
KEY = "JBSWY3DPEHPK3PXP"


@pytest.fixture
def ada() -> User:
    return account("ada")


def closed(user: User) -> Client:
    """A browser in which the account has just been closed."""
    client = proven(user)
    answer = client.post(DELETE, {"sure": "on"})
    assert answer["Location"] == "/"
    return client


def sign_in(client: Client, password: str = PASSWORD) -> Any:
    return client.post("/accounts/login/", {"login": "ada@example.org", "password": password})


def is_in(client: Client) -> bool:
    return client.get("/inbox/").status_code == 200


def test_every_browser_is_signed_out_at_once_and_stays_so_after_keeping(ada: User):
    phone = Client()
    sign_in(phone)
    assert is_in(phone)
    desk = closed(ada)
    assert (is_in(phone), is_in(desk)) == (False, False)
    sign_in(desk)
    assert desk.post(KEEP).status_code == 302
    assert (is_in(phone), is_in(desk)) == (False, True)


def test_a_letter_tells_the_owner_how_to_keep_it(ada: User):
    page = closed(ada).get("/").content.decode()
    day = Closing.objects.get().until
    (letter,) = mail.outbox
    assert (letter.subject, letter.to) == ("Admiralty: Your account is closed", ["ada@example.org"])
    text = str(letter.body)
    assert f"{day.day} {day:%B %Y}" in text and "http://testserver/accounts/login/" in text
    assert f"will be deleted on {day.day} {day:%B %Y}" in page


def test_signing_in_only_offers_to_keep_it(ada: User, client: Client):
    closed(ada)
    answer = sign_in(client)
    assert answer["Location"] == KEEP
    page = client.get(KEEP).content.decode()
    assert "Keep my account" in page and "Leave it closed" in page
    assert (is_in(client), Closing.objects.count()) == (False, 1)


def test_keeping_it_opens_it_signs_in_and_tells_by_mail(ada: User, client: Client):
    closed(ada)
    mail.outbox.clear()
    sign_in(client)
    assert client.post(KEEP)["Location"] == "/inbox/"
    assert "Your account is open again" in client.get("/inbox/").content.decode()
    assert [letter.subject for letter in mail.outbox] == ["Admiralty: Your account is open again"]
    assert Closing.objects.count() == 0
    again = client.post(KEEP)
    assert again["Location"] == "/accounts/login/"


def test_the_second_step_is_asked_for_after_keeping(ada: User, client: Client):
    TOTP.activate(ada, KEY)
    closed(ada)
    sign_in(client)
    answer = client.post(KEEP)
    assert answer["Location"] == "/accounts/2fa/authenticate/" and not is_in(client)
    counter = next(iter(yield_hotp_counters_from_time()))
    client.post(answer["Location"], {"code": format_hotp_value(hotp_value(KEY, counter))})
    assert is_in(client)


def test_a_wrong_password_learns_nothing(ada: User, client: Client):
    closed(ada)
    page = sign_in(client, "not the password").content.decode()
    assert "closed" not in page
    assert client.get(KEEP)["Location"] == "/accounts/login/"


@pytest.mark.parametrize("method", ["get", "post"])
def test_nobody_keeps_anything_without_having_signed_in(ada: User, client: Client, method: str):
    closed(ada)
    assert getattr(client, method)(KEEP)["Location"] == "/accounts/login/"
    assert Closing.objects.count() == 1


def test_the_offer_lasts_ten_minutes(ada: User, client: Client):
    closed(ada)
    sign_in(client)
    session = client.session
    session["owner_of_closed_account"] |= {"at": session["owner_of_closed_account"]["at"] - 601}
    session.save()
    assert client.post(KEEP)["Location"] == "/accounts/login/"
    assert Closing.objects.count() == 1


def test_after_the_week_the_account_is_only_closed(ada: User, client: Client):
    closed(ada)
    Closing.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert sign_in(client)["Location"] == "/accounts/inactive/"
    page = client.get("/accounts/inactive/").content.decode()
    assert "This account is closed" in page


def test_no_new_password_comes_by_mail_while_it_is_closed(ada: User, client: Client):
    closed(ada)
    mail.outbox.clear()
    client.post("/accounts/password/reset/", {"email": "ada@example.org"})
    assert mail.outbox == []


def test_its_address_stays_taken(ada: User, client: Client):
    closed(ada)
    facts = {
        "display_name": "Other",
        "email": "ada@example.org",
        "password1": PASSWORD,
        "password2": PASSWORD,
    }
    client.post("/accounts/signup/", facts)
    assert User.objects.filter(email="ada@example.org").count() == 1


def test_the_page_says_what_happens(ada: User):
    page = re.sub(r"\s+", " ", browser(ada).get(DELETE).content.decode())
    assert "closed at once" in page and "For 7 days you can take it back" in page
