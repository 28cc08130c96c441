"""The mean of any column or expression, with an interval from blocks: `Study.estimate` and the `[metrics]` of a study.

The mean is over rows (a row is one seat of one game). A block's rows share their luck, so the error is a jackknife over blocks of
the ratio (sum of values) / (number of rows), which is right whatever the number of rows of a block; differences are taken inside blocks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simkit.analysis.blocks import GROUPS, MAX_DELETE_ONE, Floats, mean_of, ratio
from simkit.analysis.intervals import clopper_pearson
from simkit.analysis.study import Study, StudyError

ESTIMATE = {"rows": pl.Int64, "blocks": pl.Int64} | dict.fromkeys(("mean", "error", "low", "high"), pl.Float64)
SHARE = "share"  # unit of what is true or false
MANY_ROWS = ("Agg", "Len", "Window", "Over", "Sort")  # parts of an expression that look at more than one row
VERSUS = dict.fromkeys(("difference", "difference_error", "difference_low", "difference_high"), pl.Float64)


def estimate(
    study: Study,
    expression: str | pl.Expr,
    by: str | Sequence[str] = ("arm",),
    versus: Mapping[str, Any] | None = None,
    where: str | pl.Expr | None = None,
    comparisons: int = 1,
) -> pl.DataFrame:
    """Do what `Study.estimate` says; the differences of `comparisons` cells or measures hold together.

    Notes
    -----
    Student's t with as many degrees of freedom as blocks have rows in the cell, less one: few blocks say little, however many were played.
    Where most blocks have nothing but zeros, or do not differ, the interval is that of `mostly_zero`.
    """
    columns = [by] if isinstance(by, str) else list(by)
    against = _against(study, versus, columns)
    value, keep = _expression(expression, "expression"), None if where is None else _expression(where, "where")
    keys, sums, blocks, is_share = group_values(study, value, columns, keep)
    records = [_mean(sums[:, :, cell], int(blocks[cell]), is_share) for cell in range(keys.height)]
    found = pl.concat([keys.select(columns), pl.DataFrame(records, ESTIMATE, orient="row")], how="horizontal")
    if not against:
        return found
    place = {tuple(key.items()): cell for cell, key in enumerate(keys.iter_rows(named=True))}
    bases = [place.get(tuple((key | against).items())) for key in keys.iter_rows(named=True)]
    for name, wanted in against.items():
        if wanted not in keys[name]:
            raise StudyError(f"versus: no row has {name} = {wanted!r}; there are {', '.join(map(str, keys[name].unique().sort()))}")
    apart = [
        _difference(sums[:, :, cell], None if base in (None, cell) else sums[:, :, base], comparisons) for cell, base in enumerate(bases)
    ]
    return pl.concat([found, pl.DataFrame(apart, VERSUS, orient="row")], how="horizontal")


def metrics(study: Study) -> pl.DataFrame:
    """Estimate the further measures that whoever played the study asked for: a row a metric and arm; none if there are none."""
    asked: dict[str, str] = study.asked.get("metrics", {})
    units = _units(study)
    labels = {arm.index: arm.label for arm in study.arms}
    found = [
        estimate(study, expression)
        .select(
            pl.lit(name).alias("metric"),
            pl.lit(expression).alias("expression"),
            pl.lit(_unit(study, expression, units)).alias("unit"),
            pl.all(),
        )
        .with_columns(pl.col("arm").replace_strict(labels, return_dtype=pl.String).alias("label"))
        for name, expression in asked.items()
    ]
    schema = {"metric": pl.String, "expression": pl.String, "unit": pl.String, "arm": pl.Int64, **ESTIMATE, "label": pl.String}
    return pl.concat(found) if found else pl.DataFrame(schema=schema)


def _units(study: Study) -> dict[str, str]:
    """Return the units of the columns that count something."""
    own = [*study.manifest.get("lines", []), *study.manifest.get("facts", [])]
    return {"total": "points", "turns": "turns", "decisions": "decisions", "options": "actions", "forced": "decisions"} | {
        c["name"]: c["unit"] for c in own
    }


def _unit(study: Study, text: str, units: Mapping[str, str]) -> str:
    """Return `SHARE` for what is true or false, the unit of a sum of columns that have one; empty if nobody can tell."""
    if _kind(study.rows.select(value=_expression(text, "expression")), text, list(units)) == pl.Boolean:
        return SHARE
    if not re.fullmatch(r"[\w\s+-]*", text):
        return ""
    found = {units.get(name, "") for name in re.findall(r"[A-Za-z_]\w*", text)}
    return found.pop() if len(found) == 1 else ""


def check_metrics(asked: Mapping[str, str], columns: Mapping[str, Any]) -> None:
    """Refuse metrics that cannot be estimated, before anything is played.

    Parameters
    ----------
    columns : mapping of str to polars dtype
        The columns of the rows.

    Raises
    ------
    StudyError
        Naming the metric.
    """
    nothing = pl.LazyFrame(schema=dict(columns))
    for name, text in asked.items():
        if not name.strip():
            raise StudyError(f"metrics: {text!r} has no name")
        try:
            _kind(nothing.select(value=_expression(text, "expression")), text, list(columns))
        except StudyError as error:
            raise StudyError(f"metrics.{name}: {error}") from None


def _against(study: Study, versus: Mapping[str, Any] | None, by: list[str]) -> dict[str, Any]:
    """Return what is compared with; arms and strategies may be named by their labels."""
    if versus is None:
        return {}
    if not isinstance(versus, Mapping) or not versus:
        raise StudyError(f'versus: {versus!r} is no mapping of a column to a value, such as {{"arm": 0}}')
    called = {"arm": [arm.label for arm in study.arms], "strategy": list(study.strategies)}
    found = {}
    for name, value in versus.items():
        if name not in by:
            raise StudyError(f"versus: {name} is not one of the columns of `by` ({', '.join(by)})")
        is_label = isinstance(value, str) and value in called.get(name, ())
        found[name] = called[name].index(value) if is_label else value
    return found


def _expression(text: str | pl.Expr, what: str) -> pl.Expr:
    if isinstance(text, pl.Expr):
        return text
    if not isinstance(text, str):
        raise StudyError(f"{what}: {text!r} is neither SQL nor a polars expression; for example 'total >= 80'")
    try:
        found = pl.sql_expr(text)
    except pl.exceptions.PolarsError as error:
        raise StudyError(f"{what}: {text!r} is not an SQL expression over the columns: {_first_line(error)}") from None
    nodes = found.meta.serialize(format="json")
    if any(f'"{node}"' in nodes for node in MANY_ROWS) or '"Column"' not in nodes:
        raise StudyError(f"{what}: {text!r} is not the value of one row: sums, means and windows are what the estimate makes of it")
    return found


def _kind(chosen: pl.LazyFrame, what: Any, columns: list[str]) -> pl.DataType:
    """Return the dtype of the column `value`, or say what is wrong with it."""
    try:
        kind = chosen.collect_schema()["value"]
    except pl.exceptions.ColumnNotFoundError as error:
        name = _first_line(error).partition('"')[2].partition('"')[0]
        close = get_close_matches(name, columns, n=1, cutoff=0.5)
        hint = f" (did you mean {close[0]!r}?)" if close else ""
        raise StudyError(f"{what}: there is no column {name!r}{hint}; the columns are listed in columns.md of the study's folder") from None
    except pl.exceptions.PolarsError as error:
        raise StudyError(f"{what}: {_first_line(error)}") from None
    if kind != pl.Boolean and not kind.is_numeric():
        raise StudyError(f"{what} is no number but {kind}")
    return kind


def group_values(
    study: Study, value: pl.Expr, by: list[str], where: pl.Expr | None
) -> tuple[pl.DataFrame, Floats, NDArray[np.int64], bool]:
    """Return the cells; sums and numbers of rows by block or group of blocks (groups, 2, cells); blocks by cell; whether it is a share."""
    columns = pl.read_parquet_schema(study.parts[0])
    for name in by:
        if name not in columns:
            close = get_close_matches(name, list(columns), n=1, cutoff=0.5)
            hint = f" (did you mean {close[0]!r}?)" if close else ""
            raise StudyError(f"by: there is no column {name!r}{hint}; the columns are listed in columns.md of the study's folder")
    names = list(columns)
    all_rows = "" if by else "all"  # one cell of its own
    by = by or [all_rows]
    kind = _kind(study.rows.select(value=value), value, names)
    if where is not None and _kind(study.rows.select(value=where), where, names) != pl.Boolean:
        raise StudyError(f"where: {where} is neither true nor false")
    is_whole = kind == pl.Boolean or kind.is_integer()

    def query(rows: pl.LazyFrame) -> pl.LazyFrame:
        kept = rows if where is None else rows.filter(where)
        # what is unknown is left out, as by SQL's AVG
        kept = kept.with_columns(pl.lit(0).alias(all_rows)) if all_rows else kept
        chosen = kept.select(*by, "block", value=value.cast(pl.Int64 if is_whole else pl.Float64)).drop_nulls("value")
        cells = chosen.group_by("block", *by, maintain_order=True)  # in order: sums of fractions depend on it
        return cells.agg(pl.col("value").sum(), pl.len().cast(pl.Int64).alias("rows"))

    table = study.reduce(query)
    if not is_whole and not table["value"].is_finite().all():
        odd = table.filter(~pl.col("value").is_finite()).height
        raise StudyError(f"{value}: {odd} blocks have rows that are not finite; divide by nullif(column, 0) to leave them out")
    many = len(study.blocks) > MAX_DELETE_ONE
    units, unit = (np.arange(GROUPS), table["block"] % GROUPS) if many else (study.blocks, table["block"])
    keys = table.select(by).unique().sort(by) if by else pl.DataFrame({"": [0]}).select([])
    cells = keys.height if by else 1
    cell = (
        table.join(keys.with_row_index("cell"), on=by, maintain_order="left")["cell"].to_numpy() if by else np.zeros(table.height, np.int64)
    )
    sums = np.zeros((len(units), 2, cells))
    at = np.searchsorted(units, unit.to_numpy())
    np.add.at(sums[:, 0], (at, cell), table["value"].to_numpy())
    np.add.at(sums[:, 1], (at, cell), table["rows"].to_numpy())
    return keys, sums, np.bincount(cell, minlength=cells), kind == pl.Boolean


def _mean(cell: Floats, blocks: int, is_share: bool) -> tuple[float | None, ...]:
    total, rows = cell.sum(axis=0)
    mean = float(total / rows)
    used = cell[cell[:, 1] > 0]
    if is_share and total in (0, rows):  # no spread, and yet not certain: so many blocks without an exception
        low, high = clopper_pearson(blocks if total else 0, blocks)
        return int(rows), blocks, mean, 0.0, low, high
    found = mean_of(used[:, 0], used[:, 1])
    if found and is_share:
        if mean > 0.5:  # the exceptions are what may be rare
            found = _turned(mean_of(used[:, 1] - used[:, 0], used[:, 1])) or found
        found = (*found[:2], max(found[2], 0.0), min(found[3], 1.0))  # Student's t knows no ends
    return (int(rows), blocks, *(found or (mean, None, None, None)))


def _turned(found: tuple[float, float, float, float] | None) -> tuple[float, float, float, float] | None:
    """Return a share for that of its exceptions."""
    return found and (1 - found[0], found[1], 1 - found[3], 1 - found[2])


def _difference(cell: Floats, base: Floats | None, comparisons: int) -> tuple[float | None, ...]:
    if base is None:
        return (None,) * len(VERSUS)
    both = np.concatenate([cell, base], axis=1)
    both = both[(both[:, 1] > 0) | (both[:, 3] > 0)]
    if (both[:, 1] == both[:, 3]).all():
        found = mean_of(both[:, 0] - both[:, 2], both[:, 1], comparisons=comparisons)
    else:
        found = ratio(both, lambda s: s[..., 0] / s[..., 1] - s[..., 2] / s[..., 3], comparisons=comparisons)
    if found is None:
        total = both.sum(axis=0)
        return (float(total[0] / total[1] - total[2] / total[3]), None, None, None)
    return found


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__
