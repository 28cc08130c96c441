"""A quick batch on one core, summed up by seat: what `simkit play` shows."""

from __future__ import annotations

import signal
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simkit.cli.screen import compiling, progress
from simkit.core.game import Game

if TYPE_CHECKING:
    from simkit.core.session import Session
    from simkit.core.strategy import Player

STEP_SECONDS = 0.25  # of play between two looks at the keyboard
SHARE_UNITS = 60  # a whole win in the column `share`


def play_games(session: Session, choosers: Sequence[Player], count: int) -> dict[str, Any]:
    """Play `count` games from the session's number on, one core, and sum them up by seat.

    Returns
    -------
    dict
        As `simkit play --json` prints it. Games with a fault are counted under `ended` and left out of all means.
    """
    import numpy as np

    from simkit.core import table
    from simkit.core.sitting import Sitting

    game, space = session.game, session.workspace
    with compiling(game):
        sitting = Sitting(session.machine, choosers, session.seed, [session.config])
    stop = np.zeros(1, np.int64)
    sums = _Sums(game, session.players)
    stopped: Counter[tuple[int, Player | None]] = Counter()

    def loop(first: int, size: int) -> Any:
        return sitting.play(space, first, size, stop=stop).results

    begun = time.perf_counter()
    done, size = 0, 1
    with interrupt_sets(stop), progress("games", count) as advance:
        while done < count:
            since = time.perf_counter()
            size = min(size, count - done)
            rows = loop(session.number + done, size)
            if stop[0]:
                raise KeyboardInterrupt
            sums.add(rows)
            for place in np.flatnonzero(rows[:, 0, table.OVER - table.EXTRA] == table.FAULT):
                fault = int(rows[place, 0, table.FAULT_CODE - table.EXTRA])
                loop(session.number + done + int(place), 1)  # once more, to see whose turn it was
                is_told = fault == table.BAD_INDEX and space.states["fault"][0] == fault
                stopped[fault, choosers[space.states["seat"][0]] if is_told else None] += 1
            done += size
            advance(done)
            if time.perf_counter() - since < STEP_SECONDS / 2:
                size *= 2
    return _summary(session, choosers, sums, time.perf_counter() - begun) | {"stopped": _told_stops(stopped)}


def _told_stops(stopped: Counter[tuple[int, Player | None]]) -> list[dict[str, Any]]:
    """Say why games stopped, and by whose doing."""
    from simkit.core.failing import shown
    from simkit.core.table import FAULTS
    from simkit.registry import strategies

    def name(player: Player) -> str:
        own = strategies(player.game).get(player.strategy.name) is not player.strategy
        return f"{shown(player.strategy.file)}:{player.label}" if own else player.label

    return [
        {"reason": FAULTS[fault], "strategy": name(player) if player else "", "games": games}
        for (fault, player), games in stopped.most_common()
    ]


@contextmanager
def interrupt_sets(stop: Any) -> Iterator[None]:
    """Let Ctrl-C set a flag that the loop reads before every game, so that it is never raised inside compiled code."""

    def note(signum: int, frame: Any) -> None:
        stop[0] = 1

    before = signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class _Sums:
    """What a batch comes to: whole numbers, so that memory stays flat and no order of adding matters."""

    def __init__(self, game: Game, players: int) -> None:
        names = [column.name for column in game.columns]
        self._share, self._total = names.index("share"), names.index("total")
        self.games = self.whole = self.decisions = 0  # `whole`: without a fault
        self.shares, self.totals, self.turns = [_Moments() for _ in range(players)], [_Moments() for _ in range(players)], [0] * players
        self.ended: Counter[int] = Counter()
        self.faults: Counter[int] = Counter()

    def add(self, rows: Any) -> None:
        """Add what the loop wrote."""
        from simkit.core import table

        over, fault = rows[:, 0, table.OVER - table.EXTRA], rows[:, 0, table.FAULT_CODE - table.EXTRA]
        whole = rows[over != table.FAULT]
        self.games += len(rows)
        self.whole += len(whole)
        self.decisions += int(rows[:, :, table.DECISIONS - table.EXTRA].sum())
        self.ended.update(over.tolist())
        self.faults.update(fault.tolist())
        for seat in range(rows.shape[1]):
            self.shares[seat].add(whole[:, seat, self._share])
            self.totals[seat].add(whole[:, seat, self._total])
            self.turns[seat] += int(whole[:, seat, table.TURNS - table.EXTRA].sum())


@dataclass
class _Moments:
    """Number, sum and sum of squares of whole numbers."""

    count: int = 0
    sum: int = 0
    squares: int = 0

    def add(self, values: Any) -> None:
        """Add an array of int64."""
        self.count += len(values)
        self.sum += int(values.sum())
        self.squares += int((values * values).sum())

    @property
    def mean(self) -> float:
        """Their mean; 0 of nothing."""
        return self.sum / self.count if self.count else 0.0

    @property
    def error(self) -> float:
        """Standard error of the mean; 0 below two."""
        if self.count < 2:
            return 0.0
        return float(((self.count * self.squares - self.sum**2) / (self.count - 1)) ** 0.5 / self.count)


def _summary(session: Session, choosers: Sequence[Player], sums: _Sums, seconds: float) -> dict[str, Any]:
    from simkit.core import table

    game = session.game
    share_intervals, point_intervals = _share_intervals(sums.shares), [_mean_interval(points) for points in sums.totals]
    seats = [
        {
            "seat": seat + 1, "strategy": player.label,
            "share": sums.shares[seat].mean / SHARE_UNITS, "share_interval": share_intervals[seat],
            "points": sums.totals[seat].mean, "points_interval": point_intervals[seat], "turns": sums.turns[seat] / max(1, sums.whole),
        }
        for seat, player in enumerate(choosers)
    ]  # fmt: skip
    ended = {text: sums.ended[place] for place, text in enumerate(game.endings, start=1)} | {"cut off": sums.ended[table.CUT_OFF]}
    ended |= {f"fault: {table.FAULTS[code]}": sums.faults[code] for code in sorted(sums.faults.keys() - {0})}
    return {
        "game": game.name, "players": session.players, "rules": session.rules, "components": session.tables.source, "seed": session.seed,
        "number": session.number, "games": sums.games, "seats": seats, "ended": ended, "seconds": round(seconds, 3),
        "games_per_second": sums.games / seconds, "decisions_per_second": sums.decisions / seconds,
    }  # fmt: skip


def _share_intervals(shares: Sequence[_Moments]) -> list[list[float]]:
    """Return joint 95 % intervals of the shares of all seats; alone, that of a proportion."""
    from simkit.analysis.intervals import joint, wilson

    games, seats = shares[0].count, len(shares)
    if seats == 1:
        return [list(wilson(shares[0].sum // SHARE_UNITS, games))]
    means, errors = [share.mean / SHARE_UNITS for share in shares], [share.error / SHARE_UNITS for share in shares]
    return [list(map(float, row)) for row in joint(means, errors, games, comparisons=1 if seats == 2 else seats)]


def _mean_interval(points: _Moments) -> list[float] | None:
    """Return the 95 % interval of mean points; none below two games."""
    from simkit.analysis.intervals import critical_t

    if points.count < 2:
        return None
    half = critical_t(points.count - 1) * points.error
    return [points.mean - half, points.mean + half]
