"""Known answers, edges and coverage of the intervals."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import multinomial_proportions_confint, proportion_confint

from simkit.analysis.blocks import sufficient
from simkit.analysis.intervals import (
    clopper_pearson,
    critical_t,
    goodman,
    jeffreys,
    joint,
    never_seen,
    quantile_interval,
    quantile_ranks,
    wilson,
)

KNOWN = [
    (0, 50, (0, 0.071348), (0, 0.048758), (0, 0.071122)),
    (3, 50, (0.020615, 0.162171), (0.017187, 0.151533), (0.012549, 0.165482)),
    (25, 50, (0.366445, 0.633555), (0.364686, 0.635314), (0.355273, 0.644727)),
    (50, 50, (0.928652, 1), (0.951242, 1), (0.928878, 1)),
    (97, 156, (0.543633, 0.694103), (0.544027, 0.695090), (0.540758, 0.698111)),
    (252_345, 10**6, (0.251495, 0.253197), (0.251494, 0.253197), (0.251494, 0.253198)),
]
PROPORTIONS = [wilson, jeffreys, clopper_pearson]
STUDIES = 1000
COVERED = (0.9365, 0.9635)  # of 1,000 studies with a fixed seed


@pytest.mark.parametrize(("k", "n", "w", "j", "c"), KNOWN)
def test_known_proportions(k, n, w, j, c):
    for interval, expected in zip(PROPORTIONS, (w, j, c), strict=True):
        assert interval(k, n) == pytest.approx(expected, abs=6e-7)


@pytest.mark.parametrize(("k", "n"), [(1, 7), (6, 7), (40, 200), (1999, 2000)])
def test_proportions_equal_statsmodels(k, n):
    for interval, method in zip(PROPORTIONS, ("wilson", "jeffreys", "beta"), strict=True):
        assert interval(k, n) == pytest.approx(proportion_confint(k, n, method=method), abs=1e-12)


@pytest.mark.parametrize("interval", PROPORTIONS)
@pytest.mark.parametrize("n", [0, 1, 2, 10, 10**6])
def test_edges_are_finite_and_inside(interval, n):
    for k in {0, n}:
        low, high = interval(k, n)
        assert 0 <= low <= high <= 1
    assert interval(0, n)[0] == 0
    assert interval(n, n)[1] == 1


def test_never_seen_in_fifty():
    assert never_seen(50) == pytest.approx(0.058155, abs=1e-6)
    assert never_seen(0) == 1


def test_goodman_known():
    counts = np.array([25300, 25100, 24900, 24700])
    expected = [
        (0.249582, 0.256449),
        (0.247591, 0.254440),
        (0.245600, 0.252431),
        (0.243610, 0.250422),
    ]
    assert goodman(counts) == pytest.approx(np.array(expected), abs=6e-7)
    assert goodman(counts) == pytest.approx(multinomial_proportions_confint(counts, method="goodman"), abs=1e-12)
    assert stats.chisquare(counts).pvalue == pytest.approx(0.046012, abs=1e-6)


def test_goodman_edges_and_fractions():
    assert goodman([0, 0]).tolist() == [[0, 1], [0, 1]]
    assert np.isfinite(goodman([10, 0, 0])).all()
    with pytest.raises(TypeError, match="whole counts"):
        goodman([1.5, 2.5])


@pytest.mark.parametrize(
    ("n", "q", "lower", "upper", "coverage"),
    [
        (2000, 0.7, 1360, 1441, 0.951905),
        (2000, 0.5, 956, 1045, 0.953447),
        (100, 0.5, 40, 61, 0.964800),
    ],
)
def test_order_statistic_ranks(n, q, lower, upper, coverage):
    assert quantile_ranks(n, q) == (lower, upper, pytest.approx(coverage, abs=1e-6))


def test_quantile_interval_edges():
    assert quantile_interval([], 0.5) is None
    assert quantile_interval([7], 0.5) == (7, 7, pytest.approx(0))
    assert quantile_interval([7] * 50, 0.5)[:2] == (7, 7)
    low, high, coverage = quantile_interval(range(1, 101), 0.5)
    assert (low, high, coverage) == (40, 61, pytest.approx(0.9648, abs=1e-6))


def test_critical_values():
    assert critical_t(63) == pytest.approx(1.9983, abs=5e-5)
    assert critical_t(255) == pytest.approx(1.9693, abs=5e-5)
    assert critical_t(10**7, 4) == pytest.approx(2.490915, abs=1e-5)


def test_joint_edges():
    assert joint([0.5, 0.5], [0, 0], 0).tolist() == [[0, 1], [0, 1]]
    for blocks in (1, 2, 5):
        limits = joint([1.0, 0.0], [0.0, 0.0], blocks)
        assert (limits >= 0).all()
        assert (limits <= 1).all()
        assert limits[0, 0] < 1  # a seat that won all of few deals is not known to win always
        assert limits[1, 1] > 0
    assert 0 < joint([0.02], [0.05], 10)[0, 0] < 0.02


def test_joint_is_wilson_where_games_are_independent():
    for successes, n in ((300, 5000), (2500, 5000), (4999, 5000)):
        share = successes / n
        error = (share * (1 - share) / n) ** 0.5
        assert joint([share], [error], n)[0] == pytest.approx(wilson(successes, n), rel=2e-3)


def test_constant_blocks_narrow_as_they_grow():
    widths = [np.ptp(joint([0.25], [0.0], b)[0]) for b in (1, 10, 100, 10_000)]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < 1e-3


@pytest.mark.parametrize("interval", PROPORTIONS)
def test_coverage_of_proportions(interval):
    rng = np.random.default_rng(20)
    p, n = 0.3, 400
    hits = sum(low <= p <= high for low, high in (interval(int(k), n) for k in rng.binomial(n, p, STUDIES)))
    assert hits / STUDIES >= COVERED[0]
    assert hits / STUDIES <= (0.98 if interval is clopper_pearson else COVERED[1])


def test_coverage_of_goodman_is_joint():
    rng = np.random.default_rng(21)
    p = np.array([0.27, 0.26, 0.24, 0.23])
    hits = 0
    for counts in rng.multinomial(4000, p, STUDIES):
        limits = goodman(counts)
        hits += ((limits[:, 0] <= p) & (p <= limits[:, 1])).all()
    assert COVERED[0] <= hits / STUDIES <= 0.97  # a bound of Bonferroni's kind


def test_coverage_of_quantile_interval_is_at_least_what_it_says():
    rng = np.random.default_rng(22)
    hits = 0
    for scores in rng.poisson(70, (STUDIES, 501)):
        low, high, _ = quantile_interval(scores, 0.5)
        hits += low <= 70 <= high
    assert hits / STUDIES >= COVERED[0]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_coverage_of_joint_seat_intervals_with_shared_wins(seats):
    rng = np.random.default_rng(23 + seats)
    # A race of whole numbers: ties are common, shares are sixtieths.
    strength = np.arange(seats) * 0.3
    truth = _shares(np.random.default_rng(1), strength, 2_000_000).mean(axis=0) / 60
    hits, blocks = 0, 300
    shares = _shares(rng, strength, STUDIES * blocks).reshape(STUDIES, blocks, seats)
    for study in shares:
        sums = sufficient(study)
        limits = joint(sums.mean() / 60, sums.errors() / 60, blocks, comparisons=1 if seats == 2 else seats)
        hits += ((limits[:, 0] <= truth) & (truth <= limits[:, 1])).all()
    assert COVERED[0] <= hits / STUDIES <= 0.97


def _shares(rng, strength, games):
    points = np.rint(rng.normal(strength, 2.0, (games, len(strength)))).astype(np.int8)
    wins = points == points.max(axis=1, keepdims=True)
    return (60 * wins // wins.sum(axis=1, keepdims=True)).astype(np.int64)
