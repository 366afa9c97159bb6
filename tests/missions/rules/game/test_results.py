"""The computed result (CR-063, CR-092, CR-095, CR-096, CR-097)."""

import pytest

from missions.rules.content.victory import points_words
from missions.rules.game.results import compute
from missions.rules.game.state import SectionReport
from tests.missions.rules.builders import ACTIVE, CR90, TIE, XWING, Night, skirmish


@pytest.mark.rule("CR-063", "CR-092")
def test_destroyed_and_driven_off_enemies_score_their_squad_points():
    night, _, theirs = skirmish()
    result = compute(night.report(destroyed=theirs[:1], driven_off=theirs[1:2]).game)
    assert result.scores == {"active": 24, "opposing": 0}
    assert (result.winner, result.termination, result.margin, result.rule) == (
        "active",
        "points",
        24,
        "CR-063",
    )


@pytest.mark.rule("CR-063")
def test_a_damaged_ship_scores_nothing_and_equal_totals_are_a_draw():
    night, ours, theirs = skirmish()
    night.line(ours[0], damage=2)
    night.line(theirs[0], damage=2)
    result = compute(night.report().game)
    assert (result.winner, result.margin) == ("draw", 0)


@pytest.mark.rule("CR-092", "CR-005")
def test_upgrades_score_with_their_ship_less_what_its_cards_take_off():
    night = Night()
    night.ship("active", XWING)
    tie = night.ship(
        "opposing", "imperial-tieadvanced-tempestsquadronpilot", ["tiex1", "advtargetingcomputer"]
    )
    night.ship("opposing", TIE)
    night.begin().report(destroyed=[tie])
    assert compute(night.game).scores["active"] == 22


@pytest.mark.rule("CR-092")
def test_a_crippled_section_and_a_lost_upgrade_score_nothing():
    night = Night()
    cr90 = night.ship("active", CR90, [("gunneryteam", "fore")])
    night.ship("opposing", TIE)
    night.begin()
    lost = night.game.ships[cr90].upgrades[0].id
    figures = {"fore": SectionReport(8, 0, True), "aft": SectionReport(0, 8)}
    night.line(cr90, sections=figures, lost=(lost,))
    assert compute(night.report().game).scores["opposing"] == 0


@pytest.mark.rule("CR-092", "CR-117")
def test_a_ship_with_both_sections_crippled_scores_as_destroyed():
    night = Night()
    cr90 = night.ship("active", CR90, crippled=["aft"])
    night.ship("opposing", TIE)
    night.begin()
    night.line(cr90, sections={"fore": SectionReport(8, 0, True)})
    result = compute(night.report().game)
    assert (result.scores["opposing"], result.fates[cr90]) == (90, "destroyed")
    assert (result.winner, result.termination) == ("opposing", "elimination")


@pytest.mark.rule("CR-097")
def test_elimination_beats_a_higher_score():
    night, ours, theirs = skirmish(rebels=1, imperials=3)
    result = compute(night.report(destroyed=ours, driven_off=theirs[:2]).game)
    assert result.scores == {"active": 24, "opposing": 21}
    assert (result.winner, result.termination, result.rule) == ("opposing", "elimination", "CR-097")


@pytest.mark.rule("CR-097")
def test_one_ship_that_was_only_driven_off_is_no_elimination():
    night, ours, theirs = skirmish(rebels=2, imperials=3)
    result = compute(night.report(destroyed=ours[:1], driven_off=[ours[1], *theirs]).game)
    assert result.scores == {"active": 36, "opposing": 42}
    assert (result.winner, result.termination) == ("opposing", "points")


@pytest.mark.rule("CR-097")
@pytest.mark.parametrize(("imperials", "winner"), [(3, "opposing"), (4, "active")])
def test_when_both_are_eliminated_the_points_decide(imperials: int, winner: str):
    night, ours, theirs = skirmish(rebels=2, imperials=imperials)
    result = compute(night.report(destroyed=[*ours, *theirs]).game)
    assert (result.winner, result.termination) == (winner, "points")
    assert "CR-097" in [reason.rule for reason in result.reasons]


@pytest.mark.rule("CR-095")
def test_a_concession_counts_every_ship_on_the_table_as_destroyed():
    night, ours, theirs = skirmish(rebels=2, imperials=3)
    result = compute(night.report(destroyed=theirs[:1], driven_off=ours[:1], conceded="active").game)
    assert result.scores == {"active": 12, "opposing": 42}
    assert result.fates[ours[0]] == "driven_off"
    assert result.fates[ours[1]] == "destroyed"
    assert (result.winner, result.termination, result.rule) == ("opposing", "concession", "CR-095")


@pytest.mark.rule("CR-095")
def test_a_side_that_concedes_loses_even_when_ahead():
    night, _, theirs = skirmish(rebels=1, imperials=4)
    result = compute(night.report(destroyed=theirs[:3], conceded="active").game)
    assert result.scores["active"] > result.scores["opposing"]
    assert result.winner == "opposing"


@pytest.mark.rule("CR-092")
def test_a_game_that_was_stopped_is_decided_by_points():
    night, ours, _ = skirmish()
    result = compute(night.report(driven_off=ours[:1]).game)
    assert night.game.report.stopped
    assert (result.winner, result.margin) == ("opposing", 21)


def test_every_reason_names_its_rule():
    night, ours, _ = skirmish()
    night.line(ours[0], by=ACTIVE)
    assert all(
        reason.rule.startswith("CR-") and reason.text.endswith(".") for reason in compute(night.game).reasons
    )


@pytest.mark.rule("CR-063")
def test_the_words_count_the_points_ahead():
    words = [points_words("active", 1), points_words("opposing", 2)]
    assert words == [
        "The active side is ahead by 1 point and wins.",
        "The opposing side is ahead by 2 points and wins.",
    ]
