"""The gap between seats and its change: known answers, and coverage where the largest of several differences is not smooth."""

import numpy as np
import pytest

from simkit.analysis.blocks import sufficient
from simkit.analysis.intervals import critical_t
from simkit.analysis.seat_gap import change, couples, gap

LEAST = 0.927  # the 99.9 % band of 1,000 studies: joint intervals may cover more


def wins(scores):
    """Wins in sixtieths, a shared win split; shape (..., seats)."""
    best = scores == scores.max(axis=-1, keepdims=True)
    return 60 * best // best.sum(axis=-1, keepdims=True)


def truth(bonus, rng):
    """Gap between seats of a game of luck and a bonus by seat, from very many games."""
    shares = wins(rng.normal(0, 10, (400_000, len(bonus))) + np.asarray(bonus)).mean(axis=0) / 60
    return shares.max() - shares.min()


def test_couples_are_all_ordered_ones():
    assert couples(2).tolist() == [[1, -1], [-1, 1]]
    assert len(couples(4)) == 12
    assert (couples(5).sum(axis=1) == 0).all()


def test_identical_versions_change_by_exactly_nothing():
    own = wins(np.random.default_rng(1).integers(0, 9, (50, 4)))
    assert change(sufficient(np.hstack([own, own])), 60) == (0.0, 0.0, 0.0)


def test_relabelled_seats_have_the_same_gap_and_change():
    rng = np.random.default_rng(2)
    before, after = wins(rng.normal([3, 0, 0], 10, (80, 3))), wins(rng.normal([0, 0, 5], 10, (80, 3)))
    one, other = (change(sufficient(np.hstack([before[:, order], after[:, order]])), 60) for order in ([0, 1, 2], [2, 0, 1]))
    assert one == pytest.approx(other)
    value = gap(sufficient(after), 60).value - gap(sufficient(before), 60).value
    assert one.value == pytest.approx(value)
    assert one.low <= value <= one.high


def test_one_block_has_no_limits():
    assert change(sufficient(np.array([[60, 0, 0, 60]])), 60) == (0.0, None, None)


def test_where_the_couple_is_clear_the_interval_is_nearly_that_of_its_difference():
    rng = np.random.default_rng(3)
    luck = rng.normal(0, 10, (4000, 3))
    before, after = wins(luck + np.array([12, 0, -12])), wins(luck + np.array([11, 0, -12]))
    found = change(sufficient(np.hstack([before, after])), 60)
    apart = ((after - before) @ [1, 0, -1]) / 60
    half = critical_t(3999, 18) * apart.std(ddof=1) / np.sqrt(4000)
    assert found.high - found.low == pytest.approx(2 * half, rel=0.02)


CASES = [
    ((0, 0, 0), (0, 0, 0)),  # all alike: where a jackknife of the largest fails
    ((4, 0, 0), (0, 0, 0)),  # compensated
    ((4, 0, 0), (0, 0, 4)),  # another seat has it
    ((4, 0), (1, 0)),
    ((0, 0, 0, 0), (3, 0, 0, 0)),
]


@pytest.mark.parametrize("paired", [True, False])
@pytest.mark.parametrize(("before", "after"), CASES)
def test_changes_of_the_gap_are_covered(before, after, paired):
    rng = np.random.default_rng([9300, len(before), *before, *after, paired])
    true = truth(after, rng) - truth(before, rng) if before != after else 0.0
    covered, deals = 0, 60
    for _ in range(1000):
        luck = rng.normal(0, 10, (deals, len(before)))
        other = luck if paired and before != after else rng.normal(0, 10, (deals, len(before)))
        found = change(sufficient(np.hstack([wins(luck + before), wins(other + after)])), 60)
        covered += found.low - 0.003 <= true <= found.high + 0.003  # the truth is known to about as much
    assert covered / 1000 >= LEAST


@pytest.mark.parametrize("bonus", [(0, 0, 0), (0, 0, 0, 0, 0), (4, 0, 0), (4, 0)])
def test_gaps_are_covered(bonus):
    rng = np.random.default_rng([9301, *bonus])
    true = 0.0 if not any(bonus) else truth(bonus, rng)
    found = [gap(sufficient(wins(rng.normal(0, 10, (100, len(bonus))) + bonus)), 60) for _ in range(1000)]
    assert np.mean([low - 0.003 <= true <= high + 0.003 for _, low, high in found]) >= LEAST
    assert np.mean([value for value, _, _ in found]) > true  # above it by luck alone, so its value is never compared with a margin


def test_a_planted_change_is_found_and_none_is_not():
    rng = np.random.default_rng(9302)
    luck = rng.normal(0, 10, (3000, 4))
    even, uneven = wins(luck), wins(luck + np.array([5, 0, 0, 0]))
    assert change(sufficient(np.hstack([uneven, even])), 60).high < -0.05
    assert change(sufficient(np.hstack([even, uneven])), 60).low > 0.05
