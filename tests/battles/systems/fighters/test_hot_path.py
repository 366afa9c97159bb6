"""The fast computations agree with the plain ones."""

from fractions import Fraction
from itertools import islice, product
from math import comb
from random import Random

import pytest

from missions.battles.engine import odds
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.replay import Battle, random_play, replay
from missions.battles.systems.fighters.bots import evaluation
from missions.battles.systems.fighters.engine import attack, movement, plans
from missions.battles.systems.fighters.engine.loadouts import LOCK
from missions.battles.systems.fighters.engine.state import MOVE, SHOOT
from missions.battles.systems.registry import SYSTEMS
from tests.battles.engine.clauses import play, start
from tests.battles.engine.setups import SETUPS
from tests.battles.marks import rule


def positions(setup: str, phase: int):
    """Positions of a random battle at the orders of one phase."""
    battle, dice = start(SYSTEMS["fighters"], SETUPS["fighters"][setup], "hot")
    for _, order in play(battle, dice, "hot"):
        if battle.state.phase == phase:
            yield battle.state, order[0]


@rule("FH-091", "FH-092")
@pytest.mark.parametrize("setup", ["small map", "ions", "heroes"])
def test_a_needed_roll_is_the_sum_of_its_terms(setup: str):
    seen = 0
    for state, unit in islice(positions(setup, SHOOT), 60):
        for choice in attack.shots_left(state, unit):
            mode, target = state.loadouts[unit].modes[choice >> 4 & 63], choice >> 10
            if mode.kind == LOCK or state.lead[unit]:
                continue
            needed, dice, shown = attack.roll(state, unit, mode, target)
            plain = sum(attack.terms(state, unit, mode, target))
            if plain > 6:
                assert (needed, dice, shown) == (plain, 1, 6)
            elif not attack.scramble(state, unit):
                assert needed == plain
                assert dice == attack.dice_for(state, state.loadouts[unit], mode, target, state.men[unit])
                seen += 1
    assert seen > 5


@rule("FH-063")
@pytest.mark.parametrize("setup", ["clash", "small map", "theft"])
def test_shooters_are_the_units_with_a_shot(setup: str):
    sizes = set()
    for state, _ in islice(positions(setup, SHOOT), 40):
        found = attack.shooters(state)
        for seat, units in enumerate(found):
            everybody = [u for u in state.fixed.active[seat] if state.status[u] == 0]
            assert units == [u for u in everybody if attack.choices(state, u, attack.targets(state, seat))]
            sizes.add(len(units))
    assert len(sizes) > 1


@rule("FH-013", "FH-079")
def test_an_open_list_is_the_list_cut_out():
    seen = 0
    for state, unit in islice(positions("small map", MOVE), 80):
        orders = SYSTEMS["fighters"].legal_orders(state, state.side[unit], unit)
        if isinstance(orders, plans.Open):
            one_by_one = [orders[n] for n in range(len(orders))]
            with pytest.raises(IndexError):
                orders[len(orders)]
            assert one_by_one == list(orders) == orders[:] and orders == one_by_one
            assert orders[-1] == one_by_one[-1] and one_by_one[0] in orders and -5 not in orders
            seen += 1
    assert seen > 5


@rule("FH-013", "FH-079")
def test_an_order_at_random_is_any_legal_one_with_the_same_chance():
    crowded = 0
    for state, unit in islice(positions("small map", MOVE), 120):
        legal = list(movement.choices(state, unit))
        chances = dict.fromkeys(legal, Fraction(0))
        whole = len(drawn := first_draws(state, unit))
        for choice, again in drawn:
            for other in legal if again else (choice,):
                chances[other] += Fraction(1, whole * (len(legal) if again else 1))
        assert set(chances.values()) == {Fraction(1, len(legal))}
        crowded += any(again for _, again in drawn)
    assert crowded > 5


def first_draws(state, unit):
    """The choice that each of the equally likely first draws gives, and whether a second is drawn."""
    plan, found = plans_of(state, unit), []
    for at in range(len(plan)):
        draws = iter([(at + 0.5) / len(plan), 0.0])
        choice = movement.any_choice(state, unit, lambda: next(draws))  # noqa: B023  used within the turn
        found.append((choice, not list(draws)))
    return found


def plans_of(state, unit):
    """The list of which the first draw takes one: all ends of the move as if the unit were alone."""
    plan = movement.plan_of(state, unit)
    return movement.choices(state, unit) if plan is None or state.still[unit] else plan.choices


def test_a_random_play_is_recorded_and_replayed_as_any_other():
    system, setup = SYSTEMS["fighters"], SETUPS["fighters"]["small map"]
    dice = seeded_dice("random play")
    battle = Battle(system, setup, dice)
    random_play(battle, dice, Random(3).random)
    assert system.outcome(battle.state) and len(battle) == len(battle.entries) == len(battle.events)
    assert b"".join(entry.dice for entry in battle.entries) == dice.record[len(battle.opening_dice) :]
    assert replay(system, battle.record()).fingerprint() == battle.fingerprint()


def test_dice_that_no_order_rolls_are_found():
    system = SYSTEMS["fighters"]
    dice = seeded_dice("spare")
    battle = Battle(system, SETUPS["fighters"]["clash"], dice)
    random_play(battle, dice, Random(4).random)
    record = battle.record()
    record["orders"][-1][3] += "06"
    with pytest.raises(ValueError, match="1 dice that no order rolls"):
        replay(system, record)


@pytest.mark.parametrize(
    ("dice", "success", "of"), [(0, 1, 2), (4, 12, 36), (12, 35, 36), (13, 1, 36), (30, 1, 6)]
)
def test_weights_are_the_binomial_ones(dice: int, success: int, of: int):
    plain = tuple(comb(dice, n) * success**n * (of - success) ** (dice - n) for n in range(dice + 1))
    assert odds.weights(dice, success, of) == plain and sum(plain) == of**dice


@rule("FH-044", "FH-101")
@pytest.mark.parametrize("case", list(product((1, 4, 6), (1, 4, 6), (0, 3, 6), (1, 4))))
def test_an_attack_at_once_is_hits_thinned_by_saves_and_capped(case: tuple[int, int, int, int]):
    dice, shown, save, most = case
    hits = odds.binomial(dice, 7 - shown, 6)
    kept = Fraction(save - 1, 6) if save else Fraction(1)
    through = odds.thinned(hits, kept)
    plain = odds.capped(through, most)
    assert tuple(Fraction(weight, 36**dice) for weight in odds.attack(*case)) == plain
    assert odds.effect(dice, shown, save, 1, most) == plain
    assert odds.effect(dice, shown, save, 3, 2 * most) == odds.scaled(through, 3, 2 * most)


def fought_out(
    men: int, others: int, kills: Fraction, back: Fraction, turns: int
) -> dict[tuple[int, int], Fraction]:
    """The same as an exchange, by every number of kills in every turn."""
    if not turns or not men or not others:
        return {(men, others): Fraction(1)}
    found: dict[tuple[int, int], Fraction] = {}
    for n, p in enumerate(odds.binomial(men, kills.numerator, kills.denominator)):
        for m, q in enumerate(odds.binomial(others, back.numerator, back.denominator)):
            then = fought_out(max(0, men - m), max(0, others - n), kills, back, turns - 1)
            for state, chance in then.items():
                found[state] = found.get(state, Fraction(0)) + p * q * chance
    return found


@pytest.mark.parametrize("turns", [0, 1, 3])
def test_an_exchange_is_what_all_its_turns_give(turns: int):
    kills, back = Fraction(1, 3), Fraction(2, 9)
    assert odds.exchange((3, kills), (2, back), turns) == fought_out(3, 2, kills, back, turns)


@pytest.mark.parametrize("setup", ["small map", "ions", "heroes", "convoy"])
def test_choices_rated_from_what_is_kept_of_a_plan_are_rated_as_if_read_anew(setup: str):
    cut = 0
    for state, unit in islice(positions(setup, MOVE), 80):
        choices = SYSTEMS["fighters"].legal_orders(state, state.seat, unit)
        cut += isinstance(choices, plans.Open)
        anew = evaluation.greedy(state, state.seat, unit, list(choices))
        assert evaluation.greedy(state, state.seat, unit, choices) == anew
    assert cut
