"""A task: play some blocks of one arm in all its rotations. Runs in a thread, or in a process that knows nothing but its arguments."""

from __future__ import annotations

import json
import signal
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from multiprocessing import parent_process
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simkit import registry
from simkit.batch.columns import Columns, compact, piece_rows, seen_cards, track_rows
from simkit.batch.stop import open_flag
from simkit.core.edits import edited, told_edit
from simkit.core.session import machine
from simkit.core.sitting import Sitting, Workspace, stacked

SIDES_BYTES, LEAST_SIDES = 256 << 20, 2  # of the configs of arms that are kept, and how many arms at least
CONFIGS = 4  # that are kept beside them


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

    @property
    def is_watched(self) -> bool:
        """Whether any card is."""
        return self.watch is None or len(self.watch) > 0


class Playable:
    """A plan's job (`Plan.job`) with its plug-ins, cards and machine code; one for each process.

    Who sits where is put together when an arm is played: a plan may have hundreds of arms, and the cards of each fill megabytes in
    a game of words.
    """

    def __init__(self, job: str) -> None:
        told = json.loads(job)
        for name in told["plugins"]:
            registry.load_plugin(name)
        self.game = registry.game(told["game"])
        self.cards: bool = told["cards"]
        self.rounds: int = told["rounds"]
        self.pieces: bool = told["pieces"]
        self.seed: int = told["seed"]
        self.arms: list[dict[str, Any]] = told["arms"]
        self.machine = machine(self.game)
        self.players = [registry.player(spec, self.game) for spec in told["strategies"]]
        self.edits: list[list[list[Any]]] = told["edits"]
        read = cache(lambda place: self.game.components.read(Path(place) if place else None))
        self.tables = [
            edited(read(place), [told_edit(edit) for edit in edits], self.game.components.check) if edits else read(place)
            for place, edits in zip(told["components"], self.edits, strict=True)
        ]
        self.extra: list[list[tuple[int, int]]] = told["extra"]
        self.most_sides = max(LEAST_SIDES, SIDES_BYTES // (self.game.kernels.CONFIG.itemsize * self.game.seats[1]))
        self.sides: dict[int, Side] = {}
        self.config = lru_cache(CONFIGS)(self._config)  # by rules as JSON, and version: most arms share one of theirs with others
        self.local = threading.local()
        self.lock = threading.Lock()
        for player in self.players:
            self.machine.choose(player)
        _ = self.machine.loop, self.machine.rank, self.machine.kernels

    @property
    def workspace(self) -> Workspace:
        """Buffers of this thread."""
        if not hasattr(self.local, "workspace"):
            self.local.workspace = Workspace(self.game)
        found: Workspace = self.local.workspace
        return found

    def side(self, arm: int) -> Side:
        """Return who sits where in an arm; the last ones are kept."""
        with self.lock:
            if arm not in self.sides:
                while len(self.sides) >= self.most_sides:
                    del self.sides[next(iter(self.sides))]
                self.sides[arm] = self._side(self.arms[arm])
            return self.sides[arm]

    def _side(self, arm: dict[str, Any]) -> Side:
        own = [self.config(json.dumps(arm["rules"]), version) for version in arm["versions"]]
        shared = stacked(own)
        seatings = []
        for rotation, (seated, of) in enumerate(zip(arm["seated"], arm["of"], strict=True)):
            configs = shared
            if arm["grants"]:
                configs = [granted(config, arm["grants"][rotation]) for config in own]
            seatings.append(Sitting(self.machine, [self.players[i] for i in seated], self.seed, configs, of, arm["fresh"]))
        return Side(seatings, None if arm["watch"] is None else np.array(arm["watch"], np.int64))

    def _config(self, rules: str, version: int) -> Any:
        config = self.game.config(json.loads(rules), self.tables[version])
        for card, points in self.extra[version]:
            config["extra_points"][0, :, card] += points
        return config


def granted(config: Any, grants: Sequence[tuple[str, int]]) -> Any:
    """Return a config under which seats start with cards: by seat the field that grants it, and the card; no field, no grant."""
    found = config.copy()
    for seat, (name, card) in enumerate(grants):
        if name:
            found[name][0, seat] = card
    return found


@lru_cache(maxsize=4)
def playable(job: str) -> Playable:
    """Prepare a plan's job in this process; compiles what is not in the cache."""
    return Playable(job)


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
    parts, game, side = [], ready.game, ready.side(arm)
    keeps_cards = ready.cards and side.is_watched
    long: dict[str, list[Columns]] = {}
    for rotation, sitting in enumerate(side.sittings):
        played = sitting.play(ready.workspace, first, blocks, cards=keeps_cards, rounds=ready.rounds, pieces=ready.pieces, stop=stop)
        if played.games != blocks:
            return None
        parts.append(compact(played.results, game))
        if keeps_cards:
            long.setdefault("cards", []).append(seen_cards(played.cards, side.watch, arm, rotation, first, game))
        if ready.rounds:
            long.setdefault("tracks", []).append(track_rows(played.tracks, arm, rotation, first, game))
        if ready.pieces:
            long.setdefault("pieces", []).append(piece_rows(played.peaks, arm, rotation, first, game))
    columns = {name: np.concatenate([part[name] for part in parts], axis=1) for name in parts[0]}
    stacked = {kept: {name: np.concatenate([part[name] for part in found]) for name in found[0]} for kept, found in long.items()}
    return Chunk(arm, first, blocks, columns, stacked, time.thread_time() - began)
