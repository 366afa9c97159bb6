"""The security log tells of sign-ins, changes and refusals, and keeps nothing that somebody typed."""

from __future__ import annotations

import logging

import pytest
from django.test import Client

from tests.league.test_accounts import PASSWORD, sign_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO, "admiralty.security")
    return caplog


def test_sign_ins_and_changes_are_told_by_number_and_address(lines: pytest.LogCaptureFixture, client: Client):
    ada = sign_up(client, "Ada")
    assert ada is not None
    client.logout()
    client.post("/accounts/login/", {"login": "ada@example.org", "password": "not this, but hunter2"})
    client.post("/accounts/login/", {"login": "ada@example.org", "password": PASSWORD})
    changed = "another harbour wall"
    fields = {"oldpassword": PASSWORD, "password1": changed, "password2": changed}
    client.post("/accounts/password/change/", fields)
    told = [line.split(": ", 1) for line in lines.messages]
    own = f"account {ada.pk} from 127.0.0.1"
    assert [what for what, _ in told] == [
        "signed up",
        "signed in",
        "signed out",
        "sign-in failed",
        "signed in",
        "password changed",
    ]
    assert {more for what, more in told if what not in ("sign-in failed", "signed out")} == {own}
    assert dict(told)["sign-in failed"] == "account - from 127.0.0.1"
    assert not any(word in lines.text for word in ("hunter2", "harbour", PASSWORD, "ada@example.org"))


def test_an_order_that_somebody_may_not_give_is_told(lines: pytest.LogCaptureFixture, running, player):
    answer = player.client.post(f"/campaigns/{running.campaign.pk}/settings/", {"name": "Mine"})
    assert answer.status_code == 403
    assert lines.messages[-1].startswith(f"refused: account {player.user.pk} from 127.0.0.1, 403 ")
