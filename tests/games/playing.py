"""Positions of random play, made by one compiled loop for every game."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from simkit.core import table
from simkit.core.cache import Layer
from simkit.core.chance import below
from simkit.core.events import WIDTH
from simkit.core.game import Game
from simkit.core.jit import compiled, int64, int64s, int64s_2d, kernel, make_records, record, records, uint64s, void
from simkit.core.session import machine
from simkit.core.table import begin, coins

NEVER = 1 << 40
_begin = kernel(begin)


def play_until(config, states, blank, actions, no_log, stops, seeds, players, turns, stretch, kernels):
    """Play one random game in each record: to the end, or to the decision `stops` names.

    The list of actions is drawn from as if it were `stretch` times as long, its last action filling the rest.
    """
    reset, legal, apply, score, features, redeal, audit = kernels
    for g in range(len(states)):
        s = states[g]
        _begin(s, blank[0], seeds, g, players)
        reset(config, s)
        made = 0
        while s.over == 0 and s.turn < turns and made < stops[g]:
            seat = int(s.seat)
            k = legal(config, s, actions)
            i = below(s.luck[coins(s, seat)], s.game, coins(s, seat), s.decisions[seat], stretch * k)
            s.decisions[seat] += 1
            made += 1
            apply(config, s, actions[min(i, k - 1)], no_log)


@cache
def _player(game: Game) -> Any:
    m = machine(game)
    config, states = record(game.kernels.CONFIG), records(game.kernels.STATE)
    signature = void(config, states, states, int64s, int64s_2d, int64s, uint64s, int64, int64, int64, m.signatures.kernels)
    layer = Layer(f"{game.name}.tests", (Path(__file__), Path(table.__file__ or ""), *m.layer.files))
    return compiled(play_until, signature, layer)


def positions(
    game: Game, config: Any, players: int, games: int, seed: int, stops: np.ndarray | None = None, *, often_last: bool = False
) -> np.ndarray:
    """Return the last positions of random games, or those at the decisions `stops`.

    With `often_last` the last action of the list is taken every second time: Spellbook is over before many spells are learned otherwise.
    """
    states, blank = make_records(games, game.kernels.STATE), make_records(1, game.kernels.STATE)
    if stops is None:
        stops = np.full(games, NEVER, np.int64)
    actions, no_log = np.zeros(game.most_actions, np.int64), np.zeros((0, WIDTH), np.int64)
    seeds, kernels = table.seeds(game, seed), machine(game).kernels
    _player(game)(config, states, blank, actions, no_log, stops, seeds, players, game.turn_cap, 1 + often_last, kernels)
    return states
