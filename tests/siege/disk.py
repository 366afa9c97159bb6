"""A full disk: pages can be read, acts are refused with a sentence, nothing that was confirmed is lost."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

from django.db import DatabaseError, connection, connections

from league.models import Campaign
from league.services.check import check
from league.services.ready import BELIEVED_SECONDS
from league.store import log
from rosters.rules.events import FleetRenamed
from tests.siege import Row
from tests.siege.site import Site
from tests.siege.web import GONE
from tests.siege.world import Draft, World

TRIES = 40


def attack(site: Site, world: World, disk: Path) -> list[Row]:
    """Fill the disk on which the database lies, act, make room, and act again."""
    told: dict[int, list[str]] = {}
    before = [_rename(world.drafts[0], f"Before {number}", told) for number in range(5)]
    with connection.cursor() as cursor:
        sqlite = connection.vendor == "sqlite"
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)" if sqlite else "CHECKPOINT")
    connections.close_all()
    filler = fill(disk)
    draft = world.drafts[0]
    during = [_rename(draft, f"During {number}", told) for number in range(TRIES)]
    pages = [draft.owner.get(path)[0] for path in ("/", f"/campaigns/{draft.campaign}/", "/healthz")]
    pages.append(_settled(site, 503))
    filler.unlink()
    after = [_rename(draft, f"After {number}", told) for number in range(5)]
    ready = _settled(site, 200)
    lost = _lost(draft, told)
    wrong = [found for each in world.campaigns for found in check(Campaign.objects.get(pk=each))]
    errors = sum(status >= 500 and status != 503 for status in during)
    return [
        Row("acts on a full disk", _counted(during)),
        Row("answered with an error of ours", f"{errors}", "0", not errors),
        Row("pages, /healthz and /readyz on a full disk", " ".join(map(str, pages)), "200 200 200 503",
            pages == [200, 200, 200, 503]),
        Row("acts once there is room", f"{after.count(302)} of 5, /readyz {ready}", "5 of 5, 200",
            (before.count(302), after.count(302), ready) == (5, 5, 200)),
        Row("lost acts, differences", f"{len(lost)}, {len(wrong)}", "0, 0", not (lost or wrong)),
    ]  # fmt: skip


def attack_log(site: Site, world: World, disk: Path) -> list[Row]:
    """Fill the disk of PostgreSQL's own log, until its processes end; ask meanwhile; make room, and act again
    without a start of the site."""
    told: dict[int, list[str]] = {}
    draft = world.drafts[0]
    before = [_rename(draft, f"Before {number}", told) for number in range(5)]
    filler = fill(disk)
    full = [
        _used_up(draft, number, told) for number in range(TRIES) if number == 0 or site.answers("/readyz")
    ]
    during = [_rename(draft, f"During {number}", told) for number in range(TRIES)]
    paths = ("/", f"/campaigns/{draft.campaign}/", "/rules/")
    pages = [_asked(draft, path) for path in paths] + [site.status("/healthz"), _settled(site, 503)]
    filler.unlink()
    room = time.monotonic()
    ready = _settled(site, 200)
    seconds = time.monotonic() - room
    after = [_rename(draft, f"After {number}", told) for number in range(5)]
    connections.close_all()
    lost = _lost(draft, told)
    wrong = [found for each in world.campaigns for found in check(Campaign.objects.get(pk=each))]
    acts = [*full, *during]
    others = sorted({*acts} - {302, 503})
    return [
        Row("acts while the log has no room", _counted(acts), "some × 503", acts.count(503) > 0),
        Row("answered with another status", f"{others or 0}", "0", not others),
        Row(f"{', '.join(paths)}, /healthz, /readyz meanwhile", " ".join(map(str, pages)),
            "503 503 503 200 503", pages == [503, 503, 503, 200, 503]),
        Row("ready again once there is room", f"{ready} after {seconds:.0f} s", "200", ready == 200),
        Row("acts once there is room", f"{after.count(302)} of 5", "5 of 5",
            (before.count(302), after.count(302)) == (5, 5)),
        Row("lost acts, differences", f"{len(lost)}, {len(wrong)}", "0, 0", not (lost or wrong)),
    ]  # fmt: skip


def _counted(statuses: list[int]) -> str:
    return f"{len(statuses)}: {statuses.count(302)} written, {statuses.count(503)} × 503"


def _used_up(draft: Draft, number: int, told: dict[int, list[str]]) -> int:
    """The status of an act, after PostgreSQL was asked for the next file of its log."""
    with suppress(DatabaseError), connection.cursor() as cursor:
        cursor.execute("SELECT pg_switch_wal()")
    connections.close_all()
    return _rename(draft, f"Last {number}", told)


def _asked(draft: Draft, path: str) -> int:
    try:
        return draft.owner.get(path)[0]
    except GONE:
        return 0


def _lost(draft: Draft, told: dict[int, list[str]]) -> list[str]:
    """Confirmed names that the log does not have."""
    events = (each.event for each in log.logged(draft.campaign))
    kept = {event.name for event in events if isinstance(event, FleetRenamed)}
    return [name for name in told[draft.campaign] if name not in kept]


def _settled(site: Site, wanted: int) -> int:
    """The status of /readyz, once it is the wanted one or the time is over for which a write is believed, in
    all processes."""
    until = time.monotonic() + 6 * BELIEVED_SECONDS
    while (found := site.status("/readyz")) != wanted and time.monotonic() < until:
        time.sleep(0.2)
    return found


def fill(folder: Path) -> Path:
    """A file that takes the last byte of the disk."""
    file = folder / "filler"
    with file.open("wb", buffering=0) as full:
        for size in (2**20, 2**12, 1):
            try:
                while True:
                    full.write(b"x" * size)
            except OSError:
                continue
    return file


def _rename(draft: Draft, name: str, told: dict[int, list[str]]) -> int:
    """Status of an act; 0 if the site hangs up."""
    try:
        status, _ = draft.owner.post(draft.work, do="rename_fleet", fleet_name=name, suit="hearts")
    except GONE:
        return 0
    told.setdefault(draft.campaign, [])
    if status == 302:
        told[draft.campaign].append(name)
    return status
