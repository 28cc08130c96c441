"""Block sums, and what follows from them: means, standard errors, paired differences.

A block is one deal played from every seat and in every arm. Blocks are independent, the games
inside one are not, so every error here comes from the spread between blocks. Sums stay
integers until the last division: the result does not depend on the order of adding.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simkit.analysis.intervals import LEVEL, critical_t
from simkit.analysis.study import Study, StudyError

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
MAX_DELETE_ONE = 4096  # above, blocks are dealt into GROUPS, whose sizes then differ by under 7 %
GROUPS = 256


@dataclass(frozen=True)
class BlockSums:
    """Sums of an integer value by block.

    Attributes
    ----------
    keys : DataFrame, one row a cell
        What the cells are: arm, seat, ...
    totals : ndarray of int64, shape (blocks, cells)
        Sum of the value over the rows of the cell.
    counts : ndarray of int64, shape (blocks, cells)
        Number of these rows.
    """

    keys: pl.DataFrame
    totals: Integers
    counts: Integers


@dataclass(frozen=True)
class Sums:
    """Integer sufficient sums of vectors; adding two of them merges their blocks exactly.

    Attributes
    ----------
    n : int
        Number of vectors.
    total : ndarray of int64, shape (cells,)
    cross : ndarray of int64, shape (cells, cells)
        Sums of products.
    """

    n: int
    total: Integers
    cross: Integers

    def __add__(self, other: Sums) -> Sums:
        """Merge with the sums of other blocks."""
        return Sums(self.n + other.n, self.total + other.total, self.cross + other.cross)

    def mean(self) -> Floats:
        """Return the means, shape (cells,); zeros if there is no block."""
        return self.total / max(self.n, 1)

    def covariance(self) -> Floats:
        """Return the covariance of a block's values, shape (cells, cells); zeros below 2 blocks."""
        if self.n < 2:
            return np.zeros(self.cross.shape)
        # Python integers: n * cross may pass 2**63.
        total, cross = self.total.astype(object), self.cross.astype(object)
        scaled = self.n * cross - np.outer(total, total)
        return np.asarray(scaled / (self.n * (self.n - 1)), dtype=np.float64)

    def errors(self) -> Floats:
        """Return the standard errors of the means, shape (cells,)."""
        return np.sqrt(np.diag(self.covariance()) / max(self.n, 1))


@dataclass(frozen=True)
class Difference:
    """A paired difference `arm - base` on common blocks.

    `gain` is the realised variance reduction: how many times more blocks two separate runs
    would have needed. None if it cannot be told (no spread, or under two blocks), as are
    the limits.
    """

    mean: float
    error: float
    low: float | None
    high: float | None
    blocks: int
    gain: float | None

    @property
    def spread(self) -> float:
        """Standard deviation of a block's difference."""
        return float(self.error * np.sqrt(self.blocks))


def sufficient(values: Integers) -> Sums:
    """Return the sufficient sums of integer vectors, shape (n, cells)."""
    return Sums(len(values), values.sum(axis=0), values.T @ values)


def block_sums(
    study: Study,
    value: str | pl.Expr,
    by: Sequence[str] = ("arm",),
    where: pl.Expr | None = None,
) -> BlockSums:
    """Add up an integer column or expression by block and cell.

    Parameters
    ----------
    study : Study
    value : str or polars expression
        Column name, or an expression of whole numbers over the rows.
    by : sequence of str
        Columns that make the cells: "arm", "seat", "strategy", ...
    where : polars expression, optional
        Rows to keep. A cell that no row falls into does not appear.

    Returns
    -------
    BlockSums

    Raises
    ------
    StudyError
        If the value is not made of whole numbers.
    """
    expression = pl.col(value) if isinstance(value, str) else value
    keep = pl.lit(True) if where is None else where

    def query(rows: pl.LazyFrame) -> pl.LazyFrame:
        kept = rows.filter(keep).select("block", *by, value=expression)
        _check_whole(kept.collect_schema()["value"])
        return kept.group_by("block", *by).agg(
            pl.col("value").cast(pl.Int64).sum().alias("total"),
            pl.len().cast(pl.Int64).alias("count"),
        )

    table = study.reduce(query)
    keys = table.select(by).unique().sort(by)
    cell = table.join(keys.with_row_index("cell"), on=list(by), maintain_order="left")["cell"]
    row = np.searchsorted(study.blocks, table["block"].to_numpy())
    shape = (len(study.blocks), keys.height)
    totals, counts = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    totals[row, cell.to_numpy()] = table["total"].to_numpy()
    counts[row, cell.to_numpy()] = table["count"].to_numpy()
    return BlockSums(keys, totals, counts)


def means(
    study: Study,
    value: str | pl.Expr,
    by: Sequence[str] = ("arm",),
    where: pl.Expr | None = None,
) -> pl.DataFrame:
    """Return the mean of a value a row, with its standard error and 95 % t interval.

    With the same number of rows in each block the error is that of block means; otherwise the
    mean is a ratio and the error is jackknifed.

    Returns
    -------
    DataFrame
        Columns of `by`, then rows, mean, error, low, high. Error and limits are null where a
        single block leaves them unknown.
    """
    sums = block_sums(study, value, by, where)
    records = [_mean(sums.totals[:, c], sums.counts[:, c]) for c in range(sums.keys.height)]
    schema = {"rows": pl.Int64} | dict.fromkeys(("mean", "error", "low", "high"), pl.Float64)
    return pl.concat([sums.keys, pl.DataFrame(records, schema, orient="row")], how="horizontal")


def jackknife(sums: Integers | Floats, statistic: Callable[[Any], Any]) -> tuple[float, float, int]:
    """Estimate a statistic of sums, leaving out one group at a time.

    Parameters
    ----------
    sums : ndarray, shape (groups, columns)
        Sums by group; groups of about equal size in no particular order.
    statistic : callable
        Takes an array of shape (..., columns), returns one of shape (...).

    Returns
    -------
    value, error : float
        The statistic of all groups, and its standard error.
    dof : int
        Degrees of freedom, groups - 1.

    Raises
    ------
    ValueError
        With fewer than two groups.

    Examples
    --------
    >>> pairs = np.array([[3, 2], [7, 2], [11, 2], [15, 2]])
    >>> round(jackknife(pairs, lambda s: s[..., 0] / s[..., 1])[1], 6)
    1.290994
    """
    groups = len(sums)
    if groups < 2:
        raise ValueError("a jackknife needs two groups or more")
    whole = sums.sum(axis=0)
    without = np.asarray(statistic(whole - sums), dtype=np.float64)
    error = np.sqrt((groups - 1) / groups * ((without - without.mean()) ** 2).sum())
    return float(statistic(whole)), float(error), groups - 1


def grouped(values: Integers) -> Integers:
    """Add blocks up into groups for a jackknife, dealing them out in turn.

    Up to 4,096 blocks each is its own group; more are dealt into 256 groups.

    Parameters
    ----------
    values : ndarray of int64, shape (blocks, columns)

    Returns
    -------
    ndarray of int64, shape (groups, columns)
    """
    if len(values) <= MAX_DELETE_ONE:
        return values
    return np.stack([values[group::GROUPS].sum(axis=0) for group in range(GROUPS)])


def ratio(
    parts: Integers, statistic: Callable[[Any], Any], level: float = LEVEL
) -> tuple[float, float, float, float] | None:
    """Return a statistic of block sums, its jackknife error and t interval.

    None where it cannot be told: under two blocks, or undefined once a group is left out.
    """
    groups = grouped(parts)
    if len(groups) < 2:
        return None
    with np.errstate(divide="ignore", invalid="ignore"):
        value, error, dof = jackknife(groups, statistic)
    if not np.isfinite(value) or not np.isfinite(error):
        return None
    half = critical_t(dof, level=level) * error
    return value, error, value - half, value + half


def paired(
    study: Study,
    value: str | pl.Expr,
    arm: int,
    base: int,
    level: float = LEVEL,
    comparisons: int = 1,
) -> Difference:
    """Compare two arms on the deals that both have played.

    Parameters
    ----------
    value : str or polars expression
        What to average over the rows of an arm.
    arm, base : int
        The difference is `arm - base`.
    comparisons : int
        Differences that must hold together.

    Raises
    ------
    StudyError
        If an arm has no rows.
    """
    sums = block_sums(study, value, where=pl.col("arm").is_in([arm, base]))
    columns = sums.keys["arm"].to_list()
    if absent := {arm, base}.difference(columns):
        raise StudyError(f"{study.folder}: arm {min(absent)} has no rows")
    one, two = columns.index(arm), columns.index(base)
    return difference(
        sums.totals[:, one], sums.totals[:, two], sums.counts[0, [one, two]], level, comparisons
    )


def difference(
    arm: Integers,
    base: Integers,
    rows: Sequence[int] | Integers = (1, 1),
    level: float = LEVEL,
    comparisons: int = 1,
) -> Difference:
    """Return the paired difference of two arms' block sums.

    Parameters
    ----------
    arm, base : ndarray of int64, shape (blocks,)
        Sums by block, in the same order.
    rows : pair of int
        Rows behind each sum, the same in every block.
    """
    first, second = (int(r) for r in rows)
    values = np.stack([arm * second, base * first], axis=1)
    unit = first * second
    both, apart = sufficient(values), sufficient(values[:, :1] - values[:, 1:])
    mean, error = float(apart.mean()[0]) / unit, float(apart.errors()[0]) / unit
    variance = float(apart.covariance()[0, 0])
    gain = float(np.trace(both.covariance())) / variance if variance > 0 else None
    if both.n < 2:
        return Difference(mean, error, None, None, both.n, None)
    half = critical_t(both.n - 1, comparisons, level) * error
    return Difference(mean, error, mean - half, mean + half, both.n, gain)


def _mean(totals: Integers, counts: Integers) -> tuple[float | None, ...]:
    rows = int(counts.sum())
    if (counts == counts[0]).all():
        return (rows, *_block_mean(totals, int(counts[0])))
    found = ratio(np.stack([totals, counts], axis=1), lambda s: s[..., 0] / s[..., 1])
    return (rows, *(found or (float(totals.sum() / rows), None, None, None)))


def _block_mean(totals: Integers, count: int) -> tuple[float | None, ...]:
    sums = sufficient(totals[:, None])
    mean, error = float(sums.mean()[0]) / count, float(sums.errors()[0]) / count
    if sums.n < 2:
        return mean, None, None, None
    half = critical_t(sums.n - 1) * error
    return mean, error, mean - half, mean + half


def _check_whole(dtype: pl.DataType) -> None:
    if dtype != pl.Boolean and not dtype.is_integer():
        raise StudyError(f"block sums need whole numbers, not {dtype}")
