"""Bots play legal battles to their end, better ones win, and each says why."""

import re
from typing import Any, cast

import pytest

from missions.battles.engine.bots.match import LEVELS, bots_for, fight
from missions.battles.engine.bots.random_bot import RandomBot
from missions.battles.engine.bots.rated import RatedBot
from missions.battles.engine.bots.search import SearchBot, Try
from missions.battles.engine.bots.words import outlook, signed
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.replay import Battle
from missions.battles.systems.fighters.engine import orders
from missions.battles.systems.fighters.engine.state import DOUBLE
from missions.battles.systems.registry import PACKS, SYSTEMS
from tests.battles.engine.card_duel import DUEL, CardDuel, setup_for
from tests.battles.engine.card_duel.orders import bid_cards
from tests.battles.engine.card_duel.state import BID
from tests.battles.engine.setups import SETUPS, fighters
from tests.battles.systems.fighters.positions import craft, pend, shoot, stage

FIGHTERS = SYSTEMS["fighters"]
SMALL = fighters("free", ["x_wing"] * 2, ["x_wing"] * 2, columns=16, rows=10, turns=10)
SMALL["forces"][1]["side"] = "rebel"
AGES = 600.0
"""A budget in seconds that no test can use up."""


def wins(one, other, games: int) -> int:
    """Battles that `one` wins, sides swapped every time."""
    won = 0
    for game in range(games):
        bots = (one, other) if game % 2 == 0 else (other, one)
        outcome = fight(FIGHTERS, SMALL, bots, seeded_dice(str(game))).state.outcome
        won += outcome.winner == game % 2
    return won


def under_way(orders: int) -> Battle:
    """A battle of greedy bots after so many orders."""
    battle = Battle(FIGHTERS, SMALL, seeded_dice("under way"))
    dice, bot = seeded_dice("more"), RatedBot()
    for _ in range(orders):
        battle.force(battle.state.seat, bot.choose(FIGHTERS, battle.state, battle.state.seat), dice)
    return battle


def test_greedy_beats_random():
    assert wins(RatedBot("greedy"), RandomBot("r"), 10) >= 8


def test_greedy_beats_close_and_shoot():
    assert wins(RatedBot("greedy"), RatedBot("close"), 12) >= 8


def test_search_beats_greedy():
    assert wins(SearchBot(AGES, tries=6, seed="s"), RatedBot("greedy"), 6) >= 4


@pytest.mark.parametrize("setup", SETUPS["fighters"])
def test_greedy_and_close_play_every_battle_to_its_end(setup: str):
    bots = [LEVELS["greedy"](""), LEVELS["close"]("")]
    outcome = fight(FIGHTERS, SETUPS["fighters"][setup], bots, seeded_dice(setup)).state.outcome
    assert outcome is not None and outcome.reason


def test_a_search_gives_a_legal_order_and_changes_nothing():
    battle = under_way(1)
    before, seat = FIGHTERS.key(battle.state), battle.state.seat
    bot = SearchBot(AGES, tries=6, seed="s")
    unit, choice = bot.choose(FIGHTERS, battle.state, seat)
    assert choice in FIGHTERS.legal_orders(battle.state, seat, unit)
    assert FIGHTERS.key(battle.state) == before and bot.tried == 6


def test_the_same_seed_searches_to_the_same_order():
    state = under_way(12).state
    first, second = (SearchBot(AGES, tries=6, seed="s").choose(FIGHTERS, state, state.seat) for _ in range(2))
    assert first == second


def test_a_search_without_time_takes_the_best_looking_order():
    state = under_way(1).state
    bot = SearchBot(budget=0.0, seed="s")
    assert bot.choose(FIGHTERS, state, state.seat) == RatedBot().choose(FIGHTERS, state, state.seat)
    assert bot.explain().endswith("looked best, and there was no time to try another.")


def test_a_search_thinks_as_long_as_the_patience_of_the_system():
    class Hasty:
        patience = 0.0

        def __getattr__(self, name: str) -> Any:
            return getattr(FIGHTERS, name)

    state = under_way(1).state
    hasty: Any = Hasty()
    bot = SearchBot(seed="s")
    assert bot.choose(hasty, state, state.seat) == RatedBot().choose(FIGHTERS, state, state.seat)
    assert bot.tried == 1 and bot.explain().endswith("there was no time to try another.")


class Chancy:
    """A system in which the dice and the deal decide."""

    hidden = True


class Counting(SearchBot):
    """A search that notes what it tries. An order is worth its choice, and the first deal is a lucky one."""

    def __init__(self, tries: int) -> None:
        super().__init__(AGES, tries=tries, seed="s")
        self.rounds: list[tuple[int, int]] = []

    def halved(self, count: int, *, chancy: bool) -> list[int]:
        """The choices of so many orders from the best one down."""
        tries = [Try((0, worth), 0.0, {0: worth + LUCK}, chancy=chancy) for worth in reversed(range(count))]
        found = self._halve(cast(Any, Chancy), None, 0, tries, float("inf"))
        return [one.order[1] for one in found]

    def _play_out(self, system: Any, state: Any, seat: int, one: Try, number: int) -> bool:
        self.rounds.append((one.order[1], number))
        one.values[number] = one.order[1] * (1 + number / 4) if one.chancy else float(one.order[1])
        self.tried += 1
        return False


LUCK = 10.0


def test_a_search_tries_the_better_half_again_with_the_same_dice():
    bot = Counting(tries=8)
    bot.halved(8, chancy=True)
    again = [(7, 1), (6, 1), (5, 1), (4, 1)]
    assert bot.rounds == [*again, (7, 2), (6, 2), (7, 3), (6, 3)]


def test_an_order_that_fell_out_after_a_lucky_deal_stays_behind_those_that_outlast_it():
    assert Counting(tries=8).halved(8, chancy=True) == [7, 6, 5, 4, 3, 2, 1, 0]


def test_a_search_tries_no_third_deal_when_the_second_one_changes_nothing_between_the_orders():
    bot = Counting(tries=8)
    assert bot.halved(8, chancy=False)[0] == 7
    assert bot.rounds == [(7, 1), (6, 1), (5, 1), (4, 1)]


def test_orders_are_compared_by_the_deals_that_both_have_had():
    best, other = Try((0, 1), 0.0, {0: 14.0, 1: 3.0, 2: 4.0}), Try((0, 2), 0.0, {0: 12.0, 2: 3.0})
    assert best.ahead_of(other) == 1.5 and other.ahead_of(best) == -1.5


def test_shots_are_left_to_their_exact_odds():
    state = stage([craft("x_wing")], [craft("tie_fighter", 2, 0, 3)])
    state.phase, state.todo, state.aimed = 3, ([0], [1]), ([1], [0])
    bot = SearchBot(AGES, seed="s")
    assert bot.choose(FIGHTERS, state, 0) == RatedBot().choose(FIGHTERS, state, 0)
    assert bot.tried == 0
    assert re.search(
        r"looked best of \d orders: 4 dice at 4\+, .+, 5 points to be expected\. Next", bot.explain()
    )


def test_hits_that_wait_and_shots_to_come_count_at_their_exact_odds():
    state = stage([craft("x_wing")], [craft("tie_fighter", 2, 0, 3)])
    state.phase, state.todo = 3, ([], [1])
    pend(state, "rapid", 3)
    gain, loss = FIGHTERS.stakes(state, 0)
    assert gain == 3 * 2.5 and abs(loss - 16 / 9 * 2.5) < 0.01
    assert FIGHTERS.score(state, 0) == gain - loss == -FIGHTERS.score(state, 1)


def test_a_double_move_worsens_the_shots_to_come():
    state = stage([craft("x_wing")], [craft("tie_fighter", 2, 0, 3)])
    state.phase, state.todo, state.flown[0] = 3, ([0], []), DOUBLE
    assert abs(FIGHTERS.stakes(state, 0)[0] - 4 / 3 * 2.5) < 0.01


def test_more_hits_than_fighters_count_no_more_than_the_flight():
    state = stage([craft("x_wing"), craft("x_wing", 0, 1)], [craft("tie_fighter", 2, 0, 3, men=1)])
    state.phase, state.todo = 3, ([1], [])
    shoot(state, "rapid", [6] * 4, target=2)
    assert FIGHTERS.stakes(state, 0)[0] == 2.5


def test_a_ship_that_decides_the_battle_counts_for_more_than_its_points():
    state = stage([craft("corvette_rebel", role="transport")], [craft("tie_fighter", 4, 0, 3)])
    state.hull[0] = 5
    assert FIGHTERS.stakes(state, 1) == (3 * 15, 0)


def test_nobody_fires_at_the_ship_that_is_to_be_taken():
    state = stage([craft("x_wing")], [craft("corvette_empire", 2, 0, 3, role="prize")])
    state.phase, state.todo, state.aimed = 3, ([0], []), ([1], [0])
    assert RatedBot().choose(FIGHTERS, state, 0) == (0, orders.FINISHED)


def test_a_freighter_nearer_to_its_exit_stands_better():
    near, far = (
        stage([craft("x_wing")], [craft("light_freighter", q, 3, role="convoy")], "convoy_raid")
        for q in (5, 1)
    )
    assert FIGHTERS.score(near, 1) - FIGHTERS.score(far, 1) == 2.0


def test_a_greedy_bot_explains_its_order():
    state = under_way(1).state
    bot = RatedBot()
    bot.choose(FIGHTERS, state, state.seat)
    pattern = r"“E1 .+” looked best of \d+ orders: its shots, .+ points\. Next came “E1 .+”, just as good\."
    assert re.fullmatch(pattern, bot.explain())


@pytest.mark.parametrize(
    ("rating", "words"),
    [(1.2, "+1.2 points"), (0.01, "no points"), (-1.0, "−1 point")],
)
def test_the_worth_of_an_order_is_written_with_its_sign(rating: float, words: str):
    assert signed(rating) == words


def test_a_turn_without_expected_losses_is_not_said_to_be_one_without_shots():
    assert outlook(0.01, 0.0) == "neither side is expected to lose anything this turn"
    assert outlook(1.2, 0.0) == "I expect to take 1.2 points and to lose no points this turn"


def test_a_search_explains_what_it_expects_and_what_came_next():
    state = under_way(1).state
    bot = SearchBot(AGES, tries=4, seed="s")
    bot.choose(FIGHTERS, state, state.seat)
    pattern = (
        r"“E\d .+” came out best of 4 orders played out: I expect to take .+ points? and to lose .+ points? "
        r"this turn\. Next came “E\d .+”, (just as good|[\d.]+ points? worse)\."
    )
    assert re.fullmatch(pattern, bot.explain())


def test_the_only_order_is_said_to_be_one():
    state = stage([craft("x_wing")], [craft("tie_fighter", 9, 0, 3)])
    state.phase, state.todo, state.seat = 3, ([0], []), 0
    bot = RatedBot()
    bot._told = (FIGHTERS, state, 0, [(0, [orders.FINISHED], [0.0])])
    assert bot.explain() == "“W1 done” was the only possible order."


def test_every_system_has_a_line_about_each_level():
    for pack in PACKS.values():
        assert list(pack.levels) == list(LEVELS)
        assert all(words.endswith(".") for words in pack.levels.values())


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_explains_itself(level: str):
    assert LEVELS[level]("").explain().endswith(".")


class Overheard(CardDuel):
    """A duel that notes what the seat that chooses second could see of the first one's bid."""

    def __init__(self) -> None:
        self.laid: list[int] = []
        self.seen: list[bool] = []

    def apply(self, state, seat, order, dice):
        if state.phase == BID and seat == 0:
            self.laid = bid_cards(order[1])
        return super().apply(state, seat, order, dice)

    def rate(self, state, seat, unit, choices, style):
        if state.phase == BID and seat == 1 and state.bids[0]:
            self.seen.append(state.bids[0] == self.laid)
        return super().rate(state, seat, unit, choices, style)


def test_a_search_does_not_let_its_opponent_see_the_card_that_it_tries():
    system = Overheard()
    state = Battle(system, setup_for(hand=4), seeded_dice("overheard")).state
    SearchBot(AGES, seed="s").choose(system, state, 0)
    assert len(system.seen) > 8 and system.seen.count(True) < len(system.seen) / 2


def test_a_bot_orders_the_unit_with_the_best_order_and_not_the_first_one():
    class Ranked(CardDuel):
        def rate(self, state, seat, unit, choices, style):
            return [float(unit == state.todo[-1]) - 0.1 * number for number in range(len(choices))]

    system = Ranked()
    dice = seeded_dice("ranked")
    battle = Battle(system, setup_for(), dice)
    while battle.state.phase == BID:
        seat = min(system.to_act(battle.state))
        battle.force(seat, (-1, system.legal_orders(battle.state, seat, -1)[0]), dice)
    seat, todo = min(system.to_act(battle.state)), battle.state.todo
    bot = RatedBot()
    unit, _ = bot.choose(system, battle.state, seat)
    assert unit == todo[-1] != todo[0]
    assert f"“{battle.state.table.units[unit].label} done”" in bot.explain()


def test_every_level_plays_three_against_three():
    for level in LEVELS:
        bots = bots_for(DUEL, setup_for(3, 3, turns=1), (level, "random"), "three")
        battle = fight(DUEL, setup_for(3, 3, turns=1), bots, seeded_dice(level))
        assert battle.state.outcome is not None and {entry.seat for entry in battle.entries} == set(range(6))
