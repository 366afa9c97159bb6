"""`outgoing` lists what failed, sends it again, drops it, and tries the mail server."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core import mail
from django.core.management import CommandError, call_command

from league.models import Outgoing
from league.services.outgoing import rows

pytestmark = pytest.mark.django_db
DAY = datetime(2026, 3, 7, 18, 0, tzinfo=UTC)


@pytest.fixture
def found() -> list[int]:
    """Numbers of two rows that failed, one that waits and one that is planned."""
    for name, due in (("a", DAY), ("b", DAY), ("c", DAY), ("d", datetime.now(UTC) + timedelta(days=1))):
        rows.put("mail", f"mail:{name}", {"text": name}, due)
    for said in ("550 unknown", "timed out"):
        row = rows.claim(("mail",))
        assert row is not None and rows.finish(row, Outgoing.FAILED, said)
    return list(Outgoing.objects.order_by("key").values_list("pk", flat=True))


def said(*arguments: Any, **options: Any) -> list[str]:
    out = StringIO()
    call_command("outgoing", *arguments, stdout=out, **options)
    return out.getvalue().splitlines()


def ended() -> dict[str, str]:
    return {key.removeprefix("mail:"): ended for key, ended in Outgoing.objects.values_list("key", "ended")}


def test_it_lists_what_failed_with_the_reason_and_counts_what_waits(found: list[int]):
    assert said() == [
        f"{found[0]}: mail, wanted 2026-03-07 18:00 UTC, tries: 1. 550 unknown",
        f"{found[1]}: mail, wanted 2026-03-07 18:00 UTC, tries: 1. timed out",
        "Failed: 2. Waiting: 1, the first since 2026-03-07 18:00 UTC.",
    ]
    assert said(found[1])[-1] == "Failed: 1. Waiting: 0."


def test_it_sends_all_again_or_some(found: list[int]):
    assert said(found[1], "--again") == ["Rows that are sent once more: 1."]
    assert ended() == {"a": "failed", "b": "", "c": "", "d": ""}
    assert said("--again") == ["Rows that are sent once more: 1."]
    assert said("--again") == ["Rows that are sent once more: 0."]


def test_it_drops_all_or_some(found: list[int]):
    assert said(found[2], "--drop") == ["Rows that are not sent any more: 1."]
    assert ended() == {"a": "failed", "b": "failed", "c": "dropped", "d": ""}
    assert said("--drop") == ["Rows that are not sent any more: 3."]
    assert said() == ["Failed: 0. Waiting: 0."]


def test_a_number_that_no_row_has_changes_nothing(found: list[int]):
    with pytest.raises(CommandError, match="There is no row 999"):
        said(found[0], 999, "--drop")
    assert "dropped" not in ended().values()


def test_it_tries_the_mail_server_past_the_outbox(settings: Any):
    settings.EMAIL_BACKEND = "league.services.outgoing.letters.Outbox"
    assert said("--try", "you@example.org")[0].endswith("to you@example.org was handed over.")
    assert [each.to for each in mail.outbox] == [["you@example.org"]]
    assert not Outgoing.objects.exists()
    settings.EMAIL_DELIVERY = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    with pytest.raises(CommandError, match="ConnectionRefusedError.*Look at EMAIL_URL"):
        said("--try", "you@example.org")
