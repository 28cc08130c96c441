"""What a report is made of: the findings of a study, and the parts of its page and of its screen.

A study is analysed once: `Findings` carries the tables, and section, screen and files are made from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import polars as pl

from reports.drawing import Chart
from simkit.analysis import Study

Tables = dict[str, pl.DataFrame]


@dataclass(frozen=True)
class Findings:
    """What the analysis of a study found.

    Attributes
    ----------
    study : Study
    label : str
        Names the study's files, and makes the ids of its pictures its own.
    tables : dict of DataFrame
        Every table, as analysed: what goes into files.
    shown : dict of DataFrame
        The same with the names that a page uses.
    """

    study: Study
    label: str
    tables: Tables
    shown: Tables


@dataclass(frozen=True)
class Table:
    """A table to read: headers, rows of text, a caption.

    Attributes
    ----------
    headers : sequence of str
    rows : sequence of sequences of str
    caption : str
    words : int
        How many of the first columns are words, set to the left; the others are numbers.
    """

    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    caption: str
    words: int = 1


@dataclass(frozen=True)
class Passage:
    """A titled part of a section: sentences, then charts, then tables."""

    title: str
    sentences: Sequence[str]
    charts: Sequence[Chart] = ()
    tables: Sequence[Table] = ()


@dataclass(frozen=True)
class Step:
    """Something to do next, with its command."""

    text: str
    command: str


@dataclass(frozen=True)
class Section:
    """The report of one study, in the order in which it is read."""

    label: str
    title: str
    question: str
    answer: str
    tone: str
    scope: Sequence[str]
    chart: Chart
    table: Table
    passages: Sequence[Passage]
    steps: Sequence[Step]
    certainty: Sequence[str]
    definitions: Sequence[tuple[str, str]]
    facts: Sequence[tuple[str, str]]
    command: str
    notice: str | None = None
    note: str | None = None
    hashes: Sequence[tuple[str, str]] = ()
    downloads: Sequence[tuple[str, str]] = field(default=())


Grid = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Screen:
    """The same study on one terminal screen.

    Attributes
    ----------
    answer : str
        The answer in a sentence, and what its intervals promise.
    grids : sequence of grids
        Rows of cells, the first row being the headers.
    tail : str
        Counts that must not be hidden.
    step : Step
        What to do next.
    lines : sequence of str
        Said before the grids, a line each.
    """

    answer: str
    grids: Sequence[Grid]
    tail: str
    step: Step
    lines: Sequence[str] = ()
