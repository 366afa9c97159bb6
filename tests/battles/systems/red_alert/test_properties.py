"""Ways, orders by sector, moves and odds agree with plain searches and with every fall of the dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from missions.battles.engine.odds import Pmf
from missions.battles.systems.red_alert.engine import strikes
from missions.battles.systems.red_alert.engine.cards import COMMAND
from missions.battles.systems.red_alert.engine.combat import HURTS_ON_ASTEROID
from missions.battles.systems.red_alert.engine.commands import BY_HAND, Plan, may_order, plan_of
from missions.battles.systems.red_alert.engine.field import COUNT, HOMEWARD, LABELS, NEXT_TO, SECTOR, members
from missions.battles.systems.red_alert.engine.moves import within
from missions.battles.systems.red_alert.engine.retreats import Path, paths
from missions.battles.systems.red_alert.engine.state import State
from missions.battles.systems.red_alert.engine.strike_odds import Risk, confirm, strike, way
from missions.battles.systems.red_alert.engine.units import CAPITAL, CLASSES
from tests.battles.systems.red_alert.positions import stand

SIDES = st.sampled_from((0, 1))
HEXES = st.integers(0, COUNT - 1)
NAMES = ("Cw", "Cf")
SECTOR_CARDS = tuple(number for number in range(len(COMMAND)) if any(plan_of(number).sectors))
FACES = range(1, 7)


def placed(side: int, start: int, others: set[int], **features: set[int]) -> State:
    """A cruiser of a side, fighters of both sides by turns, and features where nobody stands."""
    units = [f"{NAMES[side]} CR {LABELS[start]}"]
    units += [f"{NAMES[hex_ % 2]} F {LABELS[hex_]}" for hex_ in sorted(others - {start})]
    free = {name: " ".join(LABELS[hex_] for hex_ in sorted(found)) for name, found in features.items()}
    return stand(", ".join(units), **free)  # type: ignore[arg-type]


# --- ways home --------------------------------------------------------------------------------------


@pytest.mark.rule("RA-113", "RA-115", "RA-116")
@settings(max_examples=150)
@given(SIDES, HEXES, st.sets(HEXES, max_size=50), st.sets(HEXES, max_size=20), st.sampled_from((2, 4, 6)))
def test_ways_home_are_all_those_that_complete_the_most_hexes(
    side: int, start: int, others: set[int], debris: set[int], length: int
):
    state = placed(side, start, others, debris=debris - others - {start})
    every = [found for found in begun_ways(state, side, start, length) if ends_free(state, found)]
    most = max(map(len, every))
    assert paths(state, 0, length) == sorted(found for found in every if len(found) == most)


def begun_ways(state: State, side: int, start: int, length: int) -> Iterator[Path]:
    """Every way home of at most so many hexes, however it ends."""
    yield ()
    if length:
        for hex_ in HOMEWARD[side][start]:
            if not state.debris >> hex_ & 1:
                for rest in begun_ways(state, side, hex_, length - 1):
                    yield (hex_, *rest)


def ends_free(state: State, found: Path) -> bool:
    return not found or not state.taken >> found[-1] & 1


# --- orders by sector -------------------------------------------------------------------------------


@pytest.mark.rule("RA-013", "RA-063")
@settings(max_examples=200)
@given(SIDES, st.sampled_from(SECTOR_CARDS), st.sets(HEXES, min_size=1, max_size=7), st.integers(0, 5))
def test_a_unit_may_be_ordered_if_every_ordered_unit_finds_an_order_of_its_sector(
    side: int, card: int, hexes: set[int], hand: int
):
    state = stand(", ".join(f"{NAMES[side]} CR {LABELS[hex_]}" for hex_ in sorted(hexes)))
    state.side, state.carried_out = side, card
    state.hands[side][0] = [0] * hand
    last = len(hexes) - 1
    state.ordered = (1 << last) - 1
    assert may_order(state, last) == can_assign(side, plan_of(card), sorted(hexes), hand)


def can_assign(side: int, plan: Plan, hexes: list[int], hand: int) -> bool:
    """Whether each hex can be given a sector of its own, so that no sector has more than its orders."""
    limits = [(hand + 1 if plan.count == BY_HAND else plan.count) if number else 0 for number in plan.sectors]
    own = [[sector for sector in range(3) if SECTOR[side][sector] >> hex_ & 1] for hex_ in hexes]
    return any(all(chosen.count(sector) <= limits[sector] for sector in range(3)) for chosen in product(*own))


# --- moves ------------------------------------------------------------------------------------------


@pytest.mark.rule("RA-070", "RA-071", "RA-141", "RA-152")
@settings(max_examples=150)
@given(
    HEXES,
    st.tuples(*(st.sets(HEXES, max_size=25) for _ in range(4))),
    st.integers(0, 6),
    st.booleans(),
)
def test_moves_are_those_that_a_search_step_by_step_finds(
    start: int, sets: tuple[set[int], ...], steps: int, passing: bool
):
    others, debris, planet, asteroids = sets
    asteroids, planet = asteroids - {start}, planet - asteroids
    state = placed(
        0, start, others, debris=debris - others - {start}, planet=planet, asteroids=asteroids - planet
    )
    state.passing = int(passing)
    assert set(members(within(state, 0, steps))) == searched(state, start, steps, passing)


def searched(state: State, start: int, steps: int, passing: bool) -> set[int]:
    """Ends of all moves. A planet is only entered from beside it, and an asteroid ends a move."""
    battle, found = state.table.battle, set[int]()
    border = {start}
    for step in range(steps):
        ahead = set[int]()
        for hex_ in border:
            for other in NEXT_TO[hex_]:
                if (state.taken | state.debris) >> other & 1 or other in found:
                    continue
                if other in battle.group:
                    found |= {other} if step == 0 else set()
                    continue
                found.add(other)
                if passing or not battle.asteroids >> other & 1:
                    ahead.add(other)
        border = ahead
    return found


# --- odds of attacks --------------------------------------------------------------------------------


@cache
def falls(dice: int, attacker: int, target: int) -> Counter[tuple[int, int]]:
    """Number of falls of the dice with so many hits and red alerts."""
    found = Counter[tuple[int, int]]()
    for faces in product(FACES, repeat=dice):
        result = strikes.read(bytes(faces), attacker, target)
        found[result.hits, result.alerts] += 1
    return found


@cache
def survival(doubts: int) -> Fraction:
    """The chance that a bare flagship survives so many hits: no die confirms."""
    rolls = list(product(FACES, repeat=doubts))
    return Fraction(sum(not strikes.confirming(bytes(faces), CAPITAL) for faces in rolls), len(rolls))


def same(found: Pmf, counted: dict[int, Fraction]) -> bool:
    most = max(len(found) - 1, *counted)
    return all((found[n] if n < len(found) else 0) == counted.get(n, 0) for n in range(most + 1))


@pytest.mark.rule("RA-102", "RA-104", "RA-105", "RA-107", "RA-122")
@pytest.mark.parametrize("dice", range(1, 6))
@pytest.mark.parametrize("target", CLASSES.values(), ids=list(CLASSES))
@pytest.mark.parametrize("attacker", CLASSES.values(), ids=list(CLASSES))
def test_odds_of_an_attack_are_those_of_every_fall_of_its_dice(attacker: int, target: int, dice: int):
    ignored = strikes.ignored_blasts(attacker, target)
    for figures, marked, flagship in product(range(1, 5), (False, True), (False, target == CAPITAL)):
        hits, lost, alerts = Counter[int](), Counter[int](), Counter[int]()
        for (shown, red), ways in falls(dice, attacker, target).items():
            chance = Fraction(ways, 6**dice)
            hits[shown] += chance
            counted = shown + red if marked and shown else shown
            spare = figures - flagship
            dead = Fraction(counted >= figures) if not flagship else 1 - survival(max(0, counted - spare))
            lost[figures] += chance * dead
            lost[min(counted, spare)] += chance * (1 - dead)
            alerts[0] += chance * dead
            alerts[red if shown and not marked else 0] += chance * (1 - dead)
        found = strike(dice, ignored, figures, flagship, marked)
        assert same(found.hits, hits) and same(found.lost, lost) and same(found.alerts, alerts)
        assert same(found.eliminated, {0: 1 - lost[figures], 1: lost[figures]})


@pytest.mark.rule("RA-106")
@pytest.mark.parametrize("doubts", range(1, 6))
def test_odds_of_confirming_are_those_of_every_fall_of_its_dice(doubts: int):
    shown = Counter[int]()
    for faces in product(FACES, repeat=doubts):
        shown[strikes.confirming(bytes(faces), CAPITAL)] += Fraction(1, 6**doubts)
    found, dead = confirm(doubts)
    assert same(found, shown) and same(dead, {0: survival(doubts), 1: 1 - survival(doubts)})


# --- odds of ways home ------------------------------------------------------------------------------


RISKS = st.builds(Risk, st.integers(1, 2), st.sampled_from((1, len(HURTS_ON_ASTEROID))))


@pytest.mark.rule("RA-113", "RA-123", "RA-144")
@settings(max_examples=30)
@given(st.lists(RISKS, min_size=1, max_size=3), st.integers(1, 4), st.booleans(), st.booleans())
def test_odds_of_a_way_home_are_those_of_every_fall_of_its_dice(
    risks: list[Risk], figures: int, flagship: bool, own: bool
):
    good, lost = Counter[int](), Counter[int]()
    for shown, gone, chance in walked(risks, figures, flagship, own):
        good[shown] += chance
        lost[gone] += chance
    found = way(risks, figures, flagship, own)
    assert same(found[0], good) and same(found[1], lost)


def walked(
    risks: list[Risk], figures: int, flagship: bool, own: bool, gone: int = 0
) -> Iterator[tuple[int, int, Fraction]]:
    """Every course of a way home: successes, figures lost, chance. Nobody rolls for a unit that is gone."""
    if not risks or gone == figures:
        yield 0, gone, Fraction(1)
        return
    first, *rest = risks
    for faces in product(FACES, repeat=first.dice):
        hits = sum(face <= first.hurting for face in faces)
        shown = first.dice - hits if own else hits
        for left, share in hurt(gone, hits, figures, flagship):
            for more, end, chance in walked(rest, figures, flagship, own, left):
                yield shown + more, end, chance * share / 6**first.dice


def hurt(gone: int, hits: int, figures: int, flagship: bool) -> list[tuple[int, Fraction]]:
    """Figures lost after so many more hits, each with its chance."""
    spare = figures - gone - flagship
    if not flagship:
        return [(gone + min(hits, spare), Fraction(1))]
    safe = survival(max(0, hits - spare))
    ends = [(gone + min(hits, spare), safe), (figures, 1 - safe)]
    return [end for end in ends if end[1]]
