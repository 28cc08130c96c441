"""Compile ahead: kernels, loop and strategies of games, on all cores, while no other run fills the cache."""

from __future__ import annotations

import glob
import signal
import time
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from filelock import FileLock
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from simkit import registry
from simkit.batch.backends import default_workers
from simkit.core import cache, table
from simkit.core.cache import Layer, LayerCache, announce
from simkit.core.game import KERNELS, Game
from simkit.core.jit import compiled
from simkit.core.refusal import kept
from simkit.core.strategy import Player
from simkit.core.table import Machine

BESIDE = ("begin", "rank")  # compiled beside the kernels that strategies get
SLOWEST = ("legal", "apply", "redeal", "score", "play")  # first, so that two processes end together


@contextmanager
def cache_lock() -> Iterator[None]:
    """Let one process at a time fill the cache; the next finds the work done."""
    folder = cache.root()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / ".compile.lock")
        lock.acquire()
    except OSError:  # no cache can be written, so there is nothing to guard
        yield
        return
    try:
        yield
    finally:
        lock.release()


def compile_item(game_name: str, plugins: tuple[str, ...], item: str) -> float:
    """Compile, or load, one kernel, the loop, or ``choose <strategy>`` of a game; return the seconds it took."""
    began = time.perf_counter()
    for name in plugins:
        registry.load_plugin(name)
    game = registry.game(game_name)
    machine = Machine(game)
    if item in KERNELS:
        compiled(getattr(game.kernels, item), getattr(machine.signatures, item), machine.layer)
    elif item in BESIDE:
        _ = getattr(machine, item)
    elif item == "play":
        _ = machine.loop
    else:
        machine.choose(registry.player(item.removeprefix("choose "), game))
    return time.perf_counter() - began


def items(game: Game, strategies: Iterable[str] | None = None) -> list[str]:
    """List what there is to compile for a game, the slowest first."""
    names = list(registry.strategies(game)) if strategies is None else list(strategies)
    rest = [name for name in (*KERNELS, *BESIDE) if name not in SLOWEST]
    return [*SLOWEST, *(f"choose {name}" for name in names), *rest]


def warm(
    games: Iterable[str | Game] | None = None,
    strategies: Iterable[str] | None = None,
    progress: bool | None = None,
    processes: int | None = None,
    console: Console | None = None,
) -> dict[str, float]:
    """Compile all kernels, the loop and the strategies of games into the cache.

    Parameters
    ----------
    games : iterable of str or Game
        All by default.
    strategies : iterable of str
        All of each game by default.
    progress : bool or None
        Show a bar: always, never, or on a terminal.
    processes : int or None
        How many compile at once; one a core.

    Returns
    -------
    dict of float
        Seconds by game, added up over processes.
    """
    chosen = [registry.game(g) if isinstance(g, str) else g for g in (registry.games() if games is None else games)]
    names = None if strategies is None else list(strategies)
    plugins = tuple(registry.plugins())
    tasks = [(game.name, plugins, item) for game in chosen for item in items(game, names)]
    seconds = dict.fromkeys((game.name for game in chosen), 0.0)
    console = console or Console(stderr=True)
    shown = console.is_terminal if progress is None else progress
    columns = (TextColumn("compiling {task.fields[what]}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with cache_lock(), Progress(*columns, console=console, disable=not shown) as bar:
        task = bar.add_task("", total=len(tasks), what="")
        for name, item, took in _compile_all(tasks, processes or default_workers()):
            seconds[name] += took
            bar.update(task, advance=1, what=f"{name} {item}")
    return seconds


def _compile_all(tasks: list[tuple[str, tuple[str, ...], str]], processes: int) -> Iterator[tuple[str, str, float]]:
    if processes == 1:
        for name, plugins, item in tasks:
            yield name, item, compile_item(name, plugins, item)
        return
    from joblib import Parallel, delayed
    from joblib.externals.loky import get_reusable_executor

    try:
        with warnings.catch_warnings():
            # a compiler's memory grows, so its process is replaced now and then, which is what is wanted
            warnings.filterwarnings("ignore", "A worker stopped while some jobs were given", UserWarning)
            pool = Parallel(n_jobs=processes, batch_size=1, return_as="generator_unordered")
            yield from pool(delayed(_compile_told)(*task) for task in tasks)
    finally:
        get_reusable_executor(reuse=True).shutdown(wait=True, kill_workers=True)


def _compile_told(name: str, plugins: tuple[str, ...], item: str) -> tuple[str, str, float]:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the parent, which ends its processes
    return name, item, compile_item(name, plugins, item)


def missing(game: Game, players: Iterable[Player] | None = None) -> dict[str, Layer]:
    """List what of :func:`items` is not in the cache, each with its layer: all of a game, or all that a run of these players needs.

    Compiles nothing.
    """
    machine = Machine(game)
    made: dict[str, tuple[Any, Any, Layer]] = {
        name: (getattr(game.kernels, name), getattr(machine.signatures, name), machine.layer) for name in (*KERNELS, "rank")
    }
    made["play"] = (table.play, machine.signatures.play, machine.loop_layer)
    if players is None:
        made["begin"] = (table.begin, machine.signatures.begin, machine.loop_layer)
    strategies = registry.strategies(game).values() if players is None else [player.strategy for player in players]
    for strategy in strategies:
        layer = machine.strategy_layer(strategy)
        if kept(strategy.name, layer) is None:
            made[f"choose {strategy.name}"] = (strategy.function, machine.signatures.choose, layer)
    return {item: what[-1] for item, what in made.items() if not _is_cached(*what)}


def is_warm(game: Game, players: Iterable[Player] | None = None) -> bool:
    """Say whether all that :func:`warm` makes of a game is in the cache, or all that a run of these players needs; compiles nothing."""
    return not missing(game, players)


def ahead(game: Game, players: Iterable[Player], processes: int | None = None) -> None:
    """Compile what these players need on all cores, where that is more than one process would do about as fast.

    Nothing is done on one core, where a strategy alone is missing, or for strategies that processes of their own cannot look up by name;
    what is left is compiled when it is first used.
    """
    processes = processes or default_workers()
    if processes == 1:
        return
    players = list(players)
    named = {f"choose {name}" for name, one in registry.strategies(game).items() if any(one is player.strategy for player in players)}
    found = missing(game, players)
    if len(found.keys() & set(SLOWEST)) < 2:
        return
    with cache_lock():
        found = missing(game, players)  # unless another process has just made it
        for layer in found.values():
            announce(layer)
        wanted = [item for item in items(game) if item in found and (item in named or not item.startswith("choose "))]
        for _ in _compile_all([(game.name, tuple(registry.plugins()), item) for item in wanted], processes):
            pass


def _is_cached(function: Any, signature: Any, layer: Layer) -> bool:
    """Say whether a layer's directory has the machine code of a function."""
    if layer.directory is None:
        return False
    kept = LayerCache(getattr(function, "py_func", function), signature, layer)
    return any(layer.directory.glob(f"{glob.escape(kept._impl.filename_base)}.*.nbc"))
