"""Dice on the table in battles of Red Alert: the app rolls what follows when both first cards are shown."""

from __future__ import annotations

import re
from itertools import product

import pytest
from django.contrib.auth.models import User

from league.kernel.refusal import Refusal
from missions.battles.engine.contract import NO_UNIT
from missions.battles.engine.dice import seeded_dice
from missions.battles.models import Battle
from missions.battles.services import acts
from missions.battles.services.proof import link_steps, proof
from missions.battles.systems.red_alert.engine.system import RED_ALERT
from tests.battles import battles as b
from tests.people import account, browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def players() -> list[User]:
    return [account("ann"), account("bob")]


@pytest.fixture
def row(players: list[User]) -> Battle:
    one, other = map(b.sitting, players)
    of_system = {"system": "red_alert", "scenario": "opening_salvo", "points": None, "deploy": None}
    return b.begun(one, other, dice="typed", **of_system)


def outcomes(row: Battle) -> dict[bool, tuple[int, int]]:
    """First cards of both sides after which they roll for it (True), and others."""
    found: dict[bool, tuple[int, int]] = {}
    start = b.played(row).state
    for cards in product(*(RED_ALERT.legal_orders(start, seat, NO_UNIT) for seat in (0, 1))):
        state = RED_ALERT.clone(start)
        events = []
        for seat, card in enumerate(cards):
            events = RED_ALERT.apply(state, seat, (NO_UNIT, card), seeded_dice("first cards"))
        found.setdefault(any(event[0] == "tie" for event in events), cards)
    return found


@pytest.mark.rule("RA-046")
@pytest.mark.parametrize("tied", [True, False])
def test_nobody_types_dice_for_a_card_that_lies_face_down(
    row: Battle, players: list[User], tied: bool
) -> None:
    for seat, card in enumerate(outcomes(row)[tied]):
        page = browser(players[seat]).get(b.url(row, f"?unit={NO_UNIT}&order={card}")).content.decode()
        assert 'id="board-confirm"' in page and "board-dice" not in page
        acts.order(row.pk, b.sitter(row, seat), (NO_UNIT, card), seat, seat=seat)
    assert b.fresh(row).at == 2
    rolls = proof(b.fresh(row), tuple(row.seats.order_by("number")), b.played(row), link_steps(row))
    assert all(each.same for each in rolls)
    assert any(each.number == 2 for each in rolls) == tied


def give(row: Battle) -> None:
    """One order of the medium bot's taste, with stars on all dice that it rolls."""
    faces, seat = "", b.due(row)
    for _ in range(9):
        try:
            acts.order(row.pk, b.sitter(row, seat), b.choice(row), b.fresh(row).at, seat=seat, typed=faces)
            return
        except Refusal as refusal:
            more = re.search(r"type (\d+) more", refusal.message)
            assert more, refusal.message
            faces += " *" * int(more[1])
    raise AssertionError("the dice do not come to an end")


def test_an_answer_that_rolls_cannot_stand_if_dice_are_typed(row: Battle, players: list[User]) -> None:
    missing = {"roll", "attacked"}
    for _ in range(120):
        seat = b.due(row)
        window = RED_ALERT.window(b.played(row).state, seat)
        if window is not None and window.kind in missing:
            page = browser(players[seat]).get(b.url(row)).content.decode()
            assert ("board-passing" in page) == (window.kind != "roll")
            missing.remove(window.kind)
        if not missing:
            return
        give(row)
    raise AssertionError(f"no question of these kinds: {missing}")
