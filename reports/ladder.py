"""Scenarios and simulated players on one scale of difficulty, and how far one number each is from the truth."""

from __future__ import annotations

from typing import Any

import polars as pl

from reports import words
from reports.drawing import BAND, GRID, MUTED, Chart, beside, dot, drawn, heading, interval, new_figure, set_rows, styled, wrapped
from reports.parts import Passage, Table, Tables
from simkit.analysis.difficulty import FIRST, LEVEL, SCENARIO, SECOND
from simkit.analysis.people import BY_WINS, EVERYBODY

MANY_MISFITS = 4  # named in a sentence


def passage(tables: Tables, label: str) -> Passage | None:
    """Return the scale and its misfits; None with one scenario or one player, which need no scale."""
    scale = tables["scale"]
    if min(scale.filter(pl.col("kind") == kind).height for kind in (LEVEL, SCENARIO)) < 2:
        return None
    fit = tables["fit"].row(0, named=True)
    sentences = [
        "One number for each scenario and one for each player, chosen so that strength less difficulty tells the success rates as well as "
        "such numbers can. At a difference of 0 half of the games are won; a step up makes it 73 in a hundred, two steps 88.",
        _closeness(fit),
        *_misfits(tables),
        *_parts(tables),
        *_marked(scale),
    ]
    return Passage("Scenarios and players on one scale", sentences, (chart(tables, f"{label}-scale"),), tuple(_part_tables(tables)))


def chart(tables: Tables, name: str) -> Chart:
    """Draw the players, real groups and scenarios on one axis."""
    scale = tables["scale"]
    levels = scale.filter((pl.col("kind") == LEVEL) & (pl.col("marked") < pl.col("cells"))).sort("logit", descending=True)
    cases = scale.filter(pl.col("kind") == SCENARIO).sort("logit", maintain_order=True)
    groups = _groups(tables)
    best = levels if levels.height else scale.filter(pl.col("kind") == LEVEL).sort("logit", descending=True)
    top = best.row(0, named=True)
    rows = levels.height + len(groups) + cases.height + 3.4
    with styled(name):
        figure, axes = new_figure(0.235 * rows + 0.62, left=0.31, right=0.76)
        y, ticks = 0.0, []
        heading(axes, y, "players", outside=True)
        y += 1.0
        for row in levels.iter_rows(named=True):
            _mark(axes, y, row, 1)
            ticks.append((y, words.clipped(row["label"], 20)))
            beside(axes, y, "", f"{words.signed(row['logit'])}", 0)
            y += 1.0
        for group in groups:
            if group["low"] is not None and group["high"] is not None and group["group"] == EVERYBODY:
                axes.axvspan(group["low"], group["high"], color=BAND, lw=0, zorder=0)
            _mark(axes, y, group | {"logit": group["value"]}, 2)
            ticks.append((y, words.clipped(group["group"], 20)))
            beside(axes, y, "", f"{words.signed(group['value'])}", 0)
            y += 1.0
        y += 0.4
        heading(axes, y, "scenarios", outside=True)
        y += 1.0
        chances = dict(tables["misfits"].filter(pl.col("strategy") == top["label"]).select("scenario", "observed").iter_rows())
        for row in cases.iter_rows(named=True):
            _mark(axes, y, row, 0)
            ticks.append((y, wrapped(row["label"], 24)))
            beside(axes, y, words.signed(row["logit"]), words.percent(chances.get(row["label"]), 0), 34)
            y += 1.0
        for row in levels.iter_rows(named=True):
            axes.axvline(row["logit"], color=MUTED, lw=0.7, ls=(0, (1, 2)), zorder=0)
        set_rows(axes, ticks, y - 0.3)
        axes.tick_params(axis="y", labelsize=8.5)
        axes.grid(axis="x", color=GRID, lw=0.6)
        axes.set_axisbelow(True)
        axes.set_xlabel("weaker, easier  $\\leftarrow$  steps  $\\rightarrow$  stronger, harder", fontsize=8.5)
        picture = drawn(figure)
    told = "; ".join(f"{r['label']} {words.signed(r['logit'])}" for r in (*levels.iter_rows(named=True), *cases.iter_rows(named=True)))
    extra = " Triangles and the grey band: the real players." if groups else ""
    return Chart(
        "difficulty",
        picture,
        f"Dots with 95 % intervals on one axis from easy to hard: players and scenarios. {told}.",
        f"Round dots: scenarios, beside them how often {top['label']} wins. Squares: simulated players.{extra} A scenario left of a "
        "player's dotted line is won more often than lost by that player, one to the right more often lost. Lines: 95 % intervals.",
    )


def _mark(axes: Any, y: float, row: dict[str, Any], k: int) -> None:
    low, high = (row["logit"] if row[end] is None else row[end] for end in ("low", "high"))
    if low < high:
        interval(axes, y, low, row["logit"], high, k, 5.5)
    else:
        dot(axes, row["logit"], y, k, 5.5)


def _groups(tables: Tables) -> list[dict[str, Any]]:
    """Return the real groups that are placed by their wins."""
    if "people" not in tables:
        return []
    return tables["people"].filter(pl.col("by") == BY_WINS).rows(named=True)


def _closeness(fit: dict[str, Any]) -> str:
    typical = f"These numbers miss a success rate by {words.number(100 * fit['typical'], 1)} wins in a hundred on the average"
    if fit["ratio"] is None:
        return f"{typical}; there is nothing left over to check them by."
    return (
        f"{typical} (deviance {words.number(fit['deviance'], 1)} on {words.plural(fit['freedom'], 'degree')} of freedom, ratio "
        f"{words.number(fit['ratio'], 1)}; near 1 would be luck alone, more means that some scenarios suit some players)."
    )


def _misfits(tables: Tables) -> list[str]:
    named = tables["misfits"].filter("named").sort(pl.col("difference").abs(), descending=True, maintain_order=True)
    if not named.height:
        return []
    told = [
        f"{r['strategy']} wins {words.percent(r['observed'], 0)} of {r['scenario']}, where the scale says {words.percent(r['expected'], 0)}"
        for r in named.head(MANY_MISFITS).iter_rows(named=True)
    ]
    more = named.height - len(told)
    rest = f"; and {more} more, in the table “misfits”" if more > 0 else ""
    return [f"What does not fit: {'; '.join(told)}{rest}."]


def _marked(scale: pl.DataFrame) -> list[str]:
    marked = scale.filter((pl.col("marked") > 0) & pl.col("kind").is_in([LEVEL, SCENARIO]))
    if not marked.height:
        return []
    whole = marked.filter(pl.col("marked") == pl.col("cells"))["label"].to_list()
    cells = int(marked.filter(pl.col("kind") == LEVEL)["marked"].sum())
    said = (
        f"{words.plural(cells, 'pairing')} of a player with a scenario {'was' if cells == 1 else 'were'} never won, or never lost; half a "
        "game each way was lent to such, or it would lie without end."
    )
    return [said + (f" {words.listed(whole)}: no game was won, or none lost; where exactly, nobody can say." if whole else "")]


def _parts(tables: Tables) -> list[str]:
    if tables["fit"].height < 2:
        return []
    whole, added = (words.number(100 * row["typical"], 1) for row in tables["fit"].iter_rows(named=True))
    return [
        f"If a scenario's difficulty is that of its two parts added up, the numbers miss by {added} wins in a hundred instead of {whole}."
    ]


def _part_tables(tables: Tables) -> list[Table]:
    found = []
    for kind, what in ((FIRST, "The first part of a scenario"), (SECOND, "The second part of a scenario")):
        own = tables["scale"].filter(pl.col("kind") == kind)
        if own.height:
            rows = [(r["label"], words.signed(r["logit"], 2), words.span(r["low"], r["high"], 2, 1)) for r in own.iter_rows(named=True)]
            found.append(
                Table(("", "difficulty, steps", words.INTERVAL), rows, f"{what}: steps harder than the average one, if both parts add up.")
            )
    return found
