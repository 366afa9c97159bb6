"""Counting what people ask for: exact, with a time for the next try, and nothing that is kept for long."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache, caches
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from league import limits
from league import settings as site
from league.kernel.refusal import TooMany
from league.limits import Rate
from league.models import Tally
from league.services import quotas
from tests.people import PASSWORD, account

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
TWO = Rate(2, 600)
DAY = 24 * 3600


def count(who: str, minutes: float = 0, kind: str = "restore") -> None:
    quotas.count(kind, who, TWO, "Enough.", now=NOON + timedelta(minutes=minutes))


def test_a_rate_is_counted_for_each_kind_and_each_sender_from_the_first():
    count("ann"), count("ann", 4)
    with pytest.raises(TooMany, match=r"^Enough\. Try again in 6 minutes\.$"):
        count("ann", 4)
    count("bob", 4), count("ann", 4, kind="battle")
    with pytest.raises(TooMany, match=r"in 1 minute\.$"):
        count("ann", 9.99)
    count("ann", 10), count("ann", 10)


def test_rows_that_have_run_out_are_deleted_and_no_address_is_kept():
    count("address 192.0.2.1")
    assert "192" not in str(Tally.objects.values())
    count("somebody else", 11)
    assert Tally.objects.count() == 1


def test_a_long_wait_is_told_in_hours():
    day = Rate(1, DAY)
    quotas.count("account", "all", day, "", now=NOON)
    with pytest.raises(TooMany, match="in 21 hours"):
        quotas.count("account", "all", day, "", now=NOON + timedelta(hours=3, minutes=1))


def test_the_site_makes_so_many_accounts_a_day(client: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "SIGN_UPS", Rate(1, DAY))
    secret = "a harbour wall of nine"
    form = {"display_name": "Ann", "password1": secret, "password2": secret}
    assert client.post("/accounts/signup/", {**form, "email": "ann@example.org"}).status_code == 302
    client.logout()
    refused = client.post("/accounts/signup/", {**form, "email": "bob@example.org"}).content.decode()
    assert "Very many accounts have been made today. Try again in 24 hours." in refused


def test_locks_of_sign_in_outlast_hundreds_of_failures_elsewhere(settings: Settings):
    settings.CACHES = {**settings.CACHES, "default": site.CACHES["default"]}
    call_command("createcachetable", verbosity=0)
    cache.set("account-locked", [1.0], 300)
    for number in range(420):
        cache.set(f"elsewhere-{number}", [1.0], 300)
    assert cache.get("account-locked") == [1.0]


def test_five_wrong_passwords_close_an_account_to_guesses_from_anywhere():
    account("ada"), account("ben")

    def sign_in(name: str, password: str, number: int) -> tuple[int, bool]:
        fields = {"login": f"{name}@example.org", "password": password}
        answer = Client(REMOTE_ADDR=f"198.18.0.{number}").post("/accounts/login/", fields)
        return answer.status_code, b"Too many" in answer.content

    assert [sign_in("ada", "wrong", number) for number in range(5)] == [(200, False)] * 5
    assert sign_in("ada", PASSWORD, 9) == (200, True)
    assert sign_in("ben", PASSWORD, 1) == (302, False)


def test_ten_wrong_passwords_for_any_accounts_close_an_address_to_guesses():
    account("ada")
    client = Client(REMOTE_ADDR="198.18.1.1")
    for number in range(10):
        fields = {"login": f"nobody-{number}@example.org", "password": "wrong"}
        assert b"Too many" not in client.post("/accounts/login/", fields).content
    right = {"login": "ada@example.org", "password": PASSWORD}
    assert b"Too many" in client.post("/accounts/login/", right).content
    assert Client(REMOTE_ADDR="198.18.1.2").post("/accounts/login/", right).status_code == 302


def test_a_clock_that_was_ahead_locks_nobody_out_when_it_is_right_again():
    count("ann", DAY), count("ann", DAY)
    count("ann"), count("ann")
    with pytest.raises(TooMany):
        count("ann")


@pytest.mark.django_db(transaction=True)
def test_a_start_forgets_what_a_clock_that_was_ahead_has_counted(settings: Settings):
    settings.CACHES = site.CACHES
    call_command("createcachetable", verbosity=0)
    locks = caches["default"]
    locks.set("locked-now", 1, 300), locks.set("locked-by-a-wrong-clock", 1, 400 * DAY)
    year = timezone.now() + timedelta(days=400)
    quotas.count("battle", "bob", TWO, "Enough.", now=year), quotas.count("battle", "ann", TWO, "Enough.")
    quotas.forget_limits_ahead()
    assert (locks.get("locked-now"), locks.get("locked-by-a-wrong-clock")) == (1, None)
    assert Tally.objects.count() == 1
