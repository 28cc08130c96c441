"""A study on one terminal screen: at most 100 columns and 40 lines."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from pathlib import Path

import polars as pl

from reports import seats, solo, words
from reports.page import Step
from reports.tables import Tables, collect, shown
from simkit.analysis import Study, load

Grid = list[Sequence[str]]

COLUMNS = 100
LINES = 40


def render(folder: Path | str) -> str:
    """Return the study's answer, table and next step as plain text.

    Raises
    ------
    StudyError
        If the folder cannot be read or its kind has no report.
    """
    study = load(folder)
    tables = shown(study, collect(study))
    head, grids, tail, step = (_seats if study.kind == "seats" else _solo)(study, tables)
    first = f"{study.game} / {study.name}   {words.plural(len(study.blocks), 'deal')}   seed {words.seed_of(study)}"
    before = [first, "", *_fold(head), "", *_fold(words.cards(study))]
    if notice := words.progress(study):
        before += _fold(notice)
    after = ["", *_fold(tail), f"next: {step.command}"]  # a folded command could not be copied
    lines = [line for grid in grids for line in ("", *_grid(grid))]
    room = LINES - len(before) - len(after)
    if len(lines) > room:
        lines = [*lines[: room - 1], f"... {len(lines) - room + 1} more lines on the page"]
    return "\n".join([*before, *lines, *after]).replace(words.THIN, " ")


def _seats(study: Study, tables: Tables) -> tuple[str, list[Grid], str, Step]:
    leading = seats.headline(study, tables)
    shares = tables["seats"].filter(pl.col("arm").is_in(leading["arm"].implode()))
    rows: Grid = [("table", "seat", "wins", words.INTERVAL, "of fair", "points", "verdict")]
    rows += [
        (
            r["label"],
            str(r["seat"]),
            words.percent(r["share"]),
            words.span(r["low"], r["high"]),
            words.percent(r["index"], 0),
            words.number(r["points"], 1),
            r["verdict"],
        )
        for r in shares.iter_rows(named=True)
    ]
    verdicts = seats.verdict_table(tables)
    kinds: Grid = [verdicts.headers, *verdicts.rows]
    counts = {n: int(tables["tables"][n].sum()) for n in ("shared_wins", "cut_off", "faults")}
    step = seats.steps(study, tables)[0]
    tail = f"shared wins {counts['shared_wins']}, cut off {counts['cut_off']}, faults {counts['faults']}"
    return " ".join([seats.answer(study, tables), *seats.together(leading)]), [rows, kinds], tail, step


def _solo(study: Study, tables: Tables) -> tuple[str, list[Grid], str, Step]:
    best = solo.strongest(tables)
    cells = tables["cells"]
    mine = cells.filter(pl.col("strategy") == best)
    rows: Grid = [("scenario", "target", "success", words.INTERVAL, "10 %", "median", "90 %")]
    rows += [
        (
            r["scenario"],
            words.number(r["target"]),
            words.percent(r["success"]),
            words.span(r["low"], r["high"]),
            *(words.number(r[c]) for c in ("p10", "p50", "p90")),
        )
        for r in mine.iter_rows(named=True)
    ]
    who = list(dict.fromkeys(cells["strategy"]))
    measure = "p50" if mine["success"].null_count() == mine.height else "success"
    found = {(r["scenario"], r["strategy"]): r[measure] for r in cells.iter_rows(named=True)}
    shown = words.number if measure == "p50" else words.percent
    others: Grid = [("median score" if measure == "p50" else "success", *who)]
    others += [(s, *(shown(found.get((s, w))) for w in who)) for s in mine["scenario"]]
    cut, faults = int(cells["cut_off"].sum()), int(cells["faults"].sum())
    step = solo.steps(study, tables, best)[0]
    tail = f"cut off {cut}, faults {faults}"
    return solo.answer(tables, best), [rows, others], tail, step


def _fold(text: str) -> list[str]:
    return textwrap.wrap(text, COLUMNS)


def _grid(rows: Grid) -> list[str]:
    """Set columns; those of numbers to the right."""
    columns = list(zip(*rows, strict=True))
    widths = [min(max(map(len, column)), 34) for column in columns]
    right = [k > 0 and column[-1][:1].isdigit() for k, column in enumerate(columns)]
    return ["  ".join(map(_cell, row, widths, right)).rstrip()[:COLUMNS] for row in rows]


def _cell(text: str, width: int, is_right: bool) -> str:
    short = text if len(text) <= width else f"{text[: width - 1]}…"
    return short.rjust(width) if is_right else short.ljust(width)
