"""An account, or an address without one, sends so many forms; the others send on."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from league import limits
from league.edge import posts
from league.edge.posts import Allowances
from tests.people import account

REFUSED = "So many forms were sent in a short time"


@pytest.fixture(autouse=True)
def _limited(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LIMIT_POSTS = True
    monkeypatch.setattr(limits, "POSTS_AT_ONCE", 3)
    monkeypatch.setattr(posts, "monotonic", lambda: 50.0)


def test_a_sender_has_so_many_at_once_and_gains_more_as_time_goes_by():
    taken = Allowances()
    assert [taken.take("ann", 10.0) for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]
    assert taken.take("bob", 10.0) == 0.0
    assert [taken.take("ann", 10.5), taken.take("ann", 10.5)] == [0.0, 0.5]
    assert [taken.take("ann", 1000.0) for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]


def test_senders_that_have_rested_are_forgotten_first(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(posts, "KNOWN", 2)
    taken = Allowances()
    taken.take("rested", 0.0)
    assert [taken.take("busy", 9.9) for _ in range(4)][-1] > 0
    assert taken.take("new", 10.0) == 0.0
    assert taken.take("busy", 10.0) > 0


def test_too_many_known_senders_make_room_though_all_are_busy(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(posts, "KNOWN", 2)
    taken = Allowances()
    assert [taken.take(name, 0.0) for name in "abcdef"] == [0.0] * 6
    assert len(taken._left) <= 2


@pytest.mark.django_db
def test_an_account_that_sends_too_much_is_told_and_the_others_are_not():
    ann, bob = Client(), Client()
    ann.force_login(account("ann")), bob.force_login(account("bob"))
    sent = [ann.post("/battles/new/", {}) for _ in range(4)]
    assert [answer.status_code for answer in sent] == [422, 422, 422, 429]
    assert REFUSED in sent[-1].content.decode()
    assert sent[-1]["Retry-After"] == "1"
    assert (ann.get("/battles/new/").status_code, bob.post("/battles/new/", {}).status_code) == (200, 422)


@pytest.mark.django_db
def test_visitors_are_counted_by_their_address(client: Client):
    codes = [client.post("/battles/try/", {}, REMOTE_ADDR="192.0.2.1").status_code for _ in range(4)]
    assert (codes[-1], 429 in codes[:-1]) == (429, False)
    part = client.post("/battles/try/", {}, REMOTE_ADDR="192.0.2.1", headers={"HX-Request": "true"})
    assert (part.status_code, part["HX-Retarget"]) == (429, "#notices")
    assert client.post("/battles/try/", {}, REMOTE_ADDR="192.0.2.2").status_code != 429
