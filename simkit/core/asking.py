"""Games played from Python, decision by decision, by a strategy that can be asked as often as one likes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from simkit.core.events import WIDTH
from simkit.core.failing import telling
from simkit.core.jit import make_records
from simkit.core.sitting import Workspace
from simkit.core.strategy import Player
from simkit.core.table import Machine, seeds


class Asker:
    """Asks one strategy what it would do."""

    def __init__(self, machine: Machine, player: Player, config: Any, seed: int) -> None:
        self.machine, self.config, self.weights, self.seed = machine, config, player.weights, seed
        self.space, self.choose = Workspace(machine.game), machine.choose(player)

    def index(self, state: np.ndarray, choose: Any = None) -> tuple[int, int]:
        """Return the place of the action chosen, by the strategy or another `choose`, and how many actions there are."""
        kernels, actions = self.machine.kernels, self.space.actions
        n = int(kernels[1](self.config, state[0], actions))
        with telling(state[0], self.seed):
            found = int((choose or self.choose)(kernels, self.config, state[0], actions, n, self.weights, self.space.scratch))
        return found, n

    def action(self, state: np.ndarray, choose: Any = None) -> int:
        """Return the action chosen, by number; -1 for an index outside the list."""
        index, n = self.index(state, choose)
        return int(self.space.actions[index]) if 0 <= index < n else -1

    def game(self, number: int, players: int) -> Iterator[tuple[np.ndarray, int]]:
        """Play a game; yield the state at every decision, the same array each time, and the action chosen.

        It ends at a choice that is not in the list, and where the loop would cut it off.
        """
        game, kernels, no_log = self.machine.game, self.machine.kernels, np.zeros((0, WIDTH), np.int64)
        states = make_records(2, game.kernels.STATE)
        s = states[:1]
        self.machine.begin(s[0], states[1], seeds(game, self.seed), number, players)
        kernels[0](self.config, s[0])
        for _ in range(game.decision_cap):
            if s["over"][0] != 0 or s["turn"][0] >= game.turn_cap:
                return
            action = self.action(s)
            yield s, action
            if action < 0:
                return
            s["decisions"][0, int(s["seat"][0])] += 1
            kernels[2](self.config, s[0], action, no_log)
