"""Intervals for counts, quantiles and block means; finite and sensible at the edges.

Every function takes `level`, the wanted coverage. Left out it is `stated()`: 0.95, or what `at_level` says while a study is
analysed that was looked at before (`simkit.analysis.looks`); so no analysis can forget to widen. A proportion of nothing (n = 0) has
the interval from 0 to 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special  # not scipy.stats, which takes a second to import

Interval = tuple[float, float]
LEVEL = 0.95
ROUNDING = 1e-9  # of the largest value: what is smaller is zero
_STATED: ContextVar[float] = ContextVar("level", default=LEVEL)


def stated() -> float:
    """Return the level of intervals for which none is given."""
    return _STATED.get()


@contextmanager
def at_level(level: float) -> Iterator[None]:
    """Give another level to all intervals that are computed inside, in this thread.

    >>> with at_level(0.99):
    ...     stated()
    0.99
    """
    before = _STATED.set(level)
    try:
        yield
    finally:
        _STATED.reset(before)


def wilson(successes: int, n: int, level: float | None = None) -> Interval:
    """Return the score interval of Wilson for a proportion.

    Examples
    --------
    >>> [round(x, 6) for x in wilson(3, 50)]
    [0.020615, 0.162171]
    """
    if n == 0:
        return 0.0, 1.0
    z = float(special.ndtri((1 + (level or stated())) / 2))
    p = successes / n
    shrink = 1 + z * z / n
    centre = (p + z * z / (2 * n)) / shrink
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / shrink
    return (
        0.0 if successes == 0 else centre - half,
        1.0 if successes == n else centre + half,
    )


def jeffreys(successes: int, n: int, level: float | None = None) -> Interval:
    """Return the equal-tailed interval of Jeffreys: 0 below no success, 1 above only successes."""
    if n == 0:
        return 0.0, 1.0
    tail = (1 - (level or stated())) / 2
    a, b = successes + 0.5, n - successes + 0.5
    return (
        0.0 if successes == 0 else float(special.betaincinv(a, b, tail)),
        1.0 if successes == n else float(special.betaincinv(a, b, 1 - tail)),
    )


def clopper_pearson(successes: int, n: int, level: float | None = None) -> Interval:
    """Return the exact interval of Clopper and Pearson; covers at least `level`."""
    if n == 0:
        return 0.0, 1.0
    tail = (1 - (level or stated())) / 2
    return (
        0.0 if successes == 0 else float(special.betaincinv(successes, n - successes + 1, tail)),
        1.0 if successes == n else float(special.betaincinv(successes + 1, n - successes, 1 - tail)),
    )


def never_seen(n: int, level: float | None = None) -> float:
    """Return the largest chance, one-sided, of something that n trials have never shown."""
    return 1.0 if n == 0 else float(1 - (1 - (level or stated())) ** (1 / n))


def goodman(counts: ArrayLike, level: float | None = None) -> NDArray[np.float64]:
    """Return joint intervals for the cells of a multinomial count.

    For whole counts only, one game a block: shares of shared wins are fractions and need
    `joint`.

    Parameters
    ----------
    counts : array_like of int, shape (cells,)

    Returns
    -------
    ndarray of float, shape (cells, 2)

    Raises
    ------
    TypeError
        If the counts are not integers.
    """
    cells = np.asarray(counts)
    if not np.issubdtype(cells.dtype, np.integer):
        raise TypeError("goodman needs whole counts; use joint intervals for shares")
    n = int(cells.sum())
    if n == 0:
        return np.tile([0.0, 1.0], (len(cells), 1))
    a = float(special.chdtri(1, (1 - (level or stated())) / len(cells)))
    root = np.sqrt(a * (a + 4.0 * cells * (n - cells) / n))
    limits = np.stack([a + 2 * cells - root, a + 2 * cells + root], axis=1) / (2 * (n + a))
    return np.clip(limits, 0.0, 1.0)


def quantile_ranks(n: int, q: float, level: float | None = None) -> tuple[int, int, float]:
    """Return the 1-based ranks that enclose a quantile, and their exact coverage.

    Ranks 0 and n + 1 stand for the ends of the scale: no observation is far enough out.

    Examples
    --------
    >>> quantile_ranks(100, 0.5)[:2]
    (40, 61)
    """
    below = special.bdtr(np.arange(n + 1), n, q)  # chance of at most so many observations below the quantile
    tail = (1 - (level or stated())) / 2
    lower = int(np.searchsorted(below, tail))
    upper = int(np.searchsorted(below, 1 - tail)) + 1
    return lower, upper, _enclosed(lower, upper, n, q)


def quantile_interval(values: ArrayLike, q: float, level: float | None = None) -> tuple[float, float, float] | None:
    """Return order statistics around a quantile and their exact coverage.

    Where even the extremes are too close (small n), the extremes are returned with the
    coverage that they have. None for no values.
    """
    ordered = np.sort(np.asarray(values))
    n = len(ordered)
    if n == 0:
        return None
    lower, upper, _ = quantile_ranks(n, q, level)
    lower, upper = max(lower, 1), min(upper, n)
    return float(ordered[lower - 1]), float(ordered[upper - 1]), _enclosed(lower, upper, n, q)


def _enclosed(lower: int, upper: int, n: int, q: float) -> float:
    """Return the chance that a quantile lies from one rank to another."""
    return float(special.bdtr(upper - 1, n, q) - (special.bdtr(lower - 1, n, q) if lower else 0.0))


def critical_t(dof: float, comparisons: int = 1, level: float | None = None) -> float:
    """Return the critical value of |t| when `comparisons` intervals must all hold.

    The product bound of Sidak holds for any correlation of the estimates. For seat shares,
    which add up to one, it is wider than the exact value by 1.9, 1.0 and 0.6 % at 3, 4 and 5
    seats. Two such shares mirror each other and are one comparison.
    """
    each = (level or stated()) ** (1 / comparisons)
    return float(special.stdtrit(dof, (1 + each) / 2))


def paired_successes(only_first: int, only_second: int, n: int, comparisons: int = 1, level: float | None = None) -> Interval:
    """Return the interval of the difference of two success rates on the same n deals, from those that only one of both won.

    The score interval of Tango (1998) with Student's t: all differences that a test does not refuse whose error is that under the
    difference it tests. Where hardly any deal tells two scenarios apart the usual interval of a mean difference is far too narrow: if 2 of
    100 deals are won by the first alone and none by the second, it misses in 37 of 100 studies of 50 deals, this one in none.

    Examples
    --------
    >>> [round(x, 4) for x in paired_successes(43, 12, 100)]
    [0.1699, 0.4374]
    """
    if n < 2:
        return -1.0, 1.0
    return _score_limits(only_first, only_second, n, critical_t(n - 1, comparisons, level))


def mostly_zero(values: NDArray[np.float64], comparisons: int = 1, level: float | None = None) -> Interval | None:
    """Return the interval of a mean of values most of which are exactly zero; None where it is not to be used.

    A change that plays a part in one deal of ten leaves nine of ten paired differences at 0, and the few others often point one way. The
    usual interval of their mean is too narrow and lies too close to zero: where about 5 of 100 differ by one win it covers 0.88, where
    they differ by amounts of an exponential distribution 0.83. This is the interval of `paired_successes` for as many differing blocks of
    one size as have the same sums of sizes and of squares; it covers 0.97 and 0.91. Sizes that vary leave the scale unsure, for which
    Student's t has fewer degrees of freedom. From about 5 blocks that differ by like amounts, and 8 by any, it covers 0.925 to 0.98
    (28 designs of 40 to 400 blocks, 2,000 studies each). Where half of the blocks differ, counted so, it is about the usual interval, which
    is the one to use there.

    Parameters
    ----------
    values : ndarray of float, shape (blocks,)

    Returns
    -------
    (low, high), or None
        None if no block differs, or as many as half of them, or under two blocks.

    Examples
    --------
    >>> [round(x, 4) for x in mostly_zero(np.repeat([1.0, 0.0], [5, 95]))]
    [0.0102, 0.1128]
    """
    n, sizes = len(values), np.abs(values)
    values = np.where(sizes > ROUNDING * sizes.max(initial=0.0), values, 0.0)
    sizes = np.abs(values)
    differing, size = int((sizes > 0).sum()), float(sizes.sum())
    if n < 2 or not differing:
        return None
    step = float((values * values).sum()) / size
    alike = size / step  # blocks that differ by one step each: no more than do differ, for sums of squares
    if alike >= n / 2:
        return None
    up = float(values.clip(0).sum()) / step
    unsure = 1 - alike / differing  # 0 where all steps are of one size
    dof = n - 1 if unsure * (n - 1) <= alike else max(alike / unsure, 1.0)
    low, high = _score_limits(up, alike - up, n, critical_t(dof, comparisons, level))
    return low * step, high * step


def _score_limits(first: float, second: float, n: int, critical: float) -> Interval:
    """Return the differences that are held, from how many of n pairs only the first won, and only the second."""
    mean = (first - second) / n

    def is_held(apart: float) -> bool:
        linear = (2 * n - first + second) * apart - first - second
        root = math.sqrt(max(linear * linear + 8 * n * second * apart * (1 - apart), 0.0))
        alone = (root - linear) / (4 * n)  # what the second alone wins at that difference, most likely
        variance = n * max(2 * alone + apart * (1 - apart), 0.0)
        return abs(first - second - n * apart) <= critical * math.sqrt(variance)

    ends = []
    for far in (-1.0, 1.0):
        near = mean
        for _ in range(50):
            middle = (near + far) / 2
            near, far = (middle, far) if is_held(middle) else (near, middle)
        ends.append(near)
    return ends[0], ends[1]


def unseen_share(blocks: int, comparisons: int = 1, level: float | None = None) -> float:
    """Return the largest share of blocks that may differ where all blocks seen agree.

    One side of an interval of `level` that must hold with `comparisons - 1` others.
    """
    return never_seen(blocks, (1 + (level or stated()) ** (1 / comparisons)) / 2)


def joint(
    means: Sequence[float] | NDArray[np.float64],
    errors: Sequence[float] | NDArray[np.float64],
    blocks: int,
    comparisons: int | None = None,
    level: float | None = None,
    unfair: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Return joint intervals for shares (0 to 1) from block means.

    Wilson's interval with Student's t, for as many independent games as would have the same errors. Means plus and minus t errors
    would hold together in 84 instead of 95 of 100 runs at a table of five with 30 deals, in 93 with 100: a small share is skewed, and
    its error comes out small where the share does. These hold in 95 to 97 (20,000 simulated studies, 2 to 5 seats, 30 to 1,000 deals).

    Where all blocks agree the spread says nothing; the bound then is how often a block that
    differs could have stayed unseen. Where nearly all give everybody a fair share (whoever sits luckily wins, in each seating of the deal)
    the few others say too little of the spread as well, and `mostly_zero` is the interval of how far a share is from fair.

    Parameters
    ----------
    means, errors : array_like of float, shape (shares,)
        Block means and their standard errors.
    blocks : int
        Number of blocks behind them.
    comparisons : int, optional
        Intervals that must hold together; the number of shares unless given.
    unfair : ndarray of float, shape (groups, shares), optional
        How far each share is from a fair one in each group of blocks: its mean over groups is that of all blocks.

    Returns
    -------
    ndarray of float, shape (shares, 2)
    """
    shares = np.asarray(means, dtype=np.float64)
    spread = np.asarray(errors, dtype=np.float64)
    if blocks == 0:
        return np.tile([0.0, 1.0], (len(shares), 1))
    comparisons = comparisons or len(shares)
    unseen = unseen_share(blocks, comparisons, level)
    constant = np.stack([shares * (1 - unseen), shares + unseen * (1 - shares)], axis=1)
    if blocks == 1:
        return constant
    critical = critical_t(blocks - 1, comparisons, level)
    games = shares * (1 - shares) / np.where(spread > 0, spread, 1.0) ** 2  # independent ones that would be as sure
    games = np.where(games > 0, games, 1.0)  # where the interval is not used
    shrink = 1 + critical**2 / games
    centre = (shares + critical**2 / (2 * games)) / shrink
    half = critical / shrink * np.sqrt(shares * (1 - shares) / games + (critical / (2 * games)) ** 2)
    usual = np.stack([centre - half, centre + half], axis=1)
    found = np.where((spread > 0)[:, None], usual, constant)
    if unfair is not None:
        for k, values in enumerate(unfair.T):
            if limits := mostly_zero(values, comparisons, level):
                found[k] = np.clip(shares[k] - values.mean() + limits, 0.0, 1.0)
    return found
