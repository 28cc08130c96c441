"""Known answers of luck: what sources decide, where variance comes from, how often the better player wins."""

import numpy as np
import pytest

from simkit.analysis import luck
from simkit.analysis.better import finishes_ahead, share_of_better
from simkit.analysis.blocks import ratio
from simkit.analysis.study import Arm
from tests.analysis.courses import games

ERRORS = 5  # standard errors


def near(found, truth):
    value, error = found[0], found[1]
    assert 0 < error < 0.05
    assert abs(value - truth) < ERRORS * error, (value, truth, error)


def test_of_two_sources_that_work_together_each_decides_a_third_and_has_a_hand_in_two():
    a, b, other_a, other_b = np.random.default_rng(1).normal(size=(4, 6_000, 2))

    def outcome(one, two):
        return one + two + one * two

    base = outcome(a, b)
    kept = [luck.pick_freeze(base, outcome(a, other_b)), luck.pick_freeze(base, outcome(other_a, b))]
    for sums in kept:
        near(ratio(sums, luck.kept_share), 1 / 3)
        near(ratio(sums, lambda s: 1 - luck.kept_share(s)), 2 / 3)  # of two sources, one kept is the other drawn anew
    both = np.concatenate(kept, axis=1)
    near(ratio(both, luck.kept_share), 2 / 3)
    near(ratio(both, lambda s: 2 - luck.kept_share(s)), 4 / 3)


def test_what_changes_nothing_decides_nothing_and_exactly_so():
    outcome = np.random.default_rng(2).normal(size=(300, 4))
    value, error, *_ = ratio(luck.pick_freeze(outcome, outcome), lambda s: 1 - luck.kept_share(s))
    assert (value, error) == (0, 0)


def test_seats_apart_are_no_luck():
    """Seats that always score differently differ by no source of luck."""
    rng = np.random.default_rng(3)
    one, other = rng.normal([0, 1_000], size=(2, 4_000, 2))
    near(ratio(luck.pick_freeze(one, other), luck.kept_share), 0)


def outcomes(blocks, parts, rng):
    """Outcomes of two players who change places: of who plays, the seat, both, the deal and the rest, with these variances."""
    who = np.array([[1, -1], [-1, 1]]) * np.sqrt(parts[luck.STRATEGY])
    seat = np.array([[1, -1], [1, -1]]) * np.sqrt(parts[luck.SEAT])
    both = np.array([[1, 1], [-1, -1]]) * np.sqrt(parts[luck.BOTH])
    deal = rng.normal(0, np.sqrt(parts[luck.DEAL]), (blocks, 1, 2))
    return who + seat + both + deal + rng.normal(0, np.sqrt(parts[luck.REST]), (blocks, 2, 2))


def components(values):
    arm = Arm(0, "two", 2, "mixed", (0, 1), 2)
    rows = luck.variance_components(arm, "points", values, np.arange(len(values)))
    return {row[5]: row for row in rows}


@pytest.mark.parametrize("seed", range(3))
def test_components_of_variance_are_found(seed):
    parts = {luck.STRATEGY: 1.0, luck.SEAT: 0.25, luck.BOTH: 0.5, luck.DEAL: 2.0, luck.REST: 3.0}
    found = components(outcomes(3_000, parts, np.random.default_rng(seed)))
    whole = sum(parts.values())
    for name, variance in parts.items():
        _, low, high, estimate, spread = found[name][6:]
        assert abs(estimate - variance / whole) < ERRORS * (high - low) / 2 / 1.96, name
        assert spread == pytest.approx(np.sqrt(variance), rel=0.1)
    assert sum(row[9] for row in found.values()) == pytest.approx(1)


def test_nothing_is_enlarged_by_the_errors_of_means():
    """Without any effect the estimates lie about 0 on both sides; a mean of squares of means never would."""
    rng = np.random.default_rng(4)
    nothing = dict.fromkeys((luck.STRATEGY, luck.SEAT, luck.BOTH, luck.DEAL), 0.0) | {luck.REST: 1.0}
    found = [components(outcomes(40, nothing, rng)) for _ in range(200)]
    for name in (luck.STRATEGY, luck.SEAT, luck.DEAL):
        estimates = np.array([one[name][9] for one in found])
        assert abs(estimates.mean()) < ERRORS * estimates.std() / np.sqrt(200)
        assert 0.2 < (estimates < 0).mean() < 0.8
        assert all(one[name][6] >= 0 for one in found)


def better_of(points):
    played = games(points)
    return share_of_better(played, finishes_ahead(played, 0, 1)[:, None])


def test_between_equals_nobody_is_better():
    """Who is ahead by chance is hardly called better: by the plain share the better of two equals would finish ahead in 56 %."""
    rng = np.random.default_rng(5)
    found = rng.normal(size=(400, 40, 2))
    shares, lows, _ = np.array([better_of(points) for points in found]).T
    assert (lows == 0.5).mean() > 0.92
    assert (shares >= 0.5).all()
    told_by_the_same = [abs((points[:, 0] > points[:, 1]).mean() - 0.5) for points in found]
    assert (shares - 0.5).mean() < 0.5 * np.mean(told_by_the_same)


@pytest.mark.parametrize(("ahead", "truth"), [(0.5, 0.638163), (-1.0, 0.760250)])
def test_the_better_of_two_wins_as_often_as_it_should(ahead, truth):
    share, low, high = better_of(np.random.default_rng(6).normal([ahead, 0], size=(4_000, 2)))
    assert abs(share - truth) < ERRORS * np.sqrt(truth * (1 - truth) / 4_000)
    assert 0.5 < low < truth < high


def test_the_better_of_two_is_the_same_whoever_comes_first():
    points = np.random.default_rng(7).normal([0.1, 0], size=(60, 2))
    assert better_of(points) == pytest.approx(better_of(points[:, ::-1]))
    assert better_of(np.tile([1.0, 0.0], (60, 1))) == pytest.approx((1.0, 0.025 ** (1 / 60), 1.0))
    assert better_of(points[:1]) == (None, None, None)


def test_what_no_deal_shows_may_have_stayed_unseen():
    """Kept or drawn anew, the same happened in all 40 deals: a source that matters in one of 20 would have shown in 87 of 100 studies."""
    outcome = np.random.default_rng(8).integers(0, 2, (40, 1)).astype(float)
    share, low, high, estimate = luck.of_source(luck.pick_freeze(outcome, outcome), True)
    assert (share, low, estimate) == (0, 0, 0)
    assert high == pytest.approx(2 * (1 - 0.025 ** (1 / 40)))
