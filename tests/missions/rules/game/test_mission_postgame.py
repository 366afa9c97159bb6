"""Effects of a mission and its assets on the post-game update (CR-086, CR-087, CR-088, CR-094, CR-110)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from league.kernel.refusal import Refusal
from missions.rules.game.state import FieldedShip, Ruling
from missions.rules.pregame.state import AssetKind, Effect, Pregame
from rosters.catalogue import Side, catalogue
from rosters.rules import events as roster
from rosters.rules import orders as rosters_do
from rosters.rules.state import OfferedAsset
from tests.missions.rules.builders import ACTIVE, TIE, XWING, Night, skirmish


def working(night: Night, mission: int, *effects: tuple[str, AssetKind]) -> None:
    """Turn the game in play into one of a mission in which these assets work for a side."""
    made = [Effect(900 + place, kind, kind, side, side) for place, (side, kind) in enumerate(effects)]
    night.game.pregame = Pregame("over", mission=mission, locked=True, effects=made)


def arrive(night: Night, number: int, card: str, side: str) -> FieldedShip:
    facts = catalogue().ship_cards[card]
    like = next(iter(night.game.ships_of(side)))
    ship = replace(
        like, id=number, squadron=0, card=card, name=facts.name, upgrades=(), rank="", arrived=True, points=12
    )
    night.game.ships[number] = ship
    return ship


@pytest.mark.rule("CR-094", "CR-122")
def test_the_winner_is_offered_the_missions_assets_with_the_loser_as_target():
    night, _, theirs = skirmish()
    working(night, 5)
    night.report(destroyed=theirs[:1]).finish()
    (offer,) = night.happened(roster.AssetOffered)
    assert offer.choices == (
        OfferedAsset("guarded_approach", "Guarded Approach"),
        OfferedAsset("fleet_intelligence", "Fleet Intelligence", targeted=True),
    )
    assert (offer.target, offer.target_name) == (night.fleets["opposing"], "The opposing fleet")
    kinds = [type(event) for event in night.last]
    assert kinds.index(roster.AssetOffered) > max(
        place for place, kind in enumerate(kinds) if kind is roster.RankChanged
    )


@pytest.mark.rule("CR-094")
def test_the_asset_is_taken_at_the_desk_and_names_its_target():
    night, _, theirs = skirmish()
    working(night, 5)
    night.report(destroyed=theirs[:1]).finish()
    night.act(rosters_do.TakeAsset(night.fleets["active"], "fleet_intelligence"), ACTIVE)
    (asset,) = night.fleet("active").assets.values()
    assert (asset.kind, asset.rank, asset.target) == ("fleet_intelligence", "J", night.fleets["opposing"])
    assert night.fleet("active").offer is None


@pytest.mark.rule("CR-094", "CR-099")
def test_without_the_margin_nothing_is_offered():
    night, _, theirs = skirmish()
    working(night, 6)
    night.report(destroyed=theirs[:1]).finish()
    assert night.happened(roster.AssetOffered) == []


@pytest.mark.rule("CR-101")
def test_a_ruling_changes_the_victor_the_rewards_and_the_fates():
    night, ours, theirs = skirmish()
    working(night, 4)
    night.report(destroyed=theirs[:1])
    night.game.ruled = Ruling("opposing", "A ship was placed wrongly.", asset=False)
    night.finish()
    assert night.fleet("opposing").victories == 1
    assert night.where(theirs[0]) == "mia"
    assert night.happened(roster.AssetOffered) == []


@pytest.mark.rule("CR-088", "CR-113")
def test_example_6_with_a_medical_frigate_the_losers_ships_are_missing_not_killed():
    night, ours, theirs = skirmish()
    working(night, 4, ("opposing", "medical_frigate"))
    night.report(destroyed=theirs[:2]).finish()
    assert [night.where(ship) for ship in theirs] == ["mia", "mia", "home"]
    assert {event.rule for event in night.happened(roster.ShipLost)} == {"CR-088"}


@pytest.mark.rule("CR-088")
def test_a_medical_frigate_works_for_who_concedes_and_not_for_the_enemy():
    night, ours, theirs = skirmish()
    working(night, 4, ("opposing", "medical_frigate"))
    night.report(conceded="opposing").finish()
    assert [night.where(ship) for ship in theirs] == ["mia"] * 3
    other, ours, theirs = skirmish()
    working(other, 4, ("active", "medical_frigate"))
    other.report(conceded="opposing").finish()
    assert [other.where(ship) for ship in theirs] == ["gone"] * 3


@pytest.mark.rule("CR-088", "CR-116")
@pytest.mark.parametrize(("support", "missing"), [("medical_frigate", True), ("capital_ship_support", False)])
def test_a_medical_frigate_saves_the_names_of_lost_upgrades_too(support: AssetKind, missing: bool):
    night = Night()
    ship, fallen = night.ship("active", XWING, ["r2d2"]), night.ship("active", XWING)
    night.ship("opposing", TIE)
    night.begin()
    working(night, 4, ("active", support))
    (droid,) = night.game.ships[ship].upgrades
    night.line(ship, damage=1, lost=(droid.id,))
    night.report(destroyed=[fallen]).finish()
    left = night.roster_upgrade(droid.id)
    assert (left is not None and left.mia, "r2d2" in night.fleet("active").killed) == (missing, not missing)


@pytest.mark.rule("CR-088", "CR-114")
def test_example_5_with_a_capital_ship_a_tie_driven_off_comes_home():
    night, ours, theirs = skirmish()
    working(night, 4, ("opposing", "capital_ship_support"))
    night.report(destroyed=theirs[:1], driven_off=theirs[1:2]).finish()
    assert [night.where(ship) for ship in theirs] == ["gone", "home", "home"]


@pytest.mark.rule("CR-096")
def test_a_ship_that_withdrew_comes_home():
    night, ours, theirs = skirmish()
    working(night, 5)
    night.line(theirs[1], "withdrawn")
    night.report(destroyed=theirs[:1]).finish()
    assert night.where(theirs[1]) == "home"
    assert night.game.scores["active"] == 12


@pytest.mark.rule("CR-098", "CR-096")
def test_no_withdrawal_is_written_if_the_mission_lets_nobody_go():
    night, ours, theirs = skirmish()
    working(night, 4)
    with pytest.raises(Refusal, match="in this mission"):
        night.line(ours[0], "withdrawn")


@pytest.mark.rule("CR-087")
def test_a_ship_that_arrived_joins_the_inventory_unpromoted_and_unpaid():
    night, ours, theirs = skirmish()
    working(night, 4, ("active", "reinforcements"))
    card = catalogue().cheapest_generic(catalogue().ship_cards[XWING].ship, Side.REBEL).id
    arrive(night, 950, card, "active")
    night.report(destroyed=[ours[0], *theirs[:2]]).finish()
    ship = night.roster_ship(950)
    assert (ship.card, ship.squadron, ship.rank, ship.mia) == (card, None, "", False)
    assert night.fleet("active").points == 350 + 90


@pytest.mark.rule("CR-087", "CR-113")
def test_a_ship_that_arrived_and_fell_shares_the_fate_of_its_side():
    night, ours, theirs = skirmish()
    working(night, 4, ("opposing", "reinforcements"))
    arrive(night, 950, TIE, "opposing")
    night.report(destroyed=[theirs[0], 950]).finish()
    assert (night.where(950), night.game.scores["active"]) == ("gone", 24)


@pytest.mark.rule("CR-086")
@pytest.mark.parametrize(("fate", "place"), [("survived", None), ("driven_off", "aboard")])
def test_free_munitions_go_to_the_inventory_unless_their_ship_is_missing(fate, place):
    night = Night()
    bomber = night.ship("opposing", "imperial-tiebomber-scimitarsquadronpilot", ["concussionmissiles"])
    victim = night.ship("opposing", TIE)
    night.ship("active", XWING)
    night.begin()
    working(night, 4, ("opposing", "additional_supplies"))
    number = night.game.ships[bomber].upgrades[0].id
    night.game.pregame.free = [number]
    night.report(destroyed=[victim], driven_off=[bomber] if fate == "driven_off" else []).finish()
    upgrade = night.roster_upgrade(number)
    assert upgrade.ship == (bomber if place == "aboard" else None)


@pytest.mark.rule("CR-121")
def test_the_history_names_the_mission():
    night, ours, theirs = skirmish()
    working(night, 4)
    night.report(destroyed=theirs[:1]).finish()
    assert {event.mission for event in night.happened(roster.GameRecorded)} == {"Engagement"}
