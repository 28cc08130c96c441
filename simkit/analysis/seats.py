"""Win shares by seat, and by strategy at mixed tables, and whether they are fair.

At a mixed table every chair of the line-up plays from every seat of a deal, so a seat's share
is that of an average player of the line-up. At a mirror table one strategy holds all seats and
a deal is one game. Shares count a win shared by k seats as 1/k each; par is 1/players.
A faulty game counts for nobody: no seat has a share of it, shares add up to less than 1, and
no verdict of its study is given before the fault is mended.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simkit.analysis import families
from simkit.analysis import verdict as verdicts
from simkit.analysis.blocks import Cells, cell_sums, means
from simkit.analysis.intervals import LEVEL, critical_t, joint
from simkit.analysis.ladder import COUNTS, levels
from simkit.analysis.points import points as by_source
from simkit.analysis.study import SHARE_UNITS, Arm, Study

DEFAULT_MARGIN = 0.05  # of par
SEATS: dict[str, Any] = {
    "arm": pl.Int64,
    "label": pl.String,
    "players": pl.Int64,
    "table": pl.String,
    "seat": pl.Int64,
    "share": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "index": pl.Float64,
    "index_low": pl.Float64,
    "index_high": pl.Float64,
    "distance": pl.Float64,
    "verdict": pl.String,
    "planned": pl.Int64,
    "points": pl.Float64,
}
STRATEGIES: dict[str, Any] = {
    "arm": pl.Int64,
    "label": pl.String,
    "players": pl.Int64,
    "strategy": pl.String,
    "chairs": pl.Int64,
    "share": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "index": pl.Float64,
    "points": pl.Float64,
}


def analyse(study: Study) -> dict[str, pl.DataFrame]:
    """Return every table of a study of seats by name."""
    by_seat, ladder = seats(study), levels(study)
    by_table = tables(study, by_seat, ladder)
    found = {"seats": by_seat, "tables": by_table, "sizes": sizes(by_table), "strategies": strategies(study)}
    return found | {"points": by_source(study)} | ({"levels": ladder} if ladder.height else {})


def margin(study: Study) -> float:
    """Return the study's margin, as a share of par."""
    return float(study.spec.get("margin", DEFAULT_MARGIN))


def seats(study: Study) -> pl.DataFrame:
    """Return the win share of each seat of each arm, with joint intervals and a verdict.

    Returns
    -------
    DataFrame, one row a seat of an arm
        arm, label, players, table; seat (1 plays first); share, low, high (0 to 1; the
        intervals of a family, one table unless the study says otherwise, hold together in 95 of
        100 runs); index = share / par with its
        interval; distance = share - par; verdict; planned = deals of a fresh run that would
        decide this seat (null if decided, or if no such run exists); points (mean).
    """
    points, cells = _points(study, "seat"), cell_sums(study, "share", ("arm", "seat"))
    limit = margin(study)
    held = comparisons(study, {arm.index: _adds_up(arm, cells) for arm in study.tables})
    records = [row for arm in study.tables for row in _seat_rows(arm, cells, limit, points, held[arm.index])]
    if faults(study):
        return pl.DataFrame(records, SEATS, orient="row").with_columns(verdict=pl.lit(verdicts.FAULTY), planned=pl.lit(None, pl.Int64))
    return pl.DataFrame(records, SEATS, orient="row")


def comparisons(study: Study, adds_up: Mapping[int, bool] | None = None) -> dict[int, int]:
    """Return by arm how many comparisons hold together with those of its seats.

    Two shares that add up to one in every block are a single comparison; `adds_up` says by arm whether they do, as they do but for faults.
    """
    own = {arm.index: 1 if arm.players == 2 and (adds_up is None or adds_up[arm.index]) else arm.players for arm in study.tables}
    members = [({"table": arm.index, "players": arm.players}, own[arm.index]) for arm in study.tables]
    return dict(zip(own, families.sizes(study, members), strict=True))


def strategies(study: Study) -> pl.DataFrame:
    """Return the win share of each strategy at the mixed tables, per chair it holds.

    Returns
    -------
    DataFrame, one row a strategy of a mixed arm
        arm, label, players, strategy, chairs; share of wins of one chair with joint interval,
        index = share / par, points (mean).
    """
    points, cells = _points(study, "strategy"), cell_sums(study, "share", ("arm", "strategy"))
    mixed = (arm for arm in study.tables if arm.is_mixed)
    records = [row for arm in mixed for row in _strategy_rows(study, arm, cells, points)]
    return pl.DataFrame(records, STRATEGIES, orient="row")


def tables(study: Study, by_seat: pl.DataFrame, ladder: pl.DataFrame | None = None) -> pl.DataFrame:
    """Return one row an arm: its verdict, its size, and what must not be hidden.

    Parameters
    ----------
    by_seat : DataFrame
        The result of `seats`.
    ladder : DataFrame, optional
        The result of `levels`, if it is at hand.

    Returns
    -------
    DataFrame
        arm, label, players, table, mixed; counts: whether its verdict has a say; blocks, games; verdict over all seats; planned =
        deals of a fresh run that would decide all seats (null if decided or beyond reach);
        counts of games with a shared win, cut off, faulty.
    """
    counts = games(study)
    heard = {arm.index for arm in (*counting(study, ladder), *leading(study, ladder))}
    outcome = by_seat.group_by("arm").agg(
        pl.col("verdict"),
        pl.when(~((pl.col("verdict") == verdicts.UNDECIDED) & pl.col("planned").is_null()).any())
        .then(pl.col("planned").max())
        .alias("planned"),
    )
    records = [(arm.index, arm.label, arm.players, arm.table, arm.is_mixed, arm.index in heard, len(study.blocks)) for arm in study.tables]
    schema = ["arm", "label", "players", "table", "mixed", "counts", "blocks"]
    return (
        pl.DataFrame(records, schema, orient="row")
        .join(counts, on="arm", how="left", maintain_order="left")
        .join(outcome, on="arm", how="left", maintain_order="left")
        .with_columns(pl.col("verdict").map_elements(verdicts.overall, pl.String))
        .with_columns(planned=pl.when(pl.col("verdict") == verdicts.UNDECIDED).then(pl.col("planned")))
    )


def games(study: Study) -> pl.DataFrame:
    """Return by arm: games, and how many had a shared win, were cut off, or were faulty."""
    flags = {
        "shared_wins": pl.col("shared_win"),
        "cut_off": pl.col("cut_off"),
        "faults": pl.col("fault") > 0,
    }
    per_part = study.reduce(
        lambda rows: (
            rows.group_by("arm", "block", "rotation")
            .agg(**{name: flag.any() for name, flag in flags.items()})
            .group_by("arm")
            .agg(pl.len().cast(pl.Int64).alias("games"), pl.col(*flags).cast(pl.Int64).sum())
        )
    )
    return per_part.group_by("arm").agg(pl.col("games", *flags).sum()).sort("arm")


def faults(study: Study) -> int:
    """Return the number of faulty games of a study's tables; duels of skill levels are judged apart."""
    counts = games(study)
    return int(counts.filter(pl.col("arm").is_in([arm.index for arm in study.tables]))["faults"].sum())


def counting(study: Study, ladder: pl.DataFrame | None = None) -> tuple[Arm, ...]:
    """Return the arms whose verdict counts: mixed tables, and mirror tables of the levels that beat the one below.

    Where a study states no levels every mirror table counts but that of random players, who have no say.

    Parameters
    ----------
    ladder : DataFrame, optional
        The result of `levels`, if it is at hand.
    """
    if any(arm.is_rung for arm in study.arms):
        found = levels(study) if ladder is None else ladder
        skilled = set(found.filter(pl.col("verdict") == COUNTS)["strategy"])
        return tuple(arm for arm in study.tables if arm.is_mixed or study.strategies[arm.lineup[0]] in skilled)
    return tuple(arm for arm in study.tables if arm.is_mixed or study.strategies[arm.lineup[0]].split("(")[0] != "random")


def leading(study: Study, ladder: pl.DataFrame | None = None) -> list[Arm]:
    """Return the arms that the answer speaks of: mixed tables, else for each size the last that counts."""
    if mixed := [arm for arm in study.tables if arm.is_mixed]:
        return mixed
    counted = counting(study, ladder) or study.tables
    last = {arm.players: arm for arm in counted}
    return list(last.values())


def sizes(by_table: pl.DataFrame) -> pl.DataFrame:
    """Return one row a number of players: its verdict over all tables that have a say.

    A game is balanced only if it is so at the mixed table and at every counting skill level; where it is balanced at some of them and
    not at others, it depends on skill.

    Parameters
    ----------
    by_table : DataFrame
        The result of `tables`.

    Returns
    -------
    DataFrame
        players, verdict.
    """
    heard = by_table.filter("counts").partition_by("players", maintain_order=True)
    rows = [(group["players"][0], verdicts.at_all_levels(group["verdict"])) for group in heard]
    return pl.DataFrame(rows, {"players": pl.Int64, "verdict": pl.String}, orient="row")


def _adds_up(arm: Arm, cells: Cells) -> bool:
    """Say whether the shares of an arm's seats add up to one in every block."""
    sums, unit = cells.sums.of(cells.where("arm", arm.index)), SHARE_UNITS * arm.rotations
    whole = sums.contrast([1] * arm.players)
    return (int(whole.total[0]), int(whole.cross[0, 0])) == (sums.n * unit, sums.n * unit**2)


def _seat_rows(arm: Arm, cells: Cells, limit: float, points: dict[tuple[int, int], float], held: int) -> list[Any]:
    mine, unit = cells.where("arm", arm.index), SHARE_UNITS * arm.rotations
    sums, par = cells.sums.of(mine), 1 / arm.players
    share, error = sums.mean() / unit, sums.errors() / unit
    limits = joint(share, error, sums.n, held, unfair=cells.unfair(mine, unit, arm.players))
    critical = critical_t(max(sums.n - 1, 1), held, LEVEL)  # of a fresh run, which nobody has looked at
    rows: list[Any] = []
    for seat in range(arm.players):
        low, high = limits[seat]
        effect = (share[seat] / par - 1, low / par - 1, high / par - 1)
        found = verdicts.verdict(effect[1], effect[2], limit, sums.n)
        plan = None
        if found == verdicts.UNDECIDED and sums.n >= verdicts.FEWEST_BLOCKS:
            spread = error[seat] * np.sqrt(sums.n) / par
            plan = verdicts.planned_blocks(spread, limit, effect[0], critical)
        index = tuple(1 + e for e in effect)
        identity = (arm.index, arm.label, arm.players, arm.table, seat + 1)
        estimate = (share[seat], low, high, *index, share[seat] - par)
        rows.append((*identity, *estimate, found, plan, points[arm.index, seat]))
    return rows


def _strategy_rows(study: Study, arm: Arm, cells: Cells, points: dict[tuple[int, int], float]) -> list[Any]:
    mine = cells.where("arm", arm.index)
    sums, players = cells.sums.of(mine), cells.keys["strategy"][mine].to_list()
    chairs = np.array([arm.lineup.count(s) for s in players])
    unit = SHARE_UNITS * arm.rotations * chairs
    share: NDArray[np.float64] = sums.mean() / unit
    limits = joint(share, sums.errors() / unit, sums.n, unfair=cells.unfair(mine, unit, arm.players))
    rows: list[Any] = []
    for k, s in enumerate(players):
        identity = (arm.index, arm.label, arm.players, study.strategies[s], int(chairs[k]))
        estimate = (share[k], *limits[k], share[k] * arm.players)
        rows.append((*identity, *estimate, points[arm.index, s]))
    return rows


def _points(study: Study, by: str) -> dict[tuple[int, int], float]:
    table = means(study, "total", by=("arm", by))
    return {(arm, key): mean for arm, key, mean in table.select("arm", by, "mean").iter_rows()}
