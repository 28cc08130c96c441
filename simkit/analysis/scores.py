"""The scores of one arm, the chance to reach a target, and the target for a wanted chance.

Where a mode prints no target but is won or lost, the score of a lost game means nothing: chances are then those of a game won.
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


@dataclass(frozen=True)
class Scores:
    """Scores that occur, and how often.

    Attributes
    ----------
    values : ndarray of int64
        Rising; empty where no game counts.
    number : ndarray of int64 or float
        Games with each; shares of games where scores are mixed.
    of_won : bool
        Whether only games won count.
    """

    values: NDArray[np.int64]
    number: NDArray[Any]
    of_won: bool = False

    @property
    def games(self) -> float:
        """How many games count."""
        return float(self.number.sum())

    @property
    def mean(self) -> float:
        """Mean score."""
        return float(self.values @ self.number / self.games)

    @property
    def each(self) -> NDArray[np.int64]:
        """The score of every game, rising."""
        return np.repeat(self.values, self.number)

    def curve(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the chance of scoring at least T, for each T from the lowest score to the highest + 1.

        Examples
        --------
        >>> targets, success = Scores(np.arange(1, 101), np.ones(100, np.int64)).curve()
        >>> [float(s) for t, s in zip(targets, success) if 50 <= t <= 52]
        [0.51, 0.5, 0.49]
        """
        if not len(self.values):
            return np.zeros(0, np.int64), np.zeros(0)
        targets = np.arange(self.values[0], self.values[-1] + 2)
        below = np.concatenate([[0], np.cumsum(self.number)])
        return targets, (below[-1] - below[np.searchsorted(self.values, targets)]) / self.games

    def target(self, wanted: float) -> tuple[int, float, float] | None:
        """Return the largest target reached with at least the wanted chance, and the chance at it and one point above; None without a game.

        Examples
        --------
        >>> Scores(np.arange(1, 101), np.ones(100, np.int64)).target(0.5)
        (51, 0.5, 0.49)
        """
        if not len(self.values):
            return None
        targets, success = self.curve()
        at = int(np.flatnonzero(np.round(success * self.games, 6) >= round(wanted * self.games, 6))[-1])
        return int(targets[at]), float(success[at]), float(success[at + 1])

    def around(self, wanted: float) -> tuple[int, int] | None:
        """Return the limits of such a target from order statistics; None without a game."""
        found = quantile_interval(self.each, 1 - wanted)
        return None if found is None else (math.floor(found[0]), math.floor(found[1]))

    def mixed(self, other: Scores, share: float) -> Scores:
        """Return the scores of who plays so large a share of games like the other."""
        values = np.union1d(self.values, other.values)
        number = np.zeros(len(values))
        for part, weight in ((self, 1 - share), (other, share)):
            if len(part.values):
                number[np.searchsorted(values, part.values)] += weight * part.number / part.games
        return Scores(values, number, self.of_won)


def scores(study: Study) -> dict[int, Scores]:
    """Return the scores of each arm."""
    per_part = study.reduce(lambda rows: rows.group_by("arm", "total", won=SUCCESS).agg(n=pl.len().cast(pl.Int64)))
    table = per_part.group_by("arm", "total", "won").agg(pl.col("n").sum()).sort("arm", "total")
    rated = is_rated(study)
    found = {}
    for arm in study.arms:
        own = table.filter(pl.col("arm") == arm.index)
        if of_won := rated and arm.target is None:
            own = own.filter("won")
        own = own.group_by("total", maintain_order=True).agg(pl.col("n").sum())
        found[arm.index] = Scores(own["total"].to_numpy(), own["n"].to_numpy(), of_won)
    return found
