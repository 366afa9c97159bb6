"""Settings from the environment: right values are read, wrong ones refused in a sentence."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from league import env


@pytest.mark.parametrize(("text", "meant"), [("1", True), ("Yes", True), ("off", False), ("", False)])
def test_a_flag_reads_the_usual_words(text: str, meant: bool, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SOME_FLAG", text)
    assert env.flag("SOME_FLAG", not meant) is meant


def test_a_flag_refuses_what_is_neither_yes_nor_no(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SOME_FLAG", "maybe")
    with pytest.raises(ImproperlyConfigured, match="has to be true or false"):
        env.flag("SOME_FLAG")


def test_a_number_refuses_letters_and_minus(monkeypatch: pytest.MonkeyPatch):
    for text in ("-1", "ten", "1.5"):
        monkeypatch.setenv("SOME_NUMBER", text)
        with pytest.raises(ImproperlyConfigured, match="whole number"):
            env.number("SOME_NUMBER", 3)


def test_words_leave_out_empty_items(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SOME_WORDS", " a, ,b,")
    assert env.words("SOME_WORDS") == ["a", "b"]


def test_a_choice_refuses_other_words(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SOME_CHOICE", "perhaps")
    with pytest.raises(ImproperlyConfigured, match="one of none, all"):
        env.choice("SOME_CHOICE", ("none", "all"), "none")


@pytest.mark.parametrize("text", ["https://club.example", "http://192.168.1.5:8000/", " https://[::1]:8443 "])
def test_an_origin_is_scheme_host_and_port(text: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SITE", text)
    assert env.origin("SITE") == text.strip().rstrip("/")
    monkeypatch.delenv("SITE")
    assert env.origin("SITE") == ""


@pytest.mark.parametrize(
    "text",
    [
        "club.example",
        "https://",
        "ftp://club.example",
        "https://club.example/league",
        "https://a@b",
        "http://x?y",
    ],
)
def test_an_origin_is_nothing_else(text: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SITE", text)
    with pytest.raises(ImproperlyConfigured, match="the site's address without a path"):
        env.origin("SITE")


def test_a_secret_key_is_made_once_and_kept_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("SECRET_KEY", raising=False)
    first = env.secret_key(tmp_path / "var")
    assert env.secret_key(tmp_path / "var") == first
    assert len(first) >= 40
    assert (tmp_path / "var" / "secret_key").stat().st_mode & 0o077 == 0
    assert [path.name for path in (tmp_path / "var").iterdir()] == ["secret_key"]


def test_a_short_secret_key_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SECRET_KEY", "changeme")
    with pytest.raises(ImproperlyConfigured, match="too short"):
        env.secret_key(tmp_path)


def test_a_sqlite_address_takes_the_write_lock_at_once():
    found = env.database("sqlite:///var/some.sqlite3")
    assert found["NAME"] == "var/some.sqlite3"
    assert found["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_a_postgresql_address_is_taken_apart():
    assert env.database("postgresql://ann:p%40ss@db.example:5433/fleet?sslmode=require") == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "fleet",
        "USER": "ann",
        "PASSWORD": "p@ss",
        "HOST": "db.example",
        "PORT": "5433",
        "OPTIONS": {"connect_timeout": "10", "sslmode": "require"},
    }


def test_sqlite_writes_every_commit_to_the_disk(tmp_path: Path):
    options = env.database("sqlite:///var/some.sqlite3")["OPTIONS"]
    with closing(sqlite3.connect(tmp_path / "some.sqlite3")) as made:
        made.executescript(options["init_command"])
        full = 2
        assert made.execute("PRAGMA synchronous").fetchone() == (full,)
        assert made.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_files_are_made_for_this_account_alone(tmp_path: Path):
    before = os.umask(0o022)
    try:
        env.keep_files_private()
        (tmp_path / "db.sqlite3").touch()
        (tmp_path / "photos").mkdir()
    finally:
        os.umask(before)
    assert [path.stat().st_mode & 0o777 for path in sorted(tmp_path.iterdir())] == [0o600, 0o700]


@pytest.mark.parametrize("url", ["mysql://host/name", "sqlite:///", "postgresql://host", "nonsense"])
def test_other_databases_are_refused(url: str):
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        env.database(url)


def test_mail_goes_to_the_console_or_to_a_server():
    assert env.email("console:")["EMAIL_DELIVERY"].endswith("console.EmailBackend")
    found = env.email("smtps://ann:secret@mail.example")
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"], found["EMAIL_USE_SSL"]) == ("mail.example", 465, True)
    assert env.email("smtp://mail.example:25/?tls=false")["EMAIL_USE_TLS"] is False


def test_mail_without_a_server_is_refused():
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL"):
        env.email("smtp://")
