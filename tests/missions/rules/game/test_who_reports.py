"""Permissions to write, dispute and confirm a report, asked directly (CR-101)."""

from __future__ import annotations

from typing import get_args

import pytest

from missions.rules.game.orders.draw import may_call_off
from missions.rules.game.orders.report import may_confirm, may_dispute, may_settle, may_write
from missions.rules.game.state import GameStep, SideName
from missions.rules.overrides.orders import may_rule
from tests.missions.rules.builders import ACTIVE, OPPOSING, ORGANISER, STRANGER, skirmish

PLAYS: dict[int, SideName] = {ACTIVE: "active", OPPOSING: "opposing"}
PEOPLE = (ACTIVE, OPPOSING, ORGANISER, STRANGER)


def answers(question, by: int, organising: tuple[int, ...] = (ORGANISER,)) -> dict[int, bool]:
    """The predicate for everybody, when `by` has begun the report (0: nobody has)."""
    game = skirmish()[0].game
    game.report.by, game.report.side = by, PLAYS.get(by)
    return {each: question(game, PLAYS.get(each), each, each in organising) for each in PEOPLE}


@pytest.mark.rule("CR-101")
@pytest.mark.parametrize(
    ("by", "able"),
    [
        (0, {ACTIVE, OPPOSING, ORGANISER}),
        (ACTIVE, {ACTIVE, ORGANISER}),
        (OPPOSING, {OPPOSING, ORGANISER}),
        (ORGANISER, {ORGANISER}),
    ],
)
def test_the_side_that_began_the_report_goes_on_with_it(by, able):
    assert {each for each, may in answers(may_write, by).items() if may} == able


@pytest.mark.rule("CR-101")
@pytest.mark.parametrize(
    ("by", "able"),
    [
        (ACTIVE, {OPPOSING, ORGANISER}),
        (OPPOSING, {ACTIVE, ORGANISER}),
        (ORGANISER, {ACTIVE, OPPOSING}),
    ],
)
def test_nobody_disputes_the_own_report(by, able):
    assert {each for each, may in answers(may_dispute, by).items() if may} == able


@pytest.mark.rule("CR-101")
@pytest.mark.parametrize(
    ("by", "able"),
    [
        (ACTIVE, {OPPOSING, ORGANISER}),
        (OPPOSING, {ACTIVE, ORGANISER}),
        (ORGANISER, {ACTIVE, OPPOSING, ORGANISER}),
    ],
)
def test_the_other_player_or_an_organiser_confirms(by, able):
    assert {each for each, may in answers(may_confirm, by).items() if may} == able


@pytest.mark.rule("CR-101")
def test_an_organiser_who_plays_confirms_but_does_not_dispute_the_own_report():
    own = {question: answers(question, ACTIVE, (ACTIVE,))[ACTIVE] for question in (may_confirm, may_dispute)}
    assert own == {may_confirm: True, may_dispute: False}


STEPS = get_args(GameStep)


@pytest.mark.rule("CR-101")
@pytest.mark.parametrize("step", STEPS)
def test_organisers_rule_and_settle_before_a_result_is_applied(step: GameStep):
    game = skirmish()[0].game
    game.step = step
    assert may_rule(game, organises=True) == (step in ("report", "confirm"))
    assert may_settle(game, organises=True) == (step == "confirm")
    assert not may_rule(game, organises=False) and not may_settle(game, organises=False)


@pytest.mark.rule("CR-101")
@pytest.mark.parametrize("friendly", [False, True])
@pytest.mark.parametrize("step", STEPS)
def test_a_game_is_called_off_by_organisers_and_a_friendly_one_by_its_players(step: GameStep, friendly: bool):
    game = skirmish()[0].game
    game.step, game.friendly = step, friendly
    going = step not in ("done", "void")
    assert may_call_off(game, organises=True) == going
    assert may_call_off(game, (ACTIVE,), organises=False) == (going and friendly)
    assert may_call_off(game, (ACTIVE,), organises=True) == (going and (friendly or step != "confirm"))
    assert not may_call_off(game, organises=False)
