"""What one core plays in a second: the generic loop with one strategy at every seat."""

import time
from functools import partial
from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simkit.core.sitting import Sitting, Workspace
from simkit.core.strategy import Player
from simkit.core.table import DECISIONS, EXTRA, FAULT_CODE, FAULTS, OPTIONS, TURNS, Machine
from tests.benchmarks.timing import timed


class Rate(NamedTuple):
    """Medians over repeats of the same games."""

    strategy: str
    players: int
    games: int
    games_per_second: float
    decisions_per_second: float
    options_per_second: float
    options_mean: float
    options_p99: int
    decisions_per_turn: float
    seconds: list[float]  # CPU time of each repeat


class Table:
    """One strategy at every seat, with buffers for one thread."""

    def __init__(self, player: Player, machine: Machine, players: int) -> None:
        self.sitting, self.space = Sitting(machine, [player] * players, 1), Workspace(machine.game)
        self.histogram = np.zeros(machine.game.most_actions + 1, np.int64)

    def play(self, games: int, first: int = 0) -> NDArray[np.int64]:
        """Play games first .. first + games; return what the loop counts by game and seat, and leave these games' histogram."""
        self.histogram[:] = 0
        return self.sitting.play(self.space, first, games, histogram=self.histogram).results[:, :, -EXTRA:]


def rate(player: Player, machine: Machine, players: int, seconds: float, repeats: int) -> Rate:
    """Measure a strategy at a number of seats; the warm-up finds how many games fill the seconds."""
    table = Table(player, machine, players)
    table.play(1)
    games = 1
    while timed(partial(table.play, games), time.process_time) < seconds:
        games *= 2
    took = [timed(partial(table.play, games), time.process_time) for _ in range(repeats)]
    counted = table.play(games)
    if counted[:, :, FAULT_CODE].any():
        raise RuntimeError(f"{player.label} at {players} seats: {FAULTS[int(counted[:, :, FAULT_CODE].max())]}")
    turns, decisions, options = (int(counted[:, :, column].sum()) for column in (TURNS, DECISIONS, OPTIONS))
    p99 = int(np.searchsorted(np.cumsum(table.histogram), 0.99 * decisions))
    played, decided, listed = (count / median(took) for count in (games, decisions, options))
    return Rate(player.label, players, games, played, decided, listed, options / decisions, p99, decisions / turns, took)
