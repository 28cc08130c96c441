"""How hard each scenario is for one player, and which target gives a wanted chance.

An arm is a scenario played by one strategy; every arm plays the same deals. Success is what
the rules call a win, so it may ask for more than the target score. A faulty game counts for
nobody, so it is no success, and no verdict of its study is given before the fault is mended. Simulated players are not
people: the order of scenarios and the gaps between them carry over, the rates do not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl

from simkit.analysis import families
from simkit.analysis.blocks import Difference, Sums, cell_sums, difference
from simkit.analysis.bonus import bonus
from simkit.analysis.difficulty import across, judged, order, scale
from simkit.analysis.intervals import paired_successes, quantile_interval, stated, wilson
from simkit.analysis.levels import counting, levels
from simkit.analysis.people import aims, people
from simkit.analysis.points import points as by_source
from simkit.analysis.scores import Scores, scores
from simkit.analysis.seats import faults, games
from simkit.analysis.study import Study
from simkit.analysis.tries import campaign, tries
from simkit.analysis.verdict import (
    FAULTY,
)
from simkit.analysis.wins import SUCCESS, is_rated, player, players

WANTED = (0.1, 0.25, 0.5, 0.75, 0.9)  # success rates a designer may want
MEDALS = {"bronze": 0.75, "silver": 0.5, "gold": 0.25}  # how often each is earned, unless the study says otherwise
DEFAULT_MARGIN = 0.05  # of success
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
    "points_won": pl.Float64,
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
    "of_won": pl.Boolean,
    "games": pl.Int64,
}
ENDINGS: dict[str, Any] = {
    "arm": pl.Int64,
    "scenario": pl.String,
    "strategy": pl.String,
    "ending": pl.String,
    "games": pl.Int64,
    "rate": pl.Float64,
    "lost": pl.Int64,
    "lost_rate": pl.Float64,
    "lost_low": pl.Float64,
    "lost_high": pl.Float64,
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
    """Return every table of a study of scenarios by name; those of wins only where games are won and lost."""
    found, couples, by_arm = cells(study), pairs(study), scores(study)
    ladder = levels(study)
    wanted = tuple(study.asked.get("wanted") or WANTED)
    tables = {
        "cells": found,
        "levels": ladder,
        "targets": targets(study, wanted, by_arm),
        "medals": medals(study, by_arm),
        "pairs": couples,
        "endings": endings(study),
        "curves": curves(study, by_arm),
        "points": by_source(study),
    }
    if is_rated(study):
        ordered, until = order(study, couples, margin(study)), tries(study, found)
        tables |= {
            "order": ordered,
            "order_by_level": across(ordered, counting(ladder)),
            **scale(study, margin(study)),
            "tries": until,
            "campaign": campaign(study, until),
            "bonus": bonus(study),
        }
    if study.asked.get("playtested"):
        rising = _rising(tables)
        tables["people"] = people(study, rising, tables.get("scale"), by_arm)
        tables["people_targets"] = aims(study, tables["people"], rising, by_arm, wanted)
    return tables


def _rising(tables: Mapping[str, pl.DataFrame]) -> list[str]:
    """Return the levels that have a say from the weakest to the strongest, on the scale where there is one."""
    names = counting(tables["levels"])[::-1]
    if "scale" not in tables:
        return names
    ability = dict(tables["scale"].filter(pl.col("kind") == "level").select("label", "logit").iter_rows())
    return sorted(names, key=lambda name: ability[name])


def cells(study: Study) -> pl.DataFrame:
    """Return one row a scenario and strategy: success, scores, and what must not be hidden.

    Returns
    -------
    DataFrame
        arm, scenario, strategy, target (null if none is printed); games, successes, success
        with the Wilson interval low to high (null where nothing counts as a win); p10, p50, p90
        of the score as numpy defines them, p50_low to p50_high from order statistics (of games won where a lost game has no score,
        null if there is none; without limits under six games);
        reached_but_lost = games with the target score that still failed; cut_off, faults; points_won = mean score of a game won.
    """
    counts = {row["arm"]: row for row in games(study).iter_rows(named=True)}
    successes = cell_sums(study, SUCCESS).sums.total.tolist()
    won_points = cell_sums(study, pl.when(SUCCESS).then(pl.col("total")).otherwise(0)).sums.total.tolist()
    by_arm = scores(study)
    rated = is_rated(study)
    records = []
    for arm in study.arms:
        n, won = counts[arm.index]["games"], successes[arm.index]
        own = by_arm[arm.index]
        reached = int(own.number[own.values >= arm.target].sum()) if arm.target is not None else won
        rate = (won, won / n, *wilson(won, n)) if rated else (None,) * 4
        hidden = (max(reached - won, 0), counts[arm.index]["cut_off"], counts[arm.index]["faults"])
        identity = (arm.index, arm.title, player(study, arm), arm.target, n)
        records.append((*identity, *rate, *_quantiles(own), *hidden, won_points[arm.index] / won if won else None))
    return pl.DataFrame(records, CELLS, orient="row")


def _quantiles(own: Scores) -> tuple[float | None, ...]:
    if not len(own.values):
        return (None,) * 5
    p10, p50, p90 = (float(q) for q in np.quantile(own.each, (0.1, 0.5, 0.9)))
    low, high, coverage = quantile_interval(own.each, 0.5) or (p50, p50, 0.0)
    return (p10, p50, low, high, p90) if coverage >= stated() else (p10, p50, None, None, p90)  # under six games none holds


def curves(study: Study, by_arm: Mapping[int, Scores] | None = None) -> pl.DataFrame:
    """Return success against target: arm, scenario, strategy, target, success with the Wilson interval low to high.

    The chance of the score alone, whatever else a scenario asks for; of a game won, where a lost one has no score.
    """
    by_arm = scores(study) if by_arm is None else by_arm
    schema = {"target": pl.Int64, "success": pl.Float64, "low": pl.Float64, "high": pl.Float64}
    tables = []
    for arm in study.arms:
        own = by_arm[arm.index]
        target, success = own.curve()
        names = {"arm": arm.index, "scenario": arm.title, "strategy": player(study, arm)}
        games = round(own.games)
        around = [wilson(round(rate * games), games) for rate in success.tolist()]
        rows = [(t, s, *limits) for t, s, limits in zip(target.tolist(), success.tolist(), around, strict=True)]
        table = pl.DataFrame(rows, schema, orient="row")
        tables.append(table.select(*(pl.lit(v).alias(k) for k, v in names.items()), pl.all()))
    return pl.concat(tables)


def targets(study: Study, wanted: tuple[float, ...] = WANTED, by_arm: Mapping[int, Scores] | None = None) -> pl.DataFrame:
    """Return the target for each wanted chance of success.

    Returns
    -------
    DataFrame
        arm, scenario, strategy, printed; wanted; target = the highest score reached with that chance, low to high = its 95 %
        interval from order statistics; achieved, achieved_above = the chance at the target and at one point more; of_won = whether
        these are chances of a game won, because a lost one has no score; games behind it. Null where none was won.
    """
    by_arm = scores(study) if by_arm is None else by_arm
    records = []
    for arm in study.arms:
        own = by_arm[arm.index]
        for p in wanted:
            records.append((arm.index, arm.title, player(study, arm), arm.target, p, *_target(own, p), own.of_won, round(own.games)))
    return pl.DataFrame(records, TARGETS, orient="row")


def _target(own: Scores, wanted: float) -> tuple[Any, ...]:
    found, around = own.target(wanted), own.around(wanted)
    if found is None or around is None:
        return (None,) * 5
    return (found[0], min(around[0], found[0]), max(around[1], found[0]), *found[1:])


def medal_chances(study: Study) -> dict[str, float]:
    """Return the medals of a study with the chance to earn each, the easiest first."""
    return dict(study.asked.get("medals") or MEDALS)


def medals(study: Study, by_arm: Mapping[int, Scores] | None = None) -> pl.DataFrame:
    """Return the score that earns each medal: `targets` for their chances, with the medal's name in the column `medal`."""
    chances = medal_chances(study)
    found = targets(study, tuple(chances.values()), by_arm)
    names = pl.Series("medal", list(chances) * len(study.arms), pl.String)
    return found.select(*found.columns[:3], names, pl.exclude(found.columns[:3]))


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
        together (of all strategies where the study declares so); gain = realised variance reduction
        (null if there is no spread); told_apart = the order is sure; verdict = harder, equally hard or undecided, against the margin;
        planned = deals of a fresh run that would decide, where there are enough to plan with.
    """
    won, limit = cell_sums(study, SUCCESS), margin(study)
    records: list[Any] = []
    if not is_rated(study):
        return pl.DataFrame(records, PAIRS, orient="row")
    for name in players(study):
        arms = [a for a in study.arms if player(study, a) == name]
        arms.sort(key=lambda a: -int(won.sums.total[a.index]))
        couples = list(combinations(range(len(arms)), 2))
        held = len(couples) * families.groups(study, len(players(study)))
        for i, j in couples:
            easy, hard = arms[i], arms[j]
            both = won.sums.of([easy.index, hard.index])
            found = judged(_successes(both, held), limit, held)
            records.append((name, easy.title, hard.title, j == i + 1, *found))
    table = pl.DataFrame(records, PAIRS, orient="row")
    if faults(study):
        unknown = {"told_apart": pl.lit(False), "verdict": pl.lit(FAULTY), "planned": pl.lit(None, pl.Int64)}
        return table.with_columns(**unknown)
    return table


def _successes(both: Sums, comparisons: int) -> Difference:
    """Return the paired difference of two success rates: a deal counts 1, 0 or -1, so sums and squares tell how often only one was won."""
    apart = both.contrast([1, -1])
    total, differing = int(apart.total[0]), int(apart.cross[0, 0])
    low, high = paired_successes((differing + total) // 2, (differing - total) // 2, both.n, comparisons)
    return replace(difference(both), low=low, high=high)


def endings(study: Study) -> pl.DataFrame:
    """Return how the games of each arm ended.

    Returns
    -------
    DataFrame
        arm, scenario, strategy, ending; games and their rate; lost = those of them that failed, lost_rate with the Wilson interval
        lost_low to lost_high, of all games of the arm (null where nothing counts as a win).
    """
    names = ["cut off or fault", *study.manifest.get("endings", [])]
    flags = {"games": pl.len().cast(pl.Int64), "won": SUCCESS.cast(pl.Int64).sum()}
    per_part = study.reduce(lambda rows: rows.filter(pl.col("seat") == 0).group_by("arm", "ended").agg(**flags))
    table = per_part.group_by("arm", "ended").agg(pl.col(*flags).sum()).sort("arm", "ended")
    rated = is_rated(study)
    records = []
    for arm in study.arms:
        own = table.filter(pl.col("arm") == arm.index)
        whole = int(own["games"].sum())
        for ended, n, won in own.select("ended", "games", "won").iter_rows():
            ending = names[ended] if ended < len(names) else f"ending {ended}"
            lost = (n - won, (n - won) / whole, *wilson(n - won, whole)) if rated else (None,) * 4
            records.append((arm.index, arm.title, player(study, arm), ending, n, n / whole, *lost))
    return pl.DataFrame(records, ENDINGS, orient="row")
