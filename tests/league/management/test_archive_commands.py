"""A campaign goes from one site to another by two commands."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from league.models import Campaign, Member
from league.services.archive import archive
from league.services.check import check
from tests import verbs
from tests.people import account

pytestmark = pytest.mark.django_db


def run(*words: object) -> str:
    out = StringIO()
    call_command(*map(str, words), stdout=out)
    return out.getvalue()


def test_there_and_back(league: verbs.League, tmp_path: Path) -> None:
    target = tmp_path / "league.zip"
    assert "acts" in run("archive_campaign", league.campaign.pk, "--out", target)
    assert target.read_bytes() == archive(league.campaign.pk).data
    account("nora")
    assert "Nora organises it" in run("restore_campaign", target, "--organiser", "NORA@example.org")
    made = Campaign.objects.latest("pk")
    assert (Member.objects.get(campaign=made, role="organiser").name, check(made)) == ("Nora", [])


def test_without_a_name_the_file_gets_the_campaigns(
    league: verbs.League, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run("archive_campaign", league.campaign.pk)
    [made] = tmp_path.iterdir()
    assert made.name.startswith("tuesday-league-")


def test_the_command_says_what_is_left_out(league: verbs.League, tmp_path: Path) -> None:
    verbs.press_ready(league.organiser, verbs.pair(league), "active")
    assert "new draw" in run("archive_campaign", league.campaign.pk, "--out", tmp_path / "a.zip")


def test_no_file_is_written_over(league: verbs.League, tmp_path: Path) -> None:
    target = tmp_path / "mine.zip"
    target.write_text("mine")
    with pytest.raises(CommandError, match="there already"):
        run("archive_campaign", league.campaign.pk, "--out", target)
    assert target.read_text() == "mine"


def test_a_folder_that_is_not_there_is_said(league: verbs.League, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be written"):
        run("archive_campaign", league.campaign.pk, "--out", tmp_path / "no" / "a.zip")


def test_a_campaign_that_is_not_there_is_said(db: None, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no campaign 987654"):
        run("archive_campaign", 987654, "--out", tmp_path / "a.zip")


def test_restoring_says_what_is_wrong(db: None, tmp_path: Path) -> None:
    bad = tmp_path / "bad.zip"
    bad.write_text("hello")
    with pytest.raises(CommandError, match="0 accounts"):
        run("restore_campaign", bad, "--organiser", "nobody@example.org")
    account("nora")
    with pytest.raises(CommandError, match="not an archive of a campaign"):
        run("restore_campaign", bad, "--organiser", "nora@example.org")
    with pytest.raises(CommandError, match="cannot be read"):
        run("restore_campaign", tmp_path / "none.zip", "--organiser", "nora@example.org")
