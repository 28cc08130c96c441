"""Ratios of sums over deals, many at once, with the errors of a jackknife: `simkit.analysis.blocks.ratio` is for a single one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
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


def jackknifed(whole: Floats, without: Floats) -> list[Estimate]:
    """Return estimates with the errors that leaving out one group at a time gives, Student's t with groups - 1 degrees of freedom."""
    groups = len(without)
    if groups < 2:
        return [Estimate(float(value) if np.isfinite(value) else None) for value in whole]
    error = left_out(without)
    half = critical_t(groups - 1) * error
    found = []
    for value, one, reach in zip(whole, error, half, strict=True):
        if not np.isfinite(value):
            found.append(Estimate(None))
        elif not np.isfinite(one):
            found.append(Estimate(float(value)))
        else:
            found.append(Estimate(float(value), float(one), float(value - reach), float(value + reach)))
    return found


def beyond(estimate: Estimate, margin: float, groups: int) -> float | None:
    """Return the p value of an effect no larger than the margin, either way; None where there is no error."""
    if estimate.value is None or estimate.error is None:
        return None
    gap = abs(estimate.value) - margin
    if estimate.error == 0:
        return 0.0 if gap > 0 else 1.0
    return min(1.0, 2 * float(special.stdtr(groups - 1, -gap / estimate.error)))
