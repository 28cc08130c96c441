"""What a harder mode pays for being harder, and what it costs: a score line that is the same in every game won of a mode.

Such a line is a printed bonus where modes of one opponent differ in it. A lost game is worth nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from simkit.analysis import families
from simkit.analysis.blocks import Cells, cell_sums, ratio
from simkit.analysis.difficulty import TOGETHER
from simkit.analysis.grid import grid, sequences
from simkit.analysis.intervals import critical_t
from simkit.analysis.seats import faults
from simkit.analysis.study import Arm, Study
from simkit.analysis.verdict import FAULTY, FEWEST_BLOCKS, UNDECIDED
from simkit.analysis.wins import SUCCESS, in_groups, player, players, scenarios

FEWEST_WINS = 10  # of a difficulty, before a line counts as the same in all of them
WORTH, NOT_WORTH = "worth it", "not worth it"
WORTHS = pl.when(SUCCESS).then(pl.col("total")).otherwise(0)
BONUS: dict[str, Any] = {
    "strategy": pl.String,
    "sequence": pl.String,
    "easier": pl.String,
    "harder": pl.String,
    "bonus": pl.Int64,
    "success_easier": pl.Float64,
    "success_harder": pl.Float64,
    "points_easier": pl.Float64,
    "points_harder": pl.Float64,
    "expected_easier": pl.Float64,
    "expected_harder": pl.Float64,
    "difference": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "gain": pl.Float64,
    "verdict": pl.String,
    "fair": pl.Float64,
    "fair_low": pl.Float64,
    "fair_high": pl.Float64,
}


def bonuses(study: Study) -> dict[str, int]:
    """Return the printed bonus of each scenario, where some differ in one; scenarios won too seldom to tell are left out."""
    lines = [line["name"] for line in study.manifest["lines"]]
    ends = [getattr(pl.col(line), end)().alias(f"{line}:{end}") for line in lines for end in ("min", "max")]
    per_part = study.reduce(lambda rows: rows.filter(SUCCESS).group_by("arm").agg(*ends, pl.len().cast(pl.Int64).alias("wins")))
    titles, pairs = scenarios(study), grid(scenarios(study))
    kind = {title: pairs[title][1] if pairs else title for title in titles}
    kinds = {arm.index: kind[arm.title] for arm in study.arms}
    table = per_part.with_columns(pl.col("arm").replace_strict(kinds, return_dtype=pl.String).alias("kind"))
    whole = (pl.col(f"{line}:{end}").min() if end == "min" else pl.col(f"{line}:{end}").max() for line in lines for end in ("min", "max"))
    rows = table.group_by("kind").agg(*whole, pl.col("wins").sum()).filter(pl.col("wins") >= FEWEST_WINS).rows(named=True)
    constant = [line for line in lines if all(row[f"{line}:min"] == row[f"{line}:max"] for row in rows)]
    printed = [line for line in constant if len({row[f"{line}:min"] for row in rows}) > 1]
    paid = {row["kind"]: sum(row[f"{line}:min"] for line in printed) for row in rows} if printed else {}
    return {title: paid[kind[title]] for title in titles if kind[title] in paid}


def bonus(study: Study) -> pl.DataFrame:
    """Compare the first scenario of each opponent with its harder ones, losses counting 0, on the same deals.

    Returns
    -------
    DataFrame, one row a strategy and harder scenario; none if no scenario has a bonus
        strategy; sequence = the opponent, where there are several, and all of them together; easier, harder; bonus of the harder over
        that of the easier (null where it was won too seldom to tell); success in both; points = mean of a game won without the bonus
        (null where none was); expected = mean points of a game with the bonus, a lost one being worth nothing; difference of these with
        an interval that holds for all rows of a strategy (of all where the study declares so) together; gain = realised variance
        reduction; verdict: worth it, not worth it, undecided; fair = the bonus that would make both worth the same, with its interval,
        null with too few games won.
    """
    paid = bonuses(study)
    titles = scenarios(study)
    rows = [(name, [inside[0]], [harder]) for name, inside in sequences(titles).items() for harder in inside[1:]]
    if pairs := grid(titles):
        kinds = list(dict.fromkeys(second for _, second in pairs.values()))
        alike = [[title for title in titles if pairs[title][1] == kind] for kind in kinds]
        rows += [(TOGETHER, alike[0], harder) for harder in alike[1:]]
    records: list[Any] = []
    if paid:
        worth, held = cell_sums(study, WORTHS), len(rows) * families.groups(study, len(players(study)))
        for who in players(study):
            arms = {arm.title: arm for arm in study.arms if player(study, arm) == who}
            for name, easier, harder in rows:
                sides = [arms[title] for title in easier], [arms[title] for title in harder]
                ends = (pairs[side[0]][1] if pairs and name == TOGETHER else side[0] for side in (easier, harder))
                records.append((who, name, *ends, *_compare(study, sides, worth, paid, held)))
    table = pl.DataFrame(records, BONUS, orient="row")
    return table.with_columns(verdict=pl.lit(FAULTY)) if records and faults(study) else table


def _compare(study: Study, sides: tuple[list[Arm], list[Arm]], worth: Cells, paid: dict[str, int], comparisons: int) -> tuple[Any, ...]:
    many = len(sides[0])
    found = [(*in_groups(study, SUCCESS, side), in_groups(study, WORTHS, side)[0]) for side in sides]
    won, games, points = (np.stack([side[k].sum(axis=1) for side in found], axis=1) for k in range(3))
    base, more = (paid.get(side[0].title) for side in sides)
    extra = None if base is None or more is None else more - base
    wins, total, played = won.sum(axis=0), points.sum(axis=0), games.sum(axis=0)
    without = [float(total[k] / wins[k]) - known if wins[k] and known is not None else None for k, known in enumerate((base, more))]
    both = worth.sums.of([arm.index for side in sides[::-1] for arm in side])
    apart = both.contrast([1] * many + [-1] * many)
    mean, error = float(apart.mean()[0]) / many, float(apart.errors()[0]) / many
    low = high = None
    if apart.n > 1:
        half = critical_t(apart.n - 1, comparisons) * error
        low, high = mean - half, mean + half
    verdict = UNDECIDED
    if low is not None and high is not None and apart.n >= FEWEST_BLOCKS and wins.sum() >= FEWEST_WINS:
        verdict = WORTH if low > 0 else NOT_WORTH if high < 0 else UNDECIDED
    fair = None
    if more is not None and base is not None and wins[1] >= FEWEST_WINS:
        fair = ratio(np.hstack([points, won]), lambda s: (s[..., 0] - s[..., 1]) / s[..., 3] + more - base)
    gain = float(np.diag(both.covariance()).sum() / variance) if (variance := float(apart.covariance()[0, 0])) > 0 else None
    values = (extra, *(wins / played), *without, *(total / played), mean, low, high, gain, verdict)
    return (*values, *((fair[0], *fair[2:]) if fair else (None,) * 3))
