"""Tables of strategies, played without a run folder: what each seat scored, and who won which deals."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from simkit import registry
from simkit.core.session import machine
from simkit.core.table import CARD_WIDTH, EXTRA, FAULT_CODE, Workspace
from simkit.games.spellbloom import GAME

COLUMN = {column.name: place for place, column in enumerate(GAME.columns)}
STRATEGIES = tuple(registry.strategies(GAME))
STYLES = tuple(name for name in STRATEGIES if name not in ("random", "greedy"))


@cache
def space():
    """Buffers, made once."""
    return Workspace(GAME)


def play(names, games, seed, config=None, first=0, cards=False):
    """Play games of the strategies by seat.

    Returns
    -------
    results : (games, players, columns) int64
        The score sheets, as `COLUMN` names their columns.
    cards : (games, players, cards, CARD_WIDTH) int32
        The long card table, without rows unless it is asked for.
    """
    players = [registry.player(name, GAME) for name in names]
    config = GAME.config() if config is None else config
    results = np.zeros((games, len(players), len(GAME.columns) + EXTRA), np.int64)
    seen = np.zeros((games, len(players), GAME.cards, CARD_WIDTH) if cards else (0, 0, 0, 0), np.int32)
    weights = np.zeros((GAME.seats[1], max(1, *(len(player.weights) for player in [*players, *players]))))
    for seat, player in enumerate(players):
        weights[seat, : len(player.weights)] = player.weights
    at, here = machine(GAME), space()
    at.play(
        config[0], here.states, here.actions, here.scratch, results, np.zeros(2, np.int64), seen, here.log if cards else here.no_log,
        np.zeros(1, np.int64), np.uint64(seed), first, games, len(players), np.array([GAME.turn_cap, GAME.decision_cap]), at.kernels,
        tuple(at.choose(player) for player in (players * GAME.seats[1])[: GAME.seats[1]]), weights,
    )  # fmt: skip
    assert not results[:, :, len(GAME.columns) + FAULT_CODE].any()
    return results, seen


def shares(one: str, other: str, blocks: int, seed: int) -> NDArray[np.float64]:
    """Return the share of wins of `one` in each block: a deal, played from both seats."""
    share = COLUMN["share"]
    first, second = play((one, other), blocks, seed)[0], play((other, one), blocks, seed)[0]
    return (first[:, 0, share] + second[:, 1, share]) / 120
