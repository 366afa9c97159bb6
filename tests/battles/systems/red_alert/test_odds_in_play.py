"""The odds of an order are those of the order itself, carried out with every fall of its dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from missions.battles.engine.contract import NO_UNIT, Odds, Order
from missions.battles.engine.dice import Dice
from missions.battles.systems.red_alert.engine import actions, order_odds, orders, windows
from missions.battles.systems.red_alert.engine.cards import COMBAT, COMBAT_NUMBER
from missions.battles.systems.red_alert.engine.choices import (
    Kind,
    attack_of,
    attack_on,
    battle_back,
    kind_of,
    packed,
)
from missions.battles.systems.red_alert.engine.combat import Course
from missions.battles.systems.red_alert.engine.state import NO_CARD, State, Wait
from missions.battles.systems.red_alert.engine.system import RED_ALERT
from missions.battles.systems.red_alert.engine.units import ALERT, BLAST, CAPITAL, FIGHTER, STAR, STRIKE
from missions.battles.systems.red_alert.pack import RED_ALERT as PACK
from tests.battles.systems.red_alert.positions import CF
from tests.battles.systems.red_alert.test_secrets import walk
from tests.battles.systems.red_alert.turns import Turn

FACES = range(1, 7)


class _MoreDice(Exception):
    """An order that asks for more dice than have fallen; its argument is their number."""


class _Fallen(Dice):
    """Dice that have fallen; it stops when an order asks for more."""

    def __init__(self, fallen: bytes) -> None:
        self._left = fallen

    def roll(self, count: int, sides: int, letters: str = "") -> bytes:
        if count > len(self._left):
            raise _MoreDice(count)
        found, self._left = self._left[:count], self._left[count:]
        return found

    def draw(self, sides: int) -> int:
        return 1


def courses(state: State, order: Order, fallen: bytes = b"") -> Iterator[tuple[State, int, Fraction]]:
    """Every course of an order: the state after it, successes on its own dice, and its chance."""
    after = state.clone()
    course = Course(state.waiting if state.wait else state.side, _Fallen(fallen))
    try:
        (windows.answer if state.wait else actions.carry_out)(after, order, course)
    except _MoreDice as wanted:
        (count,) = wanted.args
        for faces in product(FACES, repeat=count):
            yield from courses(state, order, fallen + bytes(faces))
        return
    yield after, order_odds.successes(course.events), Fraction(1, 6 ** len(fallen))


def compare(state: State, order: Order, target: int, price: int = 0) -> Odds:
    """Successes, figures that the target loses and stars are those of every course of the order."""
    found = order_odds.of(state, order)
    assert found is not None
    side = state.waiting if state.wait else state.side
    shown, lost, stars = Counter[int](), Counter[int](), Counter[int]()
    for after, good, chance in courses(state, order):
        shown[good] += chance
        lost[state.figures[target] - after.figures[target]] += chance
        stars[after.stars[side] - state.stars[side] + price] += chance
    effects = {effect.name.removeprefix("own "): effect.chances for effect in found.effects}
    assert _plain(found.successes) == shown and _plain(effects["figures lost"]) == lost
    assert "stars" not in effects or _plain(effects["stars"]) == stars
    return found


def _plain(chances: tuple[Fraction, ...]) -> dict[int, Fraction]:
    return {number: chance for number, chance in enumerate(chances) if chance}


def _hit(units: str, rolled: str, **features: str) -> tuple[State, list[Order]]:
    """The Confederation's unit 1 is hit and has to go home: the state, and its ways."""
    found = Turn(units, "GQ", rolled=rolled, **features).order(0).done().attack(0, 1)
    while found.state.wait is Wait.ROLL:
        found.give(NO_UNIT, packed(Kind.ROLL))
    ways = [order for order in windows.answers(found.state) if kind_of(order[1]) is Kind.RETIRE]
    assert ways and found.dice.left == 0
    return found.state, ways


@pytest.mark.rule("RA-115", "RA-107", "RA-113", "RA-144")
@pytest.mark.parametrize(
    ("units", "rolled", "features", "rules"),
    [
        ("Cw BB C6, Cf HCR B6", "SRR", {"asteroids": "A6 A7"}, {"RA-144", "RA-115"}),
        ("Cw BB E6, Cf HCR D6, Cf F C6, Cf F C7", "SRF", {}, {"RA-113"}),
        ("Cw BB E6, Cf HCR D6", "SRF", {"asteroids": "C5 C6 C7 B5 B6 B7"}, {"RA-144"}),
        ("Cw BB B6, Cf FS(2) A6", "CR*", {}, {"RA-115", "RA-107"}),
        ("Cw BB C6, Cf FS(3) B6", "CRR", {"asteroids": "A6 A7"}, {"RA-144", "RA-115", "RA-107"}),
    ],
)
def test_odds_of_a_way_home_count_hits_for_missing_hexes(
    units: str, rolled: str, features: dict[str, str], rules: set[str]
):
    state, ways = _hit(units, rolled, **features)
    for order in ways:
        found = compare(state, order, 1)
        assert {reason.rule for reason in found.reasons} == rules


@pytest.mark.rule("RA-163", "RA-108")
def test_stars_of_the_price_are_in_the_pool_when_the_dice_fall():
    found = Turn("Cw CR F6, Cf CR D6", "GQ TLK", stars=(18, 18)).order(0).done()
    order = (0, attack_on(1, COMBAT_NUMBER["TLK"]))
    assert order in orders.orders(found.state) and found.state.pool == 0
    (stars,) = [
        effect for effect in compare(found.state, order, 1, price=1).effects if effect.name == "stars"
    ]
    assert stars.chances[1] > 0


@pytest.mark.rule("RA-102", "RA-101")
def test_reasons_add_up_to_the_dice_if_reductions_go_below_none():
    found = Turn("Cw CR! F6, Cf CR B6", "GQ TSP", asteroids="B6").order(0).done()
    odds = order_odds.of(found.state, (0, attack_on(1, COMBAT_NUMBER["TSP"])))
    assert odds is not None and odds.dice == sum(reason.amount for reason in odds.reasons) == 2
    assert [reason.rule for reason in odds.reasons].count("RA-102") == 1


@pytest.mark.rule("RA-163", "RA-087")
@pytest.mark.parametrize(("card", "price"), [("", 2), ("TSP", 4)])
def test_a_battle_back_has_its_odds_with_each_card(card: str, price: int):
    found = Turn("Cw DD F6, Cf CR D6", "GQ TSP", rolled="FFF", stars=(18, 18))
    found.deal(CF, "AMB")
    found.order(0).move(0, "E6").card("AMB", 1)
    while found.state.wait is Wait.ROLL:
        found.give(NO_UNIT, packed(Kind.ROLL))
    order = (NO_UNIT, battle_back(COMBAT_NUMBER[card]) if card else battle_back())
    assert order in windows.answers(found.state)
    assert compare(found.state, order, 1, price).dice == 3 + 2 * bool(card)


# --- orders of random battles -----------------------------------------------------------------------

MOST_DICE = 4
"""Dice of orders that are counted out; more take too long."""
DIFFERENT = 25
"""Different odds that a battle has at least."""


def rolling(setup: dict[str, Any]) -> Iterator[tuple[State, Order, Odds]]:
    """The orders of a random battle that roll dice, with their odds; equal odds of equal orders once."""
    seen: set[Any] = set()
    for _, state, _, _, _, _ in walk(setup, "odds"):
        for seat in RED_ALERT.to_act(state) if state.turn else ():
            for unit in RED_ALERT.legal_units(state, seat):
                for choice in RED_ALERT.legal_orders(state, seat, unit):
                    odds = RED_ALERT.odds(state, seat, (unit, choice))
                    facts = odds and (kind_of(choice), odds.successes, odds.effects, odds.reasons)
                    if odds and facts not in seen and odds.dice <= MOST_DICE:
                        seen.add(facts)
                        yield state, (unit, choice), odds


@pytest.mark.rule("RA-100", "RA-102", "RA-103", "RA-104", "RA-107", "RA-108", "RA-122")
@pytest.mark.parametrize("scenario", PACK.contests)
def test_odds_of_attacks_in_a_battle_are_counted_from_the_rules_alone(scenario: str):
    counted = 0
    for state, order, odds in rolling(PACK.written(scenario, ("", ""), {})):
        assert sum(each.amount for each in odds.reasons) == odds.dice or kind_of(order[1]) in NO_ATTACKS
        if kind_of(order[1]) is Kind.ATTACK:
            unit, (target, card) = order[0], attack_of(order[1])
            paid = 0 if card == NO_CARD else COMBAT[card].cost
            expected = fallen(state, unit, target, odds.dice, state.pool + paid)
            assert [_plain(effect.chances) for effect in odds.effects] == expected, order
            counted += 1
    assert counted >= DIFFERENT


NO_ATTACKS = (Kind.ROLL, Kind.RETIRE, Kind.CARD, Kind.DONE)
"""Orders with reasons that are no sum, such as hits of a retire."""
IGNORING = {(CAPITAL, STRIKE): 1, (CAPITAL, FIGHTER): 2, (STRIKE, FIGHTER): 1, (FIGHTER, CAPITAL): 1}
"""Blasts that a target of the first class ignores of an attacker of the second one (RA-104)."""


def fallen(state: State, unit: int, target: int, dice: int, pool: int) -> list[dict[int, Fraction]]:
    """Figures lost, eliminations, red alerts and stars over every fall of the dice, by the rules' text."""
    one, other = state.table.units[unit].type, state.table.units[target].type
    figures, marked = state.figures[target], state.is_marked(target)
    lost, dead, alerts, stars = (Counter[int]() for _ in range(4))
    for faces in product((FIGHTER, STRIKE, CAPITAL, BLAST, STAR, ALERT), repeat=dice):
        blasts = max(0, faces.count(BLAST) - IGNORING.get((other.symbol, one.symbol), 0))
        hits, sent = faces.count(other.symbol) + blasts, faces.count(ALERT)
        if not hits:
            sent = 0
        elif marked:
            hits, sent = hits + sent, 0
        stars[min(pool, faces.count(STAR))] += Fraction(1, 6**dice)
        spare = figures - other.flagship
        doubts = max(0, hits - spare) if other.flagship else 0
        survives = Fraction(2, 3) ** doubts if other.flagship else Fraction(int(hits < figures))
        gone = {0: survives, 1: 1 - survives}
        for eliminated, share in gone.items():
            chance = share / 6**dice
            lost[figures if eliminated else min(hits, spare)] += chance
            dead[eliminated] += chance
            alerts[0 if eliminated else sent] += chance
    return [{number: each[number] for number in each if each[number]} for each in (lost, dead, alerts, stars)]
