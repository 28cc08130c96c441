"""The ladder of skill: which levels beat the one below by the stated step, and so have a say in verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from simkit.analysis.blocks import cell_sums
from simkit.analysis.intervals import joint
from simkit.analysis.study import SHARE_UNITS, Arm, Study
from simkit.analysis.verdict import FAULTY, UNDECIDED

COUNTS, NO_LEVEL = "counts", "no level of its own"
LEVELS: dict[str, Any] = {
    "strategy": pl.String,
    "other": pl.String,
    "share": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "step": pl.Float64,
    "verdict": pl.String,
}


def levels(study: Study) -> pl.DataFrame:
    """Return the stated skill levels, the weakest first; none if the study states none.

    Returns
    -------
    DataFrame, one row a level
        strategy, other (the one below), share of their duels that it wins, low, high (the intervals of all levels hold together), step;
        verdict: "counts" where the interval lies above the step, "no level of its own" below it, else "undecided", which has no say
        yet, like a level with a faulty duel.
    """
    return won(study, [arm for arm in study.arms if arm.is_rung], study.step)


def won(study: Study, duels: Sequence[Arm], step: float) -> pl.DataFrame:
    """Return what one player of a level wins among those of the level below, a row a duel, and what that makes of the level.

    The columns are those of `levels`. The interval is read, no estimate: by estimates alone a level that truly wins just under the step
    would have a say in half of the studies.
    """
    if not duels:
        return pl.DataFrame(schema=LEVELS)
    here = pl.col("arm").is_in([arm.index for arm in duels])
    cells, rows = cell_sums(study, "share", ("arm", "strategy"), here), []
    spoilt = cell_sums(study, pl.col("fault") > 0, where=here)
    for arm in duels:
        above, below = arm.lineup[0], arm.lineup[-1]
        mine = [at for at in cells.where("arm", arm.index) if cells.keys["strategy"][at] == above]
        sums, unit = cells.sums.of(mine), SHARE_UNITS * arm.rotations
        share = sums.mean() / unit
        [[low, high]] = joint(share, sums.errors() / unit, sums.n, len(duels), unfair=cells.unfair(mine, unit, 2))
        if spoilt.sums.total[spoilt.where("arm", arm.index)].any():
            verdict = FAULTY
        else:
            verdict = COUNTS if low >= step else NO_LEVEL if high < step else UNDECIDED
        rows.append((study.strategies[above], study.strategies[below], float(share[0]), float(low), float(high), step, verdict))
    return pl.DataFrame(rows, LEVELS, orient="row")
