"""What the positions of every game have in common: a table of its own, and how actions are listed, said, played and scored on it."""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar, Self

import numpy as np

from simkit.core.events import WIDTH
from simkit.core.game import Game
from simkit.core.jit import make_records
from simkit.core.session import machine
from simkit.core.table import seeds


@cache
def own_tables(game: Game) -> Any:
    """Return a game's own sheets, read once for all tests."""
    return game.components.read()


class AnyPosition:
    """A position after the set-up; each game's own adds what lies where and how that is changed."""

    game: ClassVar[Game]

    def __init__(self, config: Any, players: int, seed: int, number: int) -> None:
        self.config = config
        self._states = make_records(2, self.game.kernels.STATE)
        self.s, self.blank = self._states[0], self._states[1]
        self.buffer = np.zeros(self.game.most_actions, np.int64)
        self.log = np.zeros((self.game.most_events, WIDTH), np.int64)
        at = machine(self.game)
        at.begin(self.s, self.blank, seeds(self.game, seed), number, players)
        self.reset, self._legal, self._apply, self._score, self._features, self._redeal, self._audit = at.kernels
        self.reset(self.config, self.s)

    def legal(self) -> list[int]:
        """List the legal actions, each once."""
        n = self._legal(self.config, self.s, self.buffer)
        assert n >= 0
        listed = [int(action) for action in self.buffer[:n]]
        assert len(set(listed)) == n
        return listed

    def say(self, action: int) -> str:
        """Say what a legal action is."""
        return str(self.game.text.describe_action(self.config, own_tables(self.game), self.s, action))

    def texts(self) -> list[str]:
        """List the legal actions in words."""
        return [self.say(action) for action in self.legal()]

    def apply(self, action: int) -> Self:
        """Play an action that must be legal; every law must hold after it."""
        assert action in self.legal(), f"{action}, of kind {action & 15}, is not legal; legal are {self.texts()[:40]}"
        self.log[0] = 0
        self._apply(self.config, self.s, action, self.log)
        assert self._audit(self.config, self.s) == 0
        assert self.s["fault"] == 0
        assert self.log[0, 1] == 0
        return self

    def score(self) -> list[dict[str, int]]:
        """Return the score sheet as things stand."""
        result = np.zeros((int(self.s["players"]), len(self.game.columns)), np.int64)
        self.log[0] = 0
        self._score(self.config, self.s, result, self.log)
        return [dict(zip((column.name for column in self.game.columns), map(int, row), strict=True)) for row in result]

    def __getitem__(self, field: str) -> Any:
        """Return a field of the record."""
        return self.s[field]
