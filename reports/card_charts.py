"""The charts of the page on cards: the caterpillar, association against experiment, skill levels, proposed values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl
from matplotlib.axes import Axes

from reports import words
from reports.drawing import (
    BAND,
    COLOURS,
    GRID,
    INK,
    MARKERS,
    MUTED,
    Chart,
    beside,
    dot,
    drawn,
    heading,
    interval,
    new_figure,
    set_rows,
    styled,
)
from simkit.analysis.card_flags import OVER, UNDER

SHOWN = 14  # cards at each end of the caterpillar; those between are drawn without a name
THIN_ROW = 0.32  # of a row
AXIS = "points ahead, above the others of the family"


def caterpillar(rows: pl.DataFrame, margin: float, name: str) -> Chart:
    """Draw the worth of every card if given, from the strongest to the weakest.

    Parameters
    ----------
    rows : DataFrame
        Rows of `simkit.analysis.cards`'s worth of one level, question "given", with a worth, and the flag over all levels.
    margin : float
        In points.
    """
    ordered = list(rows.sort("worth", descending=True).iter_rows(named=True))
    named = set(range(len(ordered))) if len(ordered) <= 2 * SHOWN + 4 else {*range(SHOWN), *range(len(ordered) - SHOWN, len(ordered))}
    height = sum(1.0 if at in named else THIN_ROW for at in range(len(ordered)))
    with styled(name):
        figure, axes = new_figure(0.205 * (height + 1.5) + 0.55, left=0.33, right=0.72)
        _band(axes, margin)
        y, ticks = 0.0, []
        for at, row in enumerate(ordered):
            low, high = _limits(row)
            k = _mark(row["flag"])
            if at in named:
                interval(axes, y, low, row["worth"], high, k, 4.5)
                beside(axes, y, words.signed(row["worth"]), row["flag"], 30)
                ticks.append((y, words.clipped(row["name"], 21)))
                y += 1.0 if at + 1 in named or at + 1 == len(ordered) else 0.7
            else:
                axes.plot([low, high], [y, y], color=COLOURS[k], lw=0.8, alpha=0.6, solid_capstyle="butt")
                axes.plot([row["worth"]], [y], marker=MARKERS[k], color=COLOURS[k], ms=2, ls="none")
                y += THIN_ROW if at + 1 not in named else 0.8
        set_rows(axes, ticks, y - 0.2)
        axes.tick_params(axis="y", labelsize=8.5)
        axes.set_xlabel(AXIS, fontsize=8.5)
        picture = drawn(figure)
    told = "; ".join(f"{r['name']} {words.signed(r['worth'])}, {r['flag']}" for r in ordered)
    between = f" The {len(ordered) - len(named)} cards between are drawn without names." if len(named) < len(ordered) else ""
    return Chart(
        "worth if given",
        picture,
        f"Dots with 95 % intervals: worth of each card if given, against the others of its family. {told}.",
        f"Dot: points that the seat which starts with the card is ahead of the others, less the mean of the same for the other cards of "
        f"its family, at the level {rows['level'][0]}; flags are over all levels. Line: 95 % interval. Grey band: the margin, {margin:g} "
        f"either way.{between}",
    )


def against(rows: pl.DataFrame, name: str) -> Chart:
    """Draw the association with winning against the worth by experiment, a dot a card.

    Parameters
    ----------
    rows : DataFrame
        name, worth, association, flag.
    """
    known = rows.drop_nulls(["worth", "association"])
    with styled(name):
        figure, axes = new_figure(3.1, left=0.15, right=0.95)
        axes.axhline(0, color=GRID, lw=0.8, zorder=0)
        axes.axvline(0, color=GRID, lw=0.8, zorder=0)
        for row in known.iter_rows(named=True):
            dot(axes, 100 * row["association"], row["worth"], _mark(row["flag"]), 4.5)
        extreme = known.sort(pl.col("worth").abs(), descending=True).head(5)
        for row in extreme.iter_rows(named=True):
            is_right = row["association"] > known["association"].median()
            axes.annotate(
                words.clipped(row["name"], 20), (100 * row["association"], row["worth"]), (-6 if is_right else 6, 0),
                textcoords="offset points", ha="right" if is_right else "left", va="center", fontsize=8, color=INK,
            )  # fmt: skip
        axes.set_xlabel("association: wins of who held it, less the others', pp", fontsize=8.5)
        axes.set_ylabel("experiment: worth if given, points", fontsize=8.5, color=MUTED)
        axes.tick_params(labelsize=8.5)
        picture = drawn(figure)
    told = "; ".join(
        f"{r['name']} association {words.signed(100 * r['association'])} pp, experiment {words.signed(r['worth'])}"
        for r in extreme.iter_rows(named=True)
    )
    return Chart(
        "association against experiment",
        picture,
        f"A dot a card: association with winning across, worth by experiment upwards. {told}.",
        "A dot a card. Were the association a measure of strength, the dots would lie on a rising line.",
    )


def levels(rows: pl.DataFrame, order: Sequence[str], margin: float, name: str) -> Chart:
    """Draw the worth of some cards at each skill level.

    Parameters
    ----------
    rows : DataFrame
        Rows of worth, question "given".
    order : sequence of str
        Levels, weakest first.
    """
    groups = rows.partition_by("card", maintain_order=True)
    with styled(name):
        figure, axes = new_figure(0.2 * (rows.height + 1.3 * len(groups)) + 0.6, left=0.06, right=0.66)
        _band(axes, margin)
        y = 0.0
        for group in groups:
            heading(axes, y, words.clipped(group["name"][0], 34))
            y += 1.0
            for row in group.iter_rows(named=True):
                if row["worth"] is not None:
                    low, high = _limits(row)
                    interval(axes, y, low, row["worth"], high, order.index(row["level"]), 4.5)
                beside(axes, y, words.signed(row["worth"]), words.clipped(row["level"], 14), 30)
                y += 1.0
            y += 0.3
        set_rows(axes, [], y)
        axes.set_xlabel(AXIS, fontsize=8.5)
        picture = drawn(figure)
    told = "; ".join(f"{r['name']}, {r['level']}: {words.signed(r['worth'])}" for r in rows.iter_rows(named=True))
    return Chart(
        "skill levels",
        picture,
        f"Dots with 95 % intervals: worth of flagged cards at each skill level. {told}.",
        "The same at each skill level, a shape each. Axis and band as above.",
    )


def doses(rows: pl.DataFrame, margin: float, name: str) -> Chart:
    """Draw what proposed values come to on fresh deals beside the values as they are.

    Parameters
    ----------
    rows : DataFrame
        Rows of `simkit.analysis.cards`'s judged that were played again with a proposed value.
    """
    with styled(name):
        figure, axes = new_figure(0.22 * 3.3 * rows.height + 0.6, left=0.06, right=0.72)
        _band(axes, margin)
        y = 0.0
        for row in rows.iter_rows(named=True):
            heading(axes, y, words.clipped(row["name"], 34))
            for step, (value, which, k) in enumerate(((row["value"], "again", 1), (row["proposed"], "fixed", 0)), start=1):
                interval(axes, y + step, row[f"{which}_low"], row[which], row[f"{which}_high"], k, 5)
                beside(axes, y + step, words.signed(row[which]), f"{row['column']} {words.number(value)}", 30)
            y += 3.3
        set_rows(axes, [], y)
        axes.set_xlabel(AXIS, fontsize=8.5)
        picture = drawn(figure)
    told = "; ".join(
        f"{r['name']}: {words.signed(r['again'])} at {r['value']}, {words.signed(r['fixed'])} at {r['proposed']}"
        for r in rows.iter_rows(named=True)
    )
    return Chart(
        "proposed values",
        picture,
        f"Pairs of dots with 95 % intervals on fresh deals: the value as it is, and the proposed one. {told}.",
        "Square: the card as it is. Round dot: with the proposed value. Both on fresh deals; 95 % intervals; grey band: the margin.",
    )


def _band(axes: Axes, margin: float) -> None:
    axes.axvspan(-margin, margin, color=BAND, lw=0, zorder=0)
    axes.axvline(0, color=MUTED, lw=0.8, zorder=0)


def _limits(row: dict[str, Any]) -> tuple[float, float]:
    """Return the ends of an interval; the dot itself where there is none."""
    return (row["worth"], row["worth"]) if row["low"] is None else (row["low"], row["high"])


def _mark(flag: str) -> int:
    """Return the series of a flag: above, below and the rest differ in shape, too."""
    return {OVER: 1, UNDER: 2}.get(flag, 0)


def stepped(rows: pl.DataFrame, name: str) -> Chart:
    """Draw what a step up is worth to the one seat that has it, for studies that give no card to anybody.

    Parameters
    ----------
    rows : DataFrame
        Rows of worth of one level, question "one".
    """
    told = rows.filter(pl.col("low").is_not_null()).sort("worth", descending=True).head(2 * SHOWN)
    with styled(name):
        figure, axes = new_figure(0.205 * (told.height + 1.5) + 0.55, left=0.33, right=0.8)
        axes.axvline(0, color=MUTED, lw=0.8, zorder=0)
        ticks = []
        for y, row in enumerate(told.iter_rows(named=True)):
            interval(axes, y, row["low"], row["worth"], row["high"], 0, 4.5)
            beside(axes, y, words.signed(row["worth"], 2), "", 0)
            ticks.append((float(y), words.clipped(row["name"], 21)))
        set_rows(axes, ticks, max(told.height - 0.3, 0.7))
        axes.tick_params(axis="y", labelsize=8.5)
        axes.set_xlabel("points gained by a step, each time it is held", fontsize=8.5)
        picture = drawn(figure)
    said = "; ".join(f"{r['name']} {words.signed(r['worth'], 2)}" for r in told.iter_rows(named=True))
    return Chart(
        "a step up",
        picture,
        f"Dots with 95 % intervals: points gained by a step up for one seat, each time it holds the card. {said}.",
        "Dot: points that one seat gains by a step, each time it holds the card. Line: 95 % interval.",
    )
