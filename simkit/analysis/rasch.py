"""One scale for scenarios and skill levels: logit of success = ability of the level - difficulty of the scenario.

A binomial model on counts, fitted by Newton's method; errors leave out one group of deals at a time, because all cells of a deal share
its luck. A cell that was never or always won would send its estimates to infinity: it gets half a game each way, and is marked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simkit.analysis.blocks import Floats, Integers, left_out

HALF = 0.5  # games lent to each side of a cell that has only one
TOLERANCE, MOST_STEPS, LONGEST = 1e-12, 60, 2.0


@dataclass(frozen=True)
class Fit:
    """A fitted scale.

    Attributes
    ----------
    values : ndarray of float, shape (..., parameters)
        Level by level the ability, then factor by factor the difficulties, which add up to 0 in each.
    expected : ndarray of float, shape (..., cells)
        Chance of success.
    deviance : float
        Of the counts as they are, without what was lent.
    freedom : int
        Cells less free parameters.
    """

    values: Floats
    expected: Floats
    deviance: float
    freedom: int


def design(levels: Sequence[int], factors: Sequence[Sequence[int]]) -> tuple[Floats, Floats]:
    """Return the design of cells, and what turns its free parameters into all values.

    Parameters
    ----------
    levels : sequence of int
        Level of each cell, from 0.
    factors : sequence of sequences of int
        The scenario of each cell; or two parts of it whose difficulties add up.

    Returns
    -------
    design : ndarray, shape (cells, free)
    whole : ndarray, shape (values, free)
        Levels as they are; the last difficulty of a factor is what makes them add up to 0.
    """
    level = np.eye(max(levels) + 1)
    parts, wholes = [level[list(levels)]], [level]
    for factor in factors:
        many = max(factor) + 1
        coding = np.vstack([np.eye(many - 1), -np.ones((1, many - 1))])
        parts.append(-coding[list(factor)])
        wholes.append(coding)
    whole = np.zeros((sum(len(w) for w in wholes), sum(w.shape[1] for w in wholes)))
    row = column = 0
    for w in wholes:
        whole[row : row + len(w), column : column + w.shape[1]] = w
        row, column = row + len(w), column + w.shape[1]
    return np.hstack(parts), whole


def fit(successes: Integers | Floats, games: Integers | Floats, levels: Sequence[int], factors: Sequence[Sequence[int]]) -> Fit:
    """Fit the scale to counts.

    Parameters
    ----------
    successes, games : ndarray, shape (..., cells)
        Several sets of counts may be fitted at once; the deviance is that of the first.
    levels, factors
        See `design`.

    Notes
    -----
    Newton's method with steps of at most two logits; the likelihood is concave.
    """
    x, whole = design(levels, factors)
    won, played = np.atleast_2d(np.asarray(successes, float)), np.atleast_2d(np.asarray(games, float))
    lent = (won <= 0) | (won >= played)
    k, n = won + HALF * lent, played + 2 * HALF * lent
    free = np.zeros((len(k), x.shape[1]))
    for _ in range(MOST_STEPS):
        p = _logistic(free @ x.T)
        slope = (k - n * p) @ x
        curvature = np.einsum("gc,ci,cj->gij", n * p * (1 - p), x, x)
        step = np.linalg.solve(curvature, slope[..., None])[..., 0]
        longest = np.abs(step).max(axis=1, keepdims=True)
        free += step * np.minimum(1.0, LONGEST / np.maximum(longest, TOLERANCE))
        if longest.max() < TOLERANCE:
            break
    p = _logistic(free @ x.T)
    shape = np.shape(successes)[:-1]
    return Fit((free @ whole.T).reshape(*shape, -1), p.reshape(*shape, -1), _deviance(won[0], played[0], p[0]), x.shape[0] - x.shape[1])


def jackknife(successes: Integers, games: Integers, levels: Sequence[int], factors: Sequence[Sequence[int]]) -> tuple[Fit, Floats, Floats]:
    """Fit the scale to counts by group, shape (groups, cells), and find errors by leaving out one group at a time.

    Returns
    -------
    fit : Fit
        Of all groups.
    errors : ndarray of float, shape (values,)
        Standard errors of the values; NaN below two groups.
    misfit_errors : ndarray of float, shape (cells,)
        Standard errors of observed less expected success.
    """
    won, played = successes.sum(axis=0), games.sum(axis=0)
    whole, groups = fit(won, played, levels, factors), len(successes)
    if groups < 2:
        return whole, np.full(len(whole.values), np.nan), np.full(len(won), np.nan)
    without = fit(won - successes, played - games, levels, factors)
    gaps = (won - successes) / (played - games) - without.expected

    return whole, left_out(without.values), left_out(gaps)


def _logistic(x: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-x)))


def _deviance(won: Floats, played: Floats, p: Floats) -> float:
    def part(seen: Floats, expected: Floats) -> Floats:
        return np.where(seen > 0, seen * np.log(np.where(seen > 0, seen, 1) / expected), 0.0)

    return float(2 * (part(won, played * p) + part(played - won, played * (1 - p))).sum())
