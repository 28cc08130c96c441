"""Charts of a compensation: the seats under each option, and how shares follow what is given."""

from __future__ import annotations

from typing import Any

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reports import words
from reports.charts import AXIS, DASHES
from reports.drawing import (
    BAND,
    COLOURS,
    GRID,
    INK,
    MARKERS,
    MUTED,
    PAPER,
    WIDTH,
    Chart,
    apart,
    beside,
    drawn,
    heading,
    new_figure,
    set_rows,
    styled,
    wrapped,
)

SPREAD = 0.085  # how far the seats of an option reach up and down, in rows a seat
NUMBERED = 8.5  # size of a dot that holds a number


def options(shares: pl.DataFrame, margin: float, name: str) -> Chart:
    """Draw the seats' shares under each option, a heading a number of players, a row an option, a numbered dot a seat.

    Parameters
    ----------
    shares : DataFrame
        players, title, option, called (the option with its amounts), chosen, seat, index, index_low, index_high, told (the verdict).
    margin : float
        As a share of par.
    """
    groups = shares.partition_by("players", maintain_order=True)
    rows = sum(0.55 + 0.17 * g["seat"].n_unique() for g in groups for _ in range(g["option"].n_unique())) + 1.1 * len(groups)
    with styled(name):
        figure, axes = new_figure(0.38 * rows + 0.62, left=0.30, right=0.74)
        axes.axvspan(1 - margin, 1 + margin, color=BAND, lw=0, zorder=0)
        axes.axvline(1, color=MUTED, lw=0.8, zorder=0)
        y, ticks, bold = 0.0, list[tuple[float, str]](), list[int]()
        for group in groups:
            heading(axes, y, group["title"][0], outside=False)
            high = 0.55 + 0.17 * group["seat"].n_unique()
            y += 0.4 + high / 2
            for option in group.partition_by("option", maintain_order=True):
                _seats(axes, y, option, SPREAD * option.height)
                beside(axes, y, option["told"][0], "", 0)
                if option["chosen"][0]:
                    bold.append(len(ticks))
                ticks.append((y, wrapped(option["called"][0], 21)))
                y += high
                axes.axhline(y - high / 2, color=GRID, lw=0.5, zorder=0)
            y += 0.6 - high / 2
        set_rows(axes, ticks, y - 0.1, -0.5)
        for place in bold:
            axes.get_yticklabels()[place].set_fontweight("bold")
        axes.tick_params(axis="y", labelsize=8.5)
        axes.xaxis.set_major_formatter(lambda x, _: f"{100 * x:.0f}")
        axes.set_xlabel(AXIS)
        picture = drawn(figure)
    told = "; ".join(
        f"{r['title']}, {r['called']}, seat {r['seat']}: {words.percent(r['index'], 0)} of a fair share ({r['told']})"
        for r in shares.iter_rows(named=True)
    )
    return Chart(
        "options",
        picture,
        f"Numbered dots with 95 % intervals: the win share of each seat under each option, compared with a fair share. {told}.",
        "The number in a dot is the seat. Line: 95 % interval, joint for the seats of a table. Grey band: within "
        f"{words.percent(margin, 0)} of a fair share. Bold: the chosen option.",
    )


def _seats(axes: Axes, y: float, option: pl.DataFrame, reach: float) -> None:
    many = option.height
    for k, row in enumerate(option.iter_rows(named=True)):
        at = y + (2 * k / (many - 1) - 1) * reach
        colour = COLOURS[k % 6]
        axes.plot([row["index_low"], row["index_high"]], [at, at], color=colour, lw=1.4, solid_capstyle="butt")
        axes.plot([row["index"]], [at], marker="o", color=colour, ms=NUMBERED, mec=PAPER, mew=0.6, ls="none", zorder=3)
        inside: Any = {"ha": "center", "va": "center", "fontsize": 6.5, "color": PAPER, "weight": "bold"}
        axes.annotate(str(row["seat"]), (row["index"], at), (0, -0.3), textcoords="offset points", zorder=4, **inside)


def curves(doses: pl.DataFrame, even: pl.DataFrame, margin: float, unit: str, name: str) -> Chart:
    """Draw how each seat's share follows the dose, a panel a number of players, with the dose that makes the seats even.

    Parameters
    ----------
    doses, even : DataFrame
        Rows of the tables `doses` and `curves` of `simkit.analysis.compensation`, of one level a number of players, with `title`.
    margin : float
        As a share of par.
    unit : str
        What is given.
    """
    panels_of = doses.partition_by("players", maintain_order=True)
    with styled(name):
        height = 1.95 * len(panels_of) + 0.2
        figure = Figure(figsize=(WIDTH, height))
        panels = figure.subplots(len(panels_of), 1, squeeze=False).ravel()
        figure.subplots_adjust(left=0.115, right=0.9, hspace=0.62, bottom=0.46 / height, top=1 - 0.28 / height)
        for axes, own in zip(panels, panels_of, strict=True):
            line = even.filter(pl.col("players") == own["players"][0]).row(0, named=True)
            _curve(axes, own, line, margin)
            axes.set_title(own["title"][0], fontsize=9.5, color=INK, loc="left", weight="bold", pad=5)
            axes.set_xlabel(f"{unit} of seat {line['to_seat']} above seat {line['from_seat']}", fontsize=8.5, labelpad=2)
        picture = drawn(figure)
    told = "; ".join(f"{r['title']}: {even_at(r, unit)}" for r in even.iter_rows(named=True))
    return Chart(
        "doses",
        picture,
        f"Curves: win share of each seat, compared with a fair share, by what is given. {told}.",
        "Upwards: wins, in % of a fair share, one numbered curve a seat; dots with 95 % intervals are what was played, lines the fitted "
        "curve (a logit). Grey band: the margin. Upright line: as printed. Diamond: where the seats are even, with its 95 % interval.",
    )


def even_at(line: dict[str, Any], unit: str) -> str:
    """Say which dose makes the seats even."""
    if line["value"] is None:
        return "these deals do not tell which dose makes the seats even"
    beyond = "" if line["least"] <= line["value"] <= line["most"] else ", beyond what was tried"
    limits = f"{words.number(line['low'], 1)} to {words.number(line['high'], 1)}"
    return f"even at {words.number(line['value'], 1)} {unit} ({words.INTERVAL} {limits}{beyond})"


def _curve(axes: Axes, own: pl.DataFrame, line: dict[str, Any], margin: float) -> None:
    axes.axhspan(1 - margin, 1 + margin, color=BAND, lw=0, zorder=0)
    axes.axhline(1, color=MUTED, lw=0.8, zorder=0)
    xs = sorted(set(own["dose"]))
    width = max(xs[-1] - xs[0], 1)
    ends = []
    low, high = float(own["low"].to_numpy().min()), float(own["high"].to_numpy().max())
    for k, seat in enumerate(own.partition_by("seat", maintain_order=True)):
        once = seat.unique("dose", keep="first", maintain_order=True).sort("dose")
        colour = COLOURS[k % 6]
        axes.plot(once["dose"].to_list(), once["fitted"].to_list(), color=colour, lw=1.3, ls=DASHES[k % 6])
        shift = 0.012 * width * (k - (own["seat"].n_unique() - 1) / 2)
        for row in once.iter_rows(named=True):
            axes.plot([row["dose"] + shift] * 2, [row["low"], row["high"]], color=colour, lw=1.3, solid_capstyle="butt")
            axes.plot([row["dose"] + shift], [row["index"]], marker=MARKERS[k % 6], color=colour, ms=4.5, mec=PAPER, mew=0.5, zorder=3)
        ends.append((float(once["fitted"][-1]), f"seat {seat['seat'][0]}", colour))
    reach = high - low or 1.0
    axes.set_ylim(low - 0.05 * reach, high + 0.05 * reach)
    bottom, top = axes.get_ylim()
    heights = apart([(value - bottom) / (top - bottom) for value, _, _ in ends], 0.13)
    for (_, text, _), at in zip(ends, heights, strict=True):
        axes.text(1.015, at, text, transform=axes.transAxes, fontsize=8.5, va="center")
    axes.set_xlim(xs[0] - 0.05 * width, xs[-1] + 0.05 * width)
    if line["printed"] is not None:
        axes.axvline(line["printed"], color=MUTED, lw=0.9, ls=(0, (4, 2)), zorder=0)
        above: Any = {"xycoords": ("data", "axes fraction"), "textcoords": "offset points", "va": "top"}
        axes.annotate("printed", (line["printed"], 1), (3, -2), fontsize=8, color=MUTED, **above)
    if line["value"] is not None:
        axes.plot([line["low"], line["high"]], [1, 1], color=INK, lw=2.2, solid_capstyle="butt", zorder=4)
        axes.plot([line["value"]], [1], marker="D", color=INK, ms=5.5, mec=PAPER, mew=0.7, zorder=5)
    axes.set_xticks(xs)
    axes.yaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f}")
    axes.tick_params(axis="both", labelsize=8.5, labelcolor=MUTED)
    axes.grid(axis="y", color=GRID, lw=0.5)
    axes.set_axisbelow(True)
