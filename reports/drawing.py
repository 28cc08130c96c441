"""How charts are drawn: narrow, in colours set by CSS, the same bytes for the same rows.

A chart is about as wide as a phone, so that its text stays readable there.
"""

from __future__ import annotations

import io
import re
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure

WIDTH = 4.6  # inches; 331 points, about the width of a phone
PNG_DPI = 220  # 1,000 pixels wide
# Drawn colour -> CSS variable, so that one picture serves light, dark and paper. The marks
# take the colours of Okabe and Ito.
INK, MUTED, GRID, BAND, PAPER = "#1a1a19", "#6a6a68", "#dddcd8", "#e9e7e1", "#fdfdfc"
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
MARKERS = ("o", "s", "^", "D", "v", "P")
VARIABLES = {
    INK: "--ink",
    MUTED: "--muted",
    GRID: "--grid",
    BAND: "--band",
    PAPER: "--paper",
} | {colour: f"--mark-{k}" for k, colour in enumerate(COLOURS)}
STYLE: Any = {
    "svg.fonttype": "none",
    "font.size": 9.5,
    "text.color": INK,
    "axes.edgecolor": GRID,
    "axes.labelcolor": MUTED,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.facecolor": "none",
    "figure.facecolor": "none",
    "savefig.facecolor": "none",
    "xtick.color": GRID,
    "xtick.labelcolor": MUTED,
    "ytick.color": GRID,
    "ytick.labelcolor": INK,
    "ytick.major.size": 0,
    "xtick.major.size": 3,
}


@dataclass(frozen=True)
class Picture:
    """A drawn figure: as inline SVG for the page, and as it is, to become a PNG file."""

    figure: Figure
    svg: str

    def png(self) -> bytes:
        """Return the picture on white, sharp enough for print."""
        buffer = io.BytesIO()
        with style.context(["default", STYLE]):
            self.figure.savefig(buffer, format="png", dpi=PNG_DPI, facecolor="white", bbox_inches="tight", pad_inches=0.12)
        return buffer.getvalue()


@dataclass(frozen=True)
class Chart:
    """A picture with the words that go with it.

    Attributes
    ----------
    name : str
        What it shows in a word or two; names its file.
    picture : Picture
    alt : str
        What it shows, for who cannot see it.
    caption : str
        How to read it.
    """

    name: str
    picture: Picture
    alt: str
    caption: str

    @property
    def svg(self) -> str:
        """Inline SVG."""
        return self.picture.svg


def styled(name: str) -> AbstractContextManager[None]:
    """Return the context to draw in; `name` salts the ids of the picture.

    It starts from matplotlib's defaults, so a user's own settings change nothing.
    """
    return style.context(["default", STYLE | {"svg.hashsalt": name}])


def new_figure(height: float, left: float, right: float) -> tuple[Figure, Axes]:
    """Return a figure of a height in inches, and its axes between two parts of the width."""
    figure = Figure(figsize=(WIDTH, height))
    bottom = 0.46 / height
    return figure, figure.add_axes((left, bottom, right - left, 1 - bottom - 0.04 / height))


def interval(axes: Axes, y: float, low: float, middle: float, high: float, k: int, size: float = 6.5) -> None:
    """Draw a dot with its interval in the colour and shape of series `k`."""
    colour = COLOURS[k % 6]
    axes.plot([low, high], [y, y], color=colour, lw=1.5, solid_capstyle="butt")
    axes.plot([low, high], [y, y], color=colour, ls="none", marker="|", ms=size + 1, mew=1)
    dot(axes, middle, y, k, size)


def dot(axes: Axes, x: float, y: float, k: int, size: float) -> None:
    """Draw the dot of series `k`."""
    axes.plot(
        [x],
        [y],
        marker=MARKERS[k % 6],
        color=COLOURS[k % 6],
        ms=size,
        mec=PAPER,
        mew=0.6,
        ls="none",
        zorder=3,
        clip_on=False,
    )


def beside(axes: Axes, y: float, value: str, remark: str, gap: float) -> None:
    """Write a value right of the axes and, `gap` points on, a remark in grey."""
    at: Any = {"xycoords": ("axes fraction", "data"), "textcoords": "offset points"}
    axes.annotate(value, (1, y), (8, 0), **at, va="center")
    axes.annotate(remark, (1, y), (8 + gap, 0), **at, va="center", color=MUTED, fontsize=8.5)


def heading(axes: Axes, y: float, text: str, outside: bool = False) -> None:
    """Write a heading into an empty row, from the left edge of the axes on, or left of them."""
    at: Any = {"ha": "right", "x": -0.02} if outside else {"ha": "left", "x": 0}
    axes.text(y=y, s=text, weight="bold", va="center", transform=axes.get_yaxis_transform(), **at)


def set_rows(axes: Axes, ticks: list[tuple[float, str]], bottom: float, top: float = -0.7) -> None:
    """Set rows from `top` to `bottom` and label some of them."""
    axes.set_ylim(bottom, top)
    axes.set_yticks([y for y, _ in ticks], [text for _, text in ticks])


def wrapped(text: str, width: int = 22) -> str:
    """Break a long label into lines."""
    lines = [""]
    for word in text.split():
        fits = len(lines[-1]) + len(word) < width
        lines[-1:] = [f"{lines[-1]} {word}".strip()] if fits or not lines[-1] else [lines[-1], word]
    return "\n".join(lines)


def drawn(figure: Figure) -> Picture:
    """Return the figure as a picture; call it in the context it was drawn in."""
    return Picture(figure, _to_svg(figure))


def _to_svg(figure: Figure) -> str:
    """Return the figure as inline SVG: no ids but those it uses, no address, no fixed colour."""
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None})
    svg = buffer.getvalue()
    svg = svg[svg.index("<svg") :]
    # A style element inside a picture would style the whole page.
    svg = re.sub(r"<(metadata|style)\b.*?</\1>", "", svg, flags=re.S)
    svg = re.sub(r'\s(xmlns(:xlink)?|version)="[^"]*"', "", svg)
    svg = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", svg, count=1)
    svg = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", svg, count=1)
    svg = re.sub(r"font: ((?:bold |700 )?[\d.]+px) [^;\"]*", r"font: \1 var(--sans)", svg)
    used = set(re.findall(r'(?:url\(|href=")#([^)"]+)', svg))
    svg = re.sub(r'\sid="([^"]*)"', lambda m: m[0] if m[1] in used else "", svg)
    for colour, variable in VARIABLES.items():
        svg = svg.replace(colour, f"var({variable})")
    return svg.replace("<svg", '<svg aria-hidden="true" focusable="false"', 1).strip()


def apart(heights: list[float], least: float) -> list[float]:
    """Move labels between 0 and 1 apart where they would overlap, keeping their order."""
    order = sorted(range(len(heights)), key=lambda k: heights[k])
    placed = [heights[k] for k in order]
    for _ in range(50):
        placed = [min(max(height, 0.0), 1.0) for height in placed]
        for k in range(1, len(placed)):
            lack = least - (placed[k] - placed[k - 1])
            if lack > 0:
                placed[k - 1] -= lack / 2
                placed[k] += lack / 2
    return [placed[order.index(k)] for k in range(len(heights))]
