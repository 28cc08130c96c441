"""Scenarios and skill levels on one axis, how far one number each is from the truth, and how sure the order of the rulebook is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import stats

from simkit.analysis import families
from simkit.analysis.blocks import Difference, Floats, cell_sums
from simkit.analysis.grid import grid, sequences
from simkit.analysis.intervals import LEVEL as USUAL
from simkit.analysis.intervals import critical_t, unseen_share
from simkit.analysis.levels import joined
from simkit.analysis.rasch import Fit, jackknife
from simkit.analysis.seats import faults
from simkit.analysis.study import Study
from simkit.analysis.verdict import BALANCED, FAULTY, FEWEST_BLOCKS, NOT_BALANCED, UNDECIDED, planned_blocks, verdict
from simkit.analysis.wins import SUCCESS, in_groups, is_random, player, players, scenarios

PAIR_VERDICTS = {BALANCED: "equally hard", NOT_BALANCED: "harder", UNDECIDED: "undecided", FAULTY: FAULTY}
IN_ORDER, OUT_OF_ORDER, EQUAL = "in order", "out of order", PAIR_VERDICTS[BALANCED]
SCENARIO, LEVEL, FIRST, SECOND = "scenario", "level", "first part", "second part"
TOGETHER = "all together"
SURE = 3.0  # standard errors from which on a misfit is more than luck
SCALE: dict[str, Any] = {
    "kind": pl.String,
    "label": pl.String,
    "logit": pl.Float64,
    "error": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "marked": pl.Int64,
    "cells": pl.Int64,
}
MISFITS: dict[str, Any] = {
    "scenario": pl.String,
    "strategy": pl.String,
    "observed": pl.Float64,
    "expected": pl.Float64,
    "difference": pl.Float64,
    "error": pl.Float64,
    "marked": pl.Boolean,
    "named": pl.Boolean,
}
FITS: dict[str, Any] = {"model": pl.String, "deviance": pl.Float64, "freedom": pl.Int64, "ratio": pl.Float64, "typical": pl.Float64}
ACROSS: dict[str, Any] = {
    "sequence": pl.String,
    "earlier": pl.String,
    "later": pl.String,
    "neighbours": pl.Boolean,
    "out_of_order": pl.Int64,
    "surely_easier": pl.Int64,
    "joined": pl.String,
}
ORDER: dict[str, Any] = {
    "strategy": pl.String,
    "sequence": pl.String,
    "earlier": pl.String,
    "later": pl.String,
    "neighbours": pl.Boolean,
    "difference": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "verdict": pl.String,
}


def rated_players(study: Study) -> list[str]:
    """Return the strategies that are put on the scale: all but a random player, or it alone."""
    who = players(study)
    return [name for name in who if not is_random(name)] or who


def scale(study: Study, margin: float) -> dict[str, pl.DataFrame]:
    """Return the tables `scale`, `misfits` and `fit` of a study in which games are won and lost.

    Returns
    -------
    dict of DataFrame
        `scale`: a row a scenario, a level, and a part of a scenario where the scenarios are every first part with every second (then
        fitted again, adding up); kind, label; logit = difficulty (ability for a level) with error and interval low to high, null below
        two deals; marked = how many of its cells were never or always won, of so many.
        `misfits`: a row a cell; observed and expected success, their difference and its error; marked; named = the difference is
        beyond the margin and more than luck.
        `fit`: a row a model; deviance, freedom = degrees of freedom, ratio of the two (null without freedom), typical = root mean
        square of the differences. Cells of one deal share its luck, so the deviance is no exact test.
    """
    who, titles = rated_players(study), scenarios(study)
    arms = [arm for arm in study.arms if player(study, arm) in who]
    counts = in_groups(study, SUCCESS, arms)
    won, played = (part.sum(axis=0) for part in counts)
    lent, seen = (won == 0) | (won == played), won / played
    levels = _Factor(LEVEL, who, [player(study, arm) for arm in arms])
    models = {"scenario and level": [_Factor(SCENARIO, titles, [arm.title for arm in arms])]}
    if pairs := grid(titles):
        parts = [[pairs[arm.title][part] for arm in arms] for part in (0, 1)]
        models["parts that add up and level"] = [
            _Factor(kind, list(dict.fromkeys(part)), part) for kind, part in zip((FIRST, SECOND), parts, strict=True)
        ]
    rows: list[Any] = []
    fits: list[Any] = []
    cells: list[Any] = []
    for model, factors in models.items():
        fitted, errors, gaps = jackknife(*counts, levels.places, [factor.places for factor in factors])
        found = _values([levels, *factors], fitted, errors, critical_t(max(len(counts[0]) - 1, 1)), lent)
        rows += found if not rows else found[len(who) :]
        apart = seen - fitted.expected
        ratio = fitted.deviance / fitted.freedom if fitted.freedom else None
        fits.append((model, fitted.deviance, fitted.freedom, ratio, float(np.sqrt(np.mean(apart**2)))))
        if cells:
            continue
        for k, arm in enumerate(arms):
            error = _known(gaps[k])
            is_named = fitted.freedom > 0 and error is not None and abs(apart[k]) >= max(margin, SURE * error)
            values = (seen[k], fitted.expected[k], apart[k], error, bool(lent[k]), is_named)
            cells.append((arm.title, player(study, arm), *values))
    return {
        "scale": pl.DataFrame(rows, SCALE, orient="row"),
        "misfits": pl.DataFrame(cells, MISFITS, orient="row"),
        "fit": pl.DataFrame(fits, FITS, orient="row"),
    }


def order(study: Study, pairs: pl.DataFrame, margin: float) -> pl.DataFrame:
    """Compare the difficulty of scenarios with their order in the study, which is the rulebook's unless the study says otherwise.

    Parameters
    ----------
    pairs : DataFrame
        Of `simkit.analysis.solo.pairs`.
    margin : float
        Of success.

    Returns
    -------
    DataFrame
        strategy; sequence = what the scenarios have in common: an opponent, where there are several at several difficulties, and then
        also all of them together; earlier, later; neighbours; difference = success in the earlier less that in the later, on the same
        deals, with its interval; verdict: in order, out of order, equally hard or undecided.
    """
    titles = scenarios(study)
    records = []
    for row in pairs.iter_rows(named=True):
        earlier, later = sorted((row["easier"], row["harder"]), key=titles.index)
        for name, inside in sequences(titles).items():
            if earlier in inside and later in inside:
                limits = (row["difference"], row["low"], row["high"])
                is_usual = earlier == row["easier"]
                difference, low, high = limits if is_usual else (-limits[0], -limits[2], -limits[1])
                word = row["verdict"]
                if word == PAIR_VERDICTS[NOT_BALANCED]:
                    word = IN_ORDER if is_usual else OUT_OF_ORDER
                next_to = inside.index(later) == inside.index(earlier) + 1
                records.append((row["strategy"], name, earlier, later, next_to, difference, low, high, word))
    who = {name: k for k, name in enumerate(players(study))}
    places = {title: k for k, title in enumerate(titles)}
    records.sort(key=lambda record: (who[record[0]], places[record[2]], places[record[3]]))
    return pl.DataFrame([*records, *(_together(study, margin) if records else [])], ORDER, orient="row")


def _together(study: Study, margin: float) -> list[tuple[Any, ...]]:
    """Compare the difficulties of a grid over all its opponents."""
    parts = grid(scenarios(study))
    if parts is None:
        return []
    steps = list(dict.fromkeys(second for _, second in parts.values()))
    couples, many = list(combinations(range(len(steps)), 2)), len(parts) // len(steps)
    won, found = cell_sums(study, SUCCESS), []
    held = len(couples) * families.groups(study, len(players(study)))
    for name in players(study):
        for a, b in couples:
            sides = [[k.index for k in study.arms if player(study, k) == name and parts[k.title][1] == steps[side]] for side in (a, b)]
            weights = [1] * many + [-1] * many
            apart = won.sums.of([*sides[0], *sides[1]]).contrast(weights)
            mean, error = float(apart.mean()[0]) / many, float(apart.errors()[0]) / many
            half = critical_t(max(apart.n - 1, 1), held) * error
            ends = (mean - half, mean + half) if apart.n > 1 else (None, None)
            d = Difference(mean, error, ends[0], ends[1], apart.n, None)
            low, high, word = (judged(d, margin, held)[at] for at in (1, 2, 5))
            if word == PAIR_VERDICTS[NOT_BALANCED]:
                word = IN_ORDER if mean > 0 else OUT_OF_ORDER
            word = FAULTY if faults(study) else word
            found.append((name, TOGETHER, steps[a], steps[b], b == a + 1, mean, low, high, word))
    return found


def agreement(values: Sequence[float]) -> float | None:
    """Return Kendall's tau-b of values with the order they come in: 1 if they rise, -1 if they fall; None if they are all alike.

    Examples
    --------
    >>> round(agreement([85, 90, 80, 75, 85, 80, 85, 80]), 4)  # targets that a rulebook prints, in its order
    -0.2417
    """
    return float(stats.kendalltau(range(len(values)), values).statistic) if len(set(values)) > 1 else None


def across(table: pl.DataFrame, levels: Sequence[str]) -> pl.DataFrame:
    """Join the verdicts on the order over the levels that have a say.

    Returns
    -------
    DataFrame
        sequence, earlier, later, neighbours; out_of_order = at how many of the levels; surely_easier = at how many the later one is
        easier beyond doubt, if by less than the margin; joined = holds at every level, depends on skill, or undecided.
    """
    mine = table.filter(pl.col("strategy").is_in(list(levels)))
    keys = ("sequence", "earlier", "later", "neighbours")
    records = []
    for key, part in mine.partition_by(*keys, as_dict=True, maintain_order=True).items():
        said = part["verdict"].to_list()
        sure = int((part["high"] < 0).sum()) if FAULTY not in said else 0
        records.append((*key, said.count(OUT_OF_ORDER), sure, joined(said, (IN_ORDER, OUT_OF_ORDER, EQUAL))))
    return pl.DataFrame(records, ACROSS, orient="row")


def judged(d: Difference, limit: float, couples: int) -> tuple[Any, ...]:
    """Return a difference of success, its limits, its gain, whether its sign is sure, the verdict, and how many deals would decide."""
    low, high = d.low, d.high
    if low is None or high is None or d.error == 0:
        # All deals agree: how often could one that differs have stayed unseen?
        unseen = unseen_share(d.blocks, couples)
        low, high = d.mean - unseen * (1 + d.mean), d.mean + unseen * (1 - d.mean)
    judged = verdict(low, high, limit, d.blocks)
    planned = None
    if judged == UNDECIDED and d.blocks >= FEWEST_BLOCKS:
        critical = critical_t(d.blocks - 1, couples, USUAL)  # of a fresh run, which nobody has looked at
        planned = planned_blocks(d.spread, limit, d.mean, critical)
    return d.mean, low, high, d.gain, low > 0, PAIR_VERDICTS[judged], planned


@dataclass(frozen=True)
class _Factor:
    """What cells differ in: its values, and that of each cell."""

    kind: str
    names: Sequence[str]
    cells: Sequence[str]

    @property
    def places(self) -> list[int]:
        """Number of each cell's value."""
        return [self.names.index(name) for name in self.cells]


def _values(factors: Sequence[_Factor], fitted: Fit, errors: Floats, critical: float, lent: NDArray[np.bool_]) -> list[tuple[Any, ...]]:
    """Return the rows of the scale: a value with its limits, and how many of its cells were lent games."""
    rows: list[tuple[Any, ...]] = []
    for factor in factors:
        for name in factor.names:
            value, error = float(fitted.values[len(rows)]), _known(errors[len(rows)])
            limits = (None, None) if error is None else (value - critical * error, value + critical * error)
            mine = lent[[cell == name for cell in factor.cells]]
            rows.append((factor.kind, name, value, error, *limits, int(mine.sum()), len(mine)))
    return rows


def _known(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None
