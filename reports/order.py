"""Whether scenarios get harder in the order in which the rulebook has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from reports import words
from reports.drawing import BAND, MUTED, Chart, beside, drawn, heading, interval, new_figure, set_rows, styled
from reports.parts import Passage, Table, Tables
from simkit.analysis.difficulty import OUT_OF_ORDER, SCENARIO, agreement
from simkit.analysis.grid import grid
from simkit.analysis.levels import DEPENDS, HOLDS, counting
from simkit.analysis.verdict import FAULTY

NAMED, BRIEF = 6, 3  # phrases in a sentence, and in the answer
FEWEST = 3  # scenarios that a rank correlation is worth telling of
NEW_LINE = "\n"


def passage(tables: Tables, best: str, margin: float, label: str) -> Passage | None:
    """Return what is out of order; None with one scenario."""
    if not tables["order"].height:
        return None
    mine = tables["order"].filter((pl.col("strategy") == best) & pl.col("neighbours"))
    return Passage(
        "Does it get harder in the printed order?",
        [*sentences(tables), *_agreement(tables)],
        (chart(mine, shorter(tables), margin, f"{label}-order"),),
        (_table(tables),),
    )


def sentences(tables: Tables) -> list[str]:
    """Say which pairs are out of order, and whether that depends on skill."""
    found, levels = tables["order_by_level"], counting(tables["levels"])
    short = shorter(tables)
    pairs = {name: [r for r in found.iter_rows(named=True) if r["out_of_order"] and r["joined"] == name] for name in (HOLDS, DEPENDS)}
    some = [r for r in found.iter_rows(named=True) if r["out_of_order"] and r["joined"] not in pairs]
    who = f"the {words.plural(len(levels), 'level')} with a say ({words.listed(levels)})" if len(levels) > 1 else levels[0]
    said = [f"Two scenarios are out of order when the later one is easier by more than the margin, on the same deals, for {who}."]
    if FAULTY in found["joined"]:
        return [*said, f"Every verdict is “{FAULTY}” until the fault is mended."]
    many = words.plural(found.height, "pair")
    each = " at every level with a say" if len(levels) > 1 else ""
    little = _little(found, len(levels))
    besides = [f"Easier beyond doubt{each}, if perhaps by less than the margin: {_phrases(little, short)}."] if little else []
    if not any((*pairs.values(), some)):
        return [*said, f"None of {many} is out of order by more than the margin at any level.", *besides]
    texts = {
        HOLDS: "Out of order at every level with a say" if len(levels) > 1 else "Out of order",
        DEPENDS: "It depends on skill, being out of order at some levels and in order or equally hard at others",
    }
    for name, rows in pairs.items():
        if rows:
            said.append(f"{texts[name]}, {words.number(len(rows))} of {many}: {_phrases(rows, short)}.")
    if some:
        are = "is" if len(some) == 1 else "are"
        said.append(f"{words.plural(len(some), 'further pair')} {are} out of order at some levels, undecided at others.")
    return [*said, *besides]


def _agreement(tables: Tables) -> list[str]:
    """Say how far order and difficulty agree, where the scenarios stand in one order."""
    cases = tables["scale"].filter(pl.col("kind") == SCENARIO)
    if cases.height < FEWEST or grid(cases["label"].to_list()):
        return []
    tau = agreement(cases["logit"].to_list())
    if tau is None:
        return []
    ends = f"{words.signed(1, 0)} the same order, 0 none, {words.signed(-1, 0)} the reverse"
    return [f"Over all scenarios, order and difficulty agree to {words.signed(tau, 2)} (Kendall's tau: {ends})."]


def line(tables: Tables) -> str:
    """Return what is out of order for a terminal."""
    return " ".join(["The printed order:", *sentences(tables)[1:]])


def claim(tables: Tables) -> str:
    """Return the pairs out of order at every level, for the answer; empty if there are none."""
    found, levels = tables["order_by_level"], len(counting(tables["levels"]))
    where = "at every skill level" if levels > 1 else "for this player"
    rows = [r for r in found.iter_rows(named=True) if r["out_of_order"] and r["joined"] == HOLDS]
    if rows:
        told = _phrases(rows, shorter(tables), BRIEF)
        return f"Out of the printed order {where}, {len(rows)} of {words.plural(found.height, 'pair')}: {told}."
    if little := _little(found, levels):
        return f"Against the printed order {where}, if by less than the margin: {_phrases(little, shorter(tables), BRIEF)}."
    return ""


def _little(found: pl.DataFrame, levels: int) -> list[dict[str, Any]]:
    """Return the pairs whose later one is easier beyond doubt at every level, and out of order at none."""
    return [r for r in found.iter_rows(named=True) if not r["out_of_order"] and r["surely_easier"] == levels]


def _phrases(rows: Sequence[dict[str, Any]], short: dict[str, str], most: int = NAMED) -> str:
    told = _easier(rows, short)
    return "; ".join(told[:most]) + (f"; and {len(told) - most} more" if len(told) > most else "")


def shorter(tables: Tables) -> dict[str, str]:
    """Return scenarios without what a heading says: the difficulty alone, where there are several opponents."""
    titles = list(dict.fromkeys(tables["cells"]["scenario"]))
    pairs = grid(titles)
    return {title: pairs[title][1] if pairs else title for title in titles}


def chart(mine: pl.DataFrame, short: dict[str, str], margin: float, name: str) -> Chart:
    """Draw the differences of neighbours in the printed order, for one player."""
    groups = mine.partition_by("sequence", maintain_order=True)
    heads = sum(bool(group["sequence"][0]) for group in groups)
    with styled(name):
        figure, axes = new_figure(0.36 * mine.height + 0.31 * heads + 0.75, left=0.34, right=0.66)
        axes.axvspan(-margin, margin, color=BAND, lw=0, zorder=0)
        axes.axvline(0, color=MUTED, lw=0.8)
        y, ticks = 0.0, []
        for group in groups:
            if group["sequence"][0]:
                heading(axes, y, group["sequence"][0], outside=True)
                y += 0.9
            for row in group.iter_rows(named=True):
                interval(axes, y, row["low"], row["difference"], row["high"], 1 if row["verdict"] == OUT_OF_ORDER else 0, 5.5)
                beside(axes, y, words.signed(100 * row["difference"], 0), row["verdict"].split(":")[0], 32)
                earlier, later = (words.clipped(short.get(row[end], row[end]), 24) for end in ("earlier", "later"))
                ticks.append((y, f"{earlier},{' ' if row['sequence'] else NEW_LINE}then {later}"))
                y += 1.0
        set_rows(axes, ticks, y - 0.3)
        axes.tick_params(axis="y", labelsize=8.5)
        axes.xaxis.set_major_formatter(lambda value, _: words.signed(100 * value, 0))
        axes.set_xlabel("how many wins in a hundred fewer", fontsize=8.5)
        picture = drawn(figure)
    told = "; ".join(
        f"{r['earlier']}, then {r['later']}: {words.signed(100 * r['difference'])}, {r['verdict']}" for r in mine.iter_rows(named=True)
    )
    return Chart(
        "order",
        picture,
        f"Dots with 95 % intervals: how much harder the next scenario is. {told}.",
        f"Played by {mine['strategy'][0]}. Dot: wins in a hundred that the later of two neighbours costs, on the same deals; left of the "
        "upright line it is the easier one. Squares: out of order. Line: interval, 95 % for all pairs together. Grey band: the margin.",
    )


def _easier(rows: Sequence[dict[str, Any]], short: dict[str, str]) -> list[str]:
    """Say what is easier than what comes before it, a phrase for each scenario or opponent."""
    told = []
    for name in dict.fromkeys(row["sequence"] for row in rows):
        own = [row for row in rows if row["sequence"] == name]
        for later in dict.fromkeys(row["later"] for row in own):
            before = words.listed([short.get(row["earlier"], row["earlier"]) for row in own if row["later"] == later])
            told.append(f"{f'{name}: ' if name else ''}{short.get(later, later)} is easier than {before}")
    return told


def _table(tables: Tables) -> Table:
    levels = counting(tables["levels"])
    found = {(r["strategy"], r["earlier"], r["later"]): r for r in tables["order"].iter_rows(named=True)}
    rows, short = [], shorter(tables)
    has_names = bool(tables["order_by_level"]["sequence"][0])
    for row in tables["order_by_level"].filter("neighbours").iter_rows(named=True):
        cells = [found[level, row["earlier"], row["later"]] for level in levels]
        told = [f"{words.signed(100 * c['difference'])}\n{c['verdict']}" for c in cells]
        pair = f"{short.get(row['earlier'], row['earlier'])}, then {short.get(row['later'], row['later'])}"
        names = (row["sequence"],) if has_names else ()
        rows.append((*names, pair, *told, *((row["joined"],) if len(levels) > 1 else ())))
    headers = (
        *(("opponent",) if has_names else ()),
        "in the printed order",
        *levels,
        *(("over all",) if len(levels) > 1 else ()),
    )
    caption = "Wins in a hundred that the later one costs, and the verdict, by skill level."
    return Table(headers, rows, caption, words=1 + has_names)
