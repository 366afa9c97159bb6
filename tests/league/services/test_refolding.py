"""A snapshot of an older release is folded again when the site starts."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command

from league.models import Campaign, EventRow, Shard
from league.services.check import check
from league.services.refolding import outdated, refold_campaign
from league.services.undo import undo
from league.store.shape import READING, current_shape
from rosters.models import Fleet, LedgerLine
from rosters.rules.orders import RenameFleet
from tests import verbs

pytestmark = pytest.mark.django_db


def spoil(campaign: Campaign) -> None:
    """Leave snapshot and rows as an older release might have left them."""
    shard = Shard.objects.filter(campaign=campaign, part="rosters").first()
    Shard.objects.filter(pk=shard.pk).update(doc=shard.doc.replace('"assets":{},', ""))
    Fleet.objects.filter(campaign=campaign).update(value=0)
    LedgerLine.objects.filter(campaign=campaign).delete()
    Campaign.objects.filter(pk=campaign.pk).update(shape="older")


def test_a_new_campaign_has_the_present_shape(league: verbs.League):
    assert league.campaign.__class__.objects.get(pk=league.campaign.pk).shape == current_shape()
    assert outdated() == []


def test_another_reading_of_the_log_makes_every_snapshot_old(league: verbs.League, monkeypatch):
    before = current_shape()
    monkeypatch.setattr("league.store.shape.READING", READING + 1)
    current_shape.cache_clear()
    try:
        assert (current_shape() != before, [each.pk for each in outdated()]) == (True, [league.campaign.pk])
    finally:
        current_shape.cache_clear()


def test_an_older_snapshot_is_folded_anew_and_the_log_stays(league: verbs.League):
    before = list(EventRow.objects.order_by("pk").values())
    spoil(league.campaign)
    assert check(Campaign.objects.get(pk=league.campaign.pk)) != []
    refold_campaign(league.campaign.pk)
    assert check(Campaign.objects.get(pk=league.campaign.pk)) == []
    assert list(EventRow.objects.order_by("pk").values()) == before


def test_an_undone_act_stays_undone(league: verbs.League):
    captain = league.organiser
    fleet = Fleet.objects.filter(campaign=league.campaign).first()
    done = verbs.do(captain, RenameFleet(fleet.number, "Other Lance", fleet.suit))
    undo(league.campaign.pk, captain, done.act, "a slip")
    spoil(league.campaign)
    refold_campaign(league.campaign.pk)
    assert Fleet.objects.get(pk=fleet.pk).name == fleet.name
    assert check(Campaign.objects.get(pk=league.campaign.pk)) == []


def test_a_start_folds_what_is_older_and_only_that(league: verbs.League):
    spoil(league.campaign)
    out = StringIO()
    call_command("make_ready", stdout=out)
    assert f"Folding the log of {league.campaign.name} again ..." in out.getvalue().splitlines()
    assert outdated() == []
