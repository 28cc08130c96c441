"""How often one plays until a scenario is passed, and until all of a campaign are: for a player who does not learn between tries."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from simkit.analysis.blocks import means, ratio
from simkit.analysis.grid import campaigns
from simkit.analysis.intervals import stated, wilson
from simkit.analysis.study import Study
from simkit.analysis.wins import SUCCESS, in_groups, player, scenarios

PATIENT = 0.9  # of players have passed after so many tries
TRIES: dict[str, Any] = {
    "arm": pl.Int64,
    "scenario": pl.String,
    "strategy": pl.String,
    "mean": pl.Float64,
    "mean_low": pl.Float64,
    "mean_high": pl.Float64,
    "median": pl.Int64,
    "median_low": pl.Int64,
    "median_high": pl.Int64,
    "p90": pl.Int64,
    "p90_low": pl.Int64,
    "p90_high": pl.Int64,
    "turns": pl.Float64,
    "minutes": pl.Float64,
    "minutes_until_passed": pl.Float64,
}
CAMPAIGNS: dict[str, Any] = {
    "campaign": pl.String,
    "strategy": pl.String,
    "scenarios": pl.Int64,
    "mean": pl.Float64,
    "mean_low": pl.Float64,
    "mean_high": pl.Float64,
    "p90": pl.Int64,
    "minutes": pl.Float64,
}


def needed(success: float, share: float) -> int | None:
    """Return after how many tries a share of players has passed; None if nobody ever does.

    Examples
    --------
    >>> needed(0.5, 0.9), needed(0.1, 0.5), needed(1.0, 0.9), needed(0.0, 0.5)
    (4, 7, 1, None)
    """
    if success <= 0:
        return None
    if success >= 1:
        return 1
    return max(1, math.ceil(round(math.log1p(-share) / math.log1p(-success), 9)))


def until_all(chances: Sequence[float], share: float = PATIENT) -> int | None:
    """Return after how many plays a share of players has passed one scenario after another; None if nobody ever does.

    Exact: the chance to stand before each scenario after n plays is a power of one matrix, found by doubling and then halving.

    Examples
    --------
    >>> until_all([0.5]) == needed(0.5, 0.9), until_all([1.0, 1.0, 1.0]), until_all([0.5, 0.0])
    (True, 3, None)
    """
    if min(chances) <= 0:
        return None
    last = len(chances)
    step = np.eye(last + 1)
    for k, p in enumerate(chances):
        step[k, k], step[k, k + 1] = 1 - p, p
    enough = share - 1e-12
    powers = [step]
    while powers[-1][0, last] < enough:
        powers.append(powers[-1] @ powers[-1])
    at, plays = np.eye(last + 1)[0], 0
    for k in range(len(powers) - 1, -1, -1):
        further = at @ powers[k]
        if further[last] < enough:
            at, plays = further, plays + 2**k
    return plays + 1


def minutes(study: Study, turns: Mapping[int, float]) -> dict[int, float] | None:
    """Return the minutes of a game of each arm; None if the study does not say how long people take."""
    each, all_turns = study.asked.get("minutes_per_game"), study.asked.get("minutes_per_turn")
    if each is None and all_turns is None:
        return None
    return {arm: float(each or 0) + float(all_turns or 0) * many for arm, many in turns.items()}


def tries(study: Study, cells: pl.DataFrame) -> pl.DataFrame:
    """Return one row a scenario and strategy: tries until it is passed.

    Parameters
    ----------
    cells : DataFrame
        Of `simkit.analysis.solo.cells`.

    Returns
    -------
    DataFrame
        arm, scenario, strategy; mean, median and p90 (nine of ten have passed) with limits that follow from those of success, null
        where they have no bound; turns, the mean of a game; minutes of a game and minutes_until_passed (mean), null if the study does
        not say how long people take.
    """
    turns = dict(means(study, "turns").select("arm", "mean").iter_rows())
    times = minutes(study, turns)
    records = []
    for cell in cells.iter_rows(named=True):
        chances = (cell["success"], cell["high"], cell["low"])
        mean = tuple(1 / p if p else None for p in chances)
        ranks = [tuple(needed(p, share) for p in chances) if cell["success"] is not None else (None,) * 3 for share in (0.5, PATIENT)]
        length = times[cell["arm"]] if times else None
        whole = length * mean[0] if length is not None and mean[0] is not None else None
        identity = (cell["arm"], cell["scenario"], cell["strategy"])
        records.append((*identity, *mean, *ranks[0], *ranks[1], turns[cell["arm"]], length, whole))
    return pl.DataFrame(records, TRIES, orient="row")


def campaign(study: Study, found: pl.DataFrame) -> pl.DataFrame:
    """Return the plays until every scenario is passed, one after another.

    Parameters
    ----------
    found : DataFrame
        Of `tries`.

    Returns
    -------
    DataFrame
        campaign = what its scenarios have in common (a difficulty, where there are several opponents at several difficulties);
        strategy; scenarios; mean with its interval (jackknife over deals, on the logarithm), p90; minutes (mean). Where a scenario
        was never passed only mean_low is known. No row for a single scenario.
    """
    won, played = in_groups(study, SUCCESS, study.arms)
    records = []
    for name, inside in campaigns(scenarios(study)).items():
        if len(inside) < 2:
            continue
        for who in dict.fromkeys(found["strategy"]):
            arms = [arm.index for arm in study.arms if player(study, arm) == who and arm.title in inside]
            mine = found.filter(pl.col("arm").is_in(arms))
            chances = [float(won[:, a].sum() / played[:, a].sum()) for a in arms]
            mean = sum(1 / p for p in chances) if min(chances) > 0 else None
            times = mine["minutes_until_passed"]
            whole = float(times.sum()) if times.null_count() == 0 else None
            limits = around(won[:, arms], played[:, arms])
            records.append((name, who, len(arms), mean, *limits, until_all(chances), whole))
    return pl.DataFrame(records, CAMPAIGNS, orient="row")


def around(won: Any, played: Any) -> tuple[float | None, float | None]:
    """Return the limits of the mean number of plays from games won and played by group of deals and scenario.

    Where a scenario was never passed there is a lower one only.
    """
    many = won.shape[1]

    def logarithm(sums: Any) -> Any:
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.log((sums[..., many:] / sums[..., :many]).sum(axis=-1))

    found = ratio(np.hstack([won, played]), logarithm)
    if found is not None and found[1] > 0:
        return max(math.exp(found[2]), float(many)), math.exp(found[3])
    each = stated() ** (1 / many)
    around = [wilson(int(w), int(n), each) for w, n in zip(won.sum(axis=0), played.sum(axis=0), strict=True)]
    return sum(1 / high for _, high in around), sum(1 / low for low, _ in around) if all(low > 0 for low, _ in around) else None
