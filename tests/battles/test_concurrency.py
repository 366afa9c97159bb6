"""Two orders, two seats, two presses of ready at the same moment: one goes through, the other is told.

`tests/league/test_concurrency_postgres.py` runs this module once more on PostgreSQL.
"""

from __future__ import annotations

import pytest

from league.kernel.refusal import Refusal, Stale
from missions.battles.models import Battle, BattleOrder
from missions.battles.selectors.battles import Sitter, digest
from missions.battles.services import acts, opening
from tests.battles import battles as b
from tests.battles.battles import EAST, WEST
from tests.league.test_concurrency import Call, at_once, the_one_told

pytestmark = pytest.mark.django_db(transaction=True)


def ordering(row: Battle, who: Sitter, given: tuple[int, int], at: int) -> Call:
    return lambda: acts.order(row.pk, who, given, at)


def test_of_two_orders_at_once_one_counts_and_the_other_is_told() -> None:
    row = b.begun(opponent="screen")
    unit, choice = b.choice(row)
    now = b.played(row)
    other = next(each for each in now.system.legal_orders(now.state, b.due(row), unit) if each != choice)
    answers = at_once(ordering(row, WEST, (unit, choice), 0), ordering(row, WEST, (unit, other), 0))
    assert isinstance(the_one_told(answers), Stale)
    assert (b.fresh(row).at, BattleOrder.objects.filter(battle=row).count()) == (1, 1)


def test_the_same_order_sent_twice_at_once_counts_once() -> None:
    row = b.begun()
    given, who = b.choice(row), b.sitter(row, b.due(row))
    answers = at_once(*[ordering(row, who, given, 0)] * 2)
    assert not [each for each in answers if isinstance(each, Refusal)]
    assert (b.fresh(row).at, BattleOrder.objects.filter(battle=row).count()) == (1, 1)


def test_a_free_seat_is_taken_by_one_of_two() -> None:
    row = opening.open_battle(WEST, b.plan(), opening.new_ticket())
    guests = [Sitter(visitor=digest(name)) for name in ("one", "two")]
    answers = at_once(*[lambda who=who: opening.take_seat(row.pk, who, row.invitation) for who in guests])
    the_one_told(answers)
    assert row.seats.get(number=1).visitor in [who.visitor for who in guests]


def test_both_press_ready_at_once_and_the_battle_begins_once() -> None:
    row = b.opened()
    for number, who in enumerate((WEST, EAST)):
        opening.change_force(row.pk, who, number, "suggest", "")
    answers = at_once(
        *[
            lambda who=who, number=number: opening.ready(row.pk, who, number, "")
            for number, who in enumerate((WEST, EAST))
        ]
    )
    assert not [each for each in answers if isinstance(each, Refusal)]
    assert b.fresh(row).status == "running" and b.order(row).at == 1
