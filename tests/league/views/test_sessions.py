"""The browsers of an account: listed, signed out one by one or all others, noted while they are used."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.core import mail
from django.db import OperationalError
from django.test import Client

from tests.league.test_accounts import PASSWORD, sign_up
from tests.people import account

pytestmark = pytest.mark.django_db

PAGE = "/accounts/sessions/"
PHONE = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36"


def signed_in(agent: str) -> Client:
    """Another browser of Ada's account."""
    client = Client(headers={"User-Agent": agent})
    answer = client.post("/accounts/login/", {"login": "ada@example.org", "password": PASSWORD})
    assert answer.status_code == 302
    return client


@pytest.fixture
def desk() -> Client:
    """Ada's own browser, just signed up."""
    client = Client(headers={"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Firefox/130.0"})
    assert sign_up(client, "Ada")
    return client


def is_in(client: Client) -> bool:
    return client.get("/inbox/").status_code == 200


def test_every_browser_is_listed_with_its_name_and_this_one_first(desk: Client):
    signed_in(PHONE)
    rows = [(device, row.current) for row, device in desk.get(PAGE).context["rows"]]
    assert rows == [("Firefox on Linux", True), ("Chrome on Android", False)]


def test_one_browser_is_signed_out_once(desk: Client):
    phone, other = signed_in(PHONE), signed_in("curl/8")
    number = next(row.number for row, device in desk.get(PAGE).context["rows"] if "Android" in device)
    assert desk.post(PAGE, {"session": number}).status_code == 302
    assert [is_in(each) for each in (desk, phone, other)] == [True, False, True]
    refused = desk.post(PAGE, {"session": number})
    assert (refused.status_code, "signed out already" in refused.content.decode()) == (409, True)


def test_all_others_are_signed_out_at_once(desk: Client):
    phone, other = signed_in(PHONE), signed_in("curl/8")
    assert desk.post(PAGE, {"session": 0}).status_code == 302
    assert [is_in(each) for each in (desk, phone, other)] == [True, False, False]


def test_nobody_ends_a_session_of_somebody_else(desk: Client):
    rita = Client()
    rita.force_login(account("rita"))
    number = UserSession.objects.get().pk
    assert rita.post(PAGE, {"session": number}).status_code == 409
    assert rita.post(PAGE, {"session": 0}).status_code == 302
    assert rita.post(PAGE, {"session": "all"}).status_code == 422
    assert is_in(desk)


def test_a_session_from_before_is_noted_when_it_is_used_and_then_rarely(
    settings: Any, django_assert_num_queries: Any
):
    settings.NOTE_SESSIONS = True
    rita = Client(headers={"User-Agent": PHONE})
    rita.force_login(account("rita"))
    rita.get("/inbox/")
    first = UserSession.objects.get()
    assert (first.user.first_name, first.user_agent) == ("Rita", PHONE)
    UserSession.objects.update(user_agent="elsewhere")
    rita.get("/inbox/")
    assert UserSession.objects.get().user_agent == "elsewhere"


def test_a_question_whether_the_process_answers_asks_no_database(
    settings: Any, django_assert_num_queries: Any
):
    settings.NOTE_SESSIONS = True
    rita = Client()
    rita.force_login(account("rita"))
    with django_assert_num_queries(0):
        answer = rita.get("/healthz")
    assert (answer.content, "no-store" in answer["Cache-Control"]) == (b"ok\n", True)


def test_a_page_is_shown_though_its_session_cannot_be_noted(settings: Any, monkeypatch: pytest.MonkeyPatch):
    def full(request: object) -> None:
        raise OperationalError("database or disk is full")

    settings.NOTE_SESSIONS = True
    monkeypatch.setattr(UserSession.objects, "create_from_request", full)
    rita = Client()
    rita.force_login(account("rita"))
    assert is_in(rita)


# --- changes ----------------------------------------------------------------------------------------


def test_a_change_of_the_password_is_told_by_mail(desk: Client):
    mail.outbox.clear()
    fields = {
        "oldpassword": PASSWORD,
        "password1": "another harbour wall",
        "password2": "another harbour wall",
    }
    assert desk.post("/accounts/password/change/", fields).status_code == 302
    assert [letter.subject for letter in mail.outbox] == ["Admiralty: Your password was changed"]
    assert "You have a new password." in str(mail.outbox[0].body)


@pytest.mark.parametrize("old", ["", "not the old one"])
def test_a_new_password_needs_the_old_one(desk: Client, old: str):
    mail.outbox.clear()
    new = "another harbour wall"
    answer = desk.post("/accounts/password/change/", {"oldpassword": old, "password1": new, "password2": new})
    assert list(answer.context["form"].errors) == ["oldpassword"]
    assert (mail.outbox, User.objects.get().check_password(PASSWORD)) == ([], True)


def test_an_address_is_changed_and_an_account_deleted_only_after_a_password(desk: Client):
    session = desk.session
    session["account_authentication_methods"] = []
    session.save()
    mail.outbox.clear()
    for page, fields in (
        ("/accounts/email/", {"action_add": "", "email": "new@example.org"}),
        ("/account/delete/", {"sure": "on"}),
    ):
        assert desk.post(page, fields)["Location"].startswith("/accounts/reauthenticate/")
    assert (mail.outbox, is_in(desk)) == ([], True)
    answer = desk.post("/accounts/reauthenticate/?next=/account/delete/", {"password": PASSWORD}, follow=True)
    assert answer.redirect_chain and not is_in(desk)


def test_no_mail_goes_to_an_address_without_an_account(client: Client):
    account("ada")
    answers = {}
    for name in ("nobody", "ada"):
        first = client.post("/accounts/password/reset/", {"email": f"{name}@example.org"})
        page = re.sub('"X-CSRFToken": "[^"]+"', "", client.get(first["Location"]).content.decode())
        answers[name] = (first.status_code, first["Location"], page, len(mail.outbox))
    assert answers == {"nobody": (*answers["ada"][:3], 0), "ada": (*answers["nobody"][:3], 1)}


def test_pages_of_somebody_are_kept_by_no_shared_cache(desk: Client, client: Client):
    assert desk.get("/inbox/")["Cache-Control"] == "private, no-cache"
    assert not client.get("/").has_header("Cache-Control")
