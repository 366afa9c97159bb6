"""Choices before a result is applied, and their preview (CR-102, CR-117, CR-118, CR-119)."""

from copy import deepcopy

import pytest

from league.kernel.refusal import NotYours, Refusal, Unreadable
from missions.rules import orders as do
from missions.rules.game import events as ev
from missions.rules.game.choices import choices_to_make
from missions.rules.game.postgame import preview
from missions.rules.game.state import Choices, SectionReport
from rosters.rules import events as roster
from tests.missions.rules.builders import ACTIVE, OPPOSING, STRANGER, TIE, XWING, Night, skirmish

RAIDER = "imperial-raiderclasscorvette"


def veterans() -> tuple[Night, list[int], int]:
    """A victory of two generic VETs and a unique one; the loser keeps two pilots."""
    night = Night()
    rookies = [night.ship("active", XWING, rank="VET") for _ in range(2)]
    wedge = night.ship("active", "rebel-xwing-wedgeantilles", rank="VET")
    ties = [night.ship("opposing", TIE) for _ in range(3)]
    return night.begin().report(destroyed=ties[:1]), rookies, wedge


@pytest.mark.rule("CR-118")
def test_winners_are_asked_about_generic_veterans_only():
    night, rookies, _ = veterans()
    (ask,) = choices_to_make(night.state, night.game, "active")
    assert (ask.kind, ask.rule, ask.mandatory, ask.answered) == ("elite", "CR-118", False, True)
    assert [candidate.id for candidate in ask.candidates] == rookies


@pytest.mark.rule("CR-102")
def test_pilots_of_one_name_are_told_apart_where_one_is_chosen():
    night, *_ = veterans()
    assert [each.detail for each in choices_to_make(night.state, night.game, "active")[0].candidates] == [
        "VET, number 1 of 2",
        "VET, number 2 of 2",
    ]


@pytest.mark.rule("CR-118")
def test_elite_is_a_choice_and_left_alone_they_stay_veterans():
    night, rookies, _ = veterans()
    night.choose("active", elite=(rookies[1],))
    night.finish()
    assert [night.roster_ship(ship).rank for ship in rookies] == ["VET", "ELITE"]


@pytest.mark.rule("CR-118")
def test_nobody_else_is_made_elite():
    night, _, wedge = veterans()
    for wrong in (wedge, 999):
        with pytest.raises(Unreadable, match="winning VET"):
            night.choose("active", elite=(wrong,))
    with pytest.raises(Unreadable):
        night.choose("opposing", elite=(wedge,))


@pytest.mark.rule("CR-118")
def test_a_pilot_who_became_vet_in_this_game_is_not_asked_about():
    night = Night()
    rising = night.ship("active", XWING, rank="EXP")
    tie = night.ship("opposing", TIE)
    night.begin().report(destroyed=[tie])
    assert choices_to_make(night.state, night.game, "active") == ()
    night.finish()
    assert night.roster_ship(rising).rank == "VET"


@pytest.mark.rule("CR-119")
def test_losers_choose_where_several_could_rise():
    night, *_ = veterans()
    (ask,) = choices_to_make(night.state, night.game, "opposing")
    assert (ask.kind, ask.key, ask.mandatory, ask.count, ask.answered) == ("promoted", "2", True, 1, False)
    with pytest.raises(Refusal, match="still has to choose") as refused:
        night.confirm()
    assert [finding.rule for finding in refused.value.findings] == ["CR-119"]
    chosen = ask.candidates[1].id
    night.choose("opposing", promoted={2: chosen})
    night.confirm()
    assert [event.ship for event in night.happened(roster.RankChanged) if event.rule == "CR-119"] == [chosen]


@pytest.mark.rule("CR-119")
def test_the_dead_the_veterans_and_the_winners_take_no_promotion():
    night, rookies, _ = veterans()
    dead = next(ship for ship, line in night.game.report.lines.items() if line.fate == "destroyed")
    for choice in ({2: dead}, {2: 999}, {3: dead}):
        with pytest.raises(Unreadable, match="cannot take"):
            night.choose("opposing", promoted=choice)
    with pytest.raises(Unreadable):
        night.choose("active", promoted={2: rookies[0]})


def crippled_raider() -> tuple[Night, int, list[int]]:
    night = Night()
    night.ship("active", XWING)
    ship = night.ship("opposing", RAIDER, [("gunneryteam", "aft"), ("sensorteam", "aft"), ("gunner", "aft")])
    night.begin()
    night.line(ship, sections={"fore": SectionReport(0, 8), "aft": SectionReport(8, 0, True)})
    return night.report(), ship, [upgrade.id for upgrade in night.game.ships[ship].upgrades]


@pytest.mark.rule("CR-117")
def test_the_owner_is_asked_only_where_places_are_too_few():
    night, ship, (gunnery, sensor, _) = crippled_raider()
    kept = next(ask for ask in choices_to_make(night.state, night.game, "opposing") if ask.kind == "kept")
    assert (kept.key, kept.count, kept.rule) == (f"{ship}:aft", 1, "CR-117")
    assert [candidate.id for candidate in kept.candidates] == [gunnery, sensor]


@pytest.mark.rule("CR-117")
def test_no_more_is_kept_than_there_is_room_for():
    night, ship, (gunnery, sensor, gunner) = crippled_raider()
    key = f"{ship}:aft"
    for wrong in ({key: (gunnery, sensor)}, {key: ()}, {key: (gunner,)}):
        with pytest.raises(Unreadable, match="exactly 1"):
            night.choose("opposing", kept=wrong)
    with pytest.raises(Unreadable, match="nothing to choose"):
        night.choose("opposing", kept={f"{ship}:fore": (gunnery,)})
    night.choose("opposing", kept={key: (sensor,)})
    assert night.game.choices["opposing"].kept == {key: (sensor,)}


def test_each_owner_chooses_for_his_own_side_after_the_report():
    night, *_ = veterans()
    for member in (ACTIVE, STRANGER):
        with pytest.raises(NotYours):
            night.act(do.SaveChoices(night.game_id, "opposing"), member)
    night.act(do.ReopenReport(night.game_id), ACTIVE)
    with pytest.raises(Refusal, match="submitted first"):
        night.choose("opposing")


@pytest.mark.rule("CR-102")
def test_keeping_nothing_of_what_has_to_be_chosen_is_refused():
    night, *_ = veterans()
    with pytest.raises(Refusal, match="Nothing is chosen yet"):
        night.choose("opposing")
    assert night.game.choices == {}
    night.choose("active")


def test_taking_the_report_back_forgets_the_choices():
    night, rookies, _ = veterans()
    night.choose("active", elite=tuple(rookies))
    night.act(do.ReopenReport(night.game_id), ACTIVE)
    assert night.game.choices == {}


@pytest.mark.rule("CR-102")
def test_the_preview_is_the_act():
    night, rookies, _ = veterans()
    pilot = choices_to_make(night.state, night.game, "opposing")[0].candidates[0].id
    night.choose("active", elite=(rookies[0],))
    night.choose("opposing", promoted={2: pilot})
    before = deepcopy(night.state)
    shown = preview(night.state, night.game_id)
    assert night.state == before
    night.confirm()
    plain = [event for event in night.last if not isinstance(event, roster.DeskOpened)]
    assert [event for event in shown.events if not isinstance(event, roster.DeskOpened)] == plain


@pytest.mark.rule("CR-102")
def test_the_preview_answers_what_if():
    night, rookies, _ = veterans()
    tried = preview(night.state, night.game_id, {"active": Choices(elite=(rookies[1],))})
    made = [
        event.ship
        for event in tried.events
        if isinstance(event, roster.RankChanged) and event.target == "ELITE"
    ]
    assert made == [rookies[1]]
    assert [ask.chosen for ask in tried.asks if ask.kind == "elite"] == [(rookies[1],)]
    assert [ask.side for ask in tried.asks] == ["active", "opposing"]


@pytest.mark.rule("CR-102")
def test_every_consequence_is_a_sentence_with_its_rule():
    night = Night()
    pilot = night.ship(
        "active", "rebel-ywing-goldsquadronpilot", ["protontorpedoes", "hansolo"], damaged=["whole"]
    )
    fled = night.ship("active", XWING, damaged=["whole"])
    tie = night.ship("opposing", TIE)
    stays = night.ship("opposing", TIE)
    night.begin()
    torpedoes, han = (upgrade.id for upgrade in night.game.ships[pilot].upgrades)
    night.line(pilot, damage=1, lost=(han,), spent=(torpedoes,))
    night.line(stays, damage=2)
    night.report(destroyed=[tie], driven_off=[fled])
    shown = preview(night.state, night.game_id, {"active": Choices(promoted={2: pilot})})
    assert all(each.rule.startswith("CR-") and each.text.endswith(".") for each in shown.sentences)
    assert {each.rule for each in shown.sentences} >= {
        "CR-110", "CR-111", "CR-112", "CR-113", "CR-115", "CR-116", "CR-119", "CR-121"
    }  # fmt: skip
    texts = [each.text for each in shown.sentences]
    assert "Proton Torpedoes on Gold Squadron Pilot is back for the next game." in texts
    assert "Rookie Pilot was driven off, but its hyperdrive brings it home." in texts
    assert "Han Solo (Crew) is lost for good (KIA)." in texts


@pytest.mark.rule("CR-102", "CR-117", "CR-114")
def test_the_preview_tells_what_a_crippled_section_costs_and_who_rejoins():
    night = Night()
    ship = night.ship(
        "active", "rebel-cr90corvette", [("raymusantilles", "aft"), ("gunner", "fore"), "jainaslight"]
    )
    fled, tie = night.ship("active", XWING), night.ship("opposing", TIE)
    night.begin()
    night.line(ship, sections={"fore": SectionReport(0, 8), "aft": SectionReport(8, 0, True)})
    night.report(destroyed=[tie], driven_off=[fled])
    shown = [
        (each.rule, each.text) for each in preview(night.state, night.game_id).sentences if each.fleet != 2
    ]
    assert ("CR-117", "Raymus Antilles went to the inventory.") in shown
    assert ("CR-114", "Rookie Pilot was driven off and rejoins the victors.") in shown
    assert ("CR-117", "CR90 Corvette is CRIPPLED (aft section).") in shown


def test_a_preview_can_be_made_while_the_report_is_a_draft():
    night, ours, _ = skirmish()
    night.line(ours[0], "destroyed", by=OPPOSING)
    assert preview(night.state, night.game_id).result.winner == "opposing"
    assert isinstance(preview(night.state, night.game_id).events[0], ev.ResultConfirmed)


def test_there_is_no_preview_of_an_unknown_or_finished_game():
    with pytest.raises(Unreadable):
        preview(Night().state, 5)
    night, *_ = skirmish()
    night.report().finish()
    with pytest.raises(Refusal, match="no report"):
        preview(night.state, night.game_id)
