"""Dots with intervals in groups: one way to draw shares of every kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reports.drawing import INK, MUTED, Picture, beside, drawn, heading, interval, new_figure, set_rows, styled, wrapped


@dataclass(frozen=True)
class Dot:
    """A row of the chart: what it is, a share with its interval, what is written beside it; `series` gives colour and shape."""

    text: str
    low: float
    middle: float
    high: float
    beside: str
    remark: str = ""
    series: int = 0


@dataclass(frozen=True)
class Group:
    """Rows under a heading; `mark` is drawn as an upright line through them."""

    title: str
    dots: Sequence[Dot]
    mark: float | None = None


def dots(groups: Sequence[Group], axis: str, name: str, left: float = 0.36, right: float = 0.76) -> Picture:
    """Draw shares between 0 and 1, in percent.

    Parameters
    ----------
    axis : str
        What the shares are.
    name : str
        Makes the ids of the picture its own.
    left, right : float
        Where the axes begin and end, as parts of the width.
    """
    texts = [[wrapped(dot.text, 24) for dot in group.dots] for group in groups]
    rows = sum(1.1 + sum(0.45 + 0.55 * (1 + text.count("\n")) for text in found) for found in texts)
    low = min([0.0, *(dot.low for group in groups for dot in group.dots)])
    high = max([1.0, *(dot.high for group in groups for dot in group.dots)])
    with styled(name):
        figure, axes = new_figure(0.27 * rows + 0.62, left=left, right=right)
        y, ticks = 0.0, []
        for group, found in zip(groups, texts, strict=True):
            heading(axes, y, group.title)
            y += 1.0
            top = y - 0.45
            for dot, text in zip(group.dots, found, strict=True):
                y += 0.275 * text.count("\n")
                interval(axes, y, dot.low, dot.middle, dot.high, dot.series, 5.5)
                beside(axes, y, dot.beside, dot.remark, 40)
                ticks.append((y, text))
                y += 1.0 + 0.275 * text.count("\n")
            if group.mark is not None:
                axes.plot([group.mark, group.mark], [top, y - 0.55], color=MUTED, lw=0.9, zorder=0)
            y += 0.1
        set_rows(axes, ticks, y - 0.3)
        axes.tick_params(axis="y", labelsize=8.5, labelcolor=INK)
        axes.set_xlim(low - 0.02, high + 0.02)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1])
        axes.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f}")
        axes.set_xlabel(axis, fontsize=8.5)
        return drawn(figure)
