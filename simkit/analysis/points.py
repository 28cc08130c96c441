"""Where points come from: the mean of each score line, and winners against the others.

What winners have more of goes with winning; it need not be the cause of it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from simkit.analysis.blocks import Integers, block_sums, means, ratio
from simkit.analysis.study import Study

WON = pl.col("share") > 0
POINTS: dict[str, Any] = {
    "arm": pl.Int64,
    "label": pl.String,
    "line": pl.String,
    "text": pl.String,
    "mean": pl.Float64,
    "winners": pl.Float64,
    "others": pl.Float64,
    "difference": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
}


def points(study: Study) -> pl.DataFrame:
    """Return the mean points by score line, of all seats, of winners and of the others.

    Returns
    -------
    DataFrame, one row a score line of an arm
        arm, label, line, text; mean; winners (seats with a share of the win, or solo
        successes) and others; difference = winners - others with its jackknife interval.
        Null where nobody won, everybody won, or one block leaves the spread unknown.
    """
    labels = {arm.index: arm.label for arm in study.arms}
    tables = [_line(study, line["name"], line.get("text")) for line in study.manifest["lines"]]
    joined = pl.concat(tables).sort("arm", maintain_order=True)
    named = joined.with_columns(pl.col("arm").replace_strict(labels).alias("label"))
    return named.select(pl.col(name).cast(dtype) for name, dtype in POINTS.items())


def _line(study: Study, line: str, text: str | None) -> pl.DataFrame:
    average = means(study, line).select("arm", "mean")
    sides = {True: _sums(study, line, WON), False: _sums(study, line, ~WON)}
    nothing = np.zeros((len(study.blocks), 2), np.int64)
    records = []
    for arm, mean in average.iter_rows():
        winners, others = (sides[side].get(arm, nothing) for side in (True, False))
        gap = ratio(np.hstack([winners, others]), _difference)
        limits = (gap[0], *gap[2:]) if gap else (None, None, None)
        records.append((arm, line, text or line, mean, _mean(winners), _mean(others), *limits))
    return pl.DataFrame(records, [name for name in POINTS if name != "label"], orient="row")


def _sums(study: Study, line: str, where: pl.Expr) -> dict[int, Integers]:
    found = block_sums(study, line, where=where)
    arms = found.keys["arm"].to_list()
    both = np.stack([found.totals, found.counts], axis=2)
    return {arm: both[:, cell] for cell, arm in enumerate(arms)}


def _mean(side: Integers) -> float | None:
    total, count = side.sum(axis=0)
    return float(total / count) if count else None


def _difference(sums: Any) -> Any:
    return sums[..., 0] / sums[..., 1] - sums[..., 2] / sums[..., 3]
