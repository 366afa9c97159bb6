"""The pages at the end of an account: closing it, and the offer to keep it to somebody who signs in."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.internal.stagekit import LOGIN_SESSION_KEY
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client

from league.models import Closing
from tests.passkeys import Passkey
from tests.people import PASSWORD, account, browser, proven

pytestmark = pytest.mark.django_db

DELETE, KEEP = "/account/delete/", "/account/keep/"
SECOND = "/accounts/2fa/authenticate/"
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


def code_now() -> str:
    """The code that the authenticator app shows now."""
    return str(format_hotp_value(hotp_value(KEY, next(iter(yield_hotp_counters_from_time())))))


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


def test_a_password_alone_neither_offers_nor_opens_an_account_with_a_second_step(ada: User, client: Client):
    TOTP.activate(ada, KEY)
    closed(ada)
    mail.outbox.clear()
    answer = sign_in(client)
    assert answer["Location"] == SECOND
    assert "Second step" in client.get(SECOND).content.decode()
    for method in (client.get, client.post):
        assert method(KEEP)["Location"] == "/accounts/login/"
    client.post(SECOND, {"code": "000000"})
    assert client.post(KEEP)["Location"] == "/accounts/login/"
    assert (Closing.objects.count(), mail.outbox, is_in(client)) == (1, [], False)


def test_after_the_second_step_it_is_offered_and_keeping_it_signs_in(ada: User, client: Client):
    TOTP.activate(ada, KEY)
    closed(ada)
    sign_in(client)
    assert client.post(SECOND, {"code": code_now()})["Location"] == KEEP
    assert (is_in(client), Closing.objects.count()) == (False, 1)
    assert client.post(KEEP)["Location"] == "/inbox/"
    assert (is_in(client), Closing.objects.count()) == (True, 0)


def test_a_recovery_code_is_a_second_step_too(ada: User, client: Client):
    TOTP.activate(ada, KEY)
    codes = RecoveryCodes.activate(ada).generate_codes()
    closed(ada)
    sign_in(client)
    assert client.post(SECOND, {"code": codes[0]})["Location"] == KEEP


# --- passkeys ---------------------------------------------------------------------------------------


@pytest.fixture
def passkey(ada: User) -> Passkey:
    """Ada's passkey, on her account."""
    made = Passkey(ada)
    made.add(proven(ada))
    return made


def test_a_password_alone_opens_no_closed_account_with_a_passkey(ada: User, passkey: Passkey, client: Client):
    closed(ada)
    assert sign_in(client)["Location"] == SECOND
    for method in (client.get, client.post):
        assert method(KEEP)["Location"] == "/accounts/login/"
    assert Passkey(ada, number=2).second_step(client).status_code == 200
    assert client.post(KEEP)["Location"] == "/accounts/login/"
    assert (Closing.objects.count(), is_in(client)) == (1, False)


def test_a_passkey_as_the_second_step_is_offered_the_closed_account(
    ada: User, passkey: Passkey, client: Client
):
    closed(ada)
    sign_in(client)
    assert passkey.second_step(client)["Location"] == KEEP
    assert (is_in(client), Closing.objects.count()) == (False, 1)
    assert client.post(KEEP)["Location"] == "/inbox/"
    assert (is_in(client), Closing.objects.count()) == (True, 0)


def test_a_passkey_without_a_password_is_offered_the_closed_account(
    ada: User, passkey: Passkey, client: Client
):
    closed(ada)
    assert passkey.sign_in(client)["Location"] == KEEP
    assert (is_in(client), Closing.objects.count()) == (False, 1)
    assert client.post(KEEP)["Location"] == "/inbox/"
    assert (is_in(client), Closing.objects.count()) == (True, 0)


def test_the_passkey_of_somebody_else_is_offered_nothing(ada: User, passkey: Passkey, client: Client):
    ben = account("ben")
    Passkey(ben, number=2).add(proven(ben))
    closed(ada)
    forged = Passkey(ada, number=2)
    assert forged.sign_in(client)["Location"] == "/accounts/login/"
    assert client.post(KEEP)["Location"] == "/accounts/login/"
    assert (Closing.objects.count(), is_in(client)) == (1, False)


def test_a_passkey_opens_nothing_after_the_week(ada: User, passkey: Passkey, client: Client):
    closed(ada)
    Closing.objects.update(due=0)
    assert passkey.sign_in(client)["Location"] == "/accounts/inactive/"
    assert not is_in(client)


def test_an_account_that_the_host_shuts_meanwhile_is_not_entered(ada: User, client: Client):
    TOTP.activate(ada, KEY)
    sign_in(client)
    User.objects.update(is_active=False)
    assert client.post(SECOND, {"code": code_now()})["Location"] == "/accounts/inactive/"
    assert not is_in(client)


def test_somebody_else_can_sign_in_at_a_browser_with_an_offer(ada: User, client: Client):
    account("ben")
    closed(ada)
    sign_in(client)
    assert client.get("/accounts/login/").status_code == 200
    answer = client.post("/accounts/login/", {"login": "ben@example.org", "password": PASSWORD})
    assert (answer["Location"], is_in(client), Closing.objects.count()) == ("/inbox/", True, 1)
    assert client.post(KEEP)["Location"] == "/accounts/login/"


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


def test_the_offer_lasts_as_long_as_a_sign_in_may_take(ada: User, client: Client):
    closed(ada)
    sign_in(client)
    session = client.session
    session[LOGIN_SESSION_KEY] |= {"initiated_at": session[LOGIN_SESSION_KEY]["initiated_at"] - 901}
    session.save()
    assert client.post(KEEP)["Location"] == "/accounts/login/"
    assert Closing.objects.count() == 1


def test_an_offer_ends_with_the_week(ada: User, client: Client):
    closed(ada)
    sign_in(client)
    Closing.objects.update(due=0)
    assert client.post(KEEP)["Location"] == "/accounts/login/"
    assert not is_in(client)


def test_after_the_week_the_account_is_only_closed(ada: User, client: Client):
    closed(ada)
    Closing.objects.update(due=0)
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


def test_an_organiser_reads_before_the_form_which_campaigns_to_hand_over(running, organiser, player):
    text = organiser.client.get(DELETE).content.decode()
    assert f'href="/campaigns/{running.campaign.pk}/members/"' in text
    assert 'id="delete"' not in text
    assert 'id="delete"' in player.client.get(DELETE).content.decode()
