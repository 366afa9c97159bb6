"""Prepared queries answer as their querysets do."""

from __future__ import annotations

from datetime import datetime
from threading import Thread

import pytest
from django.db import connection, transaction
from django.db.models import Model, Q, QuerySet, Sum
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from league.models import Act, Campaign, Member, Shard
from league.prepared import LENGTHS, Prepared
from tests import verbs

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    return verbs.club(verbs.crew()).campaign


def members(campaign: int, numbers: list[int]) -> QuerySet[Member]:
    found = Member.objects.select_related("campaign").filter(campaign_id=campaign, number__in=numbers)
    return found.order_by("number")


def test_rows_are_models_with_their_related_rows(campaign: Campaign):
    wanted = [each.number for each in members(campaign.pk, [1, 2, 3])]
    prepared: Prepared[Member] = Prepared(members, int, list)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        rows = prepared.rows(campaign.pk, wanted)
        names = [(each, each.name, each.campaign.name) for each in rows]
    assert len(asked) == 1
    assert names == [(each, each.name, campaign.name) for each in members(campaign.pk, wanted)]
    assert not rows[0]._state.adding


def test_a_query_is_compiled_once_and_takes_other_values_afterwards(campaign: Campaign):
    built = []

    def build(campaign: int, number: int) -> QuerySet[Member]:
        built.append((campaign, number))
        return Member.objects.filter(campaign_id=campaign, number=number)

    prepared: Prepared[Member] = Prepared(build, int, int)
    numbers = list(Member.objects.filter(campaign=campaign).values_list("number", flat=True))
    assert [prepared.first(campaign.pk, each).number for each in numbers] == numbers  # type: ignore[union-attr]
    assert prepared.first(campaign.pk + 1, numbers[0]) is None
    assert len(built) == 1


def test_values_strings_sums_and_one_value_in_two_places(campaign: Campaign):
    values: Prepared[dict[str, object]] = Prepared(
        lambda part: Shard.objects.filter(part=part).values("campaign_id", "key"), str
    )
    assert values.rows("league") == [{"campaign_id": campaign.pk, "key": 0}]
    assert values.rows("no such part") == []
    flat: Prepared[int] = Prepared(
        lambda number: Member.objects.filter(Q(number=number) | Q(pk=number)).values_list(
            "number", flat=True
        ),
        int,
    )
    first = Member.objects.earliest("pk")
    assert first.number in flat.rows(first.pk) and first.number in flat.rows(first.number)
    sums: Prepared[tuple[int, int]] = Prepared(
        lambda campaign: (
            Member.objects.filter(campaign_id=campaign)
            .values_list("campaign_id")
            .annotate(total=Sum("number"))
            .values_list("campaign_id", "total")
        ),
        int,
    )
    total = sum(Member.objects.filter(campaign=campaign).values_list("number", flat=True))
    assert sums.rows(campaign.pk) == [(campaign.pk, total)]


@pytest.mark.parametrize("length", [1, 2, 3, 5, LENGTHS[-1], LENGTHS[-1] + 1, 3 * LENGTHS[-1]])
def test_lists_of_any_length(campaign: Campaign, length: int):
    prepared: Prepared[Member] = Prepared(members, int, list)
    wanted = list(range(1, length + 1))
    assert prepared.rows(campaign.pk, wanted) == list(members(campaign.pk, wanted))


def columns_of(row: Model) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_columns_of_every_kind_are_read_as_the_queryset_reads_them(campaign: Campaign):
    acts: Prepared[Act] = Prepared(
        lambda campaign: (
            Act.objects.select_related("campaign").filter(campaign_id=campaign).order_by("-number")[:3]
        ),
        int,
    )
    usual = Act.objects.select_related("campaign").filter(campaign=campaign).order_by("-number")[:3]
    found = acts.rows(campaign.pk)
    assert len(found) == 3 and [*map(columns_of, found)] == [*map(columns_of, usual)]
    assert [columns_of(each.campaign) for each in found] == [columns_of(each.campaign) for each in usual]
    assert isinstance(found[0].at, datetime) and isinstance(found[0].touched, list)


def test_a_blank_inside_a_subquery(campaign: Campaign):
    prepared: Prepared[Campaign] = Prepared(
        lambda number: Campaign.objects.filter(
            pk__in=Member.objects.filter(number=number).values("campaign_id")
        ),
        int,
    )
    assert prepared.rows(1) == [campaign] and prepared.rows(10**6) == []


@pytest.mark.django_db(transaction=True)
def test_each_thread_asks_with_its_own_connection():
    at = verbs.club(verbs.crew())
    prepared: Prepared[Campaign] = Prepared(lambda number: Campaign.objects.filter(pk=number), int)
    used: list[object] = []

    def ask() -> None:
        try:
            with CaptureQueriesContext(connection) as asked:
                used.append((prepared.first(at.campaign.pk), len(asked)))
        finally:
            connection.close()

    for _ in range(2):
        thread = Thread(target=ask)
        thread.start()
        thread.join()
    assert used == [(at.campaign, 1), (at.campaign, 1)]
    assert all(each.compiler.connection is None for each in prepared._compiled.values())


def test_no_query_for_an_empty_list_or_a_number_that_no_column_holds(campaign: Campaign):
    prepared: Prepared[Member] = Prepared(members, int, list)
    with CaptureQueriesContext(connection) as asked:
        assert prepared.rows(campaign.pk, []) == []
        assert prepared.rows(10**30, [1]) == []
        assert prepared.rows(campaign.pk, [-(10**30)]) == []
    assert len(asked) == 0
    numbers = [*range(1, 40), 10**30]
    assert prepared.rows(campaign.pk, numbers) == list(members(campaign.pk, numbers[:-1]))
    assert prepared.rows(campaign.pk, [1, 10**30]) == list(members(campaign.pk, [1]))


@pytest.mark.parametrize("values", [(), (1,), ("1", [1]), (1, 1), (1, [1], 1), (None, [1]), (1, (1,))])
def test_values_of_other_kinds_are_a_mistake_of_the_caller(values: tuple[object, ...]):
    prepared: Prepared[Member] = Prepared(members, int, list)
    with pytest.raises(TypeError):
        prepared.rows(*values)  # type: ignore[arg-type]


def test_a_blank_that_is_lost_is_a_mistake_of_the_builder():
    lost: Prepared[Member] = Prepared(lambda number, other: Member.objects.filter(number=number), int, int)
    with pytest.raises(ValueError, match="each blank"):
        lost.rows(1, 2)
    prefetching: Prepared[Campaign] = Prepared(
        lambda number: Campaign.objects.filter(pk=number).prefetch_related("members"), int
    )
    with pytest.raises(ValueError, match="no prefetch"):
        prefetching.rows(1)
    never: Prepared[Campaign] = Prepared(lambda number: Campaign.objects.filter(pk=number, pk__in=[]), int)
    with pytest.raises(ValueError, match="No row"):
        never.rows(1)


@pytest.mark.django_db(transaction=True)
def test_rows_are_locked_inside_a_transaction_only():
    prepared: Prepared[Campaign] = Prepared(
        lambda number: Campaign.objects.select_for_update().filter(pk=number), int
    )
    campaign = verbs.club(verbs.crew()).campaign
    with transaction.atomic():
        assert prepared.first(campaign.pk) == campaign
    with pytest.raises(TransactionManagementError):
        prepared.first(campaign.pk)
