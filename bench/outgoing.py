"""The outbox: a letter adds little to the act that it tells of, and an idle worker costs next to nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import count
from statistics import median

from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.utils import timezone

from bench import Figure, within
from bench._worlds import many_fleets
from league.models import Member, Outgoing
from league.services.acts import act
from league.services.outgoing import rows
from league.services.outgoing.senders import sends
from league.services.outgoing.worker import Worker
from rosters.models import Fleet
from rosters.rules.orders import RenameFleet

ROUNDS = 200
SENT = 100_000
DRAINED = 500


def measure() -> Iterator[Figure]:
    """An act with a letter / without, and what the row, a worker's look and a sent row take."""
    campaign, member = many_fleets("outgoing", 10)
    fleet = Fleet.objects.filter(campaign=campaign).order_by("number").values_list("number", flat=True)[0]
    bare, told = _in_turns(lambda: _rename(member, fleet), lambda: _told(member, fleet))
    yield within("an act with a letter / without", median(told) / median(bare), 1.5)
    yield Figure("the row of a letter, in the act's transaction, CPU", _ms(median(told) - median(bare)))
    _fill()
    worker = Worker()
    worker.turn()
    (looks,) = _in_turns(worker.turn)
    yield Figure(f"a look of an idle worker, {SENT:,} sent rows, CPU", _ms(median(looks)))
    yield Figure("a row taken, sent and ended, without the mail server, CPU", _ms(_drained(worker)))


TURN = count()


def _rename(member: Member, fleet: int) -> None:
    act(member.campaign_id, member, RenameFleet(fleet, f"Name {next(TURN)}", "hearts"))


def _told(member: Member, fleet: int) -> None:
    with transaction.atomic():
        _rename(member, fleet)
        get_connection().send_messages([EmailMessage("Hello", "Text " * 100, None, ["ada@example.org"])])


def _in_turns(*calls: Callable[[], object]) -> tuple[list[float], ...]:
    """CPU seconds of each call in many rounds."""
    spent: tuple[list[float], ...] = tuple([] for _ in calls)
    for _ in range(ROUNDS):
        for call, seconds in zip(calls, spent, strict=True):
            began = time.process_time()
            call()
            seconds.append(time.process_time() - began)
    return spent


def _fill() -> None:
    """Nothing waits, and very much was sent."""
    now = timezone.now()
    Outgoing.objects.all().delete()
    Outgoing.objects.bulk_create(
        (
            Outgoing(kind="mail", key=f"old:{number}", due=now, ended=Outgoing.SENT, ended_at=now)
            for number in range(SENT)
        ),
        batch_size=2000,
    )


def _drained(worker: Worker) -> float:
    """CPU seconds a row."""
    sends("bench")(lambda row: None)
    rows.put_all("bench", {f"bench:{number}": {"text": "x" * 500} for number in range(DRAINED)})
    began = time.process_time()
    while worker.turn():
        pass
    return (time.process_time() - began) / DRAINED


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.2f} ms"
