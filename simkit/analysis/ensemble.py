"""What hangs on numbers that nobody printed: the range of the headline over alternative sets of cards.

The sets come from a stated generator of ours, so their range is no interval: nothing says how likely a set is. Each set was played on few
deals, all on the same ones, so a part of the range is luck; `noise` says how far one set's own estimate may be off.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from simkit.analysis.blocks import Cells, cell_sums
from simkit.analysis.intervals import critical_t
from simkit.analysis.study import ENSEMBLE, SHARE_UNITS, Arm, Study, load

POINTS, WINS, SUCCESS = "points", "wins", "success"
RANGES: dict[str, Any] = {
    "label": pl.String,
    "players": pl.Int64,
    "measure": pl.String,
    "seat": pl.Int64,
    "own": pl.Float64,
    "least": pl.Float64,
    "most": pl.Float64,
    "noise": pl.Float64,
    "sets": pl.Int64,
    "deals": pl.Int64,
}


def played(study: Study) -> Study | None:
    """Return what a study played with alternative sets of cards; None if it did not."""
    return load(study.folder / ENSEMBLE) if any((study.folder / ENSEMBLE / "parts").glob("part-*.parquet")) else None


def ranges(other: Study) -> pl.DataFrame:
    """Return the least and the most of each headline over the sets of an ensemble.

    Parameters
    ----------
    other : Study
        As `played` returns it.

    Returns
    -------
    DataFrame
        label of the table, players; measure: wins of a seat (fractions of games), alone success and points; seat (0 alone); own: with the
        cards as they are, on the same deals; least, most over the sets; noise: half the 95 % interval of a set, in the middle of the
        sets; sets, deals.
    """
    share, total = cell_sums(other, "share", ("arm", "seat")), cell_sums(other, "total", ("arm", "seat"))
    size, rows = len(other.manifest["variants"]), []
    for start in range(0, len(other.arms), size):
        arms = other.arms[start : start + size]
        base = arms[0]
        label = base.label.removesuffix(f", {other.manifest['variants'][0]['name']}")
        if base.players > 1:
            wins = [_wins(share, arm) for arm in arms]
            rows += [(label, base.players, WINS, seat + 1, *_range([w[seat] for w in wins]), size - 1) for seat in range(base.players)]
            continue
        success, points = ([_one(cells, arm, unit) for arm in arms] for cells, unit in ((share, SHARE_UNITS), (total, 1)))
        if any(mean for mean, _ in success):
            rows.append((label, 1, SUCCESS, 0, *_range(success), size - 1))
        rows.append((label, 1, POINTS, 0, *_range(points), size - 1))
    return pl.DataFrame([(*row, len(other.blocks)) for row in rows], RANGES, orient="row")


def _wins(cells: Cells, arm: Arm) -> list[tuple[float, float]]:
    sums, unit = cells.sums.of(cells.where("arm", arm.index)), SHARE_UNITS * arm.rotations
    half = critical_t(max(sums.n - 1, 1)) * sums.errors() / unit
    return list(zip((sums.mean() / unit).tolist(), half.tolist(), strict=True))


def _one(cells: Cells, arm: Arm, unit: int) -> tuple[float, float]:
    sums = cells.sums.of(cells.where("arm", arm.index))
    return float(sums.mean()[0]) / unit, critical_t(max(sums.n - 1, 1)) * float(sums.errors()[0]) / unit


def _range(versions: list[tuple[float, float]]) -> tuple[float, float, float, float]:
    """Return own, least, most and noise of means with their half intervals, the first being the cards as they are."""
    means = [mean for mean, _ in versions[1:]]
    return versions[0][0], min(means), max(means), float(np.median([half for _, half in versions[1:]]))
