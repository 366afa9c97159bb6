"""check_ledger finds what somebody changed behind the log's back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.management import CommandError, call_command

from league.models import Act, Campaign, Member, Shard
from league.services.check import check
from rosters.models import Fleet, LedgerLine, ShipCard
from tests import verbs

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    return verbs.league(verbs.crew()).campaign


def _reload(campaign: Campaign) -> list[str]:
    return check(Campaign.objects.get(pk=campaign.pk))


def test_an_honest_campaign_has_no_differences(campaign: Campaign) -> None:
    assert _reload(campaign) == []


TAMPERINGS: dict[str, Callable[[Campaign], object]] = {
    "points of a fleet": lambda it: Fleet.objects.filter(campaign=it).update(points=999),
    "a ledger line": lambda it: LedgerLine.objects.filter(campaign=it).update(amount=1),
    "a missing ledger line": lambda it: LedgerLine.objects.filter(campaign=it).last().delete(),  # type: ignore[union-attr]
    "a ship's rank": lambda it: ShipCard.objects.filter(campaign=it).update(rank="ELITE"),
    "a ship too many": lambda it: ShipCard.objects.create(
        campaign=it, fleet=1, number=77, card="x", name="x"
    ),
    "a role": lambda it: Member.objects.filter(campaign=it, role="player").update(role="organiser"),
    "the phase": lambda it: Campaign.objects.filter(pk=it.pk).update(phase="ended"),
    "the snapshot": lambda it: Shard.objects.filter(campaign=it, part="league").update(doc="{}"),
    "an act marked undone": lambda it: Act.objects.filter(pk=Act.objects.latest("pk").pk).update(undone=True),
    "the head": lambda it: Campaign.objects.filter(pk=it.pk).update(head_seq=it.head_seq + 5000),
}


@pytest.mark.parametrize("tamper", TAMPERINGS.values(), ids=TAMPERINGS.keys())
@pytest.mark.rule("CR-003")
def test_tampering_is_found(campaign: Campaign, tamper: Callable[[Campaign], object]) -> None:
    tamper(campaign)
    if tamper is TAMPERINGS["a ship too many"]:
        ShipCard.objects.filter(number=77).update(fleet=Fleet.objects.filter(campaign=campaign)[0].number)
    assert _reload(campaign) != []


def test_the_command_fails_on_differences(campaign: Campaign) -> None:
    call_command("check_ledger")
    Fleet.objects.filter(campaign=campaign).update(value=1)
    with pytest.raises(CommandError, match="1 campaigns do not match"):
        call_command("check_ledger", str(campaign.pk))


def test_the_command_knows_no_such_campaign(campaign: Campaign) -> None:
    with pytest.raises(CommandError, match="no campaign 987654"):
        call_command("check_ledger", "987654")


def test_the_log_is_append_only(campaign: Campaign) -> None:
    with pytest.raises(TypeError, match="append-only"):
        campaign.events.update(payload="{}")
