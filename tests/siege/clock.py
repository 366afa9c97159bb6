"""Jumps of the clock: people stay signed in and act, the log keeps its order, and no limit locks for ever."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from django.db import connections

from league import limits
from league.models import Act, Campaign
from league.services.check import check
from tests.siege import Row
from tests.siege.floods import begin_battle
from tests.siege.site import Site, whole_clock
from tests.siege.world import World

FULL = "203.0.113.77"
NOBODY = "nobody@siege.example"
HOUR, DAY = 3600, 24 * 3600
SESSION_DAYS = 14
"""Time after which people sign in again; a clock that is further ahead signs them out."""
JUMPS = (HOUR, -HOUR, 2 * DAY, -2 * DAY, 400 * DAY, 0, -400 * DAY, 0)
"""Seconds by which the clock is off, one after the other. The right time comes back at last."""


def attack(folder: Path, world: World, machine: Path | None, workers: int) -> list[Row]:
    """Act at each time, and be locked out at some; then everything has to work at the right time. `machine`
    is the file with the clock of the database; then the whole site has that clock, else one process alone."""
    file = machine or folder / "clock"
    file.write_text("+0")
    site = Site(folder, workers, environment=whole_clock(file)) if machine else Site(folder, clock=file)
    site.start()
    try:
        refused = [each for off in JUMPS for each in _at(site, world, file, off)]
        locked = _locked(site, world)
    finally:
        site.stop()
    connections.close_all()
    wrong = [found for each in world.campaigns for found in check(Campaign.objects.get(pk=each))]
    unordered = sum(_unordered(each) for each in world.campaigns)
    whose = "of site and database together" if machine else "of the site"
    return [
        Row("jumps of the clock", f"{len(JUMPS)}, up to 400 days, {whose}"),
        Row("acts refused after a jump", f"{len(refused)} {refused[:2] or ''}".strip(), "0", not refused),
        Row("limits that lock at the right time", f"{len(locked)} {locked or ''}".strip(), "0", not locked),
        Row("acts out of order, differences", f"{unordered}, {len(wrong)}", "0, 0", not (wrong or unordered)),
        Row("errors in the log", f"{site.tracebacks()}", "0", not site.tracebacks()),
    ]  # fmt: skip


def _at(site: Site, world: World, file: Path, off: int) -> list[str]:
    """Refusals of a few acts at that time. A visitor also fills two limits there."""
    file.write_text(f"{off:+d}")
    found = []
    for draft in world.drafts[:3]:
        person = draft.owner
        person.port = site.port
        answer = person.post(draft.work, do="rename_fleet", fleet_name=f"At {off}", suit="spades")
        if abs(off) < SESSION_DAYS * DAY and (answer[0] != 302 or b"login" in answer[1]):
            found.append(f"{off}: {answer[0]}")
    visitor = next(world.visitors())
    visitor.port, visitor.address = site.port, FULL
    if abs(off) > 100 * DAY:
        for _ in range(6):
            visitor.post("/accounts/login/", login=NOBODY, password="wrong")
        for _ in range(limits.TRIED.most + 1):
            begin_battle(visitor, "close")
    return found


def _locked(site: Site, world: World) -> list[str]:
    """Limits that a visitor filled at other times and that still hold at the right time."""
    visitor = next(world.visitors())
    visitor.port, visitor.address = site.port, FULL
    began, _ = begin_battle(visitor, "close")
    site.stop()
    site.start()
    _, page = visitor.post("/accounts/login/", login=NOBODY, password="wrong")
    found = [f"battles: {began}"] if began != 302 else []
    return found + (["sign-in"] if b"Too many" in page else [])


def _unordered(campaign: int) -> int:
    """Acts whose number is not above that of the act before."""
    numbers = list(Act.objects.filter(campaign=campaign).order_by("id").values_list("number", flat=True))
    return sum(later <= earlier for earlier, later in pairwise(numbers))
