"""Contests between Blume's players, played without a run folder, and questions put to all of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from simkit import registry
from simkit.core.cache import Layer
from simkit.core.chance import below
from simkit.core.jit import compiled, float64s_2d, int64, int64s, int64s_2d, kernel, make_records, record, records, uint64, value
from simkit.core.strategy import Player
from simkit.core.table import EXTRA, FAULT_CODE, Workspace, begin, coins
from simkit.games.blume import GAME
from tests.games.blume.position import machine

COLUMN = {column.name: place for place, column in enumerate(GAME.columns)}
SALT = 1 << 29
_begin = kernel(begin)


@cache
def space() -> Workspace:
    """Buffers, made once."""
    return Workspace(GAME)


def players_of(names: tuple[str, ...]) -> tuple[list[Player], NDArray[np.float64]]:
    """Return players and their weights, a row a seat."""
    players = [registry.player(name, GAME) for name in names]
    weights = np.zeros((max(len(players), GAME.seats[1]), max(1, *(len(player.weights) for player in [*players, *players]))))
    for row, player in enumerate(players):
        weights[row, : len(player.weights)] = player.weights
    return players, weights


def play(names: tuple[str, ...], games: int, seed: int, config: Any = None) -> NDArray[np.int64]:
    """Play games of the strategies by seat; return the score sheets, as `COLUMN` names their columns."""
    players, weights = players_of(names)
    config = GAME.config() if config is None else config
    results = np.zeros((games, len(players), len(GAME.columns) + EXTRA), np.int64)
    at, here = machine(), space()
    at.play(
        config[0], here.states, here.actions, here.scratch, results, np.zeros(2, np.int64), np.zeros((0, 0, 0, 0), np.int32), here.no_log,
        np.zeros(1, np.int64), np.uint64(seed), 0, games, len(players), np.array([GAME.turn_cap, GAME.decision_cap]), at.kernels,
        tuple(at.choose(player) for player in (players * GAME.seats[1])[: GAME.seats[1]]), weights,
    )  # fmt: skip
    assert not results[:, :, len(GAME.columns) + FAULT_CODE].any()
    return results


def shares(one: str, other: str, blocks: int, seed: int) -> NDArray[np.float64]:
    """Return the share of wins of `one` in each block: a deal, played from both seats."""
    share = COLUMN["share"]
    first, second = play((one, other), blocks, seed), play((other, one), blocks, seed)
    return (first[:, 0, share] + second[:, 1, share]) / 120


def ask(config, states, actions, scratch, alike, seed, games, one_in, kernels, choosers, weights):
    """Play games of two, each strategy driving one in turn; at one decision in `one_in` with a choice, ask all and count who agrees."""
    reset, legal, apply, score, features, redeal, audit = kernels
    s = states[0]
    picks = np.zeros(len(alike), np.int64)
    asked = 0
    for g in range(games):
        _begin(s, states[1], seed, g, 2)
        reset(config, s)
        driver = g % len(alike)
        while s.over == 0:
            seat = int(s.seat)
            own = coins(s, seat)
            n = legal(config, s, actions)
            if n > 1 and below(s.luck[own], s.game, own, int(s.decisions[seat]) + SALT, one_in) == 0:
                for k in range(len(alike)):
                    picks[k] = choosers[k](kernels, config, s, actions, n, weights[k], scratch)
                for a in range(len(alike)):
                    for b in range(len(alike)):
                        alike[a, b] += 1 if picks[a] == picks[b] else 0
                asked += 1
            i = choosers[driver](kernels, config, s, actions, n, weights[driver], scratch)
            s.decisions[seat] += 1
            apply(config, s, actions[i], scratch[3])
    return asked


def agreement(names: tuple[str, ...], games: int, seed: int, one_in: int = 3) -> NDArray[np.float64]:
    """Return the share of questions at which each two strategies choose alike."""
    players, weights = players_of(names)
    at, here = machine(), space()
    choosers = types.UniTuple(value(at.signatures.choose), len(players))
    signature = int64(
        record(GAME.kernels.CONFIG), records(GAME.kernels.STATE), int64s, at.signatures.scratch, int64s_2d, uint64, int64, int64,
        at.signatures.kernels, choosers, float64s_2d,
    )  # fmt: skip
    asking = compiled(ask, signature, Layer("blume.asking", (Path(__file__), *at.loop_layer.files)))
    alike = np.zeros((len(players), len(players)), np.int64)
    asked = asking(
        GAME.config()[0], make_records(2, GAME.kernels.STATE), here.actions, here.scratch, alike, np.uint64(seed), games, one_in,
        at.kernels, tuple(at.choose(player) for player in players), weights,
    )  # fmt: skip
    assert asked > games
    return alike / asked
