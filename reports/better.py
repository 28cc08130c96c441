"""How often the better player wins, in words, as a table and as a chart: part of two kinds of reports."""

from __future__ import annotations

import polars as pl

from reports import words
from reports.dots import Dot, Group, dots
from reports.drawing import Chart
from reports.parts import Table
from reports.traces import arms
from simkit.analysis.better import EVERY_PAIR


def strongest(better: pl.DataFrame) -> str | None:
    """Say how often the better of two wins, from the most alike to the most different; None where there are no two."""
    named = better.filter((pl.col("strategy") != EVERY_PAIR) & pl.col("share").is_not_null()).sort("share", maintain_order=True)
    if not named.height:
        return None
    least, most = named.row(0, named=True), named.row(-1, named=True)
    if named.height == 1:
        around = f" ({words.INTERVAL} {words.span(most['low'], most['high'])})" if most["low"] is not None else ""
        return f"{most['strategy']} finishes ahead of {most['other']} in {words.percent(most['share'])} of their games{around}."
    ends = [f"{words.percent(r['share'])} ({r['strategy']} against {r['other']})" for r in (least, most)]
    return f"Over all pairs of players, the better one finishes ahead in {' to '.join(ends)} of the games."


def pairs_table(better: pl.DataFrame) -> Table:
    """Return every pair of every table."""
    rows = [
        (
            r["label"],
            f"{r['strategy']} ahead of {r['other']}" if r["strategy"] else "mean of all pairs",
            words.percent(r["share"]),
            words.span(r["low"], r["high"]),
        )
        for r in better.iter_rows(named=True)
    ]
    caption = "How often the better of two finishes ahead of the other; level counts one half. Which is better is told by other deals."
    return Table(("table", "better player", "games", words.INTERVAL), rows, caption, words=2, arms=arms(better))


def chart(better: pl.DataFrame, name: str) -> Chart:
    """Draw how often the better of two finishes ahead, a heading a number of players."""
    known = better.filter(pl.col("low").is_not_null())
    groups = []
    for own in known.partition_by("players", maintain_order=True):
        seen, marks = set(), []
        for r in own.iter_rows(named=True):
            text = f"{r['strategy']} ahead of {r['other']}" if r["strategy"] else f"{r['label'].split(', ', 1)[1]}, mean of pairs"
            if text not in seen:  # a pair may sit at two tables
                marks.append(Dot(text, r["low"], r["share"], r["high"], words.percent(r["share"]), "", 0 if r["strategy"] else 1))
            seen.add(text)
        groups.append(Group(f"{own['players'][0]} players", marks, 0.5))
    told = "; ".join(f"{r['strategy'] or r['label']} {words.percent(r['share'])}" for r in known.iter_rows(named=True))
    return Chart(
        "better player",
        dots(groups, "games in which the better of two finishes ahead, in %", name, left=0.42, right=0.8),
        f"Dots with 95 % intervals: how often the better of two players finishes ahead. {told}.",
        "Dot: how often the better of two finishes ahead of the other. Line: 95 % interval. Upright line: as often as not, all luck.",
    )
