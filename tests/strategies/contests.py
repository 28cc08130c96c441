"""Contests of strategies, played without a run folder: score sheets, who won which deals, and who would choose alike."""

from functools import cache
from pathlib import Path

import numpy as np
from numba import types
from numpy.typing import NDArray

from simkit import registry
from simkit.core import table
from simkit.core.cache import Layer
from simkit.core.chance import below
from simkit.core.game import Game
from simkit.core.jit import compiled, float64s_2d, int64, int64s, int64s_2d, kernel, make_records, record, records, uint64s, value
from simkit.core.session import machine
from simkit.core.sitting import Sitting, Workspace
from simkit.core.strategy import Player
from simkit.core.table import FAULT_CODE, begin, coins

_begin = kernel(begin)
SALT = 1 << 29


@cache
def space(game: Game) -> Workspace:
    """Buffers, made once."""
    return Workspace(game)


def columns(game: Game) -> dict[str, int]:
    """Return the places of a score sheet's columns by name."""
    return {column.name: place for place, column in enumerate(game.columns)}


def seated(game: Game, names: tuple[str, ...], rows: int) -> tuple[list[Player], NDArray[np.float64]]:
    """Return players and their weights, a row each and empty ones up to `rows`."""
    players = [registry.player(name, game) for name in names]
    weights = np.zeros((rows, max(1, *(len(player.weights) for player in players))))
    for row, player in enumerate(players):
        weights[row, : len(player.weights)] = player.weights
    return players, weights


def play_cards(game: Game, names: tuple[str, ...], games: int, seed: int, config=None, *, cards: bool = True):
    """Play games of the strategies by seat.

    Returns
    -------
    results : (games, players, columns + EXTRA) int64
        The score sheets, as `columns` names their columns, and what the loop adds.
    cards : (games, players, cards, CARD_WIDTH) int32
        The long card table, without rows unless it is asked for.
    """
    players = [registry.player(name, game) for name in names]
    played = Sitting(machine(game), players, seed, [] if config is None else [config]).play(space(game), 0, games, cards=cards)
    results, seen = played.results, played.cards
    assert not results[:, :, len(game.columns) + FAULT_CODE].any()
    return results, seen


def play(game: Game, names: tuple[str, ...], games: int, seed: int, config=None) -> NDArray[np.int64]:
    """Play games of the strategies by seat; return the score sheets."""
    return play_cards(game, names, games, seed, config, cards=False)[0]


def shares(game: Game, one: str, other: str, blocks: int, seed: int) -> NDArray[np.float64]:
    """Return the share of wins of `one` in each block: a deal, played from both seats."""
    share = columns(game)["share"]
    first, second = play(game, (one, other), blocks, seed), play(game, (other, one), blocks, seed)
    return (first[:, 0, share] + second[:, 1, share]) / 120


def blocks_won(game: Game, one: str, other: str, blocks: int, seed: int) -> float:
    """Return the share of blocks that `one` wins; an even one counts half."""
    found = shares(game, one, other, blocks, seed)
    return float((found > 0.5).mean() + (found == 0.5).mean() / 2)


def ask(  # noqa: PLR0913 - what the loop takes
    config, states, actions, scratch, alike, seeds, games, players, turns, one_in, kernels, choosers, weights
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
        _begin(s, states[1], seeds, g, players)
        reset(config, s)
        driver = g % len(alike)
        while s.over == 0 and s.turn < turns:
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


def agreement(game: Game, names: tuple[str, ...], games: int, seed: int, one_in: int = 1) -> tuple[NDArray[np.float64], int]:
    """Return the share of questions at which each two strategies choose alike, and how many were asked.

    Parameters
    ----------
    game : Game
    names : tuple of str
    games, seed : int
        Games of two.
    one_in : int
        One decision in so many is a question; those with one option are none.
    """
    at, here = machine(game), space(game)
    players, weights = seated(game, names, len(names))
    choosers = types.UniTuple(value(at.signatures.choose), len(players))
    signature = int64(
        record(game.kernels.CONFIG), records(game.kernels.STATE), int64s, at.signatures.scratch, int64s_2d, uint64s, int64, int64, int64,
        int64, at.signatures.kernels, choosers, float64s_2d,
    )  # fmt: skip
    asking = compiled(ask, signature, Layer(f"{game.name}.asking", (Path(__file__), Path(table.__file__ or ""), *at.layer.files)))
    alike = np.zeros((len(players), len(players)), np.int64)
    asked = asking(
        game.config()[0], make_records(2, game.kernels.STATE), here.actions, here.scratch, alike,
        table.seeds(game, seed), games, 2, game.turn_cap,
        one_in, at.kernels, tuple(at.choose(player) for player in players), weights,
    )  # fmt: skip
    return alike / max(asked, 1), asked
