"""Kills under writing: no act that a browser was told about may be lost, and every ledger must match."""

from __future__ import annotations

import os
import signal
import time
from collections import Counter
from collections.abc import Callable
from random import Random
from threading import Event, Thread

from django.db import connections

from league.models import Campaign
from league.services.check import check
from league.store import log
from rosters.rules.events import FleetRenamed
from tests.siege import Row, Sizes, counted
from tests.siege.site import Site
from tests.siege.web import GONE
from tests.siege.world import Draft, World

WRITERS = 6
PAUSE_SECONDS = 0.02
WHOLE_COMMANDS = {0: 20, 4: 100}
"""Kills after which the start is the whole command, with one process and with four. The others are forks."""


class Writer(Thread):
    """Renames one fleet again and again; keeps the names that the site confirmed, and all that it sent."""

    def __init__(self, draft: Draft, number: int) -> None:
        super().__init__(daemon=True)
        self.draft, self.number = draft, number
        self.sent: list[str] = []
        self.told: list[str] = []
        self.refused: Counter[int] = Counter()
        self.over = Event()

    def run(self) -> None:
        people = (self.draft.owner, self.draft.organiser)
        while not self.over.is_set():
            name = f"W{self.number} {len(self.sent)}"
            self.sent.append(name)
            try:
                status, _ = people[len(self.sent) % 2].post(
                    self.draft.work, do="rename_fleet", fleet_name=name, suit="hearts"
                )
            except GONE:
                time.sleep(0.05)
                continue
            if status == 302:
                self.told.append(name)
            else:
                self.refused[status] += 1
            time.sleep(PAUSE_SECONDS)

    def lost(self) -> list[str]:
        """Confirmed names that the log does not have."""
        events = (each.event for each in log.logged(self.draft.campaign))
        kept = {event.name for event in events if isinstance(event, FleetRenamed)}
        return [name for name in self.told if name not in kept]


def attack(site: Site, world: World, sizes: Sizes, database: Callable[[], None] | None = None) -> list[Row]:
    """Kill the site, one of its processes, or (`database`) PostgreSQL itself, and start it again."""
    rng, until = Random(sizes.seed), sizes.until()
    writers = [Writer(draft, number) for number, draft in enumerate(world.drafts[:WRITERS])]
    for each in writers:
        each.start()
    done: Counter[str] = Counter()
    starts: list[float] = []
    for number in range(sizes.kills):
        if time.monotonic() > until:
            break
        _some_confirmed(writers)
        time.sleep(rng.uniform(0.0, 0.4))
        done[_kill(site, number, rng, starts, database)] += 1
    _until(site)
    time.sleep(0.3)
    for each in writers:
        each.over.set()
    for each in writers:
        each.join(90)
    return _rows(world, writers, done, starts, sizes.kills)


def _some_confirmed(writers: list[Writer]) -> None:
    """Wait until the site has confirmed some acts since now, at most ten seconds."""
    before, until = sum(len(each.told) for each in writers), time.monotonic() + 10
    while sum(len(each.told) for each in writers) < before + WRITERS and time.monotonic() < until:
        time.sleep(0.02)


def _kill(
    site: Site, number: int, rng: Random, starts: list[float], database: Callable[[], None] | None
) -> str:
    """One kill, and the start after it; returns its kind."""
    if database is not None and number % 10 == 9:
        database()
        _until(site)
        return "a process of PostgreSQL"
    if site.workers and number % 20 > 1:
        serving = site.serving()
        if serving:
            os.kill(rng.choice(serving), signal.SIGKILL)
        return "one of the processes"
    site.kill()
    if number % WHOLE_COMMANDS[site.workers] == 0:
        starts.append(site.start())
    else:
        site.start_fork()
    return "the whole site"


def _until(site: Site) -> None:
    """Wait until the site answers again."""
    until = time.monotonic() + 60
    while not site.answers("/readyz") and time.monotonic() < until:
        time.sleep(0.05)


def _rows(
    world: World, writers: list[Writer], done: Counter[str], starts: list[float], wanted: int
) -> list[Row]:
    connections.close_all()
    told = sum(len(each.told) for each in writers)
    lost = sum(len(each.lost()) for each in writers)
    kinds = ", ".join(f"{count} × {kind}" for kind, count in done.items())
    refused = sum((each.refused for each in writers), Counter[int]())
    errors = sum(count for status, count in refused.items() if status >= 500 and status != 503)
    wrong = [found for each in world.campaigns for found in check(Campaign.objects.get(pk=each))]
    start = f"{sorted(starts)[len(starts) // 2]:.1f} s" if starts else "none"
    return [
        Row("kills under writing", f"{counted(done.total(), wanted)}: {kinds}"),
        Row("confirmed acts that are lost", f"{lost} of {told:,}", "0", lost == 0 and told > 0),
        Row("differences that check_ledger finds", f"{len(wrong)}", "0", not wrong),
        Row("a start after a kill, median", start),
        Row(
            "refused meanwhile", ", ".join(f"{count} × {status}" for status, count in refused.items()) or "0"
        ),
        Row("answered with an error of ours", f"{errors}", "0", not errors),
    ]
