"""Unsafe and forgotten things of an installation, each in a sentence that says what to do."""

from __future__ import annotations

import shutil
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import check_password
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from league import second_step
from league.sealing import locked_rows
from league.services import elapsed
from league.services.backup import NAME
from league.services.closing import overdue
from league.services.organising import held_back
from league.services.outgoing import rows
from league.services.pulse import WORKER, last_beat

Level = Literal["unsafe", "failing", "forgotten"]
LEVELS: tuple[Level, ...] = ("unsafe", "failing", "forgotten")
URGENT: frozenset[Level] = frozenset({"unsafe", "failing"})
LOCAL = frozenset({"localhost", "127.0.0.1", "[::1]", "testserver"})
OVERDUE = timedelta(days=1)
OLDEST_BACKUP = timedelta(days=2)
LONGEST_WAIT = timedelta(minutes=15)
LONGEST_SILENCE = timedelta(minutes=5)
"""Time without a sign of life after which the worker of the outbox counts as stopped."""
LEAST_FREE = 1_000_000_000  # bytes
STOPS_BELOW = 100_000_000
"""Bytes of free disk below which the site calls itself unready: it cannot save much more."""
DEMO = "@demo.example"
DEMO_PASSWORD = "admiralty"  # noqa: S105  the one that the manual tells everybody
CONSOLE = "django.core.mail.backends.console.EmailBackend"


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing to put right. "unsafe": somebody could do harm now; "failing": the site does not do something
    that it has to do; "forgotten": it will be missed one day."""

    level: Level
    text: str


Check = Callable[[Path], Iterator[Advice]]
SILENT = Advice("failing", "The database does not answer, so not everything could be looked at. Start it.")


def examine(backups: Path) -> list[Advice]:
    """Everything that is unsafe, failing or forgotten here, in this order. `backups` is the folder of
    backups."""
    return sorted(_found(CHECKS, backups), key=lambda each: LEVELS.index(each.level))


def failing(backups: Path) -> list[Advice]:
    """Everything that fails here. It is cheap enough for a monitor that asks every minute."""
    return [each for each in _found(FAILING, backups) if each.level == "failing"]


def _found(checks: Iterable[Check], backups: Path) -> list[Advice]:
    found: list[Advice] = []
    for check in checks:
        try:
            found += check(backups)
        except Error:
            if SILENT not in found:
                found.append(SILENT)
    return found


def _strangers_reach_it() -> bool:
    return any(host not in LOCAL for host in settings.ALLOWED_HOSTS)


def _settings(backups: Path) -> Iterator[Advice]:
    if settings.DEBUG:
        yield Advice("unsafe", "DEBUG is on: error pages show the site's insides. Set DEBUG=false.")
    if "*" in settings.ALLOWED_HOSTS:
        yield Advice(
            "unsafe",
            "ALLOWED_HOSTS accepts every name, so links in mails can lead elsewhere. Name the site's own.",
        )
    if _strangers_reach_it() and not settings.HTTPS:
        yield Advice("unsafe", "Passwords travel unencrypted. Put a proxy in front and set HTTPS=true.")
    if settings.HTTPS and not settings.SITE_URL:
        yield Advice("forgotten", "SITE_URL is not set, so codes on paper trust the address of each request.")
    if settings.HTTPS and not settings.ALLAUTH_TRUSTED_PROXY_COUNT:
        yield Advice(
            "forgotten",
            "TRUSTED_PROXIES is 0: behind a proxy all visitors count as one person. Set it to 1.",
        )


def _mail(backups: Path) -> Iterator[Advice]:
    if settings.EMAIL_DELIVERY == CONSOLE:
        if _strangers_reach_it():
            yield Advice("forgotten", "Mail goes to the log: nobody can reset a password. Set EMAIL_URL.")
        return
    if settings.DEFAULT_FROM_EMAIL.endswith("@localhost>"):
        yield Advice("forgotten", "Mail comes from localhost, which others reject. Set DEFAULT_FROM_EMAIL.")
    if _strangers_reach_it() and settings.ACCOUNT_EMAIL_VERIFICATION != "mandatory":
        yield Advice(
            "forgotten",
            "People can sign up with the addresses of others. Set EMAIL_VERIFICATION=mandatory.",
        )


def _accounts(backups: Path) -> Iterator[Advice]:
    if not _strangers_reach_it():
        return
    demo = get_user_model().objects.filter(email__endswith=DEMO, is_active=True)
    known = sum(check_password(DEMO_PASSWORD, each.password) for each in demo[:3])
    if known:
        yield Advice(
            "unsafe",
            "Demo accounts sign in with a password that everybody knows. Delete them and set DEMO=false.",
        )


def _organisers(backups: Path) -> Iterator[Advice]:
    if not settings.ORGANISERS_NEED_SECOND_STEP:
        if _strangers_reach_it():
            yield Advice(
                "forgotten",
                "A stolen password is enough to run a campaign. Set ORGANISERS_NEED_SECOND_STEP=true.",
            )
    elif is_migrated() and (numbers := held_back()):
        listed = ", ".join(map(str, numbers))
        yield Advice(
            "forgotten",
            f"Organisers without a second step cannot organise: account {listed}. Tell them to set it up.",
        )


def _closed(backups: Path) -> Iterator[Advice]:
    if is_migrated():
        yield from waiting_removals()


def waiting_removals() -> Iterator[Advice]:
    """Advice about closed accounts that should be gone for a day or more."""
    count = overdue(elapsed.passed() - OVERDUE.total_seconds()).count()
    if count:
        accounts = "1 closed account was" if count == 1 else f"{count} closed accounts were"
        yield Advice(
            "failing", f"{accounts} not removed after the week. Run clear_accounts, and read what it says."
        )


def private_files() -> list[Path]:
    """The files that only the site's account should read: the key, and the database if it is a file."""
    name = str(connection.settings_dict["NAME"])
    database = [Path(name + part) for part in ("", "-wal", "-shm")] if connection.vendor == "sqlite" else []
    return [settings.VAR_DIR / "secret_key", *database]


def close_private_files() -> list[Path]:
    """Take the private files away from other accounts; those that they could read."""
    found = [path for path in private_files() if _is_readable(path)]
    for path in found:
        path.chmod(0o600)
    return found


def _is_readable(path: Path) -> bool:
    return path.is_file() and bool(path.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH))


def _files(backups: Path) -> Iterator[Advice]:
    for path in private_files():
        if _is_readable(path):
            yield Advice(
                "unsafe", f"Other accounts of this machine can read {path.name}. Run chmod 600 on it."
            )


def newest_backup(backups: Path) -> datetime | None:
    """The moment of the newest backup in the folder; None if there is none."""
    kept = (
        [each for each in backups.glob("admiralty-*") if NAME.fullmatch(each.name)]
        if backups.is_dir()
        else []
    )
    return datetime.fromtimestamp(max(each.stat().st_mtime for each in kept), UTC) if kept else None


def _backups(backups: Path) -> Iterator[Advice]:
    newest = newest_backup(backups)
    if newest is None:
        yield Advice("failing", f"There is no backup in {backups}. Let a timer or cron run it every night.")
    elif (age := datetime.now(UTC) - newest) > OLDEST_BACKUP:
        yield Advice("failing", f"The newest backup is {age.days} days old. See why no later one was made.")


def _disk(backups: Path) -> Iterator[Advice]:
    free = free_disk()
    if free < LEAST_FREE:
        yield Advice(
            "failing",
            f"The disk has {free // 1_000_000} MB left. Below {STOPS_BELOW // 1_000_000} MB the site stops "
            "to work.",
        )


def free_disk() -> int:
    """Free bytes of the fullest disk on which the site writes: its own files, and the database if it is a
    file."""
    places = [settings.VAR_DIR if settings.VAR_DIR.exists() else settings.BASE_DIR]
    if connection.vendor == "sqlite":
        places.append(Path(connection.settings_dict["NAME"]).absolute().parent)
    return min(shutil.disk_usage(place).free for place in places if place.exists())


def _migrations(backups: Path) -> Iterator[Advice]:
    if not is_migrated():
        yield Advice("unsafe", "The database is older than the code. Run make_ready, then start the site.")


def is_migrated() -> bool:
    """Whether the database has the shape that this code expects."""
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _seals(backups: Path) -> Iterator[Advice]:
    if is_migrated() and (locked := locked_rows()):
        yield Advice(
            "unsafe",
            f"No key opens the seeds in {locked} rows, so their games cannot draw. Add the key that sealed "
            "them to SECRET_KEY_FALLBACKS.",
        )
    if is_migrated() and (shut := second_step.locked_rows()):
        yield Advice(
            "unsafe",
            f"No key opens the secrets of {shut} second steps, so their codes are refused. Add the key that "
            "sealed them to SECRET_KEY_FALLBACKS.",
        )


def _outgoing(backups: Path) -> Iterator[Advice]:
    if not is_migrated():
        return
    if count := rows.failed().count():
        yield Advice(
            "forgotten",
            f"Letters or messages that could not be sent: {count}. `outgoing` lists them with the reasons; "
            "`outgoing --again` sends them once more.",
        )
    late = rows.waiting(datetime.now(UTC) - LONGEST_WAIT)
    if (oldest := late.first()) is not None:
        yield Advice(
            "failing",
            f"Letters or messages that wait to be sent: {late.count()}, the first since "
            f"{oldest.wanted_at:%Y-%m-%d %H:%M} UTC. {_why(oldest.said)}",
        )


def _why(said: str) -> str:
    if said:
        return f"The last try ended with: {said}"
    return "No process sends them: start the site, and remove OUTGOING=false from its settings."


def _worker(backups: Path) -> Iterator[Advice]:
    if not settings.OUTGOING or not is_migrated():
        return
    seen = last_beat(WORKER)
    if seen is None:
        yield Advice("failing", "No process has looked after the outbox yet. Start the site.")
    elif timezone.now() - seen > LONGEST_SILENCE:
        yield Advice(
            "failing",
            f"No process has looked after the outbox since {seen:%Y-%m-%d %H:%M} UTC, so no letter leaves. "
            "Start the site, or start it again.",
        )


FAILING: tuple[Check, ...] = (_closed, _backups, _disk, _outgoing, _worker)
"""The checks that can find something failing."""
CHECKS: tuple[Check, ...] = (
    _settings,
    _mail,
    _accounts,
    _organisers,
    _closed,
    _files,
    _backups,
    _disk,
    _migrations,
    _seals,
    _outgoing,
    _worker,
)
