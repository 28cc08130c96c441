"""What a report is made of: the findings of a study, and the parts of its page and of its screen.

A study is analysed once: `Findings` carries the tables, and section, screen and files are made from it.
Whoever plays a game again for the page is handed in as a `Recorder`: reports know rows, not games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import polars as pl

from reports.drawing import Chart
from simkit.analysis import Study

Tables = dict[str, pl.DataFrame]
ARM = "ARM"  # stands for the arm of a row in a command; such a table has a last column of arms


@dataclass(frozen=True)
class Turn:
    """A turn to read: its title, and what was decided in it, each with what it scored.

    One without decisions stands for turns that were left out.
    """

    title: str
    decisions: Sequence[tuple[str, Sequence[str]]] = ()

    @property
    def lines(self) -> int:
        """Lines it fills."""
        return 1 + sum(1 + len(scored) for _, scored in self.decisions)


@dataclass(frozen=True)
class Replay:
    """A game of a study, played again.

    Attributes
    ----------
    turns : sequence of Turn
        In order.
    points : sequence of int
        Final points by seat, to be compared with the rows.
    """

    turns: Sequence[Turn]
    points: Sequence[int]


# Study, arm, block, rotation -> the game, or in words why it cannot be played again here.
Recorder = Callable[[Study, int, int, int], Replay | str]


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
    record : Recorder, optional
        Plays a game again; without it a page has no example games.
    """

    study: Study
    label: str
    tables: Tables
    shown: Tables
    record: Recorder | None = None


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
    arms : sequence of int
        By row the arm whose games are behind it, None where there is none; empty if rows have none.
    inside : str
        Folder of the run whose arms they are, where it is not the study's own.
    """

    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    caption: str
    words: int = 1
    arms: Sequence[int | None] = ()
    inside: str = ""

    @property
    def games(self) -> str:
        """The arm as a command has it: its number where all rows have one and the same, a word for it where they differ."""
        if all(arm is None for arm in self.arms):
            return ""
        return str(self.arms[0]) if len(set(self.arms)) == 1 else ARM


@dataclass(frozen=True)
class Passage:
    """A titled part of a section: sentences, then charts, then tables."""

    title: str
    sentences: Sequence[str]
    charts: Sequence[Chart] = ()
    tables: Sequence[Table] = ()


@dataclass(frozen=True)
class Step:
    """Something to do next, with its command and, where the run's log tells, how long it takes.

    `first` is a command to be given before, if there is one; what it writes is changed by hand then.
    """

    text: str
    command: str
    time: str = ""
    first: str = ""


@dataclass(frozen=True)
class Example:
    """A game to read.

    Attributes
    ----------
    title, summary : str
        What it is an example of, and how it ended.
    rule : str
        How it was chosen.
    turns : sequence of Turn
        The first and the last of them.
    points : Table
        Where each seat's points came from.
    command : str
        Shows the whole game.
    problem : str
        Why there are no turns; empty if there are.
    """

    title: str
    summary: str
    rule: str
    turns: Sequence[Turn]
    points: Table
    command: str
    problem: str = ""


@dataclass(frozen=True)
class Section:
    """The report of one study, in the order in which it is read.

    `title` is the study's own question where it has one. `remark` is the note of the run, `note` that on its cards.
    `passages` come after chart and table: where it holds, where points come from. `appendix` comes after all else.
    `stopping` says how the number of deals came about, where that has to be known. `sureness` are the parts of "how sure we are" beside
    `certainty`, which is about the luck of the games: title, sentences, tables. `run` is what commands call the run, `inside` says of what
    it played into folders of its own.
    """

    label: str
    title: str
    question: str
    answer: str
    tone: str
    scope: Sequence[str]
    chart: Chart
    table: Table
    passages: Sequence[Passage]
    examples: Sequence[Example]
    steps: Sequence[Step]
    certainty: Sequence[str]
    definitions: Sequence[tuple[str, str]]
    facts: Sequence[tuple[str, str]]
    command: str
    run: str
    inside: Sequence[str] = ()
    appendix: Sequence[Passage] = ()
    stopping: Sequence[str] = ()
    sureness: Sequence[tuple[str, Sequence[str], Sequence[Table]]] = ()
    notice: str | None = None
    remark: str = ""
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
