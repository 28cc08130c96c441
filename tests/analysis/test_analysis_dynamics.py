"""Known answers of the course of games: walks, urns, ruin; chances to win that come true and that do not."""

import numpy as np
import pytest
from scipy import optimize, stats

from simkit.analysis import chance_to_win, dynamics
from simkit.analysis.chance_to_win import CALIBRATED, NOT_CALIBRATED, OPEN
from simkit.analysis.intervals import quantile_interval
from tests.analysis.courses import course, games, random_walk
from tests.analysis.synthetic import no_nan

ERRORS = 5  # standard errors


def measures(found):
    return {measure.name: measure for measure in found}


def near(measure, truth):
    value, low, high = measure.estimate
    assert abs(value - truth) < ERRORS * (high - low) / 2 / 1.96, (measure.name, value, truth)
    assert high - low < 0.2 * max(truth, 0.2)


def test_a_random_walk_keeps_its_lead_and_the_last_tie_comes_early():
    found = measures(dynamics.turns_of_fortune(course(random_walk(8_000, 100, np.random.default_rng(1)))))
    near(found["slope"], 1.0)
    near(found["settled"], 0.506303)


def test_polyas_urn_runs_away():
    rng, rounds = np.random.default_rng(2), 100
    ahead, walk = np.zeros(6_000), [np.zeros(6_000)]
    for drawn in range(rounds):
        first = (2 + drawn + ahead) / 2  # balls of the first; there were one of each
        ahead = ahead + np.where(rng.random(6_000) < first / (2 + drawn), 1, -1)
        walk.append(ahead)
    near(measures(dynamics.turns_of_fortune(course(np.stack(walk, axis=1))))["slope"], 102 / 52)


def test_a_walk_that_is_pulled_back_forgets_its_lead():
    rng, walk = np.random.default_rng(3), []
    at = rng.normal(0, 1 / np.sqrt(1 - 0.98**2), 8_000)
    for _ in range(101):
        walk.append(at)
        at = 0.98 * at + rng.normal(size=8_000)
    near(measures(dynamics.turns_of_fortune(course(np.stack(walk, axis=1))))["slope"], 0.98**50)


def ruin(count, rng, start=5, goal=10, p=0.52, most=120):
    """The first wins a point with chance p; who has all has won. Games still open after `most` rounds are played again."""
    steps = np.where(rng.random((count, most)) < p, 1, -1)
    walk = np.concatenate([np.full((count, 1), start), start + steps.cumsum(axis=1)], axis=1)
    done = (walk <= 0) | (walk >= goal)
    kept = done.any(axis=1)
    walk, lengths = walk[kept], done[kept].argmax(axis=1)
    won = walk[np.arange(len(walk)), lengths] >= goal
    return course(2 * walk - goal, np.stack([won, ~won], axis=1).astype(float), lengths)


def test_chances_of_the_gamblers_ruin_are_found_and_believed():
    played = ruin(6_000, np.random.default_rng(4))
    chance = chance_to_win.chances(played)
    assert chance is not None
    error = np.sqrt(0.24 / 6_000)
    assert abs(played.games["share"][:, 0].mean() - 0.598739) < ERRORS * error
    assert np.abs(chance[:, 0, 0] - 0.598739).max() < ERRORS * error * 1.2  # four fifths of the games tell
    np.testing.assert_allclose(np.nansum(chance, axis=2)[~np.isnan(chance[..., 0])], 1)
    table, verdict = chance_to_win.calibration(played, chance)
    assert verdict == CALIBRATED
    assert table.height == chance_to_win.BINS
    truth = (1 - (12 / 13) ** np.arange(1, 10)) / (1 - (12 / 13) ** 10)
    at = (played.points[..., 0] + 10) / 2
    middle = [np.nanmean(np.where(at == place, chance[..., 0], np.nan)) for place in range(1, 10)]
    np.testing.assert_allclose(middle, truth, atol=0.04)
    where = np.clip(at, 1, 9)
    known = np.where(np.isnan(at), np.nan, (1 - (12 / 13) ** where) / (1 - (12 / 13) ** 10))
    best = chance_to_win.explained(played, np.stack([known, 1 - known], axis=2))
    assert best > 0.1
    assert abs(chance_to_win.explained(played, chance) - best) < 0.02


def test_chances_that_do_not_come_true_are_withheld(monkeypatch):
    played = ruin(3_000, np.random.default_rng(5))
    assert dynamics.believed(played)[0] == CALIBRATED
    honest = chance_to_win.chances(played)
    monkeypatch.setattr(chance_to_win, "chances", lambda _: honest**3 / (honest**3).sum(axis=2, keepdims=True))
    verdict, known, table, told = dynamics.believed(played)
    assert (verdict, told) == (NOT_CALIBRATED, [])
    assert known[1] == table["gap"].abs().max() > chance_to_win.TOLERANCE


def test_a_few_deals_are_not_enough_to_believe_anything():
    played = ruin(40, np.random.default_rng(6))
    assert dynamics.believed(played) == (OPEN, (None, None), None, [])
    verdict, known, table, told = dynamics.believed(ruin(90, np.random.default_rng(6)))
    assert (verdict, told) == (OPEN, [])
    assert known[0] is not None
    no_nan(table)


def test_the_fit_is_the_best_there_is():
    rng = np.random.default_rng(7)
    x = rng.normal(size=(400, 3, 4)) * [1, 10, 0.1, 1]
    won = rng.dirichlet(np.ones(3), 400)
    found = chance_to_win.fit(x, won)

    def loss(weights):
        chance = chance_to_win.softmax(x / found.scale @ weights)
        return -(won * np.log(chance)).sum() + 0.5 * chance_to_win.RIDGE * 400 * weights @ weights

    best = optimize.minimize(loss, np.zeros(4), method="BFGS", options={"gtol": 1e-8})
    assert loss(found.weights) <= best.fun + 1e-6
    np.testing.assert_allclose(found.weights, best.x, atol=1e-4)


def test_who_always_wins_is_fitted_without_running_off():
    x = np.tile([[[1.0], [0.0]]], (200, 1, 1))
    won = np.tile([[1.0, 0.0]], (200, 1))
    chance = chance_to_win.fit(x, won).chances(x)
    assert 0.95 < chance[0, 0] < 1


def test_what_chances_say_of_a_game_by_hand():
    own = np.array([[0.4, 0.95, 0.8, 0.92], [0.95, 0.97, 0.99, np.nan], [0.2, 0.3, 0.4, 0.5]])
    np.testing.assert_allclose(dynamics.decided(own, np.array([4, 3, 4])), [1 / 4, 1, 0])
    played = course(np.array([[0, -1, 2, 3, 5.0], [0, 1, 2, 3, 0]]), lengths=np.array([4, 3]))
    chance = np.array([[[0.4, 0.6], [0.2, 0.8], [0.7, 0.3], [0.95, 0.05]], [[0.6, 0.4], [0.7, 0.3], [0.9, 0.1], [np.nan, np.nan]]])
    found = measures(dynamics.drama(played, chance))
    assert found["lead_changes"].estimate[0] == 0.5
    assert found["drama"].estimate[0] == pytest.approx((0.2 + 0.6) / 2)
    assert found["decided"].estimate[0] == pytest.approx((1 / 4 + 1 / 3) / 2)
    assert found["upset"].estimate[0] == 0
    assert found["surprise"].estimate[0] == pytest.approx((0.2 + 0.5 + 0.25 + 0.1 + 0.2) / 5)
    assert found["killer_move"].estimate[0] == pytest.approx((0.5 + 0.2) / 2)
    entropy = [-p * np.log2(p) - (1 - p) * np.log2(1 - p) for p in (0.4, 0.2, 0.7, 0.95, 0.6, 0.7, 0.9)]
    assert found["uncertainty"].estimate[0] == pytest.approx(np.mean(entropy))


def test_leads_and_margins_by_hand():
    played = course(np.array([[0, 2, 3, 1, -4.0], [0, 0, 0, 1, 5], [0, 1, 1, 1, 1]]))
    found = measures((*dynamics.turns_of_fortune(played), *dynamics.closeness(played.games)))
    assert found["lead_25"].estimate[0] == 0.5
    assert found["lead_25"].games == 2  # one stood level
    assert found["lead_50"].estimate[0] == 0.5
    assert found["last_50"].estimate[0] == 0.5
    assert found["lead_75"].estimate[0] == pytest.approx(2 / 3)
    assert found["slope"].estimate[0] == pytest.approx((3 * -4 + 1) / (9 + 1))
    np.testing.assert_array_equal(dynamics.settled(played), [3, 2, 0])
    assert found["settled"].estimate[0] == pytest.approx(2 / 3)
    assert found["margin"].estimate[0] == pytest.approx(10 / 3)
    assert [found[f"within_{points}"].estimate[0] for points in (1, 3, 5)] == pytest.approx([1 / 3, 1 / 3, 1])


def test_where_all_deals_agree_the_interval_says_what_could_be_unseen():
    value, low, high = games(np.tile([[2, 1]], (100, 1))).share(np.zeros(100))
    assert (value, low) == (0, 0)
    assert high == pytest.approx(1 - 0.025 ** (1 / 100))


def test_a_single_deal_has_no_intervals():
    found = measures((*dynamics.turns_of_fortune(course(np.array([[0, 1, 2.0]]))), *dynamics.length(games(np.array([[2, 1]])))))
    assert {measure.estimate[1:] for measure in found.values()} == {(None, None)}


@pytest.mark.parametrize("quantile", [0.5, 0.95, 0.99])
def test_demand_with_one_game_a_deal_is_that_of_order_statistics(quantile):
    values = np.sort(np.random.default_rng(8).poisson(20, 900))
    value, low, high, coverage = dynamics.order_statistics(values, quantile, 900)
    assert (low, high, coverage) == pytest.approx(quantile_interval(values, quantile))
    assert low <= value <= high


def test_copies_of_a_game_do_not_make_demand_surer():
    values = np.sort(np.random.default_rng(9).poisson(20, 900))
    assert dynamics.order_statistics(np.repeat(values, 4), 0.99, 900) == dynamics.order_statistics(values, 0.99, 900)


def test_the_interval_of_demand_covers_the_truth():
    rng, truth, held = np.random.default_rng(10), int(stats.poisson.ppf(0.95, 18.9)), 0
    for _ in range(1000):
        deals = rng.poisson(9.45, 300)
        both = np.sort((deals[:, None] + rng.poisson(9.45, (300, 2))).ravel())  # two games of a deal are alike in part
        _, low, high, _ = dynamics.order_statistics(both, 0.95, 300)
        assert high is not None
        held += low <= truth <= high
    assert held >= 927


def test_a_phase_that_few_deals_reach_goes_with_the_one_before():
    phase = np.repeat([0, 1, 2, 3], [100, 80, 60, 10])
    block = np.concatenate([np.arange(100), np.arange(80), np.arange(60) % 20, np.arange(10)])
    np.testing.assert_array_equal(np.bincount(chance_to_win.reached(phase, block)), [100, 150])
