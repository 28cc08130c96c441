"""A jackknife of many numbers at once: leave out one group of deals at a time.

`simkit.analysis.blocks.jackknife` is for a single number of sums; here the caller computes its numbers of all deals and of all but each
group, and gets the deviations whose products are their covariances.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
MOST = 64  # groups


def group_of(blocks: int, most: int = MOST) -> Integers:
    """Return the group of each block: dealt out in turn, so that groups are alike and of about equal size."""
    return np.arange(blocks) % min(blocks, most)


def sizes(blocks: int, most: int = MOST) -> Integers:
    """Return the number of blocks in each group."""
    return np.bincount(group_of(blocks, most))


def fewer(groups: Integers, most: int) -> Integers:
    """Add groups up to fewer."""
    found = np.zeros((min(len(groups), most), *groups.shape[1:]), groups.dtype)
    np.add.at(found, np.arange(len(groups)) % most, groups)
    return found


def deviations(whole: Any, without: Floats, size: Integers) -> Floats:
    """Return the jackknife's deviations: their products, summed over groups, are the covariances of the numbers.

    Parameters
    ----------
    whole : float or ndarray, shape (numbers,)
        Computed from all deals.
    without : ndarray, shape (groups, numbers)
        Computed without each of the groups.
    size : ndarray of int, shape (groups,)
        Deals in each group.

    Notes
    -----
    The delete-a-group jackknife of Busing, Meijer and van der Leeden (1999), which allows for groups of unequal size; for equal ones it
    is the usual one.

    Examples
    --------
    >>> without = (36 - np.array([3, 7, 11, 15])) / 6
    >>> found = deviations(4.5, without[:, None], np.array([2, 2, 2, 2]))
    >>> round(float((found**2).sum() ** 0.5), 6)
    1.290994
    """
    groups = len(without)
    times = (size.sum() / size)[:, None]
    spread = times * whole - (times - 1) * without
    centre = groups * whole - ((1 - 1 / times) * without).sum(axis=0)
    return np.asarray((spread - centre) / np.sqrt(groups * (times - 1)))
