"""Beginnings that tests share: laid down, they are what was played (`tests.beginnings`)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.utils import timezone

from league.models import Campaign, Member
from tests import beginnings, verbs
from tests.beginnings import begun, known
from tests.invariants import broken
from tests.people import account

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="elsewhere every beginning is played"),
]


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(beginnings, "_KNOWN", {})
    yield


class _Gone(Exception):
    """Raised to roll back."""


def twice(play: object) -> list[object]:
    """The rows after a beginning was played, and after it was laid down."""
    found: list[object] = []
    for _ in range(2):
        try:
            with transaction.atomic():
                beginnings.forget()
                play()  # type: ignore[operator]
                found.append(beginnings._everything())
                raise _Gone
        except _Gone:
            pass
    return found


def test_rows_that_are_laid_down_are_those_that_were_played(time_machine: object):
    time_machine.move_to("2026-05-01 19:00:00+00:00", tick=False)  # type: ignore[attr-defined]
    played, laid = twice(lambda: verbs.league(verbs.crew()))
    assert played == laid
    assert len(beginnings._KNOWN) == 3


def test_rows_that_are_laid_down_hold_together():
    def begin() -> None:
        league = verbs.league(verbs.crew())
        assert broken(league.campaign.pk) == []
        assert league.player.user == User.objects.get(username="Paul")

    assert len(twice(begin)) == 2


def test_it_was_written_just_now(time_machine: object):
    def begin() -> list[object]:
        verbs.club(verbs.crew())
        return list(Member.objects.values_list("joined_at", flat=True))

    times = []
    for day in ("2026-05-01 19:00:00+00:00", "2026-06-01 20:30:00.5+00:00"):
        time_machine.move_to(day, tick=False)  # type: ignore[attr-defined]
        beginnings.forget()
        with pytest.raises(_Gone), transaction.atomic():
            times.append((begin(), timezone.now()))
            raise _Gone
    assert all(joined == [now] * 5 for joined, now in times)


def test_each_gets_a_copy_of_the_result():
    first, second = [], []
    for found in (first, second):
        beginnings.forget()
        with pytest.raises(_Gone), transaction.atomic():
            found.append(begun(lambda: [account("ann")], "ann"))
            raise _Gone
    assert first == second and first[0] is not second[0]


def test_own_rows_end_what_is_known():
    league = verbs.league(verbs.crew())
    assert known()
    Campaign.objects.filter(pk=league.campaign.pk).update(name="Another")
    assert not known()


def test_rows_that_were_taken_back_end_it_too():
    verbs.crew()
    with pytest.raises(_Gone), transaction.atomic():
        account("somebody")
        raise _Gone
    assert not known()
    with pytest.raises(_Gone), transaction.atomic():
        begun(lambda: account("nobody").pk, "nobody")
        raise _Gone
    assert not known()


def test_before_the_first_beginning_there_is_nothing():
    assert known()
    account("ann")
    assert not known()
