"""Bots in Galaxies: attacks by their odds, places by what they invite, the wreck, launches, and reasons."""

from __future__ import annotations

from math import isfinite

import pytest

from missions.battles.engine.bots.match import bots_for, fight
from missions.battles.engine.bots.rated import RatedBot
from missions.battles.engine.bots.search import SearchBot
from missions.battles.engine.contract import NO_UNIT, Order
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.replay import Battle
from missions.battles.engine.sight import known_to
from missions.battles.systems.galaxies.bots import standing
from missions.battles.systems.galaxies.engine.choices import Kind, fire_of, kind_of, packed
from missions.battles.systems.galaxies.engine.movement import STAY
from missions.battles.systems.galaxies.engine.state import State
from missions.battles.systems.galaxies.engine.system import GALAXIES
from tests.battles.systems.galaxies.positions import ISN, WRETCH, act, place, stand
from tests.battles.systems.galaxies.setups import Setup, galaxies

CHOSH, TESKIO, EVEREST = "wre-chosh-standard", "wre-teskio-standard", "isn-everest-standard"
BARRAGE, F54 = "isn-barrage-standard", "isn-f54-standard"
AGES = 600.0
"""A budget in seconds that no test can use up."""
SCENARIOS = ("ring_patrol", "shattered_moon", "saturn_line")
STYLES = ("greedy", "close", "ahead")


def taken(state: State, level: str = "greedy", seat: int = ISN) -> Order:
    """The order that a bot takes."""
    return RatedBot(level).choose(GALAXIES, state, seat)


def after_move(state: State, ship: int, level: str = "greedy") -> int:
    """Hexes of a ship after its card is activated and a bot has moved it."""
    act(state, (ship, packed(Kind.ACTIVATE)))
    order = taken(state, level)
    assert order[0] == ship and kind_of(order[1]) is Kind.MOVE
    act(state, order, seeded_dice("move"))
    return state.cover[ship]


# --- attacks ----------------------------------------------------------------------------------------


@pytest.mark.rule("BG-100", "BG-134")
def test_greedy_finishes_a_weak_ship_before_it_hits_a_whole_one_of_its_kind():
    state = stand(f"{F54} 5,5 | {CHOSH} 8,5 | wre-chosh-seasoned 7,6")
    weak, whole = 1, 2
    state.hull[weak], state.shields[weak], state.shields[whole] = 1, 0, 1
    act(state, (0, packed(Kind.ACTIVATE)))
    act(
        state,
        next(
            (0, each)
            for each in GALAXIES.legal_orders(state, ISN, 0)
            if kind_of(each) is Kind.MOVE and not _moved(state, each)
        ),
    )
    unit, choice = taken(state)
    assert (unit, kind_of(choice), fire_of(choice)[1]) == (0, Kind.FIRE, weak)


def _moved(state: State, choice: int) -> bool:
    """Whether a move leaves the hex of the first ship."""
    ahead = state.clone()
    act(ahead, (0, choice), seeded_dice("look"))
    return ahead.place[0] != state.place[0]


# --- places -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", STYLES)
def test_a_ship_moves_to_where_it_can_shoot(level: str):
    state = stand(f"{F54} 5,5 | {CHOSH} 14,5")
    under = after_move(state, 0, level)
    assert under & state.table.battle.field.within(place(state, "14,5"), 4)


@pytest.mark.rule("BG-080", "BG-100")
def test_greedy_shoots_from_afar_where_close_flies_into_countermeasures():
    """All ranges reach the target; only a place beside it has the risk of countermeasures."""
    cards = f"{F54} 5,5 | {EVEREST.replace('isn-everest', 'wre-vapor')} 12,5"
    field = stand(cards).table.battle.field
    beside = field.within(place(stand(cards), "12,5"), 2)
    assert not after_move(stand(cards), 0, "greedy") & beside
    assert after_move(stand(cards), 0, "close") & beside


# --- the wreck --------------------------------------------------------------------------------------


@pytest.mark.rule("BG-133")
def test_a_ship_makes_for_the_wreck():
    state = stand(f"{F54} 5,5 | {CHOSH} 20,12", goal=4, victory_point="9,5")
    assert after_move(state, 0) >> place(state, "9,5") & 1


@pytest.mark.rule("BG-133")
def test_a_ship_goes_beside_an_enemy_that_holds_the_wreck():
    """Shots would be as good from farther off, where no countermeasures reach it."""
    cards, wreck = f"{F54} 5,5 | {TESKIO} 9,5 10,5", "9,5"
    held = stand(cards, goal=4, victory_point=wreck)
    assert after_move(held, 0) & held.table.battle.field.around[place(held, wreck)]
    free = stand(cards, goal=0, victory_point=wreck)
    assert not after_move(free, 0) & free.table.battle.field.around[place(free, wreck)]


# --- whole battles ----------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("tactics", [False, True])
def test_every_order_has_a_finite_value(scenario: str, tactics: bool):
    battle = Battle(GALAXIES, galaxies(scenario, tactics=tactics), seeded_dice("values"))
    dice, bot = seeded_dice("dice"), RatedBot()
    for _ in range(60):
        seat = min(GALAXIES.to_act(battle.state))
        known = known_to(GALAXIES, battle.state, seat)
        for unit in GALAXIES.contenders(known, seat, "greedy"):
            choices = GALAXIES.legal_orders(known, seat, unit)
            for style in STYLES:
                values = GALAXIES.rate(known, seat, unit, choices, style)
                assert len(values) == len(choices) > 0 and all(map(isfinite, values))
        assert all(map(isfinite, (GALAXIES.score(known, seat), *GALAXIES.stakes(known, seat))))
        battle.force(seat, bot.choose(GALAXIES, known, seat), dice)


def won_by_first(setup: Setup, levels: tuple[str, str], games: int) -> int:
    """Battles that the first of two levels wins, sides swapped."""
    found = 0
    for game in range(games):
        sides = levels if game % 2 == 0 else levels[::-1]
        state = fight(
            GALAXIES, setup, bots_for(GALAXIES, setup, sides, str(game)), seeded_dice(str(game // 2))
        ).state
        found += state.outcome is not None and state.outcome.winner == game % 2
    return found


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_greedy_beats_random(scenario: str):
    assert won_by_first(galaxies(scenario), ("greedy", "random"), 4) == 4


@pytest.mark.parametrize("seed", range(2))
def test_bots_do_not_look_behind_the_screen_of_the_enemy(seed: int):
    """An order is the same with every fleet and every load that the enemy may have."""
    battle, dice, bot = (
        Battle(GALAXIES, galaxies("saturn_line"), seeded_dice(f"veil {seed}")),
        seeded_dice("dice"),
        RatedBot(),
    )
    dealt: set[tuple[object, ...]] = set()
    for number in range(50):
        seat = min(GALAXIES.to_act(battle.state))
        others = seeded_dice(f"others {number}")
        worlds = [GALAXIES.imagine(battle.state, seat, others) for _ in range(3)]
        dealt |= {(number, tuple(world.table.fleets[1 - seat])) for world in worlds}
        for level in STYLES:
            assert len({taken(world, level, seat) for world in worlds}) == 1
        battle.force(seat, bot.choose(GALAXIES, worlds[0], seat), dice)
    assert len(dealt) > 50


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_greedy_gives_a_reason_for_every_order_that_it_chose_among_several(scenario: str):
    dice, setup = seeded_dice(f"reasons {scenario}"), galaxies(scenario, tactics=True)
    battle, bot = Battle(GALAXIES, setup, dice), RatedBot()
    for _ in range(120):
        if not (seats := GALAXIES.to_act(battle.state)):
            break
        seat = min(seats)
        known = known_to(GALAXIES, battle.state, seat)
        order = bot.choose(GALAXIES, known, seat)
        why = bot.explain()
        assert why.endswith("was the only possible order.") or ": " in why.split("looked best of")[1], why
        battle.force(seat, order, dice)


def test_a_search_gives_a_legal_order_changes_nothing_and_says_why():
    state = stand(f"{F54} 5,5 | {BARRAGE} 5,8 4,8 | {CHOSH} 16,5 | {TESKIO} 17,8 18,8")
    before, bot = GALAXIES.key(state), SearchBot(AGES, tries=4, seed="s")
    unit, choice = bot.choose(GALAXIES, state, ISN)
    assert choice in GALAXIES.legal_orders(state, ISN, unit)
    assert GALAXIES.key(state) == before and bot.tried >= 2
    assert "came out best of" in bot.explain() or "all bring the same" in bot.explain()


# --- standing ---------------------------------------------------------------------------------------


@pytest.mark.rule("BG-134")
def test_damage_counts_before_a_ship_is_gone():
    whole, hurt = (stand(f"{F54} 1,1 | {TESKIO} 20,12 21,12") for _ in range(2))
    hurt.hull[1] = 2
    assert standing.taken(hurt, ISN) > standing.taken(whole, ISN)
    assert standing.taken(hurt, WRETCH) == standing.taken(whole, WRETCH)


def test_a_play_out_stops_before_the_attacks_of_a_card_and_counts_them():
    state = stand(f"{F54} 5,5 | {CHOSH} 8,5")
    act(state, (0, packed(Kind.ACTIVATE)))
    assert not GALAXIES.rests(state, [])
    act(state, (0, STAY))
    assert GALAXIES.rests(state, [])
    spent = state.clone()
    spent.charged[0, 0] = 0
    assert GALAXIES.score(state, ISN) > GALAXIES.score(spent, ISN)
    assert GALAXIES.score(state, WRETCH) < GALAXIES.score(spent, WRETCH)


def test_energy_of_a_turn_that_begins_does_not_speak_against_ending_the_last_one():
    """A turn that ends is followed by the energy phase of the enemy, which both ways lead to."""
    state = stand(f"{F54} 1,1 | {CHOSH} 20,12", energy=(10, 10))
    for order in ((0, packed(Kind.ACTIVATE)), (0, STAY), (NO_UNIT, packed(Kind.FINISH))):
        act(state, order)
    before = GALAXIES.score(state, ISN)
    act(state, (NO_UNIT, packed(Kind.DONE)))
    assert state.energy[WRETCH] == 20 and GALAXIES.score(state, ISN) == pytest.approx(before)


def test_a_play_out_stops_where_a_turn_begins():
    state = stand(f"{F54} 5,5 | {CHOSH} 14,5")
    assert GALAXIES.rests(state, [("turn", 3)])
    assert not GALAXIES.rests(state, [("fires", 0, 0, 1)])
    assert kind_of(taken(state)[1]) is Kind.ACTIVATE and NO_UNIT in GALAXIES.legal_units(state, ISN)
