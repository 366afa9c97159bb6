"""Search bots of Galaxies think of the whole side: guns count, holds stay empty, ships wait out of reach."""

from __future__ import annotations

import pytest

from missions.battles.engine.bots.rated import RatedBot
from missions.battles.engine.bots.search import SearchBot
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.replay import Battle
from missions.battles.engine.sight import known_to
from missions.battles.systems.galaxies.bots import stance, standing, threats, worths
from missions.battles.systems.galaxies.bots.care import STYLES, care_of
from missions.battles.systems.galaxies.bots.prospects import energy_price
from missions.battles.systems.galaxies.engine.choices import (
    Kind,
    fire_of,
    kind_of,
    load_of,
    packed,
)
from missions.battles.systems.galaxies.engine.field import members
from missions.battles.systems.galaxies.engine.loads import chosen_of
from missions.battles.systems.galaxies.engine.movement import STAY
from missions.battles.systems.galaxies.engine.state import DEPLOY, NOWHERE, State
from missions.battles.systems.galaxies.engine.system import GALAXIES
from tests.battles.systems.galaxies.positions import ISN, WRETCH, act, fleet_card, stand
from tests.battles.systems.galaxies.setups import galaxies

AHEAD = STYLES["ahead"]
F54, TORRENT, BARRAGE = "isn-f54-standard", "isn-torrent-standard", "isn-barrage-veteran"
FUVU, TESKIO, VAPOR = "wre-fuvu-standard", "wre-teskio-standard", "wre-vapor-standard"


def begun(scenario: str) -> Battle:
    """A battle at the first deploy phase."""
    dice = seeded_dice("begun")
    battle = Battle(GALAXIES, galaxies(scenario), dice)
    while battle.state.phase is not DEPLOY:
        seat = min(GALAXIES.to_act(battle.state))
        battle.force(seat, RatedBot().choose(GALAXIES, battle.state, seat), dice)
    return battle


# --- the first turn ---------------------------------------------------------------------------------


@pytest.mark.rule("BG-013")
@pytest.mark.parametrize(
    ("scenario", "planner_begins"), [("ring_patrol", False), ("saturn_line", False), ("shattered_moon", True)]
)
def test_a_planner_begins_only_where_a_wreck_scores_and_the_search_tries_nothing_else(
    scenario: str, planner_begins: bool
):
    for seed in ("one", "two", "three"):
        state = Battle(GALAXIES, galaxies(scenario), seeded_dice(seed)).state
        seat = min(GALAXIES.to_act(state))
        search = SearchBot(seed="s")
        order = search.choose(GALAXIES, known_to(GALAXIES, state, seat), seat)
        assert (load_of(order[1]) == seat) is planner_begins
        assert search.tried == 0
        assert ("sees where the enemy goes" in search.explain()) is not planner_begins
        assert load_of(RatedBot("greedy").choose(GALAXIES, state, seat)[1]) == seat


# --- guns -------------------------------------------------------------------------------------------


def test_a_ship_counts_by_its_guns_more_than_by_its_price():
    hawks, torrent = fleet_card("isn-hawks-veteran"), fleet_card("isn-torrent-standard")
    assert worths.PRICED(hawks) < worths.PRICED(torrent)
    assert worths.ARMED(hawks) > worths.ARMED(torrent)


def test_damage_beyond_what_a_ship_has_left_and_dear_second_weapons_count_little():
    lance = fleet_card("isn-torrent-veteran").type
    assert worths.guns(lance) == 3 * 1 + worths.SECOND * worths.MOST_USED
    assert worths.guns(fleet_card("wre-tougu-veteran").type) == worths.MOST_USED


def test_a_planner_fires_at_guns_where_greedy_fires_at_points():
    """A Chosh Ka of 4 points has twice the guns of a Torrent or a Fuvu for its price."""
    state = stand("isn-barrage-standard 5,5 4,5 | wre-chosh-seasoned 9,5 | wre-fuvu-seasoned 9,7 9,8 9,9")
    state.hull[1] = 1
    for order in ((0, packed(Kind.ACTIVATE)), (0, STAY)):
        act(state, order)
    unit, choice = RatedBot("ahead").choose(GALAXIES, state, ISN)
    assert (unit, kind_of(choice), fire_of(choice)[1]) == (0, Kind.FIRE, 1)


@pytest.mark.rule("BG-133")
@pytest.mark.parametrize(("style", "factor"), [("greedy", 1.6), ("ahead", 2.6)])
def test_damage_to_the_ship_on_the_wreck_counts_more(style: str, factor: float):
    """A Barrage fires at one of two Teskios that are the same, but for their places."""
    cards = "isn-barrage-standard 5,5 4,5 | wre-teskio-standard 9,5 10,5 | wre-teskio-standard 9,8 10,8"
    state = stand(cards, goal=4, victory_point="9,5")
    care = care_of(style, state.table.battle)
    weapon = state.type_of(0).weapons[0]
    on, off = (worths.volley(state, weapon, 1, target, care.worth) for target in (1, 2))
    assert on == pytest.approx(factor * off) and off > 0


def test_a_planner_weighs_guns_more_and_scarce_energy_less_where_a_wreck_scores():
    cards = f"{F54} 5,5 | {TESKIO} 12,5 13,5"
    plain, scoring = stand(cards), stand(cards, goal=4, victory_point="9,5")
    without, with_one = (care_of("ahead", each.table.battle) for each in (plain, scoring))
    assert with_one.worth.gun > without.worth.gun > worths.PRICED.gun
    assert (with_one.prize > 0, with_one.scarce < without.scarce) == (True, True)
    assert care_of("greedy", plain.table.battle) == care_of("greedy", scoring.table.battle)


@pytest.mark.parametrize("style", ["greedy", "ahead"])
def test_energy_counts_more_while_it_is_too_little_for_all_attacks(style: str):
    """Either of two cards may attack, and there is energy for one of them."""
    cards = f"isn-barrage-standard 5,5 4,5 | isn-barrage-standard 5,7 4,7 | {TESKIO} 8,5 9,5"
    one = stand(cards).cards[0].type.activation
    dear, cheap = (
        energy_price(stand(cards, energy=(energy, 20)), ISN, STYLES[style]) for energy in (one, 2 * one)
    )
    assert (dear, cheap) == (STYLES[style].scarce, STYLES[style].energy)


# --- holds ------------------------------------------------------------------------------------------


def test_a_planner_leaves_a_hold_empty_that_greedy_fills():
    battle, dice = begun("saturn_line"), seeded_dice("holds")
    while battle.state.loading == NOWHERE:
        seat = min(GALAXIES.to_act(battle.state))
        battle.force(seat, RatedBot().choose(GALAXIES, known_to(GALAXIES, battle.state, seat), seat), dice)
    state = battle.state
    seat = min(GALAXIES.to_act(state))
    assert chosen_of(RatedBot("greedy").choose(GALAXIES, state, seat)[1])
    planner = RatedBot("ahead")
    assert not chosen_of(planner.choose(GALAXIES, state, seat)[1])
    assert "lost with their carrier" in planner.explain()


def test_a_card_in_a_hold_counts_less_than_one_behind_the_screen_or_on_the_map():
    carrier, cargo = "isn-everest-standard 5,5", "isn-hawks-standard"
    state = stand(f"{carrier} | {FUVU} 20,9 20,10 20,11", reserve=[cargo])
    loaded = state.clone()
    loaded.holds[0], loaded.reserve[ISN] = loaded.reserve[ISN], ()
    open_ = stand(f"{carrier} | {cargo} 1,1 1,2 1,3 | {FUVU} 20,9 20,10 20,11")
    ships = [standing.ships(each, ISN) for each in (loaded, state, open_)]
    assert ships == sorted(ships) and len(set(ships)) == 3


# --- waiting ----------------------------------------------------------------------------------------


def reached(state: State, side: int) -> bool:
    """Whether an enemy may fire at some ship of a side in their next turn."""
    seen = threats.launched(state, side)
    return any(zone & state.cover[ship] for _, zone in seen for ship in members(state.fleet[side]))


def moved(state: State, level: str) -> State:
    """The position after a bot's turn."""
    state, dice = state.clone(), seeded_dice("moved")
    side, turn = state.side, state.turn
    while state.turn == turn:
        act(state, RatedBot(level).choose(GALAXIES, state, side), dice)
    return state


def test_a_planner_stays_out_of_reach_where_greedy_flies_into_it():
    """Enemies that move can hit ships 11 hexes away, and the F-54 those 10 away. They are 15 apart."""
    state = stand(f"{F54} 5,5 | {TESKIO} 20,5 21,5 | {VAPOR} 22,9 | wre-chosh-veteran 21,2")
    assert stance.waits(state, ISN, AHEAD)
    assert not reached(moved(state, "ahead"), ISN)
    assert reached(moved(state, "greedy"), ISN)


def test_a_planner_flies_out_of_reach_if_it_cannot_fire():
    """The Tes Kio may fire at it next turn from 11 hexes, and the F-54 may not fire now."""
    state = stand(f"{F54} 8,5 | {TESKIO} 19,5 20,5 | {VAPOR} 21,9 | wre-chosh-veteran 20,2")
    assert reached(state, ISN) and stance.waits(state, ISN, AHEAD)
    assert not reached(moved(state, "ahead"), ISN)
    assert reached(moved(state, "greedy"), ISN)


def test_a_planner_attacks_if_that_takes_more_than_it_brings():
    state = stand(f"{BARRAGE} 5,5 4,5 | wre-fuvu-standard 13,5 13,6 13,7")
    assert not stance.waits(state, ISN, AHEAD)
    assert moved(state, "ahead").charged == {} and reached(moved(state, "ahead"), ISN)


def test_a_card_under_fire_does_not_keep_its_side_waiting():
    """Every enemy reaches the F-54 as it stands, so that another ship beside it brings no more fire."""
    state = stand(f"{F54} 12,5 | {TORRENT} 5,5 4,5 | {TESKIO} 14,5 15,5")
    alone = stand(f"{TORRENT} 5,5 4,5 | {TESKIO} 17,5 18,5")
    assert not stance.waits(state, ISN, AHEAD) and stance.waits(alone, ISN, AHEAD)


def test_nobody_waits_while_the_enemy_scores_by_the_wreck_or_leads_in_the_last_rounds():
    cards = f"{F54} 5,5 | {TESKIO} 19,5 20,5"
    held = stand(cards, goal=4, victory_point="19,5")
    assert stance.waits(held, ISN, AHEAD)
    held.points[WRETCH] = 1
    assert not stance.waits(held, ISN, AHEAD)
    late = stand(cards)
    late.turn = 2 * late.table.rounds - 1
    assert not stance.waits(late, ISN, AHEAD)
    late.score[ISN] = 3
    assert stance.waits(late, ISN, AHEAD)


def test_cards_behind_a_screen_threaten_by_their_number_and_the_energy_for_them_alone():
    state = stand(f"{F54} 5,5", reserve=[VAPOR, FUVU, TESKIO], energy=(26, 26))
    assert len(threats.unseen(state, ISN)) == 3
    state.energy[WRETCH] = 14
    assert len(threats.unseen(state, ISN)) == 2
    state.reserve[WRETCH] = state.reserve[WRETCH][:1]
    assert len(threats.unseen(state, ISN)) == 1
    weak = stand(f"{F54} 5,5", reserve=[FUVU])
    weak.energy[WRETCH] = 14
    assert threats.unseen(weak, ISN) == threats.unseen(state, ISN)
    state.reserve[WRETCH] = ()
    assert threats.unseen(state, ISN) == []


def test_a_search_plays_nothing_out_where_a_wreck_scores():
    cards = f"{F54} 5,5 | {TESKIO} 12,5 13,5"
    for goal, plays_out in ((0, True), (4, False)):
        tiles = {"goal": goal, "victory_point": "9,5"} if goal else {}
        state, search = stand(cards, **tiles), SearchBot(seed="s")
        order = search.choose(GALAXIES, known_to(GALAXIES, state, ISN), ISN)
        assert GALAXIES.foresees(state) is plays_out is (search.tried > 0)
        if not plays_out:
            assert order == RatedBot("ahead").choose(GALAXIES, state, ISN)
            assert "looked best of" in search.explain()
