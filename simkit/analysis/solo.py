"""How hard each scenario is for one player, and which target gives a wanted chance.

An arm is a scenario played by one strategy; every arm plays the same deals. Success is what
the rules call a win, so it may ask for more than the target score. Simulated players are not
people: the order of scenarios and the gaps between them carry over, the rates do not.
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simkit.analysis.blocks import block_sums, difference
from simkit.analysis.intervals import critical_t, quantile_interval, wilson
from simkit.analysis.seats import games
from simkit.analysis.study import SHARE_UNITS, Arm, Study
from simkit.analysis.verdict import FEWEST_BLOCKS, planned_blocks

WANTED = (0.3, 0.5, 0.7)  # success rates a designer may want
SUCCESS = pl.col("share") == SHARE_UNITS
CELLS: dict[str, Any] = {
    "arm": pl.Int64,
    "scenario": pl.String,
    "strategy": pl.String,
    "target": pl.Int64,
    "games": pl.Int64,
    "successes": pl.Int64,
    "success": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "p10": pl.Float64,
    "p50": pl.Float64,
    "p50_low": pl.Float64,
    "p50_high": pl.Float64,
    "p90": pl.Float64,
    "reached_but_lost": pl.Int64,
    "cut_off": pl.Int64,
    "faults": pl.Int64,
}
TARGETS: dict[str, Any] = {
    "arm": pl.Int64,
    "scenario": pl.String,
    "strategy": pl.String,
    "printed": pl.Int64,
    "wanted": pl.Float64,
    "target": pl.Int64,
    "achieved": pl.Float64,
    "achieved_above": pl.Float64,
}
PAIRS: dict[str, Any] = {
    "strategy": pl.String,
    "easier": pl.String,
    "harder": pl.String,
    "neighbours": pl.Boolean,
    "difference": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "gain": pl.Float64,
    "told_apart": pl.Boolean,
    "planned": pl.Int64,
}


def player(study: Study, arm: Arm) -> str:
    """Return the name of the strategy that plays an arm."""
    return study.strategies[arm.lineup[0]]


def cells(study: Study) -> pl.DataFrame:
    """Return one row a scenario and strategy: success, scores, and what must not be hidden.

    Returns
    -------
    DataFrame
        arm, scenario, strategy, target (null if none is printed); games, successes, success
        with the Wilson interval low to high (null without a target); p10, p50, p90 of the
        score as numpy defines them, p50_low to p50_high from order statistics;
        reached_but_lost = games with the target score that still failed; cut_off, faults.
    """
    counts = {row["arm"]: row for row in games(study).iter_rows(named=True)}
    successes = _successes(study)
    scores = histograms(study)
    records = []
    for arm in study.arms:
        n, won = counts[arm.index]["games"], successes[arm.index]
        values, number = scores[arm.index]
        score = np.repeat(values, number)
        p10, p50, p90 = (float(q) for q in np.quantile(score, (0.1, 0.5, 0.9)))
        around = quantile_interval(score, 0.5) or (p50, p50, 0.0)
        reached = int(number[values >= arm.target].sum()) if arm.target is not None else won
        rated = arm.target is not None or won > 0
        rate = (won, won / n, *wilson(won, n)) if rated else (None,) * 4
        hidden = (max(reached - won, 0), counts[arm.index]["cut_off"], counts[arm.index]["faults"])
        identity = (arm.index, arm.title, player(study, arm), arm.target, n)
        records.append((*identity, *rate, p10, p50, *around[:2], p90, *hidden))
    return pl.DataFrame(records, CELLS, orient="row")


def histograms(study: Study) -> dict[int, tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Return by arm the scores that occur, rising, and how often each does."""
    per_part = study.reduce(lambda rows: rows.group_by("arm", "total").agg(n=_length()))
    table = per_part.group_by("arm", "total").agg(pl.col("n").sum()).sort("arm", "total")
    return {
        int(key[0]): (part["total"].to_numpy(), part["n"].to_numpy())
        for key, part in table.partition_by("arm", as_dict=True).items()
    }


def curve(
    values: NDArray[np.int64], number: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the chance of scoring at least T, for each T from the lowest score to the highest + 1.

    Parameters
    ----------
    values, number : ndarray of int64, shape (scores,)
        Scores, rising, and how often each occurs.

    Returns
    -------
    targets : ndarray of int64
    success : ndarray of float, falling from 1 to 0

    Examples
    --------
    >>> targets, success = curve(np.arange(1, 101), np.ones(100, np.int64))
    >>> [float(s) for t, s in zip(targets, success) if 50 <= t <= 52]
    [0.51, 0.5, 0.49]
    """
    targets = np.arange(values[0], values[-1] + 2)
    below = np.concatenate([[0], np.cumsum(number)])
    reached = below[-1] - below[np.searchsorted(values, targets)]
    return targets, reached / below[-1]


def curves(study: Study) -> pl.DataFrame:
    """Return success against target: arm, scenario, strategy, target, success.

    The chance of the score alone, whatever else a scenario asks for.
    """
    scores = histograms(study)
    tables = []
    for arm in study.arms:
        target, success = curve(*scores[arm.index])
        names = {"arm": arm.index, "scenario": arm.title, "strategy": player(study, arm)}
        table = pl.DataFrame({"target": target, "success": success})
        tables.append(table.select(*(pl.lit(v).alias(k) for k, v in names.items()), pl.all()))
    return pl.concat(tables)


def target_for(
    values: NDArray[np.int64], number: NDArray[np.int64], wanted: float
) -> tuple[int, float, float]:
    """Return the largest target reached with at least the wanted chance.

    Parameters
    ----------
    values, number : ndarray of int64
        Scores, rising, and how often each occurs.
    wanted : float
        Chance, above 0 and up to 1.

    Returns
    -------
    target : int
    achieved, achieved_above : float
        The chance at the target and at one point more.

    Examples
    --------
    >>> target_for(np.arange(1, 101), np.ones(100, np.int64), 0.5)
    (51, 0.5, 0.49)
    """
    targets, success = curve(values, number)
    needed = math.ceil(round(wanted * int(number.sum()), 6))
    at = int(np.flatnonzero(np.round(success * number.sum()) >= needed)[-1])
    return int(targets[at]), float(success[at]), float(success[at + 1])


def targets(study: Study, wanted: tuple[float, ...] = WANTED) -> pl.DataFrame:
    """Return the target for each wanted chance, with the chance achieved at T and at T + 1."""
    scores = histograms(study)
    records = [
        (
            arm.index,
            arm.title,
            player(study, arm),
            arm.target,
            p,
            *target_for(*scores[arm.index], p),
        )
        for arm in study.arms
        for p in wanted
    ]
    return pl.DataFrame(records, TARGETS, orient="row")


def pairs(study: Study) -> pl.DataFrame:
    """Compare the scenarios two by two on common deals, strategy by strategy.

    Returns
    -------
    DataFrame
        strategy, easier, harder (by the rates found), neighbours = next to each other in that
        order; difference in success with an interval that holds for all pairs of the strategy
        together; gain = realised variance reduction (null if there is no spread); told_apart;
        planned = deals of a fresh run that would tell the two apart, where they are not and
        there are enough deals to plan with.
        Limits are null from one deal.
    """
    won = block_sums(study, SUCCESS)
    wins = dict(zip(won.keys["arm"].to_list(), won.totals.T, strict=True))
    records = []
    for name in dict.fromkeys(player(study, arm) for arm in study.arms):
        arms = [a for a in study.arms if player(study, a) == name and a.target is not None]
        arms.sort(key=lambda a: -int(wins[a.index].sum()))
        couples = list(combinations(range(len(arms)), 2))
        for i, j in couples:
            easy, hard = arms[i], arms[j]
            d = difference(wins[easy.index], wins[hard.index], comparisons=len(couples))
            apart = d.low is not None and d.low > 0
            plan = None
            if not apart and d.blocks >= FEWEST_BLOCKS:
                critical = critical_t(d.blocks - 1, len(couples))
                plan = planned_blocks(d.spread, 0.0, d.mean, critical)
            names = (name, easy.title, hard.title, j == i + 1)
            records.append((*names, d.mean, d.low, d.high, d.gain, apart, plan))
    return pl.DataFrame(records, PAIRS, orient="row")


def endings(study: Study) -> pl.DataFrame:
    """Return how the games of each arm ended: arm, scenario, strategy, ending, games, rate."""
    names = ["cut off or fault", *study.manifest.get("endings", [])]
    per_part = study.reduce(
        lambda rows: rows.filter(pl.col("seat") == 0).group_by("arm", "ended").agg(n=_length())
    )
    table = per_part.group_by("arm", "ended").agg(games=pl.col("n").sum()).sort("arm", "ended")
    who = pl.DataFrame(
        [(a.index, a.title, player(study, a)) for a in study.arms],
        {"arm": pl.Int64, "scenario": pl.String, "strategy": pl.String},
        orient="row",
    )
    ending = [names[e] if e < len(names) else f"ending {e}" for e in table["ended"]]
    return who.join(
        table.with_columns(pl.Series("ending", ending, pl.String)), on="arm", maintain_order="left"
    ).select(
        pl.all().exclude("ended", "games"),
        "games",
        (pl.col("games") / pl.col("games").sum().over("arm")).alias("rate"),
    )


def _successes(study: Study) -> dict[int, int]:
    won = block_sums(study, SUCCESS)
    return dict(zip(won.keys["arm"].to_list(), won.totals.sum(axis=0).tolist(), strict=True))


def _length() -> pl.Expr:
    return pl.len().cast(pl.Int64)
