"""Intervals and tests that may be looked at as often as one likes.

An ordinary interval holds for a number of deals fixed in advance: who looks every 100 games up to 20 000 and stops when it excludes a fair
share, finds one that is fair to be unfair in 42 of 100 runs. A confidence sequence holds at all looks at once, for an interval about twice
as wide; the test below stops early at stated error rates.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from simkit.analysis.intervals import LEVEL, Interval

PRIOR = 0.5  # both parameters of the beta mixture
MOST_STAKE = 0.5  # of the empirical Bernstein bets; keeps every factor away from 0
UNSEEN = 1e-3  # count of a score that was not seen, so that every mean between the extremes is possible
HALVINGS = 200


def beta_binomial(successes: int, n: int, level: float = LEVEL) -> Interval:
    """Return the interval of a proportion that holds at every n at once (beta-binomial mixture).

    Examples
    --------
    >>> [round(x, 6) for x in beta_binomial(1547, 5000)]
    [0.284513, 0.335047]
    """
    if n == 0:
        return 0.0, 1.0
    failures = n - successes
    mixed = float(special.betaln(PRIOR + successes, PRIOR + failures) - special.betaln(PRIOR, PRIOR))

    def excess(p: float) -> float:  # of the evidence against p over what the level allows
        return mixed - float(special.xlogy(successes, p) + special.xlog1py(failures, -p)) + math.log(1 - level)

    best = successes / n
    low = 0.0 if successes == 0 else _root(excess, 0.0, best)
    high = 1.0 if failures == 0 else _root(excess, 1.0, best)
    return low, high


def empirical_bernstein(values: ArrayLike, looks: Sequence[int], level: float = LEVEL) -> NDArray[np.float64]:
    """Return intervals of a mean of values in [0, 1], one a look, that hold at all looks at once.

    The predictable plug-in empirical Bernstein sequence of Waudby-Smith and Ramdas (2023), cut to the narrowest seen so far.

    Parameters
    ----------
    values : array_like of float, shape (n,)
        In the order in which they came.
    looks : sequence of int
        Numbers of values, rising, 1 to n.

    Returns
    -------
    ndarray of float, shape (looks, 2)

    Raises
    ------
    ValueError
        If a value is not 0 to 1.
    """
    x = np.asarray(values, dtype=np.float64)
    if x.size and not (x.min() >= 0 and x.max() <= 1):
        raise ValueError("an empirical Bernstein sequence needs values from 0 to 1")
    t = np.arange(1, len(x) + 1)
    mean = (0.5 + np.cumsum(x)) / (t + 1)  # after each value
    spread = (0.25 + np.cumsum((x - mean) ** 2)) / (t + 1)
    before = np.concatenate([[0.25], spread[:-1]])  # each bet knows only what came before
    foreseen = np.concatenate([[0.5], mean[:-1]])
    reach = math.log(2 / (1 - level))
    stake = np.minimum(np.sqrt(2 * reach / (before * t * np.log1p(t))), MOST_STAKE)
    paid = np.cumsum((x - foreseen) ** 2 * (-np.log1p(-stake) - stake))
    total = np.cumsum(stake)
    centre, half = np.cumsum(stake * x) / total, (reach + paid) / total
    low = np.maximum.accumulate(np.clip(centre - half, 0, 1))
    high = np.minimum.accumulate(np.clip(centre + half, 0, 1))
    at = np.asarray(looks, dtype=np.int64) - 1
    return np.stack([low[at], high[at]], axis=1)


@dataclass(frozen=True)
class Gsprt:
    """A generalised sequential probability ratio test of the mean of bounded scores, `s1` against `s0`.

    Parameters
    ----------
    s0, s1 : float
        Means of the two hypotheses.
    error, missed : float
        Chances to accept s1 though s0 holds, and s0 though s1 holds.
    """

    s0: float
    s1: float
    error: float = 0.05
    missed: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Return the log-likelihood ratios that accept s0 and s1."""
        return math.log(self.missed / (1 - self.error)), math.log((1 - self.missed) / self.error)

    def ratio(self, counts: Sequence[int] | NDArray[np.int64], scores: Sequence[float]) -> float:
        """Return the log-likelihood ratio of s1 to s0, each with the likeliest distribution that has its mean.

        Parameters
        ----------
        counts : sequence of int
            How often each score was seen.
        scores : sequence of float
            0, 1/4, 1/2, 3/4 and 1 for pairs of games; any others will do, with the extremes among them.

        Examples
        --------
        >>> better = 1 / (1 + 10 ** (-2.716 / 400))  # 2.716 Elo
        >>> round(Gsprt(0.5, better).ratio([13, 37, 50, 25, 3], [0, 0.25, 0.5, 0.75, 1]), 6)
        -0.537767
        """
        seen = np.asarray(counts, dtype=np.float64)
        n = np.where(seen > 0, seen, UNSEEN)
        a = np.asarray(scores, dtype=np.float64)
        return float(n @ (_log_tilt(n, a - self.s0) - _log_tilt(n, a - self.s1)))


def _log_tilt(n: NDArray[np.float64], apart: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return log(1 + x apart), with the x that moves the mean of scores seen n times to where `apart` is 0."""

    def pull(x: float) -> float:
        return float(-(n * apart / (1 + x * apart)).sum())

    low, high = -1 / apart.max(), -1 / apart.min()
    inside = 1e-12 * (high - low)
    return np.asarray(np.log1p(_root(pull, high - inside, low + inside) * apart))


def _root(function: Callable[[float], float], above: float, below: float) -> float:
    """Return where a monotone function changes its sign; it is above 0 at `above`, below 0 at `below`."""
    for _ in range(HALVINGS):
        middle = (above + below) / 2
        if middle in (above, below):
            break
        if function(middle) > 0:
            above = middle
        else:
            below = middle
    return (above + below) / 2
