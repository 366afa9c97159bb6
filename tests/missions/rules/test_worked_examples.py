"""The worked examples of the rules by number: games without mission or asset here, the others in the tests
of what they are about. Together they are all there."""

import re
from pathlib import Path

import pytest

from missions.rules.game.draws import draw_squadrons
from missions.rules.game.postgame import reward
from missions.rules.game.results import compute
from missions.rules.game.state import SectionReport
from rosters.rules import events as roster
from rosters.rules.purchases.values import repair_price
from rosters.rules.uniques.names import may_own_ship_card, may_own_upgrade
from tests.missions.rules.builders import ACTIVE, CR90, TIE, XWING, Night

VADER, TEMPEST = "imperial-tieadvanced-darthvader", "imperial-tieadvanced-tempestsquadronpilot"
SHUTTLE = "imperial-lambdaclassshuttle-omicrongrouppilot"
TESTS = Path(__file__).resolve().parents[2]
EXAMPLES = 20


def test_every_worked_example_is_a_test():
    texts = [path.read_text(encoding="utf-8") for path in TESTS.glob("*/**/test_*.py")]
    found = {int(hit) for text in texts for hit in re.findall(r"^def test_example_(\d+)_", text, re.M)}
    assert found == set(range(1, EXAMPLES + 1))


@pytest.mark.rule("CR-110")
def test_example_2_rewards_of_winner_and_loser():
    assert reward(("standard", "recon", "recon"), "victory") == 180
    assert reward(("epic",), "defeat") == 120


@pytest.mark.rule("CR-114", "CR-115")
@pytest.mark.parametrize(("card", "where"), [(TIE, "mia"), (XWING, "home")])
def test_example_5_a_loser_that_was_driven_off(card: str, where: str):
    night = Night(opposing="imperial" if card == TIE else "rebel")
    night.ship("active", XWING)
    ship = night.ship("opposing", card)
    night.begin().report(driven_off=[ship]).finish()
    assert night.where(ship) == where


@pytest.mark.rule("CR-036", "CR-040", "CR-113")
def test_example_7_the_pilots_death_kills_his_crew_card():
    night = Night()
    night.ship("active", XWING)
    vader = night.ship("opposing", VADER)
    crew = night.upgrade("opposing", "darthvader")
    night.begin().report(destroyed=[vader]).finish()
    fleet = night.fleet("opposing")
    assert (night.where(vader), night.roster_upgrade(crew)) == ("gone", None)
    assert fleet.killed == ["darthvader"]
    assert "CR-040" in [finding.rule for finding in may_own_ship_card(fleet, VADER)]
    assert "CR-040" in [finding.rule for finding in may_own_upgrade(fleet, "darthvader")]


def shuttle_with_vader() -> tuple[Night, int, int, int]:
    night = Night()
    xwing = night.ship("active", XWING)
    shuttle = night.ship("opposing", SHUTTLE, ["darthvader"])
    night.ship("opposing", TIE)
    tie = night.ship("opposing", VADER, ["concussionmissiles"], squadron=None, rank="VET")
    return night.begin(), xwing, shuttle, tie


@pytest.mark.rule("CR-037", "CR-036")
def test_example_8_the_crew_cards_death_leaves_the_pilots_ship_behind():
    night, _, shuttle, tie = shuttle_with_vader()
    night.report(destroyed=[shuttle]).finish()
    left = night.roster_ship(tie)
    assert (left.card, left.rank, left.mia) == (TEMPEST, "", False)
    assert night.fleet("opposing").upgrades == {}
    removed = [event for event in night.happened(roster.UpgradeLost) if event.rule == "CR-037"]
    assert [event.fate for event in removed] == ["removed"]
    assert night.fleet("opposing").killed == ["darthvader"]


@pytest.mark.rule("CR-036")
def test_example_8_on_the_winning_side_both_are_missing():
    night, xwing, shuttle, tie = shuttle_with_vader()
    night.report(destroyed=[shuttle, xwing]).finish()
    assert [night.where(ship) for ship in (shuttle, tie)] == ["mia", "mia"]
    assert [each.card for each in night.fleet("opposing").upgrades_on(tie)] == ["concussionmissiles"]
    assert night.fleet("opposing").killed == []


@pytest.mark.rule("CR-117", "CR-143")
def test_example_9_a_crippled_fore_section():
    night = Night()
    fore = ["gunner", "singleturbolasers", "quadlasercannons", "gunneryteam", "sensorteam", "commsbooster"]
    ship = night.ship("active", CR90, [*((card, "fore") for card in fore), "jainaslight"])
    night.ship("opposing", TIE)
    night.begin()
    night.line(ship, sections={"fore": SectionReport(9, 0, True), "aft": SectionReport(0, 8)})
    night.report().finish()
    fleet = night.fleet("active")
    assert fleet.ships[ship].crippled == ["fore"]
    assert {each.card for each in fleet.upgrades_on(ship)} == {"gunner", "jainaslight"}
    assert repair_price(fleet, ship, "fore") == 25


@pytest.mark.rule("CR-117")
def test_example_9_both_sections_crippled():
    night = Night()
    ship = night.ship("active", CR90)
    night.ship("opposing", TIE)
    night.begin()
    crippled = SectionReport(8, 0, True)
    night.line(ship, sections={"fore": crippled, "aft": crippled})
    night.report().finish()
    assert night.where(ship) == "gone"


@pytest.mark.rule("CR-061", "CR-020")
def test_example_11_draw_balance():
    pools = {"active": {2: "epic", 3: "standard"}, "opposing": {4: "standard", 5: "recon", 6: "recon"}}
    example = draw_squadrons({"active": [2, 3], "opposing": [4, 5, 6]}, pools)  # type: ignore[arg-type]
    assert example.order == ("active:2", "opposing:4", "opposing:5", "opposing:6")
    assert example.balanced
    assert example.weights == {"active": 4, "opposing": 4}


@pytest.mark.rule("CR-118")
def test_example_12_a_unique_veteran_stays_and_a_generic_is_asked_about():
    night = Night()
    wedge = night.ship("active", "rebel-xwing-wedgeantilles", rank="VET")
    rookie = night.ship("active", XWING, rank="VET")
    tie = night.ship("opposing", TIE)
    night.begin().report(destroyed=[tie])
    night.choose("active", elite=(rookie,))
    night.finish()
    assert [night.roster_ship(ship).rank for ship in (wedge, rookie)] == ["VET", "ELITE"]


@pytest.mark.rule("CR-119")
def test_example_13_the_missing_pilot_takes_the_promotion():
    night = Night()
    night.ship("active", XWING)
    dead, gone = [night.ship("opposing", TIE) for _ in range(2)], night.ship("opposing", TIE)
    night.begin().report(destroyed=dead, driven_off=[gone]).finish()
    found = night.roster_ship(gone)
    assert (found.mia, found.rank) == (True, "EXP")


@pytest.mark.rule("CR-097", "CR-063")
@pytest.mark.parametrize(("fled", "winner"), [(False, "opposing"), (True, "active")])
def test_example_19_elimination_beats_points_unless_a_ship_fled(fled: bool, winner: str):
    night = Night()
    ours = [night.ship("active", card) for card in (XWING, XWING, "rebel-xwing-lukeskywalker")]
    cards = [TIE, TIE, TIE, TIE, TEMPEST, "imperial-tiefighter-obsidiansquadronpilot"]
    theirs = [night.ship("opposing", card) for card in cards]
    night.ship("opposing", TIE)
    night.begin()
    night.report(destroyed=ours[:2] if fled else ours, driven_off=[*theirs, *(ours[2:] if fled else [])])
    result = compute(night.game)
    assert result.scores == {"active": 82, "opposing": 70}
    assert (result.winner, result.margin) == (winner, 12)
    assert result.termination == ("points" if fled else "elimination")


@pytest.mark.rule("CR-112", "CR-111")
@pytest.mark.parametrize(("damage", "marks"), [(0, []), (1, ["whole"])])
def test_example_20_old_damage_alone_makes_no_new_mark(damage: int, marks: list[str]):
    night = Night()
    ship = night.ship("active", XWING, ["hullupgrade"], damaged=["whole"])
    night.ship("opposing", TIE)
    night.begin()
    assert night.game.ships[ship].hulls == {"whole": 4}
    assert night.game.ships[ship].start_cards == {"whole": 2}
    night.line(ship, damage=damage, by=ACTIVE)
    night.report().finish()
    assert night.roster_ship(ship).damaged == marks
