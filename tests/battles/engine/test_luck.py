"""Luck is summed exactly, and turns are found where they began."""

from fractions import Fraction
from itertools import product
from typing import Any

from missions.battles.engine.bots.random_bot import RandomBot
from missions.battles.engine.contract import Effect, Odds, Roll
from missions.battles.engine.dice import ScriptedDice, seeded_dice
from missions.battles.engine.luck import Luck
from missions.battles.engine.moments import turns
from missions.battles.engine.odds import binomial
from missions.battles.engine.replay import Battle, replay
from missions.battles.selectors.positions import begun
from missions.battles.systems.registry import SYSTEMS
from tests.battles.engine.setups import SETUPS


def shot(dice: int, needed: int) -> Odds:
    """An attack with so many dice at `needed` or more."""
    p = Fraction(7 - needed, 6)
    hits = binomial(dice, p.numerator, p.denominator)
    return Odds((Roll(dice, needed),), hits, (Effect("hits", hits),), needed)


def played(name: str, orders: int) -> Battle[Any]:
    """A battle of fighters after some random orders."""
    dice, bot = seeded_dice(name), RandomBot(name)
    system = SYSTEMS["fighters"]
    battle = Battle(system, SETUPS["fighters"][name], dice)
    while (seats := system.to_act(battle.state)) and len(battle) < orders:
        seat = min(seats)
        battle.force(seat, bot.choose(system, battle.state, seat), dice)
    return battle


def test_without_dice_nobody_is_lucky():
    luck = Luck()
    assert (luck.at_least(), luck.at_most(), luck.expected, luck.dice) == (1, 1, 0, 0)


def test_the_chance_of_being_so_lucky_is_that_of_all_faces_counted_out():
    luck = Luck()
    luck.add(shot(2, 4), 2)
    luck.add(shot(3, 5), 1)
    rolls = [sum(f >= 4 for f in faces[:2]) + sum(f >= 5 for f in faces[2:]) for faces in ALL_FIVE]
    assert luck.at_least() == Fraction(sum(n >= 3 for n in rolls), len(rolls))
    assert luck.at_most() == Fraction(sum(n <= 3 for n in rolls), len(rolls))
    assert (luck.dice, luck.rolled, luck.expected) == (5, 3, Fraction(2))


ALL_FIVE = list(product(range(1, 7), repeat=5))


def test_the_distribution_stays_whole_over_many_orders():
    luck = Luck()
    for needed in (1, 2, 3, 4, 5, 6) * 10:
        luck.add(shot(4, needed), 2)
    assert sum(luck.distribution()) == 1
    assert luck.at_least() + luck.at_most() == 1 + luck.distribution()[luck.rolled]
    assert luck.expected == sum(n * p for n, p in enumerate(luck.distribution()))


def test_a_battle_gives_each_seat_the_luck_of_its_own_dice():
    battle = played("small map", 120)
    shown = begun(battle.system, battle.setup, ScriptedDice(battle.opening_dice), "luck")
    for entry in battle.entries:
        shown = shown.after(entry.seat, entry.order, ScriptedDice(entry.dice), shown.at)
    found = shown.luck
    scored = [0, 0]
    for entry, events in zip(battle.entries, battle.events, strict=True):
        scored[entry.seat] += battle.system.successes(events)
    assert [luck.rolled for luck in found] == scored
    assert all(0 < luck.at_least() <= 1 and luck.dice > 0 for luck in found)


def test_turns_are_found_at_the_orders_after_which_they_begin():
    battle = played("small map", 150)
    found = turns(battle)
    assert [number for number, _ in found] == list(range(1, battle.state.turn + 1))
    assert found[0] == (1, 0)
    assert [replay(battle.system, battle.record(), at).state.turn for _, at in found] == [
        number for number, _ in found
    ]
    assert [replay(battle.system, battle.record(), at - 1).state.turn for _, at in found[1:]] == [
        n - 1 for n, _ in found[1:]
    ]


def test_a_battle_that_is_still_being_set_up_has_no_turn():
    assert turns(played("clash", 3)) == []
