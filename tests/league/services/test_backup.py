"""A backup says when its copy is wrong, and removes only old backups."""

from __future__ import annotations

import sqlite3
from calendar import monthrange
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from league.models import Outgoing
from league.services.backup import BackupFailed, default_folder, make_backup, remove_older, rotate, rotated
from league.services.outgoing.rows import put
from rosters.models import Fleet
from tests import verbs

on_sqlite = pytest.mark.skipif(
    connection.vendor != "sqlite", reason="docs/operations.md is run on PostgreSQL"
)


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_copy_that_does_not_match_its_logs_fails_the_command_and_nothing_is_removed(tmp_path: Path):
    verbs.league(verbs.crew())
    call_command("backup", to=tmp_path)
    Fleet.objects.update(points=999)
    with pytest.raises(CommandError, match="do not match"):
        call_command("backup", to=tmp_path, keep=1)
    assert len(list(tmp_path.glob("*.sqlite3"))) == 2
    assert Fleet.objects.filter(points=999).exists()  # the site's own database is read again


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_backup_holds_no_letter_and_the_site_keeps_its_own(tmp_path: Path):
    link = "https://club.example/accounts/password/reset/key/abc"
    for number in range(20):
        put("mail", f"mail:{number}", {"text": f"{link}-{number}"})
    copy = make_backup(tmp_path).database
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT count(*) FROM league_outgoing").fetchone() == (0,)
    assert link.encode() not in copy.read_bytes()
    assert Outgoing.objects.count() == 20


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_database_older_than_the_outbox_is_backed_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Outgoing._meta, "db_table", "league_not_yet")
    assert make_backup(tmp_path).differences == ()


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_database_that_is_not_there_is_not_backed_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(connection.settings_dict, "NAME", str(tmp_path / "gone.sqlite3"))
    with pytest.raises(BackupFailed, match="could not be copied"):
        make_backup(tmp_path / "backups")
    assert [path.name for path in tmp_path.rglob("*")] == ["backups"]


def test_a_folder_inside_the_checkout_is_refused(settings):
    with pytest.raises(BackupFailed, match="Choose a folder outside"):
        make_backup(Path(settings.BASE_DIR) / "var" / "backups")
    assert default_folder().parent == Path(settings.BASE_DIR).parent


def test_the_oldest_backups_go_with_their_keys_and_other_files_stay(tmp_path: Path):
    first, second, third, fourth = (
        f"admiralty-2026-05-0{day}-040000{more}" for day, more in ((1, ""), (2, "-2"), (2, "-10"), (3, ""))
    )
    names = {f"{first}.sqlite3", f"{first}.secret_key", f"{second}.sqlite3", f"{third}.sqlite3"}
    kept = {f"{fourth}.dump", f"{fourth}.secret_key", "admiralty-2025.sqlite3", "notes.txt"}
    for name in names | kept:
        (tmp_path / name).touch()
    assert remove_older(tmp_path, 2) == sorted(names - {f"{third}.sqlite3"})
    assert {path.name for path in tmp_path.iterdir()} == kept | {f"{third}.sqlite3"}


def stem(day: date, hour: int = 4) -> str:
    return f"admiralty-{day:%Y-%m-%d}-{hour:02}0000"


def test_a_rotation_keeps_seven_days_four_weeks_and_twelve_months():
    today = date(2026, 11, 27)
    nights = [today - timedelta(days=number) for number in range(800)]
    kept = sorted(rotated([stem(each) for each in nights] + [stem(today, 2)]), reverse=True)
    days = [stem(today, 2), *(stem(today - timedelta(days=number)) for number in range(7))]
    weeks = [stem(date(2026, 11, day)) for day in (22, 15, 8)]
    ends = ((2026, 10), (2026, 9), (2026, 8), (2026, 7), (2026, 6), (2026, 5), (2026, 4), (2026, 3))
    ends += ((2026, 2), (2026, 1), (2025, 12))
    months = [stem(date(year, month, monthrange(year, month)[1])) for year, month in ends]
    assert kept == sorted({*days, *weeks, *months}, reverse=True)


@given(st.sets(st.integers(0, 900), max_size=120))
def test_a_rotation_of_every_night_never_grows_and_has_the_newest(nights: set[int]):
    kept: set[str] = set()
    for night in sorted(nights):
        kept = rotated(kept | {stem(date(2026, 1, 1) + timedelta(days=night))})
    assert len(kept) <= 7 + 4 + 12
    if nights:
        assert stem(date(2026, 1, 1) + timedelta(days=max(nights))) in kept


def test_a_rotation_leaves_other_files_and_those_of_the_newest_day_alone(tmp_path: Path):
    moments = ((1, 3), (1, 4), (2, 3), (2, 4))
    names = [f"{stem(date(2026, 5, day), hour)}.sqlite3" for day, hour in moments]
    for name in (*names, "notes.txt"):
        (tmp_path / name).touch()
    assert rotate(tmp_path) == names[:1]
    assert {path.name for path in tmp_path.iterdir()} == {*names[1:], "notes.txt"}


@pytest.mark.parametrize("keep", ["0", "-1", "few"])
def test_at_least_one_backup_is_kept(keep: str):
    with pytest.raises(CommandError, match="keep 1 backup or more"):
        call_command("backup", "--keep", keep)


def photo(folder: Path, name: str, data: bytes = b"a picture") -> Path:
    path = folder / "3" / f"{name}-large.jpg"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_photo_is_one_file_for_all_backups_that_have_it_and_leaves_with_the_last(tmp_path: Path, settings):
    settings.PHOTOS_DIR, folder = tmp_path / "photos", tmp_path / "backups"
    assert make_backup(folder).photos is None
    gone, _ = photo(settings.PHOTOS_DIR, "gone"), photo(settings.PHOTOS_DIR, "kept")
    first = make_backup(folder).photos
    gone.unlink()
    photo(settings.PHOTOS_DIR, "new", b"another")
    second = make_backup(folder).photos
    assert first is not None and second is not None
    assert sorted(path.name for path in first.rglob("*.jpg")) == ["gone-large.jpg", "kept-large.jpg"]
    assert sorted(path.name for path in second.rglob("*.jpg")) == ["kept-large.jpg", "new-large.jpg"]
    assert (first / "3/kept-large.jpg").samefile(second / "3/kept-large.jpg")
    assert (second / "3/new-large.jpg").read_bytes() == b"another"
    assert {path.stat().st_mode & 0o777 for path in second.rglob("*.jpg")} == {0o600}
    assert {path.stat().st_mode & 0o777 for path in (second, second / "3")} == {0o700}
    assert first.name in remove_older(folder, 1)
    assert [path for path in folder.iterdir() if path.is_dir()] == [second]
    assert (second / "3/kept-large.jpg").read_bytes() == b"a picture"


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_photos_are_copied_where_no_file_can_have_two_names(tmp_path: Path, settings, monkeypatch):
    settings.PHOTOS_DIR, folder = tmp_path / "photos", tmp_path / "backups"
    photo(settings.PHOTOS_DIR, "kept")
    first = make_backup(folder).photos

    def refuse(*names: Path) -> None:
        raise PermissionError

    monkeypatch.setattr("os.link", refuse)
    second = make_backup(folder).photos
    assert first is not None and second is not None
    assert not (first / "3/kept-large.jpg").samefile(second / "3/kept-large.jpg")
    assert (second / "3/kept-large.jpg").read_bytes() == b"a picture"


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_photos_that_cannot_be_copied_fail_the_backup(tmp_path: Path, settings, monkeypatch):
    settings.PHOTOS_DIR, folder = tmp_path / "photos", tmp_path / "backups"
    photo(settings.PHOTOS_DIR, "kept")

    def full(path: Path, place: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("league.services.backup._copied", full)
    with pytest.raises(BackupFailed, match="photos could not be copied .* No space left"):
        make_backup(folder)
    assert [path for path in folder.iterdir() if path.is_dir()] == []
