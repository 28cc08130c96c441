"""The mean of any column or expression, with an interval from blocks: `Study.estimate` and the `[metrics]` of a study.

The mean is over rows (a row is one seat of one game). A block's rows share their luck, so the error is a jackknife over blocks of
the ratio (sum of values) / (number of rows), which is right whatever the number of rows of a block; differences are taken inside blocks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from simkit.analysis.blocks import GROUPS, MAX_DELETE_ONE, Floats, ratio
from simkit.analysis.study import Study, StudyError

ESTIMATE = {"rows": pl.Int64} | dict.fromkeys(("mean", "error", "low", "high"), pl.Float64)
VERSUS = dict.fromkeys(("difference", "difference_error", "difference_low", "difference_high"), pl.Float64)


def estimate(
    study: Study,
    expression: str | pl.Expr,
    by: Sequence[str] = ("arm",),
    versus: Mapping[str, Any] | None = None,
    where: str | pl.Expr | None = None,
) -> pl.DataFrame:
    """Estimate the mean of an expression over the rows of each cell.

    Parameters
    ----------
    study : Study
    expression : str or polars expression
        SQL over the columns that columns.md of the study's folder lists: ``"tasks + sigils"``, ``"total >= 80"``. True counts 1.
        Values of one row: aggregates such as ``mean`` are what the estimate does.
    by : sequence of str
        Columns that make the cells: arm, seat, strategy, rotation, ...
    versus : mapping
        ``{"arm": 0}``: compare each cell with the one where `arm` is 0 and the other columns of `by` are its own.
    where : str or polars expression
        Rows to keep.

    Returns
    -------
    DataFrame, one row a cell
        Columns of `by`; rows; mean, error, low, high (95 %, Student's t); with `versus` also difference, difference_error,
        difference_low, difference_high (null where there is nothing to compare with, or under two blocks).

    Raises
    ------
    StudyError
        If the expression cannot be read, names a column there is not, or is no number; if `versus` names no column of `by`.

    Examples
    --------
    >>> study.estimate("total >= 80", by=["arm", "seat"], versus={"arm": 0})  # doctest: +SKIP
    """
    by, against = list(by), dict(versus or {})
    if absent := [name for name in against if name not in by]:
        raise StudyError(f"versus: {absent[0]} is not one of the columns of `by` ({', '.join(by)})")
    keys, sums = _sums(study, _expression(expression), by, None if where is None else _expression(where))
    records = [_mean(sums[:, :, cell]) for cell in range(keys.height)]
    found = pl.concat([keys, pl.DataFrame(records, ESTIMATE, orient="row")], how="horizontal")
    if not against:
        return found
    place = {tuple(key.items()): cell for cell, key in enumerate(keys.iter_rows(named=True))}
    bases = [place.get(tuple((key | against).items())) for key in keys.iter_rows(named=True)]
    apart = [_difference(sums[:, :, cell], None if base in (None, cell) else sums[:, :, base]) for cell, base in enumerate(bases)]
    return pl.concat([found, pl.DataFrame(apart, VERSUS, orient="row")], how="horizontal")


def metrics(study: Study) -> pl.DataFrame:
    """Estimate the further measures that whoever played the study asked for: a row a metric and arm; none if there are none."""
    asked: dict[str, str] = study.asked.get("metrics", {})
    labels = {arm.index: arm.label for arm in study.arms}
    found = [
        estimate(study, expression)
        .select(pl.lit(name).alias("metric"), pl.lit(expression).alias("expression"), pl.all())
        .with_columns(pl.col("arm").replace_strict(labels, return_dtype=pl.String).alias("label"))
        for name, expression in asked.items()
    ]
    schema = {"metric": pl.String, "expression": pl.String, "arm": pl.Int64, **ESTIMATE, "label": pl.String}
    return pl.concat(found) if found else pl.DataFrame(schema=schema)


def _expression(text: str | pl.Expr) -> pl.Expr:
    if isinstance(text, pl.Expr):
        return text
    try:
        return pl.sql_expr(text)
    except pl.exceptions.PolarsError as error:
        raise StudyError(f"{text!r} is not an SQL expression over the columns: {_first_line(error)}") from None


def _sums(study: Study, value: pl.Expr, by: list[str], where: pl.Expr | None) -> tuple[pl.DataFrame, Floats]:
    """Return the cells, and sums and numbers of rows by block (or group of blocks): shape (groups, 2, cells)."""
    many = len(study.blocks) > MAX_DELETE_ONE
    unit = pl.col("block") % GROUPS if many else pl.col("block")
    units = np.arange(GROUPS) if many else study.blocks

    def query(rows: pl.LazyFrame) -> pl.LazyFrame:
        kept = rows if where is None else rows.filter(where)
        chosen = kept.select(*by, unit=unit, value=value)
        kind = chosen.collect_schema()["value"]
        if kind != pl.Boolean and not kind.is_numeric():
            raise StudyError(f"{value} is no number but {kind}")
        if len(_first_rows(study, value)) != len(_first_rows(study, pl.col("block"))):
            raise StudyError(f"{value}: sums or averages rows by itself; give the value of one row, the estimate is its mean")
        is_whole = kind == pl.Boolean or kind.is_integer()
        numbers = chosen.with_columns(pl.col("value").cast(pl.Int64 if is_whole else pl.Float64))
        cells = numbers.group_by("unit", *by, maintain_order=True)  # in order: sums of fractions depend on it
        return cells.agg(pl.col("value").sum(), pl.len().cast(pl.Int64).alias("rows"))

    try:
        table = study.reduce(query)
    except pl.exceptions.PolarsError as error:
        raise StudyError(f"{value}: {_first_line(error)}; the columns are listed in {study.folder / 'columns.md'}") from None
    keys = table.select(by).unique().sort(by)
    cell = table.join(keys.with_row_index("cell"), on=by, maintain_order="left")["cell"].to_numpy()
    sums = np.zeros((len(units), 2, keys.height))
    at = np.searchsorted(units, table["unit"].to_numpy())
    np.add.at(sums[:, 0], (at, cell), table["value"].to_numpy())
    np.add.at(sums[:, 1], (at, cell), table["rows"].to_numpy())
    return keys, sums


def _first_rows(study: Study, value: pl.Expr) -> pl.Series:
    return pl.scan_parquet(study.parts[0]).head(2).select(value=value).collect()["value"]


def _mean(cell: Floats) -> tuple[float | None, ...]:
    total, rows = cell.sum(axis=0)
    found = ratio(cell, lambda s: s[..., 0] / s[..., 1])
    return (int(rows), *(found or (float(total / rows), None, None, None)))


def _difference(cell: Floats, base: Floats | None) -> tuple[float | None, ...]:
    if base is None:
        return (None,) * len(VERSUS)
    both = np.concatenate([cell, base], axis=1)
    found = ratio(both, lambda s: s[..., 0] / s[..., 1] - s[..., 2] / s[..., 3])
    if found is None:
        total = both.sum(axis=0)
        return (float(total[0] / total[1] - total[2] / total[3]), None, None, None)
    return found


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__
