"""Equivalence verdicts and planned sizes."""

import math

import numpy as np
import pytest
from statsmodels.stats.weightstats import DescrStatsW

from simkit.analysis.verdict import (
    BALANCED,
    NOT_BALANCED,
    UNDECIDED,
    overall,
    planned_blocks,
    planned_games,
    verdict,
)

TEN = [-0.02, -0.01, -0.005, 0, 0, 0.005, 0.005, 0.01, 0.015, 0.02]


@pytest.mark.parametrize(
    ("effect", "blocks", "margin", "limits", "expected"),
    [
        (0.004, 40_000, 0.01, (0.00008, 0.00792), BALANCED),
        (0.009, 4_000, 0.01, None, UNDECIDED),
        (0.029, 40_000, 0.02, (0.02508, 0.03292), NOT_BALANCED),
    ],
)
def test_known_verdicts(effect, blocks, margin, limits, expected):
    half = 1.959964 * 0.40 / math.sqrt(blocks)
    low, high = effect - half, effect + half
    if limits:
        assert (low, high) == pytest.approx(limits, abs=6e-6)
    assert verdict(low, high, margin, blocks) == expected
    assert verdict(-high, -low, margin, blocks) == expected


def test_interval_rule_is_a_test_at_half_the_level():
    data = DescrStatsW(TEN)
    p, (t1, _, _), (t2, _, _) = data.ttost_mean(-0.015, 0.015)
    assert (p, t1, t2) == pytest.approx((0.003500, 4.5434, -3.4744), abs=5e-5)
    assert data.tconfint_mean(0.10) == pytest.approx((-0.004859, 0.008859), abs=1e-6)
    low, high = data.tconfint_mean(0.05)
    assert verdict(low, high, 0.015) == BALANCED
    assert p < 0.025


def test_few_blocks_never_decide():
    assert verdict(0, 0, 0.05, blocks=29) == UNDECIDED
    assert verdict(0.4, 0.5, 0.05, blocks=5) == UNDECIDED


def test_touching_the_margin():
    assert verdict(-0.05, 0.01, 0.05) == UNDECIDED
    assert verdict(0.05, 0.06, 0.05) == NOT_BALANCED


@pytest.mark.parametrize("margin", [0, -0.1, math.nan])
def test_margin_must_be_positive(margin):
    with pytest.raises(ValueError, match="margin"):
        verdict(0, 0, margin)


def test_overall():
    assert overall([BALANCED, BALANCED]) == BALANCED
    assert overall([BALANCED, UNDECIDED]) == UNDECIDED
    assert overall([BALANCED, UNDECIDED, NOT_BALANCED]) == NOT_BALANCED


def test_planned_blocks_known():
    assert planned_blocks(0.40, 0.01) == 16_812
    assert planned_blocks(0.40, 0.01, critical=1.644854) == 13_703


def test_planned_blocks_edges():
    assert planned_blocks(0.4, 0.01, effect=0.01) is None
    assert planned_blocks(0.4, 0.01, effect=-0.0100001) is None
    assert planned_blocks(0.0, 0.01) == 30
    assert planned_blocks(0.4, 0.0, effect=0.02) == 4203


@pytest.mark.slow
def test_planned_size_has_the_power_it_promises():
    rng = np.random.default_rng(7)
    sd, margin, n = 0.40, 0.02, planned_blocks(0.40, 0.02)
    means = rng.normal(0, sd / math.sqrt(n), 20_000)
    half = 1.959964 * sd / math.sqrt(n)
    found = [verdict(m - half, m + half, margin, n) for m in means]
    assert found.count(BALANCED) / 20_000 == pytest.approx(0.80, abs=0.015)


@pytest.mark.parametrize(
    ("players", "games"),
    [
        (2, (4_906, 19_623, 78_489, 313_956)),
        (3, (4_361, 17_442, 69_768, 279_072)),
        (4, (3_680, 14_717, 58_867, 235_467)),
        (5, (3_140, 12_559, 50_233, 200_932)),
    ],
)
def test_planned_games_known(players, games):
    effects = (0.02, 0.01, 0.005, 0.0025)
    assert [planned_games(1 / players, e) for e in effects] == list(games)
