"""What one core plays in a second: the generic loop with one strategy at every seat."""

import time
from functools import partial
from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simkit.core.strategy import Player
from simkit.core.table import DECISIONS, EXTRA, FAULT_CODE, FAULTS, OPTIONS, TURNS, Machine, Workspace
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


class Sitting:
    """One strategy at every seat, with buffers for one thread."""

    def __init__(self, player: Player, machine: Machine, players: int) -> None:
        seats = machine.game.seats[1]
        self.machine, self.players, self.config, self.space = machine, players, machine.game.config(), Workspace(machine.game)
        self.choose = (machine.choose(player),) * seats
        self.weights = np.tile(player.weights if len(player.weights) else np.zeros(1), (seats, 1))
        self.histogram = np.zeros(machine.game.most_actions + 1, np.int64)

    def play(self, games: int, first: int = 0) -> NDArray[np.int64]:
        """Play games first .. first + games; return what the loop counts by game and seat, and leave these games' histogram."""
        game, space = self.machine.game, self.space
        results = np.zeros((games, self.players, len(game.columns) + EXTRA), np.int64)
        self.histogram[:] = 0
        self.machine.play(
            self.config[0], space.states, space.actions, space.scratch, results, self.histogram, np.zeros((0, 0, 0, 0), np.int32),
            space.no_log, np.zeros(1, np.int64), np.uint64(1), first, games, self.players, np.array([game.turn_cap, game.decision_cap]),
            self.machine.kernels, self.choose, self.weights,
        )  # fmt: skip
        return results[:, :, -EXTRA:]


def rate(player: Player, machine: Machine, players: int, seconds: float, repeats: int) -> Rate:
    """Measure a strategy at a number of seats; the warm-up finds how many games fill the seconds."""
    sitting = Sitting(player, machine, players)
    sitting.play(1)
    games = 1
    while timed(partial(sitting.play, games), time.process_time) < seconds:
        games *= 2
    took = [timed(partial(sitting.play, games), time.process_time) for _ in range(repeats)]
    counted = sitting.play(games)
    if counted[:, :, FAULT_CODE].any():
        raise RuntimeError(f"{player.label} at {players} seats: {FAULTS[int(counted[:, :, FAULT_CODE].max())]}")
    turns, decisions, options = (int(counted[:, :, column].sum()) for column in (TURNS, DECISIONS, OPTIONS))
    p99 = int(np.searchsorted(np.cumsum(sitting.histogram), 0.99 * decisions))
    played, decided, listed = (count / median(took) for count in (games, decisions, options))
    return Rate(player.label, players, games, played, decided, listed, options / decisions, p99, decisions / turns, took)
