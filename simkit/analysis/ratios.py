"""Ratios of sums over deals, many at once, with the errors of a jackknife: `simkit.analysis.blocks.ratio` is for a single one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special

from simkit.analysis.blocks import Floats, left_out
from simkit.analysis.intervals import critical_t


@dataclass(frozen=True)
class Estimate:
    """A ratio of sums with its jackknife error and 95 % interval; None where it cannot be told."""

    value: float | None
    error: float | None = None
    low: float | None = None
    high: float | None = None


def ratios(upper: Floats, lower: Floats) -> tuple[Floats, Floats]:
    """Return ratios of sums over groups, and the same with each group left out in turn; nan where there is nothing to divide by.

    Parameters
    ----------
    upper, lower : ndarray of float, shape (groups, columns)

    Returns
    -------
    whole : shape (columns,)
    without : shape (groups, columns)
    """
    total, times = upper.sum(axis=0), lower.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        whole = np.where(times > 0, total / times, np.nan)
        left = times - lower
        without = np.where(left > 0, (total - upper) / left, np.nan)
    return whole, without


def jackknifed(whole: Floats, without: Floats, *, held: NDArray[np.int64] | None = None, beside: Floats | float = 0.0) -> list[Estimate]:
    """Return estimates with the errors that leaving out one group at a time gives, Student's t with groups - 1 degrees of freedom.

    Parameters
    ----------
    held : ndarray of int, shape (columns,)
        Groups that tell of a column, where not all do: the others lend it no degrees of freedom.
    beside : ndarray of float, shape (columns,)
        A variance beside that of the jackknife (`unseen`).
    """
    groups = len(without)
    if groups < 2:
        return [Estimate(float(value) if np.isfinite(value) else None) for value in whole]
    error = np.sqrt(left_out(without) ** 2 + beside)
    if held is not None:
        error = np.where(held > 1, error, np.nan)
    own = np.full(len(whole), groups) if held is None else held
    half = np.array([critical_t(max(int(number) - 1, 1)) for number in own]) * error
    found = []
    for value, one, reach in zip(whole, error, half, strict=True):
        if not np.isfinite(value):
            found.append(Estimate(None))
        elif not np.isfinite(one):
            found.append(Estimate(float(value)))
        else:
            found.append(Estimate(float(value), float(one), float(value - reach), float(value + reach)))
    return found


def unseen(shares: Floats, held: Floats) -> Floats:
    """Return what to add to the variance of a mean share because few deals show few exceptions, by column.

    The variance of the mean is that with two deals more, one all won and one all lost, as in the interval of Agresti and Coull. Without
    it, who won all of 13 deals would win for certain: of a share of 0.97 the interval covered 0.55, of 0.9 in 40 deals 0.93.

    Parameters
    ----------
    shares, held : ndarray of float, shape (deals, columns)
        Shares of the games of a deal, 0 to 1, where it tells of the column (`held` above 0).
    """
    told = held > 0
    deals = told.sum(axis=0)
    mean = np.where(told, shares, 0.0).sum(axis=0) / np.maximum(deals, 1)
    squares = np.where(told, (shares - mean) ** 2, 0.0).sum(axis=0)
    middle = (deals * mean + 1) / (deals + 2)
    more = squares + deals * (mean - middle) ** 2 + middle**2 + (1 - middle) ** 2
    return np.asarray(np.clip(more / (deals + 2) ** 2 - squares / np.maximum(deals, 1) ** 2, 0, None))


def beyond(estimate: Estimate, margin: float, groups: int) -> float | None:
    """Return the p value of an effect no larger than the margin, either way; None where there is no error."""
    if estimate.value is None or estimate.error is None:
        return None
    gap = abs(estimate.value) - margin
    if estimate.error == 0:
        return 0.0 if gap > 0 else 1.0
    return min(1.0, 2 * float(special.stdtr(groups - 1, -gap / estimate.error)))
