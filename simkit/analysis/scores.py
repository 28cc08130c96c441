"""The scores of one arm, the chance to reach a target, and the target for a wanted chance.

Where a mode prints no target but is won or lost, a lost game has no score: a target can then be reached in a game won only.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simkit.analysis.intervals import quantile_interval
from simkit.analysis.study import Study
from simkit.analysis.wins import SUCCESS, is_rated

LOST = -(2**31)  # below every score: a game that counts for none


@dataclass(frozen=True)
class Scores:
    """Scores that occur, and how often.

    Attributes
    ----------
    values : ndarray of int64
        Rising; empty where no game counts.
    number : ndarray of int64 or float
        Games with each.
    games : float
        In all, with those that have no score.
    """

    values: NDArray[np.int64]
    number: NDArray[Any]
    games: float

    @property
    def mean(self) -> float:
        """Mean of a game, 0 for one without a score."""
        return float(self.values @ self.number / self.games)

    @property
    def each(self) -> NDArray[np.int64]:
        """Every game that has a score, rising."""
        return np.repeat(self.values, self.number)

    def curve(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the chance of scoring at least T, for each T from the lowest score to the highest + 1.

        Examples
        --------
        >>> targets, success = Scores(np.arange(1, 101), np.ones(100, np.int64), 100).curve()
        >>> [float(s) for t, s in zip(targets, success) if 50 <= t <= 52]
        [0.51, 0.5, 0.49]
        """
        if not len(self.values):
            return np.zeros(0, np.int64), np.zeros(0)
        targets = np.arange(self.values[0], self.values[-1] + 2)
        below = np.concatenate([[0], np.cumsum(self.number)])
        return targets, (below[-1] - below[np.searchsorted(self.values, targets)]) / self.games

    def target(self, wanted: float) -> tuple[int, float, float] | None:
        """Return the largest target reached with at least the wanted chance, and the chance at it and at one point more; None if none is.

        Examples
        --------
        >>> Scores(np.arange(1, 101), np.ones(100, np.int64), 100).target(0.5)
        (51, 0.5, 0.49)
        """
        targets, success = self.curve()
        enough = np.flatnonzero(np.round(success * self.games, 6) >= round(wanted * self.games, 6))
        if not len(enough):
            return None
        at = int(enough[-1])
        return int(targets[at]), float(success[at]), float(success[at + 1])

    def around(self, wanted: float) -> tuple[int | None, int | None]:
        """Return the limits of such a target from order statistics, None where a game without a score is one."""
        lost = round(self.games) - int(self.number.sum())
        found = quantile_interval(np.concatenate([np.full(lost, LOST), self.each]), 1 - wanted)
        assert found is not None  # a study has games
        low, high = (None if limit == LOST else math.floor(limit) for limit in found[:2])
        return low, high

    def mixed(self, other: Scores, share: float) -> Scores:
        """Return the scores of who plays so large a share of games like the other."""
        values = np.union1d(self.values, other.values)
        number = np.zeros(len(values))
        for part, weight in ((self, 1 - share), (other, share)):
            number[np.searchsorted(values, part.values)] += weight * part.number / part.games
        return Scores(values, number, 1.0)


def scores(study: Study) -> dict[int, Scores]:
    """Return the scores of each arm."""
    per_part = study.reduce(lambda rows: rows.group_by("arm", "total", won=SUCCESS).agg(n=pl.len().cast(pl.Int64)))
    table = per_part.group_by("arm", "total", "won").agg(pl.col("n").sum()).sort("arm", "total")
    games = dict(table.group_by("arm").agg(pl.col("n").sum()).iter_rows())
    rated = is_rated(study, int(table.filter("won")["n"].sum()))
    found = {}
    for arm in study.arms:
        own = table.filter(pl.col("arm") == arm.index)
        if rated and arm.target is None:
            own = own.filter("won")
        own = own.group_by("total", maintain_order=True).agg(pl.col("n").sum())
        found[arm.index] = Scores(own["total"].to_numpy(), own["n"].to_numpy(), games[arm.index])
    return found
