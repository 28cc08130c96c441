"""How a table is set up, by which cards each seat plays, and who sits there: what the loop wants beside the games to be played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simkit.core.events import WIDTH
from simkit.core.failing import telling
from simkit.core.game import Game
from simkit.core.jit import make_records
from simkit.core.strategy import Player
from simkit.core.table import CARD_WIDTH, EXTRA, SCRATCH_FLOATS, SCRATCH_LISTS, SCRATCH_STATES, Machine

ANEW = 0x9E3779B97F4A7C15  # turns a seed into that of the sources drawn anew; any other seed would do


class Workspace:
    """Buffers for one thread that plays."""

    def __init__(self, game: Game) -> None:
        state = game.kernels.STATE
        self.states = make_records(2, state)
        self.actions = np.zeros(game.most_actions, np.int64)
        self.scratch = (
            make_records(SCRATCH_STATES, state),
            np.zeros((SCRATCH_LISTS, game.most_actions), np.int64),
            np.zeros((SCRATCH_LISTS, SCRATCH_FLOATS), np.float64),
            np.zeros((0, WIDTH), np.int64),  # a log that says nothing
        )
        self.sheet = np.zeros((game.seats[1], len(game.columns)), np.int64)
        self.counts = np.zeros(len(game.pieces), np.int64)
        self.log = np.zeros((game.most_events, WIDTH), np.int64)
        self.no_log = np.zeros((0, WIDTH), np.int64)


@dataclass(frozen=True)
class Played:
    """What the loop wrote.

    Attributes
    ----------
    games : int
        How many were played before somebody stopped it.
    results : ndarray of int64, shape (games asked for, players, columns + EXTRA)
    cards : ndarray of int32, shape (games asked for, players, cards, CARD_WIDTH)
        Without rows unless asked for.
    tracks : ndarray of float64, shape (games asked for, rounds, players, features + 1)
        Without rows unless asked for; nan where no such round began.
    peaks : ndarray of int64, shape (games asked for, pieces)
        Without rows unless asked for: the most pieces of each kind in use at once.
    """

    games: int
    results: NDArray[np.int64]
    cards: NDArray[np.int32]
    tracks: NDArray[np.float64]
    peaks: NDArray[np.int64]


def stacked(configs: Sequence[Any]) -> Any:
    """Return what `Game.config` made for each version of the cards as the loop takes it; one alone is not copied, it may fill megabytes."""
    if len(configs) == 1:
        return configs[0]
    found = make_records(len(configs), configs[0].dtype)
    for place, config in enumerate(configs):
        found[place] = config[0]
    return found


class Setting:
    """How the games of a seed are set up, whoever decides in them: by a batch, or by hand (`simkit.core.session`).

    Parameters
    ----------
    machine : Machine
    players : int
        Seats that play.
    seed : int
    configs : sequence of config arrays
        What `Game.config` returned for each version of the cards, or that `stacked`; the first sets up the game. The game's own by default.
        Nobody may change them any more.
    versions : sequence of int
        By seat: which of `configs` it decides, acts and scores by; all by the first, unless given.
    fresh : sequence of int
        Sources of luck that are drawn anew.
    """

    def __init__(
        self,
        machine: Machine,
        players: int,
        seed: int,
        configs: Sequence[Any] = (),
        versions: Sequence[int] = (),
        fresh: Sequence[int] = (),
    ) -> None:
        game = machine.game
        self.machine, self.seed, self.players = machine, seed, players
        self.configs = configs if isinstance(configs, np.ndarray) else stacked(configs or [game.config()])
        self.of = np.zeros(game.seats[1], np.int64)
        self.of[: len(versions)] = versions
        self.seeds = np.full(len(game.sources), seed, np.uint64)
        self.seeds[list(fresh)] ^= np.uint64(ANEW)


class Sitting(Setting):
    """A line-up with everything compiled or loaded.

    Parameters
    ----------
    machine : Machine
    players : sequence of Player
        By seat.
    seed, configs, versions, fresh
        As of a `Setting`.
    """

    def __init__(
        self,
        machine: Machine,
        players: Sequence[Player],
        seed: int,
        configs: Sequence[Any] = (),
        versions: Sequence[int] = (),
        fresh: Sequence[int] = (),
    ) -> None:
        super().__init__(machine, len(players), seed, configs, versions, fresh)
        game, most = machine.game, machine.game.seats[1]
        order = [players[seat % len(players)] for seat in range(most)]  # what sits at unused seats is never asked
        self.who = tuple(players)
        self.choose = tuple(machine.choose(player) for player in order)
        self.weights = np.zeros((most, max(1, *(len(player.weights) for player in order))))
        for seat, player in enumerate(order):
            self.weights[seat, : len(player.weights)] = player.weights
        self.caps = np.array([game.turn_cap, game.decision_cap])
        _ = machine.loop, machine.rank, machine.stock, machine.kernels

    def play(
        self,
        space: Workspace,
        first: int,
        games: int,
        *,
        cards: bool = False,
        rounds: int = 0,
        pieces: bool = False,
        histogram: NDArray[np.int64] | None = None,
        stop: NDArray[np.int64] | None = None,
    ) -> Played:
        """Play games first .. first + games.

        Parameters
        ----------
        space : Workspace
            Of this thread.
        cards : bool
            Also fill the long card table.
        rounds : int
            Rounds of which it is kept how each seat stands when they begin.
        pieces : bool
            Also count the pieces in use.
        histogram : ndarray of int64
            Added to: decisions by their number of options, the last bin for all above.
        stop : ndarray of int64, shape (1,)
            Another thread may set it.

        Raises
        ------
        Unknown
            What a strategy raised, with file, line and decision.
        """
        game, players = self.machine.game, self.players
        results = np.zeros((games, players, len(game.columns) + EXTRA), np.int64)
        seen = np.zeros((games, players, game.cards, CARD_WIDTH) if cards else (0, 0, 0, 0), np.int32)
        tracks = np.full((games, rounds, players, len(game.features) + 1) if rounds else (0, 0, 0, 0), np.nan)
        peaks = np.zeros((games, len(game.pieces)) if pieces else (0, 0), np.int64)
        with telling(space.states[0], self.seed):
            done = self.machine.loop(
                self.configs, self.of, space.states, space.actions, space.scratch, results,
                np.zeros(1, np.int64) if histogram is None else histogram, seen, space.log if cards else space.no_log, space.sheet, tracks,
                peaks, space.counts, np.zeros(1, np.int64) if stop is None else stop, self.seeds, first, games, players, self.caps,
                self.machine.kernels, self.machine.rank, self.machine.stock, self.choose, self.weights,
            )  # fmt: skip
        return Played(int(done), results, seen, tracks, peaks)
