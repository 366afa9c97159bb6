"""The odds of an order are those of the order itself, carried out with every fall of its dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from missions.battles.engine.contract import NO_UNIT, Odds, Order
from missions.battles.engine.dice import Dice
from missions.battles.systems.red_alert.engine import actions, order_odds, orders, windows
from missions.battles.systems.red_alert.engine.cards import COMBAT_NUMBER
from missions.battles.systems.red_alert.engine.choices import Kind, attack_on, battle_back, kind_of, packed
from missions.battles.systems.red_alert.engine.combat import Course
from missions.battles.systems.red_alert.engine.state import State, Wait
from tests.battles.systems.red_alert.positions import CF
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
