"""Intervals of what is a square and so never below 0: a part of a variance that is estimated from squared errors of means."""

from __future__ import annotations

from scipy import special

from simkit.analysis.intervals import Interval, critical_t, stated

FAR = 1e6  # squares in units of their noise
LONE = 0.5  # quantile of pure noise: an estimate below it says no more than one that is as large


def square(value: float, error: float, noise: float, dof: float, groups: int, level: float | None = None) -> Interval:
    """Return the interval of a sum of squares that is estimated by the method of moments.

    The squares of estimates, here `value + noise`, are a multiple of a noncentral chi-square. Its noncentrality is what is wanted, so
    the limits are those that a test does not refuse. Near 0 a t interval misses in 15 to 18 of 100 studies instead of 5: the estimate is
    skewed, and its error comes out small where the estimate does. This one covers 95 % at every value, 0 included, if the multiple is
    known; it is known from the noise while the value is small, and from the jackknife error where the value is large. The upper limit is
    at least that of the median of pure noise: an estimate far below 0 is luck and no proof of nothing (a power-constrained limit, Cowan et
    al. 2011). Values under that limit can be missed on one side alone, and there the whole 5 % lie.

    Parameters
    ----------
    value, error : float
        Estimate, with the noise already subtracted, and its jackknife error.
    noise : float
        What squared errors alone add to the squares.
    dof : float
        Degrees of freedom of the squares, not necessarily whole (Satterthwaite).
    groups : int
        Groups of the jackknife.

    Examples
    --------
    >>> [round(x, 3) for x in square(0.02, 0.012, noise=1 / 600, dof=1, groups=40)], square(-0.001, 0.001, 1 / 600, 1, 40)[0]
    ([0.006, 0.053], 0.0)
    """
    tail = (1 - (level or stated())) / 2
    normal, held = float(special.ndtri(1 - tail)), max(value, 0.0)
    noise = noise if dof > 0 else 0.0
    if value + noise <= 0:
        return 0.0, 0.0
    spread = (critical_t(groups - 1, level=level) / normal * error) ** 2 / (4 * (value + noise))  # of the root of the squares
    unit = ((noise * noise / dof if noise else 0.0) + held * spread) / (noise + held)
    if not noise or value > FAR * unit:  # by far: the root of the squares is as good as normal
        root, half = held**0.5, normal * unit**0.5
        return max(root - half, 0.0) ** 2, (root + half) ** 2
    squares, df = (value + noise) / unit, noise / unit

    def refused(at: float, chance: float) -> float:
        """Return the noncentrality at which so small squares, or smaller ones, have this chance; 0 if none has."""
        return float(special.chndtrinc(at, df, chance)) if float(special.chndtr(at, df, 0.0)) > chance else 0.0

    reach = refused(float(special.chdtri(df, LONE)), tail)
    low = max(refused(squares, 1 - tail), min(refused(squares, 1 - 2 * tail), reach))
    return unit * low, unit * max(refused(squares, tail), reach)
