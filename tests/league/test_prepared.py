"""Prepared queries answer as their querysets do."""

from __future__ import annotations

import pytest
from django.db import connection, transaction
from django.db.models import Q, QuerySet, Sum
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from league.models import Campaign, Member, Shard
from league.prepared import LONGEST, Prepared
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


@pytest.mark.parametrize("length", [1, 2, LONGEST, LONGEST + 1, 3 * LONGEST])
def test_lists_of_any_length(campaign: Campaign, length: int):
    prepared: Prepared[Member] = Prepared(members, int, list)
    wanted = list(range(1, length + 1))
    assert prepared.rows(campaign.pk, wanted) == list(members(campaign.pk, wanted))


def test_no_query_for_an_empty_list_or_a_number_that_no_column_holds(campaign: Campaign):
    prepared: Prepared[Member] = Prepared(members, int, list)
    with CaptureQueriesContext(connection) as asked:
        assert prepared.rows(campaign.pk, []) == []
        assert prepared.rows(10**30, [1]) == []
        assert prepared.rows(campaign.pk, [-(10**30)]) == []
    assert len(asked) == 0


@pytest.mark.parametrize("values", [(), (1,), ("1", [1]), (1, 1), (1, [1], 1), (None, [1])])
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
