"""The charts of the reports: dots with intervals, labels beside the marks."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reports import words
from reports.drawing import (
    BAND,
    COLOURS,
    GRID,
    INK,
    MUTED,
    WIDTH,
    Chart,
    Picture,
    apart,
    beside,
    dot,
    drawn,
    heading,
    interval,
    new_figure,
    set_rows,
    styled,
    wrapped,
)

AXIS = "wins, in % of a fair share"
DASHES: tuple[Any, ...] = ("-", (0, (5, 1.5)), (0, (2, 1)), (0, (6, 1.5, 1, 1.5)), (0, (1, 1)), (0, (8, 2)))  # of curves, for grey print
ENDS = (0.1, 0.2, 0.5, 1)  # of an axis of rates: rare wins are not drawn on a heap at its left end
STEPS = (0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1.0, 2.0)  # between ticks of that axis


def seats(shares: pl.DataFrame, margin: float, name: str) -> Chart:
    """Draw the win share of each seat at the mixed tables, relative to a fair share.

    Parameters
    ----------
    shares : DataFrame
        Rows of `simkit.analysis.seats.seats`, one arm a player count.
    margin : float
        As a share of par.
    name : str
        Makes the ids of the picture its own.
    """
    groups = shares.partition_by("arm", maintain_order=True)
    rows = sum(g.height for g in groups) + 1.25 * len(groups)
    with styled(name):
        figure, axes = new_figure(0.27 * rows + 0.62, left=0.13, right=0.70)
        low, high = _limits(shares, margin)
        _margin_band(axes, margin)
        y, ticks = 0.0, []
        for group in groups:
            heading(axes, y, group["title"][0])
            y += 1.0
            for row in group.iter_rows(named=True):
                interval(axes, y, row["index_low"], row["index"], row["index_high"], 0)
                beside(axes, y, words.percent(row["share"]), row["verdict"].split(":")[0], 44)
                ticks.append((y, f"seat {row['seat']}"))
                y += 1.0
            y += 0.25
        set_rows(axes, ticks, y)
        _index_axis(axes, low, high)
        picture = drawn(figure)
    told = "; ".join(
        f"{r['title']}, seat {r['seat']}: {words.percent(r['share'])}, "
        f"{words.percent(r['index'], 0)} of a fair share "
        f"({words.span(r['index_low'], r['index_high'], 0)} %), {r['verdict']}"
        for r in shares.iter_rows(named=True)
    )
    return Chart(
        "seats",
        picture,
        f"Dots with 95 % intervals: win share of each seat compared with a fair share. {told}.",
        "Dot: share of wins of a seat, 100 % being an equal share. Line: 95 % interval, joint for "
        f"the seats of a table. Grey band: within {words.percent(margin, 0)} of a fair share.",
    )


def forest(measures: pl.DataFrame, margin: float, name: str) -> Chart:
    """Draw the paired differences of a comparison, each relative to the value before (wins: to a fair share).

    Parameters
    ----------
    measures : DataFrame
        Main rows of `simkit.analysis.variant`'s measures.
    margin : float
        As a share.
    """
    groups = measures.partition_by("table", "version", maintain_order=True)
    rows = measures.height + 1.25 * len(groups)
    told = []
    with styled(name):
        figure, axes = new_figure(0.32 * rows + 0.62, left=0.36, right=0.62)
        axes.axvspan(-margin, margin, color=BAND, lw=0)
        axes.axvline(0, color=MUTED, lw=0.8)
        y, ticks, reach = 0.0, [], 2 * margin
        for group in groups:
            heading(axes, y, group["title"][0], outside=True)
            y += 1.0
            for row in group.iter_rows(named=True):
                unit = row["margin"] / margin
                if unit and row["low"] is not None:
                    low, middle, high = (row[c] / unit for c in ("low", "difference", "high"))
                    interval(axes, y, low, middle, high, 0)
                    reach = max(reach, abs(low), abs(high))
                    beside(axes, y, _apart(row, middle), words.clipped(row["verdict"].split(" (")[0], 18), 54)
                    told.append(f"{row['text']} {words.signed(100 * middle)} %, {row['verdict']}")
                else:
                    beside(axes, y, words.UNKNOWN, "", 54)
                ticks.append((y, wrapped(row["text"], 26)))
                y += 1.0
            y += 0.25
        set_rows(axes, ticks, y)
        axes.set_xlim(-1.05 * reach, 1.05 * reach)
        axes.xaxis.set_major_formatter(lambda value, _: f"{words.signed(100 * value, 0)}")
        axes.set_xlabel("difference, % of before (wins: of a fair share)", fontsize=8.5)
        picture = drawn(figure)
    return Chart(
        "differences",
        picture,
        f"Dots with 95 % intervals: paired differences of the later version. {'; '.join(told)}.",
        "Dot: the later version less the first, on the same deals. Line: 95 % interval, joint for a table. Grey band: the margin of "
        f"{words.percent(margin, 0)}.",
    )


def _apart(row: dict[str, Any], relative: float) -> str:
    """Write a difference: of shares in percentage points, of the rest relative to the value before."""
    digits = 1 if abs(relative) < 1 else 0
    return f"{words.signed(100 * row['difference'])} pp" if row["unit"] == "share" else f"{words.signed(100 * relative, digits)} %"


def effects(table: pl.DataFrame, unit: str, name: str) -> Chart:
    """Draw the main effects of a setup's choices on one response: a heading a factor, a row a level.

    Parameters
    ----------
    table : DataFrame
        Rows of `simkit.analysis.setups`'s effects, of one response.
    unit : str
        Of the effects; "share" is drawn in percentage points.
    """
    scale, digits, axis = (100.0, 1, "percentage points") if unit == "share" else (1.0, 2, unit)
    groups = table.partition_by("factor", maintain_order=True)
    rows = table.height + 1.25 * len(groups)
    with styled(name):
        figure, axes = new_figure(0.25 * rows + 0.62, left=0.30, right=0.76)
        axes.axvline(0, color=MUTED, lw=0.8)
        y, ticks = 0.0, []
        for group in groups:
            heading(axes, y, group["factor"][0])
            y += 1.0
            for row in group.iter_rows(named=True):
                middle = scale * row["effect"]
                if row["low"] is not None:  # of too few deals there is nothing to draw
                    interval(axes, y, scale * row["low"], middle, scale * row["high"], 0 if row["found"] else 1, 5.5)
                beside(axes, y, words.signed(middle, digits), "" if row["found"] else "open", 40)
                ticks.append((y, words.clipped(row["level"].replace("_", " "), 20)))
                y += 1.0
            y += 0.25
        set_rows(axes, ticks, y)
        axes.set_xlabel(f"difference from the other choices, {axis}", fontsize=8.5)
        picture = drawn(figure)
    told = "; ".join(f"{r['level']} {words.signed(scale * r['effect'], digits)}" for r in table.iter_rows(named=True))
    return Chart(
        f"effects-{table['response'][0]}",
        picture,
        f"Dots with 95 % intervals: effect of each choice. {told}.",
        "Dot: mean with this choice, less the mean over the choices of its group, all else drawn. Line: 95 % interval. Squares and “open”: "
        "not told from nothing at a false-discovery rate of 5 %.",
    )


def mirrors(shares: pl.DataFrame, margin: float, name: str) -> Chart:
    """Draw the seats of the mirror tables, one panel a strategy, one row a seat."""
    tables = list(dict.fromkeys(shares["table"]))
    keys = sorted(set(shares.select("players", "seat").rows()))
    sizes = sorted({players for players, _ in keys})
    position = {key: k + 0.8 * sizes.index(key[0]) for k, key in enumerate(keys)}
    bottom = max(position.values())
    columns = min(len(tables), 2 if len(tables) == 4 else 3)
    lines = -(-len(tables) // columns)
    low, high = _limits(shares, margin)
    labels = [(y, f"{p} players, seat 1" if s == 1 else f"seat {s}") for (p, s), y in position.items()]
    with styled(name):
        height = lines * (0.19 * (bottom + 1.4) + 0.45) + 0.3
        figure = Figure(figsize=(WIDTH, height))
        panels = figure.subplots(lines, columns, sharex=True, squeeze=False).ravel()
        figure.subplots_adjust(
            left=0.27,
            right=0.985,
            wspace=0.1,
            hspace=0.3 if lines > 1 else 0,
            bottom=0.47 / height,
            top=1 - 0.26 / height,
        )
        for k, (axes, table) in enumerate(zip(panels, tables, strict=False)):
            _margin_band(axes, margin)
            for row in shares.filter(pl.col("table") == table).iter_rows(named=True):
                y = position[row["players"], row["seat"]]
                interval(axes, y, row["index_low"], row["index"], row["index_high"], k, 5)
            set_rows(axes, labels if k % columns == 0 else [], bottom + 0.7)
            axes.tick_params(axis="y", labelsize=8.5)
            axes.set_title(words.clipped(table, 17), fontsize=9, color=INK, pad=5)
            _index_axis(axes, low, high, is_small=True)
            axes.tick_params(labelbottom=True)
        for axes in panels[len(tables) :]:
            axes.set_visible(False)
        figure.text(0.63, 0.02 / height, AXIS, color=MUTED, va="bottom", ha="center")
        picture = drawn(figure)
    told = "; ".join(f"{r['label']}, seat {r['seat']}: {words.percent(r['share'])}" for r in shares.iter_rows(named=True))
    return Chart(
        "mirror tables",
        picture,
        f"Small panels, one a kind of player, with the seats of each player count. {told}.",
        "The same at tables where all play alike, one panel a kind of player. Axis and band as above.",
    )


def success(cells: pl.DataFrame, order: list[str], name: str) -> Chart:
    """Draw the success rate of each scenario and player, with its interval.

    Parameters
    ----------
    cells : DataFrame
        Rows of `simkit.analysis.solo.cells` that have a rate.
    order : list of str
        Scenarios from top to bottom.
    """
    told = "; ".join(
        f"{r['scenario']}, {r['strategy']}: {words.percent(r['success'])} ({words.span(r['low'], r['high'])})"
        for r in cells.iter_rows(named=True)
    )
    picture = _grouped(cells, order, name, ("low", "success", "high"), is_rate=True)
    return Chart(
        "success",
        picture,
        f"Dots with 95 % intervals: success rate by scenario and player. {told}.",
        "Dot: how often the player succeeds. Line: 95 % interval (often narrower than the dot). "
        "Easiest scenario for the strongest player on top.",
    )


def scores(cells: pl.DataFrame, order: list[str], name: str) -> Chart:
    """Draw the spread of scores of each scenario and player: 10th, 50th and 90th percentile."""
    told = "; ".join(
        f"{r['scenario']}, {r['strategy']}: {words.number(r['p50'])} ({words.number(r['p10'])} to {words.number(r['p90'])})"
        for r in cells.iter_rows(named=True)
    )
    picture = _grouped(cells, order, name, ("p10", "p50", "p90"), is_rate=False)
    return Chart(
        "scores",
        picture,
        f"Median score with the middle 80 % of games, by scenario and player. {told}.",
        "Dot: the middle score; half of the games end above it. Line: the middle 80 % of games (a spread of games, not an interval).",
    )


def curves(curve: pl.DataFrame, cells: pl.DataFrame, name: str, of_won: bool = False) -> Chart:
    """Draw success against the target score, one panel a scenario: the printed target marked, or the median where none is printed."""
    scenarios = list(dict.fromkeys(cells["scenario"]))
    who = list(dict.fromkeys(cells["strategy"]))
    lines = -(-len(scenarios) // 2)
    bend = curve.filter(pl.col("success").is_between(0.003, 0.997))["target"]
    seen = pl.concat([bend, cells["target"].drop_nulls(), curve["target"].head(1)]).to_numpy()
    has_targets = cells["target"].null_count() < cells.height
    with styled(name):
        height = 1.22 * lines + 0.45
        figure = Figure(figsize=(WIDTH, height))
        panels = figure.subplots(lines, min(len(scenarios), 2), sharex=True, sharey=True, squeeze=False).ravel()
        figure.subplots_adjust(
            left=0.095,
            right=0.76,
            wspace=0.42,
            hspace=0.5,
            bottom=0.42 / height,
            top=1 - 0.25 / height,
        )
        for k, (axes, scenario) in enumerate(zip(panels, scenarios, strict=False)):
            is_last = k % 2 == 1 or k == len(scenarios) - 1
            own = cells.filter(pl.col("scenario") == scenario)
            _curve_panel(axes, curve, own, who, is_named=is_last)
            axes.set_title(words.clipped(scenario, 34 if is_last else 23), fontsize=9, color=INK, loc="left", pad=4)
            axes.tick_params(labelbottom=True)
        for axes in panels[len(scenarios) :]:
            axes.set_visible(False)
        panels[0].set_xlim(seen.min() - 1, seen.max() + 1)
        figure.text(0.075, 0.02 / height, "target score" if has_targets else "score", color=MUTED, va="bottom")
        picture = drawn(figure)
    told = "; ".join(
        f"{r['scenario']}, {r['strategy']}: median {words.number(r['p50'])}"
        if r["target"] is None
        else f"{r['scenario']}, target {r['target']}, {r['strategy']}: {words.percent(_chance(curve, r), 0)}"
        for r in cells.iter_rows(named=True)
    )
    marked = "Upright line: the printed target; beside it the chance there." if has_targets else "Dot, and the number beside: the median."
    return Chart(
        "success by target",
        picture,
        f"Falling curves: chance to reach a target score, by scenario and player. {told}.",
        f"Curve: how often a score at least this high is reached{' in games won' if of_won else ''}. {marked}",
    )


def points(table: pl.DataFrame, name: str, sides: tuple[str, str] = ("winners", "others")) -> Chart:
    """Draw the mean points of winners and of the others, line by line.

    Parameters
    ----------
    table : DataFrame
        Rows of `simkit.analysis.points.points` for one arm.
    sides : pair of str
        What to call winners and others.
    """
    first, second = sides
    everything = table.rows(named=True)
    rows = [row for row in everything if row["winners"] or row["others"]] or everything  # a module that is not played gives nothing
    with styled(name):
        figure, axes = new_figure(0.36 * len(rows) + 0.62, left=0.46, right=0.87)
        for y, row in enumerate(rows):
            axes.plot([row["others"], row["winners"]], [y, y], color=GRID, lw=3, zorder=1)
            dot(axes, row["others"], y, 1, 5)
            dot(axes, row["winners"], y, 0, 6)
            beside(axes, y, words.signed(row["difference"]), "", 0)
        widest = max(rows, key=lambda r: abs(r["winners"] - r["others"]))
        y = rows.index(widest)
        for side, other in (("winners", "others"), ("others", "winners")):
            right = widest[side] >= widest[other]
            axes.annotate(
                first if side == "winners" else second,
                (widest[side], y),
                (6 if right else -6, 0),
                textcoords="offset points",
                ha="left" if right else "right",
                va="center",
                color=MUTED,
                fontsize=8.5,
            )
        set_rows(axes, [(y, wrapped(r["text"], 31)) for y, r in enumerate(rows)], len(rows) - 0.4, -0.6)
        low, high = axes.get_xlim()
        axes.set_xlim(min(low, 0), high + 0.3 * (high - min(low, 0)))
        axes.set_xlabel("mean points")
        picture = drawn(figure)
    told = "; ".join(f"{r['text']}: {first} {words.number(r['winners'], 1)}, {second} {words.number(r['others'], 1)}" for r in rows)
    return Chart(
        "points",
        picture,
        f"Pairs of dots: mean points by source, {first} and {second} apart. {told}.",
        f"Round dot: {first}. Square: {second}. At the right: the difference.",
    )


def _grouped(cells: pl.DataFrame, order: list[str], name: str, columns: tuple[str, str, str], is_rate: bool) -> Picture:
    who = list(dict.fromkeys(cells["strategy"]))
    with styled(name):
        rows = len(order) * (len(who) + 1.35)
        figure, axes = new_figure(0.185 * rows + 0.6, left=0.02, right=0.67)
        y = 0.0
        for scenario in order:
            heading(axes, y, scenario)
            y += 1.15
            for row in cells.filter(pl.col("scenario") == scenario).iter_rows(named=True):
                low, middle, high = (row[c] for c in columns)
                interval(axes, y, low, middle, high, who.index(row["strategy"]), 4.5)
                value = words.percent(middle) if is_rate else words.number(middle)
                beside(axes, y, value, words.clipped(row["strategy"]), 44 if is_rate else 24)
                y += 1.0
            y += 0.3
        set_rows(axes, [], y - 0.5)
        if is_rate:
            end = next(end for end in ENDS if max(cells[columns[2]].to_list()) <= 0.95 * end or end == 1)
            axes.set_xlim(-0.015 * end, 1.015 * end)
            axes.set_xticks(np.linspace(0, end, 5 if end in (0.2, 1) else 6))
            axes.xaxis.set_major_formatter(lambda x, _: f"{100 * x:.0f} %")
        axes.grid(axis="x", color=GRID, lw=0.6)
        axes.set_axisbelow(True)
        axes.set_xlabel("games won" if is_rate else "score")
        return drawn(figure)


def _curve_panel(axes: Axes, curve: pl.DataFrame, cells: pl.DataFrame, who: list[str], is_named: bool) -> None:
    ends: list[tuple[float, str]] = []
    printed = cells["target"][0]
    for row in cells.iter_rows(named=True):
        k, name = who.index(row["strategy"]), words.clipped(row["strategy"]) if is_named else ""
        line = curve.filter(pl.col("arm") == row["arm"])
        target, chance = line["target"].to_numpy(), line["success"].to_numpy()
        axes.plot(target, chance, color=COLOURS[k % 6], lw=1.4, ls=DASHES[k % 6], solid_joinstyle="round")
        if printed is not None:
            at = _chance(curve, row)
            axes.plot([printed, 1e4], [at, at], color=COLOURS[k % 6], lw=0.7, ls=(0, (1, 2)))
            dot(axes, printed, at, k, 5)
            ends.append((at, f"{100 * at:.0f} % {name}"))
        else:  # in one order in all panels, since only those at the right have names
            if len(target) and row["p50"] is not None:
                dot(axes, row["p50"], float(np.interp(row["p50"], target, chance)), k, 5)
            ends.append((1 - (k + 0.5) / len(who), f"{words.number(row['p50'])} {name}"))
    heights = apart([at for at, _ in ends], 0.2)
    for (_, text), y in zip(ends, heights, strict=True):
        axes.text(1.05, y, text, fontsize=8.5, va="center", transform=axes.get_yaxis_transform())
    if printed is not None:
        axes.axvline(printed, color=MUTED, lw=0.9, zorder=0)
    axes.set_ylim(-0.04, 1.04)
    axes.set_yticks([0, 0.5, 1], ["0", "50 %", "100 %"], fontsize=8, color=MUTED)
    axes.grid(axis="y", color=GRID, lw=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(axis="x", labelsize=8.5)


def _chance(curve: pl.DataFrame, cell: dict[str, Any]) -> float:
    """Return the chance to reach the printed target, whatever else the scenario asks for."""
    line = curve.filter(pl.col("arm") == cell["arm"])
    target, chance = line["target"].to_numpy(), line["success"].to_numpy()
    return float(np.interp(cell["target"], target, chance, left=1.0, right=0.0))


def _margin_band(axes: Axes, margin: float) -> None:
    axes.axvspan(1 - margin, 1 + margin, color=BAND, lw=0, zorder=0)
    axes.axvline(1, color=MUTED, lw=0.8, zorder=0)


def _limits(shares: pl.DataFrame, margin: float) -> tuple[float, float]:
    low, high = shares["index_low"].to_numpy().min(), shares["index_high"].to_numpy().max()
    reach = float(max(1.6 * margin, 1 - low, high - 1))
    return max(1 - 1.06 * reach, -0.04), 1 + 1.06 * reach


def _index_axis(axes: Axes, low: float, high: float, is_small: bool = False) -> None:
    reach, most = max(1 - low, high - 1), 2 if is_small else 3
    step = next((s for s in STEPS if reach / s < most), STEPS[-1])
    ticks = 1 + step * np.arange(-most, most + 1)
    axes.set_xlim(low, high)
    axes.set_xticks([t for t in ticks if low <= t <= high])
    axes.xaxis.set_major_formatter(lambda x, _: f"{100 * x:.0f}")
    axes.tick_params(axis="x", labelsize=8.5 if is_small else 9.5)
    if not is_small:
        axes.set_xlabel(AXIS)
