"""The scale of scenarios and levels: known answers, separation, errors, and an independent fit."""

import numpy as np
import pytest

from simkit.analysis.rasch import HALF, fit, jackknife

ABILITY = np.array([-1.5, -0.6, 0.1, 0.9, 1.7])
DIFFICULTY = np.array([-1.2, -0.7, -0.3, 0.0, 0.2, 0.4, 0.6, 1.0])
LEVELS, SCENARIOS = np.divmod(np.arange(40), 8)
CHANCE = 1 / (1 + np.exp(DIFFICULTY[SCENARIOS] - ABILITY[LEVELS]))


def fitted(won, played, factors=(SCENARIOS,)):
    return fit(won, played, LEVELS.tolist(), [factor.tolist() for factor in factors])


def test_exact_counts_give_the_truth_back():
    found = fitted(4000 * CHANCE, np.full(40, 4000.0))
    assert np.abs(found.values - np.concatenate([ABILITY, DIFFICULTY])).max() < 1e-10
    assert (found.freedom, found.deviance) == (28, pytest.approx(0, abs=1e-8))


def test_four_thousand_games_a_cell():
    """Known answer: an error of about 0.025 logits, and a deviance of about its degrees of freedom."""
    won = np.random.default_rng(7).binomial(4000, CHANCE)
    found = fitted(won, np.full(40, 4000))
    error = np.sqrt(np.mean((found.values - np.concatenate([ABILITY, DIFFICULTY])) ** 2))
    assert 0.01 < error < 0.045
    assert 0.4 < found.deviance / found.freedom < 1.8


def test_agrees_with_statsmodels():
    statsmodels = pytest.importorskip("statsmodels.api")
    won, played = np.random.default_rng(3).binomial(60, CHANCE), np.full(40, 60)
    levels = np.eye(5)[LEVELS]
    scenarios = np.vstack([np.eye(7), -np.ones(7)])[SCENARIOS]
    model = statsmodels.GLM(np.stack([won, played - won], axis=1), np.hstack([levels, -scenarios]), family=statsmodels.families.Binomial())
    theirs = model.fit(tol=1e-12)
    found = fitted(won, played)
    assert found.values[:12] == pytest.approx(theirs.params, abs=1e-8)
    assert found.deviance == pytest.approx(theirs.deviance, abs=1e-6)


def test_separation_lends_half_a_game_each_way():
    """A level that never wins and a scenario that always is won would lie at infinity."""
    won = np.round(400 * CHANCE)
    won[LEVELS == 0], won[SCENARIOS == 0] = 0, 400
    won[(LEVELS == 0) & (SCENARIOS == 0)] = 0
    found = fitted(won, np.full(40, 400.0))
    assert np.isfinite(found.values).all()
    assert found.values[0] < -4
    assert found.values[5] == found.values[5:].min() < -2
    alone = fit(np.array([0.0]), np.array([10.0]), [0], [[0]])
    assert alone.values[0] == pytest.approx(np.log(HALF / (10 + HALF)))


def test_two_parts_add_up():
    """Four opponents at three difficulties: exact counts of an additive truth are met with fewer numbers."""
    opponent, kind = np.divmod(np.arange(12), 3)
    truth = np.array([-0.5, -0.1, 0.2, 0.4])[opponent] + np.array([-0.6, 0.1, 0.5])[kind]
    level = np.repeat([0, 1], 12)
    chance = 1 / (1 + np.exp(np.tile(truth, 2) - np.array([0.3, -0.8])[level]))
    found = fit(500 * chance, np.full(24, 500.0), level.tolist(), [np.tile(opponent, 2).tolist(), np.tile(kind, 2).tolist()])
    assert found.values == pytest.approx([0.3, -0.8, -0.5, -0.1, 0.2, 0.4, -0.6, 0.1, 0.5], abs=1e-9)
    assert found.freedom == 24 - 2 - 3 - 2


def test_errors_follow_common_luck():
    """Deals that are easy for all make abilities less sure than separate games would, and differences of scenarios surer."""
    rng = np.random.default_rng(5)
    games = 1500
    luck = rng.normal(0, 1.5, games)
    easy, hard = ((rng.logistic(0, 0.3, games) + luck > edge).astype(np.int64) for edge in (-0.5, 0.5))
    groups = np.arange(games) % 100
    won = np.stack([np.bincount(groups, cell, 100) for cell in (easy, hard)], axis=1).astype(np.int64)
    played = np.stack([np.bincount(groups, minlength=100)] * 2, axis=1)
    _, errors, _ = jackknife(won, played, [0, 0], [[0, 1]])
    usual = np.sqrt(sum(1 / (games * p * (1 - p)) for p in (easy.mean(), hard.mean()))) / 2
    assert errors[0] > 1.2 * usual
    assert errors[1] < 0.8 * usual


def test_the_jackknife_covers():
    """1,000 studies of 60 deals that share luck: the interval of a difficulty holds it as often as it says."""
    rng = np.random.default_rng(21)
    edges = np.array([-0.6, 0.0, 0.8])
    rates = (rng.normal(0, 1, (400_000, 1)) + rng.normal(0, 1, (400_000, 3)) > edges).mean(axis=0)
    truth = -np.log(rates / (1 - rates))
    truth -= truth.mean()
    held = 0
    for _ in range(1000):
        won = (rng.normal(0, 1.0, (60, 1)) + rng.normal(0, 1, (60, 3)) > edges).astype(np.int64)
        found, errors, _ = jackknife(won, np.ones_like(won), [0, 0, 0], [[0, 1, 2]])
        held += abs(found.values[3] - truth[2]) <= 2.001 * errors[3]
    assert 0.927 <= held / 1000 <= 0.973


def test_one_group_has_no_errors():
    found, errors, gaps = jackknife(np.array([[3, 5]]), np.array([[10, 10]]), [0, 0], [[0, 1]])
    assert np.isfinite(found.values).all()
    assert np.isnan(errors).all()
    assert np.isnan(gaps).all()
