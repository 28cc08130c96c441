"""Ask all strategies the same questions: positions of games that each of them plays, and what each would do there."""

from pathlib import Path

import numpy as np
from numba import types

from simkit.core.cache import Layer
from simkit.core.chance import below
from simkit.core.jit import compiled, float64s_2d, int64, int64s, int64s_2d, kernel, make_records, record, records, uint64, value
from simkit.core.table import Workspace, begin, coins

_begin = kernel(begin)
SALT = 1 << 29


def ask(  # noqa: PLR0913 - what the loop takes
    config, states, actions, scratch, alike, seed, games, players, one_in, kernels, choosers, weights
):
    """Play games, each strategy driving one in turn; at one decision in `one_in` with a choice, ask all and count who agrees.

    Parameters
    ----------
    alike : (strategies, strategies) int64
        Added to: questions at which two choose alike.

    Returns
    -------
    int64
        Questions asked.
    """
    reset, legal, apply, score, features, redeal, audit = kernels
    s = states[0]
    picks = np.zeros(len(alike), np.int64)
    asked = 0
    for g in range(games):
        _begin(s, states[1], seed, g, players)
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


def agreement(machine, players, games, seed, one_in=5, seats=2):
    """Return the share of questions at which each two strategies choose alike, and how many were asked.

    Parameters
    ----------
    players : list of Player
    games, seed : int
    one_in : int
        One decision in so many is a question; those with one option are none.
    seats : int
        Players at the table.
    """
    game, types_ = machine.game, machine.signatures
    choosers = types.UniTuple(value(types_.choose), len(players))
    signature = int64(
        record(game.kernels.CONFIG), records(game.kernels.STATE), int64s, types_.scratch, int64s_2d, uint64, int64, int64, int64,
        types_.kernels, choosers, float64s_2d,
    )  # fmt: skip
    asking = compiled(ask, signature, Layer(f"{game.name}.asking", (Path(__file__), *machine.loop_layer.files)))
    weights = np.zeros((len(players), max(1, *(len(player.weights) for player in players))))
    for k, player in enumerate(players):
        weights[k, : len(player.weights)] = player.weights
    space, alike = Workspace(game), np.zeros((len(players), len(players)), np.int64)
    asked = asking(
        game.config()[0], make_records(2, game.kernels.STATE), space.actions, space.scratch, alike, np.uint64(seed), games, seats, one_in,
        machine.kernels, tuple(machine.choose(player) for player in players), weights,
    )  # fmt: skip
    return alike / max(asked, 1), asked
