"""Passwords are checked one at a time; guesses that come in a flood are told to wait."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event, get_native_id

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.test import Client

from league import limits
from league import settings as site
from league.edge import passwords
from league.kernel.refusal import Busy

WAIT_SECONDS = 30


def test_one_is_checked_a_few_wait_and_more_are_told():
    turns, go, inside = passwords.Turns(), Event(), Event()
    most = 1 + limits.PASSWORDS_WAITING
    gate = Barrier(most + 1)

    def check() -> str:
        inside.set()
        assert go.wait(WAIT_SECONDS)
        return "checked"

    def ask() -> str:
        gate.wait(WAIT_SECONDS)
        return turns.take(check)

    with ThreadPoolExecutor(most) as people:
        checks = [people.submit(ask) for _ in range(most)]
        gate.wait(WAIT_SECONDS)
        assert inside.wait(WAIT_SECONDS)
        while turns._places._value:
            pass
        with pytest.raises(Busy, match="Try it again in a few seconds"):
            turns.take(check)
        go.set()
        assert [each.result() for each in checks] == ["checked"] * most
    assert turns.take(check) == "checked"


@pytest.mark.skipif(sys.platform != "linux", reason="Other systems have no priority of threads.")
def test_a_check_gives_way_to_pages():
    def priority() -> int:
        return os.getpriority(os.PRIO_PROCESS, get_native_id())

    assert passwords.Turns().take(priority) >= passwords.PATIENCE > 0


def test_a_fork_checks_with_a_thread_of_its_own():
    turns = passwords.Turns()
    assert turns.take(lambda: True)
    child = os.fork()
    if not child:
        os._exit(turns.take(lambda: 7))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


def test_a_hash_of_before_is_read_and_made_new_at_the_next_sign_in():
    before, now = Argon2PasswordHasher(), passwords.Argon2InTurn()
    known = before.encode("nine harbour walls", "saltsaltsalt")
    assert now.verify("nine harbour walls", known) and not now.verify("ten", known)
    assert now.must_update(known) and not now.must_update(now.encode("nine harbour walls", now.salt()))


@pytest.mark.django_db
def test_a_guess_too_many_gets_a_page_with_a_sentence(monkeypatch: pytest.MonkeyPatch, settings):
    settings.PASSWORD_HASHERS = site.PASSWORD_HASHERS
    full = passwords.Turns()
    monkeypatch.setattr(passwords, "turns", full)
    for _ in range(1 + limits.PASSWORDS_WAITING):
        full._places.acquire()
    guess = {"login": "ann@example.org", "password": "not this one"}
    answer = Client().post("/accounts/login/", guess)
    assert (answer.status_code, answer["Retry-After"]) == (503, "3")
    assert passwords.CROWDED in answer.content.decode()
