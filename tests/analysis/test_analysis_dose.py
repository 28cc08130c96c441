"""Dose curves with a known dose at which seats are even."""

import numpy as np
import pytest

from simkit.analysis.compensation import family, together
from simkit.analysis.dose import equalising, smooth
from simkit.analysis.study import SHARE_UNITS
from simkit.analysis.verdict import BALANCED, FAULTY, NOT_BALANCED, UNDECIDED

DOSE = np.arange(4.0)
DIRECTION = np.array([-1.0, 0.0, 1.0]) / 2


def chances(even, slope=0.3, dose=DOSE):
    """Seat shares by dose whose logarithms are lines that meet at `even`."""
    raw = np.exp(slope * (dose - even)[:, None] * 2 * DIRECTION)
    return raw / raw.sum(axis=1, keepdims=True)


def counted(chance, rng, groups=40, games=60):
    """Draw winners of games, by group, dose and seat."""
    return SHARE_UNITS * np.stack([rng.multinomial(games, row, size=groups) for row in chance], axis=1)


def test_expected_shares_return_the_dose_and_the_curve():
    chance = chances(1.4)
    wins = np.broadcast_to(np.rint(chance * 1e9).astype(np.int64), (8, 4, 3))
    value, low, high = equalising(wins, DOSE, DIRECTION)
    assert value == pytest.approx(1.4, abs=1e-6)
    assert low == pytest.approx(high, abs=1e-5)
    np.testing.assert_allclose(smooth(wins.sum(axis=0), DOSE), chance, atol=1e-6)


def test_the_interval_of_the_even_dose_covers_it():
    rng = np.random.default_rng(20240801)
    inside = 0
    for _ in range(1000):
        _, low, high = equalising(counted(chances(1.4), rng), DOSE, DIRECTION)
        inside += low <= 1.4 <= high
    assert 0.927 <= inside / 1000 <= 0.973


def test_a_dose_that_does_nothing_makes_nobody_even():
    rng = np.random.default_rng(3)
    told = [equalising(counted(chances(1.4, slope=0.0), rng, games=20), DOSE, DIRECTION)[1] for _ in range(200)]
    assert sum(low is not None for low in told) < 25  # at most 5 in 100 slopes look real


@pytest.mark.parametrize("groups", [1, 2, 7])
def test_few_deals_and_seats_that_never_win_say_little_and_nothing_breaks(groups):
    wins = np.zeros((groups, 4, 3), np.int64)
    wins[:, :, 0] = SHARE_UNITS
    found = equalising(wins, DOSE, DIRECTION)
    assert all(value is None or np.isfinite(value) for value in found)
    assert np.isfinite(smooth(wins.sum(axis=0), DOSE)).all()


def test_a_family_is_what_differs_by_a_dose_alone():
    direction, doses = family([[2, 2, 2], [2, 3, 4], [2, 2, 3], [4, 3, 2], None, [0, 3, 6]])
    assert direction.tolist() == [-0.5, 0.0, 0.5]
    assert doses == [0, 2, None, -2, None, 6]
    assert family([[0, 0], [1, 1]]) is None
    assert family([None, None]) is None


@pytest.mark.parametrize(
    ("verdicts", "joined"),
    [
        ([BALANCED, BALANCED], BALANCED),
        ([BALANCED, UNDECIDED], UNDECIDED),
        ([BALANCED, NOT_BALANCED], "depends on skill"),
        ([NOT_BALANCED, UNDECIDED], NOT_BALANCED),
        ([BALANCED, FAULTY, NOT_BALANCED], FAULTY),
    ],
)
def test_balanced_holds_only_at_every_level(verdicts, joined):
    assert together(verdicts) == joined
