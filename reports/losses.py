"""Why games are lost, by scenario and by player."""

from __future__ import annotations

import polars as pl

from reports import words
from reports.drawing import GRID, Chart, beside, drawn, interval, new_figure, set_rows, styled, wrapped
from reports.parts import Passage, Table, Tables
from simkit.analysis.levels import counting

SHAPES = ("round", "square", "triangle", "diamond", "pointing down", "cross")


def passage(tables: Tables, best: str, label: str) -> Passage | None:
    """Return how lost games ended; None where none was lost."""
    lost = tables["endings"].filter(pl.col("lost") > 0)
    mine = lost.filter(pl.col("strategy") == best)
    if not mine.height:
        return None
    causes = _causes(lost)
    shown = (_table(tables, causes),)
    if len(causes) < 2:
        return Passage("Why games are lost", [f"Every lost game ended in the same way: {causes[0]}."], (), shown)
    return Passage("Why games are lost", sentences(mine, best), (chart(mine, causes, f"{label}-losses"),), shown)


def sentences(mine: pl.DataFrame, best: str) -> list[str]:
    """Say how most lost games ended, and where it is otherwise."""
    total = mine.group_by("ending", maintain_order=True).agg(pl.col("lost").sum()).sort("lost", descending=True, maintain_order=True)
    first, share = total["ending"][0], float(total["lost"][0] / total["lost"].sum())
    most = mine.sort("lost", descending=True, maintain_order=True).unique("scenario", keep="first", maintain_order=True)
    other = most.filter(pl.col("ending") != first)
    said = [f"Of the games that {best} loses, {words.percent(share, 0)} end so: {first}."]
    if other.height:
        told = [
            f"{ending} in {words.listed(own['scenario'].to_list())}"
            for (ending,), own in other.partition_by("ending", as_dict=True).items()
        ]
        said.append(f"Otherwise most often: {'; '.join(told)}.")
    return said


def chart(mine: pl.DataFrame, causes: list[str], name: str) -> Chart:
    """Draw how often the games of one player are lost in each way, a row a scenario."""
    titles = list(dict.fromkeys(mine["scenario"]))
    with styled(name):
        figure, axes = new_figure(0.3 * len(titles) + 0.62, left=0.36, right=0.86)
        for y, title in enumerate(titles):
            own = mine.filter(pl.col("scenario") == title)
            for row in own.iter_rows(named=True):
                k = causes.index(row["ending"])
                interval(axes, y, row["lost_low"], row["lost_rate"], row["lost_high"], k, 5.5)
            beside(axes, y, words.percent(sum(own["lost_rate"]), 0), "", 0)
        set_rows(axes, [(y, wrapped(title, 26)) for y, title in enumerate(titles)], len(titles) - 0.4)
        axes.tick_params(axis="y", labelsize=8.5)
        axes.set_xlim(left=min(0.0, axes.get_xlim()[0]))
        axes.xaxis.set_major_formatter(lambda x, _: f"{100 * x:.0f} %")
        axes.grid(axis="both", color=GRID, lw=0.6)
        axes.set_axisbelow(True)
        axes.set_xlabel("of all games, lost in this way", fontsize=8.5)
        picture = drawn(figure)
    keys = "; ".join(f"{shape}: {cause}" for shape, cause in zip(SHAPES, causes, strict=False))
    told = "; ".join(f"{r['scenario']}, {r['ending']}: {words.percent(r['lost_rate'], 0)}" for r in mine.iter_rows(named=True))
    return Chart(
        "losses",
        picture,
        f"Dots with 95 % intervals: how often games are lost in each way. {told}.",
        f"Games of {mine['strategy'][0]}. Dot: share of all games lost in this way ({keys}). Line: 95 % interval. "
        "At the right: all lost games.",
    )


def _causes(lost: pl.DataFrame) -> list[str]:
    """Return the ways to lose, the most frequent first."""
    return (
        lost.group_by("ending", maintain_order=True)
        .agg(pl.col("lost").sum())
        .sort("lost", descending=True, maintain_order=True)["ending"]
        .to_list()
    )


def _table(tables: Tables, causes: list[str]) -> Table:
    levels = counting(tables["levels"])
    found = {(r["strategy"], r["scenario"], r["ending"]): r for r in tables["endings"].iter_rows(named=True)}
    rows = []
    for scenario in dict.fromkeys(tables["endings"]["scenario"]):
        for level in levels:
            rates = [(found.get((level, scenario, cause)) or {"lost_rate": 0.0})["lost_rate"] for cause in causes]
            rows.append((scenario, level, words.percent(sum(rates)), *(words.percent(rate) for rate in rates)))
    headers = ("scenario", "player", "lost", *causes)
    return Table(headers, rows, "Share of all games that were lost, and how they ended, by skill level.", words=2)
