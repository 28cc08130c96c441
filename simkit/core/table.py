"""Play a range of games: the one loop, for every game and every line-up.

The loop knows a game only by its kernels and a player only by its `choose`, all of them function values with fixed signatures.
It allocates nothing, checks every index a strategy returns, and turns faults and endless games into rows.
"""

from __future__ import annotations

import warnings
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import types
from numba.core.errors import NumbaWarning

from simkit.core import refusal
from simkit.core.cache import Layer
from simkit.core.chance import source_key
from simkit.core.events import OFFERED, POINTS, TAKEN, USED
from simkit.core.game import KERNELS, Game
from simkit.core.jit import (
    compiled,
    copy_record,
    float64s,
    float64s_2d,
    float64s_4d,
    int32s_4d,
    int64,
    int64s,
    int64s_2d,
    int64s_3d,
    kernel,
    record,
    records,
    uint64s,
    value,
    void,
)
from simkit.core.plain import in_python
from simkit.core.refusal import Refusal

if TYPE_CHECKING:
    from simkit.core.strategy import Player, Strategy

CUT_OFF = -1  # `over`: stopped by the turn or decision limit
FAULT = -2  # `over`: stopped by a fault, named by `fault`
BAD_INDEX, NO_ACTION, BUFFER_FULL, LOG_FULL, GAME_FAULT = 1, 2, 3, 4, 5
FAULTS = {
    0: "",
    BAD_INDEX: "a strategy returned an index outside the list of actions",
    NO_ACTION: "no legal action",
    BUFFER_FULL: "more actions than the game's buffer holds",
    LOG_FULL: "more events in one action than the game's log holds",
    GAME_FAULT: "the game refused an action",
}
# columns the loop adds behind those of the score kernel
TURNS, DECISIONS, OPTIONS, FORCED, OVER, FAULT_CODE, EXTRA = 0, 1, 2, 3, 4, 5, 6
# columns of the long card table
CARD_OFFERED, CARD_TAKEN, CARD_WHEN, CARD_USED, CARD_POINTS, CARD_WIDTH = 0, 1, 2, 3, 4, 5
SCRATCH_STATES, SCRATCH_LISTS, SCRATCH_FLOATS = 4, 2, 64

HEADER = (
    ("game", "i8"),  # number of the game
    ("players", "i4"),  # number of players
    ("seat", "i4"),  # seat to act, 0-based; seat 0 plays first
    ("turn", "i4"),  # turns begun by all seats
    ("phase", "i4"),  # the game's own
    ("over", "i4"),  # 0 while playing, index of the ending plus 1, CUT_OFF or FAULT
    ("fault", "i4"),  # reason of a fault, 0 without one
)


def state_dtype(game: Game, fields: list[tuple[Any, ...]]) -> np.dtype:
    """Return a STATE dtype: the header all games share, then the game's own fields.

    The header holds `luck`, one 64-bit key for each named source, and for each seat its turns and decisions.
    """
    most = game.seats[1]
    shared = [
        ("luck", "u8", (len(game.sources),)),  # keys of the sources of luck: what is still to be drawn
        *HEADER,
        ("turns", "i4", (most,)),  # turns begun
        ("decisions", "i4", (most,)),  # decisions made
    ]
    return np.dtype([*shared, *fields], align=True)


@kernel
def coins(s, seat):
    """Return the source of a seat's own coins: the last sources are the seats' own."""
    return len(s.luck) - len(s.decisions) + seat


def begin(s, blank, seeds, number, players):
    """Set the header of game `number`, everything else to zero; `seeds` has one for each source of luck."""
    copy_record(s, blank)
    for source in range(len(s.luck)):
        s.luck[source] = source_key(seeds[source], source)
    s.game = number
    s.players = players


@kernel
def tally(log, cards, only):
    """Add the events of one action to the long card table of a game: those of one seat, or of all if `only` is -1."""
    for i in range(1, log[0, 0] + 1):
        event, seat, card = log[i, 0], log[i, 1], log[i, 2]
        if card >= 0 and (only < 0 or seat == only):
            if event == OFFERED:
                cards[seat, card, CARD_OFFERED] += 1
            elif event == TAKEN:
                cards[seat, card, CARD_TAKEN] += 1
                cards[seat, card, CARD_WHEN] = log[i, 3]
            elif event == USED:
                cards[seat, card, CARD_USED] += 1
            elif event == POINTS:
                cards[seat, card, CARD_POINTS] += log[i, 3]


_begin = kernel(begin)


def seeds(game: Game, seed: int) -> np.ndarray:
    """Return what `begin` takes: the same seed for every source of luck."""
    return np.full(len(game.sources), seed, np.uint64)


@kernel
def is_mixed(of, players):
    """Say whether not all seats play by the same version of the cards."""
    versions = 1
    for seat in range(1, players):
        versions += 1 if of[seat] != of[0] else 0
    return versions > 1


def no_stock(c, s, counts):
    """Count the pieces of a game that has none to count."""


@kernel
def raise_peaks(peaks, counts):
    """Keep the most pieces of each kind that were in use at once."""
    for kind in range(len(peaks)):
        peaks[kind] = max(peaks[kind], counts[kind])


def play(
    configs, of, states, actions, scratch, results, histogram, cards, log, sheet, tracks, peaks, counts, stop, seeds, first, n, players,
    caps, kernels, rank, stock, choose, weights,
):  # fmt: skip
    """Play games first .. first + n and return how many were played before `stop` was raised.

    Parameters
    ----------
    configs : (versions,) records
        The table's version comes first: the game is set up by it.
    of : (seats,) int64
        The version each seat plays by.
    states : (2,) records
        The table, and a blank record.
    actions : (most_actions,) int64
    scratch : tuple
        Records, action lists and numbers that strategies may use, undefined on entry, and a log without rows.
    results : (n, players, columns + EXTRA) int64
        Written: the score kernel's columns, then the loop's own.
    histogram : (bins,) int64
        Added to: decisions by their number of options, the last bin for all above.
    cards : (n, players, cards, CARD_WIDTH) int32
        Added to, when it and `log` have rows.
    log : (events, WIDTH) int64
    sheet : (seats, columns) int64
        A score sheet to calculate with.
    tracks : (n, rounds, players, features + 1) float64
        Written, when it has rows: how each seat stands when a round begins, its features and then its points as they stand.
    peaks : (n, pieces) int64
        Raised, when it has rows: the most pieces of each kind that were in use at once, looked at before the first decision and after each.
    counts : (pieces,) int64
        Pieces to count with.
    stop : (1,) int64
        Another thread may set it; the loop looks before every game.
    seeds : (sources,) uint64
    caps : (2,) int64
        Turns and decisions after which a game is cut off.
    rank : function value
        What ranks a sheet whose seats were scored by different versions.
    stock : function value
        What counts the pieces in use.
    choose : tuple of function values
        One a seat, in seat order; unused seats hold any.
    weights : (seats, parameters) float64
    """
    reset, legal, apply, score, features, _, _ = kernels
    _, _, _, no_log = scratch
    s = states[0]
    extra = results.shape[2] - EXTRA
    total = extra - 3  # the last columns are total, rank and share
    mixed = is_mixed(of, players)
    for g in range(n):
        if stop[0] != 0:
            return g
        _begin(s, states[1], seeds, first + g, players)
        reset(configs[0], s)
        if len(log) > 0:
            log[0, 1] = 0
        if len(peaks) > 0:
            stock(configs[0], s, counts)
            raise_peaks(peaks[g], counts)
        made, rounds = 0, 0
        while s.over == 0:
            if len(tracks) > 0 and rounds * players < s.turn and rounds < tracks.shape[1]:
                rounds = (s.turn - 1) // players  # turns are counted from 1
                score(configs[0], s, sheet, no_log)
                for seat in range(players):
                    features(configs[of[seat]], s, seat, tracks[g, rounds, seat])
                    tracks[g, rounds, seat, tracks.shape[3] - 1] = sheet[seat, total]
                rounds += 1
            seat = int(s.seat)
            config = configs[of[seat]]
            k = legal(config, s, actions)
            if k <= 0:
                s.over = FAULT
                s.fault = NO_ACTION if k == 0 else BUFFER_FULL
                break
            histogram[min(k, len(histogram) - 1)] += 1
            results[g, seat, extra + OPTIONS] += k
            results[g, seat, extra + FORCED] += 1 if k == 1 else 0
            i = choose[seat](kernels, config, s, actions, k, weights[seat], scratch)
            if i < 0 or i >= k:
                s.over = FAULT
                s.fault = BAD_INDEX
                break
            s.decisions[seat] += 1
            made += 1
            if len(log) > 0:
                log[0, 0] = 0
            apply(config, s, actions[i], log)
            if len(log) > 0:
                tally(log, cards[g], -1)
            if s.fault != 0:
                s.over = FAULT
            elif len(peaks) > 0:
                stock(configs[0], s, counts)
                raise_peaks(peaks[g], counts)
            if s.over == 0 and (s.turn >= caps[0] or made >= caps[1]):
                s.over = CUT_OFF
        if s.over != FAULT and not mixed:
            if len(log) > 0:
                log[0, 0] = 0
            score(configs[of[0]], s, results[g], log)
            if len(log) > 0:
                tally(log, cards[g], -1)
        elif s.over != FAULT:
            for seat in range(players):  # each by its own version
                if len(log) > 0:
                    log[0, 0] = 0
                score(configs[of[seat]], s, sheet, log)
                if len(log) > 0:
                    tally(log, cards[g], seat)
                for column in range(extra):  # as a slice it compiles for 2 s, to word an error of shapes
                    results[g, seat, column] = sheet[seat, column]
            rank(configs[0], s, results[g])
        if len(log) > 0 and log[0, 1] > 0 and s.over != FAULT:
            s.over = FAULT
            s.fault = LOG_FULL
        for seat in range(players):
            results[g, seat, extra + TURNS] = s.turns[seat]
            results[g, seat, extra + DECISIONS] = s.decisions[seat]
            results[g, seat, extra + OVER] = s.over
            results[g, seat, extra + FAULT_CODE] = s.fault
    return n


class Signatures:
    """The numba types of a game's kernels, of its players and of the loop."""

    def __init__(self, game: Game) -> None:
        config, state = record(game.kernels.CONFIG), record(game.kernels.STATE)
        states = records(game.kernels.STATE)
        self.reset = void(config, state)
        self.legal = int64(config, state, int64s)
        self.apply = void(config, state, int64, int64s_2d)
        self.score = void(config, state, int64s_2d, int64s_2d)
        self.features = void(config, state, int64, float64s)
        self.redeal = void(config, state, int64, int64)
        self.audit = int64(config, state)
        self.rank = void(config, state, int64s_2d)
        self.stock = void(config, state, int64s)
        self.begin = void(state, state, uint64s, int64, int64)
        self.query = int64(config, state, int64)
        self.kernels = types.Tuple([value(getattr(self, name)) for name in KERNELS])
        self.scratch = types.Tuple([states, int64s_2d, float64s_2d, int64s_2d])
        self.choose = int64(self.kernels, config, state, int64s, int64, float64s, self.scratch)
        line_up = types.UniTuple(value(self.choose), game.seats[1])
        self.play = int64(
            records(game.kernels.CONFIG), int64s, states, int64s, self.scratch, int64s_3d, int64s, int32s_4d, int64s_2d, int64s_2d,
            float64s_4d, int64s_2d, int64s, int64s, uint64s, int64, int64, int64, int64s, self.kernels, value(self.rank),
            value(self.stock), line_up, float64s_2d,
        )  # fmt: skip


class Machine:
    """A game's compiled kernels; each is compiled, or loaded, when it is first used."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.signatures = Signatures(game)
        self.layer = Layer(game.name, (Path(game.kernels.__file__ or ""),))
        self.loop_layer = Layer(f"{game.name}.table", (Path(__file__), *self.layer.files))
        self._made: dict[Any, Any] = {}
        self._refused: dict[Any, Refusal] = {}

    @cached_property
    def kernels(self) -> tuple[Any, ...]:
        """The seven kernels as function values, in the order of `KERNELS`."""
        return tuple(compiled(getattr(self.game.kernels, name), getattr(self.signatures, name), self.layer) for name in KERNELS)

    @cached_property
    def begin(self) -> Any:
        """The kernel that sets a state's header."""
        return compiled(begin, self.signatures.begin, self.loop_layer)

    @cached_property
    def rank(self) -> Any:
        """The kernel that ranks a score sheet."""
        return compiled(self.game.kernels.rank, self.signatures.rank, self.layer)

    @cached_property
    def stock(self) -> Any:
        """The kernel that counts the pieces in use."""
        counting = self.game.kernels.stock if self.game.pieces else no_stock
        return compiled(counting, self.signatures.stock, self.layer if self.game.pieces else self.loop_layer)

    @cached_property
    def loop(self) -> Any:
        """The compiled loop."""
        return compiled(play, self.signatures.play, self.loop_layer)

    def query(self, name: str) -> Any:
        """Return a question the game answers about an action, by name: int64(config, state, action)."""
        if name not in self._made:
            self._made[name] = compiled(self.game.kernels.QUERIES[name], self.signatures.query, self.layer)
        return self._made[name]

    def choose(self, player: Player) -> Any:
        """Return a strategy's `choose`, compiled for this game; what numba refuses is asked in plain Python, and says so once."""
        strategy = player.strategy
        key = (strategy.file, strategy.name)
        if key not in self._made:
            self._made[key] = self._choose(strategy)
        return self._made[key]

    def refusal(self, player: Player) -> Refusal | None:
        """Return why a strategy is not compiled; None if it is."""
        self.choose(player)
        return self._refused.get((player.strategy.file, player.strategy.name))

    def strategy_layer(self, strategy: Strategy) -> Layer:
        """Return where a strategy's machine code lies."""
        return Layer(f"{self.game.name}.{strategy.name}", (strategy.file, Path(__file__), *self.layer.files))

    def _choose(self, strategy: Strategy) -> Any:
        layer = self.strategy_layer(strategy)
        refused = refusal.kept(strategy.name, layer)
        if refused is None:
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore", NumbaWarning)  # of what it then refuses, or takes all the same
                    return compiled(strategy.function, self.signatures.choose, layer)
            except Exception as error:  # numba raises anything on code it cannot type, KeyError for a field that is not there
                fields = (*self.game.kernels.STATE.names, *self.game.kernels.CONFIG.names)
                refused = refusal.explain(strategy.function, error, fields)
                refused.keep(strategy.name, layer)
        self._refused[strategy.file, strategy.name] = refused
        refusal.tell_once(refused.note(f"{strategy.file.name}:{strategy.name}"))
        return self.in_python(strategy)

    def in_python(self, strategy: Strategy) -> Any:
        """Return a strategy's `choose` that asks its function in plain Python."""
        return in_python(strategy, self.game, self.kernels, self.signatures.choose)
