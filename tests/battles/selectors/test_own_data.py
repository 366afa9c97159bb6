"""Battles in the file with everything about an account: the own seat and its own orders alone."""

from __future__ import annotations

import pytest

from league.selectors.own_data import own_data
from missions.battles.models import BattleOrder
from tests.battles import battles
from tests.people import account

pytestmark = pytest.mark.django_db


def test_each_battle_has_the_own_seat_with_its_own_orders():
    west, east = account("wes"), account("ed")
    row = battles.begun(battles.sitting(west), battles.sitting(east))
    battles.order(row, 3)
    given = list(BattleOrder.objects.filter(battle=row).values_list("seat", flat=True))
    told = {}
    for number, user in enumerate((west, east)):
        (told[number],) = own_data(user)["battles.json"]
        assert (told[number]["battle"], told[number]["your_seat"]) == (row.public_id, number)
        assert len(told[number]["orders"]) == given.count(number)
    assert sum(len(each["orders"]) for each in told.values()) == 3
    seed = battles.fresh(row).seed
    assert told[0]["your_force"] and seed not in str(told)
    assert own_data(account("nora"))["battles.json"] == []
