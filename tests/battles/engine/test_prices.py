"""Values fitted to results: they find the truth, with the doubt that they claim, and never out of nothing."""

from collections.abc import Mapping
from math import exp
from random import Random

import pytest

from missions.battles.engine.prices import Result, fit

PRICES = {"ark": 10, "skiff": 4, "probe": 2, "tug": 3}
TRUE = {"ark": 10.0, "skiff": 6.0, "probe": 2.0, "tug": 1.5}
"""The skiff is worth more than its price, the tug less."""
POINT, LEAN, BEGINS = 0.2, 0.4, -0.6


def results(count: int, seed: str, worth: Mapping[str, float] = TRUE, point: float = POINT) -> list[Result]:
    """Battles between drawn forces, decided by true values."""
    random, found = Random(seed), []
    for _ in range(count):
        first, second = (random.choices(list(PRICES), k=random.randint(1, 5)) for _ in (0, 1))
        side = random.randrange(2)
        logit = LEAN + BEGINS * (1 - 2 * side) + point * _margin(first, second, worth)
        found.append(Result((first, second), float(random.random() < 1 / (1 + exp(-logit))), side))
    return found


def _margin(first: list[str], second: list[str], worth: Mapping[str, float]) -> float:
    return sum(worth[kind] for kind in first) - sum(worth[kind] for kind in second)


def test_intervals_hold_the_true_values_and_leave_wrong_prices_out():
    found = fit(results(6000, "a league"), PRICES)
    scale = sum(value.found.value for value in found.values) / sum(TRUE.values())
    assert scale == pytest.approx(1.0, abs=0.15)
    for value in found.values:
        assert value.found.low / scale <= TRUE[value.kind] <= value.found.high / scale
    assert {value.kind for value in found.values if value.off} >= {"skiff", "tug"}
    assert not {value.kind: value.off for value in found.values}["probe"]


def test_the_map_and_the_first_turn_are_told_apart_from_the_forces():
    found = fit(results(6000, "another league"), PRICES)
    for chance, logit in ((found.lean, LEAN), (found.begins, BEGINS)):
        assert chance.low <= 1 / (1 + exp(-logit)) <= chance.high
    assert found.begins.high < 0.5 < found.lean.low
    assert found.edge == pytest.approx(0.405 / POINT, rel=0.25)


def test_prices_that_are_right_lie_inside_nineteen_of_twenty_intervals():
    right = {kind: float(price) for kind, price in PRICES.items()}
    outside = sum(
        value.off
        for league in range(25)
        for value in fit(results(400, f"league {league}", right), PRICES).values
    )
    assert 0 < outside <= 12


def test_few_battles_leave_the_price_and_much_doubt():
    few, many = (fit(results(count, "doubt"), PRICES) for count in (60, 3000))
    for small, large in zip(few.values, many.values, strict=True):
        assert small.found.high - small.found.low > large.found.high - large.found.low
    unused = fit(results(500, "unused"), PRICES | {"whale": 8})
    whale = unused.values[-1]
    assert (whale.kind, whale.found.count) == ("whale", 0) and whale.found.value == pytest.approx(8)
    assert whale.found.low < 1 and whale.found.high > 15


def test_results_against_all_prices_are_refused():
    upside_down = {kind: -worth for kind, worth in TRUE.items()}
    with pytest.raises(ValueError, match="Dearer forces do not win more often"):
        fit(results(400, "upside down", upside_down), PRICES)


def test_draws_count_for_both_sides():
    forces = (["ark"], ["skiff"]), (["skiff"], ["ark"])
    drawn = [Result(forces[game % 2], 0.5) for game in range(40)]
    with pytest.raises(ValueError, match="Dearer forces"):
        fit(drawn, PRICES)
    won = [Result(forces[game % 2], float(game % 2 == 0)) for game in range(40)]
    assert fit([*drawn, *won], PRICES).edge > fit(won, PRICES).edge
