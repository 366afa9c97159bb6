"""The doctor names each unsafe or forgotten thing of an installation, and leaves a sound one in peace."""

from __future__ import annotations

import inspect
import os
import shutil
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import DatabaseError

from league.models import Outgoing
from league.services import doctor, pulse
from league.services.outgoing import rows
from tests.battles import battles
from tests.people import account

pytestmark = pytest.mark.django_db
NEWEST = "admiralty-2026-11-20-040000.sqlite3"


@pytest.fixture
def backups(tmp_path: Path) -> Path:
    """A folder with a backup of today."""
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / NEWEST).touch()
    now = datetime.now(UTC).timestamp()
    os.utime(folder / NEWEST, (now, now))
    return folder


@pytest.fixture
def sound(settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings of a club's server as the manual has them."""
    settings.DEBUG, settings.HTTPS = False, True
    settings.ALLOWED_HOSTS = ["club.example"]
    settings.SITE_URL = "https://club.example"
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    settings.EMAIL_DELIVERY = "django.core.mail.backends.smtp.EmailBackend"
    settings.DEFAULT_FROM_EMAIL = "Club <club@club.example>"
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ORGANISERS_NEED_SECOND_STEP = True
    settings.VAR_DIR = tmp_path
    monkeypatch.setattr(doctor, "private_files", lambda: [tmp_path / "secret_key"])


def said(backups: Path) -> list[str]:
    return [f"{each.level}: {each.text}" for each in doctor.examine(backups)]


@pytest.mark.usefixtures("sound")
def test_a_sound_installation_is_left_in_peace(backups: Path):
    assert said(backups) == []


@pytest.mark.usefixtures("sound")
@pytest.mark.parametrize(
    ("name", "value", "level", "words"),
    [
        ("DEBUG", True, "unsafe", "DEBUG is on"),
        ("ALLOWED_HOSTS", ["*"], "unsafe", "accepts every name"),
        ("HTTPS", False, "unsafe", "Passwords travel unencrypted"),
        ("SITE_URL", "", "forgotten", "SITE_URL is not set"),
        ("ALLAUTH_TRUSTED_PROXY_COUNT", 0, "forgotten", "TRUSTED_PROXIES is 0"),
        ("EMAIL_DELIVERY", doctor.CONSOLE, "forgotten", "Mail goes to the log"),
        ("DEFAULT_FROM_EMAIL", "Admiralty <admiralty@localhost>", "forgotten", "Mail comes from localhost"),
        ("ACCOUNT_EMAIL_VERIFICATION", "optional", "forgotten", "addresses of others"),
        ("ORGANISERS_NEED_SECOND_STEP", False, "forgotten", "A stolen password is enough"),
    ],
)
def test_each_setting_that_is_unsafe_or_forgotten_is_named(settings, backups, name, value, level, words):
    setattr(settings, name, value)
    (only,) = said(backups)
    assert only.startswith(f"{level}: ") and words in only


@pytest.mark.usefixtures("sound")
def test_demo_accounts_that_everybody_knows_are_unsafe(backups: Path):
    user = account("olga")
    user.email = f"olga{doctor.DEMO}"
    user.set_password(doctor.DEMO_PASSWORD)
    user.save()
    assert "Demo accounts" in said(backups)[0]
    user.set_password("seven ships in the harbour")
    user.save()
    assert said(backups) == []


@pytest.mark.usefixtures("sound")
def test_a_key_that_others_can_read_is_unsafe(backups: Path, tmp_path: Path):
    key = tmp_path / "secret_key"
    key.touch(mode=0o600)
    assert said(backups) == []
    key.chmod(0o644)
    assert "can read secret_key" in said(backups)[0]


@pytest.mark.usefixtures("sound")
def test_seeds_that_no_key_opens_are_told(settings, backups: Path):
    battles.opened()
    assert said(backups) == []
    settings.SECRET_KEY = "another key of forty characters, or more of them"
    assert "No key opens the seeds in 1 rows" in said(backups)[0]


@pytest.mark.usefixtures("sound")
def test_second_steps_that_no_key_opens_are_told(settings, backups: Path):
    TOTP.activate(account("ada"), "JBSWY3DPEHPK3PXP")
    assert said(backups) == []
    settings.SECRET_KEY = "another key of forty characters, or more of them"
    assert "No key opens the secrets of 1 second steps" in said(backups)[0]


@pytest.mark.usefixtures("sound")
def test_letters_that_failed_or_wait_for_long_are_told(backups: Path):
    rows.put("mail", "mail:1", {}, datetime.now(UTC) - timedelta(minutes=14))
    rows.put("mail", "mail:2", {}, datetime.now(UTC) + timedelta(days=1))
    assert said(backups) == []
    Outgoing.objects.filter(key="mail:1").update(wanted_at=datetime(2026, 3, 7, 18, 0, tzinfo=UTC))
    (only,) = said(backups)
    assert "wait to be sent: 1, the first since 2026-03-07 18:00 UTC. No process sends them" in only
    row = rows.claim(("mail",))
    assert row is not None and rows.postpone(row, timedelta(hours=1), "TimeoutError: timed out")
    assert said(backups)[0].endswith("The last try ended with: TimeoutError: timed out")
    Outgoing.objects.update(ended=Outgoing.FAILED)
    assert "could not be sent: 2. `outgoing` lists them" in said(backups)[0]


@pytest.mark.usefixtures("sound")
def test_missing_and_old_backups_are_forgotten(backups: Path, tmp_path: Path):
    assert "There is no backup" in said(tmp_path / "nowhere")[0]
    old = (datetime.now(UTC) - timedelta(days=5)).timestamp()
    os.utime(backups / NEWEST, (old, old))
    assert "5 days old" in said(backups)[0]


def test_organisers_who_are_held_back_are_named_by_number(
    backups: Path, organiser, co_organiser, player, sound: None
):
    TOTP.activate(co_organiser.user, "JBSWY3DPEHPK3PXP")
    assert said(backups) == [
        "forgotten: Organisers without a second step cannot organise: account "
        f"{organiser.user.pk}. Tell them to set it up."
    ]


@pytest.mark.usefixtures("sound")
def test_a_full_disk_is_told(backups: Path, monkeypatch: pytest.MonkeyPatch):
    usage = shutil.disk_usage(backups)._replace(free=50_000_000)
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _: usage)
    assert "50 MB left" in said(backups)[0]


@pytest.mark.usefixtures("sound")
def test_a_database_older_than_the_code_is_told(backups: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(doctor, "is_migrated", lambda: False)
    assert "older than the code" in said(backups)[0]


@pytest.mark.usefixtures("sound")
def test_the_command_says_so_and_ends_with_a_status(settings, backups: Path):
    out = StringIO()
    call_command("doctor", backups=backups, stdout=out)
    assert "Everything is in order" in out.getvalue()
    settings.DEBUG = True
    with pytest.raises(SystemExit) as ended:
        call_command("doctor", backups=backups, stdout=out)
    assert ended.value.code == 1
    assert "Unsafe: DEBUG is on" in out.getvalue()


def test_a_doctor_without_a_database_says_so_once_and_goes_on(
    backups: Path, sound: None, monkeypatch: pytest.MonkeyPatch, settings
):
    def silent() -> bool:
        raise DatabaseError("gone")

    settings.DEBUG = True
    monkeypatch.setattr(doctor, "is_migrated", silent)
    unsafe, failing = said(backups)
    assert "DEBUG is on" in unsafe and failing.startswith("failing: The database does not answer")


@pytest.mark.usefixtures("sound")
def test_a_worker_that_has_stopped_is_told_where_letters_are_sent(settings, backups: Path):
    assert said(backups) == []
    settings.OUTGOING = True
    assert said(backups) == ["failing: No process has looked after the outbox yet. Start the site."]
    pulse.beat(pulse.WORKER, datetime.now(UTC) - timedelta(minutes=4))
    assert said(backups) == []
    pulse.beat(pulse.WORKER, datetime(2026, 3, 7, 18, 0, tzinfo=UTC))
    (only,) = said(backups)
    assert "since 2026-03-07 18:00 UTC, so no letter leaves. Start the site" in only


# --- letters to the host ----------------------------------------------------------------------------


@pytest.fixture
def host(settings, sound: None) -> None:
    settings.ADMINS = [("Admin", "host@club.example")]
    settings.EMAIL_DELIVERY = "django.core.mail.backends.locmem.EmailBackend"


def examined(backups: Path) -> int:
    """The exit status of the doctor with --mail."""
    try:
        call_command("doctor", backups=backups, mail=True, stdout=StringIO())
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0


@pytest.mark.usefixtures("host")
def test_a_letter_past_the_outbox_tells_all_when_something_is_urgent(settings, backups: Path):
    settings.SITE_URL = ""
    assert (examined(backups), mail.outbox) == (0, [])
    shutil.rmtree(backups)
    assert examined(backups) == 1
    (letter,) = mail.outbox
    assert (letter.to, Outgoing.objects.count()) == (["host@club.example"], 0)
    assert letter.body.index("Failing: There is no backup") < letter.body.index("Forgotten: SITE_URL")


@pytest.mark.usefixtures("host")
@pytest.mark.parametrize(("name", "value"), [("ADMINS", []), ("EMAIL_DELIVERY", doctor.CONSOLE)])
def test_a_letter_to_nobody_is_refused_with_the_settings_that_are_missing(settings, backups, name, value):
    setattr(settings, name, value)
    with pytest.raises(CommandError, match="set ADMIN_EMAIL and EMAIL_URL"):
        examined(backups)


@pytest.mark.usefixtures("host")
def test_a_letter_that_no_server_takes_is_told(settings, backups: Path, monkeypatch: pytest.MonkeyPatch):
    def refuse(letter: object) -> None:
        raise TimeoutError("timed out")

    settings.DEBUG = True
    monkeypatch.setattr("league.management.commands.doctor.deliver_now", refuse)
    with pytest.raises(CommandError, match="The letter was not sent: TimeoutError: timed out"):
        examined(backups)


def test_a_monitor_is_told_everything_that_fails_by_the_checks_that_can_find_it(backups: Path):
    place = backups / "nowhere"
    told = [each for check in doctor.CHECKS for each in check(place) if each.level == "failing"]
    assert told and doctor.failing(place) == told
    source = {check: inspect.getsource(check) for check in doctor.CHECKS}
    reached = {check for check, text in source.items() if '"failing"' in text or "waiting_removals" in text}
    assert reached == set(doctor.FAILING)
