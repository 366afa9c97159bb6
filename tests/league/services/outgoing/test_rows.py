"""Rows of the outbox: unique keys, leases, tries, what stays of an ended row."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from league.models import Outgoing
from league.services.outgoing import rows
from league.services.outgoing.senders import SPREAD, WAITS, wait_after

pytestmark = pytest.mark.django_db
NOW = timezone.now().replace(year=2026, month=11, day=20, hour=18, minute=0, second=0, microsecond=0)
MAIL = ("mail",)


def put(key: str, due: datetime = NOW) -> None:
    rows.put("mail", key, {"link": f"secret of {key}"}, due)


def taken(now: datetime = NOW) -> Outgoing:
    row = rows.claim(MAIL, now)
    assert row is not None
    return row


def test_a_key_makes_one_row_however_often_it_is_put():
    put("digest:17:2026-W47")
    rows.put_all("mail", {"digest:17:2026-W47": {"other": 1}, "digest:18:2026-W47": {}}, NOW)
    assert Outgoing.objects.count() == 2
    assert Outgoing.objects.get(key="digest:17:2026-W47").payload == {"link": "secret of digest:17:2026-W47"}
    rows.finish(taken(), Outgoing.SENT)
    put("digest:17:2026-W47")
    assert Outgoing.objects.get(key="digest:17:2026-W47").ended == Outgoing.SENT


def test_a_kind_that_nobody_sends_is_refused():
    with pytest.raises(KeyError, match="Nobody sends 'pigeon'"):
        rows.put("pigeon", "pigeon:1", {})
    assert not Outgoing.objects.exists()


def test_a_row_goes_with_its_transaction():
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        put("mail:1")
        raise ZeroDivisionError
    assert rows.claim(MAIL, NOW) is None


def test_the_row_that_has_been_due_longest_comes_first_and_each_once():
    put("later", NOW - timedelta(minutes=1))
    put("sooner", NOW - timedelta(minutes=2))
    put("tomorrow", NOW + timedelta(days=1))
    assert [taken().key, taken().key] == ["sooner", "later"]
    assert rows.claim(MAIL, NOW) is None


def test_kinds_that_rest_are_left_alone():
    put("mail:1")
    assert rows.claim((), NOW) is None
    assert taken().key == "mail:1"


def test_a_row_whose_worker_died_is_taken_again_when_its_lease_ends():
    put("mail:1")
    first = taken()
    assert rows.claim(MAIL, NOW + rows.LEASE - timedelta(seconds=1)) is None
    second = taken(NOW + rows.LEASE)
    assert (first.pk, first.tries, second.tries) == (second.pk, 1, 2)


@pytest.mark.parametrize("late", [False, True])
def test_a_worker_that_is_too_late_ends_nothing(late: bool):
    put("mail:1")
    first, second = taken(), taken(NOW + rows.LEASE)
    if late:
        assert rows.finish(second, Outgoing.SENT)
    assert not rows.finish(first, Outgoing.FAILED, "slow")
    assert not rows.postpone(first, timedelta(0), "slow")
    row = Outgoing.objects.get()
    assert (row.ended, row.said, row.held_by == second.held_by) == (
        ("sent", "", False) if late else ("", "", True)
    )


def test_a_sent_row_keeps_its_key_and_forgets_its_text():
    put("mail:1")
    assert rows.finish(taken(), Outgoing.SENT, now=NOW)
    row = Outgoing.objects.get()
    assert (row.key, row.payload, row.ended, row.ended_at) == ("mail:1", {}, "sent", NOW)


def test_a_postponed_row_comes_back_with_the_reason():
    put("mail:1")
    assert rows.postpone(taken(), timedelta(minutes=5), "no\0 answer " + "x" * 600, NOW)
    assert rows.claim(MAIL, NOW + timedelta(minutes=4)) is None
    row = taken(NOW + timedelta(minutes=5))
    assert row.said.startswith("no answer x") and len(row.said) == 500


def test_a_failed_row_is_sent_again_as_if_it_were_new():
    put("mail:1", NOW - timedelta(days=2))
    rows.finish(taken(), Outgoing.FAILED, "550 unknown")
    assert [each.said for each in rows.failed()] == ["550 unknown"]
    assert rows.send_again(Outgoing.objects.all(), NOW) == 1
    row = taken()
    assert (row.tries, row.payload, row.wanted_at) == (1, {"link": "secret of mail:1"}, NOW)
    assert rows.send_again(Outgoing.objects.all(), NOW) == 0


def test_a_dropped_row_is_never_sent_and_forgets_its_text():
    for key in ("sent", "failed", "held", "waits"):
        put(key)
    rows.finish(taken(), Outgoing.SENT)
    rows.finish(taken(), Outgoing.FAILED)
    held = taken()
    assert rows.drop(Outgoing.objects.all(), NOW) == 3
    assert not rows.finish(held, Outgoing.SENT)
    assert sorted(Outgoing.objects.values_list("key", "ended")) == [
        ("failed", "dropped"),
        ("held", "dropped"),
        ("sent", "sent"),
        ("waits", "dropped"),
    ]
    assert set(map(str, Outgoing.objects.values_list("payload", flat=True))) == {"{}"}


def test_ended_rows_go_after_five_weeks_and_no_others():
    for key in ("old", "new", "waits"):
        put(key, NOW - timedelta(weeks=9))
    rows.finish(taken(), Outgoing.SENT, now=NOW - rows.KEPT - timedelta(seconds=1))
    rows.finish(taken(), Outgoing.FAILED, now=NOW - rows.KEPT)
    assert (rows.clean(NOW), rows.clean(NOW)) == (1, 0)
    assert set(Outgoing.objects.values_list("key", flat=True)) == {"new", "waits"}


def test_rows_that_are_planned_do_not_count_as_waiting():
    put("planned", NOW + timedelta(days=1))
    put("tried", NOW - timedelta(hours=1))
    rows.postpone(taken(), timedelta(hours=3), "no answer", NOW)
    assert [each.key for each in rows.waiting(NOW)] == ["tried"]


@given(st.integers(1, len(WAITS)), st.floats(0, 1))
def test_waits_grow_and_stay_within_a_fifth(tries: int, chance: float):
    wait = wait_after(WAITS, tries, chance)
    assert wait is not None
    assert abs(wait.total_seconds() / WAITS[tries - 1] - 1) <= SPREAD + 1e-6
    assert list(WAITS) == sorted(WAITS)


def test_after_the_last_try_there_is_none():
    assert wait_after(WAITS, len(WAITS) + 1, 0.5) is None
