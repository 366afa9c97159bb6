"""Free and barred munitions, ships that come for destroyed ones, and games called off (CR-086, CR-087)."""

from copy import deepcopy
from typing import get_args

import pytest

from league.kernel.decision import Actor, decide
from league.kernel.refusal import NotYours, Refusal, Unreadable
from league.rules.rounds import CancelPairing
from missions.rules import orders as do
from missions.rules.assets.supplies import munitions, ships_to_replace, supply_choices
from missions.rules.game.secrets import Viewer, view_for
from missions.rules.game.sides import SIDES, SideName
from missions.rules.game.state import MissionsState, SectionReport
from missions.rules.pregame import events as ev
from missions.rules.pregame.orders.classes import BringShip, PassEffect, TakeSupplies
from missions.rules.pregame.state import AssetKind
from rosters.catalogue import MunitionKind
from rosters.rules import events as roster
from rosters.rules.purchases.values import fleet_value, squadron_value
from tests.missions.rules.builders import ACTIVE, CR90, NOW, OPPOSING, ORGANISER, OWNERS, TIE, XWING, refused
from tests.missions.rules.mission_nights import MissionNight

KWING = "rebel-kwing-guardiansquadronpilot"
ARC170 = "rebel-arc170-norrawexley"
TORPEDO, BOMBLETS = "protontorpedoes", "bombletgenerator"


def supplied(*ships: str, kind: AssetKind = "additional_supplies") -> tuple[MissionNight, list[int]]:
    """The active side has one squadron on the table, on which its supplies fall."""
    night = MissionNight()
    own = night.wing("active", 2, "standard", *ships)
    night.wing("opposing", 2)
    number = night.hold("active", kind)
    return night.lay((2,), (2,), mission=6).commit("active", number), own


# Additional Supplies -------------------------------------------------------------------------------------


@pytest.mark.rule("CR-080")
def test_munitions_are_mines_bombs_missiles_and_torpedoes():
    assert {card.munition_kind for card in munitions()} == set(MunitionKind)
    assert {card.slot.value for card in munitions()} == {"Bomb", "Missile", "Torpedo"}


@pytest.mark.rule("CR-086")
def test_each_ship_of_the_drawn_card_may_take_one_munition_for_nothing():
    night, ships = supplied(XWING, XWING, XWING)
    before = night.fleet("active").points, fleet_value(night.fleet("active"))
    night.act(TakeSupplies(night.game_id, dict.fromkeys(ships[:2], TORPEDO)), ACTIVE)
    assert (night.fleet("active").points, fleet_value(night.fleet("active")) - 8) == before
    aboard = [[one.card for one in night.game.ships[ship].upgrades] for ship in ships]
    assert aboard == [[TORPEDO], [TORPEDO], []]
    assert len(night.pregame.free) == 2


@pytest.mark.rule("CR-086")
def test_free_munitions_count_in_scoring_and_may_lift_the_squadron_over_its_limit():
    night, ships = supplied(*[XWING] * 5, "rebel-z95headhunter-banditsquadronpilot")
    night.act(TakeSupplies(night.game_id, {ships[0]: TORPEDO}), ACTIVE)
    [force] = night.game.squadrons_of("active")
    assert force.points == squadron_value(night.fleet("active"), 2) == 117 + 4
    assert night.game.ships[ships[0]].points == 25


@pytest.mark.rule("CR-086")
def test_only_what_fits_a_free_slot_is_offered():
    night, (bare, full) = supplied(XWING, XWING)
    night.upgrade("active", TORPEDO, full)
    choices = supply_choices(night.state, night.game, "active", 2)
    assert list(choices) == [bare]
    assert {card.slot.value for card in choices[bare]} == {"Torpedo"}


@pytest.mark.rule("CR-086")
def test_a_munition_without_a_place_is_refused_with_the_reason():
    night, (ship, _) = supplied(XWING, XWING)
    no = refused(night, TakeSupplies(night.game_id, {ship: "homingmissiles"}), ACTIVE)
    assert no.code == "no_slot"
    assert night.pregame.free == []


@pytest.mark.rule("CR-086")
def test_a_unique_munition_stays_one_of_its_name():
    night, (first, second) = supplied(KWING, KWING)
    choices = supply_choices(night.state, night.game, "active", 2)
    assert all(BOMBLETS in [card.id for card in choices[ship]] for ship in (first, second))
    both = TakeSupplies(night.game_id, {first: BOMBLETS, second: BOMBLETS})
    assert refused(night, both, ACTIVE).rule == "CR-035"
    night.act(TakeSupplies(night.game_id, {first: BOMBLETS, second: "seismiccharges"}), ACTIVE)
    assert len(night.pregame.free) == 2


def test_supplies_are_for_the_drawn_squadron_and_are_munitions():
    night, (ship, _) = supplied(XWING, XWING)
    enemy = night.game.ships_of("opposing")[0].id
    for wrong in ({enemy: TORPEDO}, {ship: "r2d2"}, {ship: "no such card"}):
        assert isinstance(refused(night, TakeSupplies(night.game_id, wrong), ACTIVE), Unreadable)


def test_supplies_are_their_owners_to_take_or_leave():
    night, (ship, _) = supplied(XWING, XWING)
    assert isinstance(refused(night, TakeSupplies(night.game_id, {ship: TORPEDO}), OPPOSING), NotYours)
    night.act(TakeSupplies(night.game_id), ACTIVE)
    night.act(do.GoOn(night.game_id), OPPOSING)
    assert night.game.step == "play" and night.pregame.free == []


@pytest.mark.rule("CR-006", "CR-086")
def test_an_organiser_leaves_the_supplies_of_his_own_absent_opponent_too_for_they_are_no_secret():
    night, _ = supplied(XWING, XWING)
    rival = Actor(OPPOSING, "organiser")
    made = decide(night.state, rival, PassEffect(night.game_id), now=NOW, entropy=night.entropy, next_id=999)
    game = made.state.of(MissionsState).games[night.game_id]
    assert game.pregame is not None and (game.pregame.resolved, game.pregame.free) == ([0], [])


@pytest.mark.rule("CR-086")
def test_nobody_is_asked_where_nothing_fits():
    night = MissionNight()
    night.wing("active", 2, "standard", TIE)
    night.wing("opposing", 2)
    number = night.hold("opposing", "additional_supplies")
    night.lay((2,), (2,), mission=6).commit("opposing", number)
    assert night.pregame.supplied == {"opposing": [2]}
    assert night.game.step == "play"


@pytest.mark.rule("CR-086")
def test_when_there_are_no_supplies_none_can_be_taken():
    night, (ship, _) = supplied(XWING, XWING)
    night.act(PassEffect(night.game_id), ACTIVE)
    assert refused(night, TakeSupplies(night.game_id, {ship: TORPEDO}), ACTIVE).rule == "CR-086"


# Supply Shortage -----------------------------------------------------------------------------------------


def test_a_shortage_bars_the_munitions_of_a_random_opposing_squadron():
    night = MissionNight()
    for side in SIDES:
        for card in (2, 3):
            night.wing(side, card)
    number = night.hold("active", "supply_shortage")
    night.lay((2, 3), (2, 3)).commit("active", number)
    [pick] = [each for each in night.pregame.picks if each.purpose == "supplies 0"]
    assert pick.deck == ("2", "3")
    assert night.pregame.short == {"opposing": [int(pick.taken[0])]}
    assert night.game.step == "play"


@pytest.mark.rule("CR-080", "CR-100")
def test_a_barred_munition_may_be_lost_but_not_used_up():
    night = MissionNight()
    night.wing("active", 2)
    [ship] = night.wing("opposing", 2, "standard", "imperial-tiebomber-scimitarsquadronpilot")
    torpedo = night.upgrade("opposing", TORPEDO, ship)
    night.lay((2,), (2,), mission=6).commit("active", night.hold("active", "supply_shortage"))
    night.line(ship, spent=(torpedo,))
    with pytest.raises(Refusal) as no:
        night.report()
    assert [each.code for each in no.value.findings if each.about == f"ship:{ship}"] == ["barred"]
    night.line(ship, lost=(torpedo,))
    night.report()
    assert night.game.step == "confirm"


@pytest.mark.rule("CR-080")
def test_every_reader_knows_which_munitions_are_barred():
    night = MissionNight()
    night.wing("active", 2)
    carrier, other_one = night.wing(
        "opposing", 2, "standard", *("imperial-tiebomber-scimitarsquadronpilot",) * 2
    )
    barred = {
        night.upgrade("opposing", card, ship) for card, ship in ((TORPEDO, carrier), (TORPEDO, other_one))
    }
    [mine] = night.wing("active", 3, "standard", XWING)
    night.upgrade("active", TORPEDO, mine)
    night.lay((2, 3), (2,), mission=6)
    assert view_for(night.game, "public").barred == frozenset()
    night.commit("active", night.hold("active", "supply_shortage"))
    assert {view_for(night.game, viewer).barred for viewer in get_args(Viewer)} == {frozenset(barred)}


@pytest.mark.rule("CR-082")
def test_supplies_and_shortage_that_cancel_leave_no_trace():
    night = MissionNight()
    for side in SIDES:
        night.wing(side, 2)
    ours, theirs = night.hold("active", "additional_supplies"), night.hold("opposing", "supply_shortage")
    night.lay((2,), (2,), mission=6).commit_both([ours], [theirs])
    assert night.game.step == "play"
    assert night.pregame.short == night.pregame.supplied == {}


# Reinforcements ------------------------------------------------------------------------------------------


def reinforced(*ships: str, count: int = 1) -> tuple[MissionNight, list[int]]:
    night = MissionNight()
    own = night.wing("active", 2, "standard", *ships)
    night.wing("opposing", 2)
    numbers = [night.hold("active", "reinforcements") for _ in range(count)]
    return night.lay((2,), (2,), mission=6).commit("active", *numbers), own


@pytest.mark.rule("CR-087")
def test_the_cheapest_card_without_a_unique_name_comes_bare_for_a_destroyed_ship():
    night, (luke, _, _) = reinforced("rebel-xwing-lukeskywalker", XWING, XWING)
    night.act(BringShip(night.game_id, luke), ACTIVE)
    [arrival] = night.pregame.arrivals
    come = night.game.ships[arrival.ship]
    assert (come.card, come.points, come.upgrades, come.squadron) == (XWING, 21, (), 0)
    assert come.arrived and come.hulls == {"whole": 3}
    assert arrival.ship not in night.fleet("active").ships


@pytest.mark.rule("CR-087")
def test_one_ship_comes_for_each_destroyed_ship_and_asset():
    night, (ship, *_) = reinforced(count=2)
    for _ in range(2):
        night.act(BringShip(night.game_id, ship), ACTIVE)
    assert refused(night, BringShip(night.game_id, ship), ACTIVE).code == "come_already"


@pytest.mark.rule("CR-087")
def test_a_ship_that_came_may_itself_be_replaced():
    night, (ship, *_) = reinforced()
    night.act(BringShip(night.game_id, ship), ACTIVE)
    night.act(BringShip(night.game_id, night.pregame.arrivals[0].ship), ACTIVE)
    assert len(night.game.ships_of("active")) == 5


@pytest.mark.rule("CR-087")
def test_no_ship_comes_if_every_card_is_unique():
    night, (arc, *_) = reinforced(ARC170, XWING, XWING)
    assert refused(night, BringShip(night.game_id, arc), ACTIVE).code == "no_generic"


@pytest.mark.rule("CR-087")
def test_reinforcements_work_for_the_side_that_committed_them():
    night, (ship, *_) = reinforced()
    enemy = night.game.ships_of("opposing")[0].id
    assert refused(night, BringShip(night.game_id, enemy), OPPOSING).code == "no_reinforcements"
    assert isinstance(refused(night, BringShip(night.game_id, ship), OPPOSING), NotYours)
    night.act(BringShip(night.game_id, ship), ORGANISER)
    assert len(night.pregame.arrivals) == 1


@pytest.mark.rule("CR-087")
def test_no_ship_comes_for_one_that_the_report_says_fled():
    night, (ship, *_) = reinforced()
    night.line(ship, "driven_off")
    assert refused(night, BringShip(night.game_id, ship), ACTIVE).code == "not_destroyed"
    night.line(ship, "destroyed")
    night.act(BringShip(night.game_id, ship), ACTIVE)
    assert len(night.pregame.arrivals) == 1


def replaceable(night: MissionNight) -> list[int]:
    game, fleet = night.game, night.fleet("active")
    return [ship.id for ship in ships_to_replace(game, fleet, "active")]


@pytest.mark.rule("CR-087", "CR-117")
def test_a_ship_comes_for_one_with_both_sections_crippled():
    night = MissionNight()
    [huge, fighter] = night.wing("active", 2, "standard", CR90, XWING)
    night.wing("opposing", 2)
    night.lay((2,), (2,), mission=6).commit("active", night.hold("active", "reinforcements"))
    assert replaceable(night) == [huge, fighter]
    night.line(huge, sections={"fore": SectionReport(8, 0, True), "aft": SectionReport(2, 6)})
    night.line(fighter, "driven_off")
    assert replaceable(night) == []
    night.line(huge, sections={"fore": SectionReport(8, 0, True), "aft": SectionReport(8, 0, True)})
    assert replaceable(night) == [huge]
    night.act(BringShip(night.game_id, huge), ACTIVE)
    assert [night.pregame.arrivals[0].lost, *replaceable(night)] == [huge, night.pregame.arrivals[0].ship]


@pytest.mark.rule("CR-087")
@pytest.mark.parametrize("count", [0, 1, 2])
def test_the_ships_offered_are_those_that_the_order_accepts(count: int):
    """Four ships with none, one and two Reinforcements: one without a plain card, one that fled, one for
    which a ship has come, and one that is well so far."""
    night, (arc, fled, replaced, well) = reinforced(ARC170, XWING, XWING, XWING, count=count)
    night.line(fled, "driven_off")
    night.line(replaced, "destroyed")
    if count:
        night.act(BringShip(night.game_id, replaced), ACTIVE)
    accepted = [ship.id for ship in night.game.ships_of("active") if brought(night, ship.id)]
    assert replaceable(night) == accepted
    assert (arc in accepted, fled in accepted) == (False, False)
    assert (replaced in accepted, well in accepted) == (count == 2, count > 0)


def brought(night: MissionNight, ship: int) -> bool:
    """Whether the order would be carried out."""
    try:
        deepcopy(night).act(BringShip(night.game_id, ship), ACTIVE)
    except Refusal:
        return False
    return True


@pytest.mark.rule("CR-087")
def test_a_report_in_which_a_ship_came_for_one_that_was_not_destroyed_is_sent_back():
    night, (ship, *_) = reinforced()
    night.act(BringShip(night.game_id, ship), ACTIVE)
    with pytest.raises(Refusal, match="ships come only for destroyed ones") as no:
        night.report()
    assert (no.value.code, no.value.rule) == ("arrived_for_nothing", "CR-087")
    night.report(destroyed=[ship])
    assert night.game.step == "confirm"


@pytest.mark.rule("CR-082")
def test_cancelled_reinforcements_bring_nothing():
    night = MissionNight()
    own = night.wing("active", 2)
    night.wing("opposing", 2)
    ours, theirs = night.hold("active", "reinforcements"), night.hold("opposing", "disrupted_command")
    night.lay((2,), (2,), mission=6).commit_both([ours], [theirs])
    assert night.game.step == "play"
    assert refused(night, BringShip(night.game_id, own[0]), ACTIVE).code == "no_reinforcements"


# Called off ----------------------------------------------------------------------------------------------


def disturbed() -> tuple[MissionNight, dict[SideName, object]]:
    """Supplies are aboard on the active side, which is sabotaged; squadrons as before are remembered."""
    night = MissionNight()
    for side in SIDES:
        night.wing(side, 2)
    ours, theirs = night.hold("active", "additional_supplies"), night.hold("opposing", "sabotage")
    night.lay((2,), (2,), mission=6)
    before = {side: (night.fleet(side).assets.copy(), fleet_value(night.fleet(side))) for side in SIDES}
    night.commit_both([ours], [theirs])
    first = night.game.ships_of("active")[0].id
    night.act(TakeSupplies(night.game_id, {first: TORPEDO}), ACTIVE)
    return night, before


def call_off(night: MissionNight, by_round: bool) -> None:
    order = (
        CancelPairing(night.game.round, night.game_id, "The shop closes")
        if by_round
        else do.VoidGame(night.game_id, "The shop closes")
    )
    night.act(order, ORGANISER)


@pytest.mark.rule("CR-101")
@pytest.mark.parametrize("by_round", [True, False])
def test_a_game_called_off_leaves_the_rosters_as_they_were(by_round: bool):
    night, before = disturbed()
    assert any(ship.damaged for ship in night.fleet("active").ships.values())
    call_off(night, by_round)
    after = {side: (night.fleet(side).assets, fleet_value(night.fleet(side))) for side in SIDES}
    assert after == before
    assert all(not ship.damaged for ship in night.fleet("active").ships.values())
    assert night.game.step == "void"
    assert night.happened(roster.UpgradeLost) == []


@pytest.mark.rule("CR-076")
def test_assets_that_are_not_locked_never_left():
    night = MissionNight()
    for side in SIDES:
        night.wing(side, 2)
    numbers = {side: night.hold(side, "scouted_area") for side in SIDES}
    night.lay((2,), (2,), mission=6).commit("active", numbers["active"])
    call_off(night, by_round=False)
    assert night.happened(roster.AssetReturned) == []
    assert list(night.fleet("active").assets) == [numbers["active"]]


@pytest.mark.rule("CR-083")
def test_an_asset_whose_place_is_taken_returns_to_a_free_one():
    night, _ = disturbed()
    night.hold("active", "scouted_area")
    call_off(night, by_round=True)
    ranks = {each.kind: each.rank for each in night.fleet("active").assets.values()}
    assert ranks == {"scouted_area": "J", "additional_supplies": "Q"}


@pytest.mark.rule("CR-083")
def test_a_fleet_that_holds_four_others_has_to_give_one_up_first():
    night, _ = disturbed()
    for _ in range(4):
        night.hold("active", "scouted_area")
    no = refused(night, do.VoidGame(night.game_id, "The shop closes"), ORGANISER)
    assert (no.rule, night.game.step) == ("CR-083", "pregame")


def test_arrivals_never_reach_the_roster_of_a_game_called_off():
    night, (ship, *_) = reinforced()
    night.act(BringShip(night.game_id, ship), OWNERS["active"])
    call_off(night, by_round=False)
    assert len(night.fleet("active").ships) == 3
    assert night.happened(ev.ShipArrived) == []
