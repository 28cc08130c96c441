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

import numpy as np
from numpy.typing import NDArray

from simkit import registry
from simkit.batch.columns import Columns, compact, piece_rows, seen_cards, track_rows
from simkit.batch.stop import open_flag
from simkit.core.game import Game
from simkit.core.sitting import Sitting, Workspace
from simkit.core.table import Machine


@dataclass(frozen=True)
class Chunk:
    """What a task brings home.

    Attributes
    ----------
    columns : dict of (blocks, rotations * players) arrays
        All columns but those of the seating.
    long : dict of dict of arrays
        The columns of each long table that is asked for, by its name.
    seconds : float
        Processor time.
    """

    arm: int
    first: int
    blocks: int
    columns: Columns
    long: dict[str, Columns]
    seconds: float


@dataclass(frozen=True)
class Side:
    """An arm as a worker sees it: who sits where, for each rotation, and which cards are kept of the long card table."""

    sittings: list[Sitting]
    watch: NDArray[np.int64] | None


@dataclass
class Playable:
    """A plan with everything compiled or loaded; one for each process."""

    game: Game
    cards: bool
    rounds: int
    pieces: bool
    sides: list[Side]
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
    cards = [game.components.read(Path(place) if place else None) for place in told["components"]]
    sides = []
    for arm in told["arms"]:
        configs = [game.config(arm["rules"], cards[version]) for version in arm["versions"]]
        seatings = [
            Sitting(machine, [players[i] for i in seated], told["seed"], configs, of, arm["fresh"])
            for seated, of in zip(arm["seated"], arm["of"], strict=True)
        ]
        sides.append(Side(seatings, None if arm["watch"] is None else np.array(arm["watch"], np.int64)))
    return Playable(game, told["cards"], told["rounds"], told["pieces"], sides)


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
    parts, game = [], ready.game
    long: dict[str, list[Columns]] = {}
    for rotation, sitting in enumerate(ready.sides[arm].sittings):
        played = sitting.play(ready.workspace, first, blocks, cards=ready.cards, rounds=ready.rounds, pieces=ready.pieces, stop=stop)
        if played.games != blocks:
            return None
        parts.append(compact(played.results, game))
        if ready.cards:
            long.setdefault("cards", []).append(seen_cards(played.cards, ready.sides[arm].watch, arm, rotation, first, game))
        if ready.rounds:
            long.setdefault("tracks", []).append(track_rows(played.tracks, arm, rotation, first, game))
        if ready.pieces:
            long.setdefault("pieces", []).append(piece_rows(played.peaks, arm, rotation, first, game))
    columns = {name: np.concatenate([part[name] for part in parts], axis=1) for name in parts[0]}
    stacked = {kept: {name: np.concatenate([part[name] for part in found]) for name in found[0]} for kept, found in long.items()}
    return Chunk(arm, first, blocks, columns, stacked, time.thread_time() - began)
