"""A dose curve: how seat shares follow what is given by seat, and the dose at which they are even.

The logarithm of each seat's share is a line in the dose (a multinomial logit; with two seats the usual logistic curve). Seats are even
where the shares of those who are given more and of those who are given less agree: where their weighted difference of logarithms is 0.
"""

from __future__ import annotations

import numpy as np

from simkit.analysis.blocks import Floats, Integers
from simkit.analysis.intervals import critical_t
from simkit.analysis.study import SHARE_UNITS

HALF_A_WIN = SHARE_UNITS / 2  # added to a table, over its seats: a seat that never wins has a logarithm, too


def equalising(wins: Integers, dose: Floats, direction: Floats) -> tuple[float | None, float | None, float | None]:
    """Return the dose that makes the seats even, with its 95 % interval; null what cannot be told.

    Parameters
    ----------
    wins : ndarray of int64, shape (groups, doses, seats)
        Sums of shares by group of deals.
    dose : ndarray of float, shape (doses,)
    direction : ndarray of float, shape (seats,)
        Who is given more; adds up to 0.

    Notes
    -----
    The line's coefficients have a jackknife covariance over groups of deals; the interval holds every dose at which the line is not told
    from 0 (Fieller), so it is open where the slope is not told from 0: then there is no interval.
    """
    whole = _line(wins.sum(axis=0), dose, direction)
    value = float(-whole[0] / whole[1]) if whole[1] else None
    groups = len(wins)
    if groups < 2 or value is None:
        return None, None, None
    without = _line(wins.sum(axis=0) - wins, dose, direction)
    off = without - without.mean(axis=0)
    covariance = (groups - 1) / groups * off.T @ off
    t = critical_t(groups - 1)
    a = whole[1] ** 2 - t * t * covariance[1, 1]
    b = whole[0] * whole[1] - t * t * covariance[0, 1]
    c = whole[0] ** 2 - t * t * covariance[0, 0]
    if a <= 0:
        return None, None, None
    root = float(np.sqrt(max(b * b - a * c, 0.0)))
    return value, float((-b - root) / a), float((-b + root) / a)


def smooth(wins: Integers, dose: Floats) -> Floats:
    """Return the fitted share of every dose and seat; `wins` has shape (doses, seats)."""
    level, slope = _fit(_logs(wins), dose)
    raw = np.exp(level + slope * dose[:, None])
    return np.asarray(raw / raw.sum(axis=1, keepdims=True))


def _line(wins: Integers, dose: Floats, direction: Floats) -> Floats:
    """Return level and slope of the weighted difference of logarithms: shape (..., 2)."""
    level, slope = _fit(_logs(wins), dose)
    return np.stack([(level @ direction)[..., 0], (slope @ direction)[..., 0]], axis=-1)


def _logs(wins: Integers) -> Floats:
    seats = wins.shape[-1]
    filled = wins + HALF_A_WIN / seats
    return np.asarray(np.log(filled / filled.sum(axis=-1, keepdims=True)))


def _fit(logs: Floats, dose: Floats) -> tuple[Floats, Floats]:
    """Return level and slope of least-squares lines over doses: shapes (..., 1, seats)."""
    centred = dose - dose.mean()
    slope = (centred[:, None] * logs).sum(axis=-2, keepdims=True) / (centred @ centred)
    return logs.mean(axis=-2, keepdims=True) - slope * dose.mean(), slope
