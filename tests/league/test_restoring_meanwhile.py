"""Others write while a campaign is restored; accounts restore so many campaigns and organise so many.

`test_concurrency_postgres.py` runs some of this once more on PostgreSQL.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Event
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connections

from league import limits
from league.kernel.refusal import Refusal, TooMany
from league.models import Campaign, Member, Tally
from league.rules.campaign import CreateCampaign
from league.services import archive as archives
from league.services.campaigns import create_campaign
from league.services.check import check
from league.services.quotas import count_restore
from rosters.rules.orders import RenameFleet
from tests import verbs
from tests.people import account, browser

pytestmark = pytest.mark.django_db(transaction=True)

WAIT_SECONDS = 60
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Held:
    """A restore in a thread of its own that stops at a step until `go`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
        self.there, self.go = Event(), Event()
        real = getattr(archives, step)

        def stopping(*given: Any) -> Any:
            self.there.set()
            assert self.go.wait(WAIT_SECONDS)
            return real(*given)

        monkeypatch.setattr(archives, step, stopping)
        self.people = ThreadPoolExecutor(1)

    def begin(self, user: Any, data: bytes) -> Future[Member]:
        """Returns when the step is reached."""

        def run() -> Member:
            try:
                return archives.restore_uploaded(user, data)
            finally:
                connections.close_all()

        restoring = self.people.submit(run)
        assert self.there.wait(WAIT_SECONDS)
        return restoring


@pytest.fixture(params=["stands", "fits", "check"])
def held(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    """Stops where the log is folded, where its rows are worked out, where the campaign is proved."""
    made = Held(monkeypatch, request.param)
    yield made
    made.go.set()
    made.people.shutdown()


def test_others_act_while_a_campaign_is_restored(held: Held):
    league = verbs.league(verbs.crew())
    file = archives.archive(league.campaign.pk).data
    restoring = held.begin(account("nora"), file)
    for name in ("Blue Wing", "Green Wing"):
        verbs.do(league.player, RenameFleet(league.fleet, name))
    held.go.set()
    made = restoring.result(WAIT_SECONDS).campaign
    assert check(made) == []
    assert verbs.fleet_of(league.player, league.fleet).name == "Green Wing"


@pytest.mark.parametrize("held", ["stands"], indirect=True)
def test_one_campaign_is_restored_at_a_time(held: Held):
    file = archives.archive(verbs.club(verbs.crew()).campaign.pk).data
    restoring = held.begin(account("nora"), file)
    nils = account("nils")
    answer = browser(nils).post("/campaigns/restore/", {"archive": SimpleUploadedFile("a.zip", file)})
    assert answer.status_code == 429
    assert "Another campaign is being restored at the moment." in answer.content.decode()
    held.go.set()
    restoring.result(WAIT_SECONDS)
    assert archives.restore_uploaded(nils, file).role == "organiser"


# --- quotas -----------------------------------------------------------------------------------------


def test_an_account_restores_three_campaigns_an_hour_and_is_told_when_the_next():
    nora, nils = account("nora"), account("nils")
    for minutes in (0, 10, 20):
        count_restore(nora, NOW + timedelta(minutes=minutes))
    with pytest.raises(TooMany) as refusal:
        count_restore(nora, NOW + timedelta(minutes=37))
    assert refusal.value.message == "An account can restore 3 campaigns in an hour. Try again in 23 minutes."
    with pytest.raises(TooMany, match="in 1 minute\\."):
        count_restore(nora, NOW + timedelta(minutes=59, seconds=30))
    count_restore(nils, NOW + timedelta(minutes=37))
    count_restore(nora, NOW + timedelta(minutes=60))
    assert [row.count for row in Tally.objects.all()] == [1, 1]


def test_the_fourth_file_in_an_hour_is_refused_in_the_form():
    file = archives.archive(verbs.club(verbs.crew()).campaign.pk).data
    nora = browser(account("nora"))

    def sent(data: bytes) -> Any:
        return nora.post("/campaigns/restore/", {"archive": SimpleUploadedFile("a.zip", data)})

    assert sent(b"no archive").status_code == 422
    assert [sent(file).status_code for _ in range(4)] == [302, 302, 302, 429]
    assert Campaign.objects.count() == 4
    assert "An account can restore 3 campaigns in an hour." in sent(file).content.decode()


def test_the_command_line_has_no_quota_but_a_page_takes_shorter_logs(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "RESTORED_ACTS", 10)
    league = verbs.league(verbs.crew())
    file, nora = archives.archive(league.campaign.pk).data, account("nora")
    with pytest.raises(Refusal, match="a page restores at most 10. Ask the people who run this site"):
        archives.restore_uploaded(nora, file)
    assert Tally.objects.count() == 0
    assert [archives.restore(nora, file).role for _ in range(4)] == ["organiser"] * 4


def test_a_log_of_few_entries_with_many_events_is_too_long_for_a_page(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "RESTORED_EVENTS", 10)
    file = archives.archive(verbs.league(verbs.crew()).campaign.pk).data
    with pytest.raises(Refusal, match=r"log has \d+ events; a page restores at most 10\."):
        archives.restore_uploaded(account("nora"), file)


def test_the_limits_let_a_long_campaign_through():
    assert (limits.RESTORED_ACTS, limits.RESTORED_EVENTS, limits.RESTORES.most) == (20_000, 60_000, 3)


def test_an_account_organises_so_many_campaigns(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "CAMPAIGNS_PER_ACCOUNT", 2)
    league = verbs.league(verbs.crew())
    leader = league.organiser.user
    file = archives.archive(league.campaign.pk).data
    create_campaign(leader, CreateCampaign("Second"))
    sentence = "You organise 2 campaigns; an account can organise 2. Hand one of them over"
    page = browser(leader)
    form = {"campaign_name": "Third", "format": "free_for_all"}
    options = {name: "on" for name in page.get("/campaigns/new/").context["form"].fields if name not in form}
    answer = page.post("/campaigns/new/", {**options, **form})
    assert (answer.status_code, sentence in answer.content.decode()) == (409, True)
    with pytest.raises(Refusal, match=sentence):
        archives.restore_uploaded(leader, file)
    assert Campaign.objects.count() == 2
    assert Tally.objects.count() == 0
    assert create_campaign(leader, CreateCampaign("A bot’s"), quota=False).role == "organiser"
