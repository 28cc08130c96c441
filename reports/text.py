"""A study on one terminal screen: at most 100 columns and 40 lines."""

from __future__ import annotations

import textwrap

from reports import kinds, page, words
from reports.parts import Findings, Grid

COLUMNS = 100
LINES = 40
ANSWER = 12  # lines


def render(findings: Findings) -> str:
    """Return the study's answer, table and next step as plain text."""
    study, told = findings.study, kinds.screen(findings)
    heading = f"{study.game} / {study.name}   {words.plural(len(study.blocks), 'deal')}   seed {words.seed_of(study)}"
    before = [
        heading,
        "",
        *_cut([part for line in told.answer.split("\n") for part in _fold(line)]),
        "",
        *_fold(f"{words.players(study)} {words.cards(study)}"),
    ]
    if notice := words.progress(study):
        before += _fold(notice)
    before += [line for told_line in told.lines for line in _fold(told_line)]
    takes = f", {told.step.time}" if told.step.time else ""
    first = [f"next: {told.step.first}", f"change it, then{takes}: {told.step.command}"]
    after = ["", *_fold(told.tail), *(first if told.step.first else [f"next{takes}: {told.step.command}"])]  # none is folded, to be copied
    grids = [*told.grids, *_metrics(findings)]
    lines = [line for grid in grids for line in ("", *_grid(grid))]
    room = LINES - len(before) - len(after)
    if len(lines) > room:
        lines = [*lines[: room - 1], f"... {len(lines) - room + 1} more lines on the page"]
    return "\n".join([*before, *lines, *after]).replace(words.THIN, " ")


def _cut(lines: list[str]) -> list[str]:
    """Keep what leaves room for the numbers."""
    return lines if len(lines) <= ANSWER else [*lines[: ANSWER - 1], "... the rest of the answer is on the page"]


def _metrics(findings: Findings) -> list[Grid]:
    found = findings.shown.get("metrics")
    return [] if found is None else [[("measure", "table", "mean", words.INTERVAL, "unit"), *(row[:-1] for row in page.metric_rows(found))]]


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
