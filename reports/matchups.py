"""The matrix of a league as a heat map: who wins how often against whom."""

from __future__ import annotations

from typing import Any

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from reports import words
from reports.drawing import BAND, COLOURS, INK, MUTED, WIDTH, Chart, drawn, styled
from simkit.analysis.league import BEATS, OPEN

WON, LOST = COLOURS[0], COLOURS[1]
STRONGEST = 0.62  # opacity of a cell where one side wins always: its number stays readable


def matchups(standings: pl.DataFrame, found: pl.DataFrame, name: str) -> Chart:
    """Draw the win share of each row against each column, the best on top, and at the right against all.

    Parameters
    ----------
    standings, found : DataFrame
        Rows of `simkit.analysis.league.standings` and `matchups`.
    name : str
        Makes the ids of the picture its own.
    """
    order = standings["strategy"].to_list()
    with styled(name):
        side, top, left = min(0.42, (WIDTH - 1.2) / (len(order) + 1.3)), 0.95, 1.12
        height = top + side * len(order) + 0.06
        figure = Figure(figsize=(WIDTH, height))
        wide = side * (len(order) + 1.3)
        axes = figure.add_axes((left / WIDTH, 0.03 / height, wide / WIDTH, side * len(order) / height))
        for y, row in enumerate(order):
            axes.text(-0.15, y + 0.5, words.clipped(row), ha="right", va="center", fontsize=9)
            axes.text(y + 0.35, -0.15, words.clipped(row), ha="left", va="bottom", rotation=60, fontsize=9, rotation_mode="anchor")
            axes.add_patch(Rectangle((y, y), 1, 1, facecolor=BAND, edgecolor="none"))
        for r in found.iter_rows(named=True):
            _cell(axes, order.index(r["other"]), order.index(r["strategy"]), r["share"], r["verdict"])
        axes.text(len(order) + 0.65, -0.15, "all", ha="left", va="bottom", rotation=60, rotation_mode="anchor", weight="bold", fontsize=9)
        for y, r in enumerate(standings.iter_rows(named=True)):
            axes.text(len(order) + 0.8, y + 0.5, f"{100 * r['share']:.0f}", ha="center", va="center", weight="bold", fontsize=9)
        axes.set_xlim(0, len(order) + 1.3)
        axes.set_ylim(len(order), 0)
        axes.set_axis_off()
        picture = drawn(figure)
    players = standings["players"][0]
    does = "wins" if players == 2 else "is ahead"
    how = "wins of the row against the column" if players == 2 else "how often the row finishes ahead of the column"
    told = "; ".join(
        f"{r['strategy']} against {r['other']}: {words.percent(r['share'], 0)}, {r['verdict']}" for r in found.iter_rows(named=True)
    )
    everything = "wins against all" if players == 2 else f"all wins, a fair share being {words.percent(1 / players, 0)}"
    return Chart(
        f"matchups-{players}",
        picture,
        f"Heat map, tables of {players}: {how}. {told}.",
        f"Tables of {players}: {how}, in % of their common games. Blue: the row {does} more often; orange: less; the stronger the colour, "
        f"the clearer. Bold: for certain more than half. Grey: these deals do not say who is better. At the right: {everything}.",
    )


def _cell(axes: Axes, x: int, y: int, share: float, verdict: str) -> None:
    strength = STRONGEST * min(2 * abs(share - 0.5), 1.0)
    axes.add_patch(Rectangle((x, y), 1, 1, facecolor=WON if share > 0.5 else LOST, alpha=strength, edgecolor="none"))
    axes.text(x + 0.5, y + 0.5, f"{100 * share:.0f}", ha="center", va="center", **_written(verdict), fontsize=8.5)


def _written(verdict: str) -> dict[str, Any]:
    """Return how the number of a cell is written: what is won stands out in grey print, too."""
    return {"color": MUTED if verdict == OPEN else INK, "weight": "bold" if verdict == BEATS else "normal"}
