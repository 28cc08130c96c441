"""Confidence sequences and the sequential test: known answers, and their error rates under looking again and again."""

import math

import numpy as np
import pytest

from simkit.analysis.intervals import wilson
from simkit.analysis.sequential import Gsprt, beta_binomial, empirical_bernstein

PAIRS = [0, 0.25, 0.5, 0.75, 1]
LOOKS = [100, 200, 400, 800, 1600, 3200]


def test_beta_binomial_gives_the_known_answer():
    assert beta_binomial(1547, 5000) == pytest.approx((0.284512526349, 0.335047159106), abs=1e-12)


@pytest.mark.parametrize(("n", "factor"), [(100, 1.68), (1000, 1.86), (10_000, 2.02), (100_000, 2.16), (1_000_000, 2.30)])
def test_the_sequence_costs_what_it_is_said_to_cost(n, factor):
    low, high = beta_binomial(n // 2, n)
    fixed = wilson(n // 2, n)
    assert (high - low) / (fixed[1] - fixed[0]) == pytest.approx(factor, abs=0.01)


def test_edges_of_the_beta_binomial_sequence():
    assert beta_binomial(0, 0) == (0.0, 1.0)
    assert beta_binomial(0, 50)[0] == 0.0
    assert beta_binomial(50, 50)[1] == 1.0
    assert 1 - beta_binomial(50, 50)[0] == pytest.approx(beta_binomial(0, 50)[1], abs=1e-12)


def test_beta_binomial_holds_at_all_looks():
    rng = np.random.default_rng(41)
    wins = np.cumsum(rng.random((2000, max(LOOKS))) < 0.3, axis=1)[:, np.array(LOOKS) - 1]
    limits = {(k, n): beta_binomial(k, n) for k, n in {(int(k), n) for row in wins for k, n in zip(row, LOOKS, strict=True)}}
    missed = [any(not limits[int(k), n][0] <= 0.3 <= limits[int(k), n][1] for k, n in zip(row, LOOKS, strict=True)) for row in wins]
    assert np.mean(missed) <= 0.05 + 3.29 * math.sqrt(0.05 * 0.95 / 2000)


def test_empirical_bernstein_is_as_narrow_as_known():
    rng = np.random.default_rng(42)
    values = rng.beta(0.25 * 17.75, 0.75 * 17.75, 20_000)  # mean 0.25, standard deviation 0.1
    [[low, high]] = empirical_bernstein(values, [20_000])
    assert (high - low) / 2 == pytest.approx(0.00268, abs=0.00005)
    assert low < 0.25 < high


def test_empirical_bernstein_holds_at_all_looks():
    rng = np.random.default_rng(43)
    missed = 0
    for _ in range(1000):
        values = rng.integers(0, 5, 3200) / 4  # pairs of games, mean one half
        limits = empirical_bernstein(values, LOOKS)
        missed += bool(((limits[:, 0] > 0.5) | (limits[:, 1] < 0.5)).any())
    assert missed / 1000 <= 0.05


def test_empirical_bernstein_never_widens_and_needs_values_from_0_to_1():
    rng = np.random.default_rng(44)
    limits = empirical_bernstein(rng.random(3200), LOOKS)
    assert (np.diff(limits[:, 0]) >= 0).all()
    assert (np.diff(limits[:, 1]) <= 0).all()
    with pytest.raises(ValueError, match="0 to 1"):
        empirical_bernstein([0.5, 1.5], [2])


def test_the_pentanomial_test_gives_the_known_answer():
    better = 1 / (1 + 10 ** (-2.716 / 400))
    assert Gsprt(0.5, better).ratio([13, 37, 50, 25, 3], PAIRS) == pytest.approx(-0.537767, abs=1e-6)
    assert Gsprt(0.5, better).bounds == pytest.approx((-2.9444, 2.9444), abs=1e-4)


def test_a_score_that_was_never_seen_does_not_forbid_a_mean():
    test = Gsprt(0.5, 0.6)
    assert test.ratio([0, 0, 0, 0, 100], PAIRS) > test.bounds[1]
    assert test.ratio([100, 0, 0, 0, 0], PAIRS) < test.bounds[0]
    assert test.ratio([0, 0, 100, 0, 0], PAIRS) < test.bounds[0]


@pytest.mark.parametrize("truth", [0, 1])
def test_the_sequential_test_keeps_both_error_rates(truth):
    rng, paths = np.random.default_rng(45 + truth), 400
    test = Gsprt(0.5, 0.54)
    even = np.array([0.15, 0.2, 0.3, 0.2, 0.15])  # of variance 0.1
    chances = even * (1 + truth * 0.4 * (np.array(PAIRS) - 0.5))
    assert float(chances @ PAIRS) == pytest.approx([0.5, 0.54][truth])
    wrong = 0
    for _ in range(paths):
        counts = np.zeros(5, np.int64)
        for _ in range(30):
            counts += rng.multinomial(100, chances)
            ratio = test.ratio(counts, PAIRS)
            if not test.bounds[0] < ratio < test.bounds[1]:
                wrong += (ratio > 0) != bool(truth)
                break
        else:
            wrong += 1
    assert wrong / paths <= 0.05 + 3.29 * math.sqrt(0.05 * 0.95 / paths)
