"""Measure everything in one run: `python -m tests.benchmarks`, or `make bench`."""

import json
import os
import platform
from typing import Annotated, Any

import numba
import typer
from rich.console import Console

from simkit import registry
from simkit.core.game import Game
from simkit.core.table import Machine
from tests.benchmarks.rates import rate
from tests.benchmarks.tables import rates_table, ratios_table
from tests.benchmarks.threads import CHUNKS, ONE_CORE, two_to_one
from tests.benchmarks.twins import NO_GCC, twins

THREADS = "two threads to one"


def measure(game: Game, seconds: float, repeats: int, progress: Console) -> tuple[list[Any], dict[str, Any], list[str]]:
    """Return the rates of a game's strategies, the ratios of its kernels and threads, and what else there is to say."""
    machine = Machine(game)
    rates = {}
    for name in registry.strategies(game):
        progress.print(f"{game.name}: playing {name}")
        for players in (2, 4):
            rates[name, players] = rate(registry.player(name, game), machine, players, seconds, repeats)
    progress.print(f"{game.name}: timing pairs")
    chunk = max(1, int(2 * seconds * rates["random", 2].games_per_second / CHUNKS))
    kernels = [module for module in twins(game.name) if hasattr(module, "against_c")]
    measured = {f"{twin.KERNEL} to the same in C": twin.against_c(max(1, int(40 * seconds)), repeats) for twin in kernels}
    notes = [] if all(measured.values()) else [NO_GCC]
    measured[THREADS] = two_to_one(registry.player("random", game), machine, 2, chunk, repeats)
    notes += [] if measured[THREADS] else [ONE_CORE]
    notes += [note for twin in twins(game.name) if hasattr(twin, "notes") for note in twin.notes(seconds)]
    return list(rates.values()), {name: ratio for name, ratio in measured.items() if ratio}, notes


def main(
    games: Annotated[list[str] | None, typer.Argument(help="Games to measure; all of the project by default.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
    seconds: Annotated[float, typer.Option(help="Least time of one measurement.", min=0.001)] = 0.5,
    repeats: Annotated[int, typer.Option(help="Measurements a median is taken of.", min=1)] = 5,
) -> None:
    """Print what one core plays in a second, the hot kernels' speed against C, and what a second thread brings."""
    console, progress = Console(highlight=False), Console(stderr=True, highlight=False)
    for name in games or registry.games():
        game = registry.game(name)
        rates, ratios, notes = measure(game, seconds, repeats, progress)
        load = os.getloadavg()[0]
        if as_json:
            where = {"machine": platform.machine(), "python": platform.python_version(), "numba": numba.__version__, "load": load}
            shown = {"rates": [r._asdict() for r in rates], "ratios": {name: r._asdict() for name, r in ratios.items()}}
            print(json.dumps({"game": game.name, "where": where, **shown, "notes": notes}, indent=2))
            continue
        console.print(rates_table(f"{game.title} on one core: medians of {repeats} times {seconds:g} s or more of CPU", rates))
        console.print(ratios_table(f"Timed in turn, {repeats} pairs: ratio of medians, and range over pairs", ratios))
        console.print(*notes, f"Load of the machine: {load:.1f}. Beside other work, figures fall.", sep="\n")


if __name__ == "__main__":
    typer.run(main)
