"""Measure everything in one run: `python -m tests.benchmarks`, or `make bench`."""

import json
import os
import platform
from typing import Annotated

import numba
import typer
from rich.console import Console

from simkit import registry
from simkit.core.table import Machine
from tests.benchmarks.rates import rate
from tests.benchmarks.subset_sums import NO_GCC, against_c
from tests.benchmarks.tables import rates_table, ratios_table
from tests.benchmarks.threads import CHUNKS, ONE_CORE, two_to_one

C, THREADS = "the subset-sum kernel to the same in C", "two threads to one"


def main(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
    seconds: Annotated[float, typer.Option(help="Least time of one measurement.", min=0.001)] = 0.5,
    repeats: Annotated[int, typer.Option(help="Measurements a median is taken of.", min=1)] = 5,
) -> None:
    """Print what one core plays in a second, the hot kernel's speed against C, and what a second thread brings."""
    console, progress = Console(highlight=False), Console(stderr=True, highlight=False)
    game = registry.game("spellbloom")
    machine = Machine(game)
    rates = {}
    for name in registry.strategies(game):
        progress.print(f"playing {name}")
        for players in (2, 4):
            rates[name, players] = rate(registry.player(name, game), machine, players, seconds, repeats)
    progress.print("timing pairs")
    chunk = max(1, int(2 * seconds * rates["random", 2].games_per_second / CHUNKS))
    measured = {
        C: against_c(max(1, int(40 * seconds)), repeats),
        THREADS: two_to_one(registry.player("random", game), machine, 2, chunk, repeats),
    }
    ratios = {name: ratio for name, ratio in measured.items() if ratio}
    notes = [sentence for name, sentence in ((C, NO_GCC), (THREADS, ONE_CORE)) if name not in ratios]
    load = os.getloadavg()[0]
    if as_json:
        where = {"machine": platform.machine(), "python": platform.python_version(), "numba": numba.__version__, "load": load}
        shown = {"rates": [r._asdict() for r in rates.values()], "ratios": {name: r._asdict() for name, r in ratios.items()}}
        print(json.dumps({"game": game.name, "where": where, **shown, "notes": notes}, indent=2))
        return
    console.print(rates_table(f"{game.title} on one core: medians of {repeats} times {seconds:g} s or more of CPU", rates.values()))
    console.print(ratios_table(f"Timed in turn, {repeats} pairs: ratio of medians, and range over pairs", ratios))
    console.print(*notes, f"Load of the machine: {load:.1f}. Beside other work, figures fall.", sep="\n")


if __name__ == "__main__":
    typer.run(main)
