"""How often the better player finishes ahead: of every two strategies at a table, which of them is the better being told by other deals."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simkit.analysis.courses import Games, games
from simkit.analysis.study import Arm, Study

BETTER: dict[str, Any] = {
    "arm": pl.Int64,
    "label": pl.String,
    "players": pl.Int64,
    "strategy": pl.String,
    "other": pl.String,
    "share": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "deals": pl.Int64,
}
EVERY_PAIR = ""  # in place of names: the mean over all pairs of a table


def better(study: Study, arms: tuple[Arm, ...]) -> pl.DataFrame:
    """Return how often the better of two strategies finishes ahead, at every table of different ones.

    Which of two is better is told by the even deals for the odd ones and the other way round: told by the same deals, it would win too
    often. Two who finish level count one half for each.

    Returns
    -------
    DataFrame, one row a pair of a table, after one for the mean of its pairs where there are several
        arm, label, players; strategy, the better one by all deals, and other; share of the games that it finishes ahead, with its
        interval; deals.
    """
    records = [row for arm in arms if arm.is_mixed for row in _table(study, arm, games(study, arm))]
    return pl.DataFrame(records, BETTER, orient="row")


def _table(study: Study, arm: Arm, played: Games) -> list[tuple[Any, ...]]:
    pairs = list(combinations(sorted(set(arm.lineup)), 2))
    said = (arm.index, arm.label, arm.players)
    deals = len(np.unique(played.block))
    found: list[tuple[Any, ...]] = []
    values = []
    for first, second in pairs:
        ahead, best = share_of_better(played, first, second)
        values.append(ahead)
        names = [study.strategies[k] for k in (best, second if best == first else first)]
        found.append((*said, *names, *played.share(ahead), deals))
    if len(pairs) > 1:
        found.insert(0, (*said, EVERY_PAIR, EVERY_PAIR, *played.share(np.mean(values, axis=0)), deals))
    return found


def share_of_better(played: Games, first: int, second: int) -> tuple[NDArray[np.float64], int]:
    """Return for each game how often the better of two strategies finishes ahead, and which it is by all deals."""
    ahead, is_even = _ahead(played, first, second), played.block % 2 == 0
    lead = np.where(is_even, _sign(ahead[~is_even]), _sign(ahead[is_even]))
    return 0.5 + lead * (ahead - 0.5), first if _sign(ahead) >= 0 else second


def _ahead(played: Games, first: int, second: int) -> NDArray[np.float64]:
    """Return for each game how often one strategy finishes before another, over their chairs; level counts one half."""
    rank, who = played["rank"], played["strategy"]
    before = (rank[:, :, None] < rank[:, None, :]) + 0.5 * (rank[:, :, None] == rank[:, None, :])
    facing = (who == first)[:, :, None] & (who == second)[:, None, :]
    return np.asarray((before * facing).sum(axis=(1, 2)) / facing.sum(axis=(1, 2)))


def _sign(ahead: NDArray[np.float64]) -> float:
    return float(np.sign(ahead.mean() - 0.5)) if len(ahead) else 0.0
