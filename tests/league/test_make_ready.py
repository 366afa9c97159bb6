"""`manage.py make_ready`: everything that a start needs, and nothing twice."""

from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection
from pytest_django import Settings

from league.management.commands import make_ready
from league.models import Campaign, Member
from league.services import doctor

pytestmark = pytest.mark.django_db


def lines(*arguments: str) -> list[str]:
    """The lines that the command prints."""
    out = StringIO()
    call_command("make_ready", *arguments, stdout=out)
    return out.getvalue().splitlines()


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the commands that are called, instead of their work."""
    names: list[str] = []
    monkeypatch.setattr(make_ready, "call_command", lambda name, *args, **kwargs: names.append(name))
    monkeypatch.setattr(make_ready, "close_private_files", list)
    return names


def test_an_up_to_date_database_is_left_as_it_is(called: list[str]):
    assert lines() == []
    assert called == ["createcachetable", "clear_accounts", "clear_battles"]


def test_an_older_database_is_migrated(called: list[str]):
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'missions'")
    assert lines() == ["Bringing the database up to date ..."]
    assert called == ["migrate", "createcachetable", "clear_accounts", "clear_battles"]


def test_files_that_others_could_read_are_closed(called: list[str], monkeypatch, tmp_path: Path):
    key = tmp_path / "secret_key"
    key.touch(mode=0o644)
    monkeypatch.setattr(doctor, "private_files", lambda: [key, tmp_path / "none"])
    monkeypatch.setattr(make_ready, "close_private_files", doctor.close_private_files)
    assert lines() == [f"Other accounts of this machine could read {key}; now they cannot."]
    assert (key.stat().st_mode & 0o777, lines()) == (0o600, [])


def test_the_shared_cache_has_its_table(settings: Settings):
    settings.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "cache"}
    }
    lines()
    assert "cache" in connection.introspection.table_names()


def test_the_demo_is_made_where_there_is_no_campaign(called: list[str]):
    assert lines("--demo")[0].startswith("Making the demo league, once")
    assert called == ["createcachetable", "clear_accounts", "clear_battles", "seed_demo"]


def test_the_demo_is_not_made_beside_a_campaign(called: list[str]):
    Campaign.objects.create(name="Rim watch")
    assert lines("--demo") == []
    assert called == ["createcachetable", "clear_accounts", "clear_battles"]


def test_static_files_are_collected_and_stamped(settings: Settings, tmp_path: Path):
    settings.STATIC_ROOT = tmp_path / "static"
    lines("--static")
    assert (tmp_path / "static" / "css" / "tokens.css").is_file()
    assert (tmp_path / "static.stamp").is_file()


def test_files_that_no_page_asks_for_are_left_out(settings: Settings, tmp_path: Path):
    settings.STATIC_ROOT = tmp_path / "static"
    lines("--static")
    names = {path.name for path in (tmp_path / "static").rglob("*")}
    assert "select2" not in names
    assert [name for name in names if name.startswith(("htmx-4", "htmax-4"))] == []


def test_files_that_a_running_server_gives_out_stay(settings: Settings, tmp_path: Path):
    settings.STATIC_ROOT = tmp_path / "static"
    older = tmp_path / "static" / "css" / "tokens.0123456789ab.css"
    older.parent.mkdir(parents=True)
    older.write_text("body {}")
    lines("--static")
    assert older.read_text() == "body {}"
    assert (tmp_path / "static" / "css" / "tokens.css").is_file()


@pytest.mark.parametrize(("address", "made"), [("bot-1@bots.invalid", True), ("ann@club.example", False)])
def test_the_demo_is_made_beside_leagues_of_bots_but_never_beside_people(
    called: list[str], address: str, made: bool
):
    user = get_user_model().objects.create_user(address, email=address)
    campaign = Campaign.objects.create(name="Bot league")
    Member.objects.create(campaign=campaign, number=1, user=user, name="One")
    lines("--demo")
    assert ("seed_demo" in called) is made
