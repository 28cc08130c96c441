"""Whole games as readable text, one a game and number of players, solo scenario, variant and module: which they are, what they say now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simkit import registry
from simkit.core.game import Game
from simkit.core.session import open_session
from simkit.core.trace import text
from tests.games import variants

FOLDER = Path(__file__).parent
SEED, NUMBER = 7, 0
# One looks for points, one does what nobody would: between them they meet most of the rules.
AT_THE_TABLE, ALONE = ("greedy", "random", "greedy", "random"), "random"


@dataclass(frozen=True)
class Playthrough:
    """One of them."""

    game: Game
    players: int
    name: str = ""
    rules: dict[str, Any] = field(default_factory=dict)

    @property
    def file(self) -> Path:
        """Where it is kept."""
        return FOLDER / f"{self.game.name}-{self.name or f'{self.players}p'}.txt"

    def play(self) -> str:
        """Play it and return its text."""
        names = AT_THE_TABLE if self.players > 1 else (ALONE,)
        players = [registry.player(names[seat % len(names)], self.game) for seat in range(self.players)]
        return text(open_session(self.game, seed=SEED, number=NUMBER, players=self.players, rules=self.rules), players)


def playthroughs() -> Iterator[Playthrough]:
    """Yield all there have to be: every game of the project, number of players, solo scenario, variant and module."""
    for game in registry.games().values():
        if not game.package.startswith(f"{registry.GAMES}."):
            continue  # a plug-in
        low, high = game.seats
        yield from (Playthrough(game, players) for players in range(max(low, 2) if game.modes else low, high + 1))
        yield from (Playthrough(game, 1, mode, {game.mode_rule: mode}) for mode in game.modes)
        yield from (Playthrough(game, players, name, rules) for name, (players, rules) in variants(game).items())
