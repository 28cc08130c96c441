"""Whether the bonus of a harder difficulty is worth what it costs."""

from __future__ import annotations

from typing import Any

import polars as pl

from reports import words
from reports.drawing import MUTED, Chart, beside, drawn, heading, interval, new_figure, set_rows, styled
from reports.order import shorter
from reports.parts import Passage, Table, Tables
from simkit.analysis.bonus import NOT_WORTH, WORTH
from simkit.analysis.difficulty import TOGETHER
from simkit.analysis.levels import DEPENDS, HOLDS, counting, joined


def passage(tables: Tables, best: str, label: str) -> Passage | None:
    """Return what each bonus is worth; None if no scenario has one."""
    found = tables["bonus"]
    if not found.height:
        return None
    mine = found.filter(pl.col("strategy") == best)
    return Passage(
        "Is the bonus worth it?",
        sentences(tables),
        (chart(mine, shorter(tables), f"{label}-bonus"),),
        (_table(mine, tables, best),),
    )


def sentences(tables: Tables) -> list[str]:
    """Say for which opponents the harder difficulty brings more points than it costs, and whether that depends on skill."""
    levels, short = counting(tables["levels"]), shorter(tables)
    found: dict[str, dict[str, list[str]]] = {}
    for key, own in tables["bonus"].partition_by("sequence", "harder", as_dict=True, maintain_order=True).items():
        said = [verdict for who, verdict in own.select("strategy", "verdict").iter_rows() if who in levels]
        over_all = joined(said, (WORTH, NOT_WORTH))
        word = said[0] if over_all == HOLDS else over_all
        found.setdefault(word, {}).setdefault(str(key[0]), []).append(short.get(str(key[1]), str(key[1])))
    texts = {
        WORTH: "The bonus is worth more than it costs",
        NOT_WORTH: "The bonus costs more than it is worth",
        DEPENDS: "It depends on skill",
    }
    told = []
    for word, cases in found.items():
        each = [f"{name} ({', '.join(modes)})" if name else ", ".join(modes) for name, modes in cases.items()]
        told.append(f"{texts.get(word, word.capitalize())}: {words.listed(each)}.")
    return [
        "A harder difficulty pays a bonus, but may be lost more often and leave fewer points of other kinds. A lost game being worth "
        "nothing, mean points of a game are compared with the easiest of the same opponent, on the same deals, for "
        f"{words.listed(levels)}.",
        *told,
    ]


def chart(mine: pl.DataFrame, short: dict[str, str], name: str) -> Chart:
    """Draw the gain or loss in mean points of each harder difficulty."""
    groups = mine.partition_by("sequence", maintain_order=True)
    with styled(name):
        figure, axes = new_figure(0.25 * mine.height + 0.31 * len(groups) + 0.75, left=0.34, right=0.68)
        axes.axvline(0, color=MUTED, lw=0.8)
        y, ticks = 0.0, []
        for group in groups:
            heading(axes, y, group["sequence"][0], outside=True)
            y += 1.0
            for row in group.iter_rows(named=True):
                low, high = (row["difference"] if row[end] is None else row[end] for end in ("low", "high"))
                interval(axes, y, low, row["difference"], high, 0 if row["verdict"] == WORTH else 1, 5.5)
                beside(axes, y, words.signed(row["difference"]), row["verdict"].split(":")[0], 36)
                ticks.append((y, f"{short.get(row['harder'], row['harder'])}, {words.signed(row['bonus'], 0)}"))
                y += 1.0
        set_rows(axes, ticks, y - 0.3)
        axes.tick_params(axis="y", labelsize=8.5)
        axes.set_xlabel("mean points of a game, less those of the easiest", fontsize=8.5)
        picture = drawn(figure)
    told = "; ".join(
        f"{r['harder']}, bonus {r['bonus']}: {words.signed(r['difference'])} points, {r['verdict']}" for r in mine.iter_rows(named=True)
    )
    return Chart(
        "bonus",
        picture,
        f"Dots with 95 % intervals: mean points of a harder difficulty less those of the easiest. {told}.",
        f"Played by {mine['strategy'][0]}. Beside each difficulty its bonus. Dot: mean points of a game with the bonus, a lost one "
        "counting 0, less those of the easiest difficulty, on the same deals. Round: worth it. Line: interval, 95 % for all together.",
    )


def _table(mine: pl.DataFrame, tables: Tables, best: str) -> Table:
    base = {r["sequence"]: r for r in mine.iter_rows(named=True)}
    rows: list[Any] = []
    for name, first in base.items():
        rows.append((_named(first, "easier"), "", *_side(first, "easier"), "", ""))
        rows += [
            (_named(r, "harder"), words.signed(r["bonus"], 0), *_side(r, "harder"), r["verdict"], _fair(r))
            for r in mine.filter(pl.col("sequence") == name).iter_rows(named=True)
        ]
    headers = ("scenario", "bonus", "success", "points if won, without it", "points of a game, with it", "the bonus is", "would be even at")
    return Table(headers, rows, f"Played by {best}. The last column is the bonus at which easiest and harder would be worth the same.")


def _side(row: dict[str, Any], side: str) -> tuple[str, ...]:
    return (
        words.percent(row[f"success_{side}"]),
        words.number(row[f"points_{side}"], 1),
        words.number(row[f"expected_{side}"], 1),
    )


def _named(row: dict[str, Any], side: str) -> str:
    return f"{TOGETHER}, {row[side]}" if row["sequence"] == TOGETHER else str(row[side])


def _fair(row: dict[str, Any]) -> str:
    if row["fair"] is None:
        return words.UNKNOWN
    return f"{words.signed(row['fair'], 0)}\n{words.span(row['fair_low'], row['fair_high'], 0, 1)}"
