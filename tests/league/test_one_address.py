"""An email address belongs to one account: at sign-up, at a change, at an upgrade, also for two at once.

`test_concurrency_postgres.py` runs some of this once more on PostgreSQL.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client

from league.accounts import ADDRESS_INDEX, TAKEN, AccountAdapter, keep_addresses_unique
from league.views.entrance import NewAccountForm
from tests.league.test_concurrency import at_once
from tests.people import PASSWORD, account, browser, proven

pytestmark = pytest.mark.django_db(transaction=True)

FACTS = {
    "display_name": "Ada",
    "email": "ada@example.org",
    "password1": PASSWORD,
    "password2": PASSWORD,
}
BEFORE, SINCE = ("league", "0004_goes_on_from"), ("league", "0005_one_account_per_address")


def sign_up(**more: str) -> Any:
    return Client().post("/accounts/signup/", {**FACTS, **more})


def overtaken(monkeypatch: pytest.MonkeyPatch, **more: str) -> list[Any]:
    """Let another sign-up through between the next one's look for the address and its writing."""
    others: list[Any] = []
    try_save = NewAccountForm.try_save

    def late(form: NewAccountForm, request: Any) -> Any:
        monkeypatch.setattr(NewAccountForm, "try_save", try_save)
        others.append(sign_up(**more))
        return try_save(form, request)

    monkeypatch.setattr(NewAccountForm, "try_save", late)
    return others


def test_a_double_click_on_sign_up_makes_one_account():
    answers = at_once(*[sign_up] * 4)
    assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 302]
    assert User.objects.filter(email="ada@example.org").count() == 1
    assert EmailAddress.objects.filter(email="ada@example.org").count() == 1


def test_the_second_person_with_an_address_reads_it_at_the_field(monkeypatch: pytest.MonkeyPatch):
    others = overtaken(monkeypatch)
    answer = sign_up()
    assert (others[0].status_code, answer.status_code) == (302, 200)
    assert answer.context["form"].errors == {"email": [TAKEN]}
    assert User.objects.count() == 1


def test_letters_large_or_small_are_the_same_address(monkeypatch: pytest.MonkeyPatch):
    overtaken(monkeypatch)
    assert sign_up(email="ADA@Example.org").context["form"].errors == {"email": [TAKEN]}
    assert sign_up(email="ADA@Example.org").context["form"].errors == {"email": [TAKEN]}


def test_with_confirmed_addresses_the_second_learns_nothing(monkeypatch: pytest.MonkeyPatch, settings: Any):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    overtaken(monkeypatch)
    answer = sign_up()
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/confirm-email/")
    assert User.objects.count() == 1


def test_a_user_name_taken_meanwhile_is_made_up_once_more(monkeypatch: pytest.MonkeyPatch):
    """allauth calls both of them info, and may not have seen the other one."""
    names = iter(["info", "info", "info2"])
    monkeypatch.setattr(AccountAdapter, "generate_unique_username", lambda self, texts: next(names))
    assert [sign_up(email=f"info@{place}").status_code for place in ("example.org", "example.com")] == [
        302,
        302,
    ]
    assert set(User.objects.values_list("username", flat=True)) == {"info", "info2"}


def test_the_database_itself_refuses_a_second_account():
    account("ada")
    with pytest.raises(IntegrityError):
        User.objects.create_user("other", email="Ada@Example.ORG")
    User.objects.create_user("one", email="")
    User.objects.create_user("two", email="")


# --- changing one's address -------------------------------------------------------------------------


def pending(client: Client, address: str) -> str:
    """The address on which a change to that address is confirmed."""
    client.post("/accounts/email/", {"action_add": "", "email": address})
    found = re.search(r"/accounts/confirm-email/\S+/", str(mail.outbox[-1].body))
    assert found
    return found[0]


def test_an_address_of_another_account_is_not_confirmed():
    """Asking for it tells nothing; its reader may have two accounts, and keeps both as they are."""
    ada, _ = account("ada"), account("rita")
    EmailAddress.objects.create(user=ada, email="ada@example.org", primary=True, verified=True)
    link = pending(proven(ada), "rita@example.org")
    answer = proven(ada).post(link, follow=True)
    assert answer.status_code == 200
    assert TAKEN in answer.content.decode()
    ada.refresh_from_db()
    assert ada.email == "ada@example.org"
    assert not EmailAddress.objects.get(user=ada, email="rita@example.org").verified


def test_an_unconfirmed_address_of_another_account_does_not_become_ones_own():
    account("rita")
    ada = account("ada")
    client = proven(ada)
    EmailAddress.objects.create(user=ada, email="rita@example.org", primary=False, verified=False)
    answer = client.post("/accounts/email/", {"action_primary": "", "email": "rita@example.org"}, follow=True)
    assert TAKEN in answer.content.decode()
    ada.refresh_from_db()
    assert ada.email == "ada@example.org"
    assert not EmailAddress.objects.get(user=ada, email="rita@example.org").primary


def test_a_free_address_is_changed_as_ever():
    ada = account("ada")
    client = proven(ada)
    client.post(pending(client, "new@example.org"))
    ada.refresh_from_db()
    assert ada.email == "new@example.org"


def test_the_admin_gives_nobody_a_taken_address():
    account("ada")
    host = User.objects.create_superuser("host", "host@example.org", PASSWORD)
    rita = account("rita")
    fields = {
        "username": "rita",
        "email": "ADA@example.org",
        "date_joined_0": "2026-01-01",
        "date_joined_1": "12:00",
    }
    answer = browser(host).post(f"/admin/auth/user/{rita.pk}/change/", fields)
    assert TAKEN in answer.content.decode()


# --- an older database ------------------------------------------------------------------------------


@pytest.fixture
def older() -> Iterator[None]:
    """A database of the release before, in which addresses could be shared; brought up to date at the end."""
    MigrationExecutor(connection).migrate([BEFORE])
    yield
    User.objects.update(email="")
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def upgraded() -> None:
    MigrationExecutor(connection).migrate([SINCE])


def test_an_upgrade_keeps_accounts_and_makes_their_addresses_unique(older: None):
    ada = account("ada")
    upgraded()
    ada.refresh_from_db()
    with pytest.raises(IntegrityError):
        User.objects.create_user("other", email="ADA@example.org")


def test_an_upgrade_names_accounts_that_share_an_address_and_merges_none(older: None):
    first, second = account("ada"), User.objects.create_user("ada2", "Ada@example.org", first_name="Ada L")
    account("rita")
    with pytest.raises(CommandError) as refused:
        upgraded()
    message = str(refused.value)
    assert "ada@example.org belongs to several accounts:" in message
    assert f"account {first.pk}, Ada, made " in message
    assert f"account {second.pk}, Ada L, made " in message
    assert "rita" not in message
    assert "./run manage change_address ACCOUNT NEW-ADDRESS" in message
    assert User.objects.count() == 3

    out = StringIO()
    call_command("change_address", str(second.pk), "ada2@example.org", stdout=out)
    assert "signs in with ada2@example.org now, no longer with Ada@example.org" in out.getvalue()
    upgraded()
    second.refresh_from_db()
    assert second.email == "ada2@example.org"


@pytest.mark.parametrize(
    ("address", "why"),
    [("nonsense", "no email address"), ("RITA@example.org", "Another account has the address")],
)
def test_an_account_gets_no_address_that_cannot_be(address: str, why: str):
    ada, _ = account("ada"), account("rita")
    with pytest.raises(CommandError, match=why):
        call_command("change_address", str(ada.pk), address)
    with pytest.raises(CommandError, match="There is no account 0"):
        call_command("change_address", "0", "new@example.org")


def test_a_changed_address_signs_in():
    ada = account("ada")
    call_command("change_address", str(ada.pk), "new@example.org", stdout=StringIO())
    answer = Client().post("/accounts/login/", {"login": "new@example.org", "password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/inbox/")
    assert list(EmailAddress.objects.values_list("user", "email", "primary")) == [
        (ada.pk, "new@example.org", True)
    ]


def test_a_start_brings_the_index_back():
    """SQLite copies a table to change it, and knows of no index that no model has."""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP INDEX {ADDRESS_INDEX}")
    keep_addresses_unique()
    keep_addresses_unique()
    account("ada")
    with pytest.raises(IntegrityError):
        User.objects.create_user("other", email="ADA@example.org")
