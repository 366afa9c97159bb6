"""Bots in Red Alert: attacks by their odds, hexes by what they invite, cards by what they order."""

from __future__ import annotations

from math import isfinite

import pytest

from missions.battles.engine.bots.match import LEVELS, bots_for, fight
from missions.battles.engine.bots.rated import RatedBot
from missions.battles.engine.bots.search import SearchBot
from missions.battles.engine.contract import NO_UNIT, PHASE, TURN, Order
from missions.battles.engine.dice import ScriptedDice, seeded_dice
from missions.battles.engine.replay import Battle
from missions.battles.engine.sight import known_to
from missions.battles.systems.red_alert.bots import standing
from missions.battles.systems.red_alert.engine.cards import COMBAT_NUMBER, COMMAND_NUMBER
from missions.battles.systems.red_alert.engine.choices import (
    Kind,
    attack_of,
    kind_of,
    load_of,
    move_of,
    unpack_way,
)
from missions.battles.systems.red_alert.engine.combat import Course, attack
from missions.battles.systems.red_alert.engine.field import HEXES
from missions.battles.systems.red_alert.engine.state import NO_CARD, Attack, Mode, Phase, State, Wait
from missions.battles.systems.red_alert.engine.strikes import kind_of as kind_of_attack
from missions.battles.systems.red_alert.engine.system import RED_ALERT
from tests.battles.marks import rule
from tests.battles.systems.red_alert.positions import CF, CW, faces, stand

SALVO = {"system": "red_alert", "version": "1", "scenario": "opening_salvo"}
FORCES = [{"card": 3, "bought": ["CR", "CR", "DD"]}, {"card": 7, "bought": ["HCR", "HDD"]}]
AGES = 600.0
"""A budget in seconds that no test can use up."""


def ordered(units: str, phase: Phase, *numbers: int, cards: str = "", **more: object) -> State:
    """Commonwealth's turn; these of its units are ordered, and it holds these cards."""
    state = stand(units, **more)  # type: ignore[arg-type]
    state.phase, state.turn, state.side = phase, 1, CW
    state.ordered = sum(1 << number for number in numbers or [0])
    for name in cards.split():
        deck = 0 if name in COMMAND_NUMBER else 1
        state.hands[CW][deck].append((COMMAND_NUMBER | COMBAT_NUMBER)[name])
    return state


def taken(state: State, level: str = "greedy", seat: int = CW) -> Order:
    """The order that a bot takes."""
    return RatedBot(level).choose(RED_ALERT, state, seat)


def rating(state: State, unit: int, choice: int, style: str = "ahead") -> float:
    choices = RED_ALERT.legal_orders(state, CW, unit)
    return RED_ALERT.rate(state, CW, unit, choices, style)[choices.index(choice)]


def hit(units: str, rolled: str, stars: tuple[int, int] = (0, 0), **more: object) -> State:
    """The second unit, of Commonwealth, has been attacked by the first with these dice; an answer is due."""
    state = stand(units, stars=stars, **more)  # type: ignore[arg-type]
    state.phase, state.turn, state.side = Phase.COMBAT, 1, CF
    found = Attack(0, 1, kind_of_attack(state, 0, 1), Mode.ORDERED, state.place[0], state.place[1])
    attack(state, found, Course(CF, ScriptedDice(faces(rolled)), seat=1))
    return state


# --- attacks ------------------------------------------------------------------------------------------


def test_greedy_finishes_a_weak_unit_before_it_hits_a_whole_one_of_its_kind():
    state = ordered("Cw CR F6, Cf CR E6, Cf CR(1) E7", Phase.COMBAT)
    _, choice = taken(state)
    assert (kind_of(choice), attack_of(choice)) == (Kind.ATTACK, (2, NO_CARD))


def test_greedy_takes_the_attack_that_wins_the_battle():
    state = ordered("Cw BB F6, Cf DD(1) E6, Cf F(1) E7", Phase.COMBAT)
    state.points[CW] = 10
    assert attack_of(taken(state)[1])[0] == 1


def test_greedy_attacks_with_the_unit_that_has_most_to_win():
    state = ordered("Cw F J1, Cw CR F6, Cf DD(1) E6, Cf FS I1", Phase.COMBAT, 0, 1)
    assert taken(state)[0] == 1


@rule("RA-130")
def test_stars_of_the_enemy_for_a_battle_back_make_an_attack_worth_less():
    poor = ordered("Cw DD F6, Cf BB E6", Phase.COMBAT)
    rich = ordered("Cw DD F6, Cf BB E6", Phase.COMBAT, stars=(0, 5))
    (choice,) = (each for each in RED_ALERT.legal_orders(poor, CW, 0) if kind_of(each) is Kind.ATTACK)
    assert 0 < rating(rich, 0, choice) < rating(poor, 0, choice)


# --- moves --------------------------------------------------------------------------------------------


def test_a_unit_moves_to_where_it_can_shoot():
    unit, choice = taken(ordered("Cw CR I6, Cf CR(1) D6", Phase.MOVEMENT))
    assert unit == 0 and kind_of(choice) is Kind.MOVE
    state = ordered("Cw CR I6, Cf CR(1) E6", Phase.MOVEMENT)
    hex_, _ = move_of(taken(state)[1])
    state.put(0, hex_)
    state.phase = Phase.COMBAT
    assert any(kind_of(each) is Kind.ATTACK for each in RED_ALERT.legal_orders(state, CW, 0))


def test_nobody_walks_onto_an_asteroid_beside_a_wall_of_enemies_without_an_attack_on_them():
    wall = "Cf BB D5, Cf BB D6, Cf HBB D7, Cf CR C5, Cf CR C6, Cf HCR C7"
    state = ordered(f"Cw DD(1) G6, {wall}", Phase.MOVEMENT, asteroids="E6 E5 F6")
    state.carried_out = COMMAND_NUMBER["LSP"]
    unit, choice = taken(state)
    assert unit == NO_UNIT or move_of(choice)[0] not in {HEXES["E6"], HEXES["E5"], HEXES["F6"]}


def test_a_move_for_stars_is_worth_less_than_the_same_for_nothing():
    state = ordered("Cw CR I6, Cf CR C6", Phase.MOVEMENT, stars=(2, 0))
    choices = RED_ALERT.legal_orders(state, CW, 0)
    paid = [each for each in choices if move_of(each)[1]]
    assert paid
    poor = max(rating(state, 0, each) for each in paid)
    state.stars[CW] = 12
    assert max(rating(state, 0, each) for each in paid) > poor


def test_a_side_ends_its_part_of_the_turn_if_nothing_is_worth_an_order():
    """A unit that cannot move has nothing to do while others move."""
    state = ordered("Cw BB! F6, Cf CR A1", Phase.MOVEMENT)
    assert taken(state) == (NO_UNIT, Kind.DONE)
    state.phase = Phase.COMBAT
    assert taken(state) == (NO_UNIT, Kind.DONE)


@rule("RA-211")
def test_a_unit_on_the_enemy_baseline_breaks_through():
    state = ordered("Cw BB A6, Cf CR I6", Phase.MOVEMENT, map_of="uncharted_base")
    assert taken(state) == (0, Kind.EXIT)


# --- cards and orders ---------------------------------------------------------------------------------


def test_the_command_card_is_that_of_the_sector_in_which_there_is_something_to_do():
    state = ordered("Cw CR F2, Cw CR K12, Cf CR(1) E2", Phase.COMMAND, cards="PR-R PR-C PR-L")
    assert load_of(taken(state)[1]) == COMMAND_NUMBER["PR-L"]


def test_the_unit_with_something_to_do_is_ordered():
    state = ordered("Cw CR K7, Cw CR F6, Cf CR(1) E6", Phase.ORDERS)
    state.ordered, state.carried_out = 0, COMMAND_NUMBER["SC-C"]
    assert taken(state) == (1, Kind.ORDER)


@rule("RA-066")
def test_a_marker_is_taken_off_a_unit_that_then_has_a_target():
    state = ordered("Cw CR! I6, Cf CR(1) E6, Cf F A1", Phase.ORDERS, stars=(6, 0))
    state.carried_out = COMMAND_NUMBER["SC-C"]
    assert taken(state) == (0, Kind.CLEAR)


def test_a_card_goes_with_an_attack_that_is_worth_it():
    state = ordered("Cw BB F6, Cf FS(1) E6", Phase.COMBAT, cards="FBS", stars=(14, 0))
    assert attack_of(taken(state)[1]) == (1, COMBAT_NUMBER["FBS"])
    state = ordered("Cw BB F6, Cf F E6", Phase.COMBAT, cards="FBS", stars=(6, 0))
    assert attack_of(taken(state)[1]) == (1, NO_CARD)


def test_free_stars_are_taken_at_the_end_of_a_turn():
    state = ordered("Cw BB F6, Cf FS A6", Phase.END, cards="SUP")
    assert kind_of(taken(state)[1]) is Kind.CARD


# --- answers ------------------------------------------------------------------------------------------


@rule("RA-119")
def test_a_red_alert_is_repaired_if_stars_abound_and_the_way_home_is_blocked():
    units = "Cf BB F6, Cw CR G6"
    state = hit(units, "S R F", stars=(12, 0), debris="H6 H7")
    assert state.wait is Wait.ALERT
    assert kind_of(taken(state)[1]) is Kind.REPAIR


@rule("RA-112")
def test_a_unit_retires_on_the_way_without_asteroids():
    state = hit("Cf BB D6, Cw CR E6", "S R F", asteroids="F6")
    _, choice = taken(state)
    assert kind_of(choice) is Kind.RETIRE
    path = unpack_way(CW, state.place[1], load_of(choice))
    assert not set(path) & {HEXES["F6"]}


@rule("RA-130")
@pytest.mark.parametrize(
    ("units", "answer"), [("Cf DD(1) F6, Cw CR G6", Kind.BACK), ("Cf F F6, Cw CR! G6", Kind.PASS)]
)
def test_a_unit_battles_back_where_two_stars_are_worth_it(units: str, answer: Kind):
    state = hit(units, "F F F", stars=(2, 0))
    assert state.wait is Wait.BACK
    assert kind_of(taken(state)[1]) is answer


# --- whole battles ------------------------------------------------------------------------------------


SETUPS = [
    SALVO,
    {**SALVO, "scenario": "uncharted_base", "forces": FORCES},
    {**SALVO, "scenario": "twin_sisters", "forces": FORCES, "people": [2, 3]},
]


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup["scenario"])
def test_every_order_has_a_finite_value(setup: dict):
    battle, dice, bot = Battle(RED_ALERT, setup, seeded_dice("values")), seeded_dice("dice"), RatedBot()
    for _ in range(120):
        seat = min(RED_ALERT.to_act(battle.state))
        for unit in RED_ALERT.contenders(battle.state, seat, "greedy"):
            choices = RED_ALERT.legal_orders(battle.state, seat, unit)
            for style in ("greedy", "close", "ahead"):
                values = RED_ALERT.rate(battle.state, seat, unit, choices, style)
                assert len(values) == len(choices) > 0 and all(map(isfinite, values))
        assert all(
            map(isfinite, (RED_ALERT.score(battle.state, seat), *RED_ALERT.stakes(battle.state, seat)))
        )
        battle.force(seat, bot.choose(RED_ALERT, battle.state, seat), dice)


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup["scenario"])
def test_greedy_and_close_play_to_the_end(setup: dict):
    bots = bots_for(RED_ALERT, setup, ("greedy", "close"), "end")
    state = fight(RED_ALERT, setup, bots, seeded_dice("end")).state
    assert state.outcome is not None and state.turn < 100


def test_greedy_beats_random():
    won = 0
    for game in range(6):
        levels = ("greedy", "random") if game % 2 == 0 else ("random", "greedy")
        bots = bots_for(RED_ALERT, SALVO, levels, str(game))
        outcome = fight(RED_ALERT, SALVO, bots, seeded_dice(str(game))).state.outcome
        won += outcome is not None and outcome.winner == game % 2
    assert won == 6


def under_way(orders: int) -> State:
    """A battle of greedy bots after so many orders, as the seat that is awaited knows it."""
    battle, dice, bot = Battle(RED_ALERT, SALVO, seeded_dice("under way")), seeded_dice("dice"), RatedBot()
    for _ in range(orders):
        seat = min(RED_ALERT.to_act(battle.state))
        battle.force(seat, bot.choose(RED_ALERT, battle.state, seat), dice)
    return battle.state


@pytest.mark.parametrize("orders", [2, 3, 8, 20, 40])
def test_bots_do_not_look_at_hands_of_the_enemy(orders: int):
    state = under_way(orders)
    seat = min(RED_ALERT.to_act(state))
    dice = seeded_dice("others")
    worlds = [known_to(RED_ALERT, state, seat), *(RED_ALERT.imagine(state, seat, dice) for _ in range(3))]
    assert len({tuple(map(tuple, world.hands[1 - seat])) for world in worlds}) > 1
    for level in ("greedy", "close"):
        assert len({taken(world, level, seat) for world in worlds}) == 1
    assert len({RED_ALERT.score(world, seat) for world in worlds}) == 1


def test_a_search_gives_a_legal_order_changes_nothing_and_says_why():
    state = next(state for number in range(60) if (state := under_way(number)).phase is Phase.MOVEMENT)
    seat, before = min(RED_ALERT.to_act(state)), RED_ALERT.key(state)
    bot = SearchBot(AGES, tries=6, seed="s")
    unit, choice = bot.choose(RED_ALERT, state, seat)
    assert choice in RED_ALERT.legal_orders(state, seat, unit)
    assert RED_ALERT.key(state) == before and bot.tried >= 6
    assert "came out best of" in bot.explain() or "all bring the same" in bot.explain()


def test_attacks_are_left_to_their_exact_odds():
    state = ordered("Cw CR F6, Cf CR E6, Cf CR(1) E7", Phase.COMBAT)
    bot = SearchBot(AGES, seed="s")
    assert bot.choose(RED_ALERT, state, CW) == taken(state)
    assert bot.tried == 0


# --- standing -----------------------------------------------------------------------------------------


def test_figures_that_the_enemy_has_lost_count_before_the_unit_is_gone():
    whole, hurt = (stand(f"Cw CR K1, Cf CR({left}) A13") for left in (3, 1))
    assert standing.taken(hurt, CW) > standing.taken(whole, CW)
    assert RED_ALERT.score(hurt, CW) == pytest.approx(-RED_ALERT.score(hurt, CF), abs=0.5)


def test_attacks_that_may_still_be_made_count_as_far_as_they_are_expected():
    state = ordered("Cw CR F6, Cf CR(1) E6", Phase.COMBAT)
    before = RED_ALERT.stakes(state, CW)
    state.fought = 1
    after = RED_ALERT.stakes(state, CW)
    assert before[0] > after[0] and before[1] == after[1]


def test_play_outs_stop_where_the_shots_of_a_turn_can_be_counted():
    state = ordered("Cw CR F6, Cf CR(1) E6", Phase.ORDERS)
    assert not RED_ALERT.rests(state, [(PHASE, 4)])
    state.phase = Phase.COMBAT
    assert RED_ALERT.rests(state, [(PHASE, 6)])
    state.wait = Wait.BACK
    assert not RED_ALERT.rests(state, [("counts",)])
    state.wait, state.phase = None, Phase.COMMAND
    assert RED_ALERT.rests(state, [(TURN, 2)])


def test_every_level_plays():
    assert set(LEVELS) == {"random", "close", "greedy", "search"}


def test_greedy_looks_at_the_order_alone_and_the_search_at_the_answer_too():
    poor = ordered("Cw DD F6, Cf BB E6", Phase.COMBAT)
    rich = ordered("Cw DD F6, Cf BB E6", Phase.COMBAT, stars=(0, 5))
    (choice,) = (each for each in RED_ALERT.legal_orders(poor, CW, 0) if kind_of(each) is Kind.ATTACK)
    assert rating(rich, 0, choice, "greedy") == rating(poor, 0, choice, "greedy")
    assert rating(rich, 0, choice) < rating(poor, 0, choice)


# --- reasons ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_greedy_gives_a_reason_for_every_order_that_it_chose_among_several(seed: int):
    dice = seeded_dice(f"reasons {seed}")
    battle = Battle(RED_ALERT, SALVO, dice)
    bots = bots_for(RED_ALERT, SALVO, ("greedy", "greedy"), "")
    while seats := RED_ALERT.to_act(battle.state):
        seat = min(seats)
        known = known_to(RED_ALERT, battle.state, seat)
        order = bots[seat].choose(RED_ALERT, known, seat)
        why = bots[seat].explain()
        units = RED_ALERT.legal_units(battle.state, seat)
        count = sum(len(RED_ALERT.legal_orders(battle.state, seat, unit)) for unit in units)
        if count == 1:
            assert why.endswith("was the only possible order.")
        else:
            assert f"looked best of {count} orders: " in why
        battle.force(seat, order, dice)
