"""Where points come from: the mean of each score line, and winners against the others.

What winners have more of goes with winning; it need not be the cause of it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from simkit.analysis.blocks import BlockSums, Integers, group_sums, ratio
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
    tables = [_line(study, line["name"], line.get("text")) for line in study.manifest["lines"]]
    return pl.concat(tables).sort("arm", maintain_order=True)


def _line(study: Study, line: str, text: str | None) -> pl.DataFrame:
    won, lost = group_sums(study, line, where=WON), group_sums(study, line, where=~WON)
    records = []
    for arm in study.arms:
        winners, others = _side(won, arm.index), _side(lost, arm.index)
        gap = ratio(np.hstack([winners, others]), _difference)
        limits = (gap[0], *gap[2:]) if gap else (None, None, None)
        means = (_mean(winners + others), _mean(winners), _mean(others))
        records.append((arm.index, arm.label, line, text or line, *means, *limits))
    return pl.DataFrame(records, POINTS, orient="row")


def _side(found: BlockSums, arm: int) -> Integers:
    """Return points and rows of an arm by group; zeros if it has none."""
    mine = (found.keys["arm"] == arm).arg_true().to_numpy()
    return np.stack([found.totals[:, mine].sum(axis=1), found.counts[:, mine].sum(axis=1)], axis=1)


def _mean(side: Integers) -> float | None:
    total, count = side.sum(axis=0)
    return float(total / count) if count else None


def _difference(sums: Any) -> Any:
    return sums[..., 0] / sums[..., 1] - sums[..., 2] / sums[..., 3]
