"""Positions of random play, made by one compiled loop."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from simkit.core import table
from simkit.core.cache import Layer
from simkit.core.chance import below
from simkit.core.events import WIDTH
from simkit.core.jit import compiled, int64, int64s, int64s_2d, kernel, make_records, record, records, uint64, void
from simkit.core.table import begin, coins
from simkit.games.spell_smashers import GAME
from tests.games.spell_smashers.position import machine

NEVER = 1 << 40
_begin = kernel(begin)


def play_until(config, states, blank, actions, no_log, stops, seed, first, players, kernels):
    """Play one random game in each record: to the end, or to the decision `stops` names."""
    reset, legal, apply, score, features, redeal, audit = kernels
    for g in range(len(states)):
        s = states[g]
        _begin(s, blank[0], seed, first + g, players)
        reset(config, s)
        made = 0
        while s.over == 0 and s.turn < 2000 and made < stops[g]:
            seat = int(s.seat)
            k = legal(config, s, actions)
            i = below(s.luck[coins(s, seat)], s.game, coins(s, seat), s.decisions[seat], k)
            s.decisions[seat] += 1
            made += 1
            apply(config, s, actions[i], no_log)


@cache
def _player() -> Any:
    m = machine()
    config, states = record(GAME.kernels.CONFIG), records(GAME.kernels.STATE)
    signature = void(config, states, states, int64s, int64s_2d, int64s, uint64, int64, int64, m.signatures.kernels)
    layer = Layer("spell_smashers.tests", (Path(__file__), Path(table.__file__ or ""), *m.layer.files))
    return compiled(play_until, signature, layer)


def positions(config: Any, players: int, games: int, seed: int, stops: np.ndarray | None = None) -> np.ndarray:
    """Return the last positions of random games, or those at the decisions `stops`."""
    states, blank = make_records(games, GAME.kernels.STATE), make_records(1, GAME.kernels.STATE)
    if stops is None:
        stops = np.full(games, NEVER, np.int64)
    actions, no_log = np.zeros(GAME.most_actions, np.int64), np.zeros((0, WIDTH), np.int64)
    _player()(config, states, blank, actions, no_log, stops, np.uint64(seed), 0, players, machine().kernels)
    return states
