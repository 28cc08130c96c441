"""What commands print: tables, JSON, progress, numbers in words."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from simkit.core.game import Game
    from simkit.core.sheets import Tables

MOST_CARD_NOTES = 10  # shown where cards are played
WIDTH = 120  # columns where the output is no terminal


@contextmanager
def compiling(game: Game) -> Iterator[None]:
    """Show that something happens while kernels are loaded; say on stderr what must be compiled, where something must."""
    from simkit.core.cache import Layer, listening
    from simkit.core.refusal import tell_once

    shared = (game.name, f"{game.name}.table", f"{game.name}.conformance")

    def tell(layer: Layer) -> None:
        if layer.label in shared:
            tell_once(f"simkit: compiling {game.title} (once; about half a minute)")
        elif layer.label.startswith(f"{game.name}."):  # a strategy; helpers that Python calls take no time worth a word
            tell_once(f"simkit: compiling strategy {layer.label.partition('.')[2]} (once for each change; some seconds)")

    with screen(error=True).status("loading kernels"), listening(tell):
        yield


@contextmanager
def progress(what: str, total: int) -> Iterator[Any]:
    """Show progress on stderr, if that is a terminal; yields what takes the number done so far."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = screen(error=True)
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)


def screen(*, error: bool = False) -> Console:
    """Return the console of stdout or stderr; as wide as the terminal, or WIDTH."""
    from rich.console import Console

    stream = sys.stderr if error else sys.stdout
    return Console(stderr=error, width=None if stream.isatty() or "COLUMNS" in os.environ else WIDTH, highlight=False)


def show_table(heads: Sequence[str], rows: Sequence[Sequence[str]], title: str | None = None) -> None:
    """Print a table; columns of numbers to the right, empty columns left out."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    kept = [i for i in range(len(heads)) if any(row[i] for row in rows)]
    grid = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold", pad_edge=False)
    for i in kept:
        is_number = all(row[i][:1].isdigit() and len(row[i]) < WIDTH // 6 for row in rows)
        grid.add_column(heads[i], justify="right" if is_number else "left", overflow="fold")
    for row in rows:
        grid.add_row(*(Text(row[i]) for i in kept))
    screen().print(grid)


def print_json(value: Any) -> None:
    """Print a value as JSON."""
    typer.echo(json.dumps(value, indent=1, ensure_ascii=False))


def say(text: str) -> None:
    """Print a line on stderr."""
    typer.echo(text, err=True)


def say_cards(game: str, tables: Tables) -> None:
    """Say on stderr what is to be known of the cards that are played: the first few lines, and where the others are."""
    for note in tables.notes[:MOST_CARD_NOTES]:
        say(f"cards: {note}")
    if (more := len(tables.notes) - MOST_CARD_NOTES) > 0:
        say(f"cards: ... and {more} more: simkit components check {game} {shlex.quote(str(tables.folder))}")


def percent(share: float) -> str:
    """Write a share: 12.3 %."""
    return f"{100 * share:.1f} %"


def between(interval: Sequence[float] | None, show: Any) -> str:
    """Write an interval; nothing for None."""
    return f"{show(interval[0])} to {show(interval[1])}" if interval else ""


def plural(count: int, noun: str) -> str:
    """Write a number with its noun."""
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def span(low: int, high: int) -> str:
    """Write a range of whole numbers."""
    return str(low) if low == high else f"{low} to {high}"
