"""The command line itself, and the options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

BAD_INPUT, FAILED = 2, 1  # exit codes

app = typer.Typer(
    name="simkit",
    help="A Monte Carlo laboratory for tabletop games.",
    epilog="Start with [bold]simkit games[/bold], then [bold]simkit play spellbloom[/bold].",
    rich_markup_mode="rich",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Name of a game; `simkit games` lists them.", show_default=False)]
Strategies = Annotated[
    str,
    typer.Option("--strategy", "-s", metavar="A,B", help="One strategy, or one a seat: 'greedy,random', 'greedy(points=2)', 'my.py:rush'."),
]
Players = Annotated[
    int | None, typer.Option("--players", "-p", help="Players; by default as many as strategies, or 2.", show_default=False)
]
Seed = Annotated[int, typer.Option("--seed", help="0 to 2**64 - 1; one seed, one set of games.")]
Rules = Annotated[
    list[str] | None, typer.Option("--rule", "-r", metavar="NAME=VALUE", help="Change a rule; may be repeated.", show_default=False)
]
Scenario = Annotated[str | None, typer.Option("--scenario", help="Solo scenario; one player.", show_default=False)]
Components = Annotated[
    Path | None,
    typer.Option(
        "--components",
        "--lexicon",
        metavar="PATH",
        help="Your own card tables: a folder of CSV files or a workbook; or a word list.",
        show_default=False,
    ),
]
Blocks = Annotated[int | None, typer.Option("--blocks", help="Deals in all; each is played from every seat.", show_default=False)]
Minutes = Annotated[
    float | None,
    typer.Option("--minutes", help="As many deals as take so long here; the repeat command pins their number.", show_default=False),
]
Goals = Annotated[
    list[str] | None,
    typer.Option(
        "--goal",
        metavar="GOAL",
        help="What the new version is to reach: 'turns 18..24', 'seat_gap < 2pp'; may be repeated.",
        show_default=False,
    ),
]
RunName = Annotated[str | None, typer.Option("--name", help="What the run is called in the history.", show_default=False)]
RunNote = Annotated[str, typer.Option("--note", help="A remark for the history.", show_default=False)]
Workers = Annotated[int | None, typer.Option("--workers", "-w", help="Threads or processes; all cores by default.", show_default=False)]
Into = Annotated[
    Path | None, typer.Option("--into", metavar="DIR", help="The study folder; by default out/runs/NAME/ID.", show_default=False)
]
AsJson = Annotated[bool, typer.Option("--json", help="Machine-readable output.")]


def examples(*lines: str) -> str:
    """Write the examples below a command's help."""
    return "[bold]Examples[/bold]\n\n" + "\n\n".join(f"[cyan]{line.replace('[', chr(92) + '[')}[/cyan]" for line in lines)
