"""Backups: a dated copy of the database, of the secret key and of the photos, whose logs were checked.

The check runs on the kept data: on SQLite the copy itself, on PostgreSQL the snapshot that `pg_dump` reads.
The outbox stays out of a backup, so that a site restored from it sends nothing that has been sent since.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections, transaction
from django.db.backends.postgresql.client import DatabaseClient

from league.models import Campaign, Outgoing
from league.services.check import check

NAME = re.compile(r"(admiralty-\d{4}-\d\d-\d\d-\d{6}(?:-\d+)?)\.(?:sqlite3|dump|secret_key|photos)")
SUFFIXES = {"sqlite": "sqlite3", "postgresql": "dump"}


class BackupFailed(Exception):
    """No backup was made; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Backup:
    """The files of one backup, and the folder of its photos if there are any. `differences` says where rows
    do not match a log; empty if none differs."""

    database: Path
    secret_key: Path | None
    photos: Path | None
    differences: tuple[str, ...]


def default_folder() -> Path:
    """Folder beside the checkout, where no clean-up of the checkout reaches it."""
    root = Path(settings.BASE_DIR)
    return root.with_name(f"{root.name}-backups")


def make_backup(folder: Path) -> Backup:
    """Copy database, secret key and photos into `folder`, readable by this account alone, and check the copy.

    Raises BackupFailed when nothing could be kept.
    """
    _prepare(folder)
    target = _dated_file(folder, SUFFIXES[connection.vendor])
    try:
        differences = _copy_sqlite(target) if connection.vendor == "sqlite" else _dump_postgresql(target)
    except BaseException:
        target.unlink()
        raise
    # The photos come last: those of the copied rows are there by then.
    return Backup(target, _copy_secret_key(target), _copy_photos(target), differences)


def remove_older(folder: Path, keep: int) -> list[str]:
    """Remove all but the `keep` newest backups of the folder, and nothing that is not named like one. Returns
    what was removed."""
    return _remove(folder, lambda stems: set(sorted(stems, key=_age)[-keep:]))


def rotate(folder: Path) -> list[str]:
    """Remove all but the backups that `rotated` keeps. Returns what was removed."""
    return _remove(folder, rotated)


def _remove(folder: Path, choose: Callable[[set[str]], set[str]]) -> list[str]:
    named = {path: found[1] for path in folder.iterdir() if (found := NAME.fullmatch(path.name))}
    kept = choose(set(named.values()))
    gone = sorted(path for path, stem in named.items() if stem not in kept)
    for path in gone:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    return [path.name for path in gone]


DAYS, WEEKS, MONTHS = 7, 4, 12


def rotated(stems: Iterable[str]) -> set[str]:
    """All backups of the newest day, and the newest of each of the last seven days, four weeks and twelve
    months that have one, by their names without suffix."""
    newest_first = sorted(stems, key=_age, reverse=True)
    kept = {stem for stem in newest_first if stem[:20] == newest_first[0][:20]}
    for most, form in ((DAYS, "%Y-%m-%d"), (WEEKS, "%G-%V"), (MONTHS, "%Y-%m")):
        last: dict[str, str] = {}
        for stem in newest_first:
            last.setdefault(datetime.strptime(stem[10:20], "%Y-%m-%d").strftime(form), stem)  # noqa: DTZ007
        kept.update(list(last.values())[:most])
    return kept


def _age(stem: str) -> tuple[str, int]:
    """Sort key of a backup: its moment, then its number within that second."""
    moment, number = stem[: len("admiralty-2026-01-31-235959")], stem[len("admiralty-2026-01-31-235959-") :]
    return moment, int(number or 1)


def _prepare(folder: Path) -> None:
    root = Path(settings.BASE_DIR).resolve()
    if folder.resolve().is_relative_to(root):
        raise BackupFailed(
            f"{folder} lies inside {root}, which an upgrade may clean. Choose a folder outside."
        )
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise BackupFailed(f"{folder} cannot be made: {problem.strerror}.") from None


def _dated_file(folder: Path, suffix: str) -> Path:
    """A new empty file with mode 0600, named after the present second (UTC)."""
    stem = f"admiralty-{datetime.now(UTC):%Y-%m-%d-%H%M%S}"
    for number in range(1, 1000):
        path = folder / f"{stem}{f'-{number}' if number > 1 else ''}.{suffix}"
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError:
            continue
        except OSError as problem:
            raise BackupFailed(f"{path} cannot be written: {problem.strerror}.") from None
        return path
    raise BackupFailed(f"{folder} holds a thousand backups of this second.")


def _copy_sqlite(target: Path) -> tuple[str, ...]:
    """Copy the database while the site runs, then check the copy itself."""
    address = Path(connection.settings_dict["NAME"]).absolute().as_uri()
    try:
        with closing(sqlite3.connect(f"{address}?mode=rw", uri=True)) as source:  # never makes an empty one
            source.execute("VACUUM INTO ?", (str(target),))
        _empty_outbox(target)
    except sqlite3.Error as problem:
        raise BackupFailed(f"The database {address} could not be copied: {problem}.") from None
    with _reading(target):
        return _differences()


def _empty_outbox(copy: Path) -> None:
    """Delete the outbox from the copy and overwrite it: links that open an account stand in it."""
    table = Outgoing._meta.db_table
    with closing(sqlite3.connect(copy)) as database, database:
        database.execute("PRAGMA secure_delete = ON")
        if database.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table,)).fetchone():
            database.execute(f"DELETE FROM {table}")  # noqa: S608  a name of ours


@contextmanager
def _reading(file: Path) -> Iterator[None]:
    """Let every query of this thread read another SQLite file."""
    usual = connections[DEFAULT_DB_ALIAS]
    copy = connections.create_connection(DEFAULT_DB_ALIAS)
    copy.settings_dict = {**usual.settings_dict, "NAME": str(file.absolute())}
    connections[DEFAULT_DB_ALIAS] = copy
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = usual
        copy.close()


def _differences() -> tuple[str, ...]:
    """Sentences for everything that is not what a log says, with its campaign."""
    try:
        return tuple(
            f"{campaign.pk} {campaign.name}: {sentence}"
            for campaign in Campaign.objects.order_by("pk")
            for sentence in check(campaign)
        )
    except DatabaseError as problem:
        return (f"The copy cannot be read: {problem}.",)


def _dump_postgresql(target: Path) -> tuple[str, ...]:
    with _snapshot() as snapshot:
        found = _differences()
        _pg_dump(target, snapshot)
    return found


@contextmanager
def _snapshot() -> Iterator[str]:
    """A view of the whole database that stands still, by the name under which others can read it too."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        cursor.execute("SELECT pg_export_snapshot()")
        yield cursor.fetchone()[0]


def _pg_dump(target: Path, snapshot: str) -> None:
    """Raises BackupFailed. The password goes through the environment, where no list of processes shows it."""
    program = shutil.which("pg_dump")
    if program is None:
        raise BackupFailed("pg_dump is missing. On Debian or Ubuntu install the package postgresql-client.")
    (_, *where), extra = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, [])
    without = f"--exclude-table-data={Outgoing._meta.db_table}"
    command = [program, "--format=custom", without, f"--snapshot={snapshot}", f"--file={target}", *where]
    done = subprocess.run(  # noqa: S603  a list, and no shell
        command, env=os.environ | (extra or {}), capture_output=True, text=True
    )
    if done.returncode:
        raise BackupFailed(f"pg_dump did not finish: {done.stderr.strip()}")


def _copy_secret_key(target: Path) -> Path | None:
    """A copy of the kept key beside the database's; None when the environment sets the key."""
    kept = Path(settings.VAR_DIR) / "secret_key"
    if os.environ.get("SECRET_KEY") or not kept.exists():
        return None
    copy = target.with_suffix(".secret_key")
    with os.fdopen(os.open(copy, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
        file.write(kept.read_text())
    return copy


def _copy_photos(target: Path) -> Path | None:
    """A folder of all photos beside the database's copy; None without photos. Raises BackupFailed.

    A photo's file never changes, so it is one file on the disk for all backups that have it.
    """
    kept, copy = Path(settings.PHOTOS_DIR), target.with_suffix(".photos")
    photos = sorted(kept.glob("*/*.jpg"))
    if not photos:
        return None
    before = _newest_photos(target.parent)
    try:
        copy.mkdir(mode=0o700)
        for path in photos:
            place = copy / path.relative_to(kept)
            place.parent.mkdir(mode=0o700, exist_ok=True)
            if before is None or not _linked(before / path.relative_to(kept), place):
                _copied(path, place)
    except OSError as problem:
        shutil.rmtree(copy, ignore_errors=True)
        raise BackupFailed(f"The photos could not be copied to {copy}: {problem.strerror}.") from None
    return copy


def _newest_photos(folder: Path) -> Path | None:
    """The photos of the newest backup that has any."""
    found = [path for path in folder.glob("*.photos") if NAME.fullmatch(path.name)]
    return max(found, key=lambda path: _age(path.stem), default=None)


def _linked(older: Path, place: Path) -> bool:
    """Give a file of an older backup a second name. Some file systems cannot, and some files are new."""
    try:
        os.link(older, place)
    except OSError:
        return False
    return True


def _copied(path: Path, place: Path) -> None:
    """Copy a photo, unless somebody has deleted it meanwhile."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return
    with os.fdopen(os.open(place, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        file.write(data)
