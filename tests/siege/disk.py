"""A full disk: pages can be read, acts are refused with a sentence, nothing that was confirmed is lost."""

from __future__ import annotations

import time
from pathlib import Path

from django.db import connection, connections

from league.models import Campaign
from league.services.check import check
from league.services.ready import BELIEVED_SECONDS
from league.store import log
from rosters.rules.events import FleetRenamed
from tests.siege import Row
from tests.siege.site import Site
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
    kept = {
        event.name
        for each in log.logged(draft.campaign)
        if isinstance(event := each.event, FleetRenamed)
    }  # fmt: skip
    lost = [name for name in told[draft.campaign] if name not in kept]
    wrong = [found for each in world.campaigns for found in check(Campaign.objects.get(pk=each))]
    errors = sum(status >= 500 and status != 503 for status in during)
    return [
        Row("acts on a full disk", f"{TRIES}: {during.count(302)} written, {during.count(503)} × 503"),
        Row("answered with an error of ours", f"{errors}", "0", not errors),
        Row("pages, /healthz and /readyz on a full disk", " ".join(map(str, pages)), "200 200 200 503",
            pages == [200, 200, 200, 503]),
        Row("acts once there is room", f"{after.count(302)} of 5, /readyz {ready}", "5 of 5, 200",
            (before.count(302), after.count(302), ready) == (5, 5, 200)),
        Row("lost acts, differences", f"{len(lost)}, {len(wrong)}", "0, 0", not (lost or wrong)),
    ]  # fmt: skip


def _settled(site: Site, wanted: int) -> int:
    """The status of /readyz, once it is the wanted one or the time is over for which a write is believed, in
    all processes."""
    until = time.monotonic() + 2 * BELIEVED_SECONDS
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
    status, _ = draft.owner.post(draft.work, do="rename_fleet", fleet_name=name, suit="hearts")
    told.setdefault(draft.campaign, [])
    if status == 302:
        told[draft.campaign].append(name)
    return status
