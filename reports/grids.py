"""Charts of a sweep: curves over one parameter, heat maps over two, effects of many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from reports import words
from reports.drawing import (
    BAND,
    COLOURS,
    GRID,
    INK,
    MUTED,
    PAPER,
    WIDTH,
    Chart,
    beside,
    drawn,
    heading,
    interval,
    new_figure,
    set_rows,
    styled,
    wrapped,
)
from reports.matchups import STRONGEST
from simkit.analysis.sweep import DEFAULT
from simkit.analysis.variant import HIGHER, LOWER, SEAT_GAP, SHARE

FULL = 6.0  # margins of difference at which the colour of a cell is strongest
NARROW = 6  # columns of a heat map of which two stand side by side


def curves(points: pl.DataFrame, parameter: str, name: str) -> Chart:
    """Draw measures over the values of one parameter, a panel a measure, the default marked.

    Parameters
    ----------
    points : DataFrame
        Rows of `simkit.analysis.sweep`'s points, of one table.
    parameter : str
        What the parameter says.
    """
    groups = points.partition_by("measure", maintain_order=True)
    lines = -(-len(groups) // 2)
    with styled(name):
        height = 1.5 * lines + 0.42
        figure = Figure(figsize=(WIDTH, height))
        panels = figure.subplots(lines, 2, squeeze=False, sharex=True).ravel()
        figure.subplots_adjust(left=0.11, right=0.985, wspace=0.27, hspace=0.42, bottom=0.5 / height, top=1 - 0.26 / height)
        for axes, group in zip(panels, groups, strict=False):
            _panel(axes, group)
        for k, axes in enumerate(panels):
            axes.set_visible(k < len(groups))
            axes.tick_params(labelbottom=k >= len(groups) - 2)
        figure.text(0.55, 0.02 / height, wrapped(parameter, 70), color=MUTED, va="bottom", ha="center")
        picture = drawn(figure)
    told = "; ".join(f"{g['text'][0]}: " + ", ".join(f"{value(r, 'value')} at {r['x']}" for r in ordered(g)) for g in groups)
    return Chart(
        "curves",
        picture,
        f"Small panels with dots and 95 % intervals: each measure by {parameter}. {told}.",
        f"Across: {parameter}. Dot: the mean; line: 95 % interval of the difference to the default on the same deals, joint for all points "
        "and measures (of the gap: of the gap itself). Open dot: the default. Grey band: the margin around it.",
    )


def ordered(points: pl.DataFrame) -> list[dict[str, Any]]:
    """Return points in the order of their values: numbers by size, choices as they come."""
    rows = points.unique("x", keep="first", maintain_order=True).rows(named=True)
    return sorted(rows, key=lambda r: float(r["x"])) if all(_is_number(r["x"]) for r in rows) else rows


def value(row: dict[str, Any], name: str) -> str:
    """Write a value of a measure."""
    return words.percent(row[name]) if row["unit"] == SHARE else words.figures(row[name])


def limits(row: dict[str, Any]) -> tuple[float, float] | None:
    """Return the ends of the interval that is drawn around a value."""
    if row["low"] is None:
        return None
    return (row["low"], row["high"]) if row["measure"] == SEAT_GAP else (row["before"] + row["low"], row["before"] + row["high"])


def _panel(axes: Axes, group: pl.DataFrame) -> None:
    rows = ordered(group)
    numeric = all(_is_number(r["x"]) for r in rows)
    xs = [float(r["x"]) if numeric else float(k) for k, r in enumerate(rows)]
    before, margin = rows[0]["before"], rows[0]["margin"]
    is_gap = rows[0]["measure"] == SEAT_GAP
    axes.axhspan(0 if is_gap else before - margin, margin if is_gap else before + margin, color=BAND, lw=0, zorder=0)
    axes.plot(xs, [r["value"] for r in rows], color=GRID, lw=1.4, zorder=1)
    for x, row in zip(xs, rows, strict=True):
        if ends := limits(row):
            axes.plot([x, x], ends, color=COLOURS[0], lw=1.4, solid_capstyle="butt", zorder=2)
        is_default = row["verdict"] == DEFAULT
        axes.plot([x], [row["value"]], marker="o", ms=5.5, color=COLOURS[0], mfc=PAPER if is_default else COLOURS[0],
                  mec=COLOURS[0] if is_default else PAPER, mew=1.4 if is_default else 0.6, zorder=3, clip_on=False)  # fmt: skip
    axes.set_title(words.clipped(rows[0]["text"], 34), fontsize=8.5, color=INK, loc="left", pad=4)
    axes.set_xticks(xs, [_short(r["x"]) for r in rows])
    if len(xs) == 1:
        axes.set_xlim(xs[0] - 1, xs[0] + 1)
    if rows[0]["unit"] == SHARE:
        axes.yaxis.set_major_formatter(lambda y, _: f"{100 * y:.0f} %" if abs(y) >= 0.02 or y == 0 else f"{100 * y:.1f} %")
    axes.locator_params(axis="y", nbins=4)
    axes.tick_params(axis="both", labelsize=8, labelcolor=MUTED)
    axes.grid(axis="y", color=GRID, lw=0.5)
    axes.set_axisbelow(True)


def heats(points: pl.DataFrame, parameters: tuple[str, str], orders: tuple[Sequence[str], Sequence[str]], name: str) -> Chart:
    """Draw a heat map a measure over two parameters, coloured by the difference to the default.

    Parameters
    ----------
    points : DataFrame
        Rows of `simkit.analysis.sweep`'s points, of one table.
    parameters : pair of str
        What they say: across, upwards.
    orders : pair of sequences of str
        Their values in order.
    """
    groups = points.partition_by("measure", maintain_order=True)
    across, upwards = orders
    columns = 2 if len(across) <= NARROW else 1
    lines = -(-len(groups) // columns)
    side = 0.25 * len(upwards) + 0.56
    with styled(name):
        height = side * lines + 0.36
        figure = Figure(figsize=(WIDTH, height))
        panels = figure.subplots(lines, columns, squeeze=False).ravel()
        apart = {"wspace": 0.22, "hspace": 0.56 / max(side - 0.5, 0.3)}
        figure.subplots_adjust(left=0.10, right=0.985, bottom=0.56 / height, top=1 - 0.24 / height, **apart)
        for axes, group in zip(panels, groups, strict=False):
            _heat(axes, group, across, upwards)
        for axes in panels[len(groups) :]:
            axes.set_visible(False)
        axis = wrapped(f"across: {parameters[0]}; upwards: {parameters[1]}", 72)
        figure.text(0.54, 0.02 / height, axis, color=MUTED, va="bottom", ha="center", fontsize=8)
        picture = drawn(figure)
    told = "; ".join(
        f"{g['text'][0]}: " + ", ".join(f"{value(r, 'value')} at {r['x']} and {r['y']}" for r in g.iter_rows(named=True)) for g in groups
    )
    return Chart(
        "heat maps",
        picture,
        f"Heat maps: each measure by {parameters[0]} and {parameters[1]}. {told}.",
        f"Across: {parameters[0]}. Upwards: {parameters[1]}. Blue with ▲: higher than the default for certain; orange with ▼: lower; the "
        "stronger the colour, the farther. Grey numbers: within the margin, or not told. Framed: the default. The gap between seats "
        "is coloured by its size, and grey where it may be within the margin.",
    )


def _heat(axes: Axes, group: pl.DataFrame, across: Sequence[str], upwards: Sequence[str]) -> None:
    for row in group.iter_rows(named=True):
        if row["x"] not in across or row["y"] not in upwards:
            continue  # a default outside the grid
        x, y = across.index(row["x"]), upwards.index(row["y"])
        is_gap = row["measure"] == SEAT_GAP
        sign = row["value"] if is_gap else row["difference"]
        known = row["low"] is not None and row["low"] >= row["margin"] if is_gap else row["verdict"].startswith((HIGHER, LOWER))
        strength = STRONGEST * min(abs(sign) / (FULL * row["margin"]), 1.0) if row["margin"] else 0.0
        colour = COLOURS[1] if is_gap or sign < 0 else COLOURS[0]
        axes.add_patch(Rectangle((x, y), 1, 1, facecolor=colour, alpha=strength if known else 0.0, edgecolor="none"))
        mark = "" if is_gap or not known else "▲" if sign > 0 else "▼"
        shown = f"{100 * row['value']:.0f}%" if row["unit"] == SHARE else words.figures(row["value"])
        axes.text(x + 0.5, y + 0.5, f"{shown}{mark}", ha="center", va="center", color=INK if known else MUTED, fontsize=7)
        if row["verdict"] == DEFAULT:
            axes.add_patch(Rectangle((x + 0.04, y + 0.04), 0.92, 0.92, facecolor="none", edgecolor=INK, lw=1.2))
    axes.set_xlim(0, len(across))
    axes.set_ylim(0, len(upwards))
    axes.set_xticks([k + 0.5 for k in range(len(across))], [_short(v) for v in across])
    axes.set_yticks([k + 0.5 for k in range(len(upwards))], [_short(v) for v in upwards])
    axes.tick_params(axis="both", labelsize=8, labelcolor=MUTED, length=0, pad=2)
    axes.spines["bottom"].set_visible(False)
    axes.set_title(words.clipped(group["text"][0], 34), fontsize=8.5, color=INK, loc="left", pad=3)


def screening(effects: pl.DataFrame, margin: float, name: str) -> Chart:
    """Draw how much each parameter moves each measure, a heading a measure, the strongest parameter on top.

    Parameters
    ----------
    effects : DataFrame
        Rows of `simkit.analysis.sweep`'s effects, of one table.
    margin : float
        As a share.
    """
    groups = effects.partition_by("measure", maintain_order=True)
    rows = effects.height + 1.25 * len(groups)
    with styled(name):
        figure, axes = new_figure(0.24 * rows + 0.62, left=0.33, right=0.66)
        axes.axvspan(0, margin, color=BAND, lw=0)
        y, ticks, reach = 0.0, [], 2 * margin
        for group in groups:
            heading(axes, y, group["text"][0], outside=True)
            y += 1.0
            for row in group.sort("mu_star", descending=True, maintain_order=True).iter_rows(named=True):
                unit = row["margin"] / margin
                if unit and row["low"] is not None:
                    low, middle, high = (row[c] / unit for c in ("low", "mu_star", "high"))
                    interval(axes, y, low, middle, high, 0, 5.5)
                    reach = max(reach, high)
                beside(axes, y, effect(row), words.clipped(row["verdict"].split(":")[0], 16), 46)
                ticks.append((y, words.clipped(row["parameter"].replace("_", " "), 22)))
                y += 1.0
            y += 0.25
        set_rows(axes, ticks, y)
        axes.tick_params(axis="y", labelsize=8.5)
        axes.set_xlim(0, 1.05 * reach)
        axes.xaxis.set_major_formatter(lambda x, _: f"{100 * x:.0f}")
        axes.set_xlabel("mean size of the effect, % of the default (wins: of a fair share)", fontsize=8.5, x=0.2)
        picture = drawn(figure)
    told = "; ".join(f"{r['text']}, {r['parameter']}: {effect(r)}, {r['verdict']}" for r in effects.iter_rows(named=True))
    return Chart(
        "screening",
        picture,
        f"Dots with 95 % intervals: mean size of each parameter's effect on each measure. {told}.",
        "Dot: by how much the measure changes, up or down, if the parameter goes through its whole range, on average over the paths. Line: "
        f"95 % interval from deals. Grey band: below the margin of {words.percent(margin, 0)}. At the right: the mean with its direction.",
    )


def effect(row: dict[str, Any]) -> str:
    """Write the mean effect with its direction."""
    if row["unit"] == SHARE:
        return f"{words.signed(100 * row['mu'])} pp"
    return words.signed(row["mu"], 2)


def _is_number(text: str) -> bool:
    return text.lstrip("-").isdigit()


def _short(text: str) -> str:
    return words.clipped(text.replace("_", " "), 9)
