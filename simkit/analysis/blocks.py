"""Block sums, and what follows from them: means, standard errors, paired differences.

A block is one deal played from every seat and in every arm. Blocks are independent, the games
inside one are not, so every error here comes from the spread between blocks. Sums stay
integers until the last division and are added part by part: the result does not depend on the
order of adding, and memory does not grow with the run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simkit.analysis.intervals import critical_t, mostly_zero
from simkit.analysis.study import Study, StudyError

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
MAX_DELETE_ONE = 4096  # a jackknife of more blocks leaves out one of GROUPS groups at a time
GROUPS = 256


@dataclass(frozen=True)
class BlockSums:
    """Sums of an integer value, a row a block (or a group of blocks).

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

    def of(self, cells: Sequence[int]) -> Sums:
        """Return the sums of some of the cells."""
        return Sums(self.n, self.total[cells], self.cross[np.ix_(cells, cells)])

    def contrast(self, weights: Sequence[int]) -> Sums:
        """Return the sums of a combination of the cells, whole weights: a single cell."""
        w = np.asarray(weights, np.int64)
        return Sums(self.n, np.array([w @ self.total]), np.array([[w @ self.cross @ w]]))

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
class Cells:
    """Sufficient sums of cells that have the same number of rows in each block.

    Attributes
    ----------
    keys : DataFrame, one row a cell
    rows : ndarray of int64, shape (cells,)
        Rows of a cell in a block.
    sums : Sums
        Of the sums by block.
    groups : ndarray of int64, shape (groups, cells)
        Sums by the groups of `group_sums`.
    sizes : ndarray of int64, shape (groups,)
        Blocks in each group.
    """

    keys: pl.DataFrame
    rows: Integers
    sums: Sums
    groups: Integers
    sizes: Integers

    def unfair(self, cells: Sequence[int], unit: Integers | int, players: int) -> Floats:
        """Return how far the share of each cell is from a fair one in each group, as `joint` takes it.

        Parameters
        ----------
        unit : int or ndarray of int, shape (cells,)
            What a block adds to the sum of a cell that wins all its games; a `players`-th of it is fair.
        """
        return unfair(self.groups[:, cells], self.sizes, unit, players)

    def where(self, key: str, value: int) -> list[int]:
        """Return the positions of the cells with a key."""
        return (self.keys[key] == value).arg_true().to_list()


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


def unfair(groups: Integers, sizes: Integers, unit: Integers | int, players: int) -> Floats:
    """Return how far shares are from fair ones, from their sums by group and the blocks in each: shape (groups, cells), for `joint`."""
    apart = players * groups - unit * sizes[:, None]  # whole numbers: exactly zero where all is fair
    return np.asarray(apart * (len(sizes) / sizes.sum()) / (players * np.asarray(unit)))


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
        Rows in the order of `study.blocks`.

    Raises
    ------
    StudyError
        If the value is not made of whole numbers.
    """
    return _sums_by(study, value, by, where, pl.col("block"), study.blocks)


def group_sums(
    study: Study,
    value: str | pl.Expr,
    by: Sequence[str] = ("arm",),
    where: pl.Expr | None = None,
) -> BlockSums:
    """Add up like `block_sums`, by the groups that a jackknife leaves out.

    Up to 4,096 blocks each is its own group; more are dealt into 256 groups by their number.
    """
    if len(study.blocks) <= MAX_DELETE_ONE:
        return block_sums(study, value, by, where)
    group = pl.col("block") % GROUPS
    return _sums_by(study, value, by, where, group, np.arange(GROUPS))


def cell_sums(study: Study, value: str | pl.Expr, by: Sequence[str] = ("arm",), where: pl.Expr | None = None) -> Cells:
    """Return the sufficient sums of a value by cell, taken part by part, of the rows to keep.

    Raises
    ------
    StudyError
        If a cell has more rows in one block than in another, or if the value is not made of
        whole numbers.
    """
    found: Cells | None = None
    group = _groups(study)
    for piece in study.pieces():
        table = block_sums(piece, value, by, where)
        groups = np.zeros((int(group.max()) + 1, table.keys.height), np.int64)
        np.add.at(groups, group[np.searchsorted(study.blocks, piece.blocks)], table.totals)
        cells = Cells(table.keys, table.counts[0], sufficient(table.totals), groups, np.bincount(group))
        alike = (table.counts == cells.rows).all()
        if not alike or (found and not (found.keys.equals(cells.keys) and (found.rows == cells.rows).all())):
            raise StudyError(f"{study.folder}: blocks differ in their rows by {', '.join(by)}")
        found = replace(cells, sums=found.sums + cells.sums, groups=found.groups + cells.groups) if found else cells
    assert found is not None  # a study has parts
    return found


def _groups(study: Study) -> Integers:
    """Return the group of each block that a jackknife leaves out."""
    blocks = np.asarray(study.blocks, np.int64)
    return blocks % GROUPS if len(blocks) > MAX_DELETE_ONE else np.arange(len(blocks))


def means(
    study: Study,
    value: str | pl.Expr,
    by: Sequence[str] = ("arm",),
    where: pl.Expr | None = None,
) -> pl.DataFrame:
    """Return the mean of a value a row, with its jackknife error and 95 % t interval (that of `mostly_zero` for rare values).

    Where all blocks have as many rows (and up to 4,096 blocks) the error is exactly that of
    block means.

    Returns
    -------
    DataFrame
        Columns of `by`, then rows, mean, error, low, high. Error and limits are null where a
        single block leaves them unknown.
    """
    sums = group_sums(study, value, by, where)
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
    return float(statistic(whole)), float(left_out(without)), groups - 1


def left_out(without: Floats) -> Floats:
    """Return the standard errors that a jackknife gives to statistics.

    Parameters
    ----------
    without : ndarray, shape (groups, ...)
        The statistics with each group left out in turn, groups of about equal size.

    Returns
    -------
    ndarray, shape (...)
    """
    groups = len(without)
    return np.asarray(np.sqrt((groups - 1) / groups * ((without - without.mean(axis=0)) ** 2).sum(axis=0)))


def ratio(
    groups: Integers | Floats, statistic: Callable[[Any], Any], level: float | None = None, comparisons: int = 1
) -> tuple[float, float, float, float] | None:
    """Return a statistic of sums by group, its jackknife error and t interval, as wide as `comparisons` of them need to hold together.

    None where it cannot be told: under two groups, or undefined once one is left out.
    """
    if len(groups) < 2:
        return None
    with np.errstate(divide="ignore", invalid="ignore"):
        value, error, dof = jackknife(groups, statistic)
    if not np.isfinite(value) or not np.isfinite(error):
        return None
    half = critical_t(dof, comparisons, level) * error
    return value, error, value - half, value + half


def mean_of(
    totals: Integers | Floats, rows: Integers | Floats, level: float | None = None, comparisons: int = 1
) -> tuple[float, float, float, float] | None:
    """Return the mean a row of values summed by group, its jackknife error and interval, which holds for rare values, too.

    Parameters
    ----------
    totals, rows : ndarray, shape (groups,)
        Sums of the values, differences perhaps, and numbers of rows behind them.
    """
    both: Floats = np.stack([totals, rows], axis=1).astype(np.float64)
    found = ratio(both, lambda s: s[..., 0] / s[..., 1], level, comparisons)
    limits = mostly_zero(totals * (len(rows) / rows.sum()), comparisons, level) if found else None
    return (*found[:2], *limits) if found and limits else found


def paired(study: Study, value: str | pl.Expr, arm: int, base: int, level: float | None = None) -> Difference:
    """Compare two arms on common deals: the mean of a value a row in `arm`, less that in `base`.

    Raises
    ------
    StudyError
        If an arm has no rows.
    """
    cells = cell_sums(study, value)
    arms = cells.keys["arm"].to_list()
    if absent := {arm, base}.difference(arms):
        raise StudyError(f"{study.folder}: arm {min(absent)} has no rows")
    both = [arms.index(arm), arms.index(base)]
    return difference(cells.sums.of(both), cells.rows[both], level)


def difference(
    both: Sums,
    rows: Sequence[int] | Integers = (1, 1),
    level: float | None = None,
    comparisons: int = 1,
) -> Difference:
    """Return the paired difference of two cells, the first less the second.

    Parameters
    ----------
    both : Sums
        Of two cells.
    rows : pair of int
        Rows behind each cell in a block.
    comparisons : int
        Differences that must hold together.
    """
    first, second = (int(r) for r in rows)
    apart, unit = both.contrast([second, -first]), first * second
    mean, error = float(apart.mean()[0]) / unit, float(apart.errors()[0]) / unit
    if both.n < 2:
        return Difference(mean, error, None, None, both.n, None)
    variance = float(apart.covariance()[0, 0])
    separate = float(np.diag(both.covariance()) @ np.square([second, first]))
    half = critical_t(both.n - 1, comparisons, level) * error
    gain = separate / variance if variance > 0 else None
    return Difference(mean, error, mean - half, mean + half, both.n, gain)


def _sums_by(
    study: Study,
    value: str | pl.Expr,
    by: Sequence[str],
    where: pl.Expr | None,
    unit: pl.Expr,
    units: Integers,
) -> BlockSums:
    expression = pl.col(value) if isinstance(value, str) else value
    keep = pl.lit(True) if where is None else where

    def query(rows: pl.LazyFrame) -> pl.LazyFrame:
        kept = rows.filter(keep).select(*by, unit=unit, value=expression)
        _check_whole(kept.collect_schema()["value"])
        return kept.group_by("unit", *by).agg(
            pl.col("value").cast(pl.Int64).sum().alias("total"),
            pl.len().cast(pl.Int64).alias("count"),
        )

    table = study.reduce(query)
    keys = table.select(by).unique().sort(by)
    cell = table.join(keys.with_row_index("cell"), on=list(by), maintain_order="left")["cell"]
    at = np.searchsorted(units, table["unit"].to_numpy()), cell.to_numpy()
    totals, counts = np.zeros((2, len(units), keys.height), np.int64)
    np.add.at(totals, at, table["total"].to_numpy())
    np.add.at(counts, at, table["count"].to_numpy())
    return BlockSums(keys, totals, counts)


def _mean(totals: Integers, counts: Integers) -> tuple[float | None, ...]:
    rows = int(counts.sum())
    return (rows, *(mean_of(totals, counts) or (float(totals.sum() / rows), None, None, None)))


def _check_whole(dtype: pl.DataType) -> None:
    if dtype == pl.UInt64:
        raise StudyError("block sums need whole numbers, not sets of cards (UInt64)")
    if dtype != pl.Boolean and not dtype.is_integer():
        raise StudyError(f"block sums need whole numbers, not {dtype}")
