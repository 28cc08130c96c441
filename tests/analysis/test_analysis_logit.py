"""The conditional logit against published numbers, exact expectations and separation."""

from itertools import permutations

import numpy as np
import pytest
from scipy.optimize import minimize

from simkit.analysis import groups, logit
from tests.analysis.leagues import pairs

PAIRS = np.array(pairs(3))


def fitted(wins):
    """Fit pairs from a matrix of wins, as Bradley and Terry do."""
    counts = np.array([[wins[a][b], wins[b][a]] for a, b in PAIRS.tolist()], float)
    found = logit.fit(PAIRS, counts, 3, with_seats=False)
    return found, logit.deviance(counts, found.chances * counts.sum(axis=1, keepdims=True))


def test_ratings_and_deviance_of_three_players():
    found, deviance = fitted([[0, 60, 75], [40, 0, 65], [25, 35, 0]])
    assert found.ratings == pytest.approx([0.499367, 0.071610, -0.570976], abs=1e-6)
    assert found.ratings * logit.POINTS == pytest.approx([86.75, 12.44, -99.19], abs=5e-3)
    assert deviance == pytest.approx(0.039547, abs=1e-6)


def test_one_pair():
    found = logit.fit(np.array([[0, 1]]), np.array([[60.0, 40.0]]), 2, with_seats=False)
    apart = found.ratings[0] - found.ratings[1]
    assert apart == pytest.approx(0.405465, abs=1e-6)
    assert apart * logit.POINTS == pytest.approx(70.44, abs=5e-3)


def test_rock_paper_scissors_has_equal_ratings_and_a_large_deviance():
    found, deviance = fitted([[0, 1400, 600], [600, 0, 1400], [1400, 600, 0]])
    assert found.ratings == pytest.approx([0, 0, 0], abs=1e-12)
    assert deviance == pytest.approx(987.3945, abs=1e-4)


@pytest.mark.parametrize("scale", [1.0, 1000.0])
def test_expected_counts_of_three_seats_return_ratings_and_seats(scale):
    ratings, seats = np.array([0.4, 0.0, -0.4]), np.array([0.2, 0.0, -0.2])
    seated = np.array(list(permutations(range(3))))
    odds = np.exp(ratings[seated] + seats)
    found = logit.fit(seated, scale * odds / odds.sum(axis=1, keepdims=True), 3)
    assert found.ratings == pytest.approx(ratings, abs=1e-7)
    assert found.seats == pytest.approx(seats, abs=1e-7)
    assert found.is_finite


def test_newton_finds_the_top_that_a_general_search_finds():
    rng = np.random.default_rng(3)
    seated = np.array([rng.permutation(5)[:4] for _ in range(12)])
    wins = rng.integers(0, 30, seated.shape).astype(float)

    def loss(terms):
        worth = np.concatenate([[0], terms[:4]])[seated] + np.concatenate([[0], terms[4:]])
        return -(wins * (worth - np.log(np.exp(worth).sum(axis=1, keepdims=True)))).sum()

    searched = minimize(loss, np.zeros(7), tol=1e-12).x
    found = logit.fit(seated, wins, 5)
    assert found.ratings[1:] - found.ratings[0] == pytest.approx(searched[:4], abs=1e-5)
    assert found.seats[1:] - found.seats[0] == pytest.approx(searched[4:], abs=1e-5)


def test_errors_of_single_games_are_those_of_the_likelihood():
    games = [(a, b) for a, b, n in ((0, 1, 60), (1, 0, 40), (0, 2, 75), (2, 0, 25), (1, 2, 65), (2, 1, 35)) for _ in range(n)]
    each = np.array([[[(a, b) == game, (b, a) == game] for a, b in PAIRS.tolist()] for game in games], float)
    whole = each.sum(axis=0)
    found = logit.fit(PAIRS, np.concatenate([whole[None], whole - each]), 3, with_seats=False).ratings
    apart = found[:, [0]] - found[:, 1:]
    spread = np.sqrt((groups.deviations(apart[0], apart[1:], np.ones(300, int)) ** 2).sum(axis=0))
    assert spread == pytest.approx([0.170962, 0.180704], rel=0.02)
    one = np.array([[[1.0, 0.0]]] * 60 + [[[0.0, 1.0]]] * 40)
    found = logit.fit(np.array([[0, 1]]), np.concatenate([one.sum(axis=0)[None], one.sum(axis=0) - one]), 2, with_seats=False).ratings
    spread = groups.deviations(found[0], found[1:], np.ones(100, int))[:, 0] * 2  # the gap is twice a centred rating
    assert np.sqrt((spread**2).sum()) == pytest.approx(0.204124, rel=0.02)


def test_who_always_wins_has_no_finite_rating():
    always = np.array([[100.0, 0.0], [100.0, 0.0], [50.0, 50.0]])
    assert not logit.fit(PAIRS, always, 3, with_seats=False).is_finite
    assert logit.unbeaten(PAIRS, always, 3) == [[0], [1, 2]]
    assert logit.unbeaten(PAIRS, np.array([[100.0, 0.0], [100.0, 0.0], [0.0, 50.0]]), 3) == [[0], [2], [1]]
    some = np.add(always, [[0, 1], [0, 0], [0, 0]])
    assert logit.fit(PAIRS, some, 3, with_seats=False).is_finite
    assert logit.unbeaten(PAIRS, some, 3) == [[0, 1, 2]]


def test_who_never_met_is_told_apart():
    assert logit.apart(np.array([[0, 1], [2, 3], [3, 4]]), 5) == [[0, 1], [2, 3, 4]]
    assert len(logit.apart(PAIRS, 3)) == 1
