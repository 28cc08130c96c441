"""How often the better player wins, in words, as a table and as a chart: part of two kinds of reports."""

from __future__ import annotations

from typing import Any

import polars as pl

from reports import words
from reports.dots import Dot, Group, dots
from reports.drawing import Chart
from reports.parts import Table
from reports.traces import arms
from simkit.analysis.better import EVERY_PAIR


def strongest(better: pl.DataFrame) -> str | None:
    """Say how often the better of two wins, from the most alike to the most different; None where there are no two."""
    if better.height and not better["share"].count():
        return "Too few deals: a single one does not tell which of two players is the better, nor how often."
    named = better.filter((pl.col("strategy") != EVERY_PAIR) & pl.col("share").is_not_null()).sort("share", maintain_order=True)
    if not named.height:
        return None
    least, most = named.row(0, named=True), named.row(-1, named=True)
    if named.height == 1:
        around = f" ({words.INTERVAL} {words.span(most['low'], most['high'])})"
        if not is_clear(most):
            return (
                f"It is not clear which of {most['strategy']} and {most['other']} is the better; whoever it is finishes ahead in "
                f"{words.percent(most['share'])} of their games{around}."
            )
        return f"{most['strategy']} finishes ahead of {most['other']} in {words.percent(most['share'])} of their games{around}."
    ends = [f"{words.percent(r['share'])} ({r['strategy']} against {r['other']})" for r in (least, most)]
    said = f"Over all pairs of players, the better one finishes ahead in {' to '.join(ends)} of the games."
    open_ = [f"{r['strategy']} and {r['other']}" for r in named.iter_rows(named=True) if not is_clear(r)]
    return said + (f" It is not clear which is the better of {words.listed(open_)}." if open_ else "")


def is_clear(row: dict[str, Any]) -> bool:
    """Return whether the deals tell which of two is the better."""
    return row["low"] is not None and row["low"] > 0.5


def pairs_table(better: pl.DataFrame) -> Table:
    """Return every pair of every table."""
    rows = [
        (
            r["label"],
            _pair(r) if r["strategy"] else "mean of all pairs",
            words.percent(r["share"]),
            words.span(r["low"], r["high"]),
        )
        for r in better.iter_rows(named=True)
    ]
    caption = "How often the better of two finishes ahead of the other; level counts one half. Where it is not clear who is the better, "
    caption += "the interval begins at one half."
    return Table(("table", "better player", "games", words.INTERVAL), rows, caption, words=2, arms=arms(better))


def _pair(row: dict[str, Any]) -> str:
    if row["low"] is None:
        return f"{row['strategy']} and {row['other']}, too few deals"
    return f"{row['strategy']} ahead of {row['other']}" if is_clear(row) else f"{row['strategy']} or {row['other']}, not clear which"


def chart(better: pl.DataFrame, name: str) -> Chart:
    """Draw how often the better of two finishes ahead, a heading a number of players."""
    known = better.filter(pl.col("low").is_not_null())
    groups = []
    for own in known.partition_by("players", maintain_order=True):
        seen, marks = set(), []
        for r in own.iter_rows(named=True):
            text = _pair(r) if r["strategy"] else f"{r['label'].split(', ', 1)[1]}, mean of pairs"
            if text not in seen:  # a pair may sit at two tables
                marks.append(Dot(text, r["low"], r["share"], r["high"], words.percent(r["share"]), "", 0 if r["strategy"] else 1))
            seen.add(text)
        groups.append(Group(f"{own['players'][0]} players", marks, 0.5))
    told = "; ".join(f"{r['strategy'] or r['label']} {words.percent(r['share'])}" for r in known.iter_rows(named=True))
    return Chart(
        "better player",
        dots(groups, "games in which the better of two finishes ahead, in %", name, left=0.42, right=0.8),
        f"Dots with 95 % intervals: how often the better of two players finishes ahead. {told}.",
        "Dot: how often the better of two finishes ahead of the other. Line: 95 % interval; it begins at one "
        "half where it is not clear who is the better. Upright line: as often as not, all luck.",
    )
