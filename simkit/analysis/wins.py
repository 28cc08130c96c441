"""Games alone: who played an arm, what is a success, and how many there were."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from simkit.analysis.blocks import GROUPS, Integers, group_sums
from simkit.analysis.study import SHARE_UNITS, Arm, Study

SUCCESS = pl.col("share") == SHARE_UNITS


def player(study: Study, arm: Arm) -> str:
    """Return the name of the strategy that plays an arm."""
    return study.strategies[arm.lineup[0]]


def players(study: Study) -> list[str]:
    """Return the names of the strategies, in the order of the study."""
    return list(dict.fromkeys(player(study, arm) for arm in study.arms))


def scenarios(study: Study) -> list[str]:
    """Return what the scenarios are called, in the order of the study."""
    return list(dict.fromkeys(arm.title for arm in study.arms))


def is_random(name: str) -> bool:
    """Return whether a strategy chooses blindly: it is shown for scale and has no say."""
    return name.split("(")[0] == "random"


def is_rated(study: Study) -> bool:
    """Return whether a game alone is won or lost, or has a score only: by what the game says, not by whether anybody won."""
    return not study.manifest["game"].get("scores_alone", False)


def in_groups(study: Study, value: pl.Expr, arms: Sequence[Arm]) -> tuple[Integers, Integers]:
    """Return sums of a value, and games, by group of deals and arm: up to 256 groups, which a jackknife leaves out one at a time."""
    sums = group_sums(study, value)
    at = [sums.keys["arm"].to_list().index(arm.index) for arm in arms]
    totals, games = sums.totals[:, at], sums.counts[:, at]
    if len(totals) <= GROUPS:
        return totals, games
    group = study.blocks % GROUPS  # up to 4,096 deals are a group each: too many fits for what they add
    return tuple(np.stack([found[group == g].sum(axis=0) for g in range(GROUPS)]) for found in (totals, games))  # type: ignore[return-value]
