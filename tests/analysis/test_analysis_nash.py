"""Equilibria, circles and the cyclic share against known answers."""

import numpy as np
import pytest

from simkit.analysis import cycles, nash
from simkit.analysis.cycles import cyclic_share

ROCK = np.array([[0.0, 1, -1], [-1, 0, 1], [1, -1, 0]])
THIRD = 1 / 3


def cloned(payoffs, k):
    wider = np.vstack([payoffs, payoffs[k]])
    return np.hstack([wider, wider[:, [k]]])


@pytest.mark.parametrize(
    ("payoffs", "expected"),
    [
        (ROCK, [THIRD] * 3),
        (cloned(ROCK, 2), [THIRD, THIRD, 1 / 6, 1 / 6]),
        (cloned(cloned(ROCK, 2), 2), [THIRD, THIRD, 1 / 9, 1 / 9, 1 / 9]),
        (np.array([[0.0, 1, -2], [-1, 0, 3], [2, -3, 0]]), [1 / 2, THIRD, 1 / 6]),
        (np.block([[ROCK, np.ones((3, 1))], [-np.ones((1, 3)), np.zeros((1, 1))]]), [THIRD, THIRD, THIRD, 0]),
        (np.array([[0.0, 0.1], [-0.1, 0]]), [1, 0]),
        (np.zeros((4, 4)), [0.25] * 4),
        (np.array([[0, 0, 0.2], [0, 0, 0.1], [-0.2, -0.1, 0]]), [0.5, 0.5, 0]),
    ],
)
def test_masses(payoffs, expected):
    assert nash.masses(payoffs) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("seed", range(8))
def test_nobody_beats_the_mixture_and_a_clone_leaves_the_other_masses(seed):
    half = np.random.default_rng(seed).normal(size=(7, 7))
    payoffs = half - half.T
    mass = nash.masses(payoffs)
    assert mass.sum() == pytest.approx(1)
    assert (payoffs @ mass).max() < 1e-8
    most = int(np.argmax(mass))
    wider = nash.masses(cloned(payoffs, most))
    assert np.delete(wider, [most, 7]) == pytest.approx(np.delete(mass, most), abs=1e-5)
    assert wider[[most, 7]] == pytest.approx([mass[most] / 2] * 2, abs=1e-5)


def test_the_effective_number_of_strategies():
    assert nash.effective(np.array([0.5, 0.25, 0.25])) == pytest.approx(2.8284, abs=1e-4)
    assert nash.effective(np.array([1.0, 0.0])) == 1
    assert nash.effective(np.full(5, 0.2)) == pytest.approx(5)


def test_the_cyclic_share():
    ratings = np.array([0.5, 0.1, -0.6])
    assert cyclic_share(ROCK) == pytest.approx(1)
    assert cyclic_share(ratings[:, None] - ratings + 0.3 * ROCK) == pytest.approx(0.126761, abs=1e-6)
    assert cyclic_share(ratings[:, None] - ratings) == pytest.approx(0, abs=1e-12)
    assert cyclic_share(np.zeros((3, 3))) is None


def test_noise_is_taken_off_the_cyclic_share():
    rng = np.random.default_rng(1)
    ratings = np.array([0.6, 0.3, 0.0, -0.3, -0.6])
    raw, mended = [], []
    for _ in range(200):
        noise = np.triu(rng.normal(0, 0.2, (5, 5)), 1)
        seen = ratings[:, None] - ratings + noise - noise.T
        raw.append(cyclic_share(seen))
        mended.append(cyclic_share(seen, 0.04 * (1 - np.eye(5))))
    assert np.mean(raw) > 0.04
    assert np.mean(mended) < 0.02


def test_circles_are_found_the_firmest_first_and_longer_ones_where_there_is_no_trio():
    strength = np.full((4, 4), 0.5)
    for a, b, s in [(0, 1, 0.9), (1, 2, 0.8), (2, 0, 0.7), (1, 3, 0.6), (3, 0, 0.95)]:
        strength[a, b] = s
    assert cycles.cycles(strength > 0.5, strength) == [(0, 1, 2), (0, 1, 3)]
    ring = np.roll(np.eye(5), 1, axis=1)
    assert cycles.cycles(ring > 0, ring) == [(0, 1, 2, 3, 4)]
    assert cycles.cycles(np.triu(np.ones((5, 5)), 1) > 0, np.ones((5, 5))) == []
