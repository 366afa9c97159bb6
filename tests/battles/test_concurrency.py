"""Two orders, two seats, two presses of ready at the same moment: one goes through, the other is told.

`tests/league/test_concurrency_postgres.py` runs this module once more on PostgreSQL.
"""

from __future__ import annotations

from typing import Any

import pytest
import time_machine

from league.kernel.refusal import Refusal, Stale
from missions.battles.models import Battle, BattleOrder
from missions.battles.selectors.battles import Sitter, digest
from missions.battles.services import acts, links, opening
from missions.battles.services.proof import link_steps
from missions.battles.systems.fighters.forces.builder import ready_points
from tests.battles import battles as b
from tests.battles import chains
from tests.battles.battles import EAST, WEST
from tests.league.test_concurrency import Call, at_once, the_one_refusal

pytestmark = pytest.mark.django_db(transaction=True)


def ordering(row: Battle, who: Sitter, given: tuple[int, int], at: int) -> Call:
    return lambda: acts.order(row.pk, who, given, at)


def test_of_two_orders_at_once_one_counts_and_the_other_is_told() -> None:
    row = b.begun(opponent="screen")
    unit, choice = b.choice(row)
    now = b.played(row)
    other = next(each for each in now.system.legal_orders(now.state, b.due(row), unit) if each != choice)
    answers = at_once(ordering(row, WEST, (unit, choice), 0), ordering(row, WEST, (unit, other), 0))
    assert isinstance(the_one_refusal(answers), Stale)
    assert (b.fresh(row).at, BattleOrder.objects.filter(battle=row).count()) == (1, 1)


def test_the_same_order_sent_twice_at_once_counts_once() -> None:
    row = b.begun()
    given, who = b.choice(row), b.sitter(row, b.due(row))
    answers = at_once(*[ordering(row, who, given, 0)] * 2)
    assert not [each for each in answers if isinstance(each, Refusal)]
    assert (b.fresh(row).at, BattleOrder.objects.filter(battle=row).count()) == (1, 1)


def test_two_links_at_once_roll_once() -> None:
    row, browsers = chains.begun()
    before = chains.until_laid(row)
    answers = at_once(*[lambda each=each: each.give(row) for each in browsers])
    assert sorted(map(bool, answers)) == [False, True], "the later one rolls"
    assert b.fresh(row).laid is None and len(link_steps(row)) == b.fresh(row).at - before.at == 1


def test_of_a_link_and_a_filling_in_at_once_one_counts() -> None:
    row, (west, east) = chains.begun()
    chains.until_laid(row)
    west.give(row)
    number, link = chains.laid(row).number, east.link
    with time_machine.travel(chains.laid(row).fill_begins, tick=False):
        answers = at_once(
            lambda: links.give_link(row.pk, EAST, 1, number, link), lambda: links.fill_links(row.pk, WEST)
        )
    the_one_refusal(answers)
    assert len(link_steps(row)) == 1 and b.fresh(row).laid is None


def test_a_free_seat_is_taken_by_one_of_two() -> None:
    row = opening.open_battle(WEST, b.plan(), opening.new_ticket())
    guests = [Sitter(visitor=digest(name)) for name in ("one", "two")]
    answers = at_once(*[lambda who=who: opening.take_seat(row.pk, who, row.invitation) for who in guests])
    the_one_refusal(answers)
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


@pytest.mark.parametrize("opening_one", [opening.open_battle, opening.open_tryout])
def test_a_new_battle_sent_several_times_at_once_is_one_battle(opening_one: Any) -> None:
    tried = opening_one is opening.open_tryout
    plan = b.plan(opponent="bot", points=ready_points("fighter_clash")) if tried else b.plan()
    for _ in range(4):
        ticket = opening.new_ticket()
        answers = at_once(*[lambda ticket=ticket: opening_one(WEST, plan, ticket)] * 4)
        assert [each for each in answers if isinstance(each, Refusal)] == []
        assert len({row.pk for row in answers if isinstance(row, Battle)}) == 1
    assert Battle.objects.count() == 4


def test_a_new_battle_whose_other_sending_was_faster_answers_with_that_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The moment between looking and writing, made certain."""
    ticket, rows = opening.new_ticket(), []
    make = opening._row

    def overtaken(*facts: Any, **more: Any) -> Battle:
        monkeypatch.setattr(opening, "_row", make)
        rows.append(opening.open_battle(WEST, b.plan(), ticket))
        return make(*facts, **more)

    monkeypatch.setattr(opening, "_row", overtaken)
    assert opening.open_battle(WEST, b.plan(), ticket) == rows[0]
    assert Battle.objects.count() == 1


def test_a_ticket_overtaken_by_somebody_else_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    ticket, make = opening.new_ticket(), opening._row

    def overtaken(*facts: Any, **more: Any) -> Battle:
        monkeypatch.setattr(opening, "_row", make)
        opening.open_battle(EAST, b.plan(), ticket)
        return make(*facts, **more)

    monkeypatch.setattr(opening, "_row", overtaken)
    with pytest.raises(Refusal, match="sent before"):
        opening.open_battle(WEST, b.plan(), ticket)
