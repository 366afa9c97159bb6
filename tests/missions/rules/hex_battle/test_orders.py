"""A game that is fought on the hex board: proposed, agreed, mustered, and read for the report."""

from __future__ import annotations

from dataclasses import replace

import pytest

from league.kernel.refusal import NotYours, Refusal
from missions.battles.campaign.muster import cards_of, ending_of, forces_of, lines_of, setup_for
from missions.battles.engine.contract import Fate
from missions.battles.systems.registry import packs
from missions.rules import orders as do
from missions.rules.game.narration import sentence
from missions.rules.game.state import SectionReport, ShipReport
from missions.rules.game.waiting import awaited
from missions.rules.pregame.state import Pregame
from missions.rules.views import view_for
from tests.missions.rules.builders import ACTIVE, OPPOSING, ORGANISER, Night, skirmish

FACTIONS = ("rebel", "imperial")
PACK = packs()[0]


@pytest.fixture
def night() -> Night:
    """Two X-wings against two TIEs, on the table."""
    return skirmish(2, 2)[0]


def agreed(night: Night) -> Night:
    night.act(do.ProposeBattle(night.game_id), ACTIVE)
    night.act(do.AnswerBattle(night.game_id, agree=True), OPPOSING)
    return night


def fates(night: Night, *words: str, left: int = 4) -> list[Fate]:
    """Fates of all ships, active ones first."""
    ships = [*night.game.ships_of("active"), *night.game.ships_of("opposing")]
    return [
        Fate(str(ship.id), 0, ship.name, word, 0 < left < 4, left, 4)
        for ship, word in zip(ships, words, strict=True)
    ]


def test_one_side_proposes_and_the_other_agrees(night: Night) -> None:
    assert view_for(night.game, "public").fight is None
    night.act(do.ProposeBattle(night.game_id), ACTIVE)
    asked = [each for each in awaited(night.state, night.game) if each.what == "fight"]
    assert [(each.side, each.member) for each in asked] == [("opposing", OPPOSING)]
    told = night.act(do.AnswerBattle(night.game_id, agree=True), OPPOSING).events
    fight = view_for(night.game, "public").fight
    assert fight is not None and fight.battle and fight.members == {"active": ACTIVE, "opposing": OPPOSING}
    assert sentence(told[-1]) == "The opposing side agrees: it is fought on the hex board."


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


@pytest.mark.rule("FH-170")
def test_every_fielded_ship_musters_under_its_pilot(night: Night) -> None:
    west, east = forces_of(night.game, PACK, FACTIONS)
    assert [unit["craft"] for unit in west["units"]] == ["x_wing", "x_wing"]
    assert [unit["craft"] for unit in east["units"]] == ["tie_fighter", "tie_fighter"]
    assert {int(unit["ref"]) for unit in (*west["units"], *east["units"])} == set(night.game.ships)
    assert (west["side"], east["side"]) == ("rebel", "empire")
    assert setup_for(night.game, PACK, [west, east])["scenario"] == PACK.tryout.usual


@pytest.mark.rule("FH-164")
def test_extraction_becomes_the_hostages_where_a_light_ship_can_fetch_them(night: Night) -> None:
    night.game.pregame = Pregame(mission=3)
    west, east = forces_of(night.game, PACK, FACTIONS)
    assert setup_for(night.game, PACK, [west, east])["scenario"] == PACK.tryout.usual
    west["units"].append({"craft": "yt_1300", "ref": "99"})
    assert setup_for(night.game, PACK, [west, east])["scenario"] == "hostages"
    assert setup_for(night.game, PACK, [east, west])["scenario"] == PACK.tryout.usual


def test_old_marks_and_ranks_go_with_the_ship(night: Night) -> None:
    ship = night.game.ships_of("active")[0]
    night.game.ships[ship.id] = replace(ship, rank="VET", start_cards={"whole": 1})
    assert cards_of(night.game, "active", "rebel")[0].statuses == ("VET", "DAMAGED")


@pytest.mark.rule("CR-096", "CR-098")
@pytest.mark.parametrize(
    ("mission", "active"),
    [(0, "destroyed"), (1, "destroyed"), (2, "withdrawn"), (3, "driven_off"), (4, "destroyed"),
     (5, "destroyed"), (7, "withdrawn")],
)  # fmt: skip
def test_who_left_over_the_enemys_edge_is_destroyed_unless_the_mission_says_otherwise(
    night: Night, mission: int, active: str
) -> None:
    night.game.pregame = Pregame(mission=mission) if mission else None
    left = [replace(fate, beyond=True) for fate in fates(night, *["withdrawn"] * 4)]
    assert [line.fate for line in lines_of(night.game, left)] == [active] * 2 + ["destroyed"] * 2


@pytest.mark.rule("CR-096", "CR-098")
def test_who_left_over_another_edge_was_driven_off_unless_the_mission_lets_its_side_withdraw(
    night: Night,
) -> None:
    night.game.pregame = Pregame(mission=1)
    told = [line.fate for line in lines_of(night.game, fates(night, *["withdrawn"] * 4))]
    assert told == ["withdrawn"] * 2 + ["driven_off"] * 2


@pytest.mark.rule("CR-100", "CR-112")
def test_fates_of_the_battle_become_lines_of_the_report(night: Night) -> None:
    lines = lines_of(night.game, fates(night, "destroyed", "intact", "withdrawn", "captured", left=2))
    assert [line.fate for line in lines] == ["destroyed", "survived", "driven_off", "destroyed"]
    assert lines[0].sections == {}
    hull = night.game.ships[lines[1].ship].hulls["whole"]
    assert lines[1].sections == {"whole": SectionReport(round(hull / 2), hull - round(hull / 2))}


def test_a_damaged_unit_never_comes_back_whole_nor_without_hull(night: Night) -> None:
    game = night.game
    for left in (1, 3):
        line = lines_of(game, fates(night, *["intact"] * 4, left=left))[0]
        figures = line.sections["whole"]
        assert figures.damage_taken >= 1 and figures.hull_left >= 1


@pytest.mark.rule("CR-095")
def test_who_gave_up_concedes_where_both_have_ships_left(night: Night) -> None:
    both = lines_of(night.game, fates(night, *["intact"] * 4))
    one = lines_of(night.game, fates(night, "intact", "intact", "destroyed", "destroyed"))
    assert ending_of(night.game, both, "opposing") == ("opposing", False)
    assert ending_of(night.game, both, None) == (None, True)
    assert ending_of(night.game, one, "opposing") == (None, False)


@pytest.mark.rule("CR-100", "CR-101")
def test_the_report_is_filled_in_submitted_and_confirmed(night: Night) -> None:
    agreed(night)
    lines = lines_of(night.game, fates(night, "intact", "intact", "destroyed", "destroyed"))
    night.act(do.FillReport(night.game_id, lines), ACTIVE)
    assert set(night.game.report.lines) == set(night.game.ships)
    night.act(do.SubmitReport(night.game_id), ACTIVE)
    assert night.game.step == "confirm"


def test_a_report_is_filled_in_once_and_only_from_a_battle(night: Night) -> None:
    lines = lines_of(night.game, fates(night, *["intact"] * 4))
    with pytest.raises(Refusal, match="not fought on the hex board"):
        night.act(do.FillReport(night.game_id, lines), ACTIVE)
    agreed(night).act(do.FillReport(night.game_id, lines), ACTIVE)
    with pytest.raises(Refusal, match="lines already"):
        night.act(do.FillReport(night.game_id, lines), ACTIVE)
    with pytest.raises(NotYours, match="began this report"):
        night.act(do.FillReport(night.game_id, (ShipReport(1, 1),)), OPPOSING)
