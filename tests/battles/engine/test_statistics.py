"""Shares, means and percentiles with their intervals."""

import math

import pytest

from missions.battles.engine.statistics import Estimate, mean, percentile, share


def test_a_share_has_its_wilson_interval():
    found = share(90, 100)
    assert (found.value, round(found.low, 4), round(found.high, 4)) == (0.9, 0.8256, 0.9448)


@pytest.mark.parametrize(("successes", "low", "high"), [(0, 0.0, 0.2775), (10, 0.7225, 1.0)])
def test_all_and_none_reach_the_end_of_the_scale(successes: int, low: float, high: float):
    found = share(successes, 10)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_nothing_seen_is_nothing_known():
    assert share(0, 0) == Estimate(0.0, 0.0, 1.0, 0)
    assert mean([], 0.0, 1.0) == Estimate(0.0, 0.0, 1.0, 0)
    assert mean([4.0]) == Estimate(4.0, 0.0, math.inf, 1)


@pytest.mark.parametrize(("successes", "count"), [(-1, 3), (4, 3)])
def test_no_share_is_more_than_all(successes: int, count: int):
    with pytest.raises(ValueError, match="is no share"):
        share(successes, count)


def test_a_mean_has_its_interval_within_what_is_possible():
    found = mean([1.0, 2.0, 3.0, 4.0])
    assert found.value == 2.5 and round(found.high - found.low, 4) == 2.5303
    assert mean([0.0, 0.1, 0.0], 0.0, 1.0).low == 0.0


@pytest.mark.parametrize(("part", "value"), [(0.5, 5), (0.95, 10), (0.0, 1), (1.0, 10)])
def test_percentiles_are_values_that_were_seen(part: float, value: int):
    assert percentile(list(range(10, 0, -1)), part) == value
    assert percentile([], part) == 0.0
