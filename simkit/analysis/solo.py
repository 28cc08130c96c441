"""How hard each scenario is for one player, and which target gives a wanted chance.

An arm is a scenario played by one strategy; every arm plays the same deals. Success is what
the rules call a win, so it may ask for more than the target score. A faulty game counts for
nobody, so it is no success, and no verdict of its study is given before the fault is mended. Simulated players are not
people: the order of scenarios and the gaps between them carry over, the rates do not.
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simkit.analysis.blocks import Difference, cell_sums, difference
from simkit.analysis.intervals import critical_t, quantile_interval, unseen_share, wilson
from simkit.analysis.points import points as by_source
from simkit.analysis.seats import faults, games
from simkit.analysis.study import SHARE_UNITS, Arm, Study
from simkit.analysis.verdict import (
    BALANCED,
    FAULTY,
    FEWEST_BLOCKS,
    NOT_BALANCED,
    UNDECIDED,
    planned_blocks,
    verdict,
)

WANTED = (0.1, 0.25, 0.5, 0.75, 0.9)  # success rates a designer may want
DEFAULT_MARGIN = 0.05  # of success
PAIR_VERDICTS = {BALANCED: "equally hard", NOT_BALANCED: "harder", UNDECIDED: "undecided", FAULTY: FAULTY}
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
    "low": pl.Int64,
    "high": pl.Int64,
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
    "verdict": pl.String,
    "planned": pl.Int64,
}


def analyse(study: Study) -> dict[str, pl.DataFrame]:
    """Return every table of a study of scenarios by name."""
    return {
        "cells": cells(study),
        "targets": targets(study, tuple(study.asked.get("wanted") or WANTED)),
        "pairs": pairs(study),
        "endings": endings(study),
        "curves": curves(study),
        "points": by_source(study),
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
        with the Wilson interval low to high (null where nothing counts as a win); p10, p50, p90
        of the score as numpy defines them, p50_low to p50_high from order statistics;
        reached_but_lost = games with the target score that still failed; cut_off, faults.
    """
    counts = {row["arm"]: row for row in games(study).iter_rows(named=True)}
    successes = cell_sums(study, SUCCESS).sums.total.tolist()
    scores = histograms(study)
    is_rated = _is_rated(study, sum(successes))
    records = []
    for arm in study.arms:
        n, won = counts[arm.index]["games"], successes[arm.index]
        values, number = scores[arm.index]
        score = np.repeat(values, number)
        p10, p50, p90 = (float(q) for q in np.quantile(score, (0.1, 0.5, 0.9)))
        around = quantile_interval(score, 0.5) or (p50, p50, 0.0)
        reached = int(number[values >= arm.target].sum()) if arm.target is not None else won
        rate = (won, won / n, *wilson(won, n)) if is_rated else (None,) * 4
        hidden = (max(reached - won, 0), counts[arm.index]["cut_off"], counts[arm.index]["faults"])
        identity = (arm.index, arm.title, player(study, arm), arm.target, n)
        records.append((*identity, *rate, p10, p50, *around[:2], p90, *hidden))
    return pl.DataFrame(records, CELLS, orient="row")


def histograms(study: Study) -> dict[int, tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Return by arm the scores that occur, rising, and how often each does."""
    per_part = study.reduce(lambda rows: rows.group_by("arm", "total").agg(n=_length()))
    table = per_part.group_by("arm", "total").agg(pl.col("n").sum()).sort("arm", "total")
    return {int(key[0]): (part["total"].to_numpy(), part["n"].to_numpy()) for key, part in table.partition_by("arm", as_dict=True).items()}


def curve(values: NDArray[np.int64], number: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
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
    """Return success against target: arm, scenario, strategy, target, success with the Wilson interval low to high.

    The chance of the score alone, whatever else a scenario asks for.
    """
    scores = histograms(study)
    tables = []
    for arm in study.arms:
        target, success = curve(*scores[arm.index])
        names = {"arm": arm.index, "scenario": arm.title, "strategy": player(study, arm)}
        games = int(scores[arm.index][1].sum())
        around = [wilson(round(rate * games), games) for rate in success.tolist()]
        limits = dict(zip(("low", "high"), zip(*around, strict=True), strict=True))
        table = pl.DataFrame({"target": target, "success": success, **limits})
        tables.append(table.select(*(pl.lit(v).alias(k) for k, v in names.items()), pl.all()))
    return pl.concat(tables)


def target_for(values: NDArray[np.int64], number: NDArray[np.int64], wanted: float) -> tuple[int, float, float]:
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
    """Return the target for each wanted chance of success.

    Returns
    -------
    DataFrame
        arm, scenario, strategy, printed; wanted; target = the highest score reached with that chance, low to high = its 95 %
        interval from order statistics; achieved, achieved_above = the chance at the target and at one point more.
    """
    scores = histograms(study)
    records = []
    for arm in study.arms:
        values, number = scores[arm.index]
        ordered = np.repeat(values, number)
        for p in wanted:
            target, *achieved = target_for(values, number, p)
            around = quantile_interval(ordered, 1 - p) or (target, target, 0.0)
            limits = (min(int(around[0]), target), max(int(around[1]), target))
            records.append((arm.index, arm.title, player(study, arm), arm.target, p, target, *limits, *achieved))
    return pl.DataFrame(records, TARGETS, orient="row")


def margin(study: Study) -> float:
    """Return the difference in success below which two scenarios count as equally hard."""
    return float(study.spec.get("margin", DEFAULT_MARGIN))


def pairs(study: Study) -> pl.DataFrame:
    """Compare the scenarios two by two on common deals, strategy by strategy.

    Returns
    -------
    DataFrame
        strategy, easier, harder (by the rates found), neighbours = next to each other in that
        order; difference in success with an interval that holds for all pairs of the strategy
        together; gain = realised variance reduction (null if there is no spread); told_apart =
        the order is sure; verdict = harder, equally hard or undecided, against the margin;
        planned = deals of a fresh run that would decide, where there are enough to plan with.
    """
    won, limit = cell_sums(study, SUCCESS), margin(study)
    records: list[Any] = []
    if not _is_rated(study, int(won.sums.total.sum())):
        return pl.DataFrame(records, PAIRS, orient="row")
    for name in dict.fromkeys(player(study, arm) for arm in study.arms):
        arms = [a for a in study.arms if player(study, a) == name]
        arms.sort(key=lambda a: -int(won.sums.total[a.index]))
        couples = list(combinations(range(len(arms)), 2))
        for i, j in couples:
            easy, hard = arms[i], arms[j]
            both = won.sums.of([easy.index, hard.index])
            found = _compare(difference(both, comparisons=len(couples)), limit, len(couples))
            records.append((name, easy.title, hard.title, j == i + 1, *found))
    table = pl.DataFrame(records, PAIRS, orient="row")
    if faults(study):
        unknown = {"told_apart": pl.lit(False), "verdict": pl.lit(FAULTY), "planned": pl.lit(None, pl.Int64)}
        return table.with_columns(**unknown)
    return table


def _compare(d: Difference, limit: float, couples: int) -> tuple[Any, ...]:
    low, high = d.low, d.high
    if low is None or high is None or d.error == 0:
        # All deals agree: how often could one that differs have stayed unseen?
        unseen = unseen_share(d.blocks, couples)
        low, high = d.mean - unseen * (1 + d.mean), d.mean + unseen * (1 - d.mean)
    judged = verdict(low, high, limit, d.blocks)
    planned = None
    if judged == UNDECIDED and d.blocks >= FEWEST_BLOCKS:
        critical = critical_t(d.blocks - 1, couples)
        planned = planned_blocks(d.spread, limit, d.mean, critical)
    return d.mean, low, high, d.gain, low > 0, PAIR_VERDICTS[judged], planned


def endings(study: Study) -> pl.DataFrame:
    """Return how the games of each arm ended: arm, scenario, strategy, ending, games, rate."""
    names = ["cut off or fault", *study.manifest.get("endings", [])]
    per_part = study.reduce(lambda rows: rows.filter(pl.col("seat") == 0).group_by("arm", "ended").agg(n=_length()))
    table = per_part.group_by("arm", "ended").agg(games=pl.col("n").sum()).sort("arm", "ended")
    who = pl.DataFrame(
        [(a.index, a.title, player(study, a)) for a in study.arms],
        {"arm": pl.Int64, "scenario": pl.String, "strategy": pl.String},
        orient="row",
    )
    ending = [names[e] if e < len(names) else f"ending {e}" for e in table["ended"]]
    return who.join(table.with_columns(pl.Series("ending", ending, pl.String)), on="arm", maintain_order="left").select(
        pl.all().exclude("ended", "games"),
        "games",
        (pl.col("games") / pl.col("games").sum().over("arm")).alias("rate"),
    )


def _is_rated(study: Study, successes: int) -> bool:
    """Return whether the study has wins at all, or scores only."""
    return successes > 0 or any(arm.target is not None for arm in study.arms)


def _length() -> pl.Expr:
    return pl.len().cast(pl.Int64)
