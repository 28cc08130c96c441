"""The gap between seats, the largest difference between the win shares of two of them, and how it changes from one version to another.

The largest of several differences is positive under perfect balance, and it has no smooth derivative where two of them are alike: a
jackknife or bootstrap of it covers too seldom there. So its interval follows from intervals of all the differences, which hold at once:
the gap is no larger than the largest of them allows, and no smaller than one of them demands. In the same way the change of the gap is the
largest over couples after, of the least over couples before, of "this couple's difference after less that couple's before", each of which
is a plain paired difference; and the gap cannot change by more than the difference of some couple does. Where it is clear which seats lie
farthest apart this is about the interval of their difference; where it is not, it is wider, as it has to be.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from simkit.analysis.blocks import Floats, Integers, Sums
from simkit.analysis.intervals import critical_t


class Gap(NamedTuple):
    """A gap, or the change of one, as a share of wins; without limits under two blocks."""

    value: float
    low: float | None
    high: float | None


def couples(players: int) -> Integers:
    """Return all ordered couples of seats as differences of their shares: shape (couples, players)."""
    one = np.eye(players, dtype=np.int64)
    return np.array([one[i] - one[j] for i in range(players) for j in range(players) if i != j])


def gap(sums: Sums, unit: int) -> Gap:
    """Return the gap between seats.

    Parameters
    ----------
    sums : Sums
        Of the shares of all seats.
    unit : int
        Share of a whole win, times the games of a block.
    """
    weights = couples(len(sums.total))
    mean, half = _held(sums, weights, unit, len(weights) // 2)
    value = float(mean.max())
    if half is None:
        return Gap(value, None, None)
    return Gap(value, float(max((mean - half).max(), 0.0)), float(min((mean + half).max(), 1.0)))


def change(both: Sums, unit: int, comparisons: int = 1) -> Gap:
    """Return by how much the gap is larger in the second of two versions, paired on common blocks.

    Parameters
    ----------
    both : Sums
        Of the shares of all seats in the first version, then in the second.
    unit : int
        As for `gap`.
    comparisons : int
        Other differences, this one counted in, that must hold at once with it.
    """
    own = couples(len(both.total) // 2)
    many = len(own)
    weights = np.array([np.concatenate([-before, after]) for after in own for before in own])
    mean, half = _held(both, weights, unit, comparisons * many * many // 2)  # each is another one turned round
    mean = mean.reshape(many, many)
    value = float(mean.min(axis=1).max())
    if half is None:
        return Gap(value, None, None)
    half = half.reshape(many, many)
    low, high = mean - half, mean + half
    most, least = float(high.diagonal().max()), float(low.diagonal().min())  # no couple's own difference changes by more
    return Gap(value, max(float(low.min(axis=1).max()), least), min(float(high.min(axis=1).max()), most))


def _held(sums: Sums, weights: Integers, unit: int, comparisons: int) -> tuple[Floats, Floats | None]:
    """Return combinations of means and half of their intervals, which hold at once; None under two blocks."""
    n, total = sums.n, (weights @ sums.total).astype(object)  # whole numbers of any size: what is alike differs by exactly nothing
    mean = np.asarray(total / (n * unit), dtype=np.float64)
    if n < 2:
        return mean, None
    cross = ((weights @ sums.cross) * weights).sum(axis=1).astype(object)
    variance = np.asarray((n * cross - total * total) / (n * (n - 1) * unit * unit), dtype=np.float64)
    return mean, critical_t(n - 1, max(comparisons, 1)) * np.sqrt(variance / n)
