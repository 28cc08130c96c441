"""Who beats whom: win shares of every pair of strategies, and of each against all others.

A pair meets at a table of two; a block is one deal played in both seatings, so neither has a better seat or better luck. The share of a
strategy in a block is 1 if it won both games, 1/2 if each won one. All intervals come from blocks; those of the pairs hold together.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from simkit.analysis.blocks import Cells, cell_sums, means
from simkit.analysis.intervals import Interval, joint
from simkit.analysis.seats import games
from simkit.analysis.study import SHARE_UNITS, Arm, Study
from simkit.analysis.verdict import FEWEST_BLOCKS

BEATS, LOSES, OPEN = "beats", "loses to", "undecided"
FAIR = 0.5
MATCHUPS: dict[str, Any] = {
    "arm": pl.Int64,
    "strategy": pl.String,
    "other": pl.String,
    "share": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "verdict": pl.String,
    "points": pl.Float64,
    "other_points": pl.Float64,
}
STANDINGS: dict[str, Any] = {
    "strategy": pl.String,
    "share": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "beats": pl.Int64,
    "loses_to": pl.Int64,
    "undecided": pl.Int64,
    "points": pl.Float64,
    "games_per_second": pl.Float64,
}


def analyse(study: Study) -> dict[str, pl.DataFrame]:
    """Return every table of a league by name."""
    found = matchups(study)
    return {"standings": standings(study, found), "matchups": found, "lines": lines(study), "games": pairs(study)}


def matchups(study: Study) -> pl.DataFrame:
    """Return the win share of every strategy against every other.

    Returns
    -------
    DataFrame, one row a strategy and opponent, each pair from both sides
        arm, strategy, other; share (0 to 1) of the strategy with the interval (all pairs hold together in 95 of 100 runs); verdict:
        "beats" or "loses to" if the interval lies on one side of 1/2, else "undecided", also below 30 deals or after a fault; mean points
        of both.
    """
    cells, points = cell_sums(study, "share", ("arm", "strategy")), _points(study)
    spoilt = games(study)["faults"].sum() > 0
    records = []
    for arm in study.arms:
        for side, other in ((0, 1), (1, 0)):
            own, opposite = arm.lineup[side], arm.lineup[other]
            share, (low, high) = _share(cells, arm, own, len(study.arms))
            names = (study.strategies[own], study.strategies[opposite])
            judged = OPEN if spoilt or cells.sums.n < FEWEST_BLOCKS else BEATS if low > FAIR else LOSES if high < FAIR else OPEN
            records.append((arm.index, *names, share, low, high, judged, points[arm.index, own], points[arm.index, opposite]))
    return pl.DataFrame(records, MATCHUPS, orient="row")


def standings(study: Study, found: pl.DataFrame) -> pl.DataFrame:
    """Return the strategies, the best first.

    Parameters
    ----------
    found : DataFrame
        The result of `matchups`.

    Returns
    -------
    DataFrame, one row a strategy
        strategy; share of wins against all others, each opponent counting alike, with an interval (all strategies hold together); how
        many it beats, loses to, and cannot be told from; mean points; games a second with it in both seats, on one core (null if the
        run left no log).
    """
    cells, speeds = cell_sums(study, "share", ("arm", "strategy")), pace(study)
    records = []
    for number, name in enumerate(study.strategies):
        mine = cells.where("strategy", number)
        sums = cells.sums.of(mine).contrast([1] * len(mine))
        unit = 2 * SHARE_UNITS * len(mine)
        ((low, high),) = joint(sums.mean() / unit, sums.errors() / unit, sums.n, len(study.strategies))
        own = found.filter(pl.col("strategy") == name)
        verdicts = [int((own["verdict"] == verdict).sum()) for verdict in (BEATS, LOSES, OPEN)]
        share, points = float(sums.mean()[0]) / unit, own.select(pl.col("points").mean()).item()
        records.append((name, share, low, high, *verdicts, points, speeds.get(number)))
    return pl.DataFrame(records, STANDINGS, orient="row").sort("share", descending=True, maintain_order=True)


def lines(study: Study) -> pl.DataFrame:
    """Return the mean points of every strategy by score line, over all its games: strategy, line, text, mean."""
    tables = []
    for line in study.manifest["lines"]:
        found = means(study, line["name"], by=("strategy",))
        text = pl.lit(line.get("text") or line["name"])
        named = pl.col("strategy").replace_strict(dict(enumerate(study.strategies)), return_dtype=pl.String)
        tables.append(found.select(named, line=pl.lit(line["name"]), text=text, mean="mean"))
    return pl.concat(tables)


def pairs(study: Study) -> pl.DataFrame:
    """Return by pair the number of games, and how many had a shared win, were cut off, or were faulty: arm, label, ..."""
    labels = pl.DataFrame({"arm": [arm.index for arm in study.arms], "label": [arm.label for arm in study.arms]})
    return labels.join(games(study), on="arm", how="left", maintain_order="left")


def pace(study: Study) -> dict[int, float]:
    """Return the games a second of one core with a strategy in both seats, by its number; empty if there is no log of the run.

    The log has the seconds that a block of each pair took in a short trial at the start of the run. A game takes what its two players
    take, so the times of all pairs give those of the players by least squares of the relative errors. With two strategies only their
    sum is known: both get its half.
    """
    measured: list[float] = next((entry["seconds_per_block"] for entry in reversed(study.log) if "seconds_per_block" in entry), [])
    if len(measured) != len(study.arms):
        return {}
    share = np.zeros((len(study.arms), len(study.strategies)))
    for arm in study.arms:
        share[arm.index, list(arm.lineup)] = 1.0  # half of each of its two games
    seconds = np.linalg.lstsq(share / np.array(measured)[:, None], np.ones(len(measured)), rcond=None)[0]
    return {number: float(1 / took) for number, took in enumerate(seconds) if took > 0}


def _share(cells: Cells, arm: Arm, strategy: int, comparisons: int) -> tuple[float, Interval]:
    place = [k for k in cells.where("arm", arm.index) if cells.keys["strategy"][k] == strategy]
    sums, unit = cells.sums.of(place), SHARE_UNITS * arm.rotations
    ((low, high),) = joint(sums.mean() / unit, sums.errors() / unit, sums.n, comparisons)
    return float(sums.mean()[0]) / unit, (float(low), float(high))


def _points(study: Study) -> dict[tuple[int, int], float]:
    table = means(study, "total", by=("arm", "strategy"))
    return {(arm, strategy): mean for arm, strategy, mean in table.select("arm", "strategy", "mean").iter_rows()}
