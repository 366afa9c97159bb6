"""A game that is fought on the hex board: proposed, agreed, and reported."""

from __future__ import annotations

import pytest

from league.kernel.refusal import NotYours, Refusal
from missions.rules import orders as do
from missions.rules.game.narration import sentence
from missions.rules.game.secrets import view_for
from missions.rules.game.state import FieldedShip, SectionReport, ShipFate, ShipReport
from missions.rules.game.waiting import awaited
from tests.missions.rules.builders import ACTIVE, OPPOSING, ORGANISER, Night, skirmish


@pytest.fixture
def night() -> Night:
    """Two X-wings against two TIEs, on the table."""
    return skirmish(2, 2)[0]


def agreed(night: Night) -> Night:
    night.act(do.ProposeBattle(night.game_id), ACTIVE)
    night.act(do.AnswerBattle(night.game_id, agree=True), OPPOSING)
    return night


def unhurt(ship: FieldedShip) -> dict[str, SectionReport]:
    return {name: SectionReport(0, hull) for name, hull in ship.hulls.items()}


def reported(night: Night, *words: ShipFate) -> tuple[ShipReport, ...]:
    """Lines for all ships, active ones first."""
    ships = [*night.game.ships_of("active"), *night.game.ships_of("opposing")]
    return tuple(
        ShipReport(ship.id, ship.fleet, word, {} if word == "destroyed" else unhurt(ship))
        for ship, word in zip(ships, words, strict=True)
    )


def test_one_side_proposes_and_the_other_agrees(night: Night) -> None:
    assert view_for(night.game, "public").fight is None
    night.act(do.ProposeBattle(night.game_id), ACTIVE)
    questions = [each for each in awaited(night.state, night.game) if each.what == "fight"]
    assert [(each.side, each.member) for each in questions] == [("opposing", OPPOSING)]
    events = night.act(do.AnswerBattle(night.game_id, agree=True), OPPOSING).events
    fight = view_for(night.game, "public").fight
    assert fight is not None and fight.battle and fight.members == {"active": ACTIVE, "opposing": OPPOSING}
    assert sentence(events[-1]) == f"{{opposing:{events[-1].game}}} agrees: it is fought on the hex board."


@pytest.mark.parametrize("member", [ACTIVE, OPPOSING])
def test_a_proposal_is_declined_or_taken_back(night: Night, member: int) -> None:
    night.act(do.ProposeBattle(night.game_id), ACTIVE)
    night.act(do.AnswerBattle(night.game_id, agree=False), member)
    assert night.game.fight is None
    with pytest.raises(Refusal, match="Nobody proposes"):
        night.act(do.AnswerBattle(night.game_id, agree=True), OPPOSING)


def test_nobody_agrees_with_himself_and_nobody_else_speaks_for_a_side(night: Night) -> None:
    night.act(do.ProposeBattle(night.game_id), ACTIVE)
    with pytest.raises(NotYours, match="the other side answers"):
        night.act(do.AnswerBattle(night.game_id, agree=True), ACTIVE)
    with pytest.raises(NotYours, match="Only the two players"):
        night.act(do.AnswerBattle(night.game_id, agree=True), ORGANISER)
    with pytest.raises(Refusal, match="proposed it already"):
        night.act(do.ProposeBattle(night.game_id), OPPOSING)


def test_it_is_agreed_once_and_only_while_the_game_is_played(night: Night) -> None:
    agreed(night)
    with pytest.raises(Refusal, match="agreed already"):
        night.act(do.AnswerBattle(night.game_id, agree=False), OPPOSING)
    night.line(min(night.game.ships), "destroyed")
    with pytest.raises(Refusal, match="report"):
        night.act(do.ProposeBattle(night.game_id), ACTIVE)


@pytest.mark.rule("CR-100", "CR-101")
def test_the_report_is_filled_in_submitted_and_confirmed(night: Night) -> None:
    agreed(night)
    lines = reported(night, "survived", "survived", "destroyed", "destroyed")
    night.act(do.FillReport(night.game_id, lines), ACTIVE)
    assert set(night.game.report.lines) == set(night.game.ships)
    night.act(do.SubmitReport(night.game_id), ACTIVE)
    assert night.game.step == "confirm"


def test_a_report_is_filled_in_once_and_only_from_a_battle(night: Night) -> None:
    lines = reported(night, *["survived"] * 4)
    with pytest.raises(Refusal, match="not fought on the hex board"):
        night.act(do.FillReport(night.game_id, lines), ACTIVE)
    agreed(night).act(do.FillReport(night.game_id, lines), ACTIVE)
    with pytest.raises(Refusal, match="lines already"):
        night.act(do.FillReport(night.game_id, lines), ACTIVE)
    with pytest.raises(NotYours, match="writes this report"):
        night.act(do.FillReport(night.game_id, (ShipReport(1, 1),)), OPPOSING)
