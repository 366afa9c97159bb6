"""An organiser's word on results and assets (CR-076, CR-083, CR-094, CR-101)."""

import pytest

from league.kernel.decision import Order
from league.kernel.refusal import Refusal
from missions.rules import orders as do
from missions.rules.game.narration import sentence
from missions.rules.game.results import compute
from rosters.rules.events import AssetGained, AssetOffered, GameRecorded
from tests.missions.rules.builders import ACTIVE, ORGANISER, Night, skirmish
from tests.missions.rules.mission_nights import MissionNight

WHY = "A ship was moved twice."


def refused(night: Night | MissionNight, order: Order, member: int = ORGANISER) -> Refusal:
    with pytest.raises(Refusal) as no:
        night.act(order, member)
    return no.value


def reported() -> Night:
    night, _, theirs = skirmish()
    return night.report(destroyed=theirs)


def between_games() -> Night:
    night = Night()
    night.start()
    return night


@pytest.mark.rule("CR-101")
def test_a_ruling_replaces_the_victor_and_nothing_else():
    night = reported()
    fates = compute(night.game).fates
    night.act(do.RuleResult(night.game_id, "opposing", WHY), ORGANISER)
    result = compute(night.game)
    assert (result.winner, result.termination, result.rule, result.fates) == (
        "opposing", "ruling", "CR-101", fates,
    )  # fmt: skip
    reasons = [each.text for each in result.reasons]
    assert reasons[0] == f"An organiser ruled on the result: {WHY}"
    assert reasons[2:] == [
        "Without the ruling: the active side destroyed every enemy ship, which beats any score."
    ]
    night.finish()
    assert night.fleet("opposing").victories == 1 and night.fleet("active").defeats == 1
    assert [event.ruled for event in night.happened(GameRecorded)] == [True, True]


@pytest.mark.rule("CR-101")
def test_a_ruling_is_taken_back_and_the_sides_choose_anew():
    night = reported()
    assert refused(night, do.RuleResult(night.game_id, "", WHY)).code == "no_ruling"
    night.act(do.RuleResult(night.game_id, "draw", WHY), ORGANISER)
    assert sentence(night.last[0]) == f"An organiser rules a draw: {WHY}"
    assert refused(night, do.RuleResult(night.game_id, "draw", WHY)).code == "no_change"
    riser = next(iter(night.fleet("active").ships))
    night.choose("active", promoted={2: riser})
    night.act(do.RuleResult(night.game_id, "", "It was right after all."), ORGANISER)
    assert night.game.ruled is None and night.game.choices == {}
    assert compute(night.game).winner == "active"


@pytest.mark.parametrize(
    ("winner", "reason", "asset", "member", "code"),
    [
        ("active", WHY, False, ACTIVE, "organisers_only"),
        ("active", " ", False, ORGANISER, "no_reason"),
        ("nobody", WHY, False, ORGANISER, "no_winner"),
        ("active", WHY, True, ORGANISER, "no_asset"),
    ],
)
def test_rulings_that_are_refused(winner, reason, asset, member, code):
    night = reported()
    assert refused(night, do.RuleResult(night.game_id, winner, reason, asset), member).code == code


def test_before_the_report_and_after_the_confirmation_there_is_nothing_to_rule_on():
    night, _, _ = skirmish()
    assert refused(night, do.RuleResult(night.game_id, "active", WHY)).code == "wrong_step"
    night.report().finish()
    assert refused(night, do.RuleResult(night.game_id, "active", WHY)).code == "wrong_step"


@pytest.mark.rule("CR-083")
def test_assets_are_given_up_to_four_and_taken_away():
    night = between_games()
    fleet = night.fleets["active"]
    for _ in range(4):
        night.act(do.GiveAsset(fleet, "sabotage", WHY, target=night.fleets["opposing"]), ORGANISER)
    (event,) = night.last
    assert isinstance(event, AssetGained) and (event.rule, event.reason, event.rank) == ("", WHY, "A")
    assert refused(night, do.GiveAsset(fleet, "sabotage", WHY)).code in ("four_assets", "which_fleet")
    night.act(do.TakeAwayAsset(fleet, event.asset, WHY), ORGANISER)
    assert len(night.fleet("active").assets) == 3
    assert refused(night, do.TakeAwayAsset(fleet, event.asset, WHY)).status == 422


@pytest.mark.rule("CR-076")
def test_a_target_is_named_where_the_asset_has_one_and_only_there():
    night = between_games()
    own, other = night.fleets["active"], night.fleets["opposing"]
    assert refused(night, do.GiveAsset(own, "sabotage", WHY)).code == "which_fleet"
    assert refused(night, do.GiveAsset(own, "sabotage", WHY, target=own)).code == "which_fleet"
    assert refused(night, do.GiveAsset(own, "medical_frigate", WHY, target=other)).code == "no_target"
    assert refused(night, do.GiveAsset(own, "death_star", WHY)).status == 422
    assert refused(night, do.GiveAsset(own, "medical_frigate", WHY), ACTIVE).status == 403
    assert refused(night, do.GiveAsset(own, "medical_frigate", "")).code == "no_reason"


def test_nothing_is_given_or_taken_while_the_fleet_is_in_a_game():
    night, _, _ = skirmish()
    assert refused(night, do.GiveAsset(night.fleets["active"], "medical_frigate", WHY)).code == "not_now"


@pytest.mark.rule("CR-094")
def test_a_ruled_victory_in_a_mission_offers_its_asset_where_the_ruling_says_so():
    for asset in (True, False):
        night = MissionNight()
        night.wing("active", 2)
        night.wing("opposing", 2)
        night.lay((2,), (2,), mission=8).commit_both((), ()).report()
        night.act(do.RuleResult(night.game_id, "opposing", WHY, asset), ORGANISER)
        night.finish()
        assert bool(night.happened(AssetOffered)) is asset
        assert (night.fleet("opposing").offer is not None) is asset
