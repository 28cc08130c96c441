"""Skill levels of a solo study: which strategies are a step apart, and so have a say in verdicts.

Levels are compared on the same deals of the same scenarios: a win before a loss, then the score. A level has a say if the last one above
it that has a say does better for certain in at least the stated share of the games that do not end alike: the interval lies above the step,
as on the ladder of a study of seats. Two levels of about one strength are one vote, and two that cannot be told apart yet are no two. A
random player has none, nor has who does not beat it by a step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl

from simkit.analysis.blocks import Integers, Sums, sufficient
from simkit.analysis.intervals import joint
from simkit.analysis.study import SHARE_UNITS, Study
from simkit.analysis.verdict import FAULTY, UNDECIDED
from simkit.analysis.wins import is_random, player, players

HOLDS, DEPENDS = "holds at every level", "depends on skill"
LEVELS: dict[str, Any] = {
    "strategy": pl.String,
    "success": pl.Float64,
    "points": pl.Float64,
    "counts": pl.Boolean,
    "other": pl.String,
    "share": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
}


def outcomes(study: Study) -> Iterator[tuple[Integers, Integers]]:
    """Yield for each part whether each game was won (0, 1) and its points, shape (blocks, arms)."""
    for piece in study.pieces():
        rows = piece.rows.select("block", "arm", "total", "share").sort("block", "arm").collect()
        shape = (len(piece.blocks), len(study.arms))
        won = (rows["share"] == SHARE_UNITS).cast(pl.Int64).to_numpy().reshape(shape)
        yield won, rows["total"].cast(pl.Int64).to_numpy().reshape(shape)


def levels(study: Study) -> pl.DataFrame:
    """Return the strategies from the strongest to the weakest, and which of them have a say.

    Returns
    -------
    DataFrame, one row a strategy
        strategy; success and points, means over all scenarios; counts; other = the level it is compared with, the last above it that
        counts (null for the strongest); share = how often that one does better where the two differ, with the interval low to high.
    """
    who = players(study)
    arms = [[arm.index for arm in study.arms if player(study, arm) == name] for name in who]
    means, sums = _compare(study, arms)
    order = sorted(range(len(who)), key=lambda k: (-means[k][0], -means[k][1], k))

    def better(first: int, second: int) -> tuple[float, float, float] | None:
        """Return how often the first does better where the two differ, with its interval; None if they never do."""
        a, b = sorted((first, second))
        found = share_of(sums[a, b])
        return found if found is None or a == first else (1 - found[0], 1 - found[2], 1 - found[1])

    def is_a_step(found: tuple[float, float, float] | None) -> bool:
        return found is not None and found[1] >= study.step

    blind = [k for k in order if is_random(who[k])]
    records: list[Any] = []
    last: int | None = None
    for k in order:
        beaten = None if last is None else better(last, k)
        is_player = all(k != r and is_a_step(better(k, r)) for r in blind)
        counts = is_player and (last is None or is_a_step(beaten))
        records.append((who[k], *means[k], counts, None if last is None else who[last], *(beaten or (None,) * 3)))
        last = k if counts else last
    return pl.DataFrame(records, LEVELS, orient="row")


def counting(table: pl.DataFrame) -> list[str]:
    """Return the strategies that have a say, the strongest first; the strongest of all where none has."""
    return table.filter("counts")["strategy"].to_list() or table["strategy"].to_list()[:1]


def joined(verdicts: Sequence[str], decided: Sequence[str]) -> str:
    """Join the verdicts of the levels that have a say.

    Examples
    --------
    >>> joined(["harder", "harder"], ["harder", "easier"]), joined(["harder", "easier"], ["harder", "easier"])
    ('holds at every level', 'depends on skill')
    >>> joined(["harder", "undecided"], ["harder", "easier"])
    'undecided'
    """
    found = set(verdicts)
    if FAULTY in found:
        return FAULTY
    if len(found & set(decided)) > 1:
        return DEPENDS
    return HOLDS if found and found <= set(decided) else UNDECIDED


def share_of(sums: Sums) -> tuple[float, float, float] | None:
    """Return the first of two counts as a share of both, with its interval from the spread between blocks."""
    first, second = (int(total) for total in sums.total)
    if not first + second:
        return None
    share = first / (first + second)
    weights = np.array([1 - share, -share])
    error = float(np.sqrt(sums.n * max(weights @ sums.covariance() @ weights, 0.0))) / (first + second)
    (limits,) = joint([share], [error], sums.n, comparisons=1)
    return share, float(limits[0]), float(limits[1])


def _compare(study: Study, arms: Sequence[Sequence[int]]) -> tuple[list[tuple[float, float]], dict[tuple[int, int], Sums]]:
    """Return mean success and points of each strategy, and for each two how often the first did better, and the second."""
    totals, blocks = np.zeros((2, len(arms)), np.int64), 0
    sums: dict[tuple[int, int], Sums] = {}
    for won, points in outcomes(study):
        blocks += len(won)
        for k, mine in enumerate(arms):
            totals[:, k] += won[:, mine].sum(), points[:, mine].sum()
        for a, b in combinations(range(len(arms)), 2):
            first, second = arms[a], arms[b]
            wins = np.sign(won[:, first] - won[:, second])
            result = np.where(wins == 0, np.sign(points[:, first] - points[:, second]), wins)
            found = sufficient(np.stack([(result > 0).sum(axis=1), (result < 0).sum(axis=1)], axis=1))
            sums[a, b] = sums[a, b] + found if (a, b) in sums else found
    return [(float(w / blocks / len(a)), float(p / blocks / len(a))) for (w, p), a in zip(totals.T, arms, strict=True)], sums
