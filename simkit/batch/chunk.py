"""A task: play some blocks of one arm in all its rotations. Runs in a thread, or in a process that knows nothing but its arguments."""

from __future__ import annotations

import json
import signal
import threading
import time
from dataclasses import dataclass, field
from functools import lru_cache
from multiprocessing import parent_process
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simkit import registry
from simkit.batch.columns import CARDS, compact, narrow
from simkit.batch.stop import open_flag
from simkit.core.game import Game
from simkit.core.table import CARD_WIDTH, EXTRA, Machine, Workspace

BINS = 2  # the histogram of options is not kept


@dataclass(frozen=True)
class Chunk:
    """What a task brings home.

    Attributes
    ----------
    columns : dict of (blocks, rotations * players) arrays
        All columns but those of the seating.
    cards : dict of arrays
        The long card table's columns, if it is asked for.
    seconds : float
        Processor time.
    """

    arm: int
    first: int
    blocks: int
    columns: dict[str, NDArray[np.generic]]
    cards: dict[str, NDArray[np.generic]]
    seconds: float


@dataclass(frozen=True)
class Sides:
    """An arm as a worker sees it: for each rotation the seats' strategies and weights."""

    players: int
    config: Any
    choose: list[tuple[Any, ...]]
    weights: list[NDArray[np.float64]]


@dataclass
class Playable:
    """A plan with everything compiled or loaded; one for each process."""

    game: Game
    machine: Machine
    kernels: tuple[Any, ...]
    seed: np.uint64
    cards: bool
    sides: list[Sides]
    local: threading.local = field(default_factory=threading.local)

    @property
    def workspace(self) -> Workspace:
        """Buffers of this thread."""
        if not hasattr(self.local, "workspace"):
            self.local.workspace = Workspace(self.game)
        found: Workspace = self.local.workspace
        return found


@lru_cache(maxsize=4)
def playable(job: str) -> Playable:
    """Prepare a plan's job (`Plan.job`) in this process: load its plug-ins, cards and machine code; compiles what is not in the cache."""
    told = json.loads(job)
    for name in told["plugins"]:
        registry.load_plugin(name)
    game = registry.game(told["game"])
    machine = Machine(game)
    players = [registry.player(spec, game) for spec in told["strategies"]]
    choose = [machine.choose(player) for player in players]
    width = max(1, *(len(player.weights) for player in players))
    versions = [game.components.read(Path(place) if place else None) for place in told["components"]]
    sides = []
    for arm in told["arms"]:
        config = game.config(arm["rules"], versions[arm["version"]])
        lines, weighed = [], []
        for seated in arm["seated"]:
            # The tuple has one length for all line-ups; what sits at unused seats is never asked.
            lines.append(tuple(choose[i] for i in (seated * game.seats[1])[: game.seats[1]]))
            weights = np.zeros((game.seats[1], width))
            for seat, i in enumerate(seated):
                weights[seat, : len(players[i].weights)] = players[i].weights
            weighed.append(weights)
        sides.append(Sides(arm["players"], config, lines, weighed))
    ready = Playable(game, machine, machine.kernels, np.uint64(told["seed"]), told["cards"], sides)
    _ = machine.loop
    return ready


@lru_cache(maxsize=1)
def leave_interrupts_to_parent() -> None:
    """In a worker process, let Ctrl-C reach the parent alone, which then raises the stop flag."""
    if parent_process() is not None and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_chunk(job: str, arm: int, first: int, blocks: int, flag: str) -> Chunk | None:
    """Play blocks first .. first + blocks of an arm; return None if the stop flag was raised meanwhile.

    Parameters
    ----------
    job : str
        From `Plan.job`.
    arm, first, blocks : int
    flag : str
        File of the stop flag.
    """
    leave_interrupts_to_parent()
    stop = open_flag(flag)
    if stop is None or stop[0]:
        return None
    ready = playable(job)
    began = time.thread_time()
    parts, found = [], []
    for rotation in range(len(ready.sides[arm].choose)):
        played = play_rotation(ready, arm, rotation, first, blocks, stop)
        if played is None:
            return None
        parts.append(compact(played[0], ready.game))
        if ready.cards:
            found.append(_seen(played[1], arm, rotation, first, ready.game))
    columns = {name: np.concatenate([part[name] for part in parts], axis=1) for name in parts[0]}
    cards = {name: np.concatenate([part[name] for part in found]) for name in found[0]} if found else {}
    return Chunk(arm, first, blocks, columns, cards, time.thread_time() - began)


def play_rotation(
    ready: Playable, arm: int, rotation: int, first: int, blocks: int, stop: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int32]] | None:
    """Play one rotation of an arm and return the loop's results and cards, or None if it was stopped."""
    game, side, space = ready.game, ready.sides[arm], ready.workspace
    results = np.zeros((blocks, side.players, len(game.columns) + EXTRA), np.int64)
    cards = np.zeros((blocks, side.players, game.cards, CARD_WIDTH) if ready.cards else (0, 0, 0, 0), np.int32)
    done = ready.machine.play(
        side.config[0],
        space.states,
        space.actions,
        space.scratch,
        results,
        np.zeros(BINS, np.int64),
        cards,
        space.log if ready.cards else space.no_log,
        stop,
        ready.seed,
        first,
        blocks,
        side.players,
        np.array([game.turn_cap, game.decision_cap]),
        ready.kernels,
        side.choose[rotation],
        side.weights[rotation],
    )
    return (results, cards) if done == blocks else None


def _seen(cards: NDArray[np.int32], arm: int, rotation: int, first: int, game: Game) -> dict[str, NDArray[np.generic]]:
    """Return the rows of the long card table where anything happened, in order of block, seat and card."""
    at, seat, card = np.nonzero(cards.any(axis=3))
    values = cards[at, seat, card]
    wide = {
        "block": first + at,
        "arm": np.full(len(at), arm),
        "rotation": np.full(len(at), rotation),
        "seat": seat,
        "card": card,
        **{column.name: values[:, i] for i, column in enumerate(CARDS[-CARD_WIDTH:])},
    }
    return {column.name: narrow(wide[column.name], column, game) for column in CARDS}
